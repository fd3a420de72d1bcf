"""`Sequential` plays a hand one seat at a time."""

from __future__ import annotations

import copy
import random

import rummy500 as r5
from rummy500.players import Question, answer, first_question

#: After this many decisions a hand is cut off.
MOST_DECISIONS = 2000


class Sequential:
    """A hand in which one seat is asked at a time; chance that is due is resolved at once.

    Args:
        rules: the rules in force.
        seed: the seed of the deal and of all later chance; the same seed and decisions give the same hand.

    Attributes:
        rules: the rules in force.
        state: the state now.
        question: who is asked, and who after that; `None` if the hand is over.
        decisions: the number of decisions so far.
    """

    def __init__(self, rules: r5.Rules, seed: int) -> None:
        self.rules = rules
        self.decisions = 0
        self._random = random.Random(seed)
        self.state = r5.deal(rules, seed=self._random.getrandbits(63))
        self.question = self._next_question()

    def _next_question(self) -> Question | None:
        while (due := r5.chance(self.rules, self.state)) is not None:
            self.state = r5.apply(self.rules, self.state, due.sample(self._random))
        return None if r5.is_over(self.state) else first_question(self.rules, self.state)

    @property
    def is_over(self) -> bool:
        """Whether the hand is over or cut off."""
        return self.question is None or self.decisions >= MOST_DECISIONS

    @property
    def seat(self) -> int:
        """The seat that is asked; -1 if the hand is over."""
        return -1 if self.question is None or self.is_over else self.question.seat

    def view(self, seat: int) -> r5.View:
        """What a seat sees."""
        return r5.observe(self.rules, self.state, seat)

    def legal(self) -> r5.LegalActions:
        """The legal actions of the seat that is asked."""
        return r5.legal_actions(self.rules, self.view(self.seat))

    @property
    def may_let_go(self) -> bool:
        """Whether the seat that is asked may let others act."""
        return self.question is not None and not self.question.must_act

    def act(self, action: r5.Action | None) -> None:
        """Decide for the seat that is asked; `None` lets others act.

        Raises:
            ValueError: if the hand is over.
            IllegalActionError: for an illegal action.
            PlayerError: if the seat must act and does not.
        """
        if self.question is None or self.is_over:
            raise ValueError("the hand is over: nobody is asked")
        found = answer(self.rules, self.state, self.question, action)
        self.decisions += 1
        if isinstance(found, Question):
            self.question = found
            return
        self.state = r5.apply(self.rules, self.state, r5.resolve_chance(self.rules, self.state, found, self._random))
        self.question = self._next_question()

    def points(self) -> tuple[int, ...]:
        """The points of each seat, of a hand that is over or as the cards lie now."""
        return tuple(r5.points(self.rules, self.state))

    def copy(self) -> Sequential:
        """Copy the hand with its chance: equal decisions have equal results in both."""
        made = copy.copy(self)
        made._random = copy.copy(self._random)
        return made

    def world(self, seat: int, seed: int) -> Sequential:
        """Copy the hand with other hidden cards and other chance: a hand that a seat cannot tell from this one."""
        made = copy.copy(self)
        made._random = random.Random(seed)
        made.state = r5.determinize(self.rules, self.view(seat), made._random)
        return made
