"""Tests that the program of the first lesson plays a whole hand, windows for calls included."""

from __future__ import annotations

import random
from typing import Any

from tests.docs.test_code_blocks import ROOT, blocks

import rummy500 as r5
from rummy500.table import Table, Waiting, table_from_json, table_to_json, waiting


def test_a_hand_is_played_to_its_end_through_windows_and_counted() -> None:
    setup, loop, _, count = [
        block.code for block in blocks(ROOT / "docs" / "first-program.md") if block.language == "python"
    ]
    program: dict[str, Any] = {}
    exec(setup + loop, program)
    tables: list[Table] = []
    prompts: list[str] = []

    def watched(table: Table) -> Waiting:
        tables.append(table)
        return waiting(table)

    def read(prompt: str) -> str:
        prompts.append(prompt)
        assert len(prompts) < 200
        hand = tables[-1].hand
        assert hand is not None
        if "Enter" in prompt:
            return ""
        action = r5.default_action(program["rules"], hand, 0)
        assert action is not None
        return r5.action_text(action)

    program["waiting"] = watched
    for seed in (1, 2):  # a window is held in the second hand
        program["table"] = program["play"](program["new"], read, random.Random(seed))
        assert program["table"].hand is None
        exec(count, program)
    assert any("Enter" in prompt for prompt in prompts)


def test_a_move_is_undone_and_a_saved_hand_goes_on() -> None:
    setup, loop, *_ = [block.code for block in blocks(ROOT / "docs" / "first-program.md") if block.language == "python"]
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
