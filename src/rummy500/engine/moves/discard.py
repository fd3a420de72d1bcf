"""`discard 9s`: ends the turn, and the hand if it was the last card (`discard.*`, `out.meld-or-discard`).

Moves of plugins may end them, too: `refuse_end` says which duties are open then.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rummy500.base.errors import Reason, Refusal
from rummy500.cards.cards import CARD_BYTES, SPARE, card_text, count, remove, without
from rummy500.engine.facts import ViewFacts
from rummy500.engine.moves.call import ends_by_calling
from rummy500.engine.stranding import duties_in_force, has_free_card, may_go_on
from rummy500.engine.turns import begin_next_turn, core_next_turn
from rummy500.rules.actions import DISCARD, Action
from rummy500.rules.move import End, Move, MoveInPlay
from rummy500.rules.rules import Rules
from rummy500.rules.state import ONE_CARD, State, View, with_seat


def generate(facts: ViewFacts, *, plain: bool) -> Iterable[Action]:
    """A discard for each face of the hand that may go, whatever could be melded (`meld.optional`)."""
    rules, view, barred = facts.rules, facts.view, facts.barred
    if rules.turn.duties and refuse_end(rules, view, DISCARD_MOVE) is not None:
        return ()
    seat, hand = view.seat, view.hand
    if barred:
        allowed = rules.cache.actions.all_discards(seat, without(hand, barred))
        if allowed or not bar_yields(rules, view):
            return allowed
    return rules.cache.actions.all_discards(seat, hand)


def bar_yields(rules: Rules, view: View) -> bool:
    """`turn.no-stranding`: bars yield where no card may be discarded and no play can still end the turn."""
    return not has_free_card(rules, view) and not may_go_on(rules, view)


_NOT_HELD: Final = Reason("turn.cards", "not-held", "You do not have {card}.")
_DRAWN: Final = Reason("discard.not-drawn", "drawn", "You got {card} this turn and may not discard it yet.")
_TAKEN: Final = Reason("discard.not-taken", "taken", "You have just taken {card} from the pile; discard another.")


def check(rules: Rules, view: View, action: Action) -> Refusal | None:
    """Check that the card is in the hand, no duty is open, and nothing bars the card."""
    card = action.card
    held = count(view.hand, card) if 0 <= card <= SPARE else 0
    if not held:
        return _NOT_HELD(card=card_text(card))
    if rules.turn.duties:
        refusal = refuse_end(rules, view, DISCARD_MOVE)
        if refusal is not None:
            return refusal
    barred = rules.turn.barred(rules, view)
    if not barred or count(barred, card) < held or bar_yields(rules, view):
        return None
    return next(bar.why(card) for bar in rules.turn.bars if count(bar.cards(rules, view), card) >= held)


def refuse_drawn(card: int) -> Refusal:
    """`discard.not-drawn`: the card came this turn."""
    return _DRAWN(card=card_text(card))


def refuse_taken(card: int) -> Refusal:
    """`discard.not-taken`: the card is the lone top card just taken."""
    return _TAKEN(card=card_text(card))


def effect(rules: Rules, state: State, action: Action) -> State:
    """`discard.one`: the card lies on the pile; the next turn begins, or the hand is over."""
    before = state.public
    seat, card = action.seat, action.card
    hands = state.hands
    hand = remove(hands[seat], card)
    known = before.known
    if known[seat] and count(known[seat], card):
        known = with_seat(known, seat, remove(known[seat], card))
    hands = with_seat(hands, seat, hand)
    pile = before.pile + CARD_BYTES[card]
    sizes = before.sizes - ONE_CARD[seat]
    if hand and rules.turn.turn_ended is core_next_turn:
        return begin_next_turn(rules, state, hands, pile, sizes, known)
    discarded = state.__replace__(public=before.__replace__(pile=pile, sizes=sizes, known=known), hands=hands)
    if not hand:
        return rules.turn.hand_emptied(rules, discarded, action)
    return rules.turn.turn_ended(rules, discarded)


def refuse_end(rules: Rules, view: View, move: Move) -> Refusal | None:
    """Why a move may not end the turn or the hand now: a duty is open that can be met.

    The one question that every move is asked which ends a turn or the hand (`Move.ends`), when actions are listed and
    when one is checked, from the view before the end. Plays that empty a hand are judged by the search
    (`engine/stranding.py`).
    """
    gives_last = "card" in move.fields and view.public.hand_size(view.seat) == 1
    end: End = "hand" if move.ends == "hand" or gives_last else "turn"
    refusals = {
        duty: refusal
        for duty in rules.turn.duties
        if duty.binds(end) and (refusal := duty.why(rules, view)) is not None
    }
    if not refusals or not (may_go_on(rules, view) or ends_by_calling(rules, view)):
        return None
    return next((refusals[duty] for duty in duties_in_force(rules, view) if duty in refusals), None)


DISCARD_MOVE = MoveInPlay(DISCARD, generate=generate, check=check, effect=effect, fields=("card",), ends="turn")
