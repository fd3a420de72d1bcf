"""A hint for a person: what the greedy player would do, and why."""

from __future__ import annotations

from rummy500.actions import CALL, DISCARD, DRAW, LAY, MELD, PASS, TAKE, Action
from rummy500.cards import card_text
from rummy500.engine.listing import LegalActions
from rummy500.notation.actions import bare_text
from rummy500.players import GreedyPlayer
from rummy500.players.worth import Worth
from rummy500.rules import Rules
from rummy500.state import View


def hint(rules: Rules, view: View, legal: LegalActions) -> tuple[Action | None, str]:
    """Find what the greedy player would do.

    Args:
        rules: the rules in force.
        view: what the seat sees.
        legal: what it may do; at least one action.

    Returns:
        The action, `None` to let a claim go; and the action with its reason, in words.
    """
    action = GreedyPlayer().choose(rules, view, legal)
    if action is None:
        return None, "Let it go: it would leave you with more points in hand than it scores."
    return action, f"{bare_text(action, view)}: {_reason(Worth(rules, view), action)}"


def _reason(worth: Worth, action: Action) -> str:
    """Why the greedy player chooses an action."""
    points = worth.played(action)
    if action.verb in (MELD, LAY):
        return f"it scores {points} points, and points on the table are safe."
    if action.verb in (TAKE, CALL):
        now = f"it scores {points} points now, and " if points else ""
        return f"{now}the cards that come with it are worth more to you than they cost in hand."
    if action.verb == DRAW:
        return "no card of the pile is worth more to you than a card from the stock."
    if action.verb == PASS:
        return "the card helps you less than it would cost in hand."
    if action.verb == DISCARD:
        return _of_discard(worth, action.card)
    return "the greedy player takes the first such move, and weighs none of them."


def _of_discard(worth: Worth, card: int) -> str:
    name, points = card_text(card), worth.in_hand(card)
    useless = not worth.promise(card)
    goes = "goes with no other card that you hold" if useless else "is the card of your hand that you miss least"
    risk = "" if not worth.danger(card) else ", though others may use it"
    return f"{name} costs {points} points if it stays in your hand, and {goes}{risk}."
