"""`ExpertPlayer` (*expert*): compares actions by playing them on in worlds that may be the real one."""

from __future__ import annotations

import math
import random
from collections import deque
from collections.abc import Iterator
from statistics import fmean
from time import monotonic
from typing import Final

from rummy500.base.compiling import mypyc_attr
from rummy500.base.errors import PositionError
from rummy500.base.inputs import require_min
from rummy500.cards.cards import RandomBits, check_source
from rummy500.engine.listing import LegalActions
from rummy500.engine.observe import refuse_hidden_memory
from rummy500.players.judge import Judge, candidates
from rummy500.players.players import HardPlayer, Player
from rummy500.rules.actions import Action
from rummy500.rules.rules import Rules
from rummy500.rules.state import View

#: Worlds for a decision, if neither their number nor a time is given.
WORLDS: Final = 160
#: After so many worlds, again and again, the better half of the candidates is compared further, this many at least,
#: without those that are so many standard errors behind the best, or that one more would not make better by enough.
_ROUND: Final = 32
_BEST: Final = 2
_SURE: Final = 5
_HOPE: Final = 1
#: A candidate replaces the action of the base only for more points than these. Of those that are as close together, or
#: so many standard errors, the first is taken.
_POINTS: Final = 4
_EQUAL: Final = 0.5


@mypyc_attr(allow_interpreted_subclasses=True)
class ExpertPlayer:
    """Searches: the level *expert*. It plays any rules, and sees a view only.

    A `Judge` compares the action of another player, its base, with other candidates, and worlds go to those that are
    still in question. A candidate replaces the action of the base only if it is better by more than chance explains
    among so many; the first of several that are as good is taken.

    Under rules whose hidden memory it cannot guess (`HandMemory.sample`) it plays as its base.

    Args:
        random_source: the source of worlds and luck, from which each decision takes 64 bits. Equal views, bits and
            `worlds` give equal actions.
        worlds: the number of worlds for a decision: 160, or with `seconds` any number, if left out.
        seconds: the time after which a decision is made with the worlds so far, by a clock that no other program
            slows; actions may then differ from run to run.
        base: the player whose action it prefers; *hard*, if left out.
        candidates: the most actions that it compares.
        margin: how much better than the action of the base a candidate must be: 1 for what the luckiest of as many
            equal candidates reaches, and four points more.
        fast: whether fast hands may play, where the rules have a fast form; the actions are the same.

    Attributes:
        judge: what it has seen of its last decision; `None` if it had no choice, or nothing could be searched.

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
        margin: float = 0.6,
        fast: bool = True,
    ) -> None:
        if worlds is not None:
            require_min(1, worlds=worlds)
        require_min(2, candidates=candidates)
        check_source(random_source)
        if (seconds is not None and not 0 <= seconds < math.inf) or math.isnan(margin):
            raise ValueError(f"seconds is a time of 0 or more, and margin a number: {seconds=}, {margin=}")
        self.judge: Judge | None = None
        self._random = random_source
        self._worlds = worlds if worlds is not None else WORLDS if seconds is None else None
        self._seconds = seconds
        self._base = base if base is not None else HardPlayer()
        self._candidates = candidates
        self._margin = margin
        self._fast = fast

    def choose(self, rules: Rules, view: View, legal: LegalActions) -> Action | None:
        """Choose one of the legal actions, or `None` out of turn."""
        return deque(self.thoughts(rules, view, legal), maxlen=1).pop()

    def thoughts(self, rules: Rules, view: View, legal: LegalActions) -> Iterator[Action | None]:
        """Give the best action so far, after each hand that is played on; the last one is that of `choose`."""
        ends = None if self._seconds is None else monotonic() + self._seconds
        source = random.Random(self._random.getrandbits(64))
        self.judge, first = None, self._base.choose(rules, view, legal)
        yield first
        try:
            refuse_hidden_memory(rules)
        except PositionError:
            return
        compared = candidates(rules, view, legal, first, self._candidates)
        if len(compared) > 1:
            self.judge = judge = Judge(rules, view, compared, source, fast=self._fast)
            yield from self._better(judge, ends)

    def _better(self, judge: Judge, ends: float | None) -> Iterator[Action | None]:
        """The candidate that is better than the first by the margin; the first without one."""
        alive, chosen, done = list(range(len(judge.actions))), 0, 0
        while len(alive) > 1 and (self._worlds is None or done < self._worlds) and (ends is None or monotonic() < ends):
            for _ in judge.steps(alive):
                yield judge.actions[chosen]
            done += 1
            if done % _ROUND == 0:
                alive = self._remaining(judge, alive)
                chosen = self._chosen(judge)
        yield judge.actions[self._chosen(judge)]

    @staticmethod
    def _remaining(judge: Judge, alive: list[int]) -> list[int]:
        """The places of the base and of the better half that may yet be better by enough; none that is surely worse."""
        ranked = sorted(alive, key=lambda place: -fmean(judge.points[place]))
        best, half = ranked[0], ranked[: max(_BEST, (len(alive) + 1) // 2)]
        hopeful = [place for place in half if judge.behind(0, place, -_HOPE) > _POINTS]
        return [place for place in alive if (not place or place in hopeful) and judge.behind(place, best, _SURE) <= 0]

    def _chosen(self, judge: Judge) -> int:
        """The first of the candidates that are better than the base by the margin and about as good as the best."""
        margin = self._margin * math.sqrt(2 * math.log(len(judge.actions)))
        better = [place for place in range(1, len(judge.actions)) if judge.behind(0, place, margin) > _POINTS]
        best = max(better, key=lambda place: judge.lead(place, 0)[0], default=0)
        return next((place for place in better if judge.behind(place, best, _EQUAL) <= _POINTS), 0)
