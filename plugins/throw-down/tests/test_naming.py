"""Tests of naming the cards that a tossed card lands on."""

from __future__ import annotations

import random

import pytest

import rummy500 as r5
from rummy500.notation.position import position_table

PLAY = 'to_act = 1\nphase = "play"\nhands = ["2c Kc", "2d Kd 9s"]\ndrawn = ["9s"]\nstock = "8c Jd"\nlast = 0\n'


def at(text: str, *, packs: int = 1) -> tuple[r5.Rules, r5.State]:
    rules = r5.compose("pagat", ["throw-down"], {"deck.packs": packs}, seats=2)
    return rules, r5.parse_position(text, rules=rules).state


def after(rules: r5.Rules, state: r5.State, action: str) -> r5.State:
    return r5.apply(rules, state, r5.parse_action(action, state, rules=rules))


def over(rules: r5.Rules, state: r5.State) -> object:
    return position_table(r5.Position(rules, state)).get("over", {})


def refusal(rules: r5.Rules, state: r5.State, text: str) -> str:
    return str(r5.why_not(rules, state, r5.parse_action(text, state, rules=rules)))


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("over 8h", "8h is not among the discards. (throw-down.cover)"),
        ("over 9s", "9s is not among the discards. (throw-down.cover)"),
        ("over", 'Name the cards that 9s lands on, or omit "over". (throw-down.cover)'),
        ("over 4d 4d", "4d is named twice. (throw-down.cover)"),
        ("over 4d 7c 4d/2", "4d is named twice. (throw-down.cover)"),
        ("over 4d/1", "4d/1 is not among the discards: name 4d/2. (throw-down.cover)"),
        ("over 4d/x", "4d/x is not among the discards: name 4d/2. (throw-down.cover)"),
        ("over 10d", "10d is not among the discards. (throw-down.cover)"),
        ("over /2", "/2 is not among the discards. (throw-down.cover)"),
        ("over loudly", "loudly is not among the discards. (throw-down.cover)"),
        ("over ??", "?? is not among the discards. (throw-down.cover)"),
    ],
)
def test_throw_down_cover_a_card_lands_on_cards_that_lie_there(words: str, why: str) -> None:
    rules, state = at(PLAY + 'pile = "4d 7c"')
    assert refusal(rules, state, f"1: discard 9s {words}") == why


def test_throw_down_cover_equal_faces_are_named_by_their_places() -> None:
    rules, state = at(PLAY + 'pile = "7c 4d 7c"', packs=2)
    assert refusal(rules, state, "1: discard 9s over 7c").startswith("There is more than one 7c: name 7c/3 or 7c/1.")
    why = "7c/2 is not among the discards: name 7c/3 or 7c/1. (throw-down.cover)"
    assert refusal(rules, state, "1: discard 9s over 7c/2") == why
    assert refusal(rules, state, "1: discard 9s over 7c/1 7c/1") == "7c/1 is named twice. (throw-down.cover)"
    assert over(rules, after(rules, state, "1: discard 9s over 7c/3 4d")) == {"9s": "7c/4 4d"}
    assert over(rules, after(rules, state, "1: discard 9s over 7c/3 7c/1")) == {"9s": "7c/4 7c/2"}


@pytest.mark.parametrize("words", ["Td/3 4d", "10d/3 4d", "4d Td/3", "4d/2 10d/3", "4d/2 Td/3"])
def test_throw_down_cover_however_the_cards_are_named_the_outcome_is_the_same(words: str) -> None:
    rules, state = at(PLAY + 'pile = "Td 4d Td"', packs=2)
    tossed = after(rules, state, f"1: discard 9s over {words}")
    assert tossed == after(rules, state, "1: discard 9s over Td/3 4d")
    assert over(rules, tossed) == {"9s": "Td/4 4d"}


def test_throw_down_cover_ten_may_be_written_in_figures_and_a_place_where_none_is_needed() -> None:
    rules, state = at(PLAY + 'pile = "5d Td 7c"')
    tossed = after(rules, state, "1: discard 9s over 5d Td")
    assert over(rules, tossed) == {"9s": "5d Td"}
    for words in ("5d 10d", "10d 5d", "Td/2 5d/3", "5d 10d/2"):
        assert after(rules, state, f"1: discard 9s over {words}") == tossed


def test_throw_down_cover_a_toss_is_written_oldest_first_and_with_places_only_where_needed() -> None:
    rules, state = at(PLAY + 'pile = "Td 4d Td"', packs=2)
    discard = r5.parse_action("1: discard 9s", state)
    words = {r5.action_text(r5.resolve_chance(rules, state, discard, random.Random(seed))) for seed in range(60)}
    lands = ["", " over Td/3", " over 4d", " over Td/1", " over Td/3 4d", " over Td/3 Td/1", " over 4d Td/1"]
    assert words == {f"1: discard 9s{land}" for land in [*lands, " over Td/3 4d Td/1"]}


def test_throw_down_cover_a_name_is_parsed_once_and_then_looked_up(monkeypatch: pytest.MonkeyPatch) -> None:
    rules, state = at(PLAY + 'pile = "4d 7c"')
    toss = r5.parse_action("1: discard 9s over 4d 7c", state, rules=rules)
    tossed = r5.apply(rules, state, toss)
    monkeypatch.setattr("rummy500.notation.actions.Scanner", None)
    assert r5.apply(rules, state, toss) == tossed
