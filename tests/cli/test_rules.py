"""Tests of `rummy500 rules`: explained rules, a sheet, and two sets side by side."""

from __future__ import annotations

from collections.abc import Callable

import click.testing
import pytest

import rummy500 as r5

Run = Callable[..., click.testing.Result]


def lines(result: click.testing.Result) -> list[str]:
    assert result.exit_code == 0, result.output
    return [line.rstrip() for line in result.output.splitlines()]


def test_the_sheet_is_that_of_the_rules(run: Run) -> None:
    chosen = ("--preset", "family", "--option", "match.target=200", "--seats", "5")
    rules = r5.compose("family", options={"match.target": 200}, seats=5)
    assert run("rules", "--sheet", *chosen).output == r5.sheet(rules).markdown()


def test_at_a_terminal_a_sheet_is_set(at_terminal: Callable[..., str]) -> None:
    """Headings have no mark, tables have columns, and lines break between words."""
    shown = at_terminal("rules", "--sheet", "--preset", "classic").splitlines()
    assert {"The deal", "Melds"} <= {line.strip() for line in shown}
    table = next(place for place, line in enumerate(shown) if line.split()[:1] == ["card"])
    assert shown[table + 2].index("its number") == shown[table].index("on the table")
    assert not any(line.startswith(("#", "|", "- ")) or len(line.rstrip()) > 80 for line in shown)


def test_what_two_presets_do_differently(run: Run) -> None:
    shown = lines(run("rules", "--diff", "pagat", "classic"))
    assert shown[0] == "What pagat and classic do differently, for 3 players"
    top = shown.index("Can you take the top discard and keep it?")
    assert shown[top - 1 : top + 4] == [
        "",
        "Can you take the top discard and keep it?",
        "pagat    You may take just the top discard and keep it in your hand. (draw.top)",
        "classic  If you take just the top discard, you must use it at once. (draw.top)",
        "",
    ]
    assert "classic  (no such rule)" in shown
    assert max(map(len, shown)) <= 80


def test_every_difference_is_shown(run: Run) -> None:
    """The output contains the whole text, in order, however it is wrapped."""
    shown = " ".join(" ".join(lines(run("rules", "--diff", "pagat", "family", "--seats", "4"))).split())
    for each in r5.diff_rules(r5.compose("pagat", seats=4), r5.compose("family", seats=4)):
        assert each.question in shown
        for text in filter(None, (each.first, each.second)):
            assert f"{text} ({', '.join(each.rules)})" in shown


def test_long_names_stand_above(run: Run) -> None:
    shown = lines(run("rules", "--diff", "classic", "classic,match.target=250,call=top"))
    assert shown[1:3] == ["first: classic", "second: classic,match.target=250,call=top"]
    assert any(line.startswith("second  The match ends") for line in shown)


@pytest.mark.parametrize("second", ["pagat", "pagat,match.target=500"])
def test_equal_rules_have_no_difference(run: Run, second: str) -> None:
    assert lines(run("rules", "--diff", "pagat", second, "--seats", "2")) == [
        f"pagat and {second} say the same, for 2 players."
    ]
