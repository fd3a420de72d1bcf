"""Tests of transcripts as text: format, places of errors, differences. Whole hands are in `tests/players`."""

from __future__ import annotations

import random

import pytest

import rummy500 as r5
from rummy500.engine.match import match_with_scores
from rummy500.notation.scenario import parse_scenarios
from rummy500.notation.transcript import Hand, match_text, transcript_text
from rummy500_terminal.judging import ReplayError, read_transcripts, replay, run_scenario
from rummy500_testing import random_game
from rummy500_testing.altering import hand_in_match

RULES = r5.compose("classic", options={"deal.size": 4, "deck.jokers": 1, "stock.empty": "reshuffle"}, seats=3)
GAME = random_game(RULES, random.Random(3))
STATES = [
    hand_in_match(state, match_with_scores(RULES, (5, 0, 7), dealer=state.public.match.dealer)) for state in GAME.states
]
START, ACTIONS = STATES[0], tuple(GAME.actions)
TEXT = transcript_text(RULES, START, ACTIONS[:6], title='Six "moves"')


def test_the_text_of_a_transcript() -> None:
    lines = TEXT.split("\n")
    assert lines[:2] == ['format = "rummy500 scenario 1"', 'title = "Six \\"moves\\""']
    assert lines.count("[[step]]") == 6
    assert f'do = "{r5.action_text(ACTIONS[0], START)}"' in lines
    assert "over = false" in lines
    assert "scores = [5, 0, 7]" in lines


@pytest.mark.parametrize("until", [0, 1, 6, len(ACTIONS)])
def test_written_again_it_is_the_same_text(until: int) -> None:
    text = transcript_text(RULES, START, ACTIONS[:until])
    (transcript,) = read_transcripts(text)
    moments = list(transcript.moments())
    assert [state for _, state in moments] == STATES[: until + 1]
    actions = [action for action, _ in moments if action is not None]
    position = transcript.position
    assert (position.rules, position.state, position.scores) == (RULES, START, (5, 0, 7))
    assert transcript_text(position.rules, position.state, actions) == text
    assert [run_scenario(scenario) for scenario in parse_scenarios(text)] == [None]


def test_a_match_of_two_hands() -> None:
    tied = match_with_scores(RULES, (1, 2, 3), dealer=START.public.match.dealer, playoff=True)
    hands = [Hand(START, ACTIONS[:4]), Hand(hand_in_match(START, tied), ACTIONS[:2])]
    first, second = read_transcripts(match_text(RULES, hands, title="Two"))
    assert (first.title, second.title) == ("Two, hand 1", "Two, hand 2")
    assert (first.position.playoff, second.position.playoff, second.position.scores) == (False, True, (1, 2, 3))
    assert len(list(first.moments())) == 5
    assert len(list(replay(match_text(RULES, hands)))) == 8


def test_an_illegal_action_is_not_written() -> None:
    with pytest.raises(r5.IllegalActionError):
        transcript_text(RULES, START, [r5.Action(START.public.to_act, "discard", 0)])


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ("over = false", "over = true", "expect.over: expected True; got False"),
        ("scores = [5, 0, 7]\n\n[[step]]", "scores = [5, 1, 7]\n\n[[step]]", "expect.scores"),
    ],
)
def test_differences_are_found(before: str, after: str, message: str) -> None:
    assert before in TEXT
    moments = replay(TEXT.replace(before, after))
    with pytest.raises(ReplayError, match=message.replace(".", r"\.")) as caught:
        list(moments)
    assert caught.value.failure.where.startswith("expect.")


def test_the_first_refused_action_is_reported() -> None:
    seat = START.public.to_act
    text = TEXT.replace("[[step]]", f'[[step]]\ndo = "{seat}: lay 9h on m9"\n\n[[step]]', 1)
    with pytest.raises(ReplayError) as caught:
        list(replay(text))
    assert caught.value.failure.where == f"step 1 (do '{seat}: lay 9h on m9')"
    assert caught.value.failure.state == START
    assert str(caught.value) == str(caught.value.failure)
