"""5/10/15: cards count five, ten or fifteen (`score.5-10-15`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rummy500.hooks import (
    JOKER,
    Fixed,
    OptionValue,
    PluginInfo,
    Reason,
    RuleEntry,
    Rules,
    Settings,
    Statement,
    hookimpl,
    rank_of,
)

_ACE = 0
_TEN = 9
#: The points of an ace, unless it is the low end of a run.
_ACE_POINTS = 15


@hookimpl
def plugin_info() -> PluginInfo:
    """Describe the plugin."""
    return PluginInfo(
        "five-ten-fifteen",
        "cards count 5, 10 or 15; an ace at the low end of a run counts 5",
        source="000, 001",
        title="5/10/15",
    )


_TEN_FIVE: Final = Reason(
    "score.5-10-15",
    "ten-five",
    "plugin {plugin}: {option}, of plugin {other:plugin}, sets other points for the same cards",
)


@hookimpl
def settings(options: Mapping[str, OptionValue], by_preset: bool) -> Settings:  # noqa: FBT001 - asked by name
    """Fix the points of aces, whatever the preset, and refuse `scoring.ten-five` (`score.5-10-15`).

    If only the preset names the plugin, it gives way to `scoring.ten-five`.
    """
    if options.get("scoring.ten-five") and not by_preset:
        return Settings(refuse=_TEN_FIVE(plugin="five-ten-fifteen", option="scoring.ten-five", other="scoring"))
    return Settings(fixes={"score.ace": Fixed("by-use", "an ace counts 15, or 5 as the low end of a run")})


@hookimpl
def card_points(card: int, place: str) -> int | None:
    """Count 5, 10 or 15 (`score.5-10-15`); a wild card counts the same whatever it stands for.

    A joker counts 15 in the base game already, unless an earlier plugin sets other points.
    """
    if card >= JOKER:
        return None
    if rank_of(card) == _ACE:
        return 5 if place == "low" else _ACE_POINTS
    return 10 if rank_of(card) >= _TEN else 5


def _statement(rules: Rules) -> Statement | None:
    if rules.options.get("scoring.ten-five"):
        return None
    always = rules.has("meld.ace", "high", "round") or rules.scoring.low_ace_points == rules.scoring.ace_points
    low = "" if always else f", but {rules.scoring.low_ace_points} at the low end of a run"
    joker = f"; a joker counts {rules.scoring.joker_points or 'nothing'}" if JOKER in rules.melding.shapes.wilds else ""
    five, ten = 5 // rules.scoring.unit, 10 // rules.scoring.unit
    return Statement(
        f"Cards from 2 to 9 count {five}; a ten, jack, queen or king counts {ten}; an ace counts"
        f" {rules.scoring.ace_points}{low}{joker}.",
        ("000", "001", "ours"),
    )


@hookimpl
def entries() -> tuple[RuleEntry, ...]:
    """Add the rule to the catalogue, in place of the core's card points."""
    return (
        RuleEntry(
            "score.5-10-15",
            "Scoring",
            "Cards from 2 to 9 count 5; a ten, jack, queen or king counts 10; an ace counts 15, but 5 at the low"
            " end of a run; a joker counts 15.",
            ("000", "001", "ours"),
            ours="An ace in hand counts 15 under 001.",
            statement=_statement,
            replaces=("score.values", "score.ace-one"),
        ),
    )
