"""The rules of Add opponent's hand in words, for `explain` and `rummy500 rules`."""

from __future__ import annotations

from typing import Final

from rummy500.hooks import RuleEntry, Rules, Statement, hookimpl
from rummy500_add_opponents_hand.names import ADD_RULE, LATE, LATE_RULE

_BOTH: Final = ("001", "ours")


def _adds(rules: Rules) -> Statement:
    others = "opponents" if rules.sides_play else "other players"
    return Statement(
        "For each hand you score the points of your cards on the table, and nobody loses points for cards left in hand."
        f" Whoever goes out also scores the cards that the {others} still hold. {_nobody_out(rules)} The total is"
        " added to your score in the match.",
        _BOTH if rules.sides_play else ("001",),
    )


def _nobody_out(rules: Rules) -> str:
    if len(set(rules.sides)) > 2:
        return "If nobody has gone out, nobody scores them."
    who = "side" if rules.sides_play else "player"
    return f"If nobody has gone out, each {who} scores the cards that the other still holds."


def _late(rules: Rules) -> Statement | None:
    if not rules.options[LATE]:
        return None
    opponents = "opponents' melds" if rules.sides_play else "other players' melds"
    opened = " A player who has not opened may not lay off." if rules.options["meld.first-minimum"] else ""
    return Statement(
        f"{_going_out(rules)}the hand is not over yet. First the others, one by one from the left of the player who"
        f" went out, may lay off as many cards as fit on {opponents}, and score for them.{opened} Then the hand is"
        " over, and nobody plays any more cards.",
        _BOTH,
    )


def _going_out(rules: Rules) -> str:
    """The clause about going out, in place of the replaced rule; the plugin `floating` has its own."""
    if "floating" in rules.plugins:
        return "When somebody has gone out, "
    if rules.has("out.discard", "required"):
        return "You go out by discarding your last card, but "
    return "You go out by playing all your cards to the table or by discarding your last card, but "


@hookimpl
def entries() -> tuple[RuleEntry, ...]:
    """List the rules that the plugin adds, with those that they replace."""
    return (
        RuleEntry(
            ADD_RULE,
            "Scoring",
            "Nobody loses points for cards left in hand. Whoever goes out scores the cards that the others still hold.",
            _BOTH,
            ours="Where sides play, the cards of a player's own side are not scored. Where a later plugin deducts"
            " hands, those hands are not scored as well.",
            statement=_adds,
            replaces=("score.hand", "score.no-bonus"),
        ),
        RuleEntry(
            LATE_RULE,
            "Going out, and the end of the stock",
            "After somebody has gone out, the others may still lay off on opponents' melds.",
            _BOTH,
            ours="The others are asked in turn, starting on the left, except players without cards. Each scores what"
            " they lay off. The melds of all opponents are open to them.",
            options=(LATE, "meld.layoff", "meld.first-minimum"),
            statement=_late,
            replaces=("score.no-late-melds", "out.meld-or-discard"),
        ),
    )
