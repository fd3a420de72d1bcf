"""Tests of the command that measures rummy500 beside other engines, in a very short run."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from benchmarks.fresh import compose_cost, import_cost
from benchmarks.measuring import Spread
from benchmarks.wanted import Verdict

from benchmarks import peers

TINY = ["--rounds", "2", "--seconds", "0.001"]
DECISIONS = Path(peers.__file__).with_name("decisions.py")


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hide all peers."""
    for module in ("pyspiel", "rlcard", "pettingzoo.classic.gin_rummy_v4", "chess"):
        monkeypatch.setitem(sys.modules, module, None)  # None makes an import fail


@pytest.mark.usefixtures("alone")
def test_a_run_without_peers_names_the_dependency_group_to_install(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "run.json"
    assert peers.main([*TINY, "--only", "rummy500 classic", "--json", str(file)]) == 0
    printed = capsys.readouterr().out
    for package in peers.PEERS:
        assert f"- left out: {package}: not installed" in printed
    assert printed.count("the dependency group `peers` brings it") == len(peers.PEERS)
    told = next(line for line in printed.splitlines() if line.startswith("| rummy500 classic to openspiel gin_rummy |"))
    assert "| not measured; wanted 5.0 |" in told
    found = json.loads(file.read_text("utf-8"))
    assert len(found["left_out"]) >= len(peers.PEERS)
    assert [each["name"] for each in found["contestants"]] == ["rummy500 classic", "rummy500 classic, 4 seats"]


@pytest.mark.usefixtures("alone")
def test_data_and_table_agree(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    peers.main([*TINY, "--only", "rummy500 pagat", "--json", str(file)])
    printed = capsys.readouterr().out
    (row,) = json.loads(file.read_text("utf-8"))["contestants"]
    for mode in ("plain", "kept"):
        rounds = row[mode]["rounds"]
        assert len(rounds) == 2
        rates = Spread.of(each["decisions"] / each["seconds"] for each in rounds)
        assert row[mode]["decisions_per_second"] == pytest.approx(
            {"median": rates.median, "least": rates.least, "most": rates.most}
        )
    speed = next(line for line in printed.splitlines() if line.startswith("| rummy500 pagat |"))
    assert f"| {row['plain']['decisions_per_second']['median']:,.0f} |" in speed
    weight = row["bytes_a_state"]
    assert f"| {weight['median']:,.0f} | {weight['least']:,.0f} to {weight['most']:,.0f} |" in printed


@pytest.mark.usefixtures("alone")
def test_tables_are_whole(capsys: pytest.CaptureFixture[str]) -> None:
    peers.main([*TINY, "--only", "rummy500 classic"])
    lines = capsys.readouterr().out.splitlines()
    headings = [number for number, line in enumerate(lines) if line.startswith("## ")]
    assert [lines[number] for number in headings] == [
        "## What is wanted",
        "## Decisions a second",
        "## Parts of a decision",
    ]
    for number in headings:
        rows = lines[number + 2 :]
        table = rows[: rows.index("")] if "" in rows else rows
        assert {line.count("|") for line in table} == {table[0].count("|")}, lines[number]


@pytest.mark.usefixtures("alone")
@pytest.mark.parametrize(
    ("wanted", "arguments", "status"),
    [
        (1e12, ["--check"], 1),
        (1e12, [], 0),
        (0.0, ["--check"], 0),
        (None, ["--check"], 0),  # a target that is not measured is not missed
    ],
)
def test_a_figure_that_is_missed_is_an_error_if_figures_are_checked(
    wanted: float | None, arguments: list[str], status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    got = None if wanted is None else Spread(5, 5, 5)
    verdict = Verdict("decisions", "at least", wanted or 0.0, got)
    monkeypatch.setattr(peers, "verdicts", lambda *_, **__: (verdict,))
    assert peers.main([*TINY, "--only", "rummy500 classic", *arguments]) == status


def test_a_name_that_nobody_has_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        peers.main(["--only", "tarock"])
    assert caught.value.code == 2
    assert "nobody is called tarock; there are rummy500 classic, " in capsys.readouterr().err


def test_import_rummy500_loads_nothing_too_early() -> None:
    assert import_cost(1).early == ()


def test_compose_is_measured_in_a_process_of_its_own() -> None:
    found = compose_cost("pagat", (), 3, processes=1)
    assert found.case == "pagat"
    assert found.first.median > 0


def test_the_smaller_benchmark_runs_as_a_file() -> None:
    command = [sys.executable, str(DECISIONS), "--rounds", "1", "--hands", "1", "--json"]
    done = subprocess.run(command, cwd=DECISIONS.parents[1], check=True, capture_output=True, text=True)
    found = json.loads(done.stdout)
    assert [(each["preset"], each["seats"]) for each in found["cases"]][:2] == [("classic", 2), ("classic", 4)]
    assert all(each["least"] <= each["calibrations_per_decision"] <= each["most"] for each in found["cases"])
