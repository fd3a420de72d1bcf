"""Entries of the rules about calling "Rummy!" (`call.*`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rummy500.rulebook.entry import OURS, RuleEntry, RulesSummary, Statement

_SECTION: Final = "Calls"
_QUESTION: Final = 'Who may call "Rummy!", and for what?'
_CALL: Final = ("call",)


def _kind(kind: str, sentence: str, *sources: str) -> Callable[[RulesSummary], Statement | None]:
    """Make the `statement` of a rule that is in force under one kind of call, and idle under the others."""
    return lambda summary: Statement(sentence, sources, {"calls": kind}) if summary.has("call", kind) else None


def _any_kind(sentence: str, *sources: str) -> Callable[[RulesSummary], Statement | None]:
    """Make the `statement` of a rule that is in force under every kind of call, and idle without calls."""
    return lambda summary: None if summary.has("call", "none") else Statement(sentence, sources)


def _race(summary: RulesSummary) -> Statement | None:
    if summary.has("call", "none"):
        return None
    once = " A discard is claimed once." if summary.has("call", "last-discard") else ""
    return Statement(f"If several players could call, the first to call gets the cards.{once}", (OURS,))


CALL_RULES: Final = (
    RuleEntry(
        "call.full",
        _SECTION,
        "Anything that the pile alone can meld or lay off may be called.",
        ("000", OURS),
        ours="A caller takes the discard of the turn just ended too, where it lies above the called card.",
        options=_CALL,
        statement=_kind(
            "full",
            "When cards of the pile can be melded or laid off without any card from a hand, a player may call: they"
            " take the pile from the top down to the deepest card needed, play those cards at once, and then finish a"
            " turn without a draw; play goes on at their left.",
            "000",
            OURS,
        ),
        question=_QUESTION,
    ),
    RuleEntry(
        "call.layoffs",
        _SECTION,
        "Cards of the pile may be called only for a lay-off.",
        ("002",),
        options=_CALL,
        statement=_kind(
            "layoffs",
            "When cards of the pile can be laid off, a player may call: they take the pile from the top down to the"
            " deepest card needed, lay off at once, and then finish a turn without a draw; play goes on at their left."
            " New melds cannot be called.",
            "002",
        ),
        question=_QUESTION,
    ),
    RuleEntry(
        "call.top",
        _SECTION,
        "Only the top of the pile may be called, and all that is taken is played at once.",
        ("003", OURS),
        ours="That a call plays its cards in one meld or lay-off, so that two melds whose cards lie interleaved in the"
        " pile cannot be called.",
        options=_CALL,
        statement=_kind(
            "top",
            "When the top card of the pile, or several from the top down, can all be melded or laid off without any"
            " card from a hand, a player may call: they take just these, play them at once in one meld or lay-off, and"
            " then finish a turn without a draw; play goes on at their left. As long as the turn has done nothing but"
            " call, the caller may call again.",
            "003",
            OURS,
        ),
        question=_QUESTION,
    ),
    RuleEntry(
        "call.last-discard",
        _SECTION,
        "Only the last discard may be called, and only to lay it off.",
        ("000", "001", OURS),
        ours="For 001: that play then goes on as if nothing had been called.",
        options=_CALL,
        statement=_kind(
            "last-discard",
            "When the last discard can be laid off, a player may call and lay it off; play then goes on with the player"
            " whose turn it was, who may be the caller. No other card of the pile can be called, nor any new meld.",
            "000",
            "001",
            OURS,
        ),
        question=_QUESTION,
    ),
    RuleEntry(
        "call.none",
        _SECTION,
        "Nobody calls.",
        ("000", "003"),
        options=_CALL,
        statement=_kind("none", "There are no calls: only the next player may take a discard.", "000", "003"),
        question=_QUESTION,
    ),
    RuleEntry(
        "call.window",
        _SECTION,
        "Calls are made between the end of a turn and the next draw.",
        ("000", "003"),
        options=_CALL,
        statement=_any_kind(
            "A call comes after the discard that ends a turn and before the next player draws, takes or passes; never"
            " before the first turn has ended, nor after the hand has.",
            "000",
            "003",
        ),
        question=_QUESTION,
    ),
    RuleEntry(
        "call.not-own",
        _SECTION,
        "The player who has just ended a turn cannot call.",
        ("000", "001", "002", "003"),
        options=_CALL,
        statement=_any_kind(
            "The player who has just ended a turn cannot call; once another turn has ended, they can.",
            "000",
            "001",
            "002",
            "003",
        ),
        question=_QUESTION,
    ),
    RuleEntry(
        "call.race",
        _SECTION,
        "The first call made is the one that counts.",
        (OURS,),
        ours="The whole rule.",
        options=_CALL,
        statement=_race,
        question=_QUESTION,
    ),
)
