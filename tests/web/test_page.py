"""Tests of the page in a browser: its beginning, selections, forms, phones, keys, saving, links and replays."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from tests.web.conftest import Watched
from tests.web.playing import hand_of, open_form, play_out, set_out, settled

ROOT = Path(__file__).parents[2]
#: Seat 1 has just discarded a card that seat 0 may call.
CALLABLE = """
rules = { preset = "pagat" }
dealer = 2
to_act = 2
phase = "draw"
hands = ["2s 4d Kc", "2c 3c Jd", "4c 8d Qs"]
stock = "4s 8c 9c 5d 6c 7c Js"
pile = "5c Ah Th"
melds = ["0 [7h 8h 9h]"]
last = 1
"""
#: Seat 0 has taken a long pile.
SIXTEEN = """
rules = { preset = "classic" }
dealer = 1
to_act = 0
phase = "play"
hands = ["Ah 3h Th Qs Ks 7s 8s 2d 5d 9d Jd Ac 4c 6c 8c Kc", "2c 3c 5s 7d", "6s 8d 9s"]
drawn = ["Kc"]
stock = "4s 9c Qc 5c"
pile = "5h As Js"
"""
#: Seat 0 has taken a 9 that fits, and has laid off a wild card and another on a meld of seat 1.
TAKEN = """
rules = { preset = "pagat" }
dealer = 2
to_act = 0
phase = "play"
hands = ["2s 4d Kc 9d 8h * 9h 2h Ac Qd Jc 3c 6c", "2c Jd", "8d"]
stock = ""
pile = "5c Ah Ks 7s 8s"
taken = ["9h"]
melds = ["1 {3s 3h 3d}", "1 [4s 5s 6s]", "2 [5h 6h 7h]", "1 [Ts 0:Js 0:*=Qs]"]
last = 2
"""
#: The 8 of hearts can be laid off, alone or with the 9 that lies on it.
ALONG = """
rules = { preset = "classic" }
dealer = 1
to_act = 0
phase = "draw"
hands = ["2s 4d Kc", "2c Jd 3h"]
stock = "4s 9c Qc 5c"
pile = "2h 8h 9h Js"
melds = ["1 [5h 6h 7h]"]
"""
#: The melds of the others need more room than a phone, or a low window, has above the stock and the pile.
#: Nobody calls the ace of hearts, so that the turn is the person's.
MANY_MELDS = """
rules = { preset = "pagat", options = { call = "none" } }
dealer = 2
to_act = 0
phase = "draw"
hands = ["2s 4d Kc 9d 9h", "2c Jd", "8d Qs"]
stock = "4s 8c 5d 7d 7c"
pile = "5c Ah"
melds = [
    "1 {3s 3h 3d 3c}", "1 {6s 6d 6c}", "1 [7s 8s 9s]", "1 {Ts Th Tc}", "1 {Ks Kh Kd}", "1 [4h 5h 6h]",
    "2 {As Ac Ad}", "2 {Js Jh Jc}", "0 {Qh Qd Qc}",
]
last = 2
"""


def test_a_table_is_drawn_before_python_has_loaded__and_a_game_goes_on_when_the_page_is_opened_again(
    fresh: Any, site: str
) -> None:
    page = fresh.page
    page.goto(f"{site}#game=AAAA")
    page.wait_for_selector(".hand .card")
    assert page.locator("button.card").count() == 0
    assert "Loading" in page.locator(".loading").inner_text()
    page.wait_for_selector(".hand button.card")
    assert "cannot be read" in page.locator(".notice.wrong").inner_text()  # the link, and a game begins
    assert page.locator(".hand button.card").count() == 7
    page.get_by_role("button", name="Draw a card", exact=True).click()
    settled(page)
    before = hand_of(page)
    page.goto("about:blank")
    page.goto(f"{site}#preset=classic&seats=2")
    page.get_by_role("button", name="Keep playing").click()  # the match goes on, and the link would take its place
    page.wait_for_selector(".hand button.card")
    assert hand_of(page) == before


def test_a_selection_that_is_no_move_says_why(page: Any) -> None:
    page.get_by_role("button", name="Draw from the stock").click()
    settled(page)
    cards = page.locator(".hand button.card")
    cards.nth(0).click()
    cards.nth(1).click()
    settled(page)
    assert page.locator(".why").inner_text() == "Not allowed: A meld has three cards or more; this one has 2."
    page.get_by_role("button", name="Draw from the stock").click()  # a second draw
    settled(page)
    assert "You draw once a turn" in page.locator(".notice.wrong").inner_text()


def test_a_card_of_the_pile_that_nothing_goes_with_is_named_and_the_draw_stays(page: Any) -> None:
    page.evaluate("text => rummy500.open(text, 0)", MANY_MELDS)
    settled(page)
    page.locator(".pile button.card").first.click()
    settled(page)
    why = page.locator(".why").inner_text().replace("\ufe0e", "")
    assert why == "Not allowed: You can\u2019t take 5♣ now: no legal move uses it."
    page.locator(".hand button.card").first.click()
    settled(page)
    page.get_by_role("button", name="Draw a card", exact=True).click()
    settled(page)
    assert page.evaluate("rummy500.state.update.view.phase") == "play"
    assert not page.get_by_role("button", name="Draw a card", exact=True).is_visible()


#: Holds back the answers of the worker; `release(n)` lets the first n through.
HOLD = """() => {
    const { host } = rummy500, held = [];
    host.receive = (data) => held.push(data);
    globalThis.release = (count) => {
        delete host.receive;
        for (const data of held.splice(0, count)) host.receive(data);
        if (held.length) host.receive = (data) => held.push(data);
    };
    globalThis.answered = () => held.filter(({ kind }) => kind === "done").length;
}"""


def test_an_answer_about_a_card_that_is_no_longer_selected_is_ignored(page: Any) -> None:
    def wait_for_answers(count: int) -> None:
        page.evaluate(
            "async (count) => { while (answered() < count) await new Promise((then) => setTimeout(then, 5)); }", count
        )

    page.keyboard.press("d")
    settled(page)
    before = hand_of(page)
    cards, discard = page.locator(".hand button.card"), page.locator(".bar .buttons button", has_text="Discard")
    page.evaluate(HOLD)
    for _ in range(2):  # selected, and deselected before the answer: two clicks are no double click
        cards.nth(2).click()
    wait_for_answers(1)
    page.evaluate("release(Infinity)")
    settled(page)
    assert page.locator(".card.selected").count() == 0
    assert discard.count() == 0
    page.keyboard.press("Enter")
    settled(page)
    assert hand_of(page) == before

    page.keyboard.press("Escape")  # the key has selected the card that has the focus
    settled(page)
    page.evaluate(HOLD)
    cards.nth(2).click()
    cards.nth(2).click()
    cards.nth(4).click()
    wait_for_answers(2)
    page.evaluate("release(2)")  # the answer about the first card, and its end
    assert discard.count() == 0
    page.evaluate("release(Infinity)")
    settled(page)
    discard.click()
    settled(page)
    assert page.evaluate("rummy500.state.log.some(({ isMine, text }) => isMine && text.startsWith('You discard'))")


def test_a_card_that_is_clicked_as_the_hand_ends_leaves_the_next_hand_as_any_other(page: Any) -> None:
    page.evaluate("text => rummy500.open(text, 0)", MANY_MELDS.replace("4s 8c 5d 7d 7c", ""))
    settled(page)
    # The pass ends the hand, and the worker gets the selection after that.
    page.evaluate(
        """() => {
            const buttons = [...document.querySelectorAll(".bar button")];
            buttons.find(({ textContent }) => textContent.trim() === "Pass").click();
            document.querySelector(".hand button.card").click();
        }"""
    )
    settled(page)
    page.get_by_role("button", name="Next hand").click()
    settled(page)
    while not page.evaluate("rummy500.state.update.view.to_act === 0"):
        page.get_by_role("button", name="Let it go").click()
        settled(page)
    page.keyboard.press("d")
    settled(page)
    page.locator(".hand button.card").first.click()
    settled(page)
    assert page.locator(".bar .buttons button", has_text="Discard").count() == 1


def test_a_click_is_answered_while_expert_thinks(page: Any) -> None:
    set_out(page, "classic", player="expert")
    for press in ("d", "Enter"):
        settled(page)
        if press == "Enter":
            page.locator(".hand button.card").first.click()
            settled(page)
        page.keyboard.press(press)
    page.get_by_text("Ada is on turn.").wait_for()
    page.locator(".hand button.card").first.click()
    page.evaluate(
        "async () => { while (!rummy500.isAnswered()) await new Promise((then) => setTimeout(then, 5)); }"
    )  # while the page is not idle
    kind, is_selected = page.evaluate("() => [rummy500.state.update.waiting.kind, Boolean(rummy500.state.selected)]")
    assert (kind, is_selected) == ("programs", True)
    page.locator(".bar .status", has_text="Your turn").wait_for()
    assert page.evaluate("() => rummy500.state.notice") is None


def test_a_hand_of_sixteen_is_one_row_on_a_desktop(page: Any) -> None:
    page.evaluate("text => rummy500.open(text, 0)", SIXTEEN)
    settled(page)
    cards = page.locator(".hand button.card")
    boxes = [each.bounding_box() for each in cards.all()]
    assert len({box["y"] for box in boxes}) == 1
    shown = [right["x"] - left["x"] for left, right in pairwise(boxes)]
    assert min(shown) >= 30
    index = cards.first.locator(".index").bounding_box()
    assert index["x"] + index["width"] <= boxes[1]["x"]
    for card in cards.all():
        card.click()
    assert page.locator(".card.selected").count() == len(boxes) == 16


def test_the_hand_does_not_jump_on_a_desktop(page: Any) -> None:
    seen = set()
    for _ in range(3):
        seen.add(page.locator(".hand").bounding_box()["y"])
        page.locator(".tools button", has_text="Hint").click()
        settled(page)
        seen.add(page.locator(".hand").bounding_box()["y"])
        page.get_by_role("button", name="Play it").click()
        settled(page)
    assert len(seen) == 1


def test_the_form_marks_the_option_that_cannot_be(page: Any) -> None:
    open_form(page)
    target = page.get_by_label("Points to play to")
    for points, marked in (("-5", "true"), ("250", None)):
        target.fill(points)
        page.keyboard.press("Tab")
        settled(page)
        assert target.get_attribute("aria-invalid") == marked
        assert page.locator("label.option.wrong").count() == (1 if marked else 0)
        assert page.get_by_role("button", name="Deal", exact=True).is_enabled() == (not marked)


def test_other_rules_keep_the_chosen_options_that_they_have(page: Any) -> None:
    def options() -> Any:
        settled(page)
        return page.evaluate("rummy500.state.setup.options")

    open_form(page)
    page.locator("input[value=oklahoma]").check()
    settled(page)
    page.locator("dialog summary", has_text="Options").click()
    page.get_by_label("Points to play to").fill("250")
    page.keyboard.press("Tab")
    settled(page)
    page.locator('label.option[title="oklahoma.opening-use"] select').select_option(index=0)
    chosen = options()
    assert chosen["match.target"] == 250
    assert len(chosen) == 2
    page.locator("input[value=oklahoma]").uncheck()
    page.locator("input[value=floating]").check()
    assert options() == {"match.target": 250}
    assert page.get_by_label("Points to play to").input_value() == "250"
    page.locator("input[value=michigan]").check()
    assert options() == {}  # the lists have the target, and compose refuses it
    page.locator("input[value=michigan]").uncheck()
    page.locator("input[name=preset][value=classic]").check()
    page.locator("input[value=floating]").uncheck()
    page.locator("input[value=oklahoma]").check()
    assert options() == chosen
    page.get_by_role("button", name="Cancel").click()


def test_plugins_that_do_not_go_together_say_why(page: Any) -> None:
    open_form(page)
    page.locator("input[value=oklahoma]").check()
    settled(page)
    persian = page.locator("label", has=page.locator("input[value=persian]"))
    assert persian.locator("input").is_disabled()
    assert "Not with Oklahoma: both set rules for jokers" in persian.inner_text()
    page.locator("input[value=oklahoma]").uncheck()
    page.locator("input[value=persian]").check()
    settled(page)
    partners = page.locator("input[value=partnership]")
    assert partners.is_checked()
    assert partners.is_disabled()  # persian requires it
    assert page.get_by_label("Seats", exact=True).input_value() == "4"
    assert page.get_by_label("Points to play to").count() == 1
    page.locator("input[value=persian]").uncheck()
    assert page.get_by_label("Seats", exact=True).input_value() == "3"
    page.locator("input[value=persian]").check()
    page.get_by_role("button", name="Deal", exact=True).click()
    settled(page)
    assert page.locator(".seatline").count() == 4
    page.get_by_role("tab", name="Rules").click()
    assert "Standard with Persian" in page.locator("#panel .title").inner_text()


def test_a_variant_that_is_chosen_on_a_phone_stays_in_its_place(page: Any) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    open_form(page)
    persian = page.locator("input[value=persian]")
    persian.scroll_into_view_if_needed()
    before = persian.bounding_box()["y"]
    persian.check()
    settled(page)
    assert page.locator("dialog em", has_text="Not with Persian").count() > 1  # lines above it
    assert abs(persian.bounding_box()["y"] - before) < 2


def test_escape_closes_the_menu_and_the_list_of_all_moves(page: Any) -> None:
    hand = page.locator(".hand").bounding_box()
    for name in ("Menu", "All moves"):
        page.get_by_text(name).click()
        assert page.locator("details[open]").count() == 1
        assert page.locator(".hand").bounding_box() == hand
        page.keyboard.press("Escape")
        assert page.locator("details[open]").count() == 0


#: The lines of the log, in plain characters.
LOG = "rummy500.state.log.map(({ text }) => text.replaceAll('\\ufe0e', ''))"


def test_a_take_names_the_cards_that_come_along(page: Any) -> None:
    page.evaluate("text => rummy500.open(text, 0)", MANY_MELDS.replace('pile = "5c Ah"', 'pile = "9c 5c Ah"'))
    settled(page)
    page.locator(".pile button.card").first.click()
    settled(page)
    offers = [each.replace("\ufe0e", "") for each in page.locator(".bar .buttons button").all_inner_texts()]
    assert "Take 9♣ and 5♣ A♥, and meld 9♥ 9♦ 9♣" in offers
    page.locator(".bar .buttons button", has_text="Take").first.click()
    settled(page)
    assert "You take 9♣ and 5♣ A♥, and meld 9♥ 9♦ 9♣" in page.evaluate(LOG)


#: Seat 0 has a card for each of two melds of seat 1, of which one is doubled, and so sealed.
SEALED = """
rules = { preset = "classic", plugins = ["dealers-gambit"] }
dealer = 1
to_act = 0
phase = "play"
hands = ["4s 7h Kd 2s", "8c Kc"]
stock = "Td Jc"
pile = "6d"
melds = ["1 {4h 4d 4c}", "1 [8h 9h Th]"]
plugin = { dealers-gambit = { named = "double", joker = "used", sealed = [1] } }
"""


def test_refusals_notes_scores_and_the_log_name_melds_by_their_cards_or_owners(page: Any) -> None:
    page.evaluate("text => rummy500.open(text, 0)", SEALED)
    settled(page)

    def shown(place: str) -> str:
        return str(page.locator(place).first.inner_text()).replace("\ufe0e", "")

    assert " ".join(shown(".middle .notes").split()).endswith("sealed: 4♥ 4♦ 4♣")
    page.locator('.hand button.card[data-card="4s"]').click()
    settled(page)
    page.locator(".meld", has_text="four of clubs").first.click()
    settled(page)
    assert shown(".why") == "Not allowed: 4♥ 4♦ 4♣ is doubled, and so sealed."
    page.keyboard.press("Escape")
    page.locator('.hand button.card[data-card="7h"]').click()
    settled(page)
    page.locator(".bar .buttons button", has_text="Lay off 7♥").first.click()
    settled(page)
    assert page.evaluate(LOG)[-1] == "You lay off 7♥ on Ada\u2019s meld"
    page.get_by_role("tab", name="Score").click()
    assert "laid off on Ada\u2019s meld 7♥" in " ".join(shown("#panel").split())
    assert "doubled 4♥ 4♦ 4♣" in " ".join(shown("#panel").split())


#: Seat 0 goes out by its last discard; nobody has a meld, so nobody wins the hand.
#: Seat 1 takes the jack of spades once seat 0 has discarded it.
WANTED = """
rules = { preset = "pagat" }
to_act = 0
phase = "play"
hands = ["Js 9c 4d 7s", "Jh Jd 2c 5h 8d"]
drawn = ["4d"]
stock = "4s 9d Qc 5c"
pile = "3d"
"""
LAST_CARD = """
rules = { preset = "classic" }
dealer = 1
to_act = 0
phase = "play"
hands = ["9h", "2c"]
stock = "4s 8c 5d 7d 7c"
pile = "Kh"
"""
#: Then both have 500.
TIED = LAST_CARD + "scores = [500, 502]\n"


@pytest.mark.parametrize(("scores", "said"), [("[500, 502]", "The lead is tied: the match goes on."), ("[0, 2]", "")])
def test_a_tie_past_the_target_is_said_to_be_played_on(page: Any, scores: str, said: str) -> None:
    page.evaluate("text => rummy500.open(text, 0)", TIED.replace("[500, 502]", scores))
    settled(page)
    page.locator(".hand button.card").first.click()
    page.locator(".bar .buttons button", has_text="Discard").first.click()
    assert page.locator(".bar.over .status").inner_text() == f"You went out. {said}".strip()
    assert [each[1:3] for each in places(page)] in ([["You", "0"], ["Ada", "-2"]], [["Ada", "-2"], ["You", "0"]])


def test_a_call_names_the_cards_that_come_along_and_the_log_says_what_others_did_with_a_take(page: Any) -> None:
    page.evaluate("text => rummy500.open(text, 0)", CALLABLE.replace("5c Ah Th", "Th 5c Ah"))
    page.locator(".bar.window").wait_for()
    call = page.locator(".bar .buttons button", has_text="Rummy!").first
    assert call.inner_text().replace("\ufe0e", "") == (
        'Call "Rummy!" and take 5♣ A♥, and lay off 10♥ on your own 7♥ 8♥ 9♥'
    )
    set_out(page, "classic", seats=3)
    play_out(page)
    settled(page)
    taken = [line for line in page.evaluate(LOG) if " takes " in line]
    assert taken
    assert all(re.search(r", (and )?(melds|lays off) ", line) for line in taken)
    assert " with " not in "".join(taken)


def test_the_list_of_all_moves_says_how_a_call_differs_from_a_take(page: Any) -> None:
    page.evaluate(
        "text => rummy500.open(text, 0)",
        MANY_MELDS.replace("5c Ah", "7h 5c").replace(', options = { call = "none" }', ""),
    )
    settled(page)
    page.get_by_text("All moves").click()
    headings = page.locator(".moves h3").all_inner_texts()
    assert any(each.startswith("Call: now, before anyone else") for each in headings)
    page.keyboard.press("Escape")


NOT_HERE = "Not allowed: A group is of one rank."


def test_a_card_that_does_not_fit_on_a_meld_says_why(page: Any) -> None:
    page.evaluate("text => rummy500.open(text, 0)", TAKEN)
    settled(page)
    melds = page.locator(".others .melds > li")
    melds.first.click()
    settled(page)
    assert not page.locator(".why").is_visible()  # without a card there is nothing to say
    page.locator(".hand button.card").first.click()
    settled(page)
    melds.first.click()
    settled(page)
    assert page.locator(".why").inner_text() == NOT_HERE
    page.keyboard.press("Escape")
    settled(page)
    assert not page.locator(".why").is_visible()


def test_a_card_that_is_dragged_frames_the_melds_on_which_it_fits(page: Any) -> None:
    page.evaluate("text => rummy500.open(text, 0)", TAKEN)
    settled(page)
    melds = page.locator(".others .melds > li")
    eight = page.locator(".hand button.card", has_text="eight of hearts")
    for card, target in ((eight, melds.first), (eight, melds.last)):
        held, place = card.bounding_box(), target.bounding_box()
        page.mouse.move(held["x"] + 20, held["y"] + 30)
        page.mouse.down()
        page.mouse.move(place["x"] + 20, place["y"] + 20, steps=5)
        settled(page)
        framed = melds.evaluate_all(
            "all => all.map((each) => [each, each.firstElementChild].some("
            "(box) => getComputedStyle(box).outlineStyle !== 'none'))"
        )
        assert framed == [False, False, False, True]
        page.mouse.up()
        settled(page)
        if target is melds.first:
            assert page.locator(".why").inner_text() == NOT_HERE
    assert any("lay off 8♥ on Bela" in each for each in page.evaluate(LOG))


def test_a_card_that_was_taken_is_marked_and_says_why_it_cannot_be_discarded(page: Any) -> None:
    page.evaluate("text => rummy500.open(text, 0)", TAKEN)
    settled(page)
    fresh = page.locator(".hand button.fresh")
    assert [each.split(", ")[1].split() for each in fresh.all_text_contents()] == [["just", "taken9"]]
    fresh.click()
    settled(page)
    assert page.locator(".bar .offer").count() > 1
    said = " ".join(page.locator(".tip").all_inner_texts()).replace("\ufe0e", "")
    assert "No discard: You have just taken 9♥ from the pile; discard another." in said
    page.locator(".hand button.card", has_text="eight of hearts").click()
    page.get_by_role("button", name="Clear").click()
    settled(page)
    assert "No discard" not in page.locator(".bar").inner_text()


def test_the_table_shows_an_empty_stock__and_who_laid_off_a_wild_card_beside_its_role(page: Any) -> None:
    page.evaluate("text => rummy500.open(text, 0)", TAKEN)
    settled(page)
    assert page.locator(".stock .gap").count() == 1
    assert page.locator(".stock .back").count() == 0
    by, role = page.locator(".melds .by").last, page.locator(".melds .role").last
    assert by.inner_text() == "You"
    assert role.bounding_box()["y"] + role.bounding_box()["height"] <= by.bounding_box()["y"]


def test_a_hand_of_two_rows_has_rows_of_one_length_on_a_phone(page: Any) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.evaluate("text => rummy500.open(text, 0)", TAKEN)
    settled(page)
    heights = [each.bounding_box()["y"] for each in page.locator(".hand button.card").all()]
    assert [heights.count(each) for each in sorted(set(heights))] == [7, 6]
    assert page.get_by_role("button", name="Sort by rank").inner_text() == "By rank"


def test_the_pile_is_spread_where_there_is_room(page: Any) -> None:
    page.set_viewport_size({"width": 768, "height": 1024})
    page.evaluate("text => rummy500.open(text, 0)", TAKEN)
    settled(page)

    def boxes() -> list[Any]:
        return [each.bounding_box() for each in page.locator(".pile button.card").all()]

    assert all(right["x"] - left["x"] >= 0.65 * left["width"] for left, right in pairwise(boxes()))
    page.set_viewport_size({"width": 390, "height": 844})
    many = "4h 6d 7d 8c Tc Qc Jh Qh Kh 5d 9s"
    page.evaluate("text => rummy500.open(text, 0)", TAKEN.replace("5c Ah Ks 7s 8s", f"5c Ah Ks 7s 8s {many}"))
    settled(page)
    rows = [each["y"] for each in boxes()]
    assert len(set(rows)) == 2
    assert len({each["x"] for each in boxes()}) == rows.count(rows[0])  # each below another


def test_a_phone_on_its_side_shows_the_hand_and_the_buttons_beside_the_table(page: Any) -> None:
    page.set_viewport_size({"width": 740, "height": 360})
    settled(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 740
    draw = page.get_by_role("button", name="Draw a card", exact=True)
    for scrolled in (0, 60):
        page.evaluate("top => window.scrollTo(0, top)", scrolled)
        for each in (*page.locator(".hand button.card").all(), draw):
            box = each.bounding_box()
            assert box["x"] >= 370
            assert box["y"] >= 0
            assert box["y"] + box["height"] <= 360
    pile, card = page.locator(".pile").bounding_box(), page.locator(".pile button.card").last.bounding_box()
    assert card["y"] + card["height"] <= pile["y"] + pile["height"]
    assert page.evaluate("document.querySelector('.pile').scrollHeight <= document.querySelector('.pile').clientHeight")
    page.get_by_text("All moves").click()
    moves = page.locator(".moves > div").bounding_box()
    assert moves["y"] >= 0
    assert moves["y"] + moves["height"] <= 360
    page.keyboard.press("Escape")
    aside = page.locator("aside").bounding_box()
    assert aside["x"] < 20  # below the table


def test_the_length_of_a_match_is_asked_beside_the_seats_unless_no_score_ends_it(page: Any) -> None:
    open_form(page)
    settled(page)
    target = page.get_by_label("Points to play to")
    assert target.count() == 1
    players = page.locator("fieldset", has=page.get_by_label("Seats", exact=True))
    assert "Several people at one screen: Play in a terminal." in players.inner_text()
    target.fill("120")
    page.locator("input[value=michigan]").check()
    settled(page)
    assert target.count() == 0
    page.locator("input[value=michigan]").uncheck()
    settled(page)
    target.fill("120")
    page.get_by_role("button", name="Deal", exact=True).click()
    settled(page)
    assert page.evaluate("rummy500.state.rules.target") == 120


def places(page: Any) -> list[list[str]]:
    """The table at the end of a hand: place, name, this hand and total of each."""
    rows = page.locator(".places tbody tr").all()
    return [[cell.replace("\u2212", "-") for cell in row.locator("th, td").all_inner_texts()] for row in rows]


def test_the_end_of_a_hand_is_a_table_of_places(page: Any) -> None:
    set_out(page, "pagat", seats=4)
    play_out(page)
    settled(page)
    found = places(page)
    totals = [int(total) for *_, total in found]
    assert len(totals) == 4
    assert totals == sorted(totals, reverse=True)
    assert found[0][0] == "1"
    assert all(int(hand) == int(total) for *_, hand, total in found)  # of the first hand
    page.evaluate("text => rummy500.open(text, 0)", MANY_MELDS.replace("4s 8c 5d 7d 7c", ""))
    settled(page)
    page.get_by_role("button", name="Pass").click()
    settled(page)
    assert page.locator(".bar.over .status").inner_text().strip() == "The stock ran out."
    assert [each[:3] for each in places(page)] == [["1", "Ada", "+117"], ["2", "Bela", "+57"], ["3", "You", "-4"]]


def test_the_header_names_the_variants(page: Any) -> None:
    def header() -> str:
        return str(page.locator("h1").inner_text())

    set_out(page, "pagat", "persian", "boathouse", seats=4)
    settled(page)
    assert header() == "rummy500 500 Rummy: Standard with Persian and Boathouse"  # Partnership comes with Persian
    page.set_viewport_size({"width": 360, "height": 740})
    assert header() == "Standard with Persian and 1 more"
    set_out(page, "classic")
    settled(page)
    assert header() == "500 Rummy: Classic"


def test_variants_have_the_titles_and_pages_of_the_site(page: Any) -> None:
    index = (ROOT / "docs" / "variants" / "index.md").read_text("utf-8")
    titles = {name: title for title, name in re.findall(r"^\| \[(.+?)\]\((.+?)\.md\)", index, re.MULTILINE)}
    open_form(page)
    settled(page)
    found = page.locator(".variant")
    links = [each.get_attribute("href") for each in found.locator("a").all()]
    shown = zip(links, found.locator("b").all_inner_texts(), strict=True)
    assert {link.split("/")[2]: title for link, title in shown} == titles


def test_a_running_match_is_not_dropped_unasked(page: Any) -> None:
    def deal_anew() -> None:
        page.get_by_role("button", name="New game").click()
        settled(page)
        page.get_by_role("button", name="Deal", exact=True).click()
        settled(page)

    deal_anew()  # the person has not played yet
    assert not page.locator("dialog").is_visible()
    page.keyboard.press("d")
    settled(page)
    before = hand_of(page)
    deal_anew()
    page.get_by_role("button", name="Keep playing").click()
    settled(page)
    assert hand_of(page) == before
    deal_anew()
    with page.expect_download():
        page.get_by_role("button", name="Save as a file").click()
    assert "Saved as rummy500-game.json. To continue it: Menu, Open a file." in page.locator("dialog").inner_text()
    page.get_by_role("button", name="Leave it").click()
    settled(page)
    assert len(hand_of(page)) == 7
    assert page.evaluate("rummy500.state.update.view.phase") == "draw"


def test_the_score_to_play_to_is_that_of_the_rules(page: Any) -> None:
    page.get_by_role("tab", name="Score").click()
    for plugin, heading in (("oklahoma", "Match: first to 1000 points"), ("michigan", "Match without a target score")):
        set_out(page, "classic", plugin)
        settled(page)
        assert page.locator("#panel h2").first.inner_text() == heading


def test_partners_have_one_column_of_the_score_and_their_names_in_the_rules(page: Any) -> None:
    set_out(page, "pagat", "persian", seats=4)
    play_out(page)
    settled(page)
    page.get_by_role("tab", name="Score").click()
    rows = [row.locator("th, td").all_inner_texts() for row in page.locator("#panel table tr").all()]
    assert rows[0] == ["Hand", "You + Bela", "Ada + Cleo"]
    scores = page.evaluate("rummy500.state.update.last_hand.score.by_side")
    assert [points.replace("\u2212", "-") for points in rows[2]] == ["Score", *map(str, scores)]
    assert sorted(name for _, name, *_ in places(page)) == ["Ada + Cleo", "You + Bela"]
    page.get_by_role("tab", name="Rules").click()
    assert "You and Bela play against Ada and Cleo" in page.locator("#panel").inner_text()
    assert page.locator("#panel th").all_inner_texts() == ["Card", "on the table", "left in hand"]


@pytest.mark.parametrize(
    ("sides", "columns", "sentence"),
    [
        ("two", ["You + Bela + Dan", "Ada + Cleo + Egon"], "You, Bela and Dan play against Ada, Cleo and Egon."),
        (
            "three",
            ["You + Cleo", "Ada + Dan", "Bela + Egon"],
            "You and Cleo play against Ada and Dan, and against Bela and Egon.",
        ),
    ],
)
def test_partners_of_six_have_a_box_and_a_score_for_each_side(
    page: Any, sides: str, columns: list[str], sentence: str
) -> None:
    set_out(page, "pagat", "partnership", seats=6, partnership_sides=sides)
    settled(page)
    assert page.locator(".others > .place").count() == len(columns) - 1
    assert page.locator(".own .chip", has_text="partner").count() == len(columns[0].split("+")) - 1
    play_out(page)
    settled(page)
    assert sorted(name for _, name, *_ in places(page)) == sorted(columns)
    page.get_by_role("tab", name="Score").click()
    assert page.locator("#panel table tr").first.locator("th, td").all_inner_texts() == ["Hand", *columns]
    page.get_by_role("tab", name="Rules").click()
    assert sentence in page.locator("#panel").inner_text()


def test_an_option_is_in_words_and_is_played_by(page: Any) -> None:
    open_form(page)
    page.locator("dialog summary", has_text="Options").click()
    assert "meld.ace" not in page.locator("dialog").inner_text()
    option = page.locator('label.option[title="meld.ace"] select')
    option.select_option(index=1)
    chosen = option.evaluate("each => each.selectedOptions[0].textContent")
    page.get_by_role("button", name="Deal", exact=True).click()
    settled(page)
    rules = page.evaluate("rummy500.state.rules.options")
    assert next(each for each in rules if each["name"] == "meld.ace")["words"] == chosen


def test_a_phone_shows_the_hand_and_what_can_be_done_without_scrolling(page: Any) -> None:
    settled(page)
    page.set_viewport_size({"width": 360, "height": 740})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    for each in (*page.locator(".hand button.card").all(), page.get_by_role("button", name="Draw a card", exact=True)):
        box = each.bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 360
        assert box["y"] + box["height"] <= 740
        assert min(box["width"], box["height"]) >= 24
    while not page.locator(".mine .meld").count():
        page.locator(".tools button", has_text="Hint").click()
        settled(page)
        page.get_by_role("button", name="Play it").click()
        settled(page)
    page.locator(".hand button.card").first.click()
    settled(page)
    mine, hand = page.locator(".mine .melds").bounding_box(), page.locator(".hand").bounding_box()
    assert mine["y"] >= 0
    assert mine["y"] + mine["height"] <= hand["y"]
    open_form(page)
    settled(page)
    page.locator("dialog summary", has_text="Options").click()
    assert page.locator("dialog").evaluate("each => each.scrollWidth <= each.clientWidth")


#: The names of what a person draws with that something else covers, on a page that was not scrolled.
COVERED = """() => {
    window.scrollTo(0, 0);
    const last = " > li:last-child button";
    const all = { pile: `.pile${last}`, stock: ".stock button", hand: `.hand${last}`, draw: '[data-key="d"]' };
    return Object.entries(all).filter(([, found]) => {
        const each = document.querySelector(found), box = each.getBoundingClientRect();
        return !each.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2));
    }).map(([name]) => name);
}"""


def test_the_pile_is_in_sight_at_every_draw_and_the_next_hand_at_the_end(page: Any) -> None:
    set_out(page, "pagat", seats=5, seed="1")
    seen = 0
    for _ in range(40):
        settled(page)
        if page.locator(".bar.over").count():
            break
        for width, height in ((1280, 800), (360, 740)):
            page.set_viewport_size({"width": width, "height": height})
            if page.evaluate("rummy500.state.update.view.phase === 'draw'"):
                seen += 1
                assert page.evaluate(COVERED) == []
        page.locator(".tools button", has_text="Hint").click()
        settled(page)
        page.locator(".notice.news button, [data-key=l]").first.click()
    assert seen > 6
    page.evaluate("window.scrollTo(0, 0)")
    box = page.get_by_role("button", name="Next hand").bounding_box()
    assert box["y"] + box["height"] <= 740


@pytest.mark.parametrize("width", [1280, 360])
def test_a_card_of_the_pile_that_is_lifted_is_whole(page: Any, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 740})
    page.locator(".pile button.card").first.click()
    settled(page)
    lifted, pile = page.locator(".pile .selected").bounding_box(), page.locator(".pile").bounding_box()
    assert pile["y"] + 3 <= lifted["y"]  # with its frame; what goes beyond the pile is cut off
    assert pile["x"] + 3 <= lifted["x"]


def test_a_turn_is_played_by_touch__and_what_is_touched_is_large_enough(browser: Any, site: str) -> None:
    phone = Watched(browser, site, viewport={"width": 360, "height": 740}, has_touch=True)
    page = phone.page
    page.goto(f"{site}#preset=pagat&seats=4&seed=7")
    page.wait_for_selector(".hand button.card")
    assert page.locator(".seatline").count() == 4  # as the link says
    page.get_by_role("button", name="Draw a card", exact=True).tap()
    settled(page)
    cards = page.locator(".hand button.card")
    for place in (0, 2):
        cards.nth(place).tap()
    settled(page)
    assert page.locator(".card.selected").count() == 2
    middle = cards.nth(1).bounding_box()  # a card between two selected ones can be touched, too
    page.touchscreen.tap(middle["x"] + 15, middle["y"] + middle["height"] - 8)
    settled(page)
    assert page.locator(".card.selected").count() == 3
    page.get_by_role("button", name="Clear").tap()
    cards.nth(0).tap()
    page.locator(".bar .buttons button", has_text="Discard").tap()
    settled(page)
    assert page.evaluate("rummy500.state.log.some(({ isMine, text }) => isMine && text.startsWith('You discard'))")
    sizes = page.evaluate(
        "[...document.querySelectorAll('button:not(.card), summary')].filter((each) => each.checkVisibility())"
        ".map((each) => [each.textContent.trim(), each.getBoundingClientRect().height])"
    )
    assert [name for name, height in sizes if height < 40] == []
    phone.context.close()
    assert (phone.strays, phone.errors) == ([], [])


def test_a_turn_is_played_with_the_keyboard_alone(page: Any) -> None:
    dealt = len(hand_of(page))
    page.locator('.bar [data-key="d"]').wait_for()
    page.keyboard.press("d")
    settled(page)
    assert len(hand_of(page)) == dealt + 1
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.closest('.hand') !== null"):
            break
    page.keyboard.press("ArrowRight")
    name = page.evaluate("document.activeElement.textContent")
    page.keyboard.press("Space")
    settled(page)
    assert page.locator(".card.selected").text_content() == name
    page.keyboard.press("Enter")
    settled(page)
    assert page.evaluate("rummy500.state.log.some(({ isMine, text }) => isMine && text.startsWith('You discard'))")
    assert page.evaluate("document.activeElement.closest('.hand') !== null"), "the discarded card had the focus"


def test_each_seat_shows_what_it_has_on_the_table(page: Any) -> None:
    page.evaluate("text => rummy500.open(text, 0)", TAKEN)
    settled(page)
    facts = page.locator("h2.seat .facts").all_inner_texts()
    assert sorted(each.partition("· ")[2] for each in facts) == ["0 +18 points", "0 +25 points", "0 +34 points"]


def test_enter_plays_the_hint(page: Any) -> None:
    page.locator('.bar [data-key="d"]').wait_for()
    page.keyboard.press("d")
    settled(page)
    page.keyboard.press("h")
    settled(page)
    assert page.locator(".notice.news").inner_text().startswith("Hint:")
    moves = page.evaluate("rummy500.state.log.filter(({ isMine }) => isMine).length")
    page.keyboard.press("Enter")
    settled(page)
    assert page.evaluate("rummy500.state.log.filter(({ isMine }) => isMine).length") == moves + 1


def test_somebody_who_hears_the_page_is_told_what_the_others_did(page: Any) -> None:
    set_out(page, "classic", seats=2, seed="heard")
    settled(page)
    page.keyboard.press("d")
    settled(page)
    page.locator(".hand button.card").first.click()
    settled(page)
    page.keyboard.press("Enter")
    settled(page)
    heard = page.locator("main > [aria-live=polite]").inner_text()
    assert heard.startswith("Ada "), heard
    assert "Ada discards" in heard


@pytest.mark.parametrize(
    "closing", ["dialog.querySelector('.primary').click()", "dialog.close()"], ids=["by a button", "by Escape"]
)
def test_a_key_that_is_pressed_as_a_dialog_closes_is_not_lost(page: Any, closing: str) -> None:
    page.get_by_text("Menu").click()
    page.get_by_role("button", name="Keys and help").click()
    # The browser reports that a dialog was closed a frame later, after a key in the same moment.
    page.evaluate(
        f"{{ {closing}; document.body.dispatchEvent(new KeyboardEvent('keydown', {{ key: 'D', bubbles: true }})); }}"
    )
    settled(page)
    assert page.evaluate("rummy500.state.update.view.phase") == "play"


def test_a_card_is_discarded_by_dragging_it_to_the_pile(page: Any) -> None:
    page.keyboard.press("d")
    settled(page)
    card, pile = page.locator(".hand button.card").nth(2).bounding_box(), page.locator(".pilebox").bounding_box()
    page.mouse.move(card["x"] + 20, card["y"] + 30)
    page.mouse.down()
    page.mouse.move(pile["x"] + 150, pile["y"] + 40, steps=5)
    page.mouse.up()
    settled(page)
    assert page.evaluate("rummy500.state.log.some(({ isMine, text }) => isMine && text.startsWith('You discard'))")


def open_a_window(page: Any) -> None:
    page.evaluate("text => rummy500.open(text, 0)", CALLABLE)
    page.locator(".bar.window").wait_for()


def test_a_discard_is_called_in_a_window_or_let_go(page: Any) -> None:
    open_a_window(page)
    assert page.locator(".bar .status").inner_text().replace("\ufe0e", "") == "10♥ in the pile fits your meld. Rummy?"
    page.locator(".bar .buttons button", has_text="Rummy!").first.click()
    settled(page)
    assert page.evaluate("rummy500.state.log.some(({ isMine, text }) => isMine && text.startsWith('You call'))")
    open_a_window(page)
    page.keyboard.press("l")
    settled(page)
    assert page.locator(".bar.window").count() == 0


def test_a_window_for_calls_ends_by_itself(page: Any) -> None:
    page.evaluate("rummy500.state.settings.callSeconds = 1")
    open_a_window(page)
    page.locator(".bar.window").wait_for(state="detached")
    page.evaluate("rummy500.state.settings.callSeconds = 12")


def open_on_turn(page: Any) -> list[str]:
    """Open a position in which the person on turn may call, and Ada, a program, may call the same card."""
    page.evaluate(
        "text => rummy500.open(text, 0)", CALLABLE.replace("to_act = 2", "to_act = 0").replace("last = 1", "last = 2")
    )
    page.locator(".bar.window").wait_for()
    assert page.locator(".bar .clock").count() == 0
    return [text.strip() for text in page.locator(".bar > .buttons button").all_inner_texts()]


def logged(page: Any) -> list[str]:
    settled(page)
    found: list[str] = page.evaluate("rummy500.state.log.map(({ text }) => text)")
    return found


def test_a_person_on_turn_calls_before_a_program_that_could(page: Any) -> None:
    buttons = open_on_turn(page)
    assert [text.split()[0] for text in buttons] == ["Draw", "Call", "Let"]
    assert page.locator(".bar .status").inner_text().startswith("Rummy? Call 10♥")
    page.locator(".bar .buttons button", has_text="Rummy!").click()
    assert any(text.startswith("You call") for text in logged(page))
    for key in ("d", "l"):
        open_on_turn(page)
        page.keyboard.press(key)
        log = logged(page)
        assert any(text.startswith("Ada calls") for text in log)
        assert not any(text.startswith("You draw") for text in log)


def test_cards_that_come_with_the_one_selected_are_played_with_it(page: Any) -> None:
    page.evaluate("text => rummy500.open(text, 0)", ALONG)
    settled(page)
    page.locator('button.card[data-zone="pile"][data-place="1"]').click()
    settled(page)
    offered = page.locator(".bar .buttons button", has_text="Take")
    assert ["lay off 8" in text for text in offered.all_inner_texts()] == [True, True]
    offered.last.click()
    settled(page)
    assert page.locator(".others .melds .card").count() == 5


def test_undo_takes_back_what_was_done_since_the_last_new_card(page: Any) -> None:
    undo = page.locator(".tools button", has_text="Undo")
    assert undo.is_disabled()
    page.keyboard.press("d")
    settled(page)
    assert undo.is_disabled()  # the card that was drawn stays
    page.evaluate("text => rummy500.open(text, 0)", TAKEN)
    settled(page)
    before = hand_of(page)
    page.locator(".hand button.card", has_text="eight of hearts").click()
    settled(page)
    page.locator(".others .melds .target").click()
    settled(page)
    assert hand_of(page) != before
    undo.click()
    settled(page)
    assert hand_of(page) == before
    assert undo.is_disabled()


def test_nothing_is_undone_after_another_player_has_shown_cards(page: Any) -> None:
    page.evaluate("text => rummy500.open(text, 0)", WANTED)
    settled(page)
    page.locator(".hand button.card", has_text="jack of spades").click()
    page.locator(".bar .buttons button", has_text="Discard").click()
    settled(page)
    assert "takes J" in page.locator(".lately").inner_text()
    assert page.locator(".tools button", has_text="Undo").is_disabled()


def test_a_saved_file_and_a_link_bring_the_game_back(page: Any, tmp_path: Path) -> None:
    dealt = hand_of(page)
    page.keyboard.press("d")
    settled(page)
    page.get_by_text("Menu").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as a file").click()
    file = tmp_path / "game.json"
    download.value.save_as(file)
    assert json.loads(file.read_text("utf-8"))["format"] == "rummy500 play 1"
    before = hand_of(page)
    set_out(page, "classic", seats=3)
    page.set_input_files("#file", file)
    page.wait_for_selector(".notice.news")
    assert hand_of(page) == before
    page.set_input_files("#file", {"name": "x.json", "mimeType": "application/json", "buffer": b'{"format": 1}'})
    page.get_by_role("button", name="Leave it").click()
    page.wait_for_selector(".notice.wrong")
    assert "not a saved game" in page.locator(".notice.wrong").inner_text()
    set_out(page, "pagat", seats=3)
    assert hand_of(page) == dealt


def test_a_replay_shows_each_step(page: Any) -> None:
    set_out(page, "classic", seats=2)
    decisions = play_out(page)
    page.get_by_role("button", name="Replay", exact=True).click()
    page.wait_for_selector(".bar.replay")
    assert int(re.findall(r"of (\d+)", page.locator(".bar .status").inner_text())[0]) > decisions
    assert page.get_by_label("All hands").is_checked()  # the hand is over
    assert page.locator(".hand button.card").count() == 13  # dealt to each of two
    page.get_by_role("tab", name="Log").click()
    assert page.locator("#panel li").all_inner_texts() == ["A hand is dealt"]
    page.get_by_role("button", name="Forward").click()
    settled(page)
    assert "step 2" in page.locator(".bar .status").inner_text()
    assert page.locator("#panel li").count() == 2
    deeds = ""
    for _ in range(4):
        page.get_by_role("button", name="Forward").click()
        settled(page)
        deeds += page.locator(".bar .status").inner_text()
    assert "You discard " in deeds
    assert "Ada discards " in deeds
    page.get_by_role("button", name="End the replay").click()
    assert page.locator("#panel li").count() > decisions
    assert page.locator(".bar.over .status").inner_text().endswith("went out.")
    assert len(places(page)) == 2


def test_a_replay_of_a_hand_in_play_shows_hidden_cards_only_on_request(page: Any) -> None:
    page.keyboard.press("d")
    settled(page)
    text = page.evaluate("(async () => (await rummy500.host.call('save')))()")
    hidden, all_hands = page.get_by_label("Hand of"), page.get_by_label("All hands")

    def is_hidden_until_asked() -> None:
        page.locator(".bar.replay").wait_for()
        settled(page)
        assert not all_hands.is_checked()
        assert hidden.count() == 0
        all_hands.check()
        assert hidden.count() == 2
        page.get_by_role("button", name="End the replay").click()

    page.get_by_text("Menu", exact=True).click()
    page.get_by_role("button", name="Replay this game").click()
    is_hidden_until_asked()
    page.get_by_text("Menu", exact=True).click()
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Replay a file").click()
    chooser.value.set_files({"name": "game.json", "mimeType": "application/json", "buffer": text.encode()})
    is_hidden_until_asked()


#: Fills what the browser stores for the page, to the last character.
FILL = """() => {
    for (let size = 4_000_000; size >= 1; size = Math.floor(size / 2)) {
        for (let n = 0; n < 3; n += 1) {
            try { localStorage.setItem(`full ${size} ${n}`, "x".repeat(size)); } catch { break; }
        }
    }
}"""
EMPTIED = (
    "Object.keys(localStorage).filter((key) => key.startsWith('full ')).forEach((key) => localStorage.removeItem(key))"
)


@pytest.fixture
def full(page: Any) -> Iterator[Any]:
    """The page in a browser that has no room for anything more."""
    page.evaluate(FILL)
    yield page
    page.evaluate(EMPTIED)


def test_a_player_hears_once_that_the_storage_of_the_browser_is_full(full: Any) -> None:
    page = full
    page.keyboard.press("d")
    settled(page)
    told = page.locator(".notice.wrong").inner_text()
    assert told.startswith("This game is no longer saved: the browser's storage is full.")
    discard_the_first(page)
    assert page.locator(".notice").count() == 0
    set_out(page, "classic")  # the choice of rules is not remembered either, and the game begins
    settled(page)
    page.get_by_text("Menu", exact=True).click()
    page.get_by_role("button", name="Write a house rule").click()
    code = page.locator("#code")
    code.press_sequentially("# more than before")
    assert page.locator("#verdict").inner_text() == "Your rule is not saved: the browser's storage is full."
    page.evaluate(EMPTIED)
    code.press_sequentially("!")
    assert page.locator("#verdict").inner_text() == ""
    page.get_by_role("button", name="The first example").click()
    page.get_by_role("button", name="Close").click()
    page.keyboard.press("d")
    settled(page)
    assert page.evaluate("JSON.parse(localStorage.getItem('rummy500.game')).setup.preset") == "classic"


def discard_the_first(page: Any) -> None:
    page.locator(".hand button.card").first.click()
    settled(page)
    page.locator(".bar .buttons button", has_text="Discard").click()
    settled(page)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_an_automatic_check_finds_no_barrier(page: Any, axe: str, scheme: str) -> None:
    page.keyboard.press("d")
    settled(page)
    page.locator(".hand button.card").first.click()
    settled(page)
    page.emulate_media(color_scheme=scheme)
    page.evaluate(axe)
    found = [barriers(page)]
    for tab in ("Log", "Rules"):
        page.get_by_role("tab", name=tab).click()
        found.append(barriers(page))
    open_form(page)
    page.locator("input[value=oklahoma]").check()
    settled(page)
    page.locator("dialog summary", has_text="Options").click()
    found.append(barriers(page))
    page.get_by_role("button", name="Cancel").click()
    page.get_by_text("Menu").click()
    page.get_by_role("button", name="Write a house rule").click()
    found.append(barriers(page))
    assert found == [[]] * len(found)


def barriers(page: Any) -> list[str]:
    violations = page.evaluate("async () => (await axe.run()).violations")
    return [
        f"{each['id']}: {each['help']}, {[node['html'][:160] for node in each['nodes'][:3]]}" for each in violations
    ]
