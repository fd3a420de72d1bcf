"""Tests that `docs/rules/matrix.md` shows which combinations compose."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from tests.kit.matrix import Result
from tools import matrix_page, workspace
from tools.matrix_page import COMMAND, PAGE, record

from rummy500.testing import available

ALL = pytest.mark.skipif(
    not workspace.folders() or tuple(workspace.folders()) != available.plugins(),
    reason="the plugins of this repository, and no others, must be installed",
)


@ALL
def test_the_page_is_up_to_date() -> None:
    text = matrix_page.page()
    assert PAGE.read_text("utf-8") == text, f"docs/rules/matrix.md is out of date; this updates it: {COMMAND}"


RESULTS = [
    Result("a + b", "pairs", "played", "", 10, hands=10, states=900),
    Result("a + c", "pairs", "refused", "a and c do not go together", 10),
    Result("x=1 on classic", "options", "played", "", 4, hands=4, states=300),
]


def test_figures_are_sums() -> None:
    assert tomllib.loads(record(RESULTS)) == {
        "pairs": {"combinations": 2, "played": 1, "refused": 1, "hands": 10, "states": 900},
        "options": {"combinations": 1, "played": 1, "refused": 0, "hands": 4, "states": 300},
    }


def test_a_run_with_a_failure_is_not_recorded() -> None:
    with pytest.raises(ValueError, match=r"b \+ c has failed"):
        record([*RESULTS, Result("b + c", "pairs", "failed", "a law", 10)])


def test_a_run_that_mixes_code_is_not_recorded() -> None:
    with pytest.raises(ValueError, match="different code"):
        record([*RESULTS, Result("b + c", "pairs", "played", "", 10, code="another")])


def test_figures_are_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matrix_page, "FIGURES", tmp_path / "matrix.toml")
    assert "No run is on record" in matrix_page.figures()
    (tmp_path / "matrix.toml").write_text(record(RESULTS), "utf-8")
    assert "every law held, in 14 hands" in matrix_page.figures()
    assert "| 2 | 1 | 1 | 10 | 900 |" in matrix_page.figures()


def test_a_reason_has_one_number() -> None:
    notes = matrix_page.Notes()
    assert [notes.of(reason) for reason in ("one", "two", "one")] == ["[^1]", "[^2]", "[^1]"]
    assert notes.text() == "[^1]: One.\n[^2]: Two.\n"
