"""`Round`: a step between the deal and the first turn."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

import attrs

from rummy500.cards import Bag
from rummy500.state import State

if TYPE_CHECKING:
    from rummy500.rules.rules import Rules


@attrs.frozen
class Round:
    """A step between the deal and the first turn: an effect, a phase in which seats act, or both.

    Attributes:
        phase: the phase in which seats act; empty if the step is an effect alone.
        by: who acts in the phase: `all` seats, from the dealer's left; the `dealer`; or the seat on the dealer's
            `left`, which begins play. A seat has acted once the effect of its move calls `has_acted`.
        blind: whether nobody looks at any cards in the phase, not even at those of its own hand.
        begin: the effect when the step begins: `(rules, state) -> state`; `None` for none.
        shows: returns the cards, as a bag, that `begin` shows to a seat (-1: a spectator) and that lie in no pile, as a
            card that is turned up and kept in memory: `(rules, state, seat) -> bag`. The state is the one in which
            play goes on. `None` if it shows none.
    """

    phase: str = ""
    by: Literal["all", "dealer", "left"] = "all"
    begin: Callable[[Rules, State], State] | None = None
    blind: bool = False
    shows: Callable[[Rules, State, int], Bag] | None = None
