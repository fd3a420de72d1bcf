"""Tests of a new game as a person begins one: opponents and game by taps, everything else behind *More rules*."""

from __future__ import annotations

from typing import Any

import pytest
from tests.web.conftest import Watched
from tests.web.playing import open_form, set_out, settled

import rummy500 as r5
from rummy500.players.registry import HOW_LEVELS_LOSE, LEVELS

PHONE = {"width": 390, "height": 844}
DEAL = {"name": "Deal", "exact": True}


def tap(page: Any, name: str) -> None:
    """Tap a button where it is, without scrolling to it: it must be in sight, and nothing may lie over it."""
    button = page.get_by_role("button", name=name)
    box = button.bounding_box()
    at = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert button.evaluate("(each, at) => each.contains(document.elementFromPoint(...at))", list(at))
    page.mouse.click(*at)
    settled(page)


def game(page: Any) -> tuple[Any, ...]:
    """The game that is played: preset, variants, levels."""
    return tuple(
        page.evaluate("""(({ rules, opened }) =>
            [rules.preset, Object.keys(rules.plugins), Object.values(opened.programs)])(rummy500.state)""")
    )


def test_three_taps_deal_another_game_against_others(page: Any) -> None:
    page.set_viewport_size(PHONE)
    tap(page, "New game")
    tap(page, "3 hard")
    tap(page, "Oklahoma")
    assert not page.locator("dialog").is_visible()
    assert game(page) == ("classic", ["oklahoma"], ["hard"] * 3)
    assert page.locator(".seatline").count() == 4
    tap(page, "New game")  # it begins with what was played last
    assert page.locator(".opponents [aria-pressed=true]").get_attribute("aria-label") == "3 hard"
    assert page.locator(".games [aria-current]").inner_text().startswith("Oklahoma")
    page.get_by_role("button", **DEAL).click()
    settled(page)
    assert game(page) == ("classic", ["oklahoma"], ["hard"] * 3)


def test_the_first_view_has_the_words_of_players_and_deal_in_sight(page: Any) -> None:
    page.set_viewport_size(PHONE)
    page.get_by_role("button", name="New game").click()
    settled(page)
    shown = page.locator("body").inner_text().lower()
    assert "pagat" not in shown
    assert "seat" not in shown
    titles = page.locator(".games b").all_inner_texts()
    tiles = page.locator(".games span")
    assert [text for text in tiles.all_inner_texts() if text.endswith(("…", ";", " "))] == []
    oklahoma = page.get_by_role("button", name="Oklahoma").bounding_box()
    assert oklahoma["y"] + oklahoma["height"] <= page.locator(".foot").bounding_box()["y"]
    assert tiles.evaluate_all("all => all.filter((each) => each.scrollHeight > each.clientHeight + 1).length") == 0
    assert page.locator(".games > [title*='costs 100 in hand']").count() == 1  # the rest of a long sentence
    assert titles[:5] == ["Standard", "Classic", "Family", "North American", "Oklahoma"]
    for each in ("Deal", "Read these rules", "Cancel"):
        box = page.get_by_role("button", name=each, exact=True).bounding_box()
        assert box["y"] + box["height"] <= PHONE["height"]
    for each in page.locator("dialog button").all():
        box = each.bounding_box()
        assert min(box["width"], box["height"]) >= 40
    assert page.locator("dialog").evaluate("each => each.scrollWidth <= each.clientWidth")


def test_more_rules_have_every_variant_by_its_title(page: Any) -> None:
    page.get_by_role("button", name="New game").click()
    assert page.locator(".variant").first.is_hidden()
    page.get_by_text("More rules").click()
    assert page.locator(".variant b").all_inner_texts() == [each.title for each in r5.list_plugins()]
    page.locator("input[value=floating]").check()
    settled(page)
    assert page.locator(".foot [role=status]").inner_text() == "Standard with Floating: 2 opponents, medium"
    page.get_by_role("button", **DEAL).click()
    settled(page)
    assert game(page)[:2] == ("pagat", ["floating"])


def test_a_level_says_how_it_loses(page: Any) -> None:
    page.get_by_role("button", name="New game").click()
    rows = page.locator(".level")
    shown = [(row.locator("b").inner_text().lower(), row.locator("span").inner_text()) for row in rows.all()]
    assert shown == list(HOW_LEVELS_LOSE.items())
    assert [*HOW_LEVELS_LOSE] == [*LEVELS]
    page.set_viewport_size(PHONE)
    tap(page, "2 expert")
    assert [each.inner_text() for each in rows.locator("span:visible").all()] == [HOW_LEVELS_LOSE["expert"]]


def test_a_game_for_four_has_four_and_the_next_as_many_as_were_wanted(page: Any) -> None:
    tap(page, "New game")
    tap(page, "1 easy")
    assert "For 4: two teams" in page.get_by_role("button", name="Persian").inner_text()
    tap(page, "Persian")
    assert game(page) == ("classic", ["partnership", "persian"], ["easy"] * 3)
    tap(page, "New game")
    tap(page, "1 easy")  # Deal deals what the rules allow, a tile what was wanted
    foot = page.locator(".foot [role=status]")
    assert foot.inner_text() == "Classic with Persian: it is for 4 players; 3 opponents, easy"
    tap(page, "4 easy")
    assert foot.inner_text() == "Classic with Persian: it is for 4 players; 3 opponents, easy"
    tap(page, "3 easy")
    assert foot.inner_text() == "Classic with Persian: 3 opponents, easy"
    tap(page, "1 easy")
    tap(page, "Family")
    assert game(page) == ("family", [], ["easy"])


def test_partners_play_in_fours_or_sixes_and_choose_their_sides(page: Any) -> None:
    tap(page, "New game")
    page.locator("dialog summary", has_text="More rules").click()
    page.get_by_label("Seats").select_option("5")
    settled(page)
    assert "For 4 or 6: two or three teams" in page.get_by_role("button", name="Partnership").inner_text()
    page.locator("input[value=partnership]").check()
    settled(page)
    assert page.get_by_label("Seats").locator("option").all_inner_texts() == ["4", "6"]
    foot = page.locator(".foot [role=status]")
    assert foot.inner_text() == "Standard with Partnership: it is for 4 or 6 players; 3 opponents, medium"
    page.locator("dialog summary", has_text="Options").click()
    page.get_by_label("Who plays with whom?").select_option("three sides of two, with six players")
    settled(page)
    assert foot.inner_text() == "option partnership.sides can be three only with 6 seats"
    page.get_by_label("Seats").select_option("6")
    settled(page)
    assert foot.inner_text() == "Standard with Partnership: 5 opponents, medium; 1 option changed"
    page.get_by_role("button", **DEAL).click()
    settled(page)
    assert page.evaluate("rummy500.state.rules.sides") == [0, 1, 2, 0, 1, 2]


def test_a_game_of_a_tile_has_no_options_of_the_last(page: Any) -> None:
    set_out(page, "classic")
    page.get_by_role("button", name="New game").click()
    page.get_by_text("More rules").click()
    page.get_by_label("Points to play to").fill("250")
    page.keyboard.press("Tab")
    settled(page)
    assert "; 1 option changed" in page.locator(".foot [role=status]").inner_text()
    page.locator(".games button", has_text="Classic").click()
    settled(page)
    assert page.evaluate("rummy500.state.rules.target") == 500


def test_the_first_opponents_of_a_new_player_are_easy__and_links_play_as_they_did(fresh: Watched, site: str) -> None:
    page = fresh.page
    page.goto(site)
    page.locator(".bar .buttons button").first.wait_for()
    settled(page)
    assert game(page) == ("pagat", [], ["easy", "easy"])
    for link, levels in (("seats=3&seed=7&seat.2=hard", ["medium", "hard"]), ("seats=4", ["easy"] * 3)):
        page.goto(f"{site}#preset=pagat&{link}")
        page.evaluate("async () => { while (location.hash) await new Promise((then) => setTimeout(then, 5)); }")
        settled(page)
        assert game(page)[2] == levels


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_form_has_no_barriers(page: Any, axe: str, scheme: str) -> None:
    page.set_viewport_size(PHONE)
    page.emulate_media(color_scheme=scheme)
    page.get_by_role("button", name="New game").click()
    settled(page)
    page.evaluate(axe)
    violations = page.evaluate("async () => (await axe.run('dialog')).violations")
    assert [each["id"] for each in violations] == []


def test_who_keeps_playing_finds_the_form_as_it_was_filled_in(page: Any) -> None:
    page.keyboard.press("d")  # a match that has begun
    settled(page)
    open_form(page)
    page.evaluate("rummy500.state.setup.options = { 'match.target': 250 }")
    page.get_by_role("button", name="Deal", exact=True).click()
    page.get_by_role("button", name="Keep playing").click()
    open_form(page)
    settled(page)
    assert page.evaluate("rummy500.state.setup.options") == {"match.target": 250}
    page.get_by_role("button", name="Cancel").click()
