"""Entries of the rules about card points and the score of a hand (`score.*`)."""

from __future__ import annotations

from typing import Final

from rummy500.rulebook.entry import DOCUMENTS, OURS, Omission, RuleEntry, RulesSummary, Statement

_SECTION: Final = "Scoring"
_WHAT_CARDS_COUNT: Final = "What do the cards count?"
_WHAT_A_HAND_SCORES: Final = "What does a hand score?"
_IN_THE_TABLE: Final = "the table of card points shows it"


def _values(summary: RulesSummary) -> Statement:
    others = "Cards from 2 to 10 count their number; jack, queen and king 10"
    joker = f"a joker {summary.joker_points or 'nothing'}, whatever it stands for" if summary.wild_jokers else ""
    if summary.has("score.ace", "one"):
        sentence = f"{others}; {joker}." if joker else f"{others}."
        return Statement(sentence, ("000", "002", "003", "004"))
    joker = f"; {joker}" if joker else ""
    always = summary.has("meld.ace", "high") or summary.low_ace_points == summary.ace_points
    low = "" if always else f", but {summary.low_ace_points} as the low end of a run"
    return Statement(f"{others}{joker}; an ace {summary.ace_points}{low}.", ("000", "002", "003"))


def _ace_one(summary: RulesSummary) -> Statement | None:
    if not summary.has("score.ace", "one"):
        return None
    return Statement("An ace counts 1 wherever it is.", ("004",))


SCORE_RULES: Final = (
    RuleEntry(
        "score.hand",
        _SECTION,
        "For a hand you score what your cards on the table count, less what is left in your hand; the sum may be below"
        " zero, and is added to your score in the match.",
        DOCUMENTS,
        question=_WHAT_A_HAND_SCORES,
    ),
    RuleEntry(
        "score.values",
        _SECTION,
        "Each card counts its number, court cards 10, jokers 15, and aces 15 or 1 by where they lie.",
        ("000", "002", "003", "004", OURS),
        ours="Ten points for the ten where 002 leaves it out.",
        partly_for=("002",),
        options=("score.ace", "deck.jokers", "meld.ace"),
        statement=_values,
        tables=("card_points",),
        question=_WHAT_CARDS_COUNT,
        omission=Omission(_IN_THE_TABLE),
    ),
    RuleEntry(
        "score.ace-one",
        _SECTION,
        "Aces count 1, high or low, on the table or in hand.",
        ("004",),
        options=("score.ace",),
        statement=_ace_one,
        tables=("card_points",),
        question=_WHAT_CARDS_COUNT,
        omission=Omission(_IN_THE_TABLE),
    ),
    RuleEntry(
        "score.no-bonus",
        _SECTION,
        "Going out itself earns no points.",
        ("001",),
        claims={"points for going out": "0"},
        question="Does going out earn points?",
    ),
    RuleEntry(
        "score.no-late-melds",
        _SECTION,
        "When the hand has ended no more cards are played: cards that would still fit count as left in hand.",
        ("000", "003", "004"),
        question=_WHAT_A_HAND_SCORES,
    ),
)
