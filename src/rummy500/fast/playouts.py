"""`playout` plays a hand to its end by a simple policy, repeatable from 64 random bits; `playouts` plays many."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import islice
from operator import itemgetter
from typing import Final, get_args

from rummy500.base.inputs import quoted, require_min
from rummy500.cards.cards import COUNT_BITS, RandomBits, below, check_source, faces_bag
from rummy500.engine.facts import collected_places
from rummy500.engine.listing import legal_actions
from rummy500.engine.scoring import points, points_in_hand
from rummy500.engine.step import apply, chance, is_over, resolve_chance
from rummy500.fast import plays
from rummy500.fast.hand import SplitMix64
from rummy500.fast.plays import FACES, Policy, Sensible
from rummy500.fast.reading import fast_hand, points_of, state_of
from rummy500.rules.actions import CALL, DISCARD, DRAW, LAY, MELD, NONE, PASS, TAKE, Action
from rummy500.rules.rules import Rules
from rummy500.rules.state import State

#: The most legal actions that a choice is made from: with many wild cards there can be millions.
MOST_CHOSEN_FROM: Final = 512


def playout(rules: Rules, state: State, random_source: RandomBits, policy: Policy, *, fast: bool = True) -> State:
    """Play a hand to its end by a simple policy, for all seats.

    Equal rules, states, policies and 64 random bits give the same hand on every Python, compiled or not. Another engine
    can play it, too:

    - `random_source.getrandbits(64)` seeds a SplitMix64 generator. A draw is the 32 high bits of its next word.
    - A number below n is a draw modulo n; a draw of `2**32 - 2**32 % n` or more is thrown away for the next one.
    - Where a reshuffle of n cards is due, card i changes places with the card at a number below i + 1, for each i from
      n - 1 down to 1. The cards are numbered from 0, the oldest of the pile first.
    - Otherwise one of the first 512 actions of `legal_actions(rules, state)` is applied, of all seats: that at a number
      below their length. The policy `"meld-first"` leaves only those that play cards, if there are any; `"sensible"`
      leaves those of the highest value ([its values](../design/speed.md#the-policy-sensible)).
    - Chance that is part of an action (`resolve_chance`) takes its draws after that number.

    Args:
        rules: the rules in force.
        state: the state to begin from.
        random_source: gives the seed; a `random.Random` is one.
        policy: `"random"`, `"meld-first"`, or `"sensible"`, which plays like a beginner.
        fast: whether a fast hand may play it, where the rules have a fast form; the hand is the same.

    Returns:
        The state in which the hand is over; `points` counts it.

    Raises:
        TypeError: for what is not a `State`, such as a view, and for a source without `getrandbits`.
        ValueError: for another policy.

    Examples:
        >>> import random
        >>> import rummy500 as r5
        >>> rules = r5.compose("classic", seats=2)
        >>> end = playout(rules, r5.deal(rules, seed=7), random.Random(7), "meld-first")
        >>> end.public.ended, points(rules, end)
        ('out', (111, 89))
    """
    _check(state, policy, random_source)
    generator = SplitMix64(random_source.getrandbits(64))
    hand = fast_hand(rules, state) if fast else None
    if hand is not None:
        hand.play_on(generator, MOST_CHOSEN_FROM, policy)
        return state_of(hand)
    return played_on(rules, state, generator, policy)


def played_on(
    rules: Rules,
    state: State,
    generator: SplitMix64,
    policy: Policy,
    turns: int | None = None,
    declines: int = NONE,
) -> State:
    """Play on by the engine as `FastHand.play_on` does, at most so many turns.

    The seat that declines does not act in the first of them.
    """
    ended = 0
    while not is_over(state) and ended != turns:
        due = chance(rules, state)
        if due is not None:
            state = apply(rules, state, due.sample(generator))
            continue
        actions = list(islice(legal_actions(rules, state), MOST_CHOSEN_FROM))
        if not actions:  # a plugin that is wrong may leave nobody a move
            break
        if declines != NONE:
            actions = [each for each in actions if each.seat != declines] or actions
            declines = NONE
        if policy == "meld-first":
            actions = [each for each in actions if each.pieces] or actions
        elif policy == "sensible":
            actions = _sensible(rules, state, actions)
        action = actions[below(len(actions), generator)]
        last = state.public.last
        state = apply(rules, state, resolve_chance(rules, state, action, generator))
        ended += state.public.last != last
    return state


def _sensible(rules: Rules, state: State, actions: Sequence[Action]) -> list[Action]:
    """The actions of the highest value (`Sensible`)."""
    values, pile = _values(points_in_hand(rules, state)), state.public.pile
    pile_faces = int(faces_bag(pile))

    def value(action: Action) -> int:
        kind, card, taken = _KINDS.get(action.verb, NONE), action.card, 0
        if kind in (plays.TAKE, plays.CALL):
            card = pile[-1]
            taken = int(faces_bag(bytes([pile[-depth] for depth in collected_places(rules, state, action)])))
        use, hand = action.bag & (FACES | COUNT_BITS), state.hands[action.seat] & FACES
        return values.value(kind, card, use, hand, pile_faces, taken)

    found = [(value(action), action) for action in actions]
    most = max(found, key=itemgetter(0))[0]
    return [action for each, action in found if each == most]


#: Points alone decide about values; few processes play rules with more than 64 tables of points.
_values: Final = lru_cache(64)(Sensible)
_KINDS: Final = {
    DRAW: plays.DRAW, PASS: plays.PASS, TAKE: plays.TAKE, CALL: plays.CALL, MELD: plays.PLAY, LAY: plays.PLAY,
    DISCARD: plays.DISCARD,
}  # fmt: skip


def playouts(
    rules: Rules, state: State, times: int, random_source: RandomBits, policy: Policy, *, fast: bool = True
) -> list[tuple[int, ...]]:
    """Play a hand to its end many times, and count the points of each end; errors are those of `playout`.

    Args:
        rules: the rules in force.
        state: the state to begin from.
        times: how many times.
        random_source: gives the seed of each, as for `playout`.
        policy: as of `playout`.
        fast: whether a fast hand may play them; the points are the same.

    Returns:
        The points of each side, as of `points`, for each time.

    Examples:
        >>> import random
        >>> import rummy500 as r5
        >>> rules = r5.compose("classic", seats=2)
        >>> playouts(rules, r5.deal(rules, seed=7), 3, random.Random(7), "meld-first")
        [(111, 89), (45, 113), (78, 142)]
    """
    _check(state, policy, random_source)
    require_min(0, times=times)
    hand = fast_hand(rules, state) if fast else None
    found: list[tuple[int, ...]] = []
    for _ in range(times):
        if hand is None:
            found.append(points(rules, playout(rules, state, random_source, policy, fast=False)))
        else:
            end = hand.copy()
            end.play_on(SplitMix64(random_source.getrandbits(64)), MOST_CHOSEN_FROM, policy)
            found.append(points_of(end))
    return found


def _check(state: State, policy: Policy, random_source: RandomBits) -> None:
    if policy not in get_args(Policy):
        raise ValueError(f"policy is 'random', 'meld-first' or 'sensible', not {quoted(policy)}")
    if type(state) is not State:
        raise TypeError(f"a hand is played out from a State, not from {quoted(state)}")
    check_source(random_source)
