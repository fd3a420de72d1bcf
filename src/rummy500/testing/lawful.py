"""A random hand under the eyes of all laws."""

from __future__ import annotations

from collections.abc import Callable

from rummy500.rules import Rules
from rummy500.state import State
from rummy500.testing.inquiry import EVERY, Inquiry
from rummy500.testing.play import MAX_TURNS, Game


def lawful_hand(
    rules: Rules,
    name: str,
    *,
    every: int = EVERY,
    max_turns: int = MAX_TURNS,
    watch: Callable[[State], None] | None = None,
    ripe: bool = False,
) -> Game:
    """Play a random hand under all laws.

    The cheap laws are asked about each state and each action, the dear ones about each so manieth and the last, those
    of whole hands and of how they are counted in the end.

    Args:
        rules: the rules in force.
        name: a name for the hand; the same name plays the same hand.
        every: each so many states the dear laws are asked, too.
        max_turns: after so many turns the hand is cut off.
        watch: is told of each state before the laws are asked.
        ripe: begin near the end of a hand, with few cards in hands and melds on the table.

    Returns:
        The hand.

    Raises:
        LawBroken: by the first law that does not hold, with a scenario that shows it; where play itself crashes, too.

    Examples:
        >>> import rummy500 as r5
        >>> lawful_hand(r5.compose("classic"), "the first hand").how
        'out'
    """
    game = Inquiry(rules, every=every).hand(name, max_turns=max_turns, watch=watch, ripe=ripe)
    assert game is not None  # noqa: S101 - only an inquiry that keeps what is broken gives none
    return game
