"""Random hands, and the states and steps of them that laws check."""

from __future__ import annotations

import pickle
import random
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import TypeVar, cast

import attrs

from rummy500 import Action, Match, Rules, State, apply, chance, is_over, legal_actions, resolve_chance
from rummy500.cards.cards import shuffled
from rummy500.engine.match import deal, start_match
from rummy500.hooks import MatchSoFar

T = TypeVar("T")

#: The most actions that are listed of one state, since many wild cards can form thousands of melds.
MOST_LISTED = 4000


def pickled(value: T) -> T:
    """Return what a pickle of a value is read back as."""
    return cast("T", pickle.loads(pickle.dumps(value)))  # noqa: S301 - pickled in this line


def _unseeded() -> random.Random:
    return random.Random.__new__(random.Random)


@attrs.frozen(eq=False)
class _Asked:
    """A subject about which laws ask, with a random source for each of them.

    It is seeded only if the law uses it: seeding takes longer than many laws.
    """

    _random: random.Random = attrs.field(init=False, factory=_unseeded)
    _seeds: list[str] = attrs.field(init=False, factory=lambda: [""])

    @property
    def rng(self) -> random.Random:
        """Return the random source of the law that asks."""
        if self._seeds:
            self._random.seed(self._seeds.pop())
        return self._random

    def seed_rng(self, text: str) -> None:
        """Seed the random source for a law."""
        self._seeds[:] = [text]


@attrs.frozen(eq=False)
class Snapshot(_Asked):
    """A state with its legal actions, which are listed once for all laws.

    Attributes:
        rules: the rules in force.
        state: the state.
        listed: its legal actions, in their order.
        whole: whether these are all of them; false where there are more than `MOST_LISTED`.
        seed: the seed of the laws' random choices, so that they can be repeated.
    """

    rules: Rules
    state: State
    listed: tuple[Action, ...]
    whole: bool
    seed: str

    def of_seat(self, seat: int) -> tuple[Action, ...]:
        """List the actions of a seat."""
        return tuple(action for action in self.listed if action.seat == seat)

    def some(self, most: int) -> list[Action]:
        """Choose listed actions at random, at most the given number."""
        return self.rng.sample(self.listed, most) if len(self.listed) > most else list(self.listed)


@attrs.frozen(eq=False)
class Step(_Asked):
    """An applied action with the states before and after it.

    Attributes:
        rules: the rules in force.
        before: the state before it.
        action: the action, or the outcome of the chance that was due.
        after: the state after it.
        seed: as of a `Snapshot`.
    """

    rules: Rules
    before: State
    action: Action
    after: State
    seed: str


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


# ---------------------------------------------------------------- play

#: Is in the name of a hand that begins in a given position.
FROM_START = " from a start"
#: A hand with more turns than these is cut off and reported.
MAX_TURNS = 1000

#: Lists the actions of a state to choose from; it is called with each state of the hand.
Look = Callable[[State], Sequence[Action]]
#: Chooses one of the listed actions of a state.
Choose = Callable[[State, Sequence[Action], random.Random], Action]
#: Is called with each applied action: the state before, the action, the state after.
Saw = Callable[[State, Action, State], None]
#: Turns a hand as dealt into a random position to begin with.
Begin = Callable[[Rules, State, random.Random], State]


@attrs.frozen
class Game:
    """A hand that was played: its deck, actions and states.

    Attributes:
        rules: the rules in force.
        deck: the pack in the order in which it was dealt.
        actions: every action, outcomes of chance too.
        states: the state before each action, and the last one.
        turns: how often the turn went to another seat.
        from_deal: whether the first state is the hand as it was dealt.
        max_turns: after this many turns it was cut off.
        seed: the name of the hand, which plays it again; empty if it has none.
    """

    rules: Rules
    deck: bytes
    actions: tuple[Action, ...]
    states: tuple[State, ...]
    turns: int
    from_deal: bool = True
    max_turns: int = MAX_TURNS
    seed: str = ""

    @property
    def state(self) -> State:
        """Return the state that the hand began with."""
        return self.states[0]

    @property
    def how(self) -> str:
        """Return how the hand ended: a value of `PublicState.ended`, or `cut` if it was cut off."""
        return self.states[-1].public.ended if is_over(self.states[-1]) else "cut"


def walk(
    rules: Rules, state: State, rng: random.Random, look: Look | None = None, choose: Choose | None = None
) -> Iterator[tuple[Action, State]]:
    """Play at random until the hand is over or nobody can act.

    Args:
        rules: the rules in force.
        state: where to begin.
        rng: chooses the actions and samples chance.
        look: lists the actions of each state, the first and the last too; by default the engine does.
        choose: chooses one of the listed actions; by default each is equally likely.

    Yields:
        Each action and the state after it.
    """
    while True:
        listed = look(state) if look is not None else tuple(islice(legal_actions(rules, state), MOST_LISTED))
        due = chance(rules, state)
        if due is None and not listed:
            return
        if due is None:
            chosen = rng.choice(listed) if choose is None else choose(state, listed, rng)
            action = resolve_chance(rules, state, chosen, rng)
        else:
            action = due.sample(rng)
        state = apply(rules, state, action)
        yield action, state


def random_game(  # noqa: PLR0913 - one argument for each setting
    rules: Rules,
    rng: random.Random,
    *,
    max_turns: int = MAX_TURNS,
    look: Look | None = None,
    choose: Choose | None = None,
    begin: Begin | None = None,
    saw: Saw | None = None,
    name: str = "",
    match: MatchSoFar | None = None,
) -> Game:
    """Deal at random and play a whole hand at random.

    Args:
        rules: the rules in force.
        rng: shuffles, deals and plays.
        max_turns: after this many turns the hand is cut off.
        look: as for `walk`.
        choose: as for `walk`.
        begin: makes the position to begin with; by default the hand as dealt.
        saw: is called after each action.
        name: the name of the hand, if it has one that plays it again.
        match: the match before the hand; by default it is the first hand of one, dealt by a random seat.
    """
    deck = shuffled(rules.deal.pack, rng)
    dealer = rng.randrange(rules.seats)
    dealt = deal(rules, deck=deck, match=start_match(rules, dealer=dealer).so_far if match is None else match)
    states = [dealt if begin is None else begin(rules, dealt, rng)]
    actions: list[Action] = []
    turns = 0
    for action, state in walk(rules, states[0], rng, look, choose):
        turns += state.public.to_act != states[-1].public.to_act
        actions.append(action)
        states.append(state)
        if saw is not None:
            saw(states[-2], action, state)
        if turns >= max_turns:
            break
    return Game(rules, deck, tuple(actions), tuple(states), turns, begin is None, max_turns, name)
