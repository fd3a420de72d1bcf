"""A stateful test: hypothesis plays a hand step by step and compares the engine with a model.

    >>> import rummy500 as r5
    >>> from rummy500_testing.machine import hand_machine
    >>> TestMyRules = hand_machine(r5.compose("classic", seats=3)).TestCase  # pytest and unittest run it

The model predicts which cards each action moves, and where (`rummy500_testing.model`); nothing else may change.
Needs the extra `testing`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import Any, Final, Literal, get_args

from hypothesis import note
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from rummy500.base.errors import nearest
from rummy500.base.inputs import require_min
from rummy500.engine.listing import legal_actions
from rummy500.engine.match import deal, start_match
from rummy500.engine.step import apply, chance, is_over, resolve_chance
from rummy500.notation.actions import action_text
from rummy500.notation.json import state_from_json, state_to_json
from rummy500.notation.position import Position, parse_position, position_table
from rummy500.notation.toml import toml_lines
from rummy500.rules.actions import Action
from rummy500.rules.rules import Rules
from rummy500.rules.state import State
from rummy500_testing.law import Fault, Law, LawBroken
from rummy500_testing.laws import laws_for
from rummy500_testing.laws.scores import count_hand, going_on
from rummy500_testing.laws.steps import an_action_moves_the_cards_that_it_names
from rummy500_testing.play import Counted, Snapshot, Step, pickled, snapshot_of
from rummy500_testing.positions import late_position
from rummy500_testing.strategies import Hand

_NUMBERS: Final = st.integers(0, 2**16 - 1)
_MOST_AT_ONCE: Final = 20


def hand_machine(
    rules: Rules | st.SearchStrategy[Rules], *, laws: Iterable[Law[Any]] | None = None, late: bool = True
) -> type[RuleBasedStateMachine]:
    """Make a stateful test that plays hands under some rules and compares every step with a model.

    Its steps are: do a legal action or several, save the hand as text, JSON or pickle and go on with what is read back,
    ask a law about the state, and after the end of a hand count it and deal the next. After each action the cards lie
    where the model says, and the cheap laws hold; others are asked one at a time.

    Args:
        rules: the rules, or a strategy of rules.
        laws: the laws to ask; by default those of rummy500 and of the plugins in play. Costly laws of actions, and laws
            of whole hands and of rules by themselves, are left out.
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

        @rule(how=st.sampled_from(FORMS))
        def save_and_load(self, how: Saved) -> None:
            self.hand.save_and_load(how)

        @rule(pick=_NUMBERS)
        def ask(self, pick: int) -> None:
            self.hand.ask(pick)

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


# ---------------------------------------------------------------- differs


class HandDiffers(LawBroken):
    """Raised if the engine differs from the model, or a saved hand from the one that is read back; it names no law."""

    def __str__(self) -> str:
        """Format the difference, and the scenario that shows it."""
        return f"{self.fault.what}\nrules: {self.rules!r}\n\n{self.scenario}"


# ---------------------------------------------------------------- watched

#: The name of a form in which a hand is saved.
Saved = Literal["text", "json", "pickle"]
#: Every form in which a hand is saved.
FORMS: Final[tuple[Saved, ...]] = get_args(Saved)

_MOST_LISTED: Final = 500


class WatchedHand:
    """A hand in play: each method is one step of it, and raises an error if anything is wrong.

    Attributes:
        rules: the rules in force.
        state: the state that play has reached.
    """

    def __init__(
        self, rules: Rules, state: State, laws: Iterable[Law[Any]] = (), *, note: Callable[[str], object] = str
    ) -> None:
        """Begin with a state.

        Args:
            rules: the rules in force.
            state: the hand as it was dealt, or any position.
            laws: the laws that are asked of states, actions and counted hands; the costly ones by `ask` alone.
            note: is called with a text for each thing that is done.

        Raises:
            LawBroken: if a law does not hold in the position.
        """
        self.rules = rules
        self.state = state
        self._laws = tuple(laws)
        self._note = note
        self._expected = state
        self._match = start_match(rules, dealer=state.public.match.dealer)
        self._asked = 0
        self._ask(snapshot_of(rules, state, "0"))

    @property
    def is_over(self) -> bool:
        """Return whether the hand is over."""
        return is_over(self.state)

    def act(self, pick: int) -> None:
        """Do a legal action, or an outcome of the chance that is due; nothing in a hand that is over.

        Args:
            pick: which of the actions, from 0; larger numbers begin again at the first.

        Raises:
            HandDiffers: if nobody can act, if a legal action cannot be applied, or if it moves other cards than the
                model predicts.
            LawBroken: if a law does not hold of the action, or in the state after it.
        """
        rules, before = self.rules, self.state
        if self.is_over:
            return
        due, source = chance(rules, before), random.Random(pick)
        if due is not None:
            action = due.sample(source)
        else:
            listed = tuple(islice(legal_actions(rules, before), _MOST_LISTED))
            if not listed:
                raise self._differs("the hand is not over and nobody can do anything")
            action = resolve_chance(rules, before, listed[pick % len(listed)], source)
        self._note(action_text(action, before))
        with self._watched("a legal action cannot be done", action):
            after = apply(rules, before, action)
        self._asked += 1
        seed = str(self._asked)
        step = Step(rules, before, action, after, seed)
        self._ask(step)
        fault = an_action_moves_the_cards_that_it_names.fault_in(step)
        if fault is not None:
            raise self._differs(fault.what, action)
        self.state = self._expected = after
        self._ask(snapshot_of(rules, after, seed))

    def ask(self, pick: int) -> None:
        """Check a law about states on this one, a costly law too.

        Args:
            pick: which of the laws, from 0, and the seed of its random choices; larger numbers begin again.

        Raises:
            LawBroken: if it does not hold.
        """
        laws = [law for law in self._laws if law.of is Snapshot]
        if laws:
            laws[pick % len(laws)].check(snapshot_of(self.rules, self.state, str(pick)))

    def save_and_load(self, how: Saved) -> None:
        """Save the hand, read it back and go on with what was read.

        Args:
            how: `text` (a position), `json` or `pickle`.

        Raises:
            ValueError: for another form.
            HandDiffers: if the saved hand cannot be read, or is read back as another one.
        """
        if how not in FORMS:
            raise ValueError(f"there is no form {how!r} of a saved hand; {nearest(how, FORMS)}")
        rules, before = self.rules, self.state
        position = Position(rules, before)
        # A plugin that was passed as an object has no name to be found by.
        known = rules if rules.origin.passed_plugins else None
        with self._watched(f"what is saved as {how} cannot be read"):
            if how == "text":
                read = parse_position("\n".join(toml_lines(position_table(position))), rules=known)
            elif how == "json":
                read = state_from_json(state_to_json(position), rules=known)
            else:
                read = pickled(position)
        if read.rules != rules or read.state != before:
            raise self._differs(f"what was saved as {how} is not what is read back")
        self.state = read.state

    def count_and_deal(self, seed: int) -> None:
        """Count a hand that is over in the match, and deal the next one.

        Args:
            seed: shuffles; 0 or more.

        Raises:
            ValueError: for a negative seed.
            HandDiffers: if the hand cannot be counted, because it is not over or counting crashes.
            LawBroken: if a law does not hold of the counted hand, or in the hand that is dealt next.
        """
        require_min(0, seed=seed)
        with self._watched("counting the hand fails"):
            counted = count_hand(self.rules, self._match, self.state)
        self._ask(counted)
        self._match = going_on(self.rules, counted.after)
        self._note(f"the match stands at {counted.after.scores}")
        self.state = deal(self.rules, seed=seed, match=self._match.so_far)
        self._expected = self.state
        self._ask(snapshot_of(self.rules, self.state, "0"))

    def compare(self) -> None:
        """Check that nothing but an action has changed the state.

        Raises:
            HandDiffers: if the state is not the one after the last action.
        """
        if self.state != self._expected:
            raise self._differs("the state has changed between two actions")

    @contextmanager
    def _watched(self, what: str, action: Action | None = None) -> Generator[None]:
        """Report any error with the state in which it was raised."""
        try:
            yield
        except Exception as error:
            raise self._differs(f"{what}: {type(error).__name__}: {error}", action) from error

    def _differs(self, what: str, action: Action | None = None) -> HandDiffers:
        return HandDiffers("", " ".join(what.split()), Fault(what, action), self.rules, self.state)

    def _ask(self, subject: Snapshot | Step | Counted) -> None:
        for law in self._laws:
            if isinstance(subject, law.of) and not law.costly:
                law.check(subject)
