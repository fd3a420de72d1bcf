"""Tests of the strategies: they draw valid values, and hypothesis loses no example."""

from __future__ import annotations

import random
import re
from typing import Any

import attrs
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable

from rummy500 import (
    Action,
    ComposeError,
    Rules,
    State,
    apply,
    chance,
    compose,
    deal,
    is_over,
    legal_actions,
    parse_action,
    parse_cards,
    parse_position,
    why_not,
)
from rummy500.cards.pieces import Meld, pieces_bag
from rummy500.engine.status import status
from rummy500.hooks import PluginInfo, Settings, hookimpl
from rummy500.notation.check import run_scenario
from rummy500.notation.scenario import parse_scenarios
from rummy500.rules.options import CORE_OPTIONS, CORE_PRESETS
from rummy500_testing import strategies as r5st
from rummy500_testing.available import plugins, presets
from rummy500_testing.strategies.playing import KINDS

#: A slow example shows that the machine is busy; lost examples show that a strategy is wrong.
few = settings(max_examples=30, suppress_health_check=[HealthCheck.too_slow])
ANY = r5st.rules(presets=presets(), among=plugins())
PAGAT = compose("pagat", seats=3)


class ShortRuns:
    """A house rule as in a test of an author."""

    @hookimpl
    def plugin_info(self) -> PluginInfo:
        return PluginInfo("short-runs", "runs of four cards")

    @hookimpl
    def settings(self) -> Settings:
        return Settings(sets={"meld.run-min": 4})


class Rowing:
    """A plugin with a preset that does not go together with every plugin."""

    @hookimpl
    def plugin_info(self) -> PluginInfo:
        preset = attrs.evolve(CORE_PRESETS["classic"], name="rowing", plugins=("rowing", "boathouse"))
        return PluginInfo("rowing", "a preset of its own", presets=(preset,))


class NoJokers:
    @hookimpl
    def plugin_info(self) -> PluginInfo:
        return PluginInfo("no-jokers", "no jokers")

    @hookimpl
    def settings(self) -> Settings:
        return Settings(sets={"deck.jokers": 0})


@few
@given(data=st.data(), rules=ANY)
def test_cards_decks_and_some_cards_are_of_the_pack(data: st.DataObject, rules: Rules) -> None:
    assert data.draw(r5st.cards(rules)) in rules.deal.pack
    assert sorted(data.draw(r5st.decks(rules))) == sorted(rules.deal.pack)
    some = data.draw(r5st.some_cards(rules, fewest=2, most=9))
    assert 2 <= len(some) <= 9
    assert all(some.count(card) <= rules.deal.pack.count(card) for card in some)


@few
@given(data=st.data(), rules=ANY)
def test_melds_are_allowed_and_near_melds_are_not(data: st.DataObject, rules: Rules) -> None:
    meld = data.draw(r5st.melds(rules))
    assert rules.melding.finder.new_meld(meld.pieces, meld.owner, is_run=meld.is_run) == meld
    cards = [piece & 63 for piece in meld.pieces]
    assert all(cards.count(card) <= rules.deal.pack.count(card) for card in cards)
    near = data.draw(r5st.near_melds(rules))
    assert not isinstance(rules.melding.finder.new_meld(near.pieces, 0, is_run=near.is_run), Meld)


def test_melds_are_runs_and_groups_with_and_without_wild_cards() -> None:
    found: set[tuple[bool, bool]] = set()

    @settings(max_examples=200)
    @given(meld=r5st.melds(PAGAT))
    def look(meld: Meld) -> None:
        found.add((meld.is_run, bool(pieces_bag(meld.pieces) & 0xF)))

    look()
    assert len(found) == 4


def test_any_rules_have_every_preset_plugin_option_and_number_of_seats() -> None:
    pytest.importorskip("rummy500_boathouse", reason="needs plugins")
    found: list[Rules] = []

    @settings(max_examples=300, suppress_health_check=[HealthCheck.too_slow])
    @given(rules=ANY)
    def look(rules: Rules) -> None:
        found.append(rules)

    look()
    assert {rules.preset.name for rules in found} == set(presets())
    assert {name for rules in found for name in rules.plugins} == set(plugins())
    assert {rules.seats for rules in found} == set(range(2, 9))
    assert {name for rules in found for name, _ in rules.identity.options} >= set(CORE_OPTIONS)
    orders = {tuple(rules.plugins) for rules in found}
    assert any(order[::-1] in orders for order in orders if len(order) > 1)


@few
@given(rules=r5st.rules(plugins=[ShortRuns()], among=[NoJokers(), "boathouse"], fixed={"stock.empty": "strict"}))
def test_rules_take_plugins_that_are_objects_and_fixed_options(rules: Rules) -> None:
    assert next(iter(rules.plugins)) == "short-runs"
    assert set(rules.plugins) <= {"short-runs", "no-jokers", "boathouse"}
    assert rules.options["stock.empty"] == "strict"


@few
@given(rules=r5st.rules(plugins=["partnership"], options=False))
def test_seats_that_a_plugin_cannot_be_played_by_are_not_drawn(rules: Rules) -> None:
    assert rules.seats == 4
    assert not rules.identity.options


def test_rules_that_never_compose_raise_an_error_with_the_reason() -> None:
    pytest.importorskip("rummy500_floating", reason="needs plugins")

    @given(rules=r5st.rules(plugins=["boathouse", "floating"]))
    def look(rules: Rules) -> None:
        pytest.fail(f"{rules} composed")

    with pytest.raises(ComposeError, match="boathouse and floating do not go together"):
        look()


@pytest.mark.parametrize(
    ("among", "said"),
    [
        (["boathous"], "there is no plugin 'boathous'; did you mean \"boathouse\"?"),
        ([NoJokers], "pass an instance of the class NoJokers"),
        ([NoJokers(), object()], "it has no hook plugin_info"),
    ],
)
def test_an_unknown_plugin_is_refused_among_known_ones(among: list[object], said: str) -> None:
    @settings(max_examples=1, phases=[Phase.generate])
    @given(rules=r5st.rules(among=among))
    def look(rules: Rules) -> None:
        pytest.fail(f"{rules} composed")

    with pytest.raises(ComposeError, match=re.escape(said)):
        look()


@pytest.mark.parametrize(
    ("given_presets", "said"),
    [
        (["pagat", "clasic"], "there is no preset 'clasic'; did you mean \"classic\"?"),
        (["dull", "pagat"], "there is no preset 'dull'; known are"),
    ],
)
def test_an_unknown_preset_is_refused_beside_a_known_one(given_presets: list[str], said: str) -> None:
    @settings(max_examples=1, phases=[Phase.generate])
    @given(rules=r5st.rules(presets=given_presets))
    def look(rules: Rules) -> None:
        pytest.fail(f"{rules} composed")

    with pytest.raises(ComposeError, match=re.escape(said)):
        look()


def test_a_preset_that_does_not_go_together_with_the_plugins_is_left_out() -> None:
    found: list[str] = []

    @settings(max_examples=20)
    @given(rules=r5st.rules(presets=["rowing", "classic"], plugins=[Rowing(), "floating"], options=False))
    def look(rules: Rules) -> None:
        found.append(rules.preset.name)

    look()
    assert set(found) == {"classic"}


def test_what_to_choose_from_may_be_given_by_iterators() -> None:
    found: list[Rules] = []

    @settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow])
    @given(
        rules=r5st.rules(
            iter(["classic", "family"]),
            iter([3, 4]),
            options=False,
            plugins=iter([ShortRuns()]),
            among=iter([NoJokers()]),
        )
    )
    def look(rules: Rules) -> None:
        found.append(rules)

    look()
    assert {(rules.preset.name, rules.seats) for rules in found} == {
        (p, s) for p in ("classic", "family") for s in (3, 4)
    }
    assert {tuple(rules.plugins) for rules in found} == {("short-runs",), ("short-runs", "no-jokers")}

    tried: list[r5st.Try] = []

    @settings(max_examples=10, suppress_health_check=[HealthCheck.too_slow])
    @given(each=r5st.tries(PAGAT, kinds=iter(KINDS[:1]), most_steps=5))
    def look_at_tries(each: r5st.Try) -> None:
        tried.append(each)

    look_at_tries()
    assert len(tried) > 1


@few
@given(hand=r5st.hands(ANY, late=False))
def test_hands_are_positions_that_play_reaches(hand: r5st.Hand) -> None:
    assert status(hand.rules, hand.state) == ()
    assert hand.state.public.seats == hand.rules.seats


def test_some_hands_are_over_and_some_are_one_action_from_it() -> None:
    over = near = 0

    @settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow])
    @given(hand=r5st.hands(compose("classic")))
    def look(hand: r5st.Hand) -> None:
        nonlocal over, near
        over += is_over(hand.state)
        near += any(is_over(apply(hand.rules, hand.state, action)) for action in legal_actions(hand.rules, hand.state))

    look()
    assert 0 < over < 75  # 19 to 39 with fourteen seeds
    assert near  # 3 to 17 with them


@few
@given(data=st.data(), hand=r5st.hands(ANY, late=False, most_steps=40))
def test_legal_actions_are_legal_and_nonsense_is_not(data: st.DataObject, hand: r5st.Hand) -> None:
    rules, state = hand.rules, hand.state
    if legal_actions(rules, state):
        assert why_not(rules, state, data.draw(r5st.legal_actions(rules, state))) is None
        near = data.draw(r5st.nearly_legal_actions(rules, state))
        assert isinstance(near, Action)
    assert isinstance(data.draw(r5st.nonsense_actions(rules)), Action)


def test_nearly_legal_actions_are_mostly_refused_for_many_reasons() -> None:
    reasons: list[str] = []

    @settings(max_examples=400, suppress_health_check=[HealthCheck.too_slow])
    @given(tried=r5st.tries(PAGAT, kinds=["nearly legal"], most_steps=30))
    def look(tried: r5st.Try) -> None:
        reasons.append("" if tried.refusal is None else tried.refusal.rule)

    look()
    assert reasons.count("") < len(reasons) / 2
    assert len(set(reasons)) >= 5  # 6 to 12 with other seeds


def test_kinds_of_actions_are_what_is_asked_for() -> None:
    @settings(max_examples=50, suppress_health_check=[HealthCheck.too_slow])
    @given(tried=r5st.tries(PAGAT, kinds=["legal"], most_steps=10))
    def look(tried: r5st.Try) -> None:
        assert tried.refusal is None

    look()


def test_actions_of_a_hand_that_is_over_are_nonsense_or_are_given_up() -> None:
    over = finished(PAGAT)

    @few
    @given(action=r5st.actions(PAGAT, over))
    def nonsense(action: Action) -> None:
        assert why_not(PAGAT, over, action) is not None

    @few
    @given(action=r5st.actions(PAGAT, over, kinds=["legal", "nearly legal"]))
    def never(action: Action) -> None:
        raise AssertionError(f"{action} was drawn")

    nonsense()
    with pytest.raises(Unsatisfiable):
        never()


def finished(rules: Rules) -> State:
    """Play a random hand to its end."""
    rng, state = random.Random(1), deal(rules, seed=1)
    while not is_over(state):
        due = chance(rules, state)
        state = apply(rules, state, due.sample(rng) if due else rng.choice(legal_actions(rules, state)))
    return state


@few
@given(game=r5st.games(r5st.rules(options=False)))
def test_games_replay_from_their_deck(game: r5st.PlayedGame) -> None:
    state = game.states[0]
    for action, after in zip(game.actions, game.states[1:], strict=True):
        state = apply(game.rules, state, action)
        assert state == after
    assert is_over(state)


def test_a_game_is_cut_off_after_the_turns_it_may_have() -> None:
    @settings(max_examples=5)
    @given(game=r5st.games(compose("classic"), max_turns=3))
    def look(game: r5st.PlayedGame) -> None:
        assert game.turns == 3
        assert game.how == "cut"

    look()


# ------------------------------------------------------------ how it looks


@few
@given(hand=r5st.hands(r5st.rules(among=plugins()), late=False))
def test_a_hand_prints_as_a_scenario_that_is_read_back(hand: r5st.Hand) -> None:
    _, _, scenario = repr(hand).partition("\n")
    assert parse_position(scenario).state == hand.state


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
    assert "drawn=As," in printed(r5st.cards(PAGAT))
    deck = printed(r5st.decks(compose("classic")))
    assert "drawn=parse_cards('As 2s 3s 4s" in deck
    assert "drawn=compose('pagat', seats=2)," in printed(r5st.rules(options=False))
    assert "plugins=['scoring']" in printed(r5st.rules(options=False, plugins=["scoring"]))
    assert "drawn=parse_action('1: draw')," in printed(r5st.legal_actions(PAGAT, deal(PAGAT, seed=7)))
    assert "drawn=parse_meld('0 [As 2s 3s]')," in printed(r5st.melds(PAGAT))
    assert "drawn=<NearMeld [" in printed(r5st.near_melds(PAGAT))
    assert "to_act = 1" in printed(r5st.hands(PAGAT))


def test_a_printed_call_returns_the_drawn_value() -> None:
    deck = r5st.Cards(compose("classic").deal.pack)
    assert parse_cards(repr(deck).removeprefix("parse_cards('").removesuffix("')")) == tuple(deck)
    assert str(r5st.Card(35)) == "Td"
    assert parse_action("1: draw") in legal_actions(PAGAT, deal(PAGAT, seed=7))


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
        r5st.actions(PAGAT, deal(PAGAT, seed=1), kinds=kinds)
