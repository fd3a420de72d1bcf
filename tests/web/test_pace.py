"""Tests of what others do: one action after another, at a pace that the person chooses, and cards that move.

The clock of the page stands still, and goes on when a test says so; the worker has none.
"""

from __future__ import annotations

import time
from collections.abc import Generator
from itertools import pairwise
from typing import Any

import pytest
from tests.web.conftest import Watched
from tests.web.playing import set_out, settled

#: The actions of others that are shown so far, by their seats.
SHOWN = """() => rummy500.state.events.filter(({ kind, seat }) => kind === "acted" && seat).map(({ seat }) => seat)"""
STEP = 10


@pytest.fixture(scope="module")
def calm(browser: Any, site: str) -> Generator[Watched]:
    """A page at the calm pace, where cards move."""
    found = Watched(browser, site, pace="calm", reduced_motion="no-preference")
    found.page.clock.install(time=0)
    found.page.goto(site)
    found.page.wait_for_selector(".hand button.card")
    yield found
    found.context.close()
    assert (found.strays, found.errors) == ([], [])


def begin(page: Any, seats: int = 4, seed: str = "5", pace: str = "calm", player: str = "medium") -> None:
    """Open a table, and go on to the person's first discard, which is selected; from then on the clock stands still."""
    page.clock.resume()
    page.evaluate("pace => { rummy500.state.settings.pace = pace; }", pace)
    set_out(page, "pagat", seats=seats, seed=seed, player=player)
    settled(page)
    page.keyboard.press("d")
    settled(page)
    page.locator(".hand button.card").first.click()
    settled(page)
    page.clock.pause_at(page.evaluate("Date.now() / 1000") + 2)


def answered(page: Any) -> None:
    """Wait, by the clock on the wall, until the worker has nothing to do."""
    while page.evaluate("rummy500.host.open.size > 0 || rummy500.host.isThinking"):
        time.sleep(0.01)


def moments(page: Any, limit: int = 6000) -> list[tuple[int, int]]:
    """Let the clock go on until all is shown: the time of each change, and how many actions it has shown."""
    found: list[tuple[int, int]] = []
    shown, at = len(page.evaluate(SHOWN)), 0
    while not page.evaluate("rummy500.isIdle()"):
        page.clock.run_for(STEP)
        at += STEP
        now = len(page.evaluate(SHOWN))
        if now > shown:
            found.append((at, now - shown))
        shown = now
        assert at < limit
    return found


@pytest.mark.parametrize(("pace", "least", "most"), [("calm", 250, 600), ("quick", 250, 300)])
def test_each_change_is_one_action_of_one_player_a_moment_after_the_one_before(
    calm: Watched, pace: str, least: int, most: int
) -> None:
    begin(calm.page, pace=pace)
    calm.page.keyboard.press("Enter")
    answered(calm.page)
    found = moments(calm.page)
    assert len(found) >= 6
    assert {number for _, number in found} == {1}
    gaps = [after - before for (before, _), (after, _) in pairwise([(0, 0), *found])]
    assert all(least <= gap <= most + STEP for gap in gaps), gaps
    assert found[-1][0] <= 4000 + STEP
    assert calm.page.evaluate("rummy500.state.update.waiting.seats.includes(0) || !rummy500.state.update.view")


def test_a_round_of_many_actions_ends_after_four_seconds(calm: Watched) -> None:
    """The pace comes closer; how close follows from what is shown, not from what a program has thought."""
    pauses = calm.page.evaluate(
        """async () => {
            const { pause } = await import("./pace.js");
            return [1, 6, 10, 20, 60].map((count) => {
                let waited = 0;
                return Array.from({ length: count }, (_, n) => {
                    const next = pause(550, count - n, waited);
                    waited += next;
                    return next;
                });
            });
        }"""
    )
    for found in pauses:
        assert all(120 <= pause <= 550 for pause in found)
        assert sum(found) <= max(4000, 120 * len(found)) + 1
    assert pauses[0] == [550]


@pytest.mark.parametrize("how", ["click", "key"])
def test_a_click_or_a_key_shows_the_rest_and_does_nothing_else(calm: Watched, how: str) -> None:
    page = calm.page
    begin(page)
    page.keyboard.press("Enter")
    answered(page)
    page.clock.run_for(700)
    assert len(page.evaluate(SHOWN)) == 1
    hand = page.evaluate("rummy500.state.update.view.hand")
    if how == "key":
        page.keyboard.press("d")
    else:
        page.mouse.click(640, 4)
    page.clock.run_for(STEP)
    assert page.evaluate("rummy500.isIdle()")
    assert len(page.evaluate(SHOWN)) >= 6
    assert page.evaluate("rummy500.state.update.view.hand") == hand


#: Notes what a screen reader reads: each text that appears in the live region.
READ = """() => {
    globalThis.heard = [];
    new MutationObserver((records) => records.forEach(({ type, target, addedNodes }) => {
        if (type === "characterData") heard.push(target.textContent);
        else addedNodes.forEach(({ textContent }) => heard.push(textContent));
    })).observe(document.querySelector("main > [aria-live=polite]"),
        { childList: true, characterData: true, subtree: true });
}"""


def test_who_hears_the_page_hears_each_move_once_and_in_order(calm: Watched) -> None:
    page = calm.page
    begin(page)
    page.evaluate(READ)
    page.keyboard.press("Enter")
    answered(page)
    moments(page)
    heard = [each for each in page.evaluate("heard") if each.strip()]
    done = page.evaluate("rummy500.state.log.map(({ text }) => text.replace(/\\.?$/, '.'))")
    assert len(heard) >= 6
    assert heard == done[-len(heard) :]
    assert not any(each.startswith("You ") for each in heard)


def test_at_once_all_is_shown_without_a_clock(calm: Watched) -> None:
    begin(calm.page, pace="at once")
    calm.page.keyboard.press("Enter")
    answered(calm.page)
    assert moments(calm.page) == []
    assert len(calm.page.evaluate(SHOWN)) >= 6


def test_the_buttons_of_a_turn_are_enabled_as_soon_as_it_is_shown(calm: Watched) -> None:
    page = calm.page
    begin(page, seats=2, seed="7")
    page.keyboard.press("Enter")
    answered(page)
    moments(page)
    assert page.locator(".bar .buttons button").first.is_enabled()


def test_the_pace_is_a_setting(page: Any) -> None:
    page.get_by_text("Menu").click()
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Pace of the other players").select_option("quick")
    assert page.evaluate("JSON.parse(localStorage['rummy500.settings']).pace") == "quick"
    page.get_by_label("Pace of the other players").select_option("at once")
    page.get_by_role("button", name="Done").click()


# ---------------------------------------------------------------- cards move


#: Notes each card that begins to fly: whether it is in the way of clicks, and how long it takes.
FLIGHTS = """() => {
    globalThis.flown = [];
    new MutationObserver((records) => records.forEach(({ addedNodes }) => addedNodes.forEach((card) => {
        const { duration, delay } = card.getAnimations()[0].effect.getTiming();
        flown.push([getComputedStyle(card).pointerEvents, duration + delay]);
    }))).observe(document.getElementById("flying"), { childList: true });
}"""


def test_cards_move_from_place_to_place_and_are_in_nobody_s_way(calm: Watched) -> None:
    page = calm.page
    begin(page)
    page.evaluate(FLIGHTS)
    page.keyboard.press("Enter")
    answered(page)
    assert len(page.evaluate("flown")) == 1  # the own discard
    changes = len(moments(page))
    flown = page.evaluate("flown")
    assert len(flown) > changes
    assert all(clicks == "none" and 200 <= duration <= 300 for clicks, duration in flown)
    page.clock.resume()
    page.locator(".flying").last.wait_for(state="detached")


def test_no_card_moves_where_the_system_asks_for_less_motion(page: Any) -> None:
    page.keyboard.press("d")
    settled(page)
    assert page.locator(".flying").count() == 0


# ---------------------------------------------------------------- several events in one update


@pytest.mark.parametrize("rules", ["pagat", "oklahoma", "floating", "persian", "displayed-discards"])
def test_an_update_of_several_actions_is_shown_as_if_each_had_come_alone(page: Any, rules: str) -> None:
    """A server may send what several players did at once: the table between them is drawn from their changes."""
    plugins = [] if rules == "pagat" else [rules]
    set_out(page, "pagat" if not plugins else "classic", *plugins, seats=4, seed="3")
    settled(page)
    wrong = page.evaluate(
        """async () => {
            const { apart, MOVES } = await import("./steps.js");
            const { state, host, isIdle } = rummy500, updates = [];
            const receive = host.listener.answer;
            host.listener.answer = (answer) => {
                if (answer.type === "update") updates.push(structuredClone(answer));
                receive(answer);
            };
            for (let decisions = 0; decisions < 60 && state.update.view; decisions += 1) {
                const { decision, kind } = state.update.waiting;
                const legal = (state.update.legal?.kinds ?? []).flatMap(({ actions }) => actions);
                const next = legal.find(({ action }) => /^(draw|discard|pass)/.test(action)) ?? legal[0];
                if (next && kind !== "window") host.send({ type: "submit", decision, action: next.action });
                else if (kind === "window") host.send({ type: "let-go", decision });
                else await host.call("go-on");
                while (!isIdle()) await new Promise((then) => setTimeout(then, 2));
            }
            host.listener.answer = receive;
            const table = ({ view }) => JSON.stringify([
                view.stock, view.pile, view.hand.toSorted(), view.gone.toSorted(),
                view.hands.map(({ count }) => count),
                view.melds.map(({ owner, cards }) => [owner, cards.map(({ card }) => card).sort()]),
            ]);
            const wrong = [];
            for (let from = 0; from + 4 < updates.length; from += 4) {
                const [before, ...after] = updates.slice(from, from + 5);
                if (after.some(({ view }) => !view) || !before.view) continue;
                const shown = apart(before, { ...after.at(-1), events: after.flatMap(({ events }) => events) });
                const moved = after.filter(({ events }) => events.some(({ kind }) => MOVES.includes(kind)));
                shown.slice(0, -1).forEach((each, n) => {
                    if (table(each) === table(moved[n])) return;
                    wrong.push([moved[n].events.map(({ action }) => action), table(each), table(moved[n])]);
                });
            }
            if (updates.length < 20) wrong.push(updates.length);
            return wrong;
        }"""
    )
    assert wrong == []
