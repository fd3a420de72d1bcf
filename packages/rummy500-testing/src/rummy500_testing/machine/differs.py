"""The error of a checked hand that differs from the model."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from rummy500.actions import Action
from rummy500.errors import Rummy500Error
from rummy500.notation.actions import action_text
from rummy500.notation.position import Position
from rummy500.notation.scenario import scenario_text
from rummy500.rules.rules import Rules
from rummy500.state import State
from rummy500_testing.law import NO_SCENARIO, needed_plugins


class HandDiffers(Rummy500Error):  # noqa: N818 - the name says what happened
    """Raised if the engine differs from the model, or a saved hand from the one that is read back.

    Attributes:
        what: what differs, in words.
        rules: the rules in force.
        state: the state in which the last action was tried.
        action: that action, `None` if none was.
        kind: the expected result of it.
    """

    def __init__(
        self,
        what: str,
        rules: Rules,
        state: State,
        action: Action | None = None,
        kind: Literal["do", "refuse"] = "do",
    ) -> None:
        """Make the error of a difference and its place."""
        self.what = what
        self.rules = rules
        self.state = state
        self.action = action
        self.kind = kind
        super().__init__(what, rules, state, action, kind)

    @property
    def scenario(self) -> str:
        """Write a scenario file that shows it, with the scores of the match, or the state as data if that fails."""
        try:
            position = Position(self.rules, self.state)
            steps: list[Mapping[str, str]] = []
            if self.action is not None:
                steps.append({self.kind: action_text(self.action, self.state)})
            return needed_plugins(self.rules) + scenario_text(position, steps, {}, title=" ".join(self.what.split()))
        except (LookupError, TypeError, ValueError) as error:
            return f"{NO_SCENARIO} ({error})\n# {self.rules!r}\n# {self.state!r}\n# {self.action!r}\n"

    def __str__(self) -> str:
        """Format the difference, and the scenario that shows it."""
        return f"{self.what}\nrules: {self.rules!r}\n\n{self.scenario}"
