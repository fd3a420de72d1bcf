"""The subjects of laws: a state with its legal actions, a step to the next state, a hand counted in a match."""

from __future__ import annotations

import random
from itertools import islice

import attrs

from rummy500.actions import Action
from rummy500.engine.listing import legal_actions
from rummy500.game.match import Match
from rummy500.rules.rules import Rules
from rummy500.state import State

#: The most actions that are listed of one state, since many wild cards can form thousands of melds.
MOST_LISTED = 4000


def _source() -> random.Random:
    """Make a random source, which is seeded before each law."""
    return random.Random(0)


@attrs.frozen(eq=False)
class Snapshot:
    """A state with its legal actions, which are listed once for all laws.

    Attributes:
        rules: the rules in force.
        state: the state.
        listed: its legal actions, in their order.
        whole: whether these are all of them; false where there are more than `MOST_LISTED`.
        seed: the seed of the laws' random choices, so that they can be repeated.
        rng: the random source of the laws.
    """

    rules: Rules
    state: State
    listed: tuple[Action, ...]
    whole: bool
    seed: str
    rng: random.Random = attrs.field(init=False, factory=_source)

    def some(self, most: int) -> list[Action]:
        """Choose listed actions at random, at most the given number."""
        return self.rng.sample(self.listed, most) if len(self.listed) > most else list(self.listed)


@attrs.frozen(eq=False)
class Step:
    """An applied action with the states before and after it.

    Attributes:
        rules: the rules in force.
        before: the state before it.
        action: the action, or the outcome of the chance that was due.
        after: the state after it.
        seed: as of a `Snapshot`.
        rng: as of a `Snapshot`.
    """

    rules: Rules
    before: State
    action: Action
    after: State
    seed: str
    rng: random.Random = attrs.field(init=False, factory=_source)


@attrs.frozen(eq=False)
class Counted:
    """A hand that was counted in a match.

    Attributes:
        rules: the rules in force.
        before: the match before it.
        after: the match after it.
        hand: the hand, which is over.
    """

    rules: Rules
    before: Match
    after: Match
    hand: State


def take_snapshot(rules: Rules, state: State, rng: random.Random) -> Snapshot:
    """List the actions of a state and make a snapshot of it.

    Args:
        rules: the rules in force.
        state: the state.
        rng: the source of the seed of the laws' random choices.
    """
    return snapshot_of(rules, state, f"{rng.getrandbits(64):x}")


def snapshot_of(rules: Rules, state: State, seed: str) -> Snapshot:
    """Take a snapshot with a given seed."""
    found = tuple(islice(legal_actions(rules, state), MOST_LISTED + 1))
    return Snapshot(rules, state, found[:MOST_LISTED], len(found) <= MOST_LISTED, seed)
