"""Tests of the lesson over the table: a new player finds it, each step refuses what is wrong, and the game waits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from tests.web.conftest import Watched
from tests.web.playing import follow, settled
from tests.web.test_page import barriers

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
GAME = "localStorage['rummy500.game']"
#: Cards to tap, by their zone, and then a button, a meld or the stock. For each step a wrong move, words of the reason
#: why it is wrong, and the right moves.
Move = tuple[str, str]
STEPS: list[tuple[str, list[Move], str, list[list[Move]]]] = [
    ("Draw", [("pile", "9s"), ("button", "Take 9")], "fits nothing in your hand", [[("stock", "")]]),
    (
        "Meld a group",
        [("hand", "8s"), ("hand", "8h"), ("hand", "9c")],
        "Not allowed",
        [[("hand", "8s"), ("hand", "8h"), ("hand", "8d"), ("button", "Meld")]],
    ),
    (
        "Meld a run",
        [("hand", "4h"), ("hand", "5h"), ("hand", "6s")],
        "A run is of one suit",
        [[("hand", "4h"), ("hand", "5h"), ("hand", "6h"), ("button", "Meld")]],
    ),
    ("Lay off", [("hand", "9c"), ("meld", "")], "A group is of one rank", [[("hand", "Jd"), ("meld", "")]]),
    (
        "Take from the pile",
        [("stock", "")],
        "The pile has the nine that you need",
        [[("pile", "9s"), ("button", "Take 9")]],
    ),
    (
        "Take a deep card",
        [("pile", "Td")],
        "now: no legal move uses it",
        [[("pile", "8d"), ("hand", "8h"), ("hand", "8s"), ("button", "Take 8")]],
    ),
    ("Rummy!", [("button", "Let it go")], "You let it go, and once Bela draws", [[("button", "lay off 10")]]),
    (
        "Jokers",
        [("hand", "5c"), ("hand", "7c"), ("hand", "Kd")],
        "A run is of one suit",
        [[("hand", "5c"), ("hand", "7c"), ("hand", "*"), ("button", "Meld")]],
    ),
    (
        "Go out",
        [("hand", "Th"), ("button", "Discard")],
        "You still have a card",
        [[("hand", "Th"), ("meld", "")], [("hand", "5s"), ("button", "Discard")]],
    ),
    (
        "Count the score",
        [("hand", "Kd"), ("button", "Discard")],
        "An ace left in your hand costs 15 points",
        [[("hand", "Ac"), ("button", "Discard")]],
    ),
]


def move(page: Any, moves: list[Move]) -> None:
    """Tap what a move takes, one after another."""
    for kind, what in moves:
        if kind == "button":
            page.locator(".bar .buttons button", has_text=what).click()
        elif kind == "stock":
            page.get_by_role("button", name="Draw from the stock").click()
        elif kind == "meld":
            page.locator(".melds > li").first.click()
        else:
            page.locator(f'button.card[data-zone="{kind}"][data-card="{what}"]').click()
        settled(page)


def the_game(page: Any) -> Any:
    """All that a player sees of the game, and the text that the browser has saved of it."""
    seen = page.evaluate(
        "(({ view, legal, waiting, match, seats }) => ({ view, legal, waiting, match, seats }))(rummy500.state.update)"
    )
    return seen, page.evaluate(GAME)


def coach(page: Any) -> str:
    return str(page.locator(".coach").inner_text())


@pytest.fixture
def newcomer(browser: Any, site: str) -> Iterator[Watched]:
    """A phone on which nobody has been at the page."""
    found = Watched(browser, site, None, **PHONE)
    yield found
    found.context.close()
    assert (found.strays, found.errors) == ([], [])


def test_a_new_player_learns_in_ten_steps_and_the_game_waits(newcomer: Watched, site: str) -> None:
    page = newcomer.page
    page.goto(site)
    page.wait_for_selector(".hand button.card")
    page.evaluate("rummy500.state.settings.pace = 'at once'")
    settled(page)
    offer = page.locator("button").first  # before every other button
    assert offer.inner_text() == "New here? Two minutes"
    box = offer.bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390
    assert box["y"] + box["height"] <= 844
    assert box["height"] >= 40
    move(page, [("stock", "")])
    game = the_game(page)
    offer.click()
    settled(page)

    opened: list[str] = []
    page.on("framenavigated", lambda frame: opened.append(frame.url))
    page.on("worker", lambda worker: opened.append(worker.url))
    for number, (title, wrong, why, right) in enumerate(STEPS, 1):
        assert coach(page).startswith(f"{number} of 10: {title}\n"), coach(page)
        move(page, wrong)
        assert why in " ".join(page.locator(".why, .notice.wrong, .coach .wrong").all_inner_texts())
        assert page.evaluate(GAME) == game[1]
        page.keyboard.press("Escape")
        settled(page)
        assert page.locator(".coach").count() == 0
        assert the_game(page) == game
        if number == 6:  # a reload amid the lesson
            enter(page)
            assert opened == []
            page.reload()
            page.wait_for_selector(".hand button.card")
            page.evaluate("rummy500.state.settings.pace = 'at once'")
            settled(page)
            assert the_game(page) == game
            assert page.locator("button").first.inner_text() == "Lesson: 5 of 10 done"
            opened.clear()
        enter(page)
        for part in right:
            move(page, part)
        assert "Well done." in coach(page)
        page.keyboard.press("n")  # no next hand
        page.keyboard.press("u")
        settled(page)
        assert page.locator(".coach .primary").evaluate("button => button === document.activeElement")
        assert page.evaluate(GAME) == game[1]
        page.keyboard.press("Enter")
        settled(page)
    assert opened == []
    assert page.locator(".coach").count() == 0
    assert the_game(page) == game
    assert "Your game goes on." in page.locator(".notice").inner_text()
    assert page.locator(".newhere").count() == 0
    page.get_by_text("Menu", exact=True).click()
    assert page.get_by_role("button", name="Lesson: 10 of 10 done").is_visible()


def enter(page: Any) -> None:
    """Go on with the lesson from the menu."""
    page.get_by_text("Menu", exact=True).click()
    page.locator(".menu button", has_text="Lesson").click()
    settled(page)


def test_a_player_who_knows_the_game_declines_the_lesson_once(newcomer: Watched, site: str) -> None:
    page = newcomer.page
    page.goto(site)
    page.get_by_role("button", name="I know the game").click()
    assert page.locator(".newhere").count() == 0
    page.reload()
    page.wait_for_selector(".menu")
    assert page.locator(".newhere").count() == 0


def test_how_to_play_opens_over_the_table_and_nobody_who_has_been_here_is_offered_a_lesson(page: Any) -> None:
    assert page.locator(".newhere").count() == 0
    address = page.url
    page.get_by_text("Menu", exact=True).click()
    page.get_by_role("button", name="How to play").first.click()
    settled(page)
    words = page.locator("dialog").inner_text()
    assert all(title in words for title, *_ in STEPS)
    page.locator("dialog summary").click()
    assert "500" in page.locator("dialog details").inner_text()
    assert page.locator("dialog a").get_attribute("target") == "_blank"
    page.keyboard.press("Escape")
    assert page.url == address
    assert not page.locator("dialog").is_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_lesson_has_no_barrier_and_no_sideways_scroll_and_a_link_ends_it(page: Any, axe: str, scheme: str) -> None:
    page.emulate_media(color_scheme=scheme)
    page.evaluate(axe)
    page.evaluate("rummy500.state.learned.done = []")
    enter(page)
    move(page, [("pile", "9s"), ("button", "Take 9")])
    assert "Not quite." in coach(page)
    assert barriers(page) == []
    move(page, [("stock", "")])
    assert barriers(page) == []
    # A window of a phone, and one of 1280 pixels at 200 %.
    for width, height in ((390, 844), (844, 390), (640, 430)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert page.locator(".coach button").evaluate_all(
            "buttons => buttons.every((each) => each.getBoundingClientRect().height >= 40)"
        )
    follow(page, f"{page.url}#preset=classic&seats=2")
    assert page.locator(".coach").count() == 0
    assert page.evaluate("rummy500.state.rules.preset") == "classic"
    page.get_by_text("Menu", exact=True).click()
    page.get_by_role("button", name="How to play").first.click()
    settled(page)
    assert barriers(page) == []
    page.emulate_media(color_scheme="light")
