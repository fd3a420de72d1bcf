"""Hypothesis strategies: cards, decks, rules, positions that play reaches, actions, whole hands.

Everything that is picked on the way is drawn from hypothesis, so a failing example shrinks: towards the first preset
without options, two seats, a short prefix and the first action of each list. Needs the extra `testing`.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from itertools import islice

import attrs
from hypothesis import assume
from hypothesis import strategies as st

from rummy500.actions import Action
from rummy500.cards import JOKER
from rummy500.compose import FEWEST_SEATS, MOST_SEATS, compose, known_options
from rummy500.deal import deal
from rummy500.engine.legal import legal_actions
from rummy500.errors import ComposeError
from rummy500.options import Option, OptionValue
from rummy500.presets import CORE_PRESETS
from rummy500.rules import Rules
from rummy500.state import State
from rummy500.testing.near import nearly, nonsense
from rummy500.testing.play import MAX_TURNS, Game, random_game, walk

_MOST_STEPS = 150
_MOST_PICKED = 500
#: How far above its least number an option without a bound is drawn.
_ABOVE = {"deal.size": 12, "match.target": 999}
_ABOVE_OTHERS = 60


@attrs.frozen
class Hand:
    """A position that play has reached.

    Attributes:
        rules: the rules in force.
        state: the state.
    """

    rules: Rules
    state: State


def cards() -> st.SearchStrategy[int]:
    """Any card: a natural one or a joker."""
    return st.integers(0, JOKER)


def decks(rules: Rules) -> st.SearchStrategy[bytes]:
    """The pack of some rules in any order."""
    return st.permutations(list(rules.pack)).map(bytes)


def option_values(option: Option) -> st.SearchStrategy[OptionValue]:
    """Any value that an option takes; a number without a bound is kept where play knows the difference."""
    values: list[st.SearchStrategy[OptionValue]] = []
    if option.choices:
        values.append(st.sampled_from(option.choices))
    if option.flag:
        values.append(st.booleans())
    if option.zero:
        values.append(st.just(0))
    if option.least is not None:
        most = option.least + _ABOVE.get(option.name, _ABOVE_OTHERS) if option.most is None else option.most
        values.append(st.integers(option.least, most))
    return st.one_of(values)


@st.composite
def rules(
    draw: st.DrawFn,
    presets: Iterable[str] = tuple(CORE_PRESETS),
    seats: Iterable[int] = range(FEWEST_SEATS, MOST_SEATS + 1),
    *,
    options: bool = True,
    plugins: Iterable[str] = (),
) -> Rules:
    """Any rules that compose.

    Args:
        draw: given by hypothesis.
        presets: the presets to choose from.
        seats: the numbers of seats to choose from.
        options: set some options too, to any values that go together; those of the plugins among them.
        plugins: the plugins in play, by name.
    """
    preset = draw(st.sampled_from(tuple(presets)))
    count = draw(st.sampled_from(tuple(seats)))
    named = tuple(plugins)
    kinds = known_options(preset, named)
    names = draw(st.lists(st.sampled_from(tuple(kinds)), unique=True, max_size=6)) if options else []
    chosen = {name: draw(option_values(kinds[name])) for name in names}
    composed: Rules | None = None
    try:
        composed = compose(preset, named, chosen, seats=count)
    except ComposeError:
        assume(False)  # noqa: FBT003 - this is how hypothesis is told to try another example
    assert composed is not None  # noqa: S101 - `assume` has raised otherwise
    return composed


@st.composite
def hands(draw: st.DrawFn, of: st.SearchStrategy[Rules] | Rules, *, most_steps: int = _MOST_STEPS) -> Hand:
    """Positions that really arise: a random deal, and some random legal actions after it.

    Args:
        draw: given by hypothesis.
        of: the rules, or a strategy of rules.
        most_steps: so many actions at most.
    """
    composed = of if isinstance(of, Rules) else draw(of)
    dealer = draw(st.integers(0, composed.seats - 1))
    state = deal(composed, seed=draw(st.integers(0, 2**32 - 1)), dealer=dealer)
    steps = draw(st.integers(0, most_steps))
    for _, after in islice(walk(composed, state, draw(_sources())), steps):
        state = after
    return Hand(composed, state)


def games(of: st.SearchStrategy[Rules] | Rules, *, max_turns: int = MAX_TURNS) -> st.SearchStrategy[Game]:
    """Whole random hands: rules, deck, dealer and the list of actions.

    Args:
        of: the rules, or a strategy of rules.
        max_turns: longer hands are cut off.
    """
    every = st.just(of) if isinstance(of, Rules) else of
    # A seed for the whole hand: there are too many choices in one for hypothesis to draw each.
    return st.builds(_game, every, st.integers(0, 2**32 - 1), st.just(max_turns))


def _game(rules: Rules, seed: int, max_turns: int) -> Game:
    return random_game(rules, random.Random(seed), max_turns=max_turns)


@st.composite
def actions(draw: st.DrawFn, rules: Rules, state: State) -> Action:
    """Actions to try in a state: legal ones, nearly legal ones, and nonsense.

    Args:
        draw: given by hypothesis.
        rules: the rules in force.
        state: the state.
    """
    source = draw(_sources())
    listed = tuple(islice(legal_actions(rules, state), _MOST_PICKED))
    if not listed:
        return nonsense(rules, source)
    legal = draw(st.sampled_from(listed))
    kind = draw(st.sampled_from(("legal", "nearly", "nonsense")))
    if kind == "legal":
        return legal
    return nearly(rules, state, legal, source) if kind == "nearly" else nonsense(rules, source)


def _sources() -> st.SearchStrategy[random.Random]:
    """Sources of randomness that hypothesis draws from, so that what comes of them shrinks."""
    return st.randoms(use_true_random=False)
