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
    once = " A discard can be claimed only once." if summary.has("call", "last-discard") else ""
    return Statement(f"If several players want to call, the first to call gets the cards.{once}", (OURS,))


CALL_RULES: Final = (
    RuleEntry(
        "call.full",
        _SECTION,
        "You may call any cards of the pile that can be melded or laid off without a card from your hand.",
        ("000", OURS),
        ours="The caller also takes the discard of the turn that has just ended, if it lies above the called card.",
        options=_CALL,
        statement=_kind(
            "full",
            "If cards of the pile can be melded or laid off without any card from a hand, a player may call. The"
            " caller takes the pile from the top down to the deepest card needed, plays those cards at once, and"
            " then finishes a turn without drawing. Play continues on the caller's left.",
            "000",
            OURS,
        ),
        question=_QUESTION,
    ),
    RuleEntry(
        "call.layoffs",
        _SECTION,
        "You may call cards of the pile only to lay them off.",
        ("002",),
        options=_CALL,
        statement=_kind(
            "layoffs",
            "If cards of the pile can be laid off, a player may call. The caller takes the pile from the top down"
            " to the deepest card needed, lays those cards off at once, and then finishes a turn without drawing."
            " Play continues on the caller's left. You cannot call for a new meld.",
            "002",
        ),
        question=_QUESTION,
    ),
    RuleEntry(
        "call.top",
        _SECTION,
        "You may call only cards at the top of the pile, and you must play every card that you take at once.",
        ("003", OURS),
        ours="A call plays its cards in one meld or lay-off. So two melds whose cards are interleaved in the pile"
        " cannot be called.",
        options=_CALL,
        statement=_kind(
            "top",
            "If the top card of the pile, or several cards from the top down, can all be melded or laid off"
            " without any card from a hand, a player may call. The caller takes just these cards, plays them at"
            " once in one meld or lay-off, and then finishes a turn without drawing. Play continues on the"
            " caller's left. A caller who has done nothing but call in that turn may call again.",
            "003",
            OURS,
        ),
        question=_QUESTION,
    ),
    RuleEntry(
        "call.last-discard",
        _SECTION,
        "You may call only the last discard, and only to lay it off.",
        ("000", "001", OURS),
        ours="After a call, play continues as if nobody had called; 001 does not say how.",
        options=_CALL,
        statement=_kind(
            "last-discard",
            "If the last discard can be laid off, a player may call and lay it off. Play then continues with the"
            " player whose turn was next, who may be the caller. You cannot call any other card of the pile, and"
            " you cannot call for a new meld.",
            "000",
            "001",
            OURS,
        ),
        question=_QUESTION,
    ),
    RuleEntry(
        "call.none",
        _SECTION,
        "There are no calls.",
        ("000", "003"),
        options=_CALL,
        statement=_kind("none", "There are no calls: only the next player may take a discard.", "000", "003"),
        question=_QUESTION,
    ),
    RuleEntry(
        "call.window",
        _SECTION,
        "You may call between the end of a turn and the next draw.",
        ("000", "003"),
        options=_CALL,
        statement=_any_kind(
            "You may call after the discard that ends a turn and before the next player draws, takes or passes."
            " You cannot call before the first turn has ended or after the hand is over.",
            "000",
            "003",
        ),
        question=_QUESTION,
    ),
    RuleEntry(
        "call.not-own",
        _SECTION,
        "The player whose turn has just ended cannot call.",
        ("000", "001", "002", "003"),
        options=_CALL,
        statement=_any_kind(
            "The player whose turn has just ended cannot call until another turn has ended.",
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
        "If several players want to call, the first to call gets the cards.",
        (OURS,),
        ours="The whole rule.",
        options=_CALL,
        statement=_race,
        question=_QUESTION,
    ),
)
