"""The leader of the match is dealt a card less than the others.

>>> import rummy500 as r5
>>> from rummy500_cookbook import leader_starts_short
>>> rules = r5.compose("classic", [leader_starts_short], seats=3)
>>> match = r5.start_match(rules, scores=(120, 90, -5), hand_number=3)
>>> hand = r5.deal(rules, seed=1, match=match.so_far)
>>> [len(hand.cards(seat)) for seat in range(3)]
[6, 7, 7]
"""

from rummy500.hooks import Deal, MatchSoFar, PluginInfo, RuleEntry, Rules, hookimpl


@hookimpl
def plugin_info() -> PluginInfo:
    return PluginInfo("leader-starts-short", "whoever leads the match is dealt a card less")


@hookimpl
def dealing() -> Deal:
    def handicapped(rules: Rules, match: MatchSoFar, sizes: tuple[int, ...]) -> tuple[int, ...]:
        best = max(match.scores)
        leads = [best > 0 and score == best for score in match.scores]
        return tuple(max(1, size - lead) for size, lead in zip(sizes, leads, strict=True))

    return Deal(sizes=handicapped)


@hookimpl
def entries() -> tuple[RuleEntry, ...]:
    about = "The leader of the match, with more than 0 points, is dealt a card less than the others."
    return (RuleEntry("leader-starts-short.size", "The deal", about, ("house",)),)
