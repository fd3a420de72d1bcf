"""Going out in two hands in a row pays 50 points."""

from collections.abc import Iterable
from typing import Final

import attrs

from rummy500.hooks import (
    LineKind,
    MatchMemory,
    PluginInfo,
    RuleEntry,
    Rules,
    ScoreLine,
    ScoreLines,
    StateOrView,
    Tally,
    hookimpl,
    recall,
)


@attrs.frozen
class WentOut:
    """The seat that went out in the last hand; -1 for nobody."""

    seat: int = -1


@hookimpl
def plugin_info() -> PluginInfo:
    return PluginInfo("twice-in-a-row", "whoever goes out in two hands in a row gets 50")


@hookimpl
def memory() -> MatchMemory:
    def start(scores: tuple[int, ...]) -> WentOut:
        return WentOut()

    def after(rules: Rules, before: WentOut, tally: Tally) -> WentOut:
        return WentOut(tally.hand.public.out)

    return MatchMemory(start, after)


AGAIN: Final = LineKind("twice-in-a-row.bonus", "again", "went out again")


@hookimpl
def score_lines() -> ScoreLines:
    def bonus(rules: Rules, sight: StateOrView) -> Iterable[ScoreLine]:
        out = sight.public.out
        if out >= 0 and out == recall(rules, sight.public.match, WentOut).seat:
            points = 50 // rules.scoring.unit
            yield AGAIN(out, points)

    return bonus


@hookimpl
def entries() -> tuple[RuleEntry, ...]:
    return (
        RuleEntry(
            "twice-in-a-row.bonus",
            "Scoring",
            "Going out in two hands in a row pays 50 points for the second.",
            ("house",),
            replaces=("score.no-bonus",),
        ),
    )
