"""Tests of JSON of rules, states, actions and matches: round trips, refusals with places, old saved files."""

from __future__ import annotations

import contextlib
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs
import pytest

import rummy500 as r5
from rummy500.base.errors import ComposeError, NotationError
from rummy500.engine.match import match_with_scores
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
from rummy500.players import MediumPlayer, play_match
from rummy500.rules.options import CORE_PRESETS
from rummy500_testing import random_game
from rummy500_testing.altering import hand_in_match

SAVED = Path(__file__).parent / "saved"
RULES = r5.compose("classic", options={"match.target": 60, "deck.jokers": 2, "deal.size": 5}, seats=3)
READERS: dict[str, Callable[[str], object]] = {
    "rules": rules_from_json,
    "state": state_from_json,
    "action": action_from_json,
    "match": match_from_json,
}


def saved(name: str) -> str:
    return (SAVED / f"{name}.json").read_text(encoding="utf-8")


def changed(name: str, **changes: Any) -> str:
    return json.dumps({**json.loads(saved(name)), **changes})


def without(name: str, key: str) -> str:
    table = json.loads(saved(name))
    del table[key]
    return json.dumps(table)


def fails(kind: str, text: str) -> NotationError:
    with pytest.raises(NotationError) as caught:
        READERS[kind](text)
    assert caught.value.message
    assert caught.value.line >= 1
    assert caught.value.column >= 1
    return caught.value


# ---------------------------------------------------------------- saved files


def test_saved_state() -> None:
    position = state_from_json(saved("state-1"))
    public = position.state.public
    assert (position.rules.preset.name, position.rules.seats, position.scores) == ("classic", 3, (120, 65, -5))
    assert (public.match.dealer, public.to_act, public.phase, public.last, public.out) == (1, 2, "over", 1, 2)
    assert [str(meld) for meld in public.table[:2]] == ["2 [4d 5d *=6d 7d 0:*=8d 0:9d *=Td]", "0 {Ts Th Td Tc}"]
    assert [r5.action_text(play) for play in public.turn.plays] == [
        "2: meld {Ah Ad Ac}", "2: lay 6d on m9", "2: lay 4d on m1",
    ]  # fmt: skip
    assert tuple(map(r5.cards_text, map(r5.cards_of, public.known))) == ("9c", "7s 4c 7c", "")
    assert (r5.cards_text(position.state.stock), r5.cards_text(public.pile)) == ("3c 4s As", "4h 9s")
    assert r5.find_defects(position.rules, position.state) == ()


def test_saved_match() -> None:
    rules, match = match_from_json(saved("match-1"))
    assert rules == rules_from_json(saved("rules-1")) == RULES
    assert (match.scores, match.winners, match.dealer, match.hand) == ((89, 21, 97), (2,), 2, None)
    (hand,) = match.hands
    assert (hand.dealer, hand.out, hand.score.by_seat, len(hand.score.lines)) == (1, 2, (89, 21, 97), 12)
    line = hand.score.lines[0]
    assert (line.points, line.rule, line.about, line.cards) == (50, "score.hand", "melded, m1", "Jh Qh *=Kh Ah")


def test_saved_match_with_lines_that_are_sentences() -> None:
    """Lines of older saves have the sentence alone, as `about`: it is shown as it is, braces and all."""
    old = json.loads(saved("match-1"))
    old["hands"][0]["score"]["lines"][0]["about"] = "melded, {meld}"
    line = match_from_json(json.dumps(old))[1].hands[0].score.lines[0]
    assert (line.kind, line.template, line.about) == ("", line.about, "melded, {meld}")
    assert line.of_seat is line.meld is None


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"pairs": [["bid"]]}, "must have 2 items, not 1"),
        ({"pairs": [["bid", 3]]}, "must be a string, not a whole number"),
        ({"pairs": [["bid", "x" * 1001]]}, "has a template or a fact of more than 1,000 characters"),
        (
            {"pairs": [["bid", "3"]], "template": "{bid}" * 201},
            "has a template or a fact of more than 1,000 characters",
        ),
        ({"about": "melded"}, "has no field 'about'"),
    ],
)
def test_saved_lines_with_a_mistake(changes: dict[str, object], message: str) -> None:
    table = json.loads(saved("match-2"))
    table["hands"][0]["score"]["lines"][0].update(changes)
    with pytest.raises(r5.NotationError) as raised:
        match_from_json(json.dumps(table))
    assert message in str(raised.value)
    assert "hands[0].score.lines" in str(raised.value)


def test_saved_lines_with_facts() -> None:
    table = json.loads(saved("match-2"))
    table["hands"][0]["score"]["lines"][0].update(
        {"template": "melded, {meld}, {bid}", "meld": 2, "pairs": [["bid", "3"]]}
    )
    rules, match = match_from_json(json.dumps(table))
    assert match.hands[0].score.lines[0].about == "melded, m3, 3"
    assert match_from_json(match_to_json(rules, match)) == (rules, match)


def test_saved_match_with_a_hand_going_on() -> None:
    rules, match = match_from_json(saved("match-going-on-1"))
    assert (match.scores, match.winners, match.dealer, match.playoff) == ((-14, 12, 12), (), 1, True)
    assert [played.score.by_seat for played in match.hands] == [(-14, 12, 12)]
    hand = match.hand
    assert hand is not None
    assert (hand.public.phase, hand.public.to_act, len(hand.stock), tuple(hand.public.pile)) == ("play", 2, 41, (41,))
    assert r5.cards_of(hand.drawn) == r5.parse_cards("4d")
    assert len(r5.legal_actions(rules, hand)) > 0


#: Old saves whose hand repeats its match, or whose score lines are plain sentences, and the file that is written now.
WRITTEN_NOW = {
    "match-1": "match-2",
    "match-going-on-1": "match-going-on-3",
    "match-going-on-2": "match-going-on-3",
}


@pytest.mark.parametrize("name", sorted(file.stem for file in SAVED.glob("*.json")))
def test_saved_files_are_written_again_as_they_are(name: str) -> None:
    text = saved(name).rstrip("\n")
    written = saved(WRITTEN_NOW.get(name, name)).rstrip("\n")
    kind = name.split("-", maxsplit=1)[0]
    if kind == "match":
        assert match_to_json(*match_from_json(text)) == written
    elif kind == "state":
        assert state_to_json(state_from_json(text)) == text
    elif kind == "rules":
        assert rules_to_json(rules_from_json(text)) == text
    else:
        assert action_to_json(action_from_json(text)) == text


# ---------------------------------------------------------------- round trips


@pytest.mark.parametrize("preset", CORE_PRESETS)
def test_rules_and_states_and_actions(preset: str) -> None:
    for seats, options in ((2, {}), (3, {"deck.jokers": 2, "deal.size": 5}), (5, {"deal.opening": "offer"})):
        rules = r5.compose(preset, options=options, seats=seats)
        assert rules_from_json(rules_to_json(rules)) == rules
        game = random_game(rules, random.Random(seats))
        for state, action in list(zip(game.states, game.actions, strict=False))[::4]:
            before = match_with_scores(rules, tuple(range(seats)), dealer=state.public.match.dealer)
            position = r5.Position(rules, hand_in_match(state, before))
            assert state_from_json(state_to_json(position)) == position
            assert state_from_json(state_to_json(position, compact=True)) == position
            assert action_from_json(action_to_json(action)) == action
            assert action_from_json(action_to_json(action, state), state) == action


def test_matches() -> None:
    match = r5.start_match(RULES, dealer=2)
    assert match_from_json(match_to_json(RULES, match)) == (RULES, match)
    match = r5.next_hand(RULES, match, seed=1)
    assert match_from_json(match_to_json(RULES, match)) == (RULES, match)
    record = play_match(RULES, [MediumPlayer()] * 3, random.Random(8))
    assert record.match.hands
    assert match_from_json(match_to_json(RULES, record.match)) == (RULES, record.match)
    compact = match_to_json(RULES, record.match, compact=True)
    assert match_from_json(compact) == (RULES, record.match)
    assert "\n" not in compact
    assert len(compact) < 0.6 * len(match_to_json(RULES, record.match))
    rules, turn_state = match_from_json(saved("match-going-on-1"))
    tied = attrs.evolve(turn_state, hand=None)
    assert tied.playoff
    assert match_from_json(match_to_json(rules, tied)) == (rules, tied)


# ---------------------------------------------------------------- refusals


@pytest.mark.parametrize("kind", READERS)
@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("", 1, 1, "this is not JSON: Expecting value"),
        ("{", 1, 2, "this is not JSON: Expecting property name enclosed in double quotes"),
        ('{\n "a": }', 2, 7, "this is not JSON: Expecting value"),
        ("[]", 1, 1, "this is not a JSON object"),
        ("null", 1, 1, "this is not a JSON object"),
        ("{}", 1, 1, "this is another format"),
        ('{"format": 1}', 1, 2, "this is another format"),
        ('{\n "format": "rummy500 rules 2"}', 2, 12, "this is another format"),
        ('{"format": "rummy500 table 1"}', 1, 12, "this is another format"),
        ('{"format": "a",\n "b": {"format": NaN}}', 1, 1, "NaN is not a number"),
        ('{"a": 1,\n "a": 2}', 2, 2, "the key 'a' occurs twice"),
        ('{"a": {"b": 1, "b": 1}}', 1, 16, "the key 'b' occurs twice"),
        ("[" * 100_000, 1, 1, "this is nested too deeply"),
        ('{"a": ' * 100 + "1" + "}" * 100, 1, 1, "this is nested too deeply"),
        ('{"a":\n 18446744073709551616}', 1, 2, "this number is too great"),
        ('{"a": ' + "1" * 5000 + "}", 1, 1, "Exceeds the limit"),
        ("\ufeff{}", 1, 1, "this is not JSON: Unexpected UTF-8 BOM (decode using utf-8-sig)"),
    ],
)
def test_invalid_json_is_refused(kind: str, text: str, line: int, column: int, message: str) -> None:
    error = fails(kind, text)
    assert (error.line, error.column) == (line, column)
    assert error.message.startswith(message)


@pytest.mark.parametrize("name", ["rules-1", "state-1", "action-1", "match-1"])
def test_every_key_with_every_type__nothing_but_our_errors(name: str) -> None:
    values: list[object] = [None, 7.5, True, -99, [], {}, "x", [[]], [{"a": 1}], {"a": {}}, ["x"], [None]]
    for key in json.loads(saved(name)):
        for text in (without(name, key), *(changed(name, **{key: value}) for value in values)):
            with contextlib.suppress(NotationError, ComposeError):
                READERS[name[:-2]](text)


@pytest.mark.parametrize(
    ("field", "value"),
    [("dealer", 3), ("dealer", 4), ("dealer", -1), ("dealer", True), ("dealer", 1.0), ("dealer", "1"), ("out", 3),
     ("out", -2), ("wat", 1), ("score", None), ("score", {})],
)  # fmt: skip
def test_a_played_hand_that_cannot_be(field: str, value: object) -> None:
    hands = json.loads(saved("match-1"))["hands"]
    hands[0][field] = value
    assert fails("match", changed("match-1", hands=hands)).line == 1
