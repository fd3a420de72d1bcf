"""Tests that failing examples shrink to a short form; `test_strategies_shrink.py` runs them in a process of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from hypothesis import HealthCheck, Phase, find, settings
from hypothesis import strategies as st

from rummy500 import compose
from rummy500.cards.pieces import Meld
from rummy500_testing import strategies as r5st
from rummy500_testing.available import plugins, presets

T = TypeVar("T")
PAGAT = compose("pagat", seats=2)
CLASSIC = compose("classic", seats=2)


def smallest(strategy: st.SearchStrategy[T], holds: Callable[[T], bool]) -> T:
    """Return the smallest example that hypothesis finds, equal in every run."""
    steady = settings(
        derandomize=True,
        database=None,
        deadline=None,
        max_examples=3000,
        phases=[Phase.generate, Phase.shrink],
        suppress_health_check=[HealthCheck.too_slow],
    )
    return find(strategy, holds, settings=steady)


def test_a_meld_on_the_table_is_a_draw_and_a_meld() -> None:
    hand = smallest(r5st.hands(PAGAT), lambda hand: bool(hand.state.public.table))
    assert [action.verb for action in hand.actions] in (["draw", "meld"], ["take"])
    assert len(hand.state.public.table[0].pieces) == 3


def test_a_game_in_which_somebody_goes_out_is_short() -> None:
    game = smallest(r5st.games(CLASSIC), lambda game: game.how == "out")
    assert len(game.actions) <= 24


def test_rules_with_a_plugin_have_that_plugin_alone() -> None:
    every = r5st.rules(presets=presets(), among=plugins())
    found = smallest(every, lambda rules: "boathouse" in rules.plugins)
    assert found == compose(plugins=["boathouse"])


def test_a_meld_with_a_joker_has_three_cards() -> None:
    def has_joker(meld: Meld) -> bool:
        return any(piece & 63 == 52 for piece in meld.pieces)

    assert str(smallest(r5st.melds(PAGAT), has_joker)) in ("0 [*=As 2s 3s]", "0 [As *=2s 3s]", "0 [As 2s *=3s]")


def test_some_cards_shrink_to_the_fewest() -> None:
    assert repr(smallest(r5st.some_cards(PAGAT), lambda cards: len(cards) >= 3)) == "parse_cards('As 2s 3s')"


def test_a_refused_discard_is_tried_at_once_or_after_a_draw() -> None:
    def refused(tried: r5st.Try) -> bool:
        return tried.action.verb == "discard" and tried.refusal is not None

    tried = smallest(r5st.tries(PAGAT, most_steps=20), refused)
    assert len(tried.hand.actions) <= 1
