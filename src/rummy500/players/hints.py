"""A hint for a person: what the greedy player would do, and why."""

from __future__ import annotations

from itertools import islice

import attrs

from rummy500.actions import CALL, DISCARD, DRAW, LAY, MELD, PASS, TAKE, Action
from rummy500.cards import card_text
from rummy500.engine.listing import LegalActions
from rummy500.players.greedy import MOST_LISTED, GreedyPlayer
from rummy500.players.worth import Worth
from rummy500.rules import Rules
from rummy500.state import View
from rummy500.translation import Sentence


@attrs.frozen
class Hint:
    """An action that the greedy player would choose, with its reason.

    Attributes:
        action: the action; `None` for letting a claim go.
        reason: the reason, as a sentence that can be translated.
    """

    action: Action | None
    reason: Sentence


def hint(rules: Rules, view: View, legal: LegalActions) -> Hint:
    """Find what the greedy player would do.

    Args:
        rules: the rules in force.
        view: what the seat sees.
        legal: what it may do; at least one action.

    Examples:
        >>> import rummy500 as r5
        >>> rules = r5.compose(seats=3)
        >>> hand = r5.deal(rules, seed=7)
        >>> view = r5.observe(rules, hand, 1)
        >>> found = hint(rules, view, r5.legal_actions(rules, view))
        >>> print(r5.action_text(found.action, hand), "-", found.reason)
        1: draw - No card of the pile is worth more to you than a card from the stock.
    """
    action = GreedyPlayer().choose(rules, view, legal)
    return Hint(action, _reason(Worth(rules, view), action, legal))


def hint_reason(verb: str, reason: str, template: str, **facts: object) -> Sentence:
    """Make the reason of a hint; `translation` lists the templates from the calls of this function."""
    return Sentence(f"hint:{verb}:{reason}", template, tuple((name, str(value)) for name, value in facts.items()))


def _reason(worth: Worth, action: Action | None, legal: LegalActions) -> Sentence:
    """Why the greedy player chooses an action."""
    if action is None:
        return hint_reason("let-go", "costs", "It would leave you with more points in hand than it scores.")
    if action.verb in (MELD, LAY):
        points = worth.played(action)
        return hint_reason("meld", "scores", "It scores {points}, safe on the table.", points=points)
    if action.verb in (TAKE, CALL):
        return _of_take(worth, action)
    if action.verb == DRAW:
        return hint_reason("draw", "best", "No card of the pile is worth more to you than a card from the stock.")
    if action.verb == PASS:
        return hint_reason("pass", "costs", "The card helps you less than it would cost in hand.")
    if action.verb == DISCARD:
        return _of_discard(worth, action.card, legal)
    return hint_reason("other", "only", "You have only moves of this kind, and the program cannot compare them.")


def _of_take(worth: Worth, action: Action) -> Sentence:
    points, added = worth.played(action), worth.added(action)
    if points and not added:
        return hint_reason("take", "scores-alone", "It scores {points}, safe on the table.", points=points)
    if points:
        scores = "It scores {points} now, and the other cards are worth more than they cost in hand."
        return hint_reason("take", "scores", scores, points=points)
    if added == 1:
        return hint_reason("take", "pays-alone", "The card is worth more to you than it would cost in hand.")
    return hint_reason("take", "pays", "The cards that come with it are worth more than they cost in hand.")


def _of_discard(worth: Worth, card: int, legal: LegalActions) -> Sentence:
    name, points, may_help_others = card_text(card), worth.in_hand(card), bool(worth.danger(card))
    discards = (action.card for action in islice(legal.plain(), MOST_LISTED) if action.verb == DISCARD)
    costliest = max(discards, key=worth.burden)
    if worth.burden(costliest) > worth.burden(card):
        safer = "{card} is a safer discard than {other}, which others may be able to use."
        return hint_reason("discard", "safer", safer, card=name, other=card_text(costliest))
    if worth.promise(card):
        if may_help_others:
            least_but = "{card} is your least useful card, though others may be able to use it."
            return hint_reason("discard", "least-but-useful", least_but, card=name)
        return hint_reason("discard", "least", "{card} is your least useful card.", card=name)
    if may_help_others:
        alone_but = "{card} goes with no other card of your hand, though others may be able to use it."
        return hint_reason("discard", "alone-but-useful", alone_but, card=name)
    alone = "{card} goes with no other card of your hand, and would cost {points} there."
    return hint_reason("discard", "alone", alone, card=name, points=points)
