"""Tests of golden playthroughs: each preset's replays as recorded, and changes are found."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.hooks.installing import dist_info, importable

from rummy500 import NotationError, compose
from rummy500.hooks.plugin import installed
from rummy500.rules.options import CORE_PRESETS
from rummy500_testing.golden import (
    compare_golden,
    main,
    missing_records,
    plugins_without_effect,
    record_golden,
    update_golden,
)

HERE = Path(__file__).parent
FILES = sorted(HERE.glob("*.golden.toml"))
PAGAT = (HERE / "pagat.golden.toml").read_text("utf-8")
STEPS = PAGAT.split("steps = [\n    ")[1].split(",\n    ")


def changed(was: str, now: str) -> str:
    """Return the playthrough of `pagat` with one change."""
    assert PAGAT.count(was) >= 1
    return PAGAT.replace(was, now, 1)


def test_every_preset_has_its_records() -> None:
    assert missing_records(HERE, CORE_PRESETS) == []
    assert missing_records(HERE, ["pagat", "boathouse"]) == ["boathouse.golden.toml", "boathouse.perft.toml"]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_update_changes_nothing_where_nothing_has_changed(file: Path) -> None:
    assert update_golden(file.read_text("utf-8")) == file.read_text("utf-8")


def test_a_hand_that_is_cut_off_compares_and_updates() -> None:
    rules = compose("pagat", options={"meld.ace": "low", "match.target": 250}, seats=3)
    text = record_golden(rules, seed=5, max_turns=7)
    assert 'ended = "cut"' in text
    assert compare_golden(text) is None
    assert update_golden(text) == text


def test_reshuffles_are_steps_before_which_nobody_has_an_action() -> None:
    text = record_golden(compose("classic", options={"stock.empty": "reshuffle"}, seats=3), seed=2)
    assert '"0 | deck: reshuffle ' in text
    assert compare_golden(text) is None
    assert update_golden(text) == text


def test_a_changed_count_is_found() -> None:
    count, rest = STEPS[4][1:].split(" | ")
    assert compare_golden(changed(STEPS[4], f'"{int(count) + 1} | {rest}')) == (
        f"step 5 ({rest[:-1]}): expected {int(count) + 1} legal actions, got {count}"
    )


def test_a_changed_action_is_found() -> None:
    found = compare_golden(changed("0: draw", "0: pass")) or ""
    assert "(0: pass): expected a legal action, got a refusal: " in found


def test_a_changed_spelling_is_found() -> None:
    text = changed("1: draw", "1:  draw")
    assert (compare_golden(text) or "").endswith("(1:  draw): expected this text, got '1: draw'")
    assert update_golden(text) == PAGAT


def test_a_missing_step_is_found() -> None:
    found = compare_golden(changed(f"{STEPS[10]},\n    ", "")) or ""
    assert found.startswith("step 11 (")


def test_a_missing_end_is_found() -> None:
    steps = PAGAT[: PAGAT.index("\n]\n")]
    text = PAGAT.replace(steps, steps[: steps.rindex("\n")])
    assert compare_golden(text) == "ended: expected 'out', got 'cut'"
    assert 'ended = "out"' in update_golden(text)


@pytest.mark.parametrize(
    ("was", "now", "found"),
    [
        ('ended = "out"', 'ended = "stock"', "ended: expected 'stock', got 'out'"),
        ("| score.hand | melded, m1", "| score.hand | sold, m1", "line 10: expected '2 | 55 | score.hand | sold, m1 |"),
        ("by_seat = [", "by_seat = [7, ", "by_seat: expected [7, "),
        ("by_side = [", "by_side = [7, ", "by_side: expected [7, "),
        ('scores = [\n    "', 'scores = [\n    "x", "', "score line 1: expected 'x', got '"),
    ],
)
def test_a_changed_end_is_found(was: str, now: str, found: str) -> None:
    assert found in (compare_golden(changed(was, now)) or "")
    assert update_golden(changed(was, now)) == PAGAT


def test_update_plays_on_where_an_action_is_no_longer_legal() -> None:
    text = changed(STEPS[6], '"1 | 0: meld [As 2s 3s]"')
    updated = update_golden(text)
    assert updated == update_golden(text)
    assert compare_golden(updated) is None
    assert all(step in updated for step in STEPS[:6])
    assert "0: meld [As 2s 3s]" not in updated


@pytest.mark.parametrize(
    ("was", "now", "about"),
    [
        ("rummy500 golden 1", "rummy500 golden 9", "this is not a golden playthrough"),
        ("max_turns", "most_turns", "a golden playthrough has no 'most_turns'"),
        ("dealer = ", "# ", "a golden playthrough has no dealer"),
        ('deck = "', 'deck = "As ', "the deck holds As 2 times, the pack 1 times"),
        ("steps = [", 'steps = [ "1: draw",', "this is not a step"),
        ("steps = [", "steps = [ 3,", "steps is a list"),
        ('ended = "out"', "ended = 3", "ended is a whole number"),
        (STEPS[0], STEPS[0].replace(": ", ": fly "), "there is no action 'fly'"),
    ],
)
def test_a_bad_file_is_one_clear_error(was: str, now: str, about: str) -> None:
    with pytest.raises(NotationError, match=about) as caught:
        compare_golden(changed(was, now))
    assert caught.value.expected or "; did you mean " in str(caught.value)


def test_an_action_that_does_not_parse_is_shown_with_its_place() -> None:
    text = changed(STEPS[0], STEPS[0].replace(": ", ": fly "))
    with pytest.raises(NotationError) as caught:
        compare_golden(text)
    assert text.splitlines()[caught.value.line - 1][caught.value.column - 1 :].startswith("fly")


def test_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "a.golden.toml"
    rules = ["--preset", "family", "--option", "match.target=250", "--option", "call=none", "--seats", "3"]
    assert main(["record", str(file), *rules, "--seed", "3"]) == 0
    text = file.read_text("utf-8")
    assert text == record_golden(compose("family", options={"match.target": 250}, seats=3), seed=3)
    assert main(["update", str(file)]) == main(["check", str(file)]) == 0
    assert file.read_text("utf-8") == text
    file.write_text(text.replace('ended = "out"', 'ended = "stock"'), "utf-8")
    assert main(["check", str(file)]) == 1
    assert capsys.readouterr().out == f"{file}: ended: expected 'stock', got 'out'\n"
    assert main(["check", str(tmp_path / "none"), str(file)]) == 2
    with pytest.raises(SystemExit, match="2"):
        main(["record", str(file), "--preset", "unheard-of"])


@pytest.mark.parametrize(
    ("seed", "max_turns", "said"),
    [(-1, 5, "seed must be at least 0, not -1"), (1, -5, "max_turns must be at least 0, not -5")],
)
def test_a_record_that_could_not_be_read_back_is_refused(seed: int, max_turns: int, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        record_golden(compose("classic"), seed=seed, max_turns=max_turns)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (("--seed", "-1"), "argument --seed: it must be at least 0, not -1"),
        (("--seed", "one"), "argument --seed: 'one' is not a whole number"),
        (("--max-turns", "-5"), "argument --max-turns: it must be at least 0, not -5"),
        (("--option", "meld.ace"), "'meld.ace' is not of the form NAME=VALUE"),
        (("--option", "=high"), "'=high' is not of the form NAME=VALUE"),
        (
            ("--option", "match.target=many"),
            "option match.target cannot be 'many': it must be a whole number",
        ),
    ],
)
def test_a_refused_command_gives_the_reason_and_writes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], asked: tuple[str, ...], said: str
) -> None:
    file = tmp_path / "a.golden.toml"
    with pytest.raises(SystemExit, match="2"):
        main(["record", str(file), *asked])
    assert said in capsys.readouterr().err
    assert not file.exists()


@pytest.fixture
def rules_of_the_cookbook(tmp_path: Path) -> Iterator[None]:
    """Install two rules: a bonus that needs a player who goes out, and one that needs a second hand."""
    points = {"out-bonus": "rummy500_cookbook.out_bonus", "twice-in-a-row": "rummy500_cookbook.twice_in_a_row"}
    dist_info(tmp_path, "rummy500-two-rules", points)
    with importable(tmp_path):
        yield


CLASSIC = ("--preset", "classic", "--seats", "3")


@pytest.mark.usefixtures("rules_of_the_cookbook")
def test_a_plugin_without_effect_is_one_whose_rule_does_not_occur() -> None:
    both = compose("classic", ["out-bonus", "twice-in-a-row"], seats=3)
    nobody_goes_out, somebody_does = (record_golden(both, seed=seed) for seed in (2, 4))
    assert plugins_without_effect(nobody_goes_out) == ["out-bonus", "twice-in-a-row"]
    assert plugins_without_effect(somebody_does) == ["twice-in-a-row"]
    assert plugins_without_effect(PAGAT) == []


@pytest.mark.usefixtures("rules_of_the_cookbook")
@pytest.mark.parametrize(
    ("plugin", "seed", "said"),
    [
        (
            "out-bonus",
            "2",
            "no rule of out-bonus occurs in the hands of seeds 2 to 3; record the hand of --seed 4, in which one does",
        ),
        (
            "out-bonus",
            "3",
            "no rule of out-bonus occurs in the hand of seed 3; record the hand of --seed 4, in which one does",
        ),
        (
            "twice-in-a-row",
            "7",
            "no rule of twice-in-a-row occurs in the hands of seeds 7 to 206; test the rule with scenarios",
        ),
    ],
)
def test_a_record_without_the_rule_is_written_with_advice(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], plugin: str, seed: str, said: str
) -> None:
    file = tmp_path / "a.golden.toml"
    assert main(["record", str(file), *CLASSIC, "--plugin", plugin, "--seed", seed]) == 0
    assert capsys.readouterr().err == f"{file}: {said}\n"
    assert compare_golden(file.read_text("utf-8")) is None


@pytest.mark.skipif("persian" not in installed(), reason="needs the plugin")
def test_a_plugin_that_another_requires_has_effect() -> None:
    assert plugins_without_effect(record_golden(compose("classic", ["persian"], seats=4), seed=1)) == []


@pytest.mark.skipif("oklahoma" not in installed(), reason="needs the plugin")
def test_the_option_of_a_plugin_is_read_as_it_takes_it(tmp_path: Path) -> None:
    file = tmp_path / "a.golden.toml"
    rules = ["--plugin", "oklahoma", "--option", "oklahoma.jokers = 2", "--seats", "4", "--max-turns", "3"]
    assert main(["record", str(file), *rules]) == 0
    assert "oklahoma.jokers = 2" in file.read_text("utf-8") or '"oklahoma.jokers" = 2' in file.read_text("utf-8")
