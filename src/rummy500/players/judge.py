"""`Judge`: how much better one action is than another, by playing both on in worlds that may be the real one."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Final

from rummy500.cards.cards import RandomBits
from rummy500.engine.listing import LegalActions
from rummy500.engine.observe import determinize
from rummy500.engine.scoring import points, points_on_table
from rummy500.engine.step import apply, is_over, resolve_chance
from rummy500.engine.turns import must_act
from rummy500.fast.hand import OVER_PHASE, FastHand, SplitMix64
from rummy500.fast.playouts import MOST_CHOSEN_FROM, played_on
from rummy500.fast.reading import action_of, points_of, worlds
from rummy500.players.players import MOST_LISTED, HardPlayer, is_core_action, plays_valued, takes_valued
from rummy500.players.worth import Worth, side_of
from rummy500.rules.actions import DISCARD, DRAW, LAY, MELD, NONE, PASS, Action
from rummy500.rules.rules import Rules
from rummy500.rules.state import State, View


class Judge:
    """Compares actions of a seat by what follows.

    In worlds that its view allows each action is played. A few turns follow by the policy `"sensible"` of `playout`, up
    to the end of the seat's next one. Then the points on the table are counted, or the hand if it is over. What
    comes later is mostly luck. In one world all actions are played with equal luck, so few worlds show a difference.
    A judge sees what the seat sees, nothing else.

    Args:
        rules: the rules in force.
        view: the view of the seat.
        actions: the actions to compare; out of turn `None` lets a call go.
        random_source: the source of worlds and luck.
        turns: how many turns are played; one more than there are seats, if left out.
        fast: whether fast hands may play, where the rules have a fast form; the points are the same.

    Attributes:
        actions: these actions.
        points: for each action the points of the seat's side above the mean of the others, in each world that it has
            been played in. The worlds of two actions begin with the same ones.

    Raises:
        PositionError: as `determinize`, for rules whose hidden memory cannot be guessed.

    Examples:
        >>> import random
        >>> import rummy500 as r5
        >>> position = r5.parse_position('''
        ... phase = "play"
        ... to_act = 0
        ... hands = ["7s 7h 7d Kc", "4d 5s 6c 8s"]
        ... drawn = ["Kc"]
        ... pile = "3h"
        ... stock = "2d 4s 9h"
        ... ''')
        >>> view = r5.observe(position.rules, position.state, seat=0)
        >>> actions = [r5.parse_action(text, view) for text in ("0: meld {7s 7h 7d}", "0: discard 7s")]
        >>> judge = Judge(position.rules, view, actions, random.Random(5))
        >>> judge.play(40)
        >>> points, error = judge.lead(0, 1)
        >>> points > 5 * error > 0
        True
    """

    def __init__(
        self,
        rules: Rules,
        view: View,
        actions: Sequence[Action | None],
        random_source: RandomBits,
        *,
        turns: int | None = None,
        fast: bool = True,
    ) -> None:
        self.actions = tuple(actions)
        self.points = [list[float]() for _ in actions]
        self._rules = rules
        self._view = view
        self._side = side_of(rules, view.seat)
        self._random = random_source
        self._turns = rules.seats + 1 if turns is None else turns
        self._worlds = worlds(rules, view, random_source) if fast else None
        self._codes: dict[Action, int] = {}

    def play(self, count: int) -> None:
        """Play all actions in so many more worlds."""
        for _ in range(count):
            for _ in self.steps(range(len(self.actions))):
                pass

    def steps(self, places: Sequence[int]) -> Iterator[None]:
        """Play some actions, by their places, in one more world; each step plays one."""
        rules, seat = self._rules, self._view.seat
        world = determinize(rules, self._view, self._random) if self._worlds is None else next(self._worlds)
        bits = self._random.getrandbits(64)
        for place in places:
            action, source = self.actions[place], SplitMix64(bits)
            declines = seat if action is None else NONE
            if isinstance(world, FastHand):
                found = self._after(world.copy(), action, source, declines)
            else:
                found = self._after_state(world, action, source, declines)
            own = found[self._side]
            self.points[place].append(own - (sum(found) - own) / max(1, len(found) - 1))
            yield

    def _after(self, hand: FastHand, action: Action | None, source: SplitMix64, declines: int) -> tuple[int, ...]:
        """The points of the sides after an action and the turns that are played on."""
        turns, last = self._turns, hand.last
        if action is not None:
            if action not in self._codes:
                self._codes = {action_of(hand, code): code for code in hand.actions()}
            hand.step(self._codes[action])
            turns -= hand.last != last
        hand.play_on(source, MOST_CHOSEN_FROM, "sensible", turns, declines)
        return points_of(hand, on_table=hand.phase != OVER_PHASE)

    def _after_state(self, world: State, action: Action | None, source: SplitMix64, declines: int) -> tuple[int, ...]:
        """As `_after`, by the engine."""
        rules, turns, last = self._rules, self._turns, world.public.last
        if action is not None:
            world = apply(rules, world, resolve_chance(rules, world, action, source))
            turns -= world.public.last != last
        end = played_on(rules, world, source, "sensible", turns, declines)
        return points(rules, end) if is_over(end) else points_on_table(rules, end)

    def lead(self, place: int, other: int) -> tuple[float, float]:
        """By how many points an action is better than another, and the standard error of that.

        Args:
            place: the place of the action.
            other: the place of the other action.

        Returns:
            The mean over the worlds in which both were played. With fewer than two of them the error is infinite.
        """
        leads = [one - two for one, two in zip(self.points[place], self.points[other], strict=False)]
        worlds = len(leads)
        if worlds < 2:
            return sum(leads), math.inf
        mean = sum(leads) / worlds
        return mean, math.sqrt(sum((lead - mean) ** 2 for lead in leads) / (worlds - 1) / worlds)

    def behind(self, place: int, other: int, errors: float) -> float:
        """By how many points an action is worse than another, less so many standard errors."""
        points, error = self.lead(other, place)
        return points - errors * error if error < math.inf else -math.inf

    def is_better(self, action: Action | None, other: Action | None) -> bool:
        """Whether it has compared two actions, and the first one has reached more points in the mean."""
        if action not in self.actions or other not in self.actions:
            return False
        return self.lead(self.actions.index(action), self.actions.index(other))[0] > 0


def candidates(rules: Rules, view: View, legal: LegalActions, first: Action | None, most: int) -> list[Action | None]:
    """Actions to compare, so many at most: the first one, then the most promising ones.

    Where the first one plays, no discard breaks a complete meld in hand or fits a meld on the table: the former
    gains 0.1 ± 1.9 points over hard (49 cases of `classic`, 300 worlds each), and others laugh at both.
    """
    others = (action for action in _promising(rules, view, legal, first) if action != first)
    return [first, *islice(others, most - 1)]


def _promising(rules: Rules, view: View, legal: LegalActions, first: Action | None) -> Iterator[Action | None]:
    found = tuple(islice(legal.plain(), MOST_LISTED))
    worth, plays = Worth(rules, view), first is not None and first.verb in (MELD, LAY)
    if view.seat not in must_act(rules, view.public):
        yield None
    yield from (action for action in found if action.verb in (DRAW, PASS))
    yield from _sorted(takes_valued(worth, found))[:4]
    yield from _sorted(plays_valued(worth, found))[:3]
    yield from (action for action in found if not is_core_action(rules, view, action))
    discards = [action for action in found if action.verb == DISCARD and not (plays and worth.is_playable(action.card))]
    yield from _sorted((_HARD.gain(worth, action.card), action) for action in discards)


def _sorted(valued: Iterable[tuple[float, Action]]) -> list[Action]:
    return [action for _, action in sorted(valued, key=lambda pair: -pair[0])]


_HARD: Final = HardPlayer()
