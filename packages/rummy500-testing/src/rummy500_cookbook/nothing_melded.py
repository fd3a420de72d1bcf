"""The hand of a player who has nothing on the table counts double."""

from collections.abc import Iterable
from typing import Final

from rummy500.hooks import (
    LineKind,
    PluginInfo,
    RuleEntry,
    Rules,
    ScoreLine,
    ScoreLines,
    StateOrView,
    Unsettled,
    cards_of,
    hookimpl,
    points_in_hand,
)


@hookimpl
def plugin_info() -> PluginInfo:
    return PluginInfo("nothing-melded", "a hand counts double if its player has nothing on the table")


DOUBLE: Final = LineKind("nothing-melded.double", "double", "nothing on the table")


@hookimpl
def score_lines() -> ScoreLines:
    def again(rules: Rules, sight: StateOrView) -> Iterable[ScoreLine | Unsettled]:
        counts = points_in_hand(rules, sight)
        for seat in range(rules.seats):
            melded = any(seat in meld.by for meld in sight.public.table)
            if not sight.public.ended or melded:
                continue
            deducted, hand = rules.scoring.deducts(rules, sight, seat), sight.hand_of(seat)
            if deducted is None or (deducted and hand is None):
                yield Unsettled(seat)
            elif deducted and hand is not None:
                points = sum(counts[card] for card in cards_of(hand))
                yield DOUBLE(seat, -points)

    return again


@hookimpl
def entries() -> tuple[RuleEntry, ...]:
    about = "If you have no card on the table when the hand ends, the cards in your hand count double."
    return (RuleEntry("nothing-melded.double", "Scoring", about, ("house",)),)
