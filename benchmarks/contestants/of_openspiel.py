"""OpenSpiel's card games, written in C++, through pyspiel.

As documented: `open_spiel/python/examples/example.py`, which the page "First examples" of openspiel.readthedocs.io
tells to run, begins each hand by `game.new_initial_state()`, samples a chance node by
`action_list, prob_list = zip(*state.chance_outcomes())` and `np.random.choice(action_list, p=prob_list)`
(`docs/api_reference/state_chance_outcomes.md` does the same), and decides by
`random.choice(state.legal_actions(state.current_player()))`. What the example prints is left out here.

The fairer figure: making the first state of gin_rummy is dear, and is not play. So the first state is made once and
cloned for each hand, and all else is as documented. numpy's draw is dear, too: in a row of its own chance is drawn by
an index into `chance_outcomes()`; that is right where all outcomes are equally likely, as in the three games here, and
checked before anything is timed. Drawn from `legal_actions()`, which at a chance node lists the outcomes without their
probabilities, it is cheaper still, for a player who knows that much about the game beforehand.

Where the state before is kept, `state.clone()` is made before a decision is applied; chance is applied in place.
"""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable
from typing import Any, Final

from benchmarks.measuring import Contestant, Parts, Play, Positions

GIN: Final = "openspiel gin_rummy"
CACHED: Final = "openspiel gin_rummy, root cached"
BY_INDEX: Final = f"{CACHED}, chance by index"
CRAZY_EIGHTS: Final = "openspiel crazy_eights"

_ALIKE: Final = 1e-9
_CHECKED_HANDS: Final = 5


def contestants() -> tuple[Contestant, ...]:
    """The rows of OpenSpiel.

    Raises:
        ImportError: if it, or numpy, is not installed.
    """
    spiel = importlib.import_module("pyspiel")
    numpy_random = importlib.import_module("numpy").random
    gin, eights, hearts = (spiel.load_game(name) for name in ("gin_rummy", "crazy_eights", "hearts"))
    return (
        Contestant(
            GIN,
            _documented(gin.new_initial_state, numpy_random, kept=False),
            _documented(gin.new_initial_state, numpy_random, kept=True),
            _parts(gin),
            "as its documentation's example plays it: a new first state for each hand, chance drawn by numpy",
        ),
        Contestant(
            CACHED,
            _documented(gin.new_initial_state().clone, numpy_random, kept=False),
            _documented(gin.new_initial_state().clone, numpy_random, kept=True),
            _parts(gin),
            "as documented, but the first state is made once and cloned for each hand",
        ),
        _by_index(BY_INDEX, gin, "the first state cached; chance by an index into `chance_outcomes()`"),
        Contestant(
            f"{CACHED}, chance from legal_actions",
            _player(gin, kept=False, listed=True),
            _player(gin, kept=True, listed=True),
            note="the first state cached; chance is drawn from `legal_actions()`, without probabilities",
        ),
        _by_index(CRAZY_EIGHTS, eights, "five players; first state cached, chance by an index"),
        _by_index("openspiel hearts", hearts, "four players; first state cached, chance by an index"),
    )


def _by_index(name: str, game: Any, note: str) -> Contestant:
    _check_alike(game)
    return Contestant(name, _player(game, kept=False), _player(game, kept=True), _parts(game), note)


def _documented(first_state: Callable[[], Any], numpy_random: Any, *, kept: bool) -> Play:
    """Random play as documented, from what `first_state` gives for each hand."""

    def play(hands: int, rng: random.Random) -> int:
        numpy_random.seed(rng.getrandbits(32))
        decisions = 0
        for _ in range(hands):
            state = first_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes = state.chance_outcomes()
                    action_list, prob_list = zip(*outcomes, strict=False)
                    action = numpy_random.choice(action_list, p=prob_list)
                    state.apply_action(action)
                else:
                    action = rng.choice(state.legal_actions(state.current_player()))
                    if kept:
                        state = state.clone()
                    state.apply_action(action)
                    decisions += 1
        return decisions

    return play


def _player(game: Any, *, kept: bool, listed: bool = False) -> Play:
    """Random play from a cached first state; `listed`: chance is drawn from `legal_actions()`."""
    root = game.new_initial_state()

    def play(hands: int, rng: random.Random) -> int:
        decisions = 0
        for _ in range(hands):
            state = root.clone()
            while not state.is_terminal():
                if state.is_chance_node():
                    if listed:
                        possible = state.legal_actions()
                        state.apply_action(possible[int(rng.random() * len(possible))])
                    else:
                        outcomes = state.chance_outcomes()
                        state.apply_action(outcomes[int(rng.random() * len(outcomes))][0])
                else:
                    legal = state.legal_actions()
                    action = legal[int(rng.random() * len(legal))]
                    if kept:
                        state = state.clone()
                    state.apply_action(action)
                    decisions += 1
        return decisions

    return play


def _check_alike(game: Any) -> None:
    """See that the outcomes of chance are equally likely: an index drawn at random would be another game otherwise."""
    rng = random.Random(0)
    for _ in range(_CHECKED_HANDS):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                chances = [probability for _, probability in outcomes]
                if max(chances) - min(chances) > _ALIKE:
                    raise ValueError(f"{game} has a chance node whose outcomes are not equally likely")
                state.apply_action(rng.choice(outcomes)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))


def _parts(game: Any) -> Parts:
    root = game.new_initial_state()

    def positions(rng: random.Random) -> Positions:
        found: Positions = []
        state = root.clone()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(rng.choice(state.chance_outcomes())[0])
            else:
                action = rng.choice(state.legal_actions())
                found.append((state.clone(), action))
                state.apply_action(action)
        return found

    def list_all(positions: Positions) -> None:
        for state, _ in positions:
            state.legal_actions()

    def apply_all(positions: Positions) -> None:
        for state, action in positions:
            state.apply_action(action)

    return Parts(positions, list_all, apply_all)
