"""A random hand under the eyes of the laws."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rummy500.rules import Rules
from rummy500.state import State
from rummy500.testing.inquiry import EVERY, Inquiry
from rummy500.testing.law import Law
from rummy500.testing.play import MAX_TURNS, Game


def lawful_hand(
    rules: Rules,
    name: str,
    *,
    laws: Sequence[Law[Any]] | None = None,
    every: int = EVERY,
    max_turns: int = MAX_TURNS,
    watch: Callable[[State], None] | None = None,
    ripe: bool = False,
) -> Game:
    """Play a random hand under all laws of states, actions, hands and matches.

    Cheap laws check each state and each action, dear laws some of them (see `Inquiry`), laws of hands and matches the
    end. Laws of rules by themselves are not asked, because they say the same of every hand:
    `check_laws` asks them, too.

    Args:
        rules: the rules in force.
        name: a name for the hand; the same name plays the same hand.
        laws: the laws that are asked; if left out those of any rules and those that the plugins in play bring.
        every: dear laws check one state in so many, and what comes up for the first time; at least 1.
        max_turns: after so many turns the hand is cut off; 1 or more.
        watch: is told of each state before the laws are asked.
        ripe: begin near the end of a hand, with few cards in hands and melds on the table.

    Returns:
        The hand.

    Raises:
        LawBroken: by the first law that does not hold, with a scenario that shows it; where play itself crashes, too.
        ValueError: if `every` or `max_turns` is less than 1.
        ComposeError: if the laws of a plugin in play do not load.

    Examples:
        >>> import rummy500 as r5
        >>> lawful_hand(r5.compose("classic"), "the first hand").how
        'out'
    """
    game = Inquiry(rules, laws, every=every).hand(name, max_turns=max_turns, watch=watch, ripe=ripe)
    assert game is not None  # noqa: S101 - only an inquiry that keeps what is broken gives none
    return game
