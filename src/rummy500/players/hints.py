"""Hints for a person: an action that a player would choose, and why."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Final

import attrs

from rummy500.base.errors import Sentence
from rummy500.cards.cards import card_text, size
from rummy500.engine.listing import LegalActions
from rummy500.engine.step import apply, is_over
from rummy500.engine.views import check_table
from rummy500.fast.hand import SplitMix64
from rummy500.notation.translation import HintReason, move_hint
from rummy500.players.judge import Judge
from rummy500.players.players import MOST_LISTED, HardPlayer, is_core_action, world_of
from rummy500.players.search import WORLDS, ExpertPlayer
from rummy500.players.worth import Worth
from rummy500.rules.actions import CALL, DISCARD, DRAW, LAY, MELD, PASS, TAKE, Action
from rummy500.rules.rules import Rules
from rummy500.rules.state import View


@attrs.frozen
class Hint:
    """An action that a player of the level *expert* would choose, with its reason.

    Attributes:
        action: the action; `None` for letting a claim go.
        reason: the reason, as a sentence that can be translated.
    """

    action: Action | None
    reason: Sentence


#: A hint takes so many seconds at most. Equal views give equal hints if time suffices.
_SECONDS: Final = 0.8


def hint(rules: Rules, view: View, legal: LegalActions) -> Hint:
    """Find what a player of the level *expert* would do; where nothing can be searched, one of the level *hard*.

    Where a plugin adds a move it is hard's choice, too: playouts make such moves by chance.

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
        1: draw - Nothing on the pile beats a fresh card.
    """
    check_table(rules, view)
    is_core = all(is_core_action(rules, view, each) for each in islice(legal.plain(), MOST_LISTED))
    player = ExpertPlayer(SplitMix64(0), worlds=WORLDS, seconds=_SECONDS)
    action = (player if is_core else _HARD).choose(rules, view, legal)
    return Hint(action, _reason(Worth(rules, view), action, legal, player.judge))


_COSTS: Final = HintReason("let-go", "costs", "It would leave you with more points in hand than it scores.")
_SCORES: Final = HintReason("meld", "scores", "It scores {points:number}, safe on the table.")
_BEST: Final = HintReason("draw", "best", "Nothing on the pile beats a fresh card.")
_PASS_COSTS: Final = HintReason("pass", "costs", "The card helps you less than it would cost in hand.")
_LET_GO: Final = HintReason("let-go", "waits", "Let it go: what it takes may be worth more to you later.")
_EQUAL: Final = HintReason("other", "equal", "All your choices are equally good as far as the program can see.")
_MOST: Final = HintReason("other", "most", "It brings you the most points as far as the program can see.")


def _reason(worth: Worth, action: Action | None, legal: LegalActions, judge: Judge | None) -> Sentence:
    """Why an action is chosen: by what the judge has seen; without one, or for hard's own action, by hard's reason."""
    found, is_of_hard = list(islice(legal.plain(), MOST_LISTED)), judge is None or action == judge.actions[0]
    if action is None:
        is_core = any(is_core_action(worth.rules, worth.view, each) for each in found)
        return _COSTS() if is_core and is_of_hard else _LET_GO()
    if not is_core_action(worth.rules, worth.view, action):
        added = [value for value, _ in _HARD.added(worth, found)]
        if len(set(added)) == 1 and 1 < len(added) == len(found):
            return _EQUAL()
        move = worth.rules.turn.move_of(action, worth.view.public.phase)
        return move_hint(move) if move is not None and move.hint else _MOST()
    if action.verb in (MELD, LAY):
        return _SCORES(points=worth.played(action))
    if action.verb in (TAKE, CALL):
        return _of_take(worth, action)
    if action.verb == DRAW:
        return _BEST()
    if action.verb == PASS:
        return _PASS_COSTS()
    if size(worth.view.hand) == 1:
        if any(each.verb in (MELD, LAY) for each in found):
            return _ENDS(card=card_text(action.card))
        return (_GOES_OUT if _ends_the_hand(worth, action) else _LAST)()
    discards = [each for each in found if each.verb == DISCARD]
    worse = discards if judge is None else [each for each in discards if judge.is_better(action, each)]
    waits = any(worth.played(each) > 0 for each in found if each.verb in (MELD, LAY))
    return _WAITS() if waits else _of_discard(worth, action.card, [each.card for each in worse], is_of_hard=is_of_hard)


def _ends_the_hand(worth: Worth, action: Action) -> bool:
    """Whether the discard of the last card ends the hand; a plugin that decides it is tried out."""
    if "hand_emptied" not in worth.rules.answered:
        return True
    world = world_of(worth.rules, worth.view)
    return world is not None and is_over(apply(worth.rules, world, action))


_SCORES_ALONE: Final = HintReason("take", "scores-alone", "It scores {points:number}, safe on the table.")
_TAKE_SCORES: Final = HintReason(
    "take", "scores", "It scores {points:number} now, and the other cards are worth more than they cost in hand."
)
_PAYS_ALONE: Final = HintReason("take", "pays-alone", "The card is worth more to you than it would cost in hand.")
_PAYS: Final = HintReason("take", "pays", "The cards that come with it are worth more than they cost in hand.")


def _of_take(worth: Worth, action: Action) -> Sentence:
    points, added = worth.played(action), worth.added(action)
    if points:
        return (_TAKE_SCORES if added else _SCORES_ALONE)(points=points)
    return (_PAYS_ALONE if added == 1 else _PAYS)()


_SAFER: Final = HintReason(
    "discard", "safer", "{card} is a safer discard than {other:card}, which an opponent may be able to use."
)
_LEAST_BUT_USEFUL: Final = HintReason(
    "discard", "least-but-useful", "You need {card} least, counting its points, though an opponent could use it."
)
_LEAST: Final = HintReason("discard", "least", "You need {card} least, counting its points.")
_ALONE_BUT_USEFUL: Final = HintReason(
    "discard",
    "alone-but-useful",
    "{card} combines with nothing in your hand, though an opponent may be able to use it.",
)
_ALONE: Final = HintReason(
    "discard", "alone", "{card} combines with nothing in your hand. If the hand ends, it costs you {points:number}."
)
_GIVES: Final = HintReason(
    "discard", "gives", "{other:card} would give {seat:seat} a meld with cards that everyone has seen. {card} is safer."
)
_FEEDS: Final = HintReason(
    "discard",
    "feeds",
    "{lying:card} is on the pile: throw {other:card}, and anyone with a third card can meld. {card} is safer.",
)
_JUDGED: Final = HintReason(
    "discard", "judged", "As far as the program can see, {card} is the discard that costs you least."
)
_WAITS: Final = HintReason("discard", "waits", "Wait: what you could lay down now should bring you more later.")
_ENDS: Final = HintReason("discard", "ends", "It ends the hand. If you lay {card} off, the others play on.")
_GOES_OUT: Final = HintReason("discard", "goes-out", "You go out with your last card.")
_LAST: Final = HintReason("discard", "last", "It is your last card.")


def _of_discard(worth: Worth, card: int, worse: Sequence[int], *, is_of_hard: bool) -> Sentence:
    """Why a card is discarded rather than cards that are worse."""
    points, helps = worth.in_hand[card], worth.danger(card) + worth.feed(card)
    riskier = [each for each in worse if worth.danger(each) + worth.feed(each) > helps]
    costliest = max(riskier, key=lambda each: _HARD.burden(worth, each), default=card)
    if _HARD.burden(worth, costliest) > _HARD.burden(worth, card):
        lying, seat = worth.fed_by(costliest), worth.taker(costliest)
        if seat is not None:
            return _GIVES(card=card_text(card), other=card_text(costliest), seat=seat)
        if lying is not None and not worth.danger(costliest):
            return _FEEDS(card=card_text(card), other=card_text(costliest), lying=card_text(lying))
        return _SAFER(card=card_text(card), other=card_text(costliest))
    if not is_of_hard:
        return _JUDGED(card=card_text(card))
    if worth.outs(card):
        return (_LEAST_BUT_USEFUL if helps else _LEAST)(card=card_text(card))
    if helps:
        return _ALONE_BUT_USEFUL(card=card_text(card))
    return _ALONE(card=card_text(card), points=points)


_HARD: Final = HardPlayer()
