"""Tests of the environments with the suites of PettingZoo and OpenSpiel, and of ids, features and tensors."""

from __future__ import annotations

import copy
import random
from array import array
from collections.abc import Iterator
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts
from pettingzoo.test import api_test, seed_test

import rummy500 as r5
from rummy500.fast import points
from rummy500_learn import FEATURES, TENSOR_SIZE, ContentIds, ListIds, Sequential, features, tensor
from rummy500_learn.aec import RummyEnv
from rummy500_learn.lesson import lead, train
from rummy500_learn.spiel import spiel_game

CLASSIC = r5.compose("classic", seats=2)
PARTNERS = r5.compose("pagat", ["partnership"], seats=4)
GAMES: dict[str, tuple[r5.Rules, ListIds]] = {
    "content ids": (CLASSIC, ContentIds(CLASSIC)),
    "claims": (r5.compose("pagat", seats=3), ListIds()),
    "four seats": (r5.compose("family", seats=4), ListIds()),
    "partners": (PARTNERS, ListIds()),
}
pytestmark = pytest.mark.filterwarnings("default")


@pytest.mark.parametrize("name", GAMES)
def test_the_suites_of_pettingzoo_pass(name: str) -> None:
    rules, ids = GAMES[name]
    api_test(RummyEnv(rules, ids), num_cycles=300)
    seed_test(lambda: RummyEnv(rules, ids), num_cycles=100)


def test_rewards_are_the_points_above_the_others() -> None:
    env = RummyEnv(CLASSIC)
    env.reset(seed=3)
    while not all(env.terminations.values()):
        env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))
    first, second = points(CLASSIC, env.game.state)
    assert [env.rewards[agent] for agent in env.agents] == [first - second, second - first]
    env.reset(seed=3)
    with pytest.raises(ValueError, match="may not take the action 511 now"):
        env.step(511)


def test_the_state_is_every_view_and_the_table_is_text() -> None:
    env = RummyEnv(CLASSIC, render_mode="ansi")
    env.reset(seed=3)
    numbers = np.zeros(TENSOR_SIZE)
    for seat, row in enumerate(env.state().reshape(2, TENSOR_SIZE)):
        tensor(r5.observe(CLASSIC, env.game.state, seat), numbers)
        assert list(row) == list(numbers)
    assert env.state() in env.state_space
    assert env.render() == r5.table_text(CLASSIC, r5.observe(CLASSIC, env.game.state, None))
    assert RummyEnv(CLASSIC).render() is None


def test_returns_of_openspiel_sum_to_0_within_their_bound() -> None:
    game = spiel_game(PARTNERS, name="python_rummy500_sums")
    assert game.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM
    assert (game.max_utility(), game.min_utility(), game.utility_sum()) == (426, -426, 0)  # 2 jokers, aces for 15
    source = random.Random(1)
    for deal in range(5):
        state = game.new_initial_state()
        state.apply_action(deal)
        while not state.is_terminal():
            state.apply_action(source.choice(state.legal_actions()))
        first, second, third, fourth = state.returns()
        assert (first, second) == (third, fourth) == (first, -first)
        assert 0 < abs(first) <= 426
    lines = spiel_game(r5.compose("classic", ["masters-hand"], seats=2), name="python_rummy500_lines")
    assert (lines.max_utility(), lines.utility_sum()) == (10_000, 0)  # what a plugin adds to a score has no bound


@pytest.mark.parametrize("name", GAMES)
def test_the_simulation_of_openspiel_passes_with_serialization(name: str) -> None:
    rules, ids = GAMES[name]
    game = spiel_game(rules, ids, f"python_rummy500_{name.replace(' ', '_')}")
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


def test_is_mcts_of_openspiel_plays() -> None:
    game = spiel_game(CLASSIC, ContentIds(CLASSIC), "python_rummy500_search")
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(
        game=game, evaluator=evaluator, uct_c=50.0, max_simulations=8, random_state=np.random.RandomState(2)
    )
    state = game.new_initial_state()
    state.apply_action(3)
    for _ in range(4):
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)


def test_a_clone_goes_its_own_way() -> None:
    state = spiel_game(CLASSIC, name="python_rummy500_clone").new_initial_state()
    state.apply_action(3)
    before = str(state)
    other = state.clone()
    assert str(other) == before
    other.apply_action(other.legal_actions()[0])
    assert str(state) == before != str(other)


def test_clones_and_resampled_states_keep_the_history() -> None:
    state = spiel_game(CLASSIC, name="python_rummy500_history").new_initial_state()
    assert state.clone().history() == []
    state.apply_action(3)
    state.apply_action(state.legal_actions()[0])
    for other in (state.clone(), state.resample_from_infostate(state.current_player(), random.Random(1).random)):
        assert other.history() == state.history()
        assert (other.move_number(), other.legal_actions()) == (2, state.legal_actions())
        other.apply_action(other.legal_actions()[0])
        assert len(other.history()) == len(state.history()) + 1 == 3


# ---------------------------------------------------------------- numbers


def hands(rules: r5.Rules, count: int) -> Iterator[tuple[Sequential, int]]:
    """Yield every decision of some random hands, and the seat that is asked."""
    source = random.Random(1)
    for seed in range(count):
        game = Sequential(rules, seed)
        while game.question is not None:
            yield game, game.question.seat
            actions: list[r5.Action | None] = [*game.legal()][:200]
            lets_go = not game.question.must_act and source.random() < 0.5
            game.act(None if lets_go else source.choice(actions))


def test_a_hand_that_is_over_asks_nobody() -> None:
    game = Sequential(CLASSIC, 5)
    same = copy.deepcopy(game)
    while game.question is not None:
        for each in (game, same):
            each.act(each.legal()[0])
    assert r5.is_over(game.state)
    assert same.state == game.state
    assert ListIds().table(game) == {}
    for ask in (game.legal, lambda: game.act(None)):
        with pytest.raises(ValueError, match="the hand is over"):
            ask()


def test_in_a_world_the_actions_that_wait_for_others_are_chosen_anew() -> None:
    """The seat on turn may have chosen a play of cards that it does not hold in the world of another seat."""
    found = 0
    for game, seat in hands(r5.compose("pagat", seats=3), 40):
        if game.question is not None and game.question.kept is not None:
            world = game.world(seat, 1)
            while world.question is not None and not world.question.must_act:
                world.act(None)
            world.act(world.legal()[0])
            found += 1
    assert found > 20


@pytest.mark.parametrize("options", [{}, {"meld.ace": "low"}, {"meld.ace": "round"}, {"call": "full"}])
def test_content_ids_tell_all_actions_apart(options: dict[str, Any]) -> None:
    rules = r5.compose("classic", options=options, seats=3)
    ids = ContentIds(rules)
    for game, _ in hands(rules, 5):
        table = ids.table(game)
        lets_go = [] if game.question is None or game.question.must_act else [None]
        assert list(table.values()) == [*game.legal(), *lets_go]
        assert all(0 <= number < ids.size for number in table)


def test_an_id_means_the_same_in_every_state() -> None:
    ids, texts = ContentIds(CLASSIC), dict[int, str]()
    for game, _ in hands(CLASSIC, 5):
        for number, action in ids.table(game).items():
            assert action is not None
            if action.verb in ("discard", "draw", "meld"):
                assert texts.setdefault(number, str(action).partition(": ")[2]) == str(action).partition(": ")[2]
    assert len(texts) > 52


def test_content_ids_refuse_rules_that_they_cannot_number() -> None:
    with pytest.raises(ValueError, match="one pack without jokers"):
        ContentIds(r5.compose("pagat", seats=2))


@pytest.mark.parametrize("preset", ["classic", "pagat", "family"])
def test_a_row_of_features_for_each_action(preset: str) -> None:
    rules = r5.compose(preset, seats=3)
    for game, seat in hands(rules, 2):
        actions: list[r5.Action | None] = [*game.legal()][:50]
        rows = features(rules, r5.observe(rules, game.state, seat), [*actions, None])
        assert len(rows) == len(actions) + 1
        assert all(len(row) == len(FEATURES) for row in rows)
        assert [row[FEATURES.index("let go")] for row in rows] == [0.0] * len(actions) + [1.0]


def test_a_tensor_shows_the_view_and_no_hidden_card() -> None:
    game = Sequential(CLASSIC, 5)
    numbers, flat = np.zeros(TENSOR_SIZE), array("d", [7.0] * TENSOR_SIZE)
    for seat in (0, 1):
        tensor(r5.observe(CLASSIC, game.state, seat), numbers)
        tensor(r5.observe(CLASSIC, game.state, seat), flat)
        assert list(flat) == list(numbers)
        assert sorted(np.flatnonzero(numbers[:53])) == sorted(game.state.cards(seat))
        tensor(r5.observe(CLASSIC, game.world(seat, 9).state, seat), flat)
        assert list(flat) == list(numbers)
    assert game.world(0, 9).state.hands[1] != game.state.hands[1]


def test_the_lesson_learns_to_beat_random() -> None:
    rules = r5.compose("pagat", seats=2)
    network = train(rules, steps=300, seed=1)
    assert lead(rules, network, hands=100, seed=2).low > 0
    first, same, other = (train(rules, steps=30, seed=seed).first.tolist() for seed in (1, 1, 2))
    assert first == same != other
