"""A random hand under the eyes of all laws."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from rummy500.actions import Action
from rummy500.engine.step import is_over
from rummy500.rules import Rules
from rummy500.state import State
from rummy500.testing.laws import check_game, check_step
from rummy500.testing.play import MAX_TURNS, Game, random_game
from rummy500.testing.ripe import ripened

#: Each so many states the dear laws are asked, too.
EVERY = 50


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

    The cheap laws are asked about each state, the dear ones about each so manieth and the last, those of whole hands in
    the end.

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
        LawBroken: by the first law that does not hold, with a scenario that begins in the state.

    Examples:
        >>> import rummy500 as r5
        >>> lawful_hand(r5.compose("classic"), "the first hand").how
        'out'
    """
    source, laws_source = random.Random(name), random.Random(f"{name} laws")
    states = 0

    def look(state: State) -> Sequence[Action]:
        nonlocal states
        states += 1
        if watch is not None:
            watch(state)
        return check_step(rules, state, laws_source, dear=states % every == 0 or is_over(state))

    game = random_game(rules, source, max_turns=max_turns, look=look, begin=ripened if ripe else None)
    check_game(game, max_turns)
    return game
