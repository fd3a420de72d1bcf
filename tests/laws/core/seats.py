"""Laws of fairness: no seat is special. If every seat moves round the table, nothing else changes.

Nothing is compared where a plugin remembers something, since its memory may name seats, and where the move would
separate partners.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Final, TypeVar

from tests.laws.core.scores import added

from rummy500.base.records import replace
from rummy500.cards.pieces import Meld
from rummy500.engine.listing import legal_actions
from rummy500.engine.match import Match, match_with_scores, record_hand, start_match
from rummy500.engine.scoring import score_hand
from rummy500.engine.step import apply, is_over
from rummy500.rules.actions import Action
from rummy500.rules.memory import hand_start, match_start
from rummy500.rules.options import MATCH_TARGET
from rummy500.rules.rules import Rules
from rummy500.rules.state import State, packed_sizes
from rummy500_testing.altering import hand_in_match
from rummy500_testing.law import Fault, law
from rummy500_testing.play import Counted, Snapshot, Step

#: How many rotations of the seats are tried with one counted hand.
_ROTATIONS: Final = 2
_UNLIKE: Final = "the seats are not treated alike: "


@law(costly=True)
def lists_rotate_with_the_seats(snapshot: Snapshot) -> Fault | None:
    """If all seats are rotated, the same actions are listed, each for the rotated seat."""
    rules, state = snapshot.rules, snapshot.state
    by = snapshot.rng.randrange(1, rules.seats)
    if not snapshot.whole or not can_rotate(rules, by) or not remembers_nothing(rules, state):
        return None
    where = rotated_state(rules, state, by)
    due = {rotated_action(action, by, rules.seats) for action in snapshot.listed}
    found = set(legal_actions(rules, where))
    for action in due - found:
        return Fault(f"with every seat moved round by {by} this is not listed, and it was before", action, "may", where)
    for action in found - due:
        return Fault(f"with every seat moved round by {by} this is listed, and it was not", action, "may_not", where)
    return None


@law(costly=True)
def steps_rotate_with_the_seats(step: Step) -> Fault | None:
    """If all seats are rotated, an action has the same effect on the rotated seats."""
    rules, before, after = step.rules, step.before, step.after
    by = step.rng.randrange(1, rules.seats)
    if not can_rotate(rules, by) or not remembers_nothing(rules, before):
        return None
    action = rotated_action(step.action, by, rules.seats)
    found, due = apply(rules, rotated_state(rules, before, by), action), rotated_state(rules, after, by)
    if (found.public, found.hands, found.drawn, found.stock) == (due.public, due.hands, due.drawn, due.stock):
        return None
    what = f"with every seat moved round by {by} the action does something else"
    return Fault(what, action, state=rotated_state(rules, before, by))


@law()
def scores_rotate_with_the_seats(counted: Counted) -> Fault | None:
    """If all seats are rotated, each rotated seat scores the same, and the same players win."""
    rules, hand = counted.rules, counted.hand
    if not is_over(hand) or not remembers_nothing(rules, hand):
        return None
    rotations = (by for by in range(1, rules.seats) if can_rotate(rules, by))
    for by in islice(rotations, _ROTATIONS):
        fault = _rotated_scores(rules, counted, by)
        if fault is not None:
            return fault
    return None


def _rotated_scores(rules: Rules, counted: Counted, by: int) -> Fault | None:
    hand, turned = counted.hand, rotated_state(rules, counted.hand, by)
    # Where sides play, a line may be at any seat of its side.
    none = start_match(rules)
    scored = added(rules, none, score_hand(rules, hand).by_seat)
    found, due = added(rules, none, score_hand(rules, turned).by_seat), rotated_list(scored, by)
    if found != due:
        return Fault(f"{_UNLIKE}with every seat moved round by {by} the seats make {found} and not {due}", state=turned)
    scores, playoff = counted.before.scores, counted.before.playoff
    # These scores make everybody tie past the target once the hand is counted.
    level = tuple(MATCH_TARGET.of(rules.options) + 1 - points for points in scored)
    for points in (scores, level):
        one = _recorded(rules, hand, points, playoff=playoff)
        other = _recorded(rules, turned, rotated_list(points, by), playoff=playoff)
        won = tuple(sorted(rotated_seat(seat, by, rules.seats) for seat in one.winners))
        as_due = (won, one.playoff, rotated_list(one.scores, by), rotated_seat(one.dealer, by, rules.seats))
        if (tuple(sorted(other.winners)), other.playoff, other.scores, other.dealer) != as_due:
            shown, wanted = f"{other.winners} and scores {other.scores}", f"{won} and {rotated_list(one.scores, by)}"
            what = f"{_UNLIKE}with every seat moved round by {by} the match has winners {shown} instead of {wanted}"
            return Fault(what, state=turned)
    return None


def _recorded(rules: Rules, hand: State, scores: tuple[int, ...], *, playoff: bool) -> Match:
    """The match after a hand that was played with these scores."""
    before = match_with_scores(rules, scores, dealer=hand.public.match.dealer, playoff=playoff)
    return record_hand(rules, Match(before), hand_in_match(hand, before))


# ---------------------------------------------------------------- rotated
# Move every seat of a game round the table: seat 0 sits where seat 1 sat, and so on.

T = TypeVar("T")


def can_rotate(rules: Rules, by: int) -> bool:
    """Return whether partners stay partners if every seat moves round by some places."""
    sides, seats = rules.sides, rules.seats
    return all(
        (sides[one] == sides[other]) == (sides[(one + by) % seats] == sides[(other + by) % seats])
        for one in range(seats)
        for other in range(seats)
    )


def remembers_nothing(rules: Rules, state: State) -> bool:
    """Return whether no plugin remembers anything of hand or match; memory may name seats, and cannot be rotated."""
    match = state.public.match
    return state.memories == hand_start(rules, match) and match.memories == match_start(rules, match.scores)


def rotated_seat(seat: int, by: int, seats: int) -> int:
    """Return the new place of a seat; -1, for nobody or the deck, stays."""
    return (seat + by) % seats if seat >= 0 else seat


def rotated_list(values: Sequence[T], by: int) -> tuple[T, ...]:
    """Move a list of values, one for each seat, with the seats."""
    seats = len(values)
    return tuple(values[(seat - by) % seats] for seat in range(seats))


def rotated_action(action: Action, by: int, seats: int) -> Action:
    """Return an action as done by the seat at its new place."""
    return replace(action, seat=rotated_seat(action.seat, by, seats))


def rotated_state(rules: Rules, state: State, by: int) -> State:
    """Move every seat of a state round by some places; plugins must remember nothing."""
    public = state.public
    match = public.match
    scores = rotated_list(match.scores, by)
    seats = public.seats
    sizes = tuple(public.hand_size(seat) for seat in range(seats))
    turn = replace(
        public.turn,
        plays=tuple(rotated_action(play, by, seats) for play in public.turn.plays),
        pending=tuple(rotated_seat(seat, by, seats) for seat in public.turn.pending),
    )
    return replace(
        state,
        public=replace(
            public,
            to_act=rotated_seat(public.to_act, by, seats),
            last=rotated_seat(public.last, by, seats),
            match=replace(
                match,
                dealer=rotated_seat(match.dealer, by, seats),
                scores=scores,
                memories=match_start(rules, scores),
            ),
            out=rotated_seat(public.out, by, seats),
            table=tuple(_rotated_meld(meld, by, seats) for meld in public.table),
            turn=turn,
            sizes=packed_sizes(rotated_list(sizes, by)),
            known=rotated_list(public.known, by),
        ),
        hands=rotated_list(state.hands, by),
    )


def _rotated_meld(meld: Meld, by: int, seats: int) -> Meld:
    return replace(
        meld,
        owner=rotated_seat(meld.owner, by, seats),
        by=bytes(rotated_seat(player, by, seats) for player in meld.by),
    )
