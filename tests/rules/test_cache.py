"""Tests that `rules.cache` never changes an answer: shared by threads, cleared in between, or full all the time."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

import rummy500 as r5
from rummy500.cards import pieces as memo

THREADS = 6
Answers = list[tuple[str, ...]]

#: Natural cards alone, calls and jokers, an opening minimum with its search, wild cards of a plugin's kind.
PLAYED: dict[str, dict[str, Any]] = {
    "classic": {"preset": "classic", "seats": 2},
    "pagat": {"preset": "pagat", "seats": 3},
    "an opening minimum": {"preset": "pagat", "options": {"meld.first-minimum": 60}, "seats": 3},
    "every card barred": {"preset": "family", "options": {"deck.jokers": 4, "deck.packs": 2}, "seats": 2},
}
EVERY = pytest.mark.parametrize("chosen", PLAYED.values(), ids=PLAYED)


def answers(rules: r5.Rules, seed: int) -> Iterator[tuple[str, ...]]:
    """Play a random hand; at each step the text of the list, a refusal, and the list of the plain actions."""
    rng = random.Random(seed)
    state = r5.deal(rules, seed=seed)
    while not r5.is_over(state):
        due = r5.chance(rules, state)
        if due is not None:
            state = r5.apply(rules, state, due.sample(rng))
            continue
        legal = r5.legal_actions(rules, state)
        listed = list(legal[:60])
        refused = r5.why_not(rules, state, r5.parse_action(f"{state.public.to_act}: discard As"))
        yield (*map(str, listed), str(refused), *map(str, legal.plain()[:60]))
        state = r5.apply(rules, state, rng.choice(listed))


def alone(chosen: dict[str, Any]) -> dict[int, Answers]:
    """The answers of rules that nobody else asks."""
    return {seed: list(answers(r5.compose(**chosen), seed)) for seed in range(THREADS)}


@pytest.fixture
def impatient() -> Iterator[None]:
    """Let threads take turns as often as the interpreter can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@EVERY
@pytest.mark.usefixtures("impatient")
def test_threads_that_share_rules_get_the_answers_of_one(chosen: dict[str, Any]) -> None:
    expected = alone(chosen)
    rules = r5.compose(**chosen)
    rules.cache.clear()
    with ThreadPoolExecutor(THREADS) as threads:
        found = dict(zip(expected, threads.map(lambda seed: list(answers(rules, seed)), expected), strict=True))
    assert found == expected


@EVERY
def test_a_cache_that_is_cleared_between_questions_changes_no_answer(chosen: dict[str, Any]) -> None:
    rules = r5.compose(**chosen)
    kept = list(answers(rules, 3))
    cleared: Answers = []
    for answer in answers(rules, 3):
        cleared.append(answer)
        rules.cache.clear()
    assert cleared == kept


@EVERY
def test_a_cache_that_is_always_full_changes_no_answer(chosen: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    rules = r5.compose(**chosen)
    expected = list(answers(rules, 4))
    rules.cache.clear()
    monkeypatch.setattr(memo, "_MOST", 2)
    assert list(answers(rules, 4)) == expected
