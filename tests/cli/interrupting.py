"""Run a command line in a new process that reacts to Ctrl-C, even if the tests run in the background."""

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

#: A background job of a shell ignores Ctrl-C, and so do its child processes. The child restores it itself, because a
#: function between fork and exec may hang if the tests run with threads.
_MAIN: Final = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
from rummy500.__main__ import main
main()
"""
#: Seconds, far longer than it takes on a busy machine.
_LONGEST: Final = 240


@contextmanager
def running(*args: str) -> Generator[subprocess.Popen[str]]:
    """Run a command line; kill it at the end if it still runs."""
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


def read_until(process: subprocess.Popen[str], text: str) -> str:
    """Read until the first line with a text, and return that line.

    Raises:
        EOFError: if it ends without one, with its standard error output.
    """
    assert process.stdout is not None
    assert process.stderr is not None
    for line in process.stdout:
        if text in line:
            return line
    raise EOFError(f"it ended before it said {text!r}: {process.stderr.read()}")


def interrupted(process: subprocess.Popen[str]) -> tuple[int, str]:
    """Press Ctrl-C; return the exit code and the standard error output."""
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=_LONGEST)
    return process.returncode, err
