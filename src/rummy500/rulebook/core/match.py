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
    wins, first = (
        ("the side with the highest score", "which side") if summary.sides_play else ("the highest score", "who")
    )
    return Statement(
        f"When the match ends, {wins} wins, no matter {first} reached the target first.", ("000", "001", "002", "003")
    )


def _tie(summary: RulesSummary) -> Statement:
    who = "side" if summary.sides_play else "player"
    return Statement(
        f"If several {who}s tie for the highest score, more hands are played until one {who} leads alone. That {who}"
        " wins, whatever the score.",
        ("000", "002"),
    )


def _margin(summary: RulesSummary) -> Statement:
    who = "side" if summary.sides_play else "player"
    return Statement(f"The result also shows by how many points each {who} has beaten each of the others.", ("003",))


MATCH_RULES: Final = (
    RuleEntry(
        "match.target",
        _SECTION,
        "The match ends when a score reaches, or exceeds, the target: 500 points, unless another target is chosen.",
        DOCUMENTS,
        options=("match.target", "match.reached"),
        statement=_target,
        question="When does the match end?",
    ),
    RuleEntry(
        "match.highest",
        _SECTION,
        "When the match ends, the highest score wins, no matter who reached the target first.",
        ("000", "001", "002", "003", OURS),
        ours="The rule also applies to 004, which does not say.",
        ours_for=("004",),
        statement=_highest,
        question=_WHO_WINS,
    ),
    RuleEntry(
        "match.tie",
        _SECTION,
        "If several players tie for the highest score, more hands are played until one player leads alone. That"
        " player wins, whatever the score.",
        ("000", "002", OURS),
        ours="The rule also applies to 001, 003 and 004, which do not say.",
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
