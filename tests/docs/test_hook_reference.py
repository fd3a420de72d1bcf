"""Tests that `docs/reference/hooks.md` agrees with the specs of the hooks."""

from __future__ import annotations

import pytest
from tools.hook_reference import COMMAND, FINDER, PAGE, contract, finder, page, signature

from rummy500.hooks.specs import KINDS, SPECS


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text("utf-8") == page(), f"docs/reference/hooks.md is out of date; this updates it: {COMMAND}"


@pytest.mark.parametrize("name", SPECS)
def test_every_hook_has_a_contract_and_its_arguments(name: str) -> None:
    spec = SPECS[name]
    assert spec.kind in KINDS
    assert spec.contract
    assert contract(spec) in PAGE.read_text("utf-8")
    assert all(f"{argument}: " in signature(spec) for argument in spec.arguments)


def test_every_hook_is_found_by_the_rule_that_needs_it() -> None:
    assert sorted(FINDER) == sorted(SPECS)
    first = PAGE.read_text("utf-8").partition("\n## ")[2]
    assert first.startswith("Which hook do you need?\n")
    assert finder() in first
