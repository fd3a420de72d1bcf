"""Entries of the rules about the match: when it ends and who has won it (`match.*`)."""

from __future__ import annotations

from typing import Final

from rummy500.rulebook.entry import DOCUMENTS, OURS, RuleEntry, RulesSummary, Statement, counted

_SECTION: Final = "The match"
_WHO_WINS: Final = "Who wins the match?"


def _target(summary: RulesSummary) -> Statement:
    target = summary.options["match.target"]
    points = counted(target, "point") if isinstance(target, int) else str(target)
    if summary.has("match.reached", "exceed"):
        sources: tuple[str, ...] = ("000",)
        whose = "a side's" if summary.sides_play else "somebody's"
        sentence = f"The match ends after the hand in which {whose} score first exceeds {points}."
    else:
        sources = DOCUMENTS[1:]
        who = "a side" if summary.sides_play else "somebody"
        sentence = f"The match ends after the hand in which {who} first has {points} or more."
    if target != 500 and "004" not in sources:
        sources = (*sources, "004")
    return Statement(sentence, sources, {"match": f"{target} points"})


def _highest(summary: RulesSummary) -> Statement:
    who = "the side with the highest score wins, whichever" if summary.sides_play else "the highest score wins, whoever"
    return Statement(f"When the match ends {who} reached the target first.", ("000", "001", "002", "003"))


def _tie(summary: RulesSummary) -> Statement:
    who = "side" if summary.sides_play else "player"
    return Statement(
        f"If the highest score is shared, more hands are played until one {who} leads alone, and that {who} wins"
        " with any score.",
        ("000", "002"),
    )


def _margin(summary: RulesSummary) -> Statement:
    who = "side" if summary.sides_play else "player"
    return Statement(f"The result also shows by how many points each {who} has beaten each of the others.", ("003",))


MATCH_RULES: Final = (
    RuleEntry(
        "match.target",
        _SECTION,
        "A match is played to a score, 500 unless another is chosen, which must be reached or exceeded.",
        DOCUMENTS,
        options=("match.target", "match.reached"),
        statement=_target,
        question="When does the match end?",
    ),
    RuleEntry(
        "match.highest",
        _SECTION,
        "When the match ends the highest score wins, whoever reached the target first.",
        ("000", "001", "002", "003", OURS),
        ours="That it holds where 004 is silent.",
        ours_for=("004",),
        statement=_highest,
        question=_WHO_WINS,
    ),
    RuleEntry(
        "match.tie",
        _SECTION,
        "If the highest score is shared, more hands are played until one player leads alone, and that player wins"
        " with any score.",
        ("000", "002", OURS),
        ours="That it holds where 001, 003 and 004 are silent.",
        ours_for=("001", "003", "004"),
        statement=_tie,
        question=_WHO_WINS,
    ),
    RuleEntry(
        "match.margin",
        _SECTION,
        "The result also shows by how many points each player has beaten each of the others.",
        ("003",),
        statement=_margin,
        question=_WHO_WINS,
    ),
)
