"""`ExpertPlayer` (*expert*): compares actions by playing them on in worlds that may be the real one."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from time import monotonic
from typing import Final

from rummy500.base.errors import PositionError
from rummy500.base.inputs import require_min
from rummy500.cards.cards import RandomBits, check_source
from rummy500.engine.listing import LegalActions
from rummy500.engine.observe import determinize, refuse_hidden_memory
from rummy500.engine.scoring import points
from rummy500.engine.step import apply, resolve_chance
from rummy500.engine.turns import must_act
from rummy500.fast.hand import FastHand, SplitMix64
from rummy500.fast.playouts import MOST_CHOSEN_FROM, played_on
from rummy500.fast.reading import action_of, fast_hand, points_of
from rummy500.players.players import MOST_LISTED, HardPlayer, Player, is_core_action, plays_valued, takes_valued
from rummy500.players.worth import Worth, side_of
from rummy500.rules.actions import DISCARD, DRAW, LAY, MELD, NONE, PASS, Action
from rummy500.rules.rules import Rules
from rummy500.rules.state import State, View

#: Worlds for a decision, if neither their number nor a time is given.
WORLDS: Final = 48
#: After so many worlds, again and again, the better half of the candidates is compared further, this many at least,
#: without those that are a standard error behind the base.
_ROUND: Final = 8
_BEST: Final = 3
#: A playout is cut off after so many decisions.
_MOST_DECISIONS: Final = 600


class ExpertPlayer:
    """Searches: the level *expert*. It plays any rules, and sees a view only.

    For each of some worlds that the view allows (`determinize`) it plays each candidate and the rest of the hand, by
    the policy `"sensible"` of `playout` and with equal chance for all candidates. It chooses the action of another
    player, its base, unless a candidate is better in these worlds by more than chance explains.

    Under rules whose hidden memory it cannot guess (`HandMemory.sample`) it plays as its base.

    Args:
        random_source: the source of worlds and playouts. Equal views, chance and `worlds` give equal actions.
        worlds: the number of worlds for a decision: 48, or with `seconds` any number, if left out.
        seconds: the time after which a decision is made with the worlds so far, by a clock that no other program
            slows; actions may then differ from run to run.
        base: the player whose action it prefers; *hard*, if left out.
        candidates: the most actions that it compares.
        margin: the number of standard errors by which a candidate must be better than the action of the base.
        fast: whether fast hands may play, where the rules have a fast form; the actions are the same.

    Raises:
        TypeError: for a source without `getrandbits`.
        ValueError: for fewer than 1 world, fewer than 2 candidates, or a time or a margin that is none.
    """

    def __init__(
        self,
        random_source: RandomBits,
        *,
        worlds: int | None = None,
        seconds: float | None = None,
        base: Player | None = None,
        candidates: int = 8,
        margin: float = 0.4,
        fast: bool = True,
    ) -> None:
        if worlds is not None:
            require_min(1, worlds=worlds)
        require_min(2, candidates=candidates)
        check_source(random_source)
        if (seconds is not None and not 0 <= seconds < math.inf) or math.isnan(margin):
            raise ValueError(f"seconds is a time of 0 or more, and margin a number: {seconds=}, {margin=}")
        self._random = random_source
        self._worlds = worlds if worlds is not None else WORLDS if seconds is None else None
        self._seconds = seconds
        self._base = base if base is not None else HardPlayer(random_source)
        self._candidates = candidates
        self._margin = margin
        self._fast = fast

    def choose(self, rules: Rules, view: View, legal: LegalActions) -> Action | None:
        """Choose one of the legal actions, or `None` out of turn."""
        return deque(self.thoughts(rules, view, legal), maxlen=1).pop()

    def thoughts(self, rules: Rules, view: View, legal: LegalActions) -> Iterator[Action | None]:
        """Give the best action so far, after each hand that is played on; the last one is that of `choose`."""
        ends = None if self._seconds is None else monotonic() + self._seconds
        first = self._base.choose(rules, view, legal)
        yield first
        try:
            refuse_hidden_memory(rules)
        except PositionError:
            return
        others = (action for action in _candidates(rules, view, legal, first) if action != first)
        yield from self._better(rules, view, [first, *islice(others, self._candidates - 1)], ends)

    def _better(
        self, rules: Rules, view: View, compared: Sequence[Action | None], ends: float | None
    ) -> Iterator[Action | None]:
        """The candidate that is better than the first by the margin; the first without one."""
        judge, chosen = Judge(rules, view, fast=self._fast), compared[0]
        leads: list[list[float]] = [[] for _ in compared]
        alive, done = list(range(1, len(compared))), 0
        while alive and (self._worlds is None or done < self._worlds) and (ends is None or monotonic() < ends):
            world, bits = determinize(rules, view, self._random), self._random.getrandbits(64)
            found = list[float]()
            for reached in judge.points(world, [compared[0], *(compared[each] for each in alive)], bits):
                found.append(reached)
                yield chosen
            for each, reached in zip(alive, found[1:], strict=True):
                leads[each].append(reached - found[0])
            done += 1
            if done % _ROUND == 0:
                hopes = sorted(((self._sure(leads[each], -1), each) for each in alive), reverse=True)
                alive = [each for hope, each in hopes[: max(_BEST, len(hopes) // 2)] if hope > 0]
            sure, best = max(((self._sure(leads[each], self._margin), -each) for each in alive), default=(0.0, 0))
            chosen = compared[-best] if sure > 0 else compared[0]
        yield chosen

    @staticmethod
    def _sure(leads: Sequence[float], errors: float) -> float:
        """A mean lead less so many standard errors."""
        if len(leads) < 2:
            return -math.inf
        mean = sum(leads) / len(leads)
        spread = sum((lead - mean) ** 2 for lead in leads) / (len(leads) - 1)
        return mean - errors * math.sqrt(spread / len(leads))


class Judge:
    """Plays actions of a seat, and the rest of the hand by the policy `"sensible"`, in worlds that its view allows."""

    def __init__(self, rules: Rules, view: View, *, fast: bool = True) -> None:
        self._rules = rules
        self._seat = view.seat
        self._side = side_of(rules, view.seat)
        self._fast = fast
        self._codes: dict[Action, int] = {}

    def points(self, world: State, actions: Iterable[Action | None], bits: int) -> Iterator[float]:
        """The points of the seat's side above the mean of the others after each action, `None` for letting go.

        Equal `bits` decide what happens after any of the actions, so that they are compared with equal luck.
        """
        hand = fast_hand(self._rules, world) if self._fast else None
        for action in actions:
            found = self._end(world, hand, action, SplitMix64(bits))
            others = [number for place, number in enumerate(found) if place != self._side]
            yield found[self._side] - sum(others) / max(1, len(others))

    def _end(self, world: State, hand: FastHand | None, action: Action | None, source: SplitMix64) -> Sequence[int]:
        declines = self._seat if action is None else NONE
        if hand is not None:
            hand = hand.copy()
            if action is not None:
                if action not in self._codes:
                    self._codes = {action_of(hand, code): code for code in hand.actions()}
                hand.step(self._codes[action])
            hand.play_on(source, MOST_CHOSEN_FROM, "sensible", _MOST_DECISIONS, declines)
            return points_of(hand)
        if action is not None:
            world = apply(self._rules, world, resolve_chance(self._rules, world, action, source))
        return points(self._rules, played_on(self._rules, world, source, "sensible", _MOST_DECISIONS, declines))


def _candidates(rules: Rules, view: View, legal: LegalActions, first: Action | None) -> Iterator[Action | None]:
    """Actions to compare with the first, the most promising first.

    Where the first one plays, no discard breaks a complete meld in hand: over hard this gains 0.1 ± 1.9 points (49
    cases of `classic`, 300 worlds each), and others laugh at it.
    """
    found = tuple(islice(legal.plain(), MOST_LISTED))
    worth, plays = Worth(rules, view), first is not None and first.verb in (MELD, LAY)
    if view.seat not in must_act(rules, view.public):
        yield None
    yield from (action for action in found if action.verb in (DRAW, PASS))
    yield from _sorted(takes_valued(worth, found))[:4]
    yield from _sorted(plays_valued(worth, found))[:3]
    yield from (action for action in found if not is_core_action(rules, view, action))
    discards = [action for action in found if action.verb == DISCARD and not (plays and worth.in_meld(action.card))]
    yield from _sorted((_HARD.gain(worth, action.card), action) for action in discards)


def _sorted(valued: Iterable[tuple[float, Action]]) -> list[Action]:
    return [action for _, action in sorted(valued, key=lambda pair: -pair[0])]


_HARD: Final = HardPlayer()
