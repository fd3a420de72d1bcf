"""Positions that play can reach."""

from __future__ import annotations

from itertools import islice
from typing import Final

import attrs
from hypothesis import strategies as st

from rummy500.actions import Action
from rummy500.engine.step import is_over
from rummy500.game.deal import deal
from rummy500.notation.position import Position
from rummy500.notation.scenario import scenario_text
from rummy500.rules.rules import Rules
from rummy500.state import State
from rummy500_testing.late_positions import late_position
from rummy500_testing.strategies.packs import decks
from rummy500_testing.strategies.playing import drawn_walk
from rummy500_testing.strategies.showing import Readable, written

_MOST_STEPS: Final = 150
#: One hand in this many begins close to its end.
_LATE_SHARE: Final = 4
#: The most actions by which a finished hand is wound back.
_MOST_BACK: Final = 12


@attrs.frozen(repr=False)
class Hand(Readable):
    """A position that play has reached; it prints as a scenario file.

    Attributes:
        rules: the rules in force.
        state: the state.
        actions: the actions since the hand was dealt, or since it began close to its end.
    """

    rules: Rules
    state: State
    actions: tuple[Action, ...] = ()

    @property
    def scenario(self) -> str:
        """Write a scenario file that begins in this position."""
        steps = len(self.actions)
        title = f"After {steps} action{'' if steps == 1 else 's'}"
        return written(lambda: scenario_text(self.position, [], {}, title=title), self.rules)

    @property
    def position(self) -> Position:
        """Return the position in a match that has just begun."""
        return Position(self.rules, self.state)

    def __repr__(self) -> str:
        """Format the position in a line, with a scenario file that begins in it."""
        return f"<Hand of {self.rules!r}>\n{self.scenario}"


@st.composite
def hands(
    draw: st.DrawFn, of: st.SearchStrategy[Rules] | Rules, *, most_steps: int = _MOST_STEPS, late: bool = True
) -> Hand:
    """Positions that play can reach: a random deal, and some random legal actions after it.

    Args:
        draw: given by hypothesis.
        of: the rules, or a strategy of rules.
        most_steps: the most actions.
        late: begin some of the hands close to their end, which random play rarely reaches: with few cards in hands,
            melds on the table and a big pile (`rummy500_testing.late_positions`).
    """
    composed = of if isinstance(of, Rules) else draw(of)
    dealer, deck = draw(st.integers(0, composed.seats - 1)), draw(decks(composed))
    state = deal(composed, deck=deck, dealer=dealer)
    if late and draw(st.integers(1, _LATE_SHARE)) == _LATE_SHARE:
        state = late_position(composed, state, draw(st.randoms(use_true_random=False)))
    steps: list[tuple[Action | None, State]] = [(None, state)]
    steps += islice(drawn_walk(draw, composed, state), draw(st.integers(0, most_steps)))
    if is_over(steps[-1][1]) and len(steps) > 1:
        # Positions shortly before the end are rare in play and useful in tests.
        back = draw(st.integers(0, min(len(steps) - 1, _MOST_BACK)))
        steps = steps[: len(steps) - back]
    return Hand(composed, steps[-1][1], tuple(action for action, _ in steps if action is not None))
