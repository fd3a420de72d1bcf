"""Tests of the moments of a game: "Rummy!", what is celebrated and heard, the end of a hand, and its replay."""

from __future__ import annotations

from typing import Any

import pytest
from tests.web.conftest import Watched
from tests.web.playing import hand_of, is_over, play_out, set_out, settled
from tests.web.test_page import LAST_CARD, TAKEN, open_a_window, open_on_turn, places

#: Notes each moment: its text, how large it is, and what a click at its middle would hit.
NOTE = """() => {
    let last = rummy500.state.moment;
    globalThis.noted = [];
    globalThis.noting?.disconnect();
    globalThis.noting = new MutationObserver(() => {
        const text = document.querySelector(".moment b");
        if (!text || rummy500.state.moment === last) return;
        last = rummy500.state.moment;
        const { left, top, width, height } = text.getBoundingClientRect();
        const hit = document.elementFromPoint(left + width / 2, top + height / 2);
        noted.push([text.textContent, parseFloat(getComputedStyle(text).fontSize), Boolean(hit.closest(".moment"))]);
    });
    noting.observe(document.getElementById("page"), { childList: true, subtree: true, characterData: true });
}"""
#: Counts the notes that are played.
SPY = """globalThis.heard = 0;
const Heard = globalThis.AudioContext;
globalThis.AudioContext = class extends Heard {
    createOscillator() { heard += 1; return super.createOscillator(); }
};"""
#: The person draws, or discards the last card that may go.
DRAW_OR_DISCARD = """() => {
    const { state, host } = rummy500;
    const legal = state.update.legal.kinds.flatMap(({ actions }) => actions);
    const action = ["draw", "discard"]
        .flatMap((verb) => legal.filter(({ action }) => action.startsWith(verb))).at(-1)?.action;
    const answer = action ? { type: "submit", action } : { type: "let-go" };
    host.send({ ...answer, decision: state.update.waiting.decision });
}"""
#: Seat 0 goes out by its last discard, and wins the hand.
WINNING = LAST_CARD + 'melds = ["0 {Qs Qh Qd}"]\n'
#: Seat 0 may take the whole pile.
SWEEPABLE = """
rules = { preset = "classic" }
dealer = 1
to_act = 0
phase = "draw"
hands = ["3s 3h Kc 8d", "2c Jd 4h"]
stock = "4s 9c Qc 5c"
pile = "3d 7h Js 5s 2d 9s Td"
"""


def shown(text: str) -> str:
    """A text of the page, with suits that are no pictures."""
    return " ".join(text.replace("\ufe0e", "").split())


def open_position(page: Any, text: str) -> None:
    page.evaluate("text => rummy500.open(text, 0)", text)
    settled(page)
    page.evaluate(NOTE)


def discards_the_last_card(page: Any) -> None:
    page.locator(".hand button.card").first.click()
    page.locator(".bar .buttons button", has_text="Discard").first.click()
    settled(page)


# ---------------------------------------------------------------- Rummy!


def test_a_call_is_asked_for_by_its_name_and_what_it_takes_is_framed(page: Any) -> None:
    open_a_window(page)
    page.evaluate(NOTE)
    button = page.locator(".bar .buttons button.primary").first
    assert shown(button.inner_text()) == 'Call "Rummy!", and lay off 10♥ on your own 7♥ 8♥ 9♥'
    assert page.locator(".called").count() == 2
    assert "ten of hearts" in page.locator(".pile .card.called").text_content()
    assert "seven of hearts" in page.locator(".meld.called").text_content()
    button.click()
    settled(page)
    [[text, size, is_in_the_way]] = page.evaluate("noted")
    assert (text, size >= 28, is_in_the_way) == ("Rummy!", True, False)
    assert page.locator(".called").count() == 0
    status = page.locator(".bar .status")
    assert status.inner_text().startswith("Your turn goes on, without a draw: click cards")
    page.locator(".hand button.card").first.click()
    page.locator(".bar .buttons button", has_text="Discard").click()
    settled(page)
    while not page.locator(".bar button[data-key=d]").count():  # others may be asked, too
        page.keyboard.press("l")
        settled(page)
    page.keyboard.press("d")
    settled(page)
    assert status.inner_text().startswith("Your turn: click cards")


def test_a_call_of_somebody_else_is_a_moment_with_their_name(page: Any) -> None:
    open_on_turn(page)
    page.evaluate(NOTE)
    page.keyboard.press("l")
    settled(page)
    assert page.evaluate("noted.map(([text]) => text)")[0] == "Ada: Rummy!"


def test_a_card_that_was_let_go_is_offered_again_only_if_less_comes_along__and_stays_in_all_moves(page: Any) -> None:
    set_out(page, "pagat", seats=3, seed="39", player="easy")
    least = dict[str, int]()  # with how few cards each call was let go
    offered = again = held_back = 0
    for _ in range(60):
        settled(page)
        if is_over(page):
            break
        calls = page.evaluate(
            "rummy500.state.update.legal.kinds.filter(({ kind }) => kind === 'call')"
            ".flatMap(({ actions }) => actions).map(({ action, collects }) => [action, collects.length])"
        )
        fresh = [action for action, along in calls if along < least.get(action, 99)]
        assert page.locator(".bar.rummy").count() == bool(fresh)
        offered += len(fresh)
        again += sum(action in least for action in fresh)
        held_back += len(calls) - len(fresh)
        least |= {action: min(along, least.get(action, 99)) for action, along in calls}
        if calls:
            page.locator(".moves summary").click()
            assert 'Call "Rummy!"' in shown(page.locator(".moves").inner_text())
            page.keyboard.press("Escape")
        if page.get_by_role("button", name="Let it go").count():
            page.keyboard.press("l")
        else:
            page.evaluate(DRAW_OR_DISCARD)
    assert (offered, again, held_back) == (5, 1, 3)


# ---------------------------------------------------------------- in proportion


def test_moments_are_celebrated_in_proportion(page: Any) -> None:
    open_position(page, SWEEPABLE)
    page.locator(".pile button.card").first.click()
    page.locator(".bar .buttons button", has_text="Take").first.click()
    settled(page)
    [[swept, small, _]] = page.evaluate("noted")
    open_position(page, LAST_CARD)
    discards_the_last_card(page)
    [[out, _, _]] = page.evaluate("noted")
    open_position(page, WINNING)
    discards_the_last_card(page)
    [[hand, big, _]] = page.evaluate("noted")
    open_position(page, f"{WINNING}scores = [495, 0]\n")
    discards_the_last_card(page)
    [[match, huge, is_in_the_way]] = page.evaluate("noted")
    assert [swept, out, hand, match] == [
        "You sweep the pile!",
        "You go out!",
        "You win the hand!",
        "You win the match!",
    ]
    assert small < big < huge
    assert not is_in_the_way
    assert page.locator(".moment > i").count() > 10
    assert not page.locator(".moment > i").first.is_visible()  # the system asks for less motion
    page.get_by_role("button", name="Play again").click()
    settled(page)
    assert page.locator(".moment").count() == 0  # it does not stay over the next game


def test_sounds_are_off_in_one_tap_and_stay_off(fresh: Watched, site: str) -> None:
    page = fresh.page
    fresh.context.add_init_script(SPY)
    page.goto(site)
    page.wait_for_selector(".hand button.card")
    sound = page.get_by_role("button", name="Sound")
    assert sound.get_attribute("aria-pressed") == "true"
    page.get_by_role("button", name="Draw a card", exact=True).click()
    settled(page)
    before = page.evaluate("heard")
    assert before > 0
    sound.click()
    discards_the_last_card(page)
    assert page.evaluate("heard") == before
    page.reload()
    assert sound.get_attribute("aria-pressed") == "false"


def test_sounds_are_off_at_first_on_a_phone(browser: Any, site: str) -> None:
    phone = Watched(browser, site, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    phone.context.add_init_script(SPY)
    page = phone.page
    page.goto(f"{site}#preset=pagat&seats=2&seed=7")
    page.wait_for_selector(".hand button.card")
    page.get_by_role("button", name="Draw a card", exact=True).tap()
    settled(page)
    assert page.evaluate("heard") == 0
    sound = page.get_by_role("button", name="Sound")
    assert sound.get_attribute("aria-pressed") == "false"
    assert min(sound.bounding_box()[side] for side in ("width", "height")) >= 40
    sound.tap()
    page.locator(".hand button.card").first.tap()
    page.locator(".bar .buttons button", has_text="Discard").first.tap()
    settled(page)
    assert page.evaluate("heard") > 0
    phone.context.close()
    assert (phone.strays, phone.errors) == ([], [])


# ---------------------------------------------------------------- the end


def test_the_end_of_a_match_is_a_table_and_leads_to_another(page: Any) -> None:
    open_position(page, f"{WINNING}scores = [495, 20]\n")
    discards_the_last_card(page)
    assert page.locator(".places thead th").all_inner_texts()[1:] == ["Name", "This hand", "Total"]
    assert places(page) == [["1", "You", "+30", "525"], ["2", "Ada", "-2", "18"]]
    assert page.locator(".bar.over .status").inner_text() == "You went out. You win the match."
    buttons = page.locator(".bar.over .buttons button")
    assert buttons.all_inner_texts() == ["Play again", "Harder", "Replay"]
    buttons.nth(1).click()
    settled(page)
    assert page.evaluate("rummy500.state.update.seats.map(({ player }) => player)") == ["person", "hard"]
    assert page.evaluate("rummy500.state.update.match.scores") == [0, 0]

    open_position(page, f"{WINNING}scores = [495, 20]\n")
    discards_the_last_card(page)
    page.get_by_role("button", name="Play again").click()
    settled(page)
    assert page.evaluate("rummy500.state.update.seats.map(({ player }) => player)") == ["person", "medium"]

    open_position(page, f"{WINNING}scores = [495, 20]\n")
    page.evaluate("rummy500.state.opened.programs = { 1: 'expert' }")
    discards_the_last_card(page)
    assert buttons.all_inner_texts() == ["Play again", "Replay"]  # nobody is stronger


def test_the_end_of_a_hand_goes_on_with_the_next(page: Any) -> None:
    open_position(page, WINNING)
    discards_the_last_card(page)
    assert page.locator(".bar.over .buttons button").all_inner_texts() == ["Next hand", "Replay"]
    page.keyboard.press("n")
    settled(page)
    assert len(hand_of(page)) == 13


@pytest.mark.parametrize("how", ["buttons", "keys"])
def test_a_replay_plays_by_itself_and_jumps_to_the_next_own_decision(page: Any, how: str) -> None:
    set_out(page, "classic", seats=2)
    play_out(page)
    page.get_by_role("button", name="Replay", exact=True).click()
    page.locator(".bar.replay").wait_for()

    def does(key: str, name: str) -> None:
        if how == "keys":
            page.keyboard.press(key)
        else:
            page.get_by_role("button", name=name, exact=True).click()
        settled(page)

    def step() -> int:
        return int(page.evaluate("rummy500.state.replay.step"))

    assert page.locator(".bar .status").inner_text().strip().endswith("A hand is dealt.")
    does("ArrowRight", "Forward")
    assert step() == 2
    does("ArrowLeft", "Back")
    assert step() == 1
    does(" ", "Play")
    page.locator(".bar .status", has_text="step 4").wait_for()
    does(" ", "Pause")
    stopped = step()
    page.wait_for_timeout(700)
    assert step() == stopped
    assert page.get_by_role("button", name="Play", exact=True).is_enabled()
    does("m", "My next decision")
    assert step() > stopped
    assert page.evaluate("rummy500.state.replay.update.view.to_act") == 0
    does("ArrowRight", "Forward")
    assert " You " in page.locator(".bar .status").inner_text()
    page.get_by_role("button", name="End the replay").click()


# ---------------------------------------------------------------- two clicks


def test_a_double_click_discards_a_card__or_says_why_it_stays(page: Any) -> None:
    page.keyboard.press("d")
    settled(page)
    card = page.locator(".hand button.card").nth(2)
    name = card.get_attribute("data-card")
    card.dblclick()
    settled(page)
    assert page.evaluate(
        "name => rummy500.state.events.some(({ action, seat }) => seat === 0 && action.endsWith(`discard ${name}`))",
        name,
    )
    open_position(page, TAKEN)
    before = hand_of(page)
    page.locator('.hand button.card[data-card="9h"]').last.dblclick()
    settled(page)
    assert hand_of(page) == before
    assert page.locator(".bar .tip", has_text="No discard: ").or_(page.locator(".bar .why")).count() == 1


def test_a_double_click_before_the_draw_says_that_it_comes_first(page: Any) -> None:
    before = hand_of(page)
    page.locator(".hand button.card").first.dblclick()
    settled(page)
    assert hand_of(page) == before
    assert page.locator(".bar .why").inner_text().startswith("Not allowed: ")
