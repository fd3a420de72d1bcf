"""`Sequential` plays a hand one seat at a time."""

from __future__ import annotations

import copy
import random
from collections.abc import Sequence

import rummy500 as r5
from rummy500.fast import determinize
from rummy500.players.drive import Question, answer, first_question

#: After this many decisions a hand is cut off.
MOST_DECISIONS = 2000


class Sequential:
    """A hand in which one seat is asked at a time; chance that is due is resolved at once.

    The same seed and decisions give the same hand. A deep copy keeps the chance to come.

    Attributes:
        rules: the rules in force.
        state: the state now.
        question: `question.seat` is asked; `None` if the hand is over or cut off.
    """

    def __init__(self, rules: r5.Rules, seed: int) -> None:
        self.rules, self._random, self._decisions = rules, random.Random(seed), 0
        self._reach(r5.deal(rules, seed=self._random.getrandbits(63)))

    def _reach(self, state: r5.State) -> None:
        while (due := r5.chance(self.rules, state)) is not None:
            state = r5.apply(self.rules, state, due.sample(self._random))
        ended = r5.is_over(state) or self._decisions >= MOST_DECISIONS
        self.state, self.question = state, None if ended else first_question(self.rules, state)

    def legal(self) -> r5.LegalActions:
        """The legal actions of the seat that is asked."""
        return r5.legal_actions(self.rules, self.state, seat=self._asked().seat)

    def _asked(self) -> Question:
        if self.question is None:
            raise ValueError("the hand is over: nobody is asked")
        return self.question

    def act(self, action: r5.Action | None) -> None:
        """Decide for the seat that is asked; `None` lets others act, unless `question.must_act`.

        Raises:
            ValueError: if the hand is over, for an illegal action, or if the seat must act and does not.
        """
        found = answer(self.rules, self.state, self._asked(), action)
        self._decisions += 1
        if isinstance(found, Question):
            self.question = found
        else:
            resolved = r5.resolve_chance(self.rules, self.state, found, self._random)
            self._reach(r5.apply(self.rules, self.state, resolved))

    def world(self, seat: int, seed: int) -> Sequential:
        """Copy the hand with other hidden cards and other chance: a hand that a seat cannot tell from this one.

        A seat that has chosen an action already, which waits for others, is asked again: its cards may differ.
        """
        made, made_random = copy.copy(self), random.Random(seed)
        made.state = determinize(self.rules, r5.observe(self.rules, self.state, seat), made_random)
        made._random, made.question = made_random, self.question and Question(self.question.seats)
        return made


def leads(rules: r5.Rules, points: Sequence[float]) -> list[float]:
    """For each seat the points of its side, as of `points`, above the mean of the other sides."""
    by_side = dict(zip(dict.fromkeys(rules.sides), points, strict=True))
    total, others = sum(points), len(points) - 1
    return [by_side[side] - (total - by_side[side]) / others for side in rules.sides]
