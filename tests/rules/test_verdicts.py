"""Tests of the rules by verdicts: each line of the `.verdicts` files beside this one (`verdicts.py` has their form)."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.rules import verdicts
from tests.rules.verdicts import Verdict, check, read

FILES = sorted(Path(__file__).parent.glob("*.verdicts"))


@pytest.mark.parametrize("verdict", [verdict for file in FILES for verdict in read(file)], ids=str)
def test_verdict(verdict: Verdict) -> None:
    check(verdict)


def test_the_example_in_the_docstring_of_the_reader_is_true(tmp_path: Path) -> None:
    example = "\n".join(line[4:] for line in str(verdicts.__doc__).splitlines() if line.startswith("    "))
    (tmp_path / "example.verdicts").write_text(example, "utf-8")
    found = list(read(tmp_path / "example.verdicts"))
    assert len(found) == 5
    for verdict in found:
        check(verdict)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("== melds of size", "wrong.verdicts:1: a heading is"),
        ("== meld.size of it\n  now -> ok", "wrong.verdicts:2: before the first line"),
        ("pagta | plays 2c", "wrong.verdicts:1: there is no preset pagta"),
        ("pagat meld.ace=some | plays 2c", "wrong.verdicts:1: option meld.ace cannot be 'some'"),
        ("pagat | hold 2c", "wrong.verdicts:1: there is no field hold"),
        ("pagat", "wrong.verdicts:1: a position is"),
        ("== meld.size of it\npagat | plays 2c\n  discard 2c", "wrong.verdicts:3: a line is"),
        ("== meld.size of it\npagat | plays 2c\n  discard 2c -> fine", "wrong.verdicts:3: 'fine' is no rule"),
    ],
)
def test_a_line_that_cannot_be_read_is_named(text: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "wrong.verdicts").write_text(text, "utf-8")
    with pytest.raises(ValueError, match=f"^{message}"):
        list(read(tmp_path / "wrong.verdicts"))


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("discard 2c -> meld.size", "wrong.verdicts:3: 1: discard 2c -> ok, not meld.size"),
        ("discard 2c -> pile: 2c", "wrong.verdicts:3: pile: Qd 2c, not 2c"),
        ("now -> legal: draw", "wrong.verdicts:3: legal: 1: discard 2c, not 1: draw"),
    ],
)
def test_a_wrong_verdict_names_its_line(line: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "wrong.verdicts").write_text(f"== meld.size of it\npagat | plays 2c\n  {line}", "utf-8")
    (verdict,) = read(tmp_path / "wrong.verdicts")
    with pytest.raises(AssertionError, match=message):
        check(verdict)
