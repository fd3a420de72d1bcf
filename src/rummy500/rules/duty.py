"""`Duty`: something that a seat must have done before it ends its turn or the hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

import attrs

from rummy500.errors import Refusal
from rummy500.state import View

if TYPE_CHECKING:
    from rummy500.rules.rules import Rules

#: What an action ends: the turn of its seat, or the whole hand.
End = Literal["turn", "hand"]


@attrs.frozen
class Duty:
    """Something that a seat must have done before it ends its turn or the hand.

    The engine asks about it before each action by which a seat ends its turn or the hand. A duty that no play can meet
    yields, so that there is always a way to end the turn (`turn.no-stranding`).

    Attributes:
        name: its name, by which a move lifts it (`Move.lifts`): the id of its rule.
        why: returns the refusal of an end, which says what is still due, or `None`; its arguments are the rules and the
            view of the seat that ends its turn. A card that it would discard is still in its hand; if it melds its last
            cards the hand is empty.
        ends: `turn` for a duty at every end of the seat's turn, also one that ends the hand; `hand` for a duty only of
            who ends the hand, by the last card or by a move that ends it.
    """

    name: str
    why: Callable[[Rules, View], Refusal | None]
    ends: End = "turn"

    def binds(self, end: End) -> bool:
        """Whether it is a duty at an end of a turn or of the hand."""
        return end == "hand" or self.ends == "turn"
