"""Tests of transcripts: each replays to its final state, or the first difference is reported."""

from __future__ import annotations

import random
import re

import pytest

import rummy500 as r5
from rummy500.engine.match import match_with_scores
from rummy500.notation.scenario import parse_scenarios
from rummy500.notation.transcript import transcript_text
from rummy500.players import MediumPlayer, RandomPlayer, play_hand
from rummy500.players.drive import HandRecord
from rummy500.rules.options import CORE_PRESETS
from rummy500_terminal.judging import ReplayError, read_transcripts, replay, run_scenario
from rummy500_testing.altering import hand_in_match


def played(preset: str, seats: int, seed: int, options: dict[str, object] | None = None) -> tuple[r5.Rules, HandRecord]:
    rules = r5.compose(preset, options=options, seats=seats)
    source = random.Random(seed)
    players = [MediumPlayer() if seat % 2 else RandomPlayer(source) for seat in range(seats)]
    return rules, play_hand(rules, r5.deal(rules, seed=seed), players, source)


@pytest.mark.parametrize("preset", CORE_PRESETS)
def test_a_hand_replays(preset: str) -> None:
    for seed, seats in enumerate((2, 3, 6)):
        rules, record = played(preset, seats, seed)
        before = match_with_scores(rules, tuple(range(seats)))
        start, end = hand_in_match(record.start, before), hand_in_match(record.end, before)
        text = transcript_text(rules, start, record.actions)
        moments = list(replay(text))
        assert [action for action, _ in moments] == [None, *record.actions]
        assert moments[0][1] == start
        assert moments[-1][1] == end
        assert all(run_scenario(scenario) is None for scenario in parse_scenarios(text))


def test_stock_reshuffle__the_order_is_written_down() -> None:
    rules = r5.compose("pagat", options={"stock.empty": "reshuffle"}, seats=3)
    for seed in range(60):
        source = random.Random(seed)
        record = play_hand(rules, r5.deal(rules, seed=seed), [RandomPlayer(source)] * 3, source)
        if any(action.verb == "reshuffle" for action in record.actions):
            text = transcript_text(rules, record.start, record.actions)
            assert "deck: reshuffle" in text
            assert list(replay(text))[-1][1] == record.end
            return
    pytest.fail("no hand had a reshuffle")


def test_differences_are_reported() -> None:
    rules, record = played("pagat", 3, 1)
    text = transcript_text(rules, record.start, record.actions)
    with pytest.raises(ReplayError, match=r"expect\.hand_scores: expected \[9"):
        list(replay(text.replace("hand_scores = [", "hand_scores = [9").replace("[9-", "[9")))
    with pytest.raises(ReplayError, match=r"step 1 .*turn\.parts"):
        list(replay(re.sub(r'do = "(.): .*"', r'do = "\1: discard Ks"', text, count=1)))


def test_only_actions_are_steps() -> None:
    rules, record = played("pagat", 3, 1)
    text = transcript_text(rules, record.start, record.actions)
    with pytest.raises(r5.NotationError, match="a transcript has no step 'may'"):
        read_transcripts(text.replace("do = ", "may = ", 1))
    with pytest.raises(r5.ComposeError):
        read_transcripts(text.replace('preset = "pagat"', 'preset = "pagatt"'))
