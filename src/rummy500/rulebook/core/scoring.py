"""Entries of the rules about card points, the score of a hand and the match (`score.*`, `match.*`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rummy500.cards.cards import JOKER
from rummy500.rules.entry import DOCUMENTS, OURS, Omission, RuleEntry, Statement, by_option, counted
from rummy500.rules.options import MATCH_REACHED, MATCH_TARGET, MELD_ACE, SCORE_ACE
from rummy500.rules.rules import Rules

_SECTION: Final = "Scoring"
_WHAT_CARDS_COUNT: Final = "What do the cards count?"
_WHAT_A_HAND_SCORES: Final = "How do you score a hand?"
_IN_THE_TABLE: Final = "the table of card points shows it"


def _values(rules: Rules) -> Statement:
    others = "Cards from 2 to 10 count their number; a jack, queen or king counts 10"
    joker = ""
    if JOKER in rules.melding.shapes.wilds:
        joker = f"; a joker counts {rules.scoring.joker_points or 'nothing'}, whatever it stands for"
    if rules.has(SCORE_ACE, "one"):
        return Statement(f"{others}{joker}.", ("000", "002", "003", "004"))
    always = rules.has(MELD_ACE, "high", "round") or rules.scoring.low_ace_points == rules.scoring.ace_points
    low = "" if always else f", but {rules.scoring.low_ace_points} at the low end of a run"
    return Statement(f"{others}{joker}; an ace counts {rules.scoring.ace_points}{low}.", ("000", "002", "003"))


# ---------------------------------------------------------------- match

_MATCH: Final = "The match"
_WHO_WINS: Final = "Who wins the match?"


def _target(rules: Rules) -> Statement:
    target = MATCH_TARGET.of(rules.options)
    points = counted(target, "point")
    who = "a side" if rules.sides_play else "somebody"
    sources: tuple[str, ...] = DOCUMENTS[1:]
    how = f"{who} first has {points} or more"
    if rules.has(MATCH_REACHED, "exceed"):
        sources = ("000",) if target == 500 else ("000", "004")
        how = f"{who}'s score first exceeds {points}"
    return Statement(f"The match ends after the hand in which {how}.", sources, {"match": f"{target} points"})


def _highest(rules: Rules) -> Statement:
    wins, first = (
        ("the side with the highest score", "which side") if rules.sides_play else ("the highest score", "who")
    )
    return Statement(f"When the match ends, {wins} wins, no matter {first} reached the target first.", DOCUMENTS[:4])


def _of_sides(sentence: str, *sources: str) -> Callable[[Rules], Statement]:
    """State a sentence about players, or about sides where partners play."""
    return lambda rules: Statement(sentence.replace("player", "side") if rules.sides_play else sentence, sources)


_TIE: Final = (
    "If several players tie for the highest score, more hands are played until one player leads alone. That player"
    " wins, whatever the score."
)
_MARGIN: Final = "The result also shows by how many points each player has beaten each of the others."

# ---------------------------------------------------------------- entries

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
        statement=by_option(SCORE_ACE, {"one": Statement("An ace counts 1 wherever it is.", ("004",))}),
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
        "When the hand has ended, nobody plays any more cards. Cards that would still fit a meld count as left in"
        " hand.",
        ("000", "003", "004"),
        question=_WHAT_A_HAND_SCORES,
    ),
    RuleEntry(
        "match.target",
        _MATCH,
        "The match ends when a score reaches, or exceeds, the target: 500 points, unless another target is chosen.",
        DOCUMENTS,
        options=("match.target", "match.reached"),
        statement=_target,
        question="When does the match end?",
    ),
    RuleEntry(
        "match.highest",
        _MATCH,
        "When the match ends, the highest score wins, no matter who reached the target first.",
        (*DOCUMENTS[:4], OURS),
        ours="The rule also applies to 004, which does not say.",
        ours_for=("004",),
        statement=_highest,
        question=_WHO_WINS,
    ),
    RuleEntry(
        "match.tie",
        _MATCH,
        _TIE,
        ("000", "002", OURS),
        ours="The rule also applies to 001, 003 and 004, which do not say.",
        ours_for=("001", "003", "004"),
        statement=_of_sides(_TIE, "000", "002"),
        question=_WHO_WINS,
    ),
    RuleEntry(
        "match.margin",
        _MATCH,
        _MARGIN,
        ("003",),
        statement=_of_sides(_MARGIN, "003"),
        question=_WHO_WINS,
    ),
)
