"""Fixtures that run the command line, in this process or in a new one."""

from __future__ import annotations

import contextlib
import io
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import click.testing
import pytest

import rummy500
from rummy500.__main__ import main
from rummy500_terminal.app import app

Run = Callable[..., click.testing.Result]
RunMain = Callable[..., tuple[object, str, str]]

_MAIN = "from rummy500.__main__ import main; main()"


@pytest.fixture(autouse=True)
def started_without_uv(monkeypatch: pytest.MonkeyPatch) -> None:
    """A command to continue a game begins with `uv run` if uv runs the program, as it may run the tests."""
    monkeypatch.delenv("UV_RUN_RECURSION_DEPTH", raising=False)


@pytest.fixture
def run() -> Run:
    """Run a command line in this process: `run("check", "x.toml", typed="...")`."""

    def run_here(*args: str, typed: str | None = None) -> click.testing.Result:
        runner = click.testing.CliRunner(env={"COLUMNS": "80", "TERM": "dumb"})
        return runner.invoke(app, list(args), input=typed)

    return run_here


@pytest.fixture
def at_terminal() -> Callable[..., str]:
    """Run a command line in a process of its own at a terminal without colours, and return what it shows."""
    pty = pytest.importorskip("pty")

    def run_there(*args: str) -> str:
        source = str(Path(rummy500.__file__).parents[1])
        ours, its = pty.openpty()
        env = {**os.environ, "PYTHONPATH": source, "COLUMNS": "80", "TERM": "dumb"}
        shown = b""
        with subprocess.Popen([sys.executable, "-c", _MAIN, *args], stdin=its, stdout=its, stderr=its, env=env):
            os.close(its)
            with contextlib.suppress(OSError):  # the terminal is closed
                while more := os.read(ours, 4096):
                    shown += more
        os.close(ours)
        return shown.decode().replace("\r\n", "\n")

    return run_there


@pytest.fixture
def run_main(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> RunMain:
    """Run a command line in this process as the script does; return the exit code and both outputs."""

    def run_here(*args: str, typed: str = "") -> tuple[object, str, str]:
        monkeypatch.setattr("sys.argv", ["rummy500", *args])
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(typed.encode())))
        monkeypatch.setenv("COLUMNS", "80")
        with pytest.raises(SystemExit) as ended:
            main()
        out, err = capsys.readouterr()
        return ended.value.code, out, err

    return run_here
