"""Tests that `rummy500 simulate`, stopped early, shows and saves the finished matches."""

from __future__ import annotations

import json
import re
import signal
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any

import click.testing
import pytest
from tests.cli.interrupting import running
from tests.players.simulate.test_workers import soon

from rummy500.simulate.results import jsonl_lines

Run = Callable[..., click.testing.Result]

ARGS = ("simulate", "--preset", "classic", "--option", "match.target=60", "--seed", "4")


def saved(file: Path) -> list[dict[str, Any]]:
    """Read the rows of a file of JSON lines; every line must be whole."""
    text = file.read_text(encoding="utf-8")
    assert text == "" or text.endswith("\n")
    return [json.loads(line) for line in text.splitlines()]


def test_ctrl_c_saves_finished_matches(tmp_path: Path) -> None:
    matches, hands = tmp_path / "m.jsonl", tmp_path / "h.jsonl"
    args = ("--matches", "900000", "--workers", "2", "--matches-to", str(matches), "--hands-to", str(hands))
    with running(*ARGS, *args) as process:
        soon(lambda: hands.exists() and hands.stat().st_size > 0)  # rows are written while matches are played
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=240)
    assert (process.returncode, err) == (130, "rummy500: interrupted\n")
    shown = re.search(r"^Stopped early: (\d+) of 900000 matches are finished\.$", out, re.MULTILINE)
    assert shown is not None
    finished = int(shown[1])
    assert finished > 0
    assert out.startswith(f"Classic, 3 seats, {finished} of 900000 matches, seed 4\n")
    assert re.search(rf"^seat 2 +{finished} ", out, re.MULTILINE)
    numbers = [row["match"] for row in saved(matches)]
    assert numbers == sorted(numbers)
    assert len(numbers) == 3 * len(set(numbers)) == 3 * finished
    assert {row["match"] for row in saved(hands)} == set(numbers)


@pytest.fixture
def ctrl_c() -> Generator[None, None, None]:
    """React to Ctrl-C, even if the tests run in the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("ctrl_c")
def test_ctrl_c_while_a_match_is_saved_waits_until_it_is(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def pressed(rows: Any) -> Any:
        signal.raise_signal(signal.SIGINT)
        return jsonl_lines(rows)

    monkeypatch.setattr("rummy500_terminal.simulate.jsonl_lines", pressed)
    files = (tmp_path / "m.jsonl", tmp_path / "h.jsonl")
    args = ("--workers", "1", "--matches-to", str(files[0]), "--hands-to", str(files[1]))
    done = run(*ARGS, "--matches", "9", *args)
    assert done.exit_code == 130
    assert "Stopped early: 1 of 9 matches are finished." in done.output
    for file in files:
        assert {row["match"] for row in saved(file)} == {0}


def test_matches_before_a_failed_one_are_saved(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "m.csv"
    done = run(*ARGS, "--matches", "9", "--workers", "1", "--max-seconds", "1e-9", "--matches-to", str(file))
    assert done.exit_code == 2
    assert re.fullmatch(
        r"rummy500: match 0 of seed 4 \(.*\) ended in PlayerError: the player of seat (\d) took longer than 1e-09 "
        r"seconds over a decision; seat \1 \((medium|random)\) was asked last; .*\n",
        done.output,
    )
    assert file.read_text(encoding="utf-8") == ""


@pytest.mark.parametrize("seconds", ["0", "nan", "soon"])
def test_a_limit_that_is_none_is_refused(run: Run, seconds: str) -> None:
    done = run(*ARGS, "--max-seconds", seconds)
    assert (done.exit_code, done.output.count("\n")) == (2, 1)
    assert "--max-seconds" in done.output


@pytest.fixture
def never(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fail if a match is played."""

    def matches(*_: Any, **__: Any) -> Generator[Any, None, None]:
        return (pytest.fail("a match was played") for _ in range(1))

    monkeypatch.setattr("rummy500_terminal.simulate.each_match", matches)


@pytest.mark.usefixtures("never")
@pytest.mark.parametrize(
    ("option", "name", "reason"),
    [
        ("--matches-to", "folder.csv", "Is a directory"),
        ("--hands-to", "file.csv/m.csv", "there is no folder {tmp_path}/file.csv"),
    ],
)
def test_a_file_that_cannot_be_written_is_refused_before_the_first_match(
    run: Run, tmp_path: Path, option: str, name: str, reason: str
) -> None:
    (tmp_path / "folder.csv").mkdir()
    (tmp_path / "file.csv").touch()
    done = run(*ARGS, option, str(tmp_path / name))
    assert done.exit_code == 2
    assert done.output == f"rummy500: cannot write {tmp_path / name}: {reason.format(tmp_path=tmp_path)}\n"


@pytest.mark.usefixtures("never")
def test_rows_of_matches_and_of_hands_go_to_files_of_their_own(run: Run, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    one, other = tmp_path / "a.csv", tmp_path / "folder" / ".." / "a.csv"
    done = run(*ARGS, "--matches-to", str(one), "--hands-to", str(other))
    assert (done.exit_code, done.output.count("\n")) == (2, 1)
    assert "is the file of --matches-to, too" in done.output
