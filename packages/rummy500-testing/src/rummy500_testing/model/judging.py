"""Judge an action by the rule catalogue: its seat, phase, cards, use and place.

It does not judge whether the turn can end after it (`turn.no-stranding`), nor the answers of plugins.
"""

from __future__ import annotations

from collections import Counter

from rummy500.actions import CALL, DISCARD, DRAW, LAY, MELD, PASS, TAKE, USE_LAY, USE_NONE, Action
from rummy500.cards.cards import SPARE
from rummy500.cards.pieces import Meld
from rummy500.engine.views import seat_view
from rummy500.rules.questions import FixedMinimum
from rummy500.rules.rules import Rules
from rummy500.state import DRAW_PHASE, OFFER_PHASE, PLAY_PHASE, PublicState, State
from rummy500_testing.model.cards import Faces, face, faces_of_bag, faces_of_pieces, hand_of, holds
from rummy500_testing.model.known import answered, any_answered, core_move, has_hook, number
from rummy500_testing.model.shapes import Shapes, wrong_use

_PHASES = {
    DRAW: (DRAW_PHASE,),
    TAKE: (DRAW_PHASE, OFFER_PHASE),
    PASS: (DRAW_PHASE, OFFER_PHASE),
    MELD: (PLAY_PHASE,),
    LAY: (PLAY_PHASE,),
    DISCARD: (PLAY_PHASE,),
    CALL: (DRAW_PHASE,),
}


def why_wrong(rules: Rules, shapes: Shapes, state: State, action: Action) -> str | None:
    """Find a fault in an action; `None` if the model knows of none.

    Args:
        rules: the rules in force.
        shapes: the shapes of melds under them.
        state: the state before it.
        action: an action; a plugin's own is never wrong.
    """
    public = state.public
    if action.verb not in _PHASES or core_move(rules, action, public.phase) is None or action.extra:
        return None
    if public.phase not in _PHASES[action.verb] and not (
        action.verb == CALL and may_call_again(rules, public, action.seat)
    ):
        return f"nobody can {action.verb} in the phase {public.phase!r} (turn.parts, draw.once)"
    if action.verb != CALL and action.seat != public.to_act:
        return f"it is the turn of seat {public.to_act} (turn.seat)"
    if action.verb == DRAW:
        return None if can_draw(rules, state) else "there is nothing to draw (stock.empty)"
    if action.verb == PASS:
        needless = public.phase == DRAW_PHASE and not any_answered(rules, "may.draw") and can_draw(rules, state)
        return "there is a card to draw (stock.empty)" if needless else None
    if action.verb == DISCARD:
        return _wrong_discard(rules, state, action)
    if action.verb == TAKE:
        return _wrong_take(rules, shapes, state, action)
    if action.verb == CALL:
        return _wrong_call(rules, shapes, state, action)
    return _wrong_play(rules, shapes, state, action, hand_of(state, action.seat) + at_side(rules, state, action.seat))


def can_draw(rules: Rules, state: State) -> bool:
    """Return whether a card can be drawn, if need be after a reshuffle (`stock.empty`, `stock.reshuffle`)."""
    public = state.public
    again = rules.options["stock.empty"] == "reshuffle" and len(public.pile) > 1 and not public.stale
    return bool(state.stock) or again


def at_side(rules: Rules, state: State, seat: int) -> Faces:
    """Return the cards beside the hand that a plugin lets the seat play."""
    beside = rules.melding.side_cards if has_hook(rules, "pack.side_cards") else None
    return Counter() if beside is None else faces_of_bag(beside(rules, seat_view(rules, state, seat)))


def places_taken(rules: Rules, state: State, action: Action) -> tuple[int, ...]:
    """Return the depths of the cards that a take or a call collects (`draw.deep`, `call.full`)."""
    brings = rules.turn.pile_brings if answered(rules, "pile_brings") else None
    depth, pile = action.depth, state.public.pile
    if action.verb == CALL and rules.options["call"] == "last-discard":
        return (1,)
    if brings is None:
        return tuple(range(1, depth + 1))
    view = seat_view(rules, state, action.seat)
    if action.verb == TAKE:
        return tuple(brings(rules, view, depth))
    claimed, wanted = [depth], faces_of_pieces(action.pieces)
    wanted[pile[-depth]] -= 1
    for place in range(1, depth):
        if wanted[pile[-place]] > 0:
            wanted[pile[-place]] -= 1
            claimed.append(place)
    return tuple(sorted({other for place in claimed for other in brings(rules, view, place)}))


def not_to_be_discarded(rules: Rules, state: State) -> Faces:
    """Return the cards that may not be discarded this turn (`discard.not-taken`, `discard.not-drawn`)."""
    turn = state.public.turn
    taken = faces_of_bag(turn.taken)
    if rules.options["discard.barred"] == "drawn":
        barred = faces_of_bag(state.drawn) or taken
    else:
        barred = taken if taken.total() == 1 else Counter[int]()
    return barred - sum((faces_of_pieces(each.pieces) for each in turn.plays), Counter[int]())


def has_opened(public: PublicState, seat: int) -> bool:
    """Return whether a seat had melded before this turn (`meld.first-minimum`)."""
    lies = sum(player == seat for meld in public.table for player in meld.by)
    now = sum(len(each.pieces) for each in public.turn.plays if each.seat == seat) if public.to_act == seat else 0
    return lies > now


def opening_minimum(rules: Rules, state: State, seat: int) -> int:
    """Return the points that the first melds of a seat must have: the option, or the answer of a plugin."""
    rule = rules.melding.opening_minimum
    if rule is None or isinstance(rule, FixedMinimum):
        return number(rules, "meld.first-minimum")
    return rule(rules, seat_view(rules, state, seat))


def must_be_used(rules: Rules, state: State, collected: int) -> bool:
    """Return whether a taken card must be used at once (`draw.top`, `draw.deep`)."""
    if state.public.phase == OFFER_PHASE:
        return False
    return collected > 1 or rules.options["draw.top"] == "must-meld"


def may_call_again(rules: Rules, public: PublicState, seat: int) -> bool:
    """Return whether a turn began with a call and has played nothing but that call's cards (`call.top`)."""
    if rules.options["call"] != "top" or public.phase != PLAY_PHASE or seat != public.to_act or not public.turn.claimed:
        return False
    played = sum((faces_of_pieces(play.pieces) for play in public.turn.plays), Counter[int]())
    return played == faces_of_bag(public.turn.taken)


def _wrong_discard(rules: Rules, state: State, action: Action) -> str | None:
    hand = hand_of(state, action.seat)
    if not hand[action.card]:
        return "the card is not in the hand (turn.cards)"
    barred = not_to_be_discarded(rules, state)
    other = any(hand[card] > barred[card] for card in hand)
    if hand[action.card] <= barred[action.card] and other and not any_answered(rules, "may.discard"):
        return "the card has come this turn and may not go, and another card can (discard.barred)"
    return None


def _wrong_take(rules: Rules, shapes: Shapes, state: State, action: Action) -> str | None:
    public = state.public
    pile, depth = public.pile, action.depth
    if not 1 <= depth <= len(pile) or pile[-depth] != action.card:
        return "the card does not lie there in the pile (turn.cards)"
    if public.turn.stock_only:
        return "nobody took the upcard, so the first seat draws from the stock (deal.opening-offer)"
    places = places_taken(rules, state, action)
    if depth not in places:
        return "the card cannot be taken (draw.deep)"
    must = None if answered(rules, "must_use") else must_be_used(rules, state, len(places))
    if action.use == USE_NONE:
        return "the card is not used at once (draw.top, draw.deep)" if must else None
    if public.phase == OFFER_PHASE and must is False:
        return "the upcard on offer is taken as it is (deal.opening-offer)"
    if action.card not in [face(piece) for piece in action.pieces]:
        return "other cards are used, and not the one that is taken (draw.deep-use)"
    if must and action.use == USE_LAY and rules.options["draw.deep-use"] == "new-meld":
        return "the card is laid off, and a new meld is due (draw.deep-use)"
    brought = Counter(pile[-place] for place in places)
    playable = hand_of(state, action.seat) + at_side(rules, state, action.seat)
    return _wrong_play(rules, shapes, state, action, playable + brought, len(places))


def _wrong_call(rules: Rules, shapes: Shapes, state: State, action: Action) -> str | None:
    public, kind = state.public, rules.options["call"]
    pile, depth = public.pile, action.depth
    if kind == "none":
        return "there are no calls (call.none)"
    if public.last < 0 or (public.phase == DRAW_PHASE and public.turn.claimed):
        return "no turn has ended, or its discard has been claimed (call.window, call.race)"
    if public.last == action.seat:
        return "the turn that has ended was the caller's own (call.not-own)"
    if not 1 <= depth <= len(pile) or pile[-depth] not in [face(piece) for piece in action.pieces]:
        return "the pile is claimed deeper than what is played (call.full)"
    if kind in ("layoffs", "last-discard") and action.use != USE_LAY:
        return "only a lay-off can be called (call.layoffs, call.last-discard)"
    if kind == "last-discard" and depth > 1:
        return "only the last discard can be called (call.last-discard)"
    if kind == "top" and len(places_taken(rules, state, action)) != len(action.pieces):
        return "not all that comes is played (call.top)"
    if rules.options["meld.layoff"] == "after-meld" and not _has_melded(public, action.seat):
        return "the caller has melded nothing yet (meld.layoff-after-meld)"
    if kind == "last-discard" and opening_minimum(rules, state, action.seat) and not has_opened(public, action.seat):
        return "the caller has not opened yet (meld.first-minimum)"
    return _wrong_play(rules, shapes, state, action, Counter(pile[-depth:]), len(places_taken(rules, state, action)))


def _wrong_play(
    rules: Rules, shapes: Shapes, state: State, action: Action, cards: Faces, collected: int = 0
) -> str | None:
    """Find a fault in playing some pieces out of some cards; `collected` counts the cards collected for it."""
    table = state.public.table
    meld = table[action.on] if 0 <= action.on < len(table) else None
    if not holds(cards, faces_of_pieces(action.pieces)):
        return "the seat does not have these cards (turn.cards)"
    if action.use == USE_LAY and meld is not None:
        refused = _wrong_place(rules, state.public, action.seat, meld)
        if refused is not None:
            return refused
    wrong = wrong_use(shapes, action.use, action.pieces, meld)
    if wrong is not None:
        return f"{wrong} (meld.*)"
    stays_in_hand = action.verb == CALL and rules.options["call"] == "last-discard"
    from_hand = sum(face(piece) != SPARE for piece in action.pieces)  # a spare card is in no hand
    empties = state.public.hand_size(action.seat) + collected == from_hand
    if empties and not stays_in_hand and rules.options["out.discard"] == "required" and not any_answered(rules, "uses"):
        return "everything is melded, and going out takes a discard (out.discard-required)"
    return None


def _wrong_place(rules: Rules, public: PublicState, seat: int, meld: Meld) -> str | None:
    kind = rules.options["meld.layoff"]
    if kind == "after-meld" and not _has_melded(public, seat):
        return "the seat has melded nothing yet (meld.layoff-after-meld)"
    if kind == "own" and rules.sides[meld.owner] != rules.sides[seat]:
        return "the meld is another side's (meld.layoff-own)"
    return None


def _has_melded(public: PublicState, seat: int) -> bool:
    return any(meld.owner == seat for meld in public.table)
