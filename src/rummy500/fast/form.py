"""`FastRules`: what a fast hand needs to know of rules, as plain numbers; `reading.py` reads it from `Rules`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal, final

from rummy500.rules.parts import TurnRules
from rummy500.rules.rules import Rules

if TYPE_CHECKING:  # mypyc compiles it to a C integer; interpreted it is not needed
    from mypy_extensions import i64

    from rummy500.fast.hand import FastHand
    from rummy500.fast.sensible import Sensible

Policy = Literal["random", "meld-first", "sensible"]

#: Who may lay off: everybody, a seat that has melded, a seat on the melds of its side (`meld.layoff`).
ANY_MELD = 0
AFTER_MELD = 1
OWN_MELDS = 2


@final
class FastRules:
    """Rules as plain numbers, for hands of one pack and up to four seats.

    `fast_rules` makes them, or says why rules have no fast form.

    Attributes:
        rules: the rules.
    """

    rules: Rules
    turn: TurnRules
    seats: i64
    run_min: i64
    group_cap: i64
    ace_low: i64  # 1 if an ace may lie before the two
    ace_high: i64  # 1 if an ace may lie after the king
    layoff: i64  # who may lay off where: `ANY_MELD`, `AFTER_MELD` or `OWN_MELDS`
    sides: bytes
    bars_gained: bool  # all cards gained in a turn are barred from its discard, not only a lone top discard
    calls: bool
    points: tuple[tuple[int, ...], ...]  # of each card in hand, in a group, in a run, at the low end of a run
    sensible: Sensible  # values of actions
    asks: Callable[[FastHand, int], bool]  # asks the engine whether an action is legal

    def __init__(
        self,
        rules: Rules,
        layoff: int,
        points: tuple[tuple[int, ...], ...],
        sensible: Sensible,
        asks: Callable[[FastHand, int], bool],
    ) -> None:
        """Read the rules.

        Args:
            rules: the rules.
            layoff: who may lay off where.
            points: the points of each card in hand; in a group, in a run and at the low end of a run with an ace. There
                those of a joker follow: in a group for each rank, in a run for the role of each card.
            sensible: the values of actions by these points.
            asks: asks the engine whether an action is legal, where only its search for an end of the turn knows.
        """
        shapes = rules.melding.shapes
        self.rules = rules
        self.turn = rules.turn
        self.seats = rules.seats
        self.run_min = shapes.run_min
        self.group_cap = shapes.group_cap
        self.ace_low = 1 if shapes.ace_low else 0
        self.ace_high = 1 if shapes.ace_high else 0
        self.layoff = layoff
        self.sides = bytes(rules.sides)
        self.bars_gained = not rules.turn.bar_lifts_on_use
        self.calls = rules.turn.call != "none"
        self.points = points
        self.sensible = sensible
        self.asks = asks
