"""Tests of `playout` and `points`: repeatable games under every preset and plugin, counted as `score_hand` does."""

from __future__ import annotations

import random
from itertools import product
from typing import Any, Final, Literal

import pytest
from tests.catalogue.every_rules import INSTALLED, PLUGINS, PRESETS, composed

import rummy500 as r5
from rummy500.fast import playout, points

Policy = Literal["random", "meld-first", "sensible"]
POLICIES: Final[tuple[Policy, ...]] = ("random", "meld-first", "sensible")
EVERY: Final = [*((preset, ()) for preset in PRESETS), *(("classic", (plugin,)) for plugin in INSTALLED)]


def played(rules: r5.Rules, seed: int, policy: Policy) -> r5.State:
    return playout(rules, r5.deal(rules, seed=seed), random.Random(seed), policy)


def worth(rules: r5.Rules, state: r5.State, action: r5.Action) -> int:
    """The value of an action by the policy "sensible", as `Sensible` describes it, one pack in play."""
    points = rules.scoring.points.in_hand

    def counted(cards: set[int]) -> int:
        return sum(points[card] for card in cards)

    def partners(card: int) -> set[int]:
        rank, suit = card % 13, card // 13
        places = (rank,) if rank else (0, 13)
        near = {suit * 13 + place % 13 for place in range(14) if any(abs(place - own) <= 2 for own in places)}
        return (near | {rank + 13 * other for other in range(4)}) - {card}

    def melding(cards: set[int]) -> set[int]:
        rows = [[13 * suit + place % 13 for place in range(low, low + 3)] for suit in range(4) for low in range(12)]
        found = {card for row in rows if cards.issuperset(row) for card in row}
        return found | {card for card in cards if len({card % 13 + 13 * suit for suit in range(4)} & cards) >= 3}

    def naturals(cards: Any) -> set[int]:
        return {card for card in cards if card < 52}

    hand, pile = naturals(state.cards(action.seat)), state.public.pile
    if action.verb == "discard":
        if action.card >= 52:
            return -3000
        kept, fed = partners(action.card) & hand, partners(action.card) & set(pile)
        own = points[action.card]
        return -15 * (counted(kept) + own * len(kept)) - 20 * (counted(fed) + own * len(fed))
    if action.verb in ("draw", "pass"):
        return 30
    used = list(r5.cards_of(action.bag))
    value = 10 * counted(naturals(used)) - 110 * used.count(52)
    if action.verb in ("meld", "lay"):
        return 10_000 + value
    if not used:
        top = pile[-1]
        return 100 if top >= 52 else 20 + 12 * len(partners(top) & hand) - 3 * points[top]
    taken = set(pile[-action.depth :])
    after = (hand | naturals(taken)) - naturals(used)
    value += 6 * (counted(melding(after)) - counted(melding(hand)))
    value += 100 * (52 in taken) - 3 * counted(naturals(taken) - naturals(used) - melding(after))
    if action.verb == "call":
        return value + 20_000 if value > 0 else -1000
    return value


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize(("preset", "plugins"), EVERY)
def test_a_playout_ends_and_repeats_and_is_counted_as_its_score(
    preset: str, plugins: tuple[str, ...], policy: Policy
) -> None:
    rules = composed(preset, plugins, {})
    assert rules is not None
    ends = [played(rules, seed, policy) for seed in range(8)]
    assert all(r5.is_over(end) for end in ends)
    rules.cache.clear()
    assert [played(rules, seed, policy) for seed in range(8)] == ends
    for end in ends:
        assert points(rules, end) == r5.score_hand(rules, end).by_side


def test_another_engine_that_reads_the_documentation_plays_the_same_hand() -> None:
    rules = r5.compose("pagat", options={"stock.empty": "reshuffle"}, seats=3)
    shuffles = 0
    for seed, policy in product(range(12), POLICIES):
        word = random.Random(seed).getrandbits(64)

        def draw() -> int:
            nonlocal word
            word = (word + 0x9E3779B97F4A7C15) % 2**64
            mixed = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 % 2**64
            mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB % 2**64
            return (mixed ^ mixed >> 31) >> 32

        def number_below(n: int) -> int:
            drawn = draw()
            while drawn >= 2**32 - 2**32 % n:
                drawn = draw()
            return drawn % n

        state = r5.deal(rules, seed=seed)
        while not r5.is_over(state):
            if state.public.phase == "reshuffle":
                shuffles += 1
                cards = list(state.public.pile[:-1])
                for i in range(len(cards) - 1, 0, -1):
                    other = number_below(i + 1)
                    cards[i], cards[other] = cards[other], cards[i]
                action = r5.Action(r5.DECK, "reshuffle", cards=bytes(cards))
            else:
                legal = r5.legal_actions(rules, state)[:512]
                playing = [action for action in legal if action.pieces] if policy == "meld-first" else []
                if policy == "sensible":
                    values = [worth(rules, state, action) for action in legal]
                    playing = [action for action, value in zip(legal, values, strict=True) if value == max(values)]
                action = (playing or legal)[number_below(len(playing or legal))]
            state = r5.apply(rules, state, action)
        assert state == played(rules, seed, policy)
    assert shuffles


@pytest.mark.parametrize("plugin", PLUGINS)
def test_points__of_a_view_are_those_of_its_score(plugin: str) -> None:
    rules = composed("classic", (plugin,) if plugin else (), {})
    assert rules is not None
    state, source = r5.deal(rules, seed=4), random.Random(4)
    while not r5.is_over(state):
        legal = list(r5.legal_actions(rules, state)[:200])
        due = r5.chance(rules, state)
        action = due.sample(source) if due else r5.resolve_chance(rules, state, source.choice(legal), source)
        state = r5.apply(rules, state, action)
        for seat in (None, *range(rules.seats)):
            view = r5.observe(rules, state, seat)
            assert points(rules, view) == r5.score_hand(rules, view).by_side


def test_a_policy_that_is_none_is_refused_before_a_bit_is_drawn() -> None:
    rules = r5.compose("classic", seats=2)
    source: Any = None
    wrong: Any = "greedy"
    with pytest.raises(ValueError, match=r"^policy is 'random', 'meld-first' or 'sensible', not 'greedy'$"):
        playout(rules, r5.deal(rules, seed=1), source, wrong)


def test_a_view_is_refused_for_it_has_no_hidden_cards_to_play() -> None:
    rules = r5.compose("classic", seats=2)
    view: Any = r5.observe(rules, r5.deal(rules, seed=1), 0)
    with pytest.raises(TypeError, match="State"):  # mypyc words it in its own way
        playout(rules, view, random.Random(1), "random")
