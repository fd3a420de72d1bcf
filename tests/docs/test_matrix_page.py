"""Tests that `docs/rules/matrix.md` shows which combinations compose."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from tests.kit.matrix import Result
from tools import matrix_page, workspace
from tools.matrix_page import COMMAND, PAGE, record

from rummy500_testing import available

ALL = pytest.mark.skipif(
    not workspace.folders() or tuple(workspace.folders()) != available.plugins(),
    reason="the plugins of this repository, and no others, must be installed",
)


@pytest.mark.slow
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
    assert "no law was broken, in 14 hands" in matrix_page.figures()
    assert "1 of 2 combinations played, 1 refused; 10 hands with 900 states\n" in matrix_page.figures()


def section(name: str) -> str:
    """Return the text about a variant."""
    return PAGE.read_text("utf-8").partition(f"\n### {name}\n")[2].partition("\n##")[0]


def test_a_refused_pair_is_in_both_sections_and_another_in_none() -> None:
    assert "- `oklahoma`: " in section("persian")
    assert "- `persian`: " in section("oklahoma")
    assert "masters-hand" not in section("oklahoma")
    assert "every other variant.\n" in section("masters-hand")


@pytest.mark.parametrize(
    ("reason", "short"),
    [
        ("plugins a and b do not go together: each has a pack", "each has a pack"),
        ("plugins a and b do not go together with x: a lays off", "with x: a lays off"),
        ("option x.y cannot be 3 with plugin a: it must be 2, a has two", "`x.y` must be `2`: a has two"),
        ("option x.y cannot be 'own' with plugin a: it lays off", "`x.y` cannot be `own`: it lays off"),
        ("option x.y has no effect with plugin a: it ends", "`x.y` has no effect: it ends"),
        ("plugin a: x.y must be 2", "x.y must be 2"),
        ("any other sentence", "any other sentence"),
    ],
)
def test_a_reason_leaves_out_what_its_place_says(reason: str, short: str) -> None:
    assert matrix_page.shorter(reason) == short
