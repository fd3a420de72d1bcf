"""Tests of transcripts of one seat: its first view, each action as it saw it, what it got and was shown."""

from __future__ import annotations

import tomllib

import pytest
from tests.hooks.secret_plugins import look, sealed_bids
from tests.hooks.steps import do

import rummy500 as r5
from rummy500.base.errors import NotationError
from rummy500.notation.transcript import seat_transcript
from rummy500_terminal.judging import read_transcripts

RULES = r5.compose("classic", [sealed_bids(), look()], seats=3)
TEXT = """
dealer = 2
phase = "bid"
hands = ["2c 3d", "4c 5c", "6h 7h"]
stock = "6c 7c"
pile = "Kd"
"""
START = r5.parse_position(TEXT, rules=RULES).state
STEPS = ("0: bid 3", "2: bid 1", "1: bid 2", "0: draw", "0: look", "0: discard 3d", "1: draw")


def actions() -> list[r5.Action]:
    """Return the actions of `STEPS`."""
    state, found = START, list[r5.Action]()
    for text in STEPS:
        found.append(r5.parse_action(text, state, rules=RULES))
        state = do(RULES, state, text)
    return found


def steps_of(seat: int | None) -> list[dict[str, str]]:
    """Return the steps of a seat's transcript."""
    steps: list[dict[str, str]] = tomllib.loads(seat_transcript(RULES, START, actions(), seat))["step"]
    return steps


def test_a_seat_reads_its_own_actions_and_what_it_may_see_of_others() -> None:
    assert [step["action"] for step in steps_of(0)] == [
        "0: bid 3", "2: bid", "1: bid", "0: draw", "0: look", "0: discard 3d", "1: draw",
    ]  # fmt: skip
    assert [step["action"] for step in steps_of(None)][:3] == ["0: bid", "2: bid", "1: bid"]


def test_a_seat_reads_what_it_got_and_was_shown() -> None:
    assert steps_of(0)[3:5] == [{"action": "0: draw", "gets": "6c"}, {"action": "0: look", "shown": "4c 5c"}]
    assert steps_of(1)[3:] == [
        {"action": "0: draw"}, {"action": "0: look"}, {"action": "0: discard 3d"}, {"action": "1: draw", "gets": "7c"},
    ]  # fmt: skip


def test_the_first_view_shows_the_own_hand_alone() -> None:
    document = tomllib.loads(seat_transcript(RULES, START, (), 1, title="At home"))
    assert (document["format"], document["title"], document["seat"]) == ("rummy500 seat transcript 1", "At home", 1)
    view = document["view"]
    assert (view["hands"], view["stock"], view["pile"]) == (["?? ??", "4c 5c", "?? ??"], "?? ??", "Kd")
    assert view["rules"]["plugins"] == ["sealed-bids", "look"]
    watching = tomllib.loads(seat_transcript(RULES, START, (), None))
    assert (watching["seat"], watching["view"]["hands"]) == ("spectator", ["?? ??"] * 3)


def test_a_view_has_the_memory_that_its_seat_sees() -> None:
    state = do(RULES, START, "0: bid 3", "2: bid 1")
    shown = [tomllib.loads(seat_transcript(RULES, state, (), seat))["view"].get("plugin") for seat in (0, 1, 2)]
    assert shown == [{"sealed-bids": {"points": [3, -1, -1]}}, None, {"sealed-bids": {"points": [-1, -1, 1]}}]


def test_a_seat_that_does_not_play_is_refused() -> None:
    with pytest.raises(r5.PositionError, match="there is no seat 3"):
        seat_transcript(RULES, START, (), 3)


def test_it_cannot_be_replayed() -> None:
    with pytest.raises(NotationError, match="the transcript of one seat, which cannot be replayed") as caught:
        read_transcripts(seat_transcript(RULES, START, actions(), 0))
    assert caught.value.line == 1
