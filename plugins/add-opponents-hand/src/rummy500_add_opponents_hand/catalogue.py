"""The rules of Add opponent's hand in words, for `explain` and `rummy500 rules`."""

from __future__ import annotations

from typing import Final

from rummy500.hooks import RuleEntry, RulesSummary, Statement, hookimpl
from rummy500_add_opponents_hand.names import ADD_RULE, LATE, LATE_RULE

_BOTH: Final = ("001", "ours")


def _adds(summary: RulesSummary) -> Statement:
    others = "opponents" if summary.sides_play else "other players"
    return Statement(
        "For a hand you score what your cards on the table count, and nobody deducts what is left in hand. Whoever goes"
        f" out adds what the {others} still hold. {_nobody_out(summary)} The sum is added to your score in the match.",
        _BOTH if summary.sides_play else ("001",),
    )


def _nobody_out(summary: RulesSummary) -> str:
    if summary.sides > 2:
        return "If nobody has gone out nothing is added."
    who = "side" if summary.sides_play else "player"
    return f"If nobody has gone out each {who} adds what the other holds."


def _late(summary: RulesSummary) -> Statement | None:
    if not summary.options[LATE]:
        return None
    opponents = "the other side's melds" if summary.sides_play else "other players' melds"
    opened = " A player who has not opened may not." if summary.options["meld.first-minimum"] else ""
    return Statement(
        f"{_going_out(summary)}the hand is not over at once. The others come first, one by one from the left of"
        f" whoever went out: each may lay cards off on {opponents}, as many as fit, and scores for them.{opened} After"
        " the last of them the hand is over, and no more cards are played.",
        _BOTH,
    )


def _going_out(summary: RulesSummary) -> str:
    """The clause about going out, in place of the replaced rule; the plugin `floating` has its own."""
    if "floating" in summary.plugins:
        return "When somebody has gone out "
    if summary.has("out.discard", "required"):
        return "You go out by discarding your last card; then "
    return "You go out by putting all your cards on the table or by discarding the last one; then "


@hookimpl
def entries() -> tuple[RuleEntry, ...]:
    """List the rules that the plugin adds, with those that they replace."""
    return (
        RuleEntry(
            ADD_RULE,
            "Scoring",
            "Nobody deducts; whoever goes out adds what the others still hold.",
            _BOTH,
            ours="Where sides play: that the cards of one's own side are not added. Where a later plugin deducts hands:"
            " that these are not added as well.",
            statement=_adds,
            replaces=("score.hand", "score.no-bonus"),
        ),
        RuleEntry(
            LATE_RULE,
            "Going out, and the end of the stock",
            "When somebody has gone out the others may first lay off on opponents' melds.",
            _BOTH,
            ours="That the others are asked in turn from the left, that each scores for what they lay off, and that the"
            " melds of all opponents are open to it.",
            options=(LATE, "meld.layoff", "meld.first-minimum"),
            statement=_late,
            replaces=("score.no-late-melds", "out.meld-or-discard"),
        ),
    )
