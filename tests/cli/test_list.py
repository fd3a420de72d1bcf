"""Tests of `rummy500 list`: what a game can be begun with."""

from __future__ import annotations

from collections.abc import Callable

import click.testing

import rummy500 as r5

Run = Callable[..., click.testing.Result]


def test_list_names_every_preset_plugin_and_option(run: Run) -> None:
    out = run("list").output
    first = {line.split()[0] for line in out.splitlines() if line.startswith("  ") and line[2:3].strip()}
    names = [each.name for each in r5.list_presets()] + [each.name for each in r5.list_plugins()]
    assert {*names, *(each.name for each in r5.list_options())} <= first
    assert all(len(line) <= 80 for line in out.splitlines())


def test_list_of_one_subject_has_the_value_in_force_first(run: Run) -> None:
    out = run("list", "options", "--preset", "family").output
    assert "Presets" not in out
    (ace,) = (line for line in out.splitlines() if line.startswith("  score.ace "))
    assert "one*, by-use" in ace
