"""MOVE: asked once when the rules are composed; whole kinds of move.

`options` and `seats` may be taken as everywhere; `None` adds nothing. A move's generator and check are given the view
of the seat, its effect the state.
"""

from __future__ import annotations

from collections.abc import Mapping

from rummy500.hooks.markers import hookspec
from rummy500.options import OptionValue
from rummy500.rules import Move, Use

Options = Mapping[str, OptionValue]


@hookspec
def moves(options: Options, seats: int) -> tuple[Move, ...] | None:
    """Kinds of move, as a tuple of `Move`.

    A move with the verb of one of the core's and a phase of it takes its place; one whose phases are all others stands
    beside it and is the move in these. One with a `suffix` stands beside the move of its verb.
    One with an `outcome` is chance that is part of the move of its verb (what a tossed discard lands on): it is sampled
    by `resolve_chance` after a seat has decided, never listed, and every possible outcome can be applied.
    Its text is derived from its `fields`: the verb, `card`, what is played (`use`, `pieces`, `on`), then the words of
    `extra`, the suffix first; a verb of its own has no other fields. What its generator lists its check allows, and
    nothing else.
    """


@hookspec
def uses(options: Options, seats: int) -> tuple[Use, ...] | None:
    """Further uses of a card that is taken, as a tuple of `Use` (`draw.deep-use`)."""
