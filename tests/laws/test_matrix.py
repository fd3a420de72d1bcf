"""What meets in one game is refused with the names and a reason, or plays under all laws: a part of the matrix."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import attrs
import pytest
from tests.hooks.installing import dist_info, importable

from rummy500 import compose, start_match
from rummy500.options import CORE_OPTIONS, Option, OptionValue
from rummy500.testing import Fault, cells, matrix, random_game
from rummy500.testing.cells import Cell, Table, look_at_cell
from rummy500.testing.laws.matches import count_fault, counted_in
from rummy500.testing.matrix import Task, main, play_cell, play_cells, read_results

#: Every so manieth value of an option beside a plugin is played here; the command plays them all.
FEW = 41
PAIRS = [cell for cell in cells.pair_cells() if cell.both_orders]
BESIDE = list(islice(cells.beside_cells(), 0, None, FEW))
TRIPLES = list(cells.triple_cells(5, 0))
NOBODY = pytest.mark.skipif(len(cells.plugins()) < 2, reason="needs plugins")

#: Plugins with a fault between them, as a stranger might write them.
APART = """
from rummy500.hooks import Fixed, Option, PluginInfo, Settings, hookimpl

@hookimpl
def plugin_info():
    return PluginInfo(__name__, "for a test")

@hookimpl
def options():
    return (Option(f"{__name__}.much", "match.target", "for a test", flag=True),)

@hookimpl
def settings(options):
    return Settings(REASON)
"""


def name(cell: Cell) -> str:
    return cell.name


@pytest.mark.parametrize("cell", [*PAIRS, *BESIDE, *TRIPLES], ids=name)
def test_a_cell_is_refused_with_a_reason_or_plays_under_all_laws(cell: Cell) -> None:
    result = play_cell(Task(cell, 2, most=2))
    assert result.verdict != "failed", result.why
    assert bool(result.why) == (result.verdict == "refused")
    assert result.hands == (2 if result.verdict == "played" else 0)


@pytest.mark.parametrize("cell", list(cells.pair_cells()), ids=name)
def test_a_refusal_names_both(cell: Cell) -> None:
    verdict = look_at_cell(cell, 1)
    assert verdict.fault == ""
    assert bool(verdict.tables) != bool(verdict.reason)
    if verdict.reason:
        assert all(any(name in verdict.reason for name in party) for party in cell.parties)


@pytest.mark.parametrize("option", CORE_OPTIONS.values(), ids=lambda option: option.name)
def test_values_that_are_tried_are_taken(option: Option) -> None:
    tried = cells.values(option)
    assert len(tried) == len(set(map(repr, tried))) >= 2
    assert [option.check(value) for value in tried] == list(tried)
    assert set(option.choices) <= set(tried)


def test_values_of_flags_and_of_numbers_without_end() -> None:
    assert cells.values(Option("a.flag", "a", "", flag=True)) == (False, True)
    assert cells.values(Option("a.number", "a", "", least=5)) == (5, 6, 105)
    assert cells.values(Option("a.number", "a", "", zero=True, least=3, most=8)) == (0, 3, 4, 8)


def test_every_value_meets_every_preset() -> None:
    names = {cell.name for cell in cells.preset_cells()}
    for preset in cells.presets():
        assert f"meld.ace=low on {preset}" in names
        assert f"deck.jokers=4 on {preset}" in names


@NOBODY
def test_every_pair_is_there_in_both_orders() -> None:
    known = cells.plugins()
    assert len(PAIRS) == len(known) * (len(known) - 1) // 2
    first = next(PAIRS[0].tables())
    assert [table.plugins for table in first] == [PAIRS[0].plugins, PAIRS[0].plugins[::-1]]


def test_triples_are_the_same_with_the_same_seed() -> None:
    assert list(cells.triple_cells(5, 0)) == TRIPLES
    assert not TRIPLES or list(cells.triple_cells(5, 1)) != TRIPLES


# ---------------------------------------------------------------- what is wrong is found


@pytest.fixture
def strangers(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[None]:
    """Two plugins, `one` and `two`, with settings of their own."""
    for each, settings in zip(("one", "two"), request.param, strict=True):
        (tmp_path / f"{each}.py").write_text(APART.replace("REASON", settings), "utf-8")
        dist_info(tmp_path, f"rummy500-{each}", {each: each})
    with importable(tmp_path):
        yield


def pair() -> Cell:
    return Cell("pairs", "one + two", ("one", "two"), (), ("classic",), parties("one", "two"), both_orders=True)


def parties(*names: str) -> tuple[frozenset[str], ...]:
    return tuple(frozenset({name}) for name in names)


NO_NAMES = "refuse='it cannot be' if options['match.target'] == 7 else ''"


@pytest.mark.parametrize("strangers", [("sets={'match.target': 7}", NO_NAMES)], indirect=True)
@pytest.mark.usefixtures("strangers")
def test_a_refusal_in_one_order_only_is_a_fault() -> None:
    assert "refused in one order only" in look_at_cell(pair()).fault
    assert "refused in one order only" in play_cell(Task(pair(), 4)).why


@pytest.mark.parametrize("strangers", [("", "refuse='it cannot be'")], indirect=True)
@pytest.mark.usefixtures("strangers")
def test_a_refusal_that_does_not_name_both_is_a_fault() -> None:
    assert look_at_cell(pair()).fault == (
        "the refusal does not name what does not go together: plugin two: it cannot be"
    )


@pytest.mark.parametrize("strangers", [("refuse='not with two'", "refuse='not with one'")], indirect=True)
@pytest.mark.usefixtures("strangers")
def test_a_refusal_with_both_names_is_none() -> None:
    verdict = look_at_cell(pair())
    assert (verdict.tables, verdict.fault) == ((), "")
    assert "one" in verdict.reason
    assert "two" in verdict.reason


@pytest.mark.parametrize("strangers", [("", "")], indirect=True)
@pytest.mark.usefixtures("strangers")
def test_two_that_go_together_are_played_in_both_orders() -> None:
    tables = look_at_cell(pair()).tables
    orders = (("one", "two"), ("two", "one"))
    assert set(tables) == {Table(order, "classic", seats) for order in orders for seats in range(2, 9)}
    assert len(look_at_cell(pair(), 1).tables) == 2


def test_a_crash_of_composing_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(*_: object, **__: object) -> None:
        raise ZeroDivisionError("here")

    monkeypatch.setattr(cells, "compose", crash)
    assert "composing raised ZeroDivisionError on classic with 4 seats: here" in look_at_cell(pair()).fault


def plain(*options: tuple[str, OptionValue]) -> Cell:
    return Cell("options", "plain", (), options, ("classic", "family"), ())


def test_hands_are_shared_out() -> None:
    result = play_cell(Task(plain(), 9, most=3))
    assert (result.verdict, result.hands, sum(result.ends.values())) == ("played", 9, 9)
    assert play_cell(Task(plain(), 9, most=3)).ends == result.ends


def test_a_broken_law_fails_the_cell_with_its_scenario(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rummy500.testing.laws.matches.count_fault", lambda *_: Fault("it is wrong"))
    result = play_cell(Task(plain(), 2))
    assert (result.verdict, result.is_done) == ("failed", False)
    assert "it is wrong" in result.why
    assert "[scenario.position]" in result.why or "[position]" in result.why


def test_a_hand_that_is_counted_wrong_is_a_fault() -> None:
    rules = compose("pagat", seats=3, options={"match.target": 1})
    before, hand = start_match(rules), random_game(rules, random.Random(3)).states[-1]
    after = counted_in(rules, before, hand)
    assert count_fault(rules, before, after, hand) is None
    for wrong, said in (
        (attrs.evolve(after, scores=(0, 0, 7)), "the lines bring"),
        (attrs.evolve(after, hands=()), "does not say that the hand"),
        (attrs.evolve(after, dealer=3), "seat 3 is to deal"),
        (attrs.evolve(after, winners=(1, 1)), "the winners are"),
        (attrs.evolve(after, winners=(1,), playoff=True), "a tie is played on"),
    ):
        fault = count_fault(rules, before, wrong, hand)
        assert fault is not None
        assert said in fault.what


def test_a_match_that_is_over_is_begun_anew() -> None:
    rules = compose("classic", options={"match.target": 1})
    match = start_match(rules)
    for number in range(12):
        match = counted_in(rules, match, random_game(rules, random.Random(number)).states[-1])
    assert len(match.hands) < 12


# ---------------------------------------------------------------- the command


SMALL = ("--hands", "2", "--workers", "1", "--triples", "2")


@NOBODY
def test_the_command_does_the_cells_of_one_plugin(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = cells.plugins()[:2]
    few = [attrs.evolve(cell, presets=cell.presets[:1]) for cell in cells.pair_cells()]
    monkeypatch.setattr(matrix, "pair_cells", lambda: [cell for cell in few if second in cell.plugins][:3])
    assert main([*SMALL, "--only", "pairs", "--plugin", first, "--verbose"]) == 0
    told, totals, end = capsys.readouterr().out.splitlines()
    assert told.startswith(f"{first} + {second}: ")
    assert totals.startswith("pairs: 1 cells, ")
    assert end == "no cell failed"


def small(monkeypatch: pytest.MonkeyPatch) -> list[Cell]:
    """Let the command know two cells only."""
    few = [plain(), attrs.evolve(plain(), name="not at all", options=(("meld.ace", "round"),))]
    monkeypatch.setattr(matrix, "pair_cells", list)
    monkeypatch.setattr(matrix, "triple_cells", lambda *_: [])
    monkeypatch.setattr(matrix, "option_cells", lambda: few)
    return few


def test_a_run_that_is_begun_again_does_what_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    small(monkeypatch)
    file = tmp_path / "run.jsonl"
    for done in (1, 2, 2):
        assert main([*SMALL, "--json", str(file), *(("--part", "1/2") if done == 1 else ())]) == 0
        assert len(file.read_text("utf-8").splitlines()) == done
    found = read_results(file.read_text("utf-8").splitlines())
    assert {name: (each.verdict, each.hands) for name, each in found.items()} == {
        "plain": ("played", 2),
        "not at all": ("refused", 0),
    }
    assert main([*SMALL, "--seed", "1", "--json", str(file)]) == 0
    assert len(file.read_text("utf-8").splitlines()) == 4
    assert read_results(file.read_text("utf-8").splitlines())["plain"].seed == 1


def test_a_failure_is_told_and_done_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    small(monkeypatch)
    file = tmp_path / "run.jsonl"
    with monkeypatch.context() as patched:
        patched.setattr("rummy500.testing.laws.matches.count_fault", lambda *_: Fault("it is wrong"))
        assert main([*SMALL, "--json", str(file)]) == 1
    said = capsys.readouterr().out
    assert said.startswith("plain: failed: ")
    assert said.endswith("failed: plain\n")
    assert "options: 2 cells, 0 played, 1 refused, 1 failed; 0 hands" in said
    assert main([*SMALL, "--json", str(file)]) == 0
    assert len(file.read_text("utf-8").splitlines()) == 3


def test_workers_share_the_cells() -> None:
    alone = {result.cell: result.ends for result in play_cells([Task(plain(), 2)], 1)}
    assert {result.cell: result.ends for result in play_cells([Task(plain(), 2)], 2)} == alone


@pytest.mark.parametrize("part", ["0/2", "3/2", "1", "a/b", "1/"])
def test_a_part_that_is_none_is_refused(part: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--part", part])
    assert "is not of the form 2/3" in capsys.readouterr().err
