"""Laws that compare the list of legal actions with the rule catalogue: melds, lay-offs, takes, calls, discards.

They compare in both directions: listed actions are right under the options, and surely legal ones are listed. Answers
of plugins are not judged: where a plugin restricts melds, lay-offs, takes or calls, its refusals need not be listed;
where it decides which cards come with a taken one or which cards are wild, its answer is accepted.
"""

from __future__ import annotations

import random
from typing import Final, TypeAlias

from tests.core_laws.judging import surely_legal, why_wrong
from tests.core_laws.shapes import as_card, as_itself, as_rank, shapes_of, wrong_meld

from rummy500.actions import LAY, MELD, NONE, USE_GROUP, USE_LAY, USE_RUN, Action
from rummy500.cards.cards import JOKER, cards_of
from rummy500.cards.pieces import group_order, natural_order, run_order
from rummy500.engine.step import why_not
from rummy500.records import replace
from rummy500.rules.rules import Rules
from rummy500.state import PLAY_PHASE, State
from rummy500_testing.law import Fault, law
from rummy500_testing.laws.answers import out_of_turn
from rummy500_testing.model import RANKS, SUITS
from rummy500_testing.play import Snapshot, Step, take_snapshot
from rummy500_testing.positions import near_miss_hand

#: How many listed actions of one state are judged, and how many near-miss hands are generated.
_JUDGED: Final = 25
_NEAR_MISS_HANDS: Final = 16
#: One such hand in this many is before its draw.
_EARLY: Final = 4
#: How many near misses of plays are tried in one state.
_NEAR_MISSES: Final = 12
_ORDERS: Final = {USE_RUN: run_order, USE_GROUP: group_order, USE_LAY: natural_order}
#: An action without the order of its pieces.
_Unordered: TypeAlias = tuple[int, str, int, int, str, tuple[int, ...], int]


@law()
def melds_follow_the_options(step: Step) -> Fault | None:
    """Each meld that an action leaves on the table is a group or a run under the options in force."""
    before = set(step.before.public.table)
    shapes = None
    for number, meld in enumerate(step.after.public.table, 1):
        if meld not in before:
            shapes = shapes or shapes_of(step.rules)
            wrong = wrong_meld(shapes, meld)
            if wrong is not None:
                return Fault(f"m{number} is not a meld: {wrong}")
    return None


@law()
def listed_actions_are_right(snapshot: Snapshot) -> Fault | None:
    """A listed action agrees with the rule catalogue: seat, phase, cards, roles, place, and required use."""
    shapes = shapes_of(snapshot.rules)
    for action in snapshot.some(_JUDGED):
        wrong = why_wrong(snapshot.rules, shapes, snapshot.state, action)
        if wrong is not None:
            return Fault(f"it is listed, and {wrong}", action, "may_not", snapshot.state)
    return None


@law(costly=True)
def legal_actions_are_listed(snapshot: Snapshot) -> Fault | None:
    """An action that is clearly legal by the rule catalogue is listed and not refused."""
    if not snapshot.whole:
        return None
    listed = {_plain(action) for action in snapshot.listed}
    for action in surely_legal(snapshot.rules, shapes_of(snapshot.rules), snapshot.state, snapshot.rng):
        refusal = why_not(snapshot.rules, snapshot.state, _in_order(action))
        if refusal is not None:
            what = f"it is legal by the rule catalogue, and refused: {refusal}"
            return Fault(what, _in_order(action), "do", snapshot.state)
        if _plain(action) not in listed:
            return Fault(
                "it is legal by the rule catalogue, and it is not listed", _in_order(action), "may", snapshot.state
            )
    return None


def _plain(action: Action) -> _Unordered:
    pieces = tuple(sorted(action.pieces))
    return action.seat, action.verb, action.card, action.depth, action.use, pieces, action.on


def _in_order(action: Action) -> Action:
    """Put the pieces of an action in the order in which they are written."""
    order = _ORDERS.get(action.use)
    return action if order is None else replace(action, pieces=order(action.pieces))


@law(costly=True)
def near_misses_are_refused(snapshot: Snapshot) -> Fault | None:
    """A near miss of a meld or a lay-off that the rule catalogue forbids is refused."""
    rules, state = snapshot.rules, snapshot.state
    seat = state.public.to_act
    if state.public.phase != PLAY_PHASE or not state.hands[seat]:
        return None
    shapes = shapes_of(rules)
    for _ in range(_NEAR_MISSES):
        use, pieces, on = near_miss_play(state, seat, snapshot.rng)
        action = Action(seat, LAY if use == USE_LAY else MELD, use=use, pieces=pieces, on=on)
        wrong = why_wrong(rules, shapes, state, action)
        if wrong is not None and why_not(rules, state, action) is None:
            return Fault(f"it is accepted, and {wrong}", action, "refuse", state)
    return None


@law(name="near-miss hands are listed correctly")
def near_miss_hands_are_listed_correctly(rules: Rules) -> Fault | None:
    """In near-miss hands, listed actions are right, clearly legal ones are listed, and illegal ones are refused."""
    rng = random.Random("hands that are nearly melds")
    for number in range(_NEAR_MISS_HANDS):
        snapshot = take_snapshot(rules, near_miss_hand(rules, rng, draws=number % _EARLY > 0), rng)
        for each in (listed_actions_are_right, legal_actions_are_listed, near_misses_are_refused):
            fault = each.fault_in(snapshot)
            if fault is not None:
                return fault
    return None


# ---------------------------------------------------------------- near miss play
# Near misses of plays.

#: The most cards of a near miss of a lay-off; a new meld has up to two more.
_MOST_PLAYED: Final = 3


def near_miss_play(state: State, seat: int, rng: random.Random) -> tuple[str, tuple[int, ...], int]:
    """Choose cards of a hand, most of one rank or one suit, as a new meld or a lay-off, right or wrong.

    Args:
        state: the state.
        seat: a seat with a card in hand.
        rng: chooses the cards, the roles of wild ones, and the use.

    Returns:
        The use, the pieces in canonical order, and the number of the meld.
    """
    cards = list(cards_of(state.hands[seat]))
    first, many = rng.choice(cards), rng.randint(1, _MOST_PLAYED)
    use = rng.choice((USE_RUN, USE_GROUP, USE_LAY)) if state.public.table else rng.choice((USE_RUN, USE_GROUP))
    along = rng.randrange(2) if use == USE_LAY else int(use == USE_RUN)
    like = [card for card in cards if card == JOKER or _alike(card, first, along=bool(along))]
    some = rng.sample(like, min(many if use == USE_LAY else many + 2, len(like)))
    low = rng.randrange(RANKS)
    pieces = [_in_a_role(card, first, low + place, run=bool(along)) for place, card in enumerate(some)]
    on = rng.randrange(len(state.public.table)) if use == USE_LAY else NONE
    return use, _ORDERS[use](pieces), on


def _alike(card: int, other: int, *, along: bool) -> bool:
    return card // RANKS == other // RANKS if along else card % RANKS == other % RANKS


def _in_a_role(card: int, like: int, place: int, *, run: bool) -> int:
    """Make a piece: a card as itself, a joker as a card of the suit or the rank of another."""
    if card != JOKER:
        return as_itself(card)
    if run:
        return as_card(card, like // RANKS % len(SUITS) * RANKS + place % RANKS)
    return as_rank(card, like % RANKS)


# ---------------------------------------------------------------- core turns
# Law of turns, by the rule catalogue.


@law()
def out_of_turn_is_refused(snapshot: Snapshot) -> Fault | None:
    """An action out of phase, out of turn, or without a required use is refused."""
    rules, state = snapshot.rules, snapshot.state
    shapes = shapes_of(rules)
    for action in out_of_turn(snapshot):
        wrong = why_wrong(rules, shapes, state, action)
        if wrong is not None and why_not(rules, state, action) is None:
            return Fault(f"it is accepted, and {wrong}", action, "refuse")
    return None
