"""Tests of the counter of instructions: it runs the work, and reads valgrind's output."""

from __future__ import annotations

import gc
import shutil
import subprocess
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from benchmarks import instructions

CHOSEN = SimpleNamespace(preset="classic", plugin=[], plain=False)


@pytest.fixture(autouse=True)
def few_hands(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(instructions, "_WARM_HANDS", 1)
    monkeypatch.setattr(instructions, "_HANDS", 2)
    yield
    gc.enable()  # a counting process switches the garbage collector off


@pytest.mark.parametrize("part", ["whole", "list draw", "list play", "apply draw", "apply discard"])
def test_work__does_each_step_of_its_part(part: str) -> None:
    chosen: Any = CHOSEN
    assert instructions.work(chosen, part, 1) > 10
    assert instructions.work(chosen, part, 3) > 2 * instructions.work(chosen, part, 1)


def test_counted__reads_the_output_of_valgrind(monkeypatch: pytest.MonkeyPatch) -> None:
    def run(command: list[str], **_: Any) -> subprocess.CompletedProcess[str]:
        assert command[-3:] == ["--work", "whole", "2"]
        return subprocess.CompletedProcess(command, 0, "71\n", "==12== \n==12== I   refs:      2,247,485,497\n")

    monkeypatch.setattr(subprocess, "run", run)
    assert instructions.counted([], "whole", 2) == (2_247_485_497, 71)


def test_main__reports_missing_valgrind(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    with pytest.raises(SystemExit) as ended:
        instructions.main([])
    assert ended.value.code == 2
    assert "valgrind is not on the path" in capsys.readouterr().err
