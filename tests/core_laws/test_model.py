"""Tests of the model of play, with the examples of the sources and the sentences of rules."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence

import pytest
from tests.core_laws.judging import surely_legal, why_wrong
from tests.core_laws.scores import held, melded, winners
from tests.core_laws.seats import can_rotate, rotated_action, rotated_state
from tests.core_laws.shapes import new_melds, shapes_of, wrong_group, wrong_meld, wrong_run

from rummy500 import State, apply, compose, parse_action, parse_cards, parse_position
from rummy500.actions import USE_GROUP, USE_RUN
from rummy500.engine.scoring import score_hand
from rummy500_testing import random_game, take_snapshot
from rummy500_testing.model import (
    answered,
    core_move,
    difference,
    has_hook,
    moved,
    predicted_turn,
    turn_state,
)

PAGAT = compose("pagat", seats=3)
CLASSIC = compose("classic", seats=3)


def pieces_of(text: str) -> tuple[int, ...]:
    """Read the pieces of a meld from the text of an action."""
    return parse_action(f"0: meld {text}").pieces


def state_of(text: str, rules: str = "pagat") -> State:
    return parse_position(f'rules = {{ preset = "{rules}" }}\n{text}').state


@pytest.mark.parametrize(
    ("run", "preset", "options", "is_one"),
    [
        ("[Ah 2h 3h]", "pagat", {}, True),
        ("[Qh Kh Ah]", "pagat", {}, True),
        ("[Kh Ah 2h]", "pagat", {}, False),
        ("[Ah 2h 3h]", "pagat", {"meld.ace": "high"}, False),
        ("[Qh Kh Ah]", "pagat", {"meld.ace": "low"}, False),
        ("[4h 5h *=6h]", "pagat", {}, True),
        ("[4h 5h *=6h]", "classic", {}, False),
        ("[*=4h *=5h *=6h]", "pagat", {}, False),
        ("[4h 5h 7h]", "pagat", {}, False),
        ("[4h 5h 6d]", "pagat", {}, False),
        ("[4h 5h 6h]", "pagat", {"meld.run-min": 4}, False),
        ("[4h 5h]", "pagat", {}, False),
    ],
)
def test_a_run_is_one_by_the_options(run: str, preset: str, options: Mapping[str, object], *, is_one: bool) -> None:
    shapes = shapes_of(compose(preset, options=options, seats=3))
    assert (wrong_run(shapes, pieces_of(run)) is None) == is_one


@pytest.mark.parametrize(
    ("group", "preset", "options", "is_one"),
    [
        ("{9s 9h 9d}", "pagat", {}, True),
        ("{9s 9h 9d 9c}", "pagat", {}, True),
        ("{9s 9h}", "pagat", {}, False),
        ("{9s 9h 8d}", "pagat", {}, False),
        ("{9s 9h *=9}", "pagat", {}, True),
        ("{9s 9h *=8}", "pagat", {}, False),
        ("{9s *=9 *=9}", "pagat", {}, True),
        ("{*=9 *=9 *=9}", "pagat", {}, False),
        ("{Ks Kh Kd Kc *=K}", "pagat", {}, False),
        ("{Ks Kh Kd Kc *=K}", "family", {"deck.packs": 2}, True),
        ("{Ks Ks Kh}", "pagat", {"deck.packs": 2}, False),
        ("{Ks Ks Kh}", "family", {"deck.packs": 2}, True),
        ("{9s 9h 9d 9c}", "family", {"meld.group-max": 3}, False),
    ],
)
def test_a_group_is_one_by_the_options(group: str, preset: str, options: Mapping[str, object], *, is_one: bool) -> None:
    shapes = shapes_of(compose(preset, options=options, seats=3))
    assert (wrong_group(shapes, pieces_of(group)) is None) == is_one


def test_jokers_of_persian_are_groups_of_their_own() -> None:
    shapes = shapes_of(compose("classic", ["persian"], seats=4))
    assert wrong_group(shapes, pieces_of("{* * *}")) is None
    assert wrong_group(shapes, pieces_of("{9s 9h *=9}")) is not None


def test_a_meld_on_the_table_has_the_places_of_its_cards() -> None:
    run = state_of('hands = ["2c", "3c"]\nmelds = ["0 [Ah 2h 3h]"]').public.table[0]
    assert wrong_meld(shapes_of(PAGAT), run) is None
    assert wrong_meld(shapes_of(PAGAT), type(run)(0, 4, run.line, run.pieces, run.by)) is not None
    assert wrong_meld(shapes_of(PAGAT), type(run)(0, 0, run.line, run.pieces[::-1], run.by)) is not None


def test_the_melds_of_some_cards_are_found() -> None:
    cards = Counter(parse_cards("9s 9h 9d Th Jh 2c"))
    found = {(use, pieces) for use, pieces, _ in new_melds(shapes_of(CLASSIC), cards)}
    due = {
        (USE_GROUP, tuple(sorted(pieces_of("{9s 9h 9d}")))),
        (USE_RUN, tuple(sorted(pieces_of("[9h Th Jh]")))),
    }
    assert found == due


@pytest.mark.parametrize(
    ("rules", "position", "down", "left"),
    [
        # 002
        (
            "pagat",
            'melds = ["0 [Ah 2h 3h 4h]", "0 {7s 7h 7d}", "0 [9s *=Ts Js Qs]"]\nhands = ["5c 8d Qd Qc", "2c"]',
            75,
            33,
        ),
        # 003
        ("classic", 'melds = ["0 [8h 9h Th Jh]", "0 {4s 4h 4d}", "1 {9s 9d 0:9c}"]\nhands = ["Kc 5d", "2c"]', 58, 15),
        ("classic", 'melds = ["0 [9s Ts Js]"]\nhands = ["2d", "2c"]', 29, 2),
        ("family", 'melds = ["0 [Qs Ks As]"]\nhands = ["Ad", "2c"]', 21, 1),
    ],
)
def test_cards_count_as_in_the_sources(rules: str, position: str, down: int, left: int) -> None:
    state = state_of(position, rules)
    composed = compose(rules, seats=2)
    assert (melded(composed, state)[0], held(composed, state)[0]) == (down, left)
    assert score_hand(composed, state).by_seat[0] == down - left


@pytest.mark.parametrize(
    ("scores", "playoff", "won"),
    [
        ((500, 499, 0), False, ((), False)),
        ((501, 499, 0), False, ((0,), False)),
        ((501, 520, 0), False, ((1,), False)),
        ((520, 520, 0), False, ((), True)),
        ((300, 300, 310), True, ((2,), False)),
        ((300, 310, 310), True, ((), True)),
    ],
)
def test_the_highest_wins_and_a_tie_is_played_on(
    scores: Sequence[int], won: tuple[tuple[int, ...], bool], *, playoff: bool
) -> None:
    assert winners(PAGAT, scores, playoff=playoff) == won


def test_partners_win_together() -> None:
    rules = compose("pagat", ["partnership"], seats=4)
    assert winners(rules, (510, 90, 510, 90), playoff=False) == ((0, 2), False)


DRAWING = 'hands = ["2c 3c", "9h Kd 4s", "5d 6d"]\nto_act = 1\nlast = 0\npile = "9s 9d Qc"\nmelds = ["0 [5h 6h 7h 8h]"]'


@pytest.mark.parametrize(
    ("action", "wrong"),
    [
        ("1: take Qc", None),
        ("0: take Qc", "turn of seat 1"),
        ("1: take 9s", "not used at once"),
        ("1: take 9s with {9s 9h 9d}", None),
        ("1: take 9d with 9h on m1", "other cards are used"),
        ("1: discard Kd", "nobody can discard"),
        ("2: call Qc on m1", "follow each other|one suit"),
        ("0: call Qc on m1", "caller's own"),
        ("1: pass", "a card to draw"),
    ],
)
def test_the_fault_of_an_action_is_named(action: str, wrong: str | None) -> None:
    state = state_of(f'stock = "2s 3s"\n{DRAWING}')
    told = why_wrong(PAGAT, shapes_of(PAGAT), state, parse_action(action, state))
    if wrong is None:
        assert told is None
    else:
        assert told is not None
        assert any(part in told for part in wrong.split("|"))


def test_surely_legal_actions_include_takes_and_the_draw() -> None:
    state = state_of(f'stock = "2s 3s"\n{DRAWING}')
    found = {action.verb for action in surely_legal(PAGAT, shapes_of(PAGAT), state, random.Random(1))}
    assert {"draw", "take"} <= found


def test_a_take_moves_its_cards_and_begins_the_play() -> None:
    state = state_of(f'stock = "2s 3s"\n{DRAWING}')
    action = parse_action("1: take 9s with {9s 9h 9d}", state)
    due = moved(PAGAT, state, action)
    assert due is not None
    assert sorted(due.hand.elements()) == sorted(parse_cards("Kd 4s Qc"))
    assert (due.pile, due.on, due.meld[0]) == ([], 1, 1)
    after = apply(PAGAT, state, action)
    assert difference(due, state, after) is None
    assert difference(due, state, state) is not None
    assert predicted_turn(PAGAT, state, action, after) == turn_state(after)


def test_a_full_rotation_changes_nothing() -> None:
    game = random_game(PAGAT, random.Random(3))
    for state, action in zip(game.states, game.actions, strict=False):
        once = rotated_state(PAGAT, state, 1)
        assert once != state
        assert rotated_state(PAGAT, once, 2) == state
        assert rotated_action(rotated_action(action, 1, 3), 2, 3) == action


def test_partners_stay_partners_when_seats_move_round() -> None:
    assert can_rotate(compose("pagat", ["partnership"], seats=4), 1)
    assert can_rotate(PAGAT, 2)


def test_questions_that_plugins_answer_are_known() -> None:
    rules = compose("pagat", ["floating", "throw-down"], seats=3)
    assert answered(rules, "hand_emptied")
    assert answered(rules, "collects")
    assert not answered(rules, "turn_ended")
    assert not has_hook(rules, "card_points")
    assert not answered(PAGAT, "hand_emptied")
    # floating asks about calls only where the last discard alone is called
    assert has_hook(rules, "may")
    assert not answered(rules, "may.call")
    last = compose("pagat", ["floating"], {"call": "last-discard"}, seats=3)
    assert answered(last, "may.call")
    assert not answered(last, "may.lay")


def test_a_plugins_own_move_is_not_the_cores() -> None:
    rules = compose("pagat", ["michigan"], seats=3)
    call, discard = parse_action("1: call 9h/1 on m1"), parse_action("1: discard 9h")
    assert core_move(rules, call, "draw") is not None
    assert core_move(rules, discard, "play") is not None
    assert core_move(rules, discard, "stop") is None


def test_the_model_finds_most_of_what_is_listed() -> None:
    """A model that abstains everywhere would find no fault."""
    due = listed = 0
    for number in range(4):
        game = random_game(CLASSIC, random.Random(number))
        for state in game.states[:-1]:
            snapshot = take_snapshot(CLASSIC, state, random.Random(0))
            shapes = shapes_of(CLASSIC)
            due += len(set(surely_legal(CLASSIC, shapes, state, random.Random(0))))
            listed += len(snapshot.listed)
    assert due > 0.7 * listed
