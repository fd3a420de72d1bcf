"""The parsers under test: the inputs of each, and the checks of its results."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Final

import attrs
from tests.fuzz import calling, mutate, samples
from tests.fuzz.sound import check_match, check_state

import rummy500 as r5
from rummy500.cards.cards import card_text, cards_text
from rummy500.cards.pieces import meld_text
from rummy500.notation.actions import action_text, parse_action, parse_card, parse_cards, parse_use
from rummy500.notation.check import run_scenario
from rummy500.notation.fields import parse_meld
from rummy500.notation.json import (
    action_from_json,
    action_to_json,
    match_from_json,
    match_to_json,
    rules_from_json,
    rules_to_json,
    state_from_json,
    state_to_json,
)
from rummy500.notation.position import Position, parse_position
from rummy500.notation.scenario import Scenario, parse_scenarios
from rummy500.notation.transcript import ReplayError, Transcript, read_transcripts, transcript_text

#: The rules for the shapes of melds, used in turn.
SHAPES: Final = tuple(
    r5.compose(preset, options={"deck.jokers": jokers, "meld.ace": ace}, seats=seats).melding.shapes
    for preset, jokers, ace, seats in (
        ("pagat", 0, "both", 2),
        ("classic", 2, "both", 5),
        ("family", 1, "low", 3),
        ("north-american", 4, "high", 8),
    )
)


@attrs.frozen
class Parser:
    """A parser.

    Attributes:
        name: its name.
        check: reads a text, and raises `AssertionError` if the result is not read back from its own text.
        samples: valid texts.
        tokens: the words of its notation.
        changes: functions that spoil valid texts.
        allowed: the errors that it may raise beside `NotationError`.
    """

    name: str
    check: Callable[[str], None]
    samples: Callable[[], list[str]]
    tokens: Sequence[str] = mutate.NOTATION
    changes: Sequence[mutate.Change] = mutate.SMALL
    allowed: tuple[type[Exception], ...] = ()

    def inputs(self, chance: random.Random, many: int) -> list[str]:
        """Generate inputs: of ten, one of bytes, two of tokens, seven nearly valid."""
        valid, tokens, changes = self.samples(), self.tokens, self.changes
        found: list[str] = []
        for _ in range(many):
            kind = chance.random()
            if kind < 0.1:
                found.append(mutate.random_bytes(chance))
            elif kind < 0.3:
                found.append(mutate.random_tokens(tokens, chance))
            else:
                found.append(mutate.nearly(valid[int(chance.random() * len(valid))], changes, chance))
        return found


def _card(text: str) -> None:
    card = parse_card(text)
    assert parse_card(card_text(card)) == card


def _cards(text: str) -> None:
    cards = parse_cards(text)
    assert parse_cards(cards_text(cards)) == cards


def _action(text: str) -> None:
    action = parse_action(text)
    assert parse_action(action_text(action)) == action


def _action_on_pile(text: str) -> None:
    action = parse_action(text, samples.PILE)
    assert parse_action(action_text(action, samples.PILE), samples.PILE) == action


def _use(text: str) -> None:
    play = parse_use(text, 1)
    assert parse_use(play.use_text(), 1) == play


def _meld(text: str) -> None:
    shapes = SHAPES[len(text) % len(SHAPES)]
    meld = parse_meld(text, shapes)
    assert parse_meld(meld_text(meld), shapes) == meld


def _position(text: str) -> None:
    position = parse_position(text)
    check_state(position.rules, position.state, left_out=("missing-cards", "empty-hand"))
    assert parse_position(samples.position_text(position)) == position


def _scenarios(text: str) -> None:
    scenarios = parse_scenarios(text)
    for scenario in scenarios:
        _read_back(scenario)
        run_scenario(scenario)


def _read_back(scenario: Scenario) -> None:
    text = samples.written([scenario])
    if text:
        (again,) = parse_scenarios(text)
        assert again.position == scenario.position
        assert samples.written([again]) == text


def _transcript(text: str) -> None:
    for transcript in read_transcripts(text):
        _replay(transcript)


def _replay(transcript: Transcript) -> None:
    moments = list(transcript.moments())
    start = transcript.position
    actions = [action for action, _ in moments if action is not None]
    text = transcript_text(start.rules, start.state, actions)
    (again,) = read_transcripts(text)
    assert again.position == start
    assert list(again.moments()) == moments


def _rules_json(text: str) -> None:
    rules = rules_from_json(text)
    assert rules_from_json(rules_to_json(rules)) == rules


def _state_json(text: str) -> None:
    position: Position = state_from_json(text)
    check_state(position.rules, position.state, left_out=("missing-cards",))
    assert state_from_json(state_to_json(position)) == position


def _action_json(text: str) -> None:
    action = action_from_json(text)
    assert action_from_json(action_to_json(action)) == action


def _match_json(text: str) -> None:
    rules, match = match_from_json(text)
    check_match(rules, match)
    assert match_from_json(match_to_json(rules, match)) == (rules, match)


_COMPOSE = (r5.ComposeError,)

PARSERS: Final = {
    parser.name: parser
    for parser in (
        Parser("card", _card, samples.cards),
        Parser("cards", _cards, samples.card_lists),
        Parser("action", _action, samples.actions),
        Parser("action-on-pile", _action_on_pile, samples.unmarked),
        Parser("use", _use, samples.uses),
        Parser("meld", _meld, samples.melds),
        Parser("position", _position, samples.position_texts, mutate.TOML, mutate.LARGE, _COMPOSE),
        Parser("scenarios", _scenarios, samples.scenario_texts, mutate.TOML, mutate.LARGE),
        Parser(
            "transcript", _transcript, samples.transcript_texts, mutate.TOML, mutate.LARGE, (*_COMPOSE, ReplayError)
        ),
        Parser("rules-json", _rules_json, samples.json_rules, mutate.JSON, mutate.LARGE, _COMPOSE),
        Parser("state-json", _state_json, samples.json_states, mutate.JSON, mutate.SAVED, _COMPOSE),
        Parser("action-json", _action_json, samples.json_actions, mutate.JSON, mutate.LARGE),
        Parser("match-json", _match_json, samples.json_matches, mutate.JSON, mutate.SAVED, _COMPOSE),
        Parser("calls", calling.call, calling.calls, calling.calls(), (calling.unchanged,), calling.ALLOWED),
    )
}
