"""Tests that `docs/reference/hooks.md` agrees with the specs of the hooks."""

from __future__ import annotations

import pytest
from tools.hook_reference import COMMAND, PAGE, contract, page, signature

from rummy500.hooks.spec import KINDS
from rummy500.hooks.specs import SPECS


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text("utf-8") == page(), f"docs/reference/hooks.md is out of date; this updates it: {COMMAND}"


@pytest.mark.parametrize("name", SPECS)
def test_every_hook_has_a_contract_and_its_arguments(name: str) -> None:
    spec = SPECS[name]
    assert spec.kind in KINDS
    assert spec.contract
    assert contract(spec) in PAGE.read_text("utf-8")
    assert all(f"{argument}: " in signature(spec) for argument in spec.arguments)


@pytest.mark.parametrize("name", SPECS)
def test_every_hook_is_found_by_what_a_player_would_look_for(name: str) -> None:
    guide = (PAGE.parent.parent / "write-a-house-rule.md").read_text("utf-8")
    rows = guide.partition("### Which hook do I need?")[2].partition("###")[0]
    assert rows.count(f"| `{name}` |") == 1
