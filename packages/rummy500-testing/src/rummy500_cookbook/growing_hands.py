"""The first hand is dealt three cards each, and every hand after it a card more.

>>> import rummy500 as r5
>>> from rummy500_cookbook import growing_hands
>>> rules = r5.compose("classic", [growing_hands], seats=3)
>>> second = r5.start_match(rules, scores=(0, 20, -5), hand_number=2).so_far
>>> len(r5.deal(rules, seed=1).cards(0)), len(r5.deal(rules, seed=1, match=second).cards(0))
(3, 4)
"""

from rummy500.hooks import Deal, MatchSoFar, PluginInfo, RuleEntry, Rules, hookimpl


@hookimpl
def plugin_info() -> PluginInfo:
    return PluginInfo("growing-hands", "three cards each in the first hand, then a card more in every hand")


@hookimpl
def dealing() -> Deal:
    def grown(rules: Rules, match: MatchSoFar, sizes: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(min(match.hand_number + 2, most) for most in sizes)

    return Deal(sizes=grown)


@hookimpl
def entries() -> tuple[RuleEntry, ...]:
    about = "Three cards each are dealt in the first hand, then a card more in every hand, until hands are full."
    return (RuleEntry("growing-hands.size", "The deal", about, ("house",), options=("deal.size",)),)
