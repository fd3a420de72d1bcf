"""Tests that `rummy500 new-plugin` names a folder that it cannot access."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path

import click.testing
import pytest

Run = Callable[..., click.testing.Result]


def test_a_folder_that_cannot_be_looked_for_is_named(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    there = Path.exists

    def exists(path: Path) -> bool:
        if path.name == "rummy500-long":
            raise OSError(errno.ENAMETOOLONG, os.strerror(errno.ENAMETOOLONG), str(path))
        return there(path)

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(Path, "exists", exists)
    done = run("new-plugin", "long")
    assert (done.exit_code, done.output) == (2, "rummy500: cannot write rummy500-long: File name too long\n")
    assert list(tmp_path.iterdir()) == []
