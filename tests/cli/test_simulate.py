"""Tests of `rummy500 simulate`: workers, bars and files."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import click.testing

Run = Callable[..., click.testing.Result]

ARGS = ("simulate", "--preset", "classic", "--matches", "4", "--option", "match.target=60", "--seed", "4")


def test_the_table_is_the_same_with_any_number_of_workers(run: Run) -> None:
    alone = run(*ARGS, "--workers", "1")
    assert alone.exit_code == 0
    assert run(*ARGS, "--workers", "2").output == alone.output
    assert run(*ARGS).output == alone.output
    assert "4 cut off" in run(*ARGS, "--workers", "1", "--max-turns", "1").output


def test_bars_come_below_the_table(run: Run) -> None:
    plain, drawn = run(*ARGS, "--workers", "1"), run(*ARGS, "--workers", "1", "--bars")
    assert drawn.output.startswith(plain.output)
    lines = drawn.output.removeprefix(plain.output).splitlines()
    assert [line for line in lines if line.startswith("Wins")] == ["Wins by player", "Wins by seat"]
    assert sum("█" in line for line in lines) > 4
    assert all(len(line) <= 80 for line in lines)


def test_matches_and_hands_are_saved(run: Run, tmp_path: Path) -> None:
    done = run(*ARGS, "--matches-to", str(tmp_path / "m.csv"), "--hands-to", str(tmp_path / "h.jsonl"))
    assert done.exit_code == 0
    assert len((tmp_path / "m.csv").read_text(encoding="utf-8").splitlines()) == 1 + 4 * 3
    rows = [json.loads(line) for line in (tmp_path / "h.jsonl").read_text(encoding="utf-8").splitlines()]
    assert {row["match"] for row in rows} == {0, 1, 2, 3}


def test_single_hands_are_played_in_place_of_matches(run: Run) -> None:
    done = run("simulate", "--preset", "classic", "--hands", "5", "--seed", "4", "--workers", "1")
    assert (done.exit_code, done.output.splitlines()[0]) == (0, "Classic, 3 seats, 5 hands, seed 4")
    assert "hands per match 1.0 ± 0.0" in done.output
    both = run(*ARGS, "--hands", "5")
    assert (both.exit_code, both.output.count("\n")) == (2, 1)
    assert "give either --matches or --hands" in both.output


def test_plots_are_refused_with_the_page_of_the_recipe_before_anything_is_played(run: Run, tmp_path: Path) -> None:
    done = run("simulate", "--matches", "1000000", "--plot", str(tmp_path / "a.png"))
    assert (done.exit_code, done.output.count("\n")) == (2, 1)
    assert "docs/simulate.md#draw-the-results" in done.output
    page = Path(__file__).parents[2] / "docs" / "simulate.md"
    assert "\n## Draw the results\n" in page.read_text(encoding="utf-8")
