"""`Player`, the protocol of programs that play a seat, and `PlayerError`."""

from __future__ import annotations

from typing import Protocol

from rummy500.actions import Action
from rummy500.engine.listing import LegalActions
from rummy500.errors import Rummy500Error
from rummy500.rules import Rules
from rummy500.state import View


class PlayerError(Rummy500Error, ValueError):
    """A player that breaks the contract of `Player`, or a name that no player has.

    Attributes:
        seat: the seat whose player it is; -1 if no seat is concerned.
    """

    def __init__(self, message: str, *, seat: int = -1) -> None:
        self.seat = seat
        super().__init__(message)


class Player(Protocol):
    """Chooses actions for one seat, given only the view of that seat."""

    def choose(self, rules: Rules, view: View, legal: LegalActions) -> Action | None:
        """Choose an action for the seat of the view.

        Args:
            rules: the rules in force.
            view: the view of the seat.
            legal: the seat's legal actions; there is at least one.

        Returns:
            One of these actions. Out of turn `None` declines to act; the seat on turn must act.
        """
