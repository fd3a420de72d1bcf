"""A stateful test: hypothesis plays a hand step by step and compares the engine with a model.

    >>> import rummy500 as r5
    >>> from rummy500_testing.machine import hand_machine
    >>> TestMyRules = hand_machine(r5.compose("classic", seats=3)).TestCase  # pytest and unittest run it

The model predicts which cards each action moves, and where (`rummy500_testing.model`); nothing else may change.
Needs the extra `testing`.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Any, Final

from hypothesis import note
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from rummy500.game.deal import deal
from rummy500.rules.rules import Rules
from rummy500_testing.late_positions import late_position
from rummy500_testing.law import Law
from rummy500_testing.laws import laws_for
from rummy500_testing.machine.differs import HandDiffers
from rummy500_testing.machine.watched import FORMS, Saved, WatchedHand
from rummy500_testing.strategies import Hand

_NUMBERS: Final = st.integers(0, 2**16 - 1)
_MOST_AT_ONCE: Final = 20


def hand_machine(
    rules: Rules | st.SearchStrategy[Rules], *, laws: Iterable[Law[Any]] | None = None, late: bool = True
) -> type[RuleBasedStateMachine]:
    """Make a stateful test that plays hands under some rules and compares every step with a model.

    Its steps are: do a legal action or several, try a near miss or nonsense, save the hand as text, JSON or pickle and
    go on with what is read back, look at it as a seat does, ask for the score, and after the end of a hand count it and
    deal the next. After each step the cards lie where the model says, and the cheap laws hold.

    Args:
        rules: the rules, or a strategy of rules.
        laws: the laws to ask; by default those of rummy500 and of the plugins in play. Costly laws, and laws of whole
            hands and of rules by themselves, are left out.
        late: begin some of the hands close to their end.

    Returns:
        The machine; `hand_machine(rules).TestCase` is the test, whose `settings` may be set.
    """
    asked = None if laws is None else tuple(laws)

    class HandMachine(RuleBasedStateMachine):
        hand: WatchedHand

        @initialize(begun=_begun(rules, late=late))
        def begin(self, begun: Hand) -> None:
            chosen = laws_for(begun.rules) if asked is None else asked
            self.hand = WatchedHand(begun.rules, begun.state, chosen, note=note)

        @precondition(lambda self: not self.hand.is_over)
        @rule(pick=_NUMBERS)
        def act(self, pick: int) -> None:
            self.hand.act(pick)

        @precondition(lambda self: not self.hand.is_over)
        @rule(picks=st.lists(_NUMBERS, min_size=2, max_size=_MOST_AT_ONCE))
        def go_on(self, picks: Sequence[int]) -> None:
            for pick in picks:
                self.hand.act(pick)

        @precondition(lambda self: not self.hand.is_over)
        @rule(seed=_NUMBERS)
        def try_what_is_nearly_legal(self, seed: int) -> None:
            self.hand.try_nearly_legal(seed)

        @rule(seed=_NUMBERS)
        def try_nonsense(self, seed: int) -> None:
            self.hand.try_nonsense(seed)

        @rule(how=st.sampled_from(FORMS))
        def save_and_load(self, how: Saved) -> None:
            self.hand.save_and_load(how)

        @rule(number=_NUMBERS)
        def look(self, number: int) -> None:
            self.hand.look(number)

        @rule()
        def ask_the_score(self) -> None:
            self.hand.ask_score()

        @precondition(lambda self: self.hand.is_over)
        @rule(seed=_NUMBERS)
        def count_and_deal(self, seed: int) -> None:
            self.hand.count_and_deal(seed)

        @invariant()
        def the_model_agrees(self) -> None:
            self.hand.compare()

    return HandMachine


@st.composite
def _begun(draw: st.DrawFn, of: Rules | st.SearchStrategy[Rules], *, late: bool) -> Hand:
    """Deal a hand, or begin close to its end, from one seed, so that only the steps have to shrink."""
    rules = of if isinstance(of, Rules) else draw(of)
    seed = draw(_NUMBERS)
    state = deal(rules, seed=seed, dealer=draw(st.integers(0, rules.seats - 1)))
    if late and draw(st.booleans()):
        state = late_position(rules, state, random.Random(seed))
    return Hand(rules, state)


__all__ = ["HandDiffers", "Saved", "WatchedHand", "hand_machine"]
