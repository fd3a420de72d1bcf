"""The card turned up at the deal names the rank that is wild."""

import attrs

from rummy500.hooks import (
    JOKER,
    Deal,
    Fixed,
    HandMemory,
    PluginInfo,
    Round,
    RuleEntry,
    Rules,
    Settings,
    State,
    View,
    Wilds,
    hookimpl,
    rank_of,
    recall,
    remember,
)


@attrs.frozen
class Turned:
    """The rank of the card that was turned up, 0 for aces; -1 for none."""

    rank: int = -1


@hookimpl
def plugin_info() -> PluginInfo:
    other = {"wild-by-hand": "each names the rank that is wild"}
    return PluginInfo("turned-wild", "the card turned up at the deal names the wild rank", conflicts=other)


@hookimpl
def settings() -> Settings:
    return Settings(fixes={"deal.opening": Fixed("upcard", "the card turned up names the wild rank")})


@hookimpl
def memory() -> HandMemory:
    return HandMemory(Turned)


@hookimpl
def dealing() -> Deal:
    def look(rules: Rules, state: State) -> State:
        card = state.public.pile[0]
        return state if card == JOKER else remember(rules, state, Turned(rank_of(card)))

    return Deal((Round(begin=look),))


@hookimpl
def wilds() -> Wilds:
    faces = (JOKER, *range(52))

    def of_its_rank(rules: Rules, view: View) -> tuple[int, ...]:
        wild = recall(rules, view, Turned).rank
        return tuple(face for face in faces if face == JOKER or rank_of(face) == wild)

    return Wilds(faces, now=of_its_rank)


@hookimpl
def entries() -> tuple[RuleEntry, ...]:
    about = "The first card of the discard pile, turned up at the deal, names the rank that is wild in the hand."
    return (RuleEntry("turned-wild.rank", "Melds", about, ("house",)),)
