"""Generate surely legal actions: the rule catalogue alone allows them, and the turn can end after them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator

from rummy500.actions import CALL, DISCARD, DRAW, LAY, MELD, NONE, PASS, TAKE, USE_LAY, Action
from rummy500.rules.rules import Rules
from rummy500.state import DRAW_PHASE, OFFER_PHASE, PLAY_PHASE, State
from rummy500_testing.model.cards import Faces, face, faces_of_pieces, hand_of
from rummy500_testing.model.judging import (
    can_draw,
    has_opened,
    may_call_again,
    must_be_used,
    not_to_be_discarded,
    opening_minimum,
    why_wrong,
)
from rummy500_testing.model.known import any_answered, core_move
from rummy500_testing.model.melds import Play, lay_offs, new_melds
from rummy500_testing.model.shapes import Shapes, new_meld
from rummy500_testing.model.values import on_table

#: With an answer of a plugin to one of these hooks, no play or end of a turn is sure.
_OF_PLAYS = ("may.meld", "may.lay", "wilds.now", "may.discard", "pack.side_cards", "duties")
_OF_TAKES = (*_OF_PLAYS, "pile_brings", "must_use", "may.take")
_OF_OFFERS = ("must_use", "may.take", "pile_brings", "may.discard", "duties")
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
        return rules.options["out.discard"] == "optional"
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
        card, brought = pile[-depth], Counter(pile[-depth:])
        for use, pieces, on in _holding(shapes, state, hand + brought, card):
            gone = faces_of_pieces(pieces)
            left = hand + brought - gone
            barred = brought if depth == 1 or rules.options["discard.barred"] == "drawn" else Counter[int]()
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
    public, kind = state.public, rules.options["call"]
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
        barred = Counter(pile) if depth == 1 or rules.options["discard.barred"] == "drawn" else Counter[int]()
        ends = last_only or _ends(rules, hand + Counter(pile) - gone, barred - gone)
        if ends and why_wrong(rules, shapes, state, action) is None:
            yield action
