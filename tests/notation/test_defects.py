"""Tests that loaders refuse states with a defect and contradictory matches, and load all that is saved."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import attrs
import pytest

import rummy500 as r5
from rummy500.base.records import replace
from rummy500.engine.match import MatchError, match_with_scores
from rummy500.engine.moves.call import calls_again
from rummy500.hooks import PluginInfo, Turn, hookimpl
from rummy500.notation.json import match_from_json, match_to_json, state_from_json, state_to_json
from rummy500.notation.position import match_status

SAVED = Path(__file__).parent / "saved"
RULES = r5.compose("classic", seats=2)
STATE = r5.apply(RULES, r5.deal(RULES, seed=1), r5.parse_action("1: draw"))
TEXT = state_to_json(r5.Position(RULES, STATE))
TOML = 'phase = "play"\nto_act = 0\nhands = ["9s 2c", "5h 6h"]\npile = "8d"\nstock = "4c"\n'


def state_text(**changes: Any) -> str:
    return json.dumps({**json.loads(TEXT), **changes})


@pytest.mark.parametrize(
    ("changes", "defect"),
    [
        ({"known": ["", "Ks Kh Kd Kc"]}, "unknown-cards"),
        ({"turn": {"ended": "out"}}, "not-over"),
        ({"turn": {"out": 0}}, "not-over"),
        ({"turn": {"plays": ["{9s 9d 9c}"]}}, "played-nowhere"),
        ({"hands": ["", "2c"], "stock": "", "pile": "3c", "drawn": []}, "empty-hand"),
    ],
)
def test_a_saved_state_may_lack_cards_and_nothing_else(changes: dict[str, Any], defect: str) -> None:
    with pytest.raises(r5.NotationError, match=rf"\({defect}\)"):
        state_from_json(state_text(**changes))
    match = r5.next_hand(RULES, r5.start_match(RULES), seed=1)
    saved = json.loads(match_to_json(RULES, r5.play(RULES, match, r5.parse_action("1: draw"))))
    saved["hand"].update(changes)
    with pytest.raises(r5.NotationError, match=r"\((missing-cards|empty-hand|not-over|unknown-cards|played-nowhere)\)"):
        match_from_json(json.dumps(saved))


@pytest.mark.parametrize(
    ("more", "defect"),
    [
        ('known = ["", "Ks"]', "unknown-cards"),
        ('turn = { ended = "out", out = 1 }', "not-over"),
        ('turn = { plays = ["{9d 9h 9c}"] }', "played-nowhere"),
        ('melds = ["1 {9d 9h 9c}"]\nturn = { plays = ["{9d 9h 9c}"] }', "played-nowhere"),
        ('melds = ["0 [4d 5d 6d]"]\nturn = { plays = ["[5d 6d 7d]"] }', "played-nowhere"),
        ('melds = ["0 {9d 9h 9c}"]\nturn = { plays = ["{9d 9h 9c}", "{9d 9h 9c}"] }', "played-nowhere"),
        ('melds = ["0 {9d 9h 9c}"]\nturn = { plays = ["9s on m1"] }', "played-nowhere"),
        ('melds = ["0 [4d 5d 6d]", "0 {9d 9h 9c}"]\nturn = { plays = ["{9d 9h 9c}", "[4d 5d 6d]"] }', "played-nowhere"),
    ],
)
def test_a_position_has_no_other_defect_than_cards_left_out(more: str, defect: str) -> None:
    with pytest.raises(r5.NotationError, match=rf"\({defect}\)"):
        r5.parse_position(TOML + more)


def test_a_position_may_leave_a_hand_out_unless_it_must_play() -> None:
    left_out = TOML.replace('"5h 6h"', '""')
    position = r5.parse_position(left_out)
    with pytest.raises(r5.PositionError, match="empty-hand"):
        state_to_json(position)
    with pytest.raises(r5.NotationError, match=r"hand 0 is empty and the hand goes on \(empty-hand\)"):
        r5.parse_position(TOML.replace('"9s 2c"', '""'))


@pytest.mark.parametrize("call", ["none", "top", "last-discard", "full"])
def test_call_top__a_turn_that_drew_is_not_marked_as_claimed(call: str) -> None:
    text = f'''
hands = ["Kc 5h 8d", "6h 7s"]
pile = "9c"
melds = ["1 {{9d 9h 9s}}"]
phase = "play"
drawn = ["Kc"]
to_act = 0
last = 1
turn = {{ claimed = true }}
rules = {{ preset = "classic", options = {{ call = "{call}" }} }}
'''
    with pytest.raises(r5.NotationError, match=r"line 9, column 10: .* \(claimed-nowhere\)"):
        r5.parse_position(text)
    position = r5.parse_position(text.replace("claimed = true", ""))
    marked = replace(position.state.public, turn=Turn(claimed=True))
    assert not calls_again(marked)


def test_call_top__a_claimed_turn_may_have_drawn_by_an_effect_of_a_plugin() -> None:
    text = TOML + 'drawn = ["2c"]\nlast = 1\nmelds = ["0 {9d 9h 9c}"]\ntaken = ["9h"]\nturn = { claimed = true }\n'
    draws = SimpleNamespace(
        plugin_info=hookimpl(lambda: PluginInfo("draws", "a lay-off draws a card")),
        effects=hookimpl(lambda: {"lay": lambda effect: effect}),
    )
    options = {"call": "top"}
    assert r5.parse_position(text, rules=r5.compose("classic", [draws], options, seats=2)).state.public.turn.claimed
    with pytest.raises(r5.NotationError, match="claimed-nowhere"):
        r5.parse_position(text, rules=r5.compose("classic", options=options, seats=2))


def test_call_last_discard__a_turn_is_marked_as_claimed_before_its_draw() -> None:
    toml = TOML.replace('phase = "play"\n', "") + "last = 1\nturn = { claimed = true }\n"
    for call, wrong in (("last-discard", False), ("none", True), ("top", True)):
        rules = r5.compose("classic", options={"call": call}, seats=2)
        if wrong:
            with pytest.raises(r5.NotationError, match="claimed-nowhere"):
                r5.parse_position(toml, rules=rules)
        else:
            assert r5.parse_position(toml, rules=rules).state.public.turn.claimed


def test_a_run_that_grew_is_not_mistaken_for_a_run_begun_after_it() -> None:
    grown = 'melds = ["0 [2h 3h 4h 5h 6h 1:7h]", "0 [3h 4h 5h 6h]"]\n'
    plays = 'turn = { plays = ["[2h 3h 4h]", "5h 6h on m1", "[3h 4h 5h 6h]"] }\n'
    packs = 'rules = { options = { "deck.packs" = 2 } }\n'
    hands = TOML.replace('"9s 2c", "5h 6h"', '"9s 2c", "5d 6d"')
    position = r5.parse_position(packs + hands + grown + plays)
    assert len(position.state.public.turn.plays) == 3
    assert state_from_json(state_to_json(position)) == position


def test_a_broken_state_is_not_saved() -> None:
    broken = replace(STATE, public=replace(STATE.public, ended="out"))
    with pytest.raises(r5.PositionError, match="not-over"):
        state_to_json(r5.Position(RULES, broken))


# ---------------------------------------------------------------- matches


def changed(name: str, change: Callable[[Any], object]) -> str:
    data = json.loads((SAVED / f"{name}.json").read_text("utf-8"))
    change(data)
    return json.dumps(data)


WON, GOING = "match-1", "match-going-on-1"


@pytest.mark.parametrize(
    ("name", "change", "words"),
    [
        (WON, lambda data: data.update(scores=[89, 21, 98]), "its hands and lines add up to 89, 21, 97"),
        (WON, lambda data: data.update(winners=[0]), "by the scores of the hands they are 2"),
        (WON, lambda data: data.update(winners=[0, 1, 2]), "by the scores of the hands they are 2"),
        (WON, lambda data: data.update(winners=[2, 2]), "these are not whole sides in order of seats"),
        (WON, lambda data: data.update(winners=[]), "by the scores of the hands they are 2"),
        (WON, lambda data: data.update(playoff=True), "while a tie is played on"),
        (WON, lambda data: data.update(winners=[], playoff=True), "by the scores of the hands they are 2"),
        (WON, lambda data: data.update(hands=[]), "add up to 0, 0, 0"),
        (WON, lambda data: data.update(hands=[], scores=[0, 0, 0]), "before a hand has been played"),
        (WON, lambda data: data["hands"][0]["score"].update(by_seat=[89, 97, 21]), "hand 1 scores 89, 97, 21"),
        (WON, lambda data: data["hands"][0]["score"].update(by_side=[1, 2, 3]), "hand 1 scores 1, 2, 3 by side"),
        (WON, lambda data: data["hands"][0]["score"].update(final=False), "not scored to its end"),
        (WON, lambda data: data["hands"].append(data["hands"][0]), "add up to 178, 42, 194"),
        (WON, lambda data: data["hands"].append({**data["hands"][0], "score": 5}), "hands[1].score must be an object"),
        (WON, lambda data: data["hands"].append("x"), "hands[1] must be an object, not a string"),
        (GOING, lambda data: data.update(winners=[1]), "while a tie is played on"),
        (GOING, lambda data: data["hand"].update(phase="over", turn={"ended": "out"}), "the hand that is going on is"),
        (GOING, lambda data: data["hand"].update(stock=data["hand"]["stock"][3:]), "1 cards of the pack are nowhere"),
    ],
)  # fmt: skip
def test_a_match_that_contradicts_itself_is_refused(name: str, change: Callable[[Any], object], words: str) -> None:
    with pytest.raises(r5.NotationError) as found:
        match_from_json(changed(name, change))
    assert words in found.value.message


def test_match_tie__a_match_is_in_playoff_exactly_when_its_leaders_tie_at_the_target() -> None:
    rules, turn_state = match_from_json((SAVED / f"{GOING}.json").read_text("utf-8"))
    tied = attrs.evolve(turn_state, hand=None)
    assert (tied.playoff, match_status(rules, tied)) == (True, ())
    for wrong, words in (
        (
            attrs.evolve(tied, so_far=replace(tied.so_far, playoff=False)),
            "playoff is false, and the leaders tie at the target",
        ),
        (r5.start_match(rules), ""),
        (
            r5.Match(match_with_scores(rules, (0,) * rules.seats, playoff=True)),
            "playoff is true, and the leaders do not tie at the target",
        ),
    ):
        assert [defect.about for defect in match_status(rules, wrong)] == [*filter(None, [words])]


def test_a_match_that_is_won_has_no_hand_going_on() -> None:
    rules, won = match_from_json((SAVED / f"{WON}.json").read_text("utf-8"))
    again = attrs.evolve(won, hand=r5.deal(rules, seed=1, match=won.so_far))
    assert [defect.name for defect in match_status(rules, again)] == ["not-over"]
    with pytest.raises(MatchError, match="the match is won and a hand is going on"):
        match_to_json(rules, again)
