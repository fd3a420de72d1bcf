"""Tests that whole hands can be played in the browser by clicks, under rules of every kind."""

from __future__ import annotations

from typing import Any

import pytest
from tests.web.playing import play_a_hand, play_out, set_out, settled

RULES = [
    ("pagat", (), 3),
    ("classic", (), 2),
    ("classic", ("oklahoma",), 3),
    ("pagat", ("persian",), 4),
    ("classic", ("throw-down",), 3),
    ("north-american", ("dealers-gambit",), 3),
]


@pytest.mark.parametrize(("preset", "plugins", "seats"), RULES, ids=str)
def test_a_whole_hand_is_played_by_clicks(page: Any, preset: str, plugins: tuple[str, ...], seats: int) -> None:
    set_out(page, preset, *plugins, seats=seats)
    played = play_a_hand(page)
    assert any(line.startswith(("Discard", "Meld", "Lay off")) for line in played)
    assert page.locator(".lines li").count() > 0  # the score, line by line
    settled(page)
    page.get_by_role("button", name="Next hand").click()
    page.wait_for_selector(".hand button.card:not(:disabled)")
    assert page.locator("table tbody tr").count() == 2  # a finished hand, and the total


@pytest.mark.slow
def test_a_hundred_hands_leave_nothing_behind(page: Any) -> None:
    """Elements, listeners and the memory of the page stay as they are; the fixture asks for errors."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")

    def held() -> dict[str, float]:
        session.send("HeapProfiler.collectGarbage")
        found = session.send("Performance.getMetrics")["metrics"]
        names = ("Nodes", "JSEventListeners", "JSHeapUsedSize")
        return {each["name"]: each["value"] for each in found if each["name"] in names}

    begun: dict[str, float] = {}
    for number in range(100):
        set_out(page, "pagat", seats=4, seed=str(number % 10), player="easy")  # the last is the tenth again
        play_out(page)
        settled(page)
        if number == 9:
            begun = held()
    ended = held()
    assert {name: ended[name] <= 1.2 * begun[name] for name in begun} == dict.fromkeys(begun, True), (begun, ended)
