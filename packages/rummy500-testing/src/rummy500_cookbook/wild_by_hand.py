"""Aces are wild in the first hand, twos in the second, threes in the third, and so on."""

from rummy500.hooks import JOKER, PluginInfo, RuleEntry, Rules, View, Wilds, hookimpl, rank_of


@hookimpl
def plugin_info() -> PluginInfo:
    return PluginInfo("wild-by-hand", "the rank of the hand's number is wild")


@hookimpl
def wilds() -> Wilds:
    faces = (JOKER, *range(52))

    def of_this_hand(rules: Rules, view: View) -> tuple[int, ...]:
        wild = (view.public.match.hand_number - 1) % 13
        return tuple(face for face in faces if face == JOKER or rank_of(face) == wild)

    return Wilds(faces, now=of_this_hand)


@hookimpl
def entries() -> tuple[RuleEntry, ...]:
    about = "Aces are wild in the first hand, twos in the second, up to kings in the thirteenth, then aces again."
    return (RuleEntry("wild-by-hand.rank", "Melds", about, ("house",)),)
