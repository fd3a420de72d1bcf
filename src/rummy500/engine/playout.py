"""`playout`: plays a hand to its end by a simple policy, repeatable from 64 random bits."""

from __future__ import annotations

from itertools import islice
from typing import Final, Literal, final

from rummy500.cards.cards import RandomBits, below
from rummy500.engine.listing import legal_actions
from rummy500.engine.step import apply, chance, is_over, resolve_chance
from rummy500.inputs import quoted
from rummy500.rules.rules import Rules
from rummy500.state import State

#: The most legal actions that a choice is made from: with many wild cards there can be millions.
MOST_CHOSEN_FROM: Final = 512

_WORD: Final = (1 << 64) - 1


@final
class SplitMix64:
    """The generator SplitMix64 (Steele, Lea and Flood 2014): 64 bits of state, which a constant steps on.

    Args:
        seed: 0 to 2**64 - 1.
    """

    __slots__ = ("_state",)

    def __init__(self, seed: int) -> None:
        self._state = seed

    def getrandbits(self, k: int, /) -> int:
        """The `k` high bits of the next word; 64 at most."""
        self._state = word = self._state + 0x9E3779B97F4A7C15 & _WORD
        word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & _WORD
        word = (word ^ word >> 27) * 0x94D049BB133111EB & _WORD
        return (word ^ word >> 31) >> 64 - k


def playout(rules: Rules, state: State, random_source: RandomBits, policy: Literal["random", "meld-first"]) -> State:
    """Play a hand to its end by a simple policy, for all seats.

    Equal rules, states, policies and 64 random bits give the same hand on every Python, compiled or not. Another engine
    can play it, too:

    - `random_source.getrandbits(64)` seeds a SplitMix64 generator. A draw is the 32 high bits of its next word.
    - A number below n is a draw modulo n; a draw of `2**32 - 2**32 % n` or more is thrown away for the next one.
    - Where a reshuffle of n cards is due, card i changes places with the card at a number below i + 1, for each i from
      n - 1 down to 1. The cards are numbered from 0, the oldest of the pile first.
    - Otherwise one of the first 512 actions of `legal_actions(rules, state)` is applied, of all seats: that at a number
      below their length. The policy `"meld-first"` leaves only those that play cards, if there are any.
    - Chance that is part of an action (`resolve_chance`) takes its draws after that number.

    Args:
        rules: the rules in force.
        state: the state to begin from.
        random_source: gives the seed; a `random.Random` is one.
        policy: `"random"` or `"meld-first"`.

    Returns:
        The state in which the hand is over; `points` counts it.

    Raises:
        TypeError: for what is not a `State`, such as a view.
        ValueError: for another policy.

    Examples:
        >>> import random
        >>> import rummy500 as r5
        >>> rules = r5.compose("classic", seats=2)
        >>> end = r5.playout(rules, r5.deal(rules, seed=7), random.Random(7), "meld-first")
        >>> end.public.ended, r5.points(rules, end)
        ('out', (111, 89))
    """
    if policy not in ("random", "meld-first"):
        raise ValueError(f"policy is 'random' or 'meld-first', not {quoted(policy)}")
    if type(state) is not State:
        raise TypeError(f"a hand is played out from a State, not from {quoted(state)}")
    generator = SplitMix64(random_source.getrandbits(64))
    while not is_over(state):
        due = chance(rules, state)
        if due is not None:
            action = due.sample(generator)
        else:
            actions = list(islice(legal_actions(rules, state), MOST_CHOSEN_FROM))
            if policy == "meld-first":
                actions = [each for each in actions if each.pieces] or actions
            action = resolve_chance(rules, state, actions[below(len(actions), generator)], generator)
        state = apply(rules, state, action)
    return state
