"""Tests that the program of the first lesson plays a whole match, windows for calls included."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any

import pytest
from tests.docs.test_code_blocks import ROOT, blocks

import rummy500 as r5
from rummy500.table import Table, Waiting, table_from_json, table_to_json, waiting


def code() -> dict[str, list[str]]:
    """Return the blocks of code of the page, by their languages: `py` is for the reader alone."""
    found: dict[str, list[str]] = {"python": [], "py": []}
    for block in blocks(ROOT / "docs" / "first-program.md"):
        found.setdefault(block.language, []).append(block.code)
    return found


def test_a_match_is_played_to_its_end_through_windows_and_counted(capsys: pytest.CaptureFixture[str]) -> None:
    setup, loop, _, count, _ = code()["python"]
    program: dict[str, Any] = {}
    exec(setup + loop + count.replace("\ncount(table)\n", ""), program)
    tables: list[Table] = []
    prompts: list[str] = []

    def watched(table: Table) -> Waiting:
        tables.append(table)
        return waiting(table)

    def read(prompt: str) -> str:
        prompts.append(prompt)
        assert len(prompts) < 2000
        hand = tables[-1].hand
        assert hand is not None
        if "Enter" in prompt:
            return ""
        action = r5.default_action(program["rules"], hand, 0)
        assert action is not None
        return r5.action_text(action)

    source = random.Random(3)
    program |= {"waiting": watched, "input": read, "random": SimpleNamespace(SystemRandom=lambda: source)}
    exec(code()["py"][0], program)
    match = program["table"].match
    assert match.is_over
    assert any("Enter" in prompt for prompt in prompts)
    printed = capsys.readouterr().out
    assert f"match: {match.scores}" in printed
    assert "Ben discards" in printed


def test_the_count_of_a_hand_in_play_shows_no_hidden_hand(capsys: pytest.CaptureFixture[str]) -> None:
    setup, loop, moves, count, _ = code()["python"]
    program: dict[str, Any] = {}
    exec(setup + loop + moves, program)
    capsys.readouterr()
    exec(count, program)
    left = [line for line in capsys.readouterr().out.splitlines() if "left in hand" in line]
    assert [line.split()[0] for line in left] == ["You"]


def test_a_move_is_undone_and_a_saved_hand_goes_on() -> None:
    setup, loop, *_ = code()["python"]
    program: dict[str, Any] = {}
    exec(setup + loop, program)

    def played(table: Table, *moves: str) -> Table:
        typed = iter([*moves, "quit"])
        after: Table = program["play"](table, lambda prompt: next(typed), random.Random(7))
        return after

    before = played(program["new"])
    drawn = played(before, "draw")
    assert drawn.hand != before.hand
    assert played(before, "draw", "discard", "undo") == before
    assert played(before, "undo") == before
    saved = table_from_json(table_to_json(drawn))
    assert played(saved) == drawn
