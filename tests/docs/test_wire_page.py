"""Tests that the reference page of the wire is the one that its records make."""

from __future__ import annotations

from tools.wire_schema import COMMAND, PAGE, wire_page

from rummy500.wire import ANSWERS, REQUESTS


def test_the_page_of_the_wire_is_up_to_date() -> None:
    assert PAGE.read_text("utf-8") == wire_page(), f"run `{COMMAND}`"


def test_the_page_has_every_message_with_a_section() -> None:
    page = wire_page()
    for kind in (*ANSWERS, *REQUESTS):
        assert f"| [`{kind}`](#" in page
        assert f"\n`{kind}`: " in page
