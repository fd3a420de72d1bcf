"""Tests of `rummy500 perft`: its counts are those of the function, and its lines for `diff` have only counts."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click.testing
import pytest

from rummy500 import cards_text, compose, deal, parse_position
from rummy500.engine.match import shuffled_pack
from rummy500.simulate.perft import divide, perft

Run = Callable[..., click.testing.Result]

RULES = ("--preset", "classic", "--option", "call=top", "--seats", "4")
COMPOSED = compose("classic", options={"call": "top"}, seats=4)
POSITION = 'rules = { preset = "classic" }\nhands = ["2c 3c", "4c 9h"]\nstock = "5h 6h"\npile = "5c"\n'
SCENARIO = f'format = "rummy500 scenario 1"\ntitle = "alone"\n[position]\n{POSITION}'


def test_the_count_at_each_depth(run: Run) -> None:
    state = deal(COMPOSED, seed=7)
    done = run("perft", *RULES, "--seed", "7", "--depth", "3")
    assert done.exit_code == 0
    assert done.output.splitlines() == [f"depth {depth}: {perft(COMPOSED, state, depth)}" for depth in (1, 2, 3)]
    deck = cards_text(shuffled_pack(COMPOSED, 7))
    dealt = run("perft", *RULES, "--deck", deck, "--dealer", "2", "--divide", "--depth", "2").output
    assert dealt == run("perft", *RULES, "--seed", "7", "--dealer", "2", "--divide", "--depth", "2").output
    assert dealt.startswith(f"{deal(COMPOSED, seed=7, dealer=2).public.to_act}: draw: ")


def test_divide_has_a_line_for_each_first_action_as_listed(run: Run) -> None:
    rules = compose("pagat", seats=3)
    counts = divide(rules, deal(rules, seed=7), 3)
    done = run("perft", "--seed", "7", "--depth", "3", "--divide")
    assert done.output.splitlines() == [
        *(f"{action}: {count}" for action, count in counts.items()),
        f"total: {sum(counts.values())}",
    ]
    assert len(counts) > 1


@pytest.mark.parametrize("text", [POSITION, SCENARIO], ids=["position", "scenario"])
def test_counts_from_a_position_are_by_its_rules(run: Run, tmp_path: Path, text: str) -> None:
    position = parse_position(text)
    assert position.rules.preset.name == "classic"
    expected = [f"depth {depth}: {perft(position.rules, position.state, depth)}" for depth in (1, 2, 3)]
    file = tmp_path / "p.toml"
    file.write_text(text, "utf-8")
    assert run("perft", "--position", str(file)).output.splitlines() == expected
    assert run("perft", "--position", "-", typed=text).output.splitlines() == expected
