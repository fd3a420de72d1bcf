"""Tests that `docs/cookbook.md` agrees with the rules of the cookbook."""

from __future__ import annotations

import pytest
from tools.cookbook_page import COMMAND, PAGE, page, sentence

import rummy500_cookbook as cookbook


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text("utf-8") == page(), f"docs/cookbook.md is out of date; this updates it: {COMMAND}"


@pytest.mark.parametrize("rule", cookbook.RULES)
def test_a_rule_is_found_by_its_sentence(rule: str) -> None:
    assert sentence(rule)[0].isupper()
    assert PAGE.read_text("utf-8").count(f"[{sentence(rule)}](#{rule.replace('_', '-')})") >= 1
