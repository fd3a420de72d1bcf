"""Tests that general laws judge moves of plugins by what they change, at the defaults of `check_laws`."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tests.hooks.samples import plugin

import rummy500 as r5
from rummy500.engine.plays import play_record
from rummy500.hooks import (
    JOKER,
    NONE,
    PLAY_PHASE,
    Action,
    Move,
    Reason,
    Refusal,
    Rules,
    State,
    View,
    ViewFacts,
    add,
    at_hand,
    check_at_hand,
    count,
    piece_card,
    piece_role,
    refuse_stranding,
    remove,
    replace,
    wrong_phase,
)
from rummy500.state import with_seat
from rummy500_testing import LAWS, check_laws

_LAY = "lay"
NO_JOKER = Reason("turn.cards", "no-joker", "No joker there stands for this card.")


def joker_for(view: View, card: int, on: int) -> int:
    """Return the place of a joker in a run that stands for a card, -1 if there is none."""
    meld = view.public.table[on]
    places = range(len(meld.pieces)) if meld.is_run else ()
    return next(
        (at for at in places if piece_card(meld.pieces[at]) == JOKER and piece_role(meld.pieces[at]) == card), -1
    )


def redeemed(view: View, card: int, on: int, credit: Callable[[int, int], int]) -> View:
    """Put a card in the place of a joker in any run, and take the joker into the hand."""
    public, seat = view.public, view.seat
    at, meld = joker_for(view, card, on), public.table[on]
    by = bytes(credit(seat, player) if place == at else player for place, player in enumerate(meld.by))
    now = replace(meld, pieces=(*meld.pieces[:at], card * 65, *meld.pieces[at + 1 :]), by=by)
    played = play_record(seat, _LAY, (card * 65,), on)
    known = public.known[seat]
    known = add(remove(known, card) if count(known, card) else known, JOKER)
    after = replace(
        public,
        table=(*public.table[:on], now, *public.table[on + 1 :]),
        known=with_seat(public.known, seat, known),
        turn=replace(public.turn, plays=(*public.turn.plays, played)),
    )
    return replace(view, public=after, hand=add(remove(view.hand, card), JOKER))


def redeem(credit: Callable[[int, int], int]) -> Move:
    """Make the move `redeem 9h on m1`, which may take any player's joker."""

    def found(rules: Rules, view: View) -> Iterable[Action]:
        for on, meld in enumerate(view.public.table):
            for piece in meld.pieces if meld.is_run else ():
                card = piece_role(piece)
                if piece_card(piece) == JOKER and count(at_hand(rules, view), card):
                    yield Action(view.seat, "redeem", NONE, 0, _LAY, (card * 65,), on)

    def generate(facts: ViewFacts, *, plain: bool) -> Iterable[Action]:
        listed = dict.fromkeys(found(facts.rules, facts.view))
        return [each for each in listed if check(facts.rules, facts.view, each) is None]

    def check(rules: Rules, view: View, action: Action) -> Refusal | None:
        refusal = check_at_hand(at_hand(rules, view), action.pieces)
        if refusal is not None:
            return refusal
        card = piece_card(action.pieces[0]) if len(action.pieces) == 1 else NONE
        if not 0 <= action.on < len(view.public.table) or joker_for(view, card, action.on) < 0:
            return NO_JOKER()
        return refuse_stranding(rules, redeemed(view, card, action.on, credit))

    def effect(rules: Rules, state: State, action: Action) -> State:
        seat = action.seat
        view = View(seat, state.public, state.hands[seat], state.drawn, state.memories)
        after = redeemed(view, piece_card(action.pieces[0]), action.on, credit)
        return replace(state, public=after.public, hands=with_seat(state.hands, seat, after.hand))

    fields = ("use", "pieces", "on")
    return Move("redeem", (PLAY_PHASE,), "turn", generate, check, effect, wrong_phase, fields, (_LAY,))


def to_its_player(seat: int, _: int) -> int:
    """Credit the card to the seat that has played it."""
    return seat


def to_the_joker(_: int, player: int) -> int:
    """Credit the card to the seat that has played the joker: an author's mistake."""
    return player


def rules_with(credit: Callable[[int, int], int]) -> Rules:
    rule = plugin("kaluki", moves=lambda: (redeem(credit),))
    return r5.compose("pagat", [rule], {"deck.jokers": 4}, seats=3)


def test_a_redeemed_card_that_counts_for_another_seat_is_found_at_the_defaults() -> None:
    (keep,) = (law for law in LAWS if law.name == "cards keep their player")
    (broken,) = check_laws(rules_with(to_the_joker), laws=[keep]).broken
    assert " has played " in broken.fault.what


def test_a_redeemed_card_that_counts_for_its_player_breaks_no_law() -> None:
    report = check_laws(rules_with(to_its_player))
    report.require()
    (keep,) = (row for row in report.rows if row.name == "cards keep their player")
    assert keep.skipped == 0
    assert {str(thing): times for thing, times in report.seen.counts.items()}["move redeem"] > 0
