"""Tests that `docs/reference/names.md` describes every name of `rummy500.hooks`."""

from __future__ import annotations

from tools.names_page import COMMAND, PAGE, definitions, page

import rummy500.hooks


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text("utf-8") == page(), f"docs/reference/names.md is out of date; this updates it: {COMMAND}"


def test_every_name_has_a_sentence() -> None:
    found = definitions()
    assert sorted(found) == sorted(rummy500.hooks.__all__)
    assert all(about.endswith(".") for _, about in found.values())
