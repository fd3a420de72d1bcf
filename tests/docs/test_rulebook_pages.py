"""Tests that the pages about rules, options and presets agree with their declarations."""

from __future__ import annotations

from pathlib import Path

import pytest
from tools import rulebook_pages
from tools.rulebook_pages import COMMAND, DOCS


@pytest.mark.parametrize("page", rulebook_pages.pages(), ids=lambda page: page.stem)
def test_a_page_is_up_to_date(page: Path) -> None:
    text = rulebook_pages.pages()[page]
    assert page.read_text("utf-8") == text, f"docs/{page.relative_to(DOCS)} is out of date; this updates it: {COMMAND}"
