"""A command line in a process of its own that hears Ctrl-C, wherever the tests themselves were started."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import rummy500

#: What a shell has started in the background ignores Ctrl-C, and so would what it starts. The process sees to that
#: itself: a function between fork and exec may hang where the tests run with threads.
_MAIN: Final = (
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); from rummy500.cli import main; main()"
)
#: Seconds, far beyond what it takes on a busy machine.
_LONGEST: Final = 60


@contextmanager
def hearing(*args: str) -> Generator[subprocess.Popen[str]]:
    """Run a command line that is killed at the end, if it is there still."""
    source = str(Path(rummy500.__file__).parents[1])
    with subprocess.Popen(
        [sys.executable, "-u", "-c", _MAIN, *args],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": source},
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def told_until(process: subprocess.Popen[str], text: str) -> str:
    """The first line that holds a text.

    Raises:
        EOFError: if it ends without one, with what it says of that.
    """
    assert process.stdout is not None
    assert process.stderr is not None
    for line in process.stdout:
        if text in line:
            return line
    raise EOFError(f"it ended before it said {text!r}: {process.stderr.read()}")


def interrupted(process: subprocess.Popen[str]) -> tuple[int, str]:
    """Press Ctrl-C: its exit code, and what it says of that."""
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=_LONGEST)
    return process.returncode, err
