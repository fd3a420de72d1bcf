"""Tests of counted game trees: the recorded counts are right, and agree with a simple count written here."""

from __future__ import annotations

import random
from itertools import islice
from pathlib import Path

import pytest

import rummy500 as r5
from rummy500.rules.options import CORE_PRESETS
from rummy500.simulate.perft import divide, perft
from rummy500_testing import random_game
from rummy500_testing.perft import check_perft, main, perft_text, record_perft

HERE = Path(__file__).parent
FILES = sorted(HERE.glob("*.perft.toml"))
PAGAT = perft_text([record_perft(r5.compose("pagat", seats=3), 3, 3, dealer=2)])


def leaves(rules: r5.Rules, state: r5.State, depth: int) -> list[tuple[str, ...]]:
    """List every sequence of a number of actions."""
    due = r5.chance(rules, state)
    if due is not None:
        return leaves(rules, r5.apply(rules, state, due.sample(random.Random(0))), depth)
    if depth == 0:
        return [()]
    return [
        (r5.action_text(action, state), *rest)
        for action in r5.legal_actions(rules, state)
        for rest in leaves(rules, r5.apply(rules, state, action), depth - 1)
    ]


def positions() -> list[tuple[r5.Rules, r5.State]]:
    """List positions of random hands: some in the middle, the last ones before the end, one with a reshuffle due."""
    found: list[tuple[r5.Rules, r5.State]] = []
    for number, preset in enumerate(CORE_PRESETS):
        rules = r5.compose(preset, options={"stock.empty": "reshuffle"}, seats=3)
        states = random_game(rules, random.Random(number)).states
        due = (state for state in states if r5.chance(rules, state) is not None)
        found += [(rules, state) for state in (states[0], states[len(states) // 2], *states[-3:], *islice(due, 1))]
    return found


POSITIONS = positions()


@pytest.mark.parametrize("depth", range(4))
def test_perft_counts_each_sequence_once_and_divide_by_its_first_action(depth: int) -> None:
    for rules, state in POSITIONS:
        sequences = leaves(rules, state, depth)
        assert perft(rules, state, depth) == len(sequences) == len(set(sequences))
        if depth:
            counts = divide(rules, state, depth)
            assert list(counts) == [first for (first,) in leaves(rules, state, 1)]
            assert sum(counts.values()) == len(sequences)


def test_the_empty_sequence_is_one_and_has_no_first_action() -> None:
    rules = r5.compose("classic")
    state = r5.deal(rules, seed=1)
    assert perft(rules, state, 0) == 1
    assert divide(rules, state, 0) == {}


def test_a_negative_depth_is_refused() -> None:
    rules = r5.compose("classic")
    state = r5.deal(rules, seed=1)
    for count in (perft, divide):
        with pytest.raises(ValueError, match="depth must be at least 0, not -1"):
            count(rules, state, -1)


@pytest.mark.parametrize(
    ("seed", "depths", "said"),
    [(-1, 1, "seed must be at least 0, not -1"), (0, 0, "depths must be at least 1, not 0")],
)
def test_a_record_that_could_not_be_read_back_is_refused(seed: int, depths: int, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        record_perft(r5.compose("classic"), seed, depths)


def test_chance_that_is_part_of_a_decision_plays_no_part() -> None:
    rules = r5.compose("classic", ["throw-down"], seats=3)
    dealt = r5.deal(rules, seed=5)
    state = r5.apply(rules, dealt, r5.legal_actions(rules, dealt)[0])
    tossed = r5.parse_action("1: discard Qd", state, rules=rules)
    landed = r5.resolve_chance(rules, state, tossed, random.Random(0))
    assert r5.action_text(landed, state) == "1: discard Qd over Qs"
    assert len(r5.legal_actions(rules, r5.apply(rules, state, landed))) == 2
    assert divide(rules, state, 2)["1: discard Qd"] == len(r5.legal_actions(rules, r5.apply(rules, state, tossed))) == 1


def test_a_changed_count_is_found() -> None:
    *_, last = record_perft(r5.compose("pagat", seats=3), 3, 3)["counts"]
    assert check_perft(PAGAT) == []
    found = check_perft(PAGAT.replace(f"{last}]", f"{last + 1}]"))
    assert found == [f"entry 1 (<Rules 'pagat', seats=3>), depth 3: expected {last + 1}, got {last}"]


@pytest.mark.parametrize(
    ("was", "now", "about"),
    [
        ("perft 1", "perft 9", "this is not a file of counts"),
        ("[[perft]]", "[perft]", "there are no counts"),
        ("counts", "count", "an entry has no 'count'"),
        ("counts = [", "counts = [-1, ", "counts are missing"),
        ("counts = [", 'counts = ["2", ', "counts is a list"),
        ('deck = "', 'deck = "?? ', "the deck holds"),
        ("deck = ", "# ", "an entry has no deck"),
        ("dealer = 2", "dealer = 3", "dealer is 3"),
        ("seats = 3", 'seats = "3"', "seats is a string"),
    ],
)
def test_a_bad_file_is_one_clear_error(was: str, now: str, about: str) -> None:
    assert was in PAGAT
    with pytest.raises(r5.NotationError, match=about) as caught:
        check_perft(PAGAT.replace(was, now))
    assert caught.value.expected or "; did you mean " in str(caught.value)


def test_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "a.perft.toml"
    asked = ["--preset", "classic", "--option", "match.target=250", "--seats", "2", "3", "--seed", "5", "--depth", "3"]
    assert main(["record", str(file), *asked]) == main(["check", str(file)]) == 0
    text = file.read_text("utf-8")
    composed = [r5.compose("classic", options={"match.target": 250}, seats=seats) for seats in (2, 3)]
    assert text == perft_text(record_perft(rules, 5, 3) for rules in composed)
    file.write_text(text.replace("counts = [", "counts = [1"), "utf-8")
    assert main(["check", str(file)]) == 1
    assert capsys.readouterr().out.count("depth 1: expected 1") == 2
    assert main(["check", str(tmp_path / "none")]) == 2
    with pytest.raises(SystemExit, match="2"):
        main(["record", str(file), "--option", "target"])


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (("--seed", "-1"), "argument --seed: it must be at least 0, not -1"),
        (("--depth", "0"), "argument --depth: "),
        (("--option", "call=zz"), "option call cannot be 'zz'"),
    ],
)
def test_a_refused_command_gives_the_reason_and_writes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], asked: tuple[str, ...], said: str
) -> None:
    file = tmp_path / "a.perft.toml"
    with pytest.raises(SystemExit, match="2"):
        main(["record", str(file), *asked])
    assert said in capsys.readouterr().err
    assert not file.exists()
