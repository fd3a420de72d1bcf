"""Tests of parsers in a short run: each refuses bad text with its own error, and reads its own text back."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.fuzz.parsers import PARSERS, Parser
from tests.fuzz.run import run, wrong

from rummy500.errors import NotationError

#: The number of texts for each parser; slow parsers get fewer.
INPUTS = {"position": 2000, "scenarios": 2000, "transcript": 1000, "match-json": 3000, "state-json": 3000}


@pytest.mark.slow
@pytest.mark.parametrize("name", PARSERS)
def test_parser(name: str) -> None:
    report = run(name, INPUTS.get(name, 5000), seed=20)
    assert report.found == {}
    assert report.read > report.inputs // 50, "some of what is nearly right must be right"


@pytest.mark.long
@pytest.mark.parametrize("name", PARSERS)
def test_parser_long(name: str) -> None:
    assert run(name, 100_000, seed=21).found == {}


def _fails(error: Exception) -> Callable[[str], None]:
    def check(_: str) -> None:
        raise error

    return check


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (ValueError("no"), "ValueError at test_fuzz.py"),
        (AssertionError(), "AssertionError at test_fuzz.py"),
        (RecursionError(), "RecursionError at test_fuzz.py"),
        (NotationError(""), "NotationError without a message"),
        (NotationError("x", line=0), "NotationError with a line that is not there"),
        (NotationError("x", line=3), "NotationError with a line that is not there"),
        (NotationError("x", column=0), "NotationError with a column that is not there"),
        (NotationError("x", column=9), "NotationError with a column that is not there"),
    ],
)
def test_the_fuzzer_notices(error: Exception, kind: str) -> None:
    read, found = wrong(Parser("none", _fails(error), list), "9h 9d\n9c")
    assert not read
    assert found.startswith(kind)


def test_inputs_repeat_and_are_of_every_kind() -> None:
    first, second = run("cards", 3000, seed=1), run("cards", 3000, seed=1)
    assert first.read == second.read
    assert 0 < first.read < first.inputs
