"""Entries of the rules about card points and the score of a hand (`score.*`)."""

from __future__ import annotations

from typing import Final

from rummy500.rulebook.entry import DOCUMENTS, OURS, Omission, RuleEntry, RulesSummary, Statement

_SECTION: Final = "Scoring"
_WHAT_CARDS_COUNT: Final = "What do the cards count?"
_WHAT_A_HAND_SCORES: Final = "How do you score a hand?"
_IN_THE_TABLE: Final = "the table of card points shows it"


def _values(summary: RulesSummary) -> Statement:
    others = "Cards from 2 to 10 count their number; a jack, queen or king counts 10"
    joker = f"a joker counts {summary.joker_points or 'nothing'}, whatever it stands for" if summary.wild_jokers else ""
    if summary.has("score.ace", "one"):
        sentence = f"{others}; {joker}." if joker else f"{others}."
        return Statement(sentence, ("000", "002", "003", "004"))
    joker = f"; {joker}" if joker else ""
    always = summary.has("meld.ace", "high") or summary.low_ace_points == summary.ace_points
    low = "" if always else f", but {summary.low_ace_points} at the low end of a run"
    return Statement(f"{others}{joker}; an ace counts {summary.ace_points}{low}.", ("000", "002", "003"))


def _ace_one(summary: RulesSummary) -> Statement | None:
    if not summary.has("score.ace", "one"):
        return None
    return Statement("An ace counts 1 wherever it is.", ("004",))


SCORE_RULES: Final = (
    RuleEntry(
        "score.hand",
        _SECTION,
        "For each hand you score the points of your cards on the table minus the points of the cards left in your"
        " hand. The result may be below zero, and it is added to your score in the match.",
        DOCUMENTS,
        question=_WHAT_A_HAND_SCORES,
    ),
    RuleEntry(
        "score.values",
        _SECTION,
        "Number cards count their number, court cards count 10, jokers count 15, and aces count 15 or 1,"
        " depending on where they are.",
        ("000", "002", "003", "004", OURS),
        ours="A ten counts 10; 002 leaves it out.",
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
        "There is no bonus for going out.",
        ("001",),
        claims={"points for going out": "0"},
        question="Does going out earn points?",
    ),
    RuleEntry(
        "score.no-late-melds",
        _SECTION,
        "When the hand has ended, nobody plays any more cards. Cards that would still fit a meld count as left in"
        " hand.",
        ("000", "003", "004"),
        question=_WHAT_A_HAND_SCORES,
    ),
)
