"""Whole random hands, each choice drawn from hypothesis."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from typing import Final

import attrs
from hypothesis import strategies as st

from rummy500.actions import Action
from rummy500.engine.listing import legal_actions
from rummy500.engine.step import apply, chance, resolve_chance
from rummy500.game.deal import deal
from rummy500.notation.transcript import transcript_text
from rummy500.rules.rules import Rules
from rummy500.state import State
from rummy500_testing.play import MAX_TURNS, Game
from rummy500_testing.strategies.packs import decks
from rummy500_testing.strategies.showing import Readable, written

#: The most legal actions of a state to choose from.
MOST_LISTED: Final = 500
#: The seed of chance: drawing an order card by card would be slow, and few tests depend on it.
SEEDS: Final = st.integers(0, 2**16 - 1)


@attrs.frozen(repr=False)
class PlayedGame(Readable, Game):
    """A game that prints as its transcript."""

    def __repr__(self) -> str:
        """Format the game in a line, with its transcript."""
        title = f"A hand of {len(self.actions)} actions, ended: {self.how}"
        transcript = written(lambda: transcript_text(self.rules, self.states[0], self.actions, title=title), self.rules)
        return f"<PlayedGame of {self.rules!r}>\n{transcript}"


@st.composite
def games(draw: st.DrawFn, of: st.SearchStrategy[Rules] | Rules, *, max_turns: int = MAX_TURNS) -> Game:
    """Whole random hands: rules, deck, dealer and the list of actions.

    Args:
        draw: given by hypothesis.
        of: the rules, or a strategy of rules.
        max_turns: longer hands are cut off.
    """
    composed = of if isinstance(of, Rules) else draw(of)
    dealer, deck = draw(st.integers(0, composed.seats - 1)), draw(decks(composed))
    states = [deal(composed, deck=deck, dealer=dealer)]
    actions: list[Action] = []
    turns = 0
    for action, state in drawn_walk(draw, composed, states[0]):
        turns += state.public.to_act != states[-1].public.to_act
        actions.append(action)
        states.append(state)
        if turns >= max_turns:
            break
    return PlayedGame(composed, bytes(deck), tuple(actions), tuple(states), turns, max_turns=max_turns)


def drawn_walk(draw: st.DrawFn, rules: Rules, state: State) -> Iterator[tuple[Action, State]]:
    """Play at random like `rummy500_testing.walk`, with each choice drawn from hypothesis.

    Args:
        draw: given by hypothesis.
        rules: the rules in force.
        state: where to begin.

    Yields:
        Each action and the state after it.
    """
    tossed = any(move.outcome is not None for move in rules.turn.suffixed.values())
    while True:
        due = chance(rules, state)
        if due is not None:
            action = due.sample(random.Random(draw(SEEDS)))
        else:
            listed = sorted(islice(legal_actions(rules, state), MOST_LISTED), key=_simplicity)
            if not listed:
                return
            action = listed[draw(st.integers(0, len(listed) - 1))]
            if tossed:
                action = resolve_chance(rules, state, action, random.Random(draw(SEEDS)))
        state = apply(rules, state, action)
        yield action, state


def _simplicity(action: Action) -> tuple[bool, int]:
    """Order actions for shrinking: those that end a hand soonest come first, those from the pile last."""
    return action.depth > 0, -len(action.pieces)
