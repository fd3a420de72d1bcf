"""Tests of measuring hooks that change nothing. No test here asserts a time."""

from __future__ import annotations

import json

import pytest

from benchmarks import hooks


@pytest.mark.parametrize("case", hooks.PASS_THROUGH)
def test_an_answer_that_changes_nothing_plays_the_same_hands(case: str) -> None:
    assert hooks.ratio("classic", case, hands=2, rounds=1) > 0


def test_an_answer_that_changes_a_game_is_not_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hooks, "PASS_THROUGH", {"draw_count": lambda: 2})
    with pytest.raises(ValueError, match="draw_count changes the course of pagat"):
        hooks.ratio("pagat", "draw_count", hands=2, rounds=1)


@pytest.mark.parametrize(("measured", "status"), [(1.2, 0), (1.4, 1), (1.6, 1)])
def test_the_exit_status_says_whether_a_hook_is_over_the_bound(
    measured: float, status: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(hooks, "ratio", lambda *_, **__: measured)
    assert hooks.main(["--only", "may.meld"]) == status
    assert ("over the bound" in capsys.readouterr().out) == bool(status)
    assert hooks.main(["--only", "may.meld", "--json"]) == status
    assert json.loads(capsys.readouterr().out)["may.meld"]["mean"] == pytest.approx(measured)
