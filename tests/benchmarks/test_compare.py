"""Tests of the comparison of two checkouts, in very short runs. No test here asserts a time."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from benchmarks.compare import GAMES, Checkout, Game, Pair, interleaved
from benchmarks.compare_worker import work
from benchmarks.environments import interpreter, sources_digest

import rummy500 as r5
from benchmarks import compare

HERE = Path(r5.__file__).parents[2]
CLASSIC = GAMES[0].arguments()

pytestmark = pytest.mark.skipif(r5.COMPILED, reason="the checkout is not what this interpreter imports")


@pytest.fixture
def this_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run both checkouts in this interpreter."""
    monkeypatch.setattr(compare, "interpreter", lambda *_: Path(sys.executable))
    monkeypatch.setattr(compare, "_COMPARED_HANDS", 2)
    monkeypatch.setattr(compare, "_TRIED_HANDS", 1)


@pytest.mark.slow
@pytest.mark.usefixtures("this_python")
def test_a_checkout_beside_itself_plays_the_same_games(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    given = [str(HERE), str(HERE), "--rounds", "1", "--seconds", "0.01", "--only", "classic", "--json", str(file)]
    assert compare.main(given) == 0
    printed = capsys.readouterr().out
    (row,) = [line for line in printed.splitlines() if line.startswith("| classic |") and line.endswith("| yes |")]
    assert "to" in row
    assert "| import rummy500 |" in printed
    assert "| compose classic |" in printed
    found = json.loads(file.read_text("utf-8"))["pure"]
    assert len(found["games"]["classic"]["rates"]["before"]) == len(found["geometric_means"]) == 1
    before, after = found["games"]["classic"]["state_bytes"]
    assert before == after


@pytest.mark.usefixtures("this_python")
def test_a_python_that_imports_another_source_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="which is not the pure"):
        Checkout(tmp_path, "pure", tmp_path).work(task="time", game=CLASSIC, hands=1, seed=0)


@pytest.mark.usefixtures("this_python")
def test_a_process_that_fails_shows_its_error(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="ComposeError"):
        Checkout(HERE, "pure", tmp_path).work(
            task="time", game=Game("?", preset="no-such").arguments(), hands=1, seed=0
        )


def test_the_digest_of_a_hand_depends_on_the_game_alone() -> None:
    def digests(game: dict[str, Any], seed: int) -> list[str]:
        found: list[str] = work({"task": "games", "game": game, "hands": 3, "seed": seed})["digests"]
        return found

    assert digests(CLASSIC, 1) == digests(CLASSIC, 1)
    assert set(digests(CLASSIC, 1)).isdisjoint(digests(CLASSIC, 2))
    assert set(digests(CLASSIC, 1)).isdisjoint(digests(CLASSIC | {"preset": "pagat"}, 1))


def test_the_order_of_the_two_alternates_and_round_0_is_thrown_away() -> None:
    asked: list[tuple[Any, int]] = []

    def measure(checkout: Any, number: int) -> float:
        asked.append((checkout, number))
        return len(asked)

    two: Any = ("before", "after")
    pair = interleaved(two, 2, measure)
    assert [checkout for checkout, _ in asked] == ["after", "before", "before", "after", "after", "before"]
    assert [number for _, number in asked] == [0, 0, 1, 1, 2, 2]
    assert pair == Pair((3.0, 6.0), (4.0, 5.0))
    assert pair.ratios == (4 / 3, 5 / 6)


@pytest.mark.usefixtures("this_python")
def test_the_instructions_of_a_decision_are_the_difference_of_two_processes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def counted(command: list[str], _: object) -> tuple[int, str]:
        hands = json.loads(command[-1])["hands"]
        return 1_000_000 + hands * 5_000, json.dumps({"decisions": hands * 50})

    monkeypatch.setattr(compare, "instructions", counted)
    assert compare.instructions_each(Checkout(HERE, "pure", HERE), GAMES[0]) == 100


def test_a_checkout_with_its_own_environment_runs_in_it(tmp_path: Path) -> None:
    own = tmp_path / ".venv" / "bin" / "python"
    own.parent.mkdir(parents=True)
    own.touch()
    assert interpreter(tmp_path, "pure", tmp_path) == own


def test_an_environment_is_reused_until_a_source_file_changes(tmp_path: Path) -> None:
    source = tmp_path / "src" / "module.py"
    source.parent.mkdir()
    source.write_text("a = 1\n", "utf-8")
    ready = tmp_path / f"compiled-{sources_digest(tmp_path)}" / "ready"
    ready.parent.mkdir()
    ready.touch()
    assert interpreter(tmp_path, "compiled", tmp_path) == ready.with_name("venv") / "bin" / "python"
    before = sources_digest(tmp_path)
    source.write_text("a = 2\n", "utf-8")
    assert sources_digest(tmp_path) != before
