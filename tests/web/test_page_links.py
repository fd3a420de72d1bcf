"""Tests of links to deals, positions and games, of files that are opened or replayed, and of moves out of turn."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from tests.web.playing import follow, hand_of, play_out, set_out, settled

import rummy500 as r5
from rummy500.notation.json import state_to_json
from rummy500.notation.transcript import transcript_text
from rummy500.players import MediumPlayer, play_hand

#: Seat 0 has a joker and may block the dealer's, seat 1 is on turn in the middle of its turn.
BLOCK = """
rules = { preset = "north-american", plugins = ["dealers-gambit"] }
dealer = 2
to_act = 1
phase = "play"
hands = ["* 5h 6h 9c", "Jd Qd Kc 3s", "2c 3c 8d"]
drawn = ["3s"]
stock = "4h 8c 9h Td 2s 5s 6d 7d"
pile = "5c Ah Ks"
last = 0
"""
#: Eleven melds have both the 6h and the 7h.
LONG_RUN = """
rules = { preset = "pagat", options = { "match.target" = 250 } }
dealer = 2
to_act = 0
phase = "play"
hands = ["4h 5h 6h 7h 8h 9h Th", "2c 3c", "4c 8d"]
drawn = ["Th"]
stock = "4s 8c"
pile = "5c Ah Ks"
"""


def link_to(page: Any, kind: str) -> str:
    page.get_by_text("Menu", exact=True).click()
    page.get_by_role("button", name="Link to this game").click()
    page.get_by_role("button", name=kind, exact=True).click()
    page.locator(".address, dialog .wrong").wait_for()
    link = page.locator(".address")
    found = link.input_value() if link.count() else page.locator("dialog .wrong").inner_text()
    page.get_by_role("button", name="Close").click()
    return str(found)


def use_file(page: Any, menu: str, text: str) -> None:
    page.get_by_text("Menu", exact=True).click()
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name=menu).click()
    chooser.value.set_files({"name": "file", "mimeType": "text/plain", "buffer": text.encode()})


def transcript() -> str:
    rules, source = r5.compose("classic", ["oklahoma"], seats=2), random.Random(3)
    start = r5.deal(rules, seed=3)
    actions = play_hand(rules, start, [MediumPlayer(), MediumPlayer()], source).actions
    return transcript_text(rules, start, actions)


def test_a_link_brings_back_the_deal_the_position_or_the_whole_game__and_never_code(page: Any) -> None:
    page.evaluate("rummy500.state.editor.code = 'secret = 1'")
    set_out(page, "classic", seats=2)
    dealt = hand_of(page)
    play_out(page)
    page.get_by_role("button", name="Next hand").click()
    settled(page)
    page.keyboard.press("d")
    settled(page)
    held = hand_of(page)
    links = {kind: link_to(page, kind) for kind in ("This deal", "This position", "The whole game")}
    assert not any("secret" in link for link in links.values())
    follow(page, links["This deal"])  # over a match that is not over
    page.get_by_role("button", name="Keep playing").click()
    settled(page)
    assert hand_of(page) == held
    follow(page, links["This deal"])
    page.get_by_role("button", name="Leave it").click()
    page.locator("dialog").wait_for(state="hidden")
    settled(page)
    assert hand_of(page) == dealt
    follow(page, links["This position"])
    page.get_by_text("You play on from this position.").wait_for()
    assert sorted(hand_of(page)) == sorted(held)
    assert len(page.evaluate("rummy500.state.update.match.scores")) == 2
    follow(page, links["The whole game"])
    page.get_by_text("The game from the link continues.").wait_for()
    assert hand_of(page) == held
    assert page.evaluate("rummy500.state.update.match.hands.length") == 1
    settled(page)  # what was opened by a link is the saved game now
    stored = page.evaluate("JSON.parse(localStorage.getItem('rummy500.game')).text")
    set_out(page, "pagat", seats=3)
    page.evaluate("text => rummy500.open(text)", stored)
    assert hand_of(page) == held


def test_a_saved_file_keeps_its_deal_and_its_options(page: Any, site: str) -> None:
    follow(page, f"{site}#preset=classic&seats=2&option.match.target=250&seed=abc")
    deal = link_to(page, "This deal")
    page.keyboard.press("d")
    settled(page)
    text = page.evaluate("(async () => (await rummy500.host.call('save')))()")
    set_out(page, "pagat")
    use_file(page, "Open a file", text)
    settled(page)
    assert link_to(page, "This deal") == deal
    page.get_by_role("button", name="New game").click()
    assert page.evaluate("rummy500.state.setup.options") == {"match.target": 250}
    page.get_by_role("button", name="Cancel").click()
    page.evaluate("text => rummy500.open(text)", LONG_RUN)
    assert "did not begin with a deal" in link_to(page, "This deal")


def test_a_bad_link_says_so_and_the_game_goes_on(page: Any, site: str) -> None:
    held = hand_of(page)
    follow(page, f"{site}#position=hands%3D7")
    assert "hands" in page.locator(".notice.wrong").inner_text()
    follow(page, f"{site}#preset=nothing")
    assert "there is no preset" in page.locator(".notice.wrong").inner_text().lower()
    for seats in ("2.5", "1", "two"):
        follow(page, f"{site}#preset=classic&seats={seats}")
        told = f"This link asks for {seats} players: it must be a whole number from 2 to 8."
        assert page.locator(".notice.wrong").inner_text().strip() == told
    assert hand_of(page) == held


def test_a_house_rule_is_in_no_link_and_a_saved_game_waits_for_it(page: Any) -> None:
    set_out(page, "classic", seats=2)
    page.get_by_text("Menu", exact=True).click()
    page.get_by_role("button", name="Write a house rule").click()
    page.get_by_role("button", name="The first example").click()
    page.get_by_role("button", name="Compose").click()
    settled(page)
    page.get_by_role("button", name="Play with it").click()
    settled(page)
    held = hand_of(page)
    assert "a link carries no code" in link_to(page, "This position")
    game = page.evaluate("(async () => (await rummy500.host.call('save')))()")
    use_file(page, "Open a file", game.replace("three-deep", "four-deep"))
    page.locator(".notice.wrong").wait_for()
    assert 'the house rule "four-deep"' in page.locator(".notice.wrong").inner_text()
    page.get_by_text("Menu", exact=True).click()
    page.get_by_role("button", name="Write a house rule").click()
    assert "waits for your house rule" in page.locator("dialog .news").inner_text()
    code = page.locator("#code").input_value().replace('PluginInfo("three-deep"', 'PluginInfo("four-deep"')
    page.locator("#code").fill(code.replace('"three-deep.cap"', '"four-deep.cap"'))
    page.get_by_role("button", name="Compose").click()
    settled(page)
    page.get_by_role("button", name="Go on with the game").click()
    page.locator(".notice.news").wait_for()
    assert hand_of(page) == held
    set_out(page, "pagat", seats=3)


def test_a_transcript_is_replayed_by_its_own_rules(page: Any) -> None:
    before = hand_of(page)
    use_file(page, "Replay a file", transcript())
    page.locator(".bar.replay").wait_for()
    settled(page)
    assert page.get_by_label("All hands").is_checked()  # nobody plays a transcript
    page.get_by_role("button", name="Forward").click()
    settled(page)
    assert re.search(r"Seat 0 \w+s\b", page.locator(".bar .status").inner_text())  # nobody at the page has a seat of it
    assert page.locator(".seatline").count() == 2
    page.get_by_role("tab", name="Rules").click()
    assert "Oklahoma" in page.locator("#panel .title").inner_text()
    steps = int(re.findall(r"of (\d+)", page.locator(".bar .status").inner_text())[0])
    page.locator("input[type=range]").fill(str(steps))
    settled(page)
    assert re.search(
        r"Seat [12] \w+s ", page.locator(".bar .status").inner_text()
    )  # nobody at the page has a seat of it
    page.get_by_role("tab", name="Score").click()
    assert "Last hand" in page.locator("#panel").inner_text()
    page.get_by_role("tab", name="Log").click()
    assert "has no log" in page.locator("#panel").inner_text()
    page.get_by_role("button", name="End the replay").click()
    assert hand_of(page) == before
    assert page.locator(".seatline").count() == 3
    use_file(page, "Replay a file", BLOCK)
    page.locator(".notice.wrong").wait_for()
    assert "nothing to replay" in page.locator(".notice.wrong").inner_text()


@pytest.mark.parametrize("form", ["TOML", "JSON"])
def test_a_position_is_opened_from_a_file(page: Any, form: str) -> None:
    text = LONG_RUN if form == "TOML" else state_to_json(r5.parse_position(LONG_RUN))
    use_file(page, "Open a file", text)
    page.get_by_text("You play on from this position.").wait_for()
    assert hand_of(page) == ["4h", "5h", "6h", "7h", "8h", "9h", "Th"]
    page.get_by_role("tab", name="Score").click()
    assert "first past 250 points" in page.locator("#panel").inner_text()


def test_every_move_of_a_long_list_can_be_reached(page: Any) -> None:
    use_file(page, "Open a file", LONG_RUN)
    page.get_by_text("You play on from this position.").wait_for()
    for place in (2, 3):
        page.locator(".hand button.card").nth(place).click()
    settled(page)
    buttons = page.locator(".bar > .buttons").first.get_by_role("button")
    page.get_by_role("button", name=re.compile(r"^\d+ more …$")).click()
    settled(page)
    assert buttons.count() > 9
    assert page.get_by_role("button", name=re.compile("more …$")).count() == 0


def test_a_move_out_of_turn_is_offered_once_in_a_turn(page: Any) -> None:
    link = page.evaluate("text => '#' + new URLSearchParams({ position: text, seat: '0' })", BLOCK)
    assert len(link) < 2000
    page.evaluate("text => rummy500.open(text, 0)", BLOCK)
    settled(page)
    assert "you may act first" in page.locator(".bar .status").inner_text()
    assert page.get_by_role("button", name="Block the dealer\u2019s joker").is_visible()
    page.get_by_role("button", name="Let it go").click()
    settled(page)
    assert page.evaluate("rummy500.state.update.waiting.kind") == "window"  # the discard of seat 1 was let go first
    page.get_by_role("button", name="Block the dealer\u2019s joker").first.click()
    settled(page)
    page.get_by_role("tab", name="Log").click()
    assert "You block" in page.locator("#panel").inner_text()
    page.get_by_role("tab", name="Score").click()


#: Only the two of spades can be taken, and two cards lie on it.
TWO_TO_TAKE = """
rules  = { preset = "classic", options = { "match.target" = 500 } }
to_act = 0
hands  = ["4s 5d 2d 2h Kd", "5c 6c"]
stock  = "8d"
pile   = "4h 2s 9h 3c"
"""


def test_the_cards_that_come_with_a_card_of_the_pile_are_lit_up(page: Any) -> None:
    use_file(page, "Open a file", TWO_TO_TAKE)
    page.get_by_text("You play on from this position.").wait_for()
    pile = page.locator(".pile button.card")
    pile.nth(1).click()
    settled(page)
    assert [place for place in range(4) if "along" in str(pile.nth(place).get_attribute("class")).split()] == [2, 3]
    pile.nth(1).click()
    pile.nth(2).click()
    settled(page)
    assert page.locator(".pile button.along").count() == 0  # this one cannot be taken
