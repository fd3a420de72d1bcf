"""Judge an action by the rule catalogue, and generate actions that are surely legal by it.

It does not judge whether the turn can end after an action (`turn.no-stranding`), nor the answers of plugins.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator

from tests.core_laws.shapes import Play, Shapes, lay_offs, new_meld, new_melds, wrong_use

from rummy500.actions import CALL, DISCARD, DRAW, LAY, MELD, NONE, PASS, TAKE, USE_LAY, USE_NONE, Action
from rummy500.cards.cards import SPARE
from rummy500.cards.pieces import Meld
from rummy500.engine.views import seat_view
from rummy500.rules.options import CALLS, DISCARD_BARRED, DRAW_DEEP_USE, DRAW_TOP, MELD_LAYOFF, OUT_DISCARD, STOCK_EMPTY
from rummy500.rules.rules import Rules
from rummy500.state import DRAW_PHASE, OFFER_PHASE, PLAY_PHASE, PublicState, State
from rummy500_testing.model import (
    Faces,
    answered,
    any_answered,
    core_move,
    face,
    faces_of_bag,
    faces_of_pieces,
    hand_of,
    has_hook,
    has_opened,
    on_table,
    opening_minimum,
    places_taken,
)


def holds(cards: Faces, others: Faces) -> bool:
    """Return whether all of some cards are among others."""
    return all(cards[face] >= many for face, many in others.items())


# ---------------------------------------------------------------- judging
# Judge an action by the rule catalogue: its seat, phase, cards, use and place.

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
    again = STOCK_EMPTY.of(rules.options) == "reshuffle" and len(public.pile) > 1 and not public.stale
    return bool(state.stock) or again


def at_side(rules: Rules, state: State, seat: int) -> Faces:
    """Return the cards beside the hand that a plugin lets the seat play."""
    beside = rules.melding.side_cards if has_hook(rules, "pack.side_cards") else None
    return Counter() if beside is None else faces_of_bag(beside(rules, seat_view(rules, state, seat)))


def not_to_be_discarded(rules: Rules, state: State) -> Faces:
    """Return the cards that may not be discarded this turn (`discard.not-taken`, `discard.not-drawn`)."""
    turn = state.public.turn
    taken = faces_of_bag(turn.taken)
    if DISCARD_BARRED.of(rules.options) == "drawn":
        barred = faces_of_bag(state.drawn) or taken
    else:
        barred = taken if taken.total() == 1 else Counter[int]()
    return barred - sum((faces_of_pieces(each.pieces) for each in turn.plays), Counter[int]())


def must_be_used(rules: Rules, state: State, collected: int) -> bool:
    """Return whether a taken card must be used at once (`draw.top`, `draw.deep`)."""
    if state.public.phase == OFFER_PHASE:
        return False
    return collected > 1 or DRAW_TOP.of(rules.options) == "must-meld"


def may_call_again(rules: Rules, public: PublicState, seat: int) -> bool:
    """Return whether a turn began with a call and has played nothing but that call's cards (`call.top`)."""
    if (
        CALLS.of(rules.options) != "top"
        or public.phase != PLAY_PHASE
        or seat != public.to_act
        or not public.turn.claimed
    ):
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
    if must and action.use == USE_LAY and DRAW_DEEP_USE.of(rules.options) == "new-meld":
        return "the card is laid off, and a new meld is due (draw.deep-use)"
    collected = Counter(pile[-place] for place in places)
    playable = hand_of(state, action.seat) + at_side(rules, state, action.seat)
    return _wrong_play(rules, shapes, state, action, playable + collected, len(places))


def _wrong_call(rules: Rules, shapes: Shapes, state: State, action: Action) -> str | None:
    public, kind = state.public, CALLS.of(rules.options)
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
    if MELD_LAYOFF.of(rules.options) == "after-meld" and not _has_melded(public, action.seat):
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
    stays_in_hand = action.verb == CALL and CALLS.of(rules.options) == "last-discard"
    from_hand = sum(face(piece) != SPARE for piece in action.pieces)  # a spare card is in no hand
    empties = state.public.hand_size(action.seat) + collected == from_hand
    if (
        empties
        and not stays_in_hand
        and OUT_DISCARD.of(rules.options) == "required"
        and not any_answered(rules, "uses")
    ):
        return "everything is melded, and going out takes a discard (out.discard-required)"
    return None


def _wrong_place(rules: Rules, public: PublicState, seat: int, meld: Meld) -> str | None:
    kind = MELD_LAYOFF.of(rules.options)
    if kind == "after-meld" and not _has_melded(public, seat):
        return "the seat has melded nothing yet (meld.layoff-after-meld)"
    if kind == "own" and rules.sides[meld.owner] != rules.sides[seat]:
        return "the meld is another side's (meld.layoff-own)"
    return None


def _has_melded(public: PublicState, seat: int) -> bool:
    return any(meld.owner == seat for meld in public.table)


# ---------------------------------------------------------------- surely legal
# Generate surely legal actions: the rule catalogue alone allows them, and the turn can end after them.

#: With an answer of a plugin to one of these hooks, no play or end of a turn is sure.
_OF_PLAYS = ("may.meld", "may.lay", "wilds.now", "may.discard", "pack.side_cards", "duties")
_OF_TAKES = (*_OF_PLAYS, "collects", "must_use", "may.take")
_OF_OFFERS = ("must_use", "may.take", "collects", "may.discard", "duties")
#: The most depths of a large pile that are checked.
_DEPTHS = 2


def surely_legal(rules: Rules, shapes: Shapes, state: State, rng: random.Random) -> Iterator[Action]:
    """Generate actions that are legal beyond doubt; not every legal action is among them.

    Args:
        rules: the rules in force.
        shapes: the shapes of melds under them.
        state: the state.
        rng: chooses the depths to check in a large pile.

    Yields:
        Actions with pieces in any order.
    """
    public = state.public
    seat = public.to_act
    if public.phase == OFFER_PHASE and not any_answered(rules, *_OF_OFFERS):
        yield from _of_the_core(rules, state, [Action(seat, TAKE, public.pile[-1], 1), Action(seat, PASS)])
    elif public.phase == DRAW_PHASE:
        found = [*_from_stock(rules, state), *_takes(rules, shapes, state, rng), *_calls(rules, shapes, state, rng)]
        yield from _of_the_core(rules, state, found)
    elif public.phase == PLAY_PHASE:
        found = [*_discards(rules, state), *_plays(rules, shapes, state)]
        if may_call_again(rules, public, seat):
            found += _calls(rules, shapes, state, rng)
        yield from _of_the_core(rules, state, found)


def _of_the_core(rules: Rules, state: State, actions: Iterable[Action]) -> Iterator[Action]:
    for action in actions:
        if core_move(rules, action, state.public.phase) is not None:
            yield action


def _from_stock(rules: Rules, state: State) -> Iterator[Action]:
    seat = state.public.to_act
    if not any_answered(rules, "may.draw"):
        yield Action(seat, DRAW if can_draw(rules, state) else PASS)


def _opened(rules: Rules, state: State, seat: int) -> bool:
    """Return whether no opening minimum is due from a seat."""
    return not opening_minimum(rules, state, seat) or has_opened(state.public, seat)


def _reaches_minimum(rules: Rules, shapes: Shapes, state: State, play: Play) -> bool:
    """Return whether no opening minimum is due after a play: a new meld may reach it alone."""
    seat = state.public.to_act
    if _opened(rules, state, seat):
        return True
    use, pieces, _ = play
    points = sum(on_table(rules, new_meld(shapes, seat, use, pieces))) if use != USE_LAY else 0
    return points >= opening_minimum(rules, state, seat)


def _discards(rules: Rules, state: State) -> Iterator[Action]:
    """List the discards of all cards that nothing bars (`discard.one`, `meld.optional`)."""
    seat = state.public.to_act
    started = state.public.turn.plays and not _opened(rules, state, seat)
    if any_answered(rules, "may.discard", "duties") or started:
        return
    hand, barred = hand_of(state, seat), not_to_be_discarded(rules, state)
    for card in hand:
        if hand[card] > barred[card]:
            yield Action(seat, DISCARD, card)


def _ends(rules: Rules, left: Faces, barred: Faces) -> bool:
    """Return whether the turn surely ends with some cards left: by an unbarred discard, or with no card."""
    if not left.total():
        return OUT_DISCARD.of(rules.options) == "optional"
    return any(many > barred[card] for card, many in left.items())


def _plays(rules: Rules, shapes: Shapes, state: State) -> Iterator[Action]:
    seat = state.public.to_act
    if any_answered(rules, *_OF_PLAYS):
        return
    hand, barred = hand_of(state, seat), not_to_be_discarded(rules, state)
    for use, pieces, on in new_melds(shapes, hand) | lay_offs(shapes, hand, state.public.table):
        gone = faces_of_pieces(pieces)
        action = Action(seat, LAY if use == USE_LAY else MELD, use=use, pieces=pieces, on=on)
        ends = _ends(rules, hand - gone, barred - gone) and _reaches_minimum(rules, shapes, state, (use, pieces, on))
        if ends and why_wrong(rules, shapes, state, action) is None:
            yield action


def _takes(rules: Rules, shapes: Shapes, state: State, rng: random.Random) -> Iterator[Action]:
    public = state.public
    seat, pile = public.to_act, public.pile
    if any_answered(rules, *_OF_TAKES) or public.turn.stock_only or not pile:
        return
    hand = hand_of(state, seat)
    if not must_be_used(rules, state, 1) and hand.total():
        yield Action(seat, TAKE, pile[-1], 1)
    for depth in sorted({1, *(rng.randint(1, len(pile)) for _ in range(_DEPTHS))}):
        card, collected = pile[-depth], Counter(pile[-depth:])
        for use, pieces, on in _holding(shapes, state, hand + collected, card):
            gone = faces_of_pieces(pieces)
            left = hand + collected - gone
            barred = collected if depth == 1 or DISCARD_BARRED.of(rules.options) == "drawn" else Counter[int]()
            action = Action(seat, TAKE, card, depth, use, pieces, on)
            ends = _ends(rules, left, barred - gone) and _reaches_minimum(rules, shapes, state, (use, pieces, on))
            if ends and why_wrong(rules, shapes, state, action) is None:
                yield action


def _holding(shapes: Shapes, state: State, cards: Faces, card: int) -> Iterator[Play]:
    """List the plays that contain a card."""
    for each in new_melds(shapes, cards) | lay_offs(shapes, Counter({card: 1}), state.public.table):
        if card in [face(piece) for piece in each[1]]:
            yield each


def _calls(rules: Rules, shapes: Shapes, state: State, rng: random.Random) -> Iterator[Action]:
    public, kind = state.public, CALLS.of(rules.options)
    if any_answered(rules, *_OF_TAKES, "may.call") or not public.pile or public.last < 0:
        return
    seat = rng.choice([each for each in range(rules.seats) if each != public.last])
    seat = public.to_act if public.phase == PLAY_PHASE else seat
    last_only = kind == "last-discard"
    if not last_only and not _opened(rules, state, seat):
        return
    depth = 1 if last_only else rng.randint(1, len(public.pile))
    hand, pile = hand_of(state, seat), public.pile[-depth:]
    for use, pieces, on in _holding(shapes, state, Counter(pile), pile[0]):
        action = Action(seat, CALL, NONE, depth, use, pieces, on)
        gone = faces_of_pieces(pieces)
        barred = Counter(pile) if depth == 1 or DISCARD_BARRED.of(rules.options) == "drawn" else Counter[int]()
        ends = last_only or _ends(rules, hand + Counter(pile) - gone, barred - gone)
        if ends and why_wrong(rules, shapes, state, action) is None:
            yield action
