"""The Rummy Master's Hand: a long run and going out in one turn (`score.master-hand`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import attrs

from rummy500.hooks import (
    NONE,
    PLAY_PHASE,
    Action,
    HandMemory,
    LineKind,
    PluginInfo,
    RuleEntry,
    Rules,
    ScoreLine,
    ScoreLines,
    State,
    Statement,
    StateOrView,
    Turn,
    hookimpl,
    recall,
)

#: The points that the hand earns.
POINTS: Final = 500
#: The fewest cards of the run.
LONG: Final = 7

_RULE: Final = "score.master-hand"
_DISCARD: Final = "discard"
#: The core's phases of a turn. Actions in other phases, after the last discard, do not change the memory.
_OF_A_TURN: Final = ("draw", "play", "offer", "reshuffle")


@attrs.frozen
class LastDiscard:
    """The memory of the last discard after a long run.

    Attributes:
        seat: the seat that discarded its last card in a turn in which it laid down such a run, -1 for none. Other rules
            decide whether that discard ended the hand.
    """

    seat: int = NONE


@hookimpl
def plugin_info() -> PluginInfo:
    """Describe the plugin."""
    return PluginInfo(
        "masters-hand",
        "you earn 500 points if you lay down a run of seven at once and go out by a discard in the same turn",
        source="001",
        title="The Rummy Master's Hand",
    )


@hookimpl
def memory() -> HandMemory:
    """Declare the memory, which is reset when the next turn begins."""
    return HandMemory(LastDiscard, after=_after)


@hookimpl
def score_lines() -> ScoreLines:
    """Add 500 points for a seat that went out after a long run."""
    return _lines


def _after(rules: Rules, before: State, action: Action, after: State) -> LastDiscard:
    record = recall(rules, before, LastDiscard)
    if before.public.phase not in _OF_A_TURN:
        return record
    seat = action.seat if _discards_last(before, action, after) and _has_long_run(before.public.turn, action) else NONE
    return record if seat == record.seat else LastDiscard(seat)


def _discards_last(before: State, action: Action, after: State) -> bool:
    """Whether an action is the discard of a turn, and of the last card."""
    return action.verb == _DISCARD and before.public.phase == PLAY_PHASE and not after.hands[action.seat]


def _has_long_run(turn: Turn, discard: Action) -> bool:
    """Whether a turn has melded a new run of seven or more cards in one action."""
    return any(
        play.seat == discard.seat and play.use == "run" and play.on < 0 and len(play.pieces) >= LONG
        for play in turn.plays
    )


_WHOLE: Final = LineKind(_RULE, "whole", "Rummy Master's Hand")


def _lines(rules: Rules, sight: StateOrView) -> Iterator[ScoreLine]:
    out = sight.public.out
    if out >= 0 and recall(rules, sight, LastDiscard).seat == out:
        yield _WHOLE(out, POINTS // rules.scoring.unit)


def _statement(rules: Rules) -> Statement:
    melding_out = " You do not get them if you play your last card to the table."
    return Statement(
        f"You score {POINTS // rules.scoring.unit} extra points if you lay down a new run of seven or more cards at"
        " once and go out by a discard in the same turn. This is the Rummy Master's Hand."
        f"{melding_out if rules.has('out.discard', 'optional') else ''}",
        ("001", "ours"),
    )


@hookimpl
def entries() -> tuple[RuleEntry, ...]:
    """Add the rule to the catalogue."""
    return (
        RuleEntry(
            _RULE,
            "Scoring",
            "You score 500 extra points if you lay down a new run of seven or more cards at once and go out by a"
            " discard in the same turn.",
            ("001", "ours"),
            ours="The run may be longer than seven, include a wild card, or use a card that is taken or claimed."
            " It must be laid down in one action. The player must go out by a discard in the same turn.",
            options=("out.discard",),
            statement=_statement,
            question="Is there a bonus for a long run?",
        ),
    )
