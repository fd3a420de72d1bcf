"""Tests of the charts of the page "Who is better"."""

from __future__ import annotations

import re

from tools.pages.interval_charts import CHARTS, PAGE, drawn, shown


def test_a_chart_has_a_dot_for_each_line_of_the_output_and_ends_of_its_interval_to_both_sides() -> None:
    page = PAGE.read_text("utf-8")
    for program in CHARTS:
        found = shown(page, program)
        chart = drawn(page, program)
        dots = [float(x) for x in re.findall(r'<circle cx="([\d.]+)"', chart)]
        assert len(dots) == len(found) > 3
        means = [mean for mean, _ in found.values()]
        assert sorted(range(len(means)), key=dots.__getitem__) == sorted(range(len(means)), key=means.__getitem__)
        lines = [(float(a), float(b)) for a, b in re.findall(r'<line x1="([\d.]+)" x2="([\d.]+)"', chart)]
        assert all(a < x < b for x, (a, b) in zip(dots, lines, strict=True))


def test_a_figure_that_changes_moves_its_dot() -> None:
    page = "$ python seats.py\na -1.0 ± 1.0\nb 2.0 ± 0.5\n```\n"
    assert shown(page, "seats") == {"a": (-1.0, 1.0), "b": (2.0, 0.5)}
    assert drawn(page, "seats") != drawn(page.replace("2.0", "2.1"), "seats")
