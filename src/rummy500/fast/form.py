"""`FastRules`: what a fast hand needs to know of rules, as plain numbers; `reading.py` reads it from `Rules`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal, final

from rummy500.cards.cards import JOKER, NATURALS
from rummy500.cards.pieces import natural_piece, wild_in_group, wild_in_run
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
    places: i64  # of runs, as bits: an ace before the two, the cards in order, an ace after the king
    layoff: i64  # who may lay off where: `ANY_MELD`, `AFTER_MELD` or `OWN_MELDS`
    sides: bytes
    bars_gained: bool  # all cards gained in a turn are barred from its discard, not only a lone top discard
    calls: bool
    #: The points of each card in hand, in a group, in a run, at the low end of a run that begins with an ace. On the
    #: table those of a joker follow: in a group for each rank, in a run for each card whose place it has.
    points: tuple[tuple[int, ...], ...]
    sensible: Sensible  # the values of actions by these points
    asks: Callable[[FastHand, int], bool]  # asks the engine whether an action is legal

    def __init__(self, rules: Rules, layoff: int, sensible: Sensible, asks: Callable[[FastHand, int], bool]) -> None:
        shapes, points = rules.melding.shapes, rules.scoring.points
        self.rules = rules
        self.turn = rules.turn
        self.seats = rules.seats
        self.run_min = shapes.run_min
        self.group_cap = shapes.group_cap
        self.places = shapes.ace_low | 0x1FFE | shapes.ace_high << 13
        self.layoff = layoff
        self.sides = bytes(rules.sides)
        self.bars_gained = not rules.turn.bar_lifts_on_use
        self.calls = rules.turn.call != "none"
        naturals = [natural_piece(card) for card in range(NATURALS)]
        in_group = (*naturals, *[wild_in_group(JOKER, rank) for rank in range(13)])
        in_run = (*naturals, *[wild_in_run(JOKER, card) for card in range(NATURALS)])
        self.points = (
            points.in_hand,
            tuple([points.piece(piece, "group") for piece in in_group]),
            tuple([points.piece(piece, "run") for piece in in_run]),
            tuple([points.piece(piece, "low") for piece in in_run]),
        )
        self.sensible = sensible
        self.asks = asks
