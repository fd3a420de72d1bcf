"""What a law is, what it looks at, and what is raised when it is broken."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from itertools import islice
from typing import Literal

import attrs

from rummy500.actions import Action
from rummy500.engine.legal import legal_actions
from rummy500.errors import Rummy500Error
from rummy500.notation.actions import action_text
from rummy500.notation.position import Position
from rummy500.notation.scenario import scenario_text
from rummy500.rules import Rules
from rummy500.state import State

#: So many actions of one state are listed at most: many wild cards have more melds than anyone wants to see.
MOST_LISTED = 4000


@attrs.frozen(eq=False)
class Spot:
    """A state as the laws look at it, its actions listed once for all of them.

    Attributes:
        rules: the rules in force.
        state: the state.
        listed: its legal actions, in their order.
        whole: whether these are all of them; false where there are more than `MOST_LISTED`.
        rng: where laws that try things at random take them from.
    """

    rules: Rules
    state: State
    listed: tuple[Action, ...]
    whole: bool
    rng: random.Random

    def some(self, most: int) -> list[Action]:
        """So many of the listed actions at most, picked at random."""
        return self.rng.sample(self.listed, most) if len(self.listed) > most else list(self.listed)


def look_at(rules: Rules, state: State, rng: random.Random) -> Spot:
    """List the actions of a state and make a spot of it."""
    found = tuple(islice(legal_actions(rules, state), MOST_LISTED + 1))
    return Spot(rules, state, found[:MOST_LISTED], len(found) <= MOST_LISTED, rng)


@attrs.frozen
class Fault:
    """What a law found.

    Attributes:
        what: what is wrong, in words.
        action: the action that shows it, if one does.
        kind: the step of a scenario that shows it: what the law expects of the action.
    """

    what: str
    action: Action | None = None
    kind: Literal["do", "refuse", "may", "may_not"] = "do"


@attrs.frozen
class Law:
    """A statement that holds in every state that play reaches.

    Attributes:
        name: its name.
        statement: what it says, in words.
        function: looks at a spot and tells the first fault, `None` if there is none.
        dear: whether it costs so much that a long run asks it only now and then.
    """

    name: str
    statement: str
    function: Callable[[Spot], Fault | None]
    dear: bool = False

    def check(self, spot: Spot) -> None:
        """Ask the law about one spot.

        Args:
            spot: the state to look at.

        Raises:
            LawBroken: if it does not hold, or if looking at it crashed.
        """
        try:
            fault = self.function(spot)
        except Exception as error:
            crash = Fault(f"{type(error).__name__}: {error}")
            raise LawBroken(self.name, self.statement, crash, spot.rules, spot.state) from error
        if fault is not None:
            raise LawBroken(self.name, self.statement, fault, spot.rules, spot.state)


class LawBroken(Rummy500Error):  # noqa: N818 - the name says what happened
    """A law that does not hold; it is a tool of tests, so it shows the whole state with its hidden cards.

    Attributes:
        law: the law's name.
        statement: what the law says.
        fault: what was found.
        rules: the rules in force.
        state: the state in which it does not hold.
    """

    def __init__(self, law: str, statement: str, fault: Fault, rules: Rules, state: State) -> None:
        """Take the law, what was found and where."""
        self.law = law
        self.statement = statement
        self.fault = fault
        self.rules = rules
        self.state = state
        super().__init__(law, statement, fault, rules, state)

    @property
    def scenario(self) -> str:
        """A scenario file that begins in this state; where it cannot be written the state as data."""
        position = Position(self.rules, self.state, (0,) * self.rules.seats)
        try:
            action = self.fault.action
            steps: list[Mapping[str, str]] = []
            if action is not None:
                steps.append({self.fault.kind: action_text(action, self.state)})
            return scenario_text(position, steps, {}, title=f"The law {self.law!r} is broken")
        except (LookupError, TypeError, ValueError) as error:
            return f"# no scenario can say it ({error})\n# {self.rules!r}\n# {self.state!r}\n"

    def __str__(self) -> str:
        """The law, what was found, and the scenario that shows it."""
        shown = "" if self.fault.action is None else f"\naction: {self.fault.action!r}"
        return (
            f"the law {self.law!r} is broken: {self.fault.what}\n"
            f"it says: {self.statement}{shown}\nrules: {self.rules!r}\n\n{self.scenario}"
        )
