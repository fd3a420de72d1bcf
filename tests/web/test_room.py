"""All that a decision needs is in sight: on a desktop, a tablet, a phone upright and on its side, with two to eight."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from tests.web.playing import MOST_CLICKS, play_out, set_out, settled

#: Windows by their names. The first two show the melds of everybody, too.
SIZES = {"desktop": (1280, 800), "tablet": (820, 1180), "phone": (390, 844), "phone on its side": (844, 390)}
LARGE = ("desktop", "tablet")
#: The names of what a person cannot see whole, or that something else covers. A card shows at least its left edge.
HIDDEN = """async (large) => {
    await new Promise(requestAnimationFrame);  // a window of another size is noted with the next picture
    window.scrollTo(0, 0);
    const found = (name, selector) => [...document.querySelectorAll(selector)].map((each, n) => [`${name} ${n}`, each]);
    const wanted = [
        ...found("stock", ".stock .card"),
        ...found("top of the pile", ".pile > li:last-child .card"),
        ...found("card of the hand", ".hand .card"),
        ...found("first button", ".bar .buttons button").slice(0, 1),
        ...found("name", ".others .seat"),
        ...found("number of cards", ".others .facts"),
        ...(large ? found("meld", ".others .meld") : []),
    ];
    return wanted.filter(([, each]) => {
        const { left, top, right, bottom } = each.getBoundingClientRect();
        if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight) return true;
        const at = document.elementFromPoint(left + Math.min(8, (right - left) / 2), (top + bottom) / 2);
        const place = each.closest(".place");
        const ends = large && place ? bottom > place.getBoundingClientRect().bottom : false;
        return ends || !(each.contains(at) || (at && place?.contains(at)));
    }).map(([name]) => name);
}"""
#: Play as a hint says, or let a call go.
STEP = """async () => {
    const { state, host, isIdle } = rummy500;
    const idle = async () => { while (!isIdle()) await new Promise((then) => setTimeout(then, 2)); };
    const { decision } = state.update.waiting;
    host.send({ type: "ask-hint" });
    await idle();
    if (state.hint) host.send({ type: "submit", decision, action: state.hint });
    else host.send({ type: "let-go", decision });
    await idle();
}"""


def hidden(page: Any) -> list[str]:
    """List what a decision needs and a player does not see, at each size of the window."""
    found: list[str] = []
    for name, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        found += [f"{name}: {each}" for each in page.evaluate(HIDDEN, name in LARGE)]
    return found


def play(page: Any) -> int:
    """Play a hand, and look at each decision.

    Returns:
        How many decisions the person had.
    """
    for decisions in range(MOST_CLICKS):
        settled(page)
        if page.locator(".bar.over").count():
            return decisions
        assert hidden(page) == [], f"decision {decisions}: {page.locator('.bar .status').inner_text()}"
        page.evaluate(STEP)
    raise AssertionError("the hand did not end")


@pytest.mark.parametrize(
    ("preset", "plugins", "seats", "seed"),
    [
        ("pagat", (), 2, "3"),
        ("pagat", (), 4, "1"),
        ("pagat", (), 5, "2"),
        ("classic", ("oklahoma",), 4, "3"),
        ("pagat", ("partnership",), 6, "1"),
    ],
)
def test_a_decision_has_all_that_it_needs_in_sight(
    page: Any, preset: str, plugins: tuple[str, ...], seats: int, seed: str
) -> None:
    set_out(page, preset, *plugins, seats=seats, seed=seed, player="easy")
    assert play(page) > 2


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "seats"),
    [(("pagat",), seats) for seats in (2, 3, 4, 5)]
    + [(("classic", "oklahoma"), seats) for seats in (2, 3, 4)]
    + [(("pagat", "throw-down"), seats) for seats in (2, 3, 4, 5)],
)
def test_each_decision_of_many_hands_has_all_that_it_needs_in_sight(
    page: Any, rules: tuple[str, ...], seats: int
) -> None:
    for seed in "1234":
        set_out(page, *rules, seats=seats, seed=seed, player="easy")
        play(page)


#: The left edges of the boxes in each row of opponents.
ROWS = """() => Object.values(Object.groupBy(document.querySelectorAll(".place"),
    (each) => Math.round(each.getBoundingClientRect().top))).map((row) => {
        const boxes = row.map((each) => each.getBoundingClientRect());
        return boxes.reduce((sum, { width }) => sum + width, 0);
    })"""


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_no_row_of_opponents_is_more_than_half_empty(page: Any, seats: int) -> None:
    set_out(page, "pagat", seats=seats)
    settled(page)
    for width, height in SIZES.values():
        page.set_viewport_size({"width": width, "height": height})
        rows = page.evaluate(ROWS)
        assert min(rows) >= 0.45 * max(rows)
    page.set_viewport_size({"width": 1280, "height": 800})
    assert len(page.evaluate(ROWS)) == 1


def test_eight_can_play(page: Any) -> None:
    names = ["You", "Ada", "Bela", "Cleo", "Dan", "Eva", "Finn", "Gus"]
    page.evaluate(
        """async (names) => {
            const { state, openTable } = rummy500;
            const programs = Object.fromEntries(names.slice(1).map((_, n) => [n + 1, "easy"]));
            const rules = { preset: "pagat", plugins: [], options: {}, seats: 8, house_rule: false };
            await openTable({ ...state.setup, ...rules, names, programs, seed: "4" });
        }""",
        names,
    )
    for _ in range(4):
        settled(page)
        if page.locator(".bar.over").count():
            break
        assert [each for each in hidden(page) if "meld" not in each] == []
        page.evaluate(STEP)


#: Everybody has melds; Ada has just discarded a ten, and it fits on the run of seat 0, as the ace does on Bela's aces.
MELDS = """
rules = { preset = "pagat" }
dealer = 2
to_act = 2
phase = "draw"
hands = ["Qd 4d 7d 5d", "2c 3c Jd", "4c 8d Qs", "5h 6h 9s 9d"]
stock = "8c Ks 7c Js"
pile = "Qh 5c Ah Th"
melds = ["0 [7h 8h 9h]", "1 {3s 3h 3d}", "3 [9c Tc Jc Qc Kc]", "3 {2h 2d 2s}", "1 [4s 5s 6s]", "2 {As Ad Ac}"]
last = 1
"""


@pytest.mark.parametrize("size", ["phone", "phone on its side"])
def test_a_tap_on_the_line_of_a_player_opens_all_of_it_over_the_table(page: Any, size: str) -> None:
    page.evaluate("text => rummy500.open(text, 0)", MELDS)
    settled(page)
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    page.get_by_role("button", name="All of Cleo: 2 melds").click()
    opened = page.locator(".side:popover-open")
    assert opened.locator(".meld").count() == 2
    for each in opened.locator(".meld .card").all():
        box = each.bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= height
        assert box["width"] >= 44
    page.keyboard.press("Escape")
    assert not opened.count()


#: Nobody has little, and one has a lot.
MANY_MELDS = """
rules = { preset = "classic", plugins = ["oklahoma"] }
to_act = 0
phase = "draw"
hands = ["Jh Kd 5h", "Kc", "Ks 4d Kh", "3d 7d"]
known = ["", "", "Ks 4d", ""]
stock = "8c Qs 2c Js"
pile = "Ah 4s"
melds = [
    "0 [9c Tc Jc]", "0 [4c 5c 6c 7c]", "0 {7s 7h 7h}",
    "1 [Qc Kc Ac]", "1 {3s 3h 3c}", "1 {Jh Jd Jc}", "1 [7c 8c 9c]",
    "2 [6s 7s 8s 9s Ts Js]", "2 [8h 9h Th]", "2 [Qd Kd Ad]", "2 [4d 5d 6d]", "2 {6s 6h 6d}", "2 [3h 4h 5h]",
    "2 {5s 5c 5d}", "3 {As Ah Ad}", "3 {Ts Th Td}",
]
"""


@pytest.mark.parametrize("size", [*LARGE, "phone on its side"])
def test_many_melds_are_smaller_and_lie_in_a_wider_box(page: Any, size: str) -> None:
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("text => rummy500.open(text, 0)", MANY_MELDS)
    settled(page)
    cut = "sides => sides.filter((each) => each.scrollHeight > each.clientHeight).map((each) => each.ariaLabel)"
    assert page.locator(".place > .side").evaluate_all(cut) == []
    assert min(each.bounding_box()["width"] for each in page.locator(".others .meld .card").all()) >= 26
    if size == "desktop":
        few, many = (page.get_by_role("region", name=f"{name}: hand").bounding_box() for name in ("Cleo", "Bela"))
        assert many["width"] > 1.3 * few["width"]
        assert page.locator(".lately").count() == page.locator(".lately:visible").count()
    if size not in LARGE:  # what the person has melded lies on the other half, below what can be done
        mine, bar = (page.locator(each).bounding_box() for each in (".mine", ".bar"))
        assert mine["x"] >= width / 2
        assert bar["y"] + bar["height"] <= mine["y"] <= height - 50  # the ranks of the first row, at least
    page.set_viewport_size({"width": 1800, "height": 1400})
    page.evaluate("() => new Promise(requestAnimationFrame)")
    assert page.locator(".others .meld .card").first.bounding_box()["width"] > 44  # a larger window has room for more


@pytest.mark.parametrize("size", SIZES)
def test_the_window_for_a_call_covers_neither_the_pile_nor_the_meld(page: Any, size: str) -> None:
    page.evaluate("text => rummy500.open(text, 0)", MELDS)
    settled(page)
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    assert page.locator(".bar.rummy").is_visible()
    found = page.locator(".card.called, .meld.called")
    assert found.count() == 4
    bar = page.locator(".bar").bounding_box()
    for each in page.locator(".bar .buttons button").all()[
        : 1 if size == "phone on its side" else 3
    ]:  # without scrolling
        box, room = each.bounding_box(), page.locator(".bar .buttons").bounding_box()
        assert box["y"] + box["height"] <= min(room["y"] + room["height"] + 3, height)
    for each in found.all():
        box = each.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= height
        assert box["y"] + box["height"] <= bar["y"] or box["x"] + box["width"] <= bar["x"]


@pytest.mark.parametrize("size", SIZES)
def test_the_end_of_a_hand_shows_the_places_and_what_comes_next(page: Any, size: str) -> None:
    set_out(page, "pagat", seats=5, seed="2", player="easy")
    play_out(page)
    settled(page)
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    for each in (*page.locator(".places tr").all(), page.get_by_role("button", name="Next hand")):
        box = each.bounding_box()
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= height


def test_a_note_of_a_variant_shows_cards(page: Any) -> None:
    set_out(page, "pagat", "throw-down", seats=3, seed="4", player="easy")
    settled(page)
    for _ in range(12):
        if page.locator(".note .card").count():
            break
        page.evaluate(STEP)
    cards = page.locator(".note .card")
    assert cards.count() > 0
    assert cards.first.evaluate("(each) => getComputedStyle(each).backgroundColor") != "rgba(0, 0, 0, 0)"
    assert page.locator(".note").first.evaluate("(each) => getComputedStyle(each).fontStyle") == "normal"


def test_marks_and_pips_lie_within_what_a_card_shows(page: Any) -> None:
    page.evaluate("text => rummy500.open(text, 0)", MELDS.replace("3 [9c Tc Jc", "3 [9c 1:Tc 0:Jc"))
    settled(page)
    for width, height in SIZES.values():
        page.set_viewport_size({"width": width, "height": height})
        boxes = [each.bounding_box() for each in page.locator(".others .by:visible").all()]
        for left, right in pairwise(boxes):
            assert left["x"] + left["width"] <= right["x"] or left["y"] != right["y"]
        cut = ".meldcards > .card:not(:last-child) .pip:visible, .fan:not(.pile) > li:not(:last-child) .pip:visible"
        assert page.locator(cut).count() == 0


@pytest.mark.parametrize("seats", [2, 3])
def test_cards_stay_where_they_are_while_one_selects_them_on_a_phone(page: Any, seats: int) -> None:
    set_out(page, "pagat", seats=seats, seed="3", player="easy")
    width, height = SIZES["phone"]
    page.set_viewport_size({"width": width, "height": height})
    settled(page)
    hand, near = page.locator(".hand"), 20  # less than a third of a card
    top = hand.bounding_box()["y"]
    page.get_by_role("button", name="Draw a card", exact=True).click()
    for place in range(4):
        settled(page)
        assert abs(hand.bounding_box()["y"] - top) <= near
        page.locator(".hand button.card").nth(place).click()
    settled(page)
    assert abs(hand.bounding_box()["y"] - top) <= near
