"""Tests of many hands at once: equal to as many single ones, bits as views have them, Gymnasium's checks."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env, data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv

import rummy500 as r5
from rummy500.cards.cards import bag_of
from rummy500.fast import action_of, determinize, fast_hand, points, state_of
from rummy500_learn import Sequential
from rummy500_learn.batch import LET_GO, Batch, unpacked
from rummy500_learn.gym import RummySeatEnv, RummyVectorEnv

GAMES = {
    "classic": r5.compose("classic", seats=2),
    "calls": r5.compose("pagat", seats=2),
    "calls of three": r5.compose("pagat", seats=3),
    "full calls": r5.compose("pagat", options={"call": "full"}, seats=4),
    "family": r5.compose("family", seats=4),
    "partners": r5.compose("pagat", ["partnership"], seats=4),
}
pytestmark = pytest.mark.filterwarnings("default")


def actions(batch: Batch, place: int) -> list[r5.Action | None]:
    """The legal actions of the seat that is asked, `None` for letting others act."""
    return [None if code == LET_GO else action_of(batch.hands[place], code) for code in batch.legal[place]]


def batches(rules: r5.Rules, hands: int, rows: int = 1000) -> Iterator[Batch]:
    """Yield a batch before each step of random play, until the first hand is over."""
    batch, source = Batch(rules, hands, rows=rows), random.Random(1)
    batch.deal(range(hands))
    while True:
        yield batch
        if batch.step([source.randrange(len(legal)) for legal in batch.legal]):
            return


@pytest.mark.parametrize("name", GAMES)
def test_a_batch_asks_and_lists_as_as_many_single_hands(name: str) -> None:
    rules, source, let_go = GAMES[name], random.Random(1), 0
    batch, games = Batch(rules, 6, rows=1000), [Sequential(rules, seed) for seed in range(6)]
    batch.deal(range(6))
    which = [*range(6)]
    while which:
        found = [actions(batch, place) for place in which]
        for place, listed in zip(which, found, strict=True):
            game = games[place]
            assert game.question is not None
            assert game.question.seat == batch.seats[place]
            assert listed == [*game.legal(), *([] if game.question.must_act else [None])]
            let_go += not game.question.must_act
        choices = [source.randrange(len(listed)) for listed in found]
        over = batch.step(choices, which)
        for place, listed, choice in zip(which, found, choices, strict=True):
            games[place].act(listed[choice])
            assert (games[place].question is None) == (place in over)
        which = [place for place in which if place not in over]
    assert batch.seats == [-1] * 6
    assert [state_of(hand) for hand in batch.hands] == [game.state for game in games]
    assert (let_go > 0) == (rules.turn.call != "none")


@pytest.mark.parametrize("name", GAMES)
def test_the_bits_are_those_of_the_view(name: str) -> None:
    rules = GAMES[name]
    for batch in batches(rules, 4):
        bits = batch.observe()["observation"].astype(np.uint8)
        for place, seat in enumerate(batch.seats):
            view = r5.observe(rules, state_of(batch.hands[place]), seat)
            public, pile = view.public, view.public.pile
            words = np.packbits(bits[place], axis=-1, bitorder="little").view("<u8").ravel().tolist()
            found = dict(zip(batch.planes, words, strict=True))
            around = [(seat + step) % rules.seats for step in range(rules.seats)]
            assert (found["hand"], found["drawn"], found["taken"]) == (view.hand, view.drawn, public.turn.taken)
            laid = [each for meld in public.table for each in zip(meld.pieces, meld.by, strict=True)]
            played = [bag_of([piece & 63 for piece, by in laid if by == each]) for each in around]
            assert [found[f"known of seat +{step}"] for step in range(rules.seats)] == [public.known[s] for s in around]
            assert [found[f"played by seat +{step}"] for step in range(rules.seats)] == played
            assert [found[f"top {number}"] for number in (1, 8)] == [bag_of(pile[-number:]) for number in (1, 8)]
            assert found["pile"] == bag_of(pile)
            sizes = [public.hand_size(each) << 6 * step for step, each in enumerate(around)]
            assert found["counts"] == sum(sizes) | public.stock_count << 24 | len(pile) << 30


@pytest.mark.parametrize("name", GAMES)
def test_each_legal_action_has_a_row_of_its_own(name: str) -> None:
    for batch in batches(GAMES[name], 4):
        seen = batch.observe()
        for place, hand in enumerate(batch.hands):
            mask = seen["action_mask"][place] == 1
            rows, listed = seen["actions"][place][mask].tolist(), actions(batch, place)
            assert not seen["actions"][place][~mask].any()
            assert len({tuple(row) for row in rows}) == len(rows) == len(listed)
            for (cards, taken, _), action in zip(rows, listed, strict=True):
                played = [piece & 63 for piece in action.pieces] if action else []
                thrown = [action.card] if action and action.verb == "discard" else []
                depth = action.depth if action and action.verb in ("take", "call") else 0
                assert cards == bag_of([*played, *thrown])
                assert taken == bag_of(hand.pile[len(hand.pile) - depth :])


def test_the_bits_show_no_hidden_card() -> None:
    rules, source, other = GAMES["calls of three"], random.Random(1), 0
    for batch in batches(rules, 2):
        before = batch.observe()
        states = [state_of(hand) for hand in batch.hands]
        for place, (state, seat) in enumerate(zip(states, batch.seats, strict=True)):
            world = fast_hand(rules, determinize(rules, r5.observe(rules, state, seat), source))
            assert world is not None
            other += state_of(world) != state
            batch.hands[place] = world
        assert data_equivalence(batch.observe(), before, exact=True)
        batch.hands[:] = [hand for state in states if (hand := fast_hand(rules, state))]
    assert other > 20


def test_of_more_actions_than_rows_the_first_and_the_last_are_offered() -> None:
    cut = 0
    for batch in batches(GAMES["classic"], 8, rows=10):
        for place, hand in enumerate(batch.hands):
            every, offered = hand.actions(), batch.legal[place]
            assert offered == (every if len(every) <= 10 else every[:5] + every[-5:])
            cut += len(every) > 10
        assert batch.observe()["action_mask"].sum() == sum(map(len, batch.legal))
    assert cut > 20


def test_leads_are_those_of_sides_and_sum_to_0() -> None:
    rules = GAMES["partners"]
    (*_, batch) = batches(rules, 4)
    place = batch.seats.index(-1)
    leads = batch.leads(place)
    mine, theirs = points(rules, state_of(batch.hands[place]))
    assert leads == [mine - theirs, theirs - mine, mine - theirs, theirs - mine]


def test_a_batch_refuses_what_it_cannot_play() -> None:
    with pytest.raises(ValueError, match=r"Fast hands do not play more than four seats\. Sequential plays all rules"):
        Batch(r5.compose("pagat", seats=5), 2)
    with pytest.raises(ValueError, match="rows must be"):
        Batch(GAMES["classic"], 2, rows=1)
    batch = Batch(GAMES["classic"], 2)
    batch.deal([1, 2])
    with pytest.raises(ValueError, match=f"hand 1 has {len(batch.legal[1])} legal actions: no row 40"):
        batch.step([0, 40])


# ---------------------------------------------------------------- Gymnasium


@pytest.mark.parametrize("name", ["classic", "calls", "full calls"])
def test_the_check_of_gymnasium_passes(name: str) -> None:
    check_env(RummySeatEnv(GAMES[name]))


@pytest.mark.parametrize("name", ["calls", "calls of three", "partners"])
def test_many_environments_equal_as_many_single_ones(name: str) -> None:
    rules, ended, chance = GAMES[name], 0, np.random.default_rng(1)
    many = RummyVectorEnv(rules, 4)
    single = SyncVectorEnv([lambda: RummySeatEnv(rules)] * 4, autoreset_mode=AutoresetMode.SAME_STEP)
    assert many.observation_space == single.observation_space
    assert many.action_space == single.action_space
    assert many.metadata["autoreset_mode"] == single.metadata["autoreset_mode"]
    found: tuple[Any, ...] = many.reset(seed=5)
    expected: tuple[Any, ...] = single.reset(seed=5)
    for _ in range(200):
        assert data_equivalence(found, expected, exact=True)
        assert found[0] in many.observation_space
        choices = chance.integers(0, 64, 4)
        found, expected = many.step(choices), single.step(choices)
        ended += found[2].sum()
    assert ended > 10


def test_the_reward_is_the_learners_lead_at_the_end() -> None:
    env = RummySeatEnv(GAMES["classic"], opponent=lambda batch, which: [0 for _ in which])
    env.reset(seed=1)
    rewards = []
    while True:
        seen, reward, ended, truncated, _ = env.step(0)
        rewards.append(reward)
        assert not truncated
        if ended:
            break
    assert rewards[-1] != 0
    assert not any(rewards[:-1])
    assert not seen["action_mask"].any()


def test_unpacked_bits_begin_with_the_lowest() -> None:
    assert np.flatnonzero(unpacked(np.array([[1 | 1 << 8], [1 << 59]]))).tolist() == [0, 8, 64 + 59]


def test_the_program_of_the_readme_runs() -> None:
    text = Path(__file__).parents[1].joinpath("README.md").read_text("utf-8")
    exec(text.partition("```python\n")[2].partition("```")[0], {})
