"""Tests of `rummy500 duel`."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import click.testing

import rummy500 as r5
from rummy500.simulate import duel

Run = Callable[..., click.testing.Result]

ARGS = ("duel", "--preset", "classic", "--seed", "4")


def test_the_table_shows_the_leads_of_the_library(run: Run) -> None:
    alone = run(*ARGS, "--deals", "6", "--workers", "1")
    assert alone.exit_code == 0
    assert run(*ARGS, "--deals", "6", "--workers", "2").output == alone.output
    found = duel(r5.compose("classic", seats=3), ["medium", "random"], deals=6, seed=4, workers=1)
    assert alone.output == f"Classic, 3 seats, 6 deals, seed 4\n\n{found.table()}\n"
    assert run(*ARGS, "--deals", "1", "--workers", "1").output.startswith("Classic, 3 seats, 1 deal, seed 4\n")


def test_rules_are_compared_over_the_same_decks(run: Run) -> None:
    done = run(*ARGS, "--deals", "6", "--workers", "1", "--against", "deck.packs=2", "--against", "meld.ace=low")
    base, *others = (
        duel(r5.compose("classic", seats=3, options=options), ["medium", "random"], deals=6, seed=4, workers=1)
        for options in ({}, {"deck.packs": 2}, {"meld.ace": "low"})
    )
    shown = re.findall(r"^turns +(\S+) ", done.output, re.MULTILINE)
    means = [base.figures["turns"].mean, *(each.against(base)["turns"].mean for each in others)]
    assert shown == [f"{mean:.2f}" for mean in means]
    assert "\ndeck.packs=2: difference " in done.output


def test_deals_are_saved_as_rows(run: Run, tmp_path: Path) -> None:
    assert run(*ARGS, "--deals", "3", "--workers", "1", "--rows-to", str(tmp_path / "d.jsonl")).exit_code == 0
    rows = [json.loads(line) for line in (tmp_path / "d.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [(row["deal"], row["player"]) for row in rows] == [
        (n, who) for n in range(3) for who in ("medium", "random")
    ]
    assert all(row["lead"] != 0 and row["seed"] == 4 for row in rows)


_INTERRUPTS = """
from rummy500.players import RandomPlayer


class Interrupts(RandomPlayer):
    made = 0

    def __init__(self, random_source):
        super().__init__(random_source)
        Interrupts.made += 1
        if Interrupts.made > 14:  # one for a trial, two in each hand: in the first hand of deal 2
            raise KeyboardInterrupt
"""


def test_ctrl_c_shows_the_deals_that_were_played_in_every_seating(run: Run, tmp_path: Path) -> None:
    (tmp_path / "interrupts.py").write_text(_INTERRUPTS, encoding="utf-8")
    players = f"{tmp_path / 'interrupts.py'}:Interrupts,medium"
    done = run(*ARGS, "--players", players, "--workers", "1", "--against", "deck.packs=2")
    assert done.exit_code == 130
    assert done.output.startswith("Classic, 3 seats, 2 of 100 deals, seed 4\n\na hand ")
    assert "deck.packs" not in done.output
