"""Tests of the strategies: they draw valid values, and hypothesis loses no example."""

from __future__ import annotations

import random
import re
from typing import Any, TypeVar

import attrs
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from tests.hooks.samples import plugin

import rummy500 as r5
from rummy500.cards.pieces import Meld, pieces_bag
from rummy500.hooks import PluginInfo, Settings
from rummy500.notation.scenario import parse_scenarios
from rummy500.rules.options import CORE_OPTIONS, CORE_PRESETS
from rummy500_terminal.judging import run_scenario
from rummy500_testing import random_game
from rummy500_testing import strategies as r5st
from rummy500_testing.available import plugins, presets

T = TypeVar("T")
#: A slow example shows that the machine is busy; lost examples show that a strategy is wrong.
few = settings(max_examples=30, suppress_health_check=[HealthCheck.too_slow])
ANY = r5st.rules(presets=presets(), among=plugins())
PAGAT = r5.compose("pagat", seats=3)
#: House rules as in a test of an author, and a plugin with a preset that does not go together with every plugin.
SHORT_RUNS = plugin("short-runs", settings=lambda: Settings(sets={"meld.run-min": 4}))
NO_JOKERS = plugin("no-jokers", settings=lambda: Settings(sets={"deck.jokers": 0}))
EVENING = attrs.evolve(CORE_PRESETS["classic"], name="rowing", plugins=("rowing", "boathouse"))
ROWING = plugin("rowing", PluginInfo("rowing", "a preset of its own", presets=(EVENING,)))


def drawn(strategy: st.SearchStrategy[T], examples: int) -> list[T]:
    """Draw examples."""
    found: list[T] = []

    @settings(max_examples=examples, suppress_health_check=[HealthCheck.too_slow])
    @given(strategy)
    def look(each: T) -> None:
        found.append(each)

    look()
    return found


@few
@given(data=st.data(), rules=ANY)
def test_cards_decks_and_some_cards_are_of_the_pack(data: st.DataObject, rules: r5.Rules) -> None:
    assert data.draw(r5st.cards(rules)) in rules.deal.pack
    assert sorted(data.draw(r5st.decks(rules))) == sorted(rules.deal.pack)
    some = data.draw(r5st.some_cards(rules, fewest=2, most=9))
    assert 2 <= len(some) <= 9
    assert all(some.count(card) <= rules.deal.pack.count(card) for card in some)


@few
@given(data=st.data(), rules=ANY)
def test_melds_are_allowed_and_near_melds_are_not(data: st.DataObject, rules: r5.Rules) -> None:
    meld = data.draw(r5st.melds(rules))
    assert rules.melding.finder.new_meld(meld.pieces, meld.owner, is_run=meld.is_run) == meld
    cards = [piece & 63 for piece in meld.pieces]
    assert all(cards.count(card) <= rules.deal.pack.count(card) for card in cards)
    near = data.draw(r5st.near_melds(rules))
    assert not isinstance(rules.melding.finder.new_meld(near.pieces, 0, is_run=near.is_run), Meld)


def test_melds_are_runs_and_groups_with_and_without_wild_cards() -> None:
    assert len({(meld.is_run, bool(pieces_bag(meld.pieces) & 0xF)) for meld in drawn(r5st.melds(PAGAT), 200)}) == 4


def test_any_rules_have_every_preset_plugin_option_and_number_of_seats() -> None:
    pytest.importorskip("rummy500_boathouse", reason="needs plugins")
    found = drawn(ANY, 400)
    assert {rules.preset.name for rules in found} == set(presets())
    assert {name for rules in found for name in rules.plugins} == set(plugins())
    assert {rules.seats for rules in found} == set(range(2, 9))
    assert {name for rules in found for name, _ in rules.identity.options} >= set(CORE_OPTIONS)
    orders = {tuple(rules.plugins) for rules in found}
    assert any(order[::-1] in orders for order in orders if len(order) > 1)


def test_rules_take_plugins_that_are_objects_fixed_options_and_iterators() -> None:
    asked = r5st.rules(
        iter(["classic", "family"]),
        iter([3, 4]),
        plugins=iter([SHORT_RUNS]),
        among=iter([NO_JOKERS]),
        options=False,
        fixed={"stock.empty": "strict"},
    )
    found = drawn(asked, 40)
    every = {(preset, seats) for preset in ("classic", "family") for seats in (3, 4)}
    assert {(rules.preset.name, rules.seats) for rules in found} == every
    assert {tuple(rules.plugins) for rules in found} == {("short-runs",), ("short-runs", "no-jokers")}
    assert {rules.options["stock.empty"] for rules in found} == {"strict"}


def test_presets_and_seats_that_a_plugin_cannot_be_played_by_are_left_out() -> None:
    rowing = r5st.rules(presets=["rowing", "classic"], plugins=[ROWING, "floating"], options=False)
    assert {rules.preset.name for rules in drawn(rowing, 20)} == {"classic"}
    sides = drawn(r5st.rules(plugins=["partnership"], options=False), 20)
    assert {(rules.seats, rules.identity.options) for rules in sides} == {(4, ()), (6, ())}


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"plugins": ["boathouse", "floating"]}, "boathouse and floating do not go together"),
        ({"among": ["boathous"]}, "there is no plugin 'boathous'; did you mean \"boathouse\"?"),
        ({"among": [Settings]}, "pass an instance of the class Settings"),
        ({"among": [NO_JOKERS, object()]}, "it has no hook plugin_info"),
        ({"presets": ["pagat", "clasic"]}, "there is no preset 'clasic'; did you mean \"classic\"?"),
        ({"presets": ["dull", "pagat"]}, "there is no preset 'dull'; known are"),
    ],
)
def test_rules_that_there_are_not_are_refused_also_among_others(asked: Any, said: str) -> None:
    with pytest.raises(r5.ComposeError, match=re.escape(said)):
        drawn(r5st.rules(**asked), 1)


@few
@given(hand=r5st.hands(ANY, late=False))
def test_hands_are_positions_that_play_reaches(hand: r5st.Hand) -> None:
    assert r5.find_defects(hand.rules, hand.state) == ()
    assert hand.state.public.seats == hand.rules.seats


def test_some_hands_are_over_and_some_are_one_action_from_it() -> None:
    hands = drawn(r5st.hands(r5.compose("classic")), 150)
    assert 0 < sum(r5.is_over(hand.state) for hand in hands) < 75  # 19 to 39 with fourteen seeds
    assert any(  # 3 to 17 with them
        r5.is_over(r5.apply(hand.rules, hand.state, action))
        for hand in hands
        for action in r5.legal_actions(hand.rules, hand.state)
    )


@few
@given(data=st.data(), hand=r5st.hands(ANY, late=False, most_steps=40))
def test_legal_actions_are_legal_and_nonsense_is_not(data: st.DataObject, hand: r5st.Hand) -> None:
    rules, state = hand.rules, hand.state
    if r5.legal_actions(rules, state):
        assert r5.why_not(rules, state, data.draw(r5st.legal_actions(rules, state))) is None
        assert isinstance(data.draw(r5st.nearly_legal_actions(rules, state)), r5.Action)
    assert isinstance(data.draw(r5st.nonsense_actions(rules)), r5.Action)


def test_nearly_legal_actions_are_mostly_refused_for_many_reasons() -> None:
    tries = drawn(r5st.tries(PAGAT, kinds=["nearly legal"], most_steps=30), 400)
    reasons = ["" if tried.refusal is None else tried.refusal.rule for tried in tries]
    assert reasons.count("") < len(reasons) / 2
    assert len(set(reasons)) >= 5  # 6 to 12 with other seeds


def test_actions_of_a_hand_that_is_over_are_nonsense_or_are_given_up() -> None:
    over = random_game(PAGAT, random.Random(1)).states[-1]
    assert all(r5.why_not(PAGAT, over, action) for action in drawn(r5st.actions(PAGAT, over), 30))
    with pytest.raises(Unsatisfiable):
        drawn(r5st.actions(PAGAT, over, kinds=["legal", "nearly legal"]), 30)


@few
@given(game=r5st.games(r5st.rules(options=False)))
def test_games_replay_from_their_deck(game: r5st.PlayedGame) -> None:
    state = game.states[0]
    for action, after in zip(game.actions, game.states[1:], strict=True):
        state = r5.apply(game.rules, state, action)
        assert state == after
    assert r5.is_over(state)


def test_a_game_is_cut_off_after_the_turns_it_may_have() -> None:
    games = drawn(r5st.games(r5.compose("classic"), max_turns=3), 5)
    assert {(game.turns, game.how) for game in games} == {(3, "cut")}


# ------------------------------------------------------------ how it looks


@few
@given(hand=r5st.hands(r5st.rules(among=plugins()), late=False))
def test_a_hand_prints_as_a_scenario_that_is_read_back(hand: r5st.Hand) -> None:
    _, _, scenario = repr(hand).partition("\n")
    assert r5.parse_position(scenario).state == hand.state


@few
@given(tried=r5st.tries(PAGAT, kinds=["legal", "nearly legal"], most_steps=30))
def test_a_try_prints_as_a_scenario_that_holds(tried: r5st.Try) -> None:
    _, _, text = repr(tried).partition("\n")
    (scenario,) = parse_scenarios(text)
    assert run_scenario(scenario) is None
    assert len(scenario.steps) == (not repr(tried).startswith("<Try of Action("))


@few
@given(game=r5st.games(PAGAT))
def test_a_game_prints_as_its_transcript(game: r5st.PlayedGame) -> None:
    _, _, text = repr(game).partition("\n")
    (scenario,) = parse_scenarios(text)
    assert len(scenario.steps) == len(game.actions)
    assert run_scenario(scenario) is None


def printed(strategy: st.SearchStrategy[object]) -> str:
    """Return the text that hypothesis prints for the simplest example of a strategy."""

    @settings(max_examples=1, database=None, phases=[Phase.generate])
    @given(strategy)
    def fails(drawn: object) -> None:
        raise ValueError

    with pytest.raises(ValueError) as caught:  # noqa: PT011 - it is ours
        fails()
    return "\n".join(caught.value.__notes__)


def test_drawn_values_print_in_readable_form() -> None:
    pytest.importorskip("rummy500_scoring", reason="needs plugins")
    for strategy, text in (
        (r5st.cards(PAGAT), "drawn=As,"),
        (r5st.decks(r5.compose("classic")), "drawn=parse_cards('As 2s 3s 4s"),
        (r5st.rules(options=False), "drawn=compose('pagat', seats=2),"),
        (r5st.rules(options=False, plugins=["scoring"]), "plugins=['scoring']"),
        (r5st.legal_actions(PAGAT, r5.deal(PAGAT, seed=7)), "drawn=parse_action('1: draw'),"),
        (r5st.melds(PAGAT), "drawn=parse_meld('0 [As 2s 3s]'),"),
        (r5st.near_melds(PAGAT), "drawn=<NearMeld ["),
        (r5st.hands(PAGAT), "to_act = 1"),
    ):
        assert text in printed(strategy)


@pytest.mark.parametrize(
    ("kinds", "said"),
    [
        (["Legal"], "there is no kind of action 'Legal'; did you mean \"legal\"?"),
        (["legal", "zzz"], "there is no kind of action 'zzz'; known are legal, nearly legal, nonsense"),
        ([], "there is no kind of action to choose from; kinds are legal, nearly legal, nonsense"),
    ],
)
def test_kinds_of_actions_that_there_are_not_are_refused(kinds: Any, said: str) -> None:
    with pytest.raises(ValueError, match=re.escape(said)):
        r5st.actions(PAGAT, r5.deal(PAGAT, seed=1), kinds=kinds)
