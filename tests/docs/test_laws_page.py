"""Tests that the page of laws agrees with the laws."""

from __future__ import annotations

from tools.laws_page import COMMAND, PAGE, page

from rummy500_testing import LAWS


def test_the_page_is_as_the_laws_are() -> None:
    assert PAGE.read_text("utf-8") == page(), f"write it again: {COMMAND}"


def test_every_law_is_on_the_page() -> None:
    text = page()
    assert [law.name for law in LAWS if f"### {law.name}\n" not in text] == []
