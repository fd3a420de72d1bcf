"""`FastRules`: what a fast hand needs to know of rules, as plain numbers; `reading.py` reads it from `Rules`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal, final

from rummy500.engine.plays import may_lay_after_meld, may_lay_own
from rummy500.rules.parts import TurnRules
from rummy500.rules.rules import Rules

if TYPE_CHECKING:  # mypyc compiles it to a C integer; interpreted it is not needed
    from mypy_extensions import i64

    from rummy500.fast.hand import FastHand
    from rummy500.fast.sensible import Sensible

Policy = Literal["random", "meld-first", "sensible"]


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
    places: i64  # of runs, as bits: an ace before the two, the cards in order, an ace after the king
    after_meld: bool  # a seat lays off after it has melded (`meld.layoff`)
    own_melds: bool  # a seat lays off on the melds of its side
    calls: bool
    sensible: Sensible  # the values of actions
    asks: Callable[[FastHand, int], bool]  # asks the engine whether an action is legal

    def __init__(self, rules: Rules, sensible: Sensible, asks: Callable[[FastHand, int], bool]) -> None:
        shapes = rules.melding.shapes
        self.rules = rules
        self.turn = rules.turn
        self.seats = rules.seats
        self.run_min = shapes.run_min
        self.group_cap = shapes.group_cap
        self.places = shapes.ace_low | 0x1FFE | shapes.ace_high << 13
        self.after_meld = rules.melding.may_lay is may_lay_after_meld
        self.own_melds = rules.melding.may_lay is may_lay_own
        self.calls = rules.turn.call != "none"
        self.sensible = sensible
        self.asks = asks
