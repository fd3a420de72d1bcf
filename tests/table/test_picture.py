"""Tests of a table as a picture and as text: all that is visible is there, nothing hidden is."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

import rummy500 as r5
from rummy500.cards.cards import card_text, cards_of
from rummy500.cards.pieces import piece_text
from rummy500_testing.hidden import redealt
from rummy500_testing.play import walk

_SVG = "{http://www.w3.org/2000/svg}"
_GAMES = [
    ("pagat", (), 3),
    ("classic", ("oklahoma",), 2),
    ("pagat", ("dealers-gambit",), 3),
    ("classic", ("persian",), 4),
]


@cache
def states() -> tuple[tuple[r5.Rules, r5.State], ...]:
    rng, found = random.Random(3), list[tuple[r5.Rules, r5.State]]()
    for preset, plugins, seats in _GAMES:
        rules = r5.compose(preset, plugins, seats=seats)
        for seed in range(2):
            found += [(rules, state) for _, state in walk(rules, r5.deal(rules, seed=seed), rng) if rng.random() < 0.08]
    return tuple(found)


def drawn(text: str) -> Counter[str]:
    return Counter(each.attrib["data-card"] for each in ET.fromstring(text).iter() if "data-card" in each.attrib)


def open_cards(public: r5.PublicState) -> Counter[str]:
    melded = [piece_text(piece) for meld in public.table for piece in meld.pieces]
    return Counter([*melded, *map(card_text, public.pile), *map(card_text, cards_of(public.gone))])


def test_svg_of_a_state_has_every_card() -> None:
    for rules, state in states():
        hands = Counter(card_text(card) for seat in range(rules.seats) for card in state.cards(seat))
        assert drawn(r5.svg(rules, state)) == open_cards(state.public) + hands


def test_svg_of_a_view_has_the_cards_that_its_seat_sees_and_no_other() -> None:
    for rules, state in states():
        for seat in (0, None):
            view = r5.observe(rules, state, seat)
            known = [view.hand if each == seat else view.public.known[each] for each in range(rules.seats)]
            hands = Counter(card_text(card) for bag in known for card in cards_of(bag))
            assert drawn(r5.svg(rules, view)) == open_cards(view.public) + hands


def test_svg_and_text_of_a_view_are_equal_after_hidden_cards_are_dealt_anew() -> None:
    rng = random.Random(8)
    for rules, state in states():
        other = redealt(rules, state, 0, rng)
        one, two = r5.observe(rules, state, 0), r5.observe(rules, other, 0)
        assert r5.svg(rules, one) == r5.svg(rules, two)
        assert r5.table_text(rules, one) == r5.table_text(rules, two)
        assert one._repr_html_() == two._repr_html_()
        nobody = redealt(rules, state, None, rng)
        assert state._repr_html_() == nobody._repr_html_()


HAND = r5.parse_position(
    """phase = "play"
    to_act = 0
    hands = ["4h Kd *", "2c 3c"]
    stock = "5d"
    pile = "9s"
    melds = ["0 [7h 8h *=9h]", "1 {Qh Qd 0:Qc}"]
    """
)


def test_svg_has_a_title_and_the_table_as_text_for_screen_readers() -> None:
    picture = ET.fromstring(r5.svg(HAND.rules, HAND.state))
    title, about = (picture.find(f"{_SVG}{name}") for name in ("title", "desc"))
    assert title is not None
    assert title.text == "500 Rummy: Seat 0 plays"
    assert about is not None
    assert about.text == r5.table_text(HAND.rules, HAND.state)


@pytest.mark.parametrize(
    ("names", "mark"), [((), "0"), (("Ann", "Ben"), "A"), (("Ann", "Abe"), "0"), (("ann", "Abe"), "0")]
)
def test_svg_marks_a_card_laid_off_on_another_seat_s_meld(names: tuple[str, ...], mark: str) -> None:
    picture = ET.fromstring(r5.svg(HAND.rules, HAND.state, names=names))
    marks = [each.text for each in picture.iter(f"{_SVG}text") if each.get("class") == "by"]
    assert marks == [mark]


def test_svg_frames_the_card_just_drawn_and_no_other() -> None:
    drew = r5.parse_position("phase='play'\nto_act=0\nhands=['4h Kd', '2c 3c']\ndrawn=['Kd']\nstock='5d'\npile='9s'")
    picture = ET.fromstring(r5.svg(drew.rules, drew.state))
    framed = [
        card.get("data-card")
        for card in picture.iter(f"{_SVG}g")
        if any(each.get("class") == "drawn" for each in card.iter(f"{_SVG}rect"))
    ]
    assert framed == ["Kd"]


def test_svg_needs_nothing_from_outside() -> None:
    text = r5.svg(HAND.rules, HAND.state)
    for wanted in ("url(", "@import", "href", "<script", "<image", "http://", "https://"):
        assert wanted not in text.replace("http://www.w3.org/2000/svg", "", 1)
    assert "prefers-color-scheme:dark" in text


def test_svg_escapes_and_shortens_names() -> None:
    names = ("<script>alert(1)</script>", 'a"&\0\u202e' + "x" * 1_000)
    text = r5.svg(HAND.rules, HAND.state, names=names)
    picture = ET.fromstring(text)
    assert "<script" not in text
    assert len(text) < 20_000
    assert any("<script>" in (each.text or "") for each in picture.iter(f"{_SVG}tspan"))


@pytest.mark.parametrize("width", [240, 520, 2_000])
def test_svg_keeps_every_card_inside(width: int) -> None:
    for rules, state in states():
        picture = ET.fromstring(r5.svg(rules, state, width=width))
        for each in picture.iter(f"{_SVG}g"):
            x, y = map(int, each.attrib["transform"].removeprefix("translate(").removesuffix(")").split())
            assert 0 <= x <= width - 44
            assert 0 <= y <= int(picture.attrib["height"]) - 62


def test_svg_has_four_colours_and_the_numbers_of_melds_if_wanted() -> None:
    assert 'class="r5 r5-four"' in r5.svg(HAND.rules, HAND.state, four_colours=True)
    plain = r5.svg(HAND.rules, HAND.state, meld_numbers=False)
    assert 'class="r5"' in plain
    for text, labels in ((plain, []), (r5.svg(HAND.rules, HAND.state, meld_numbers=True), ["m1", "m2"])):
        found = [each.text or "" for each in ET.fromstring(text).iter(f"{_SVG}text")]
        assert [each for each in found if each.startswith("m")] == labels


def test_a_notebook_shows_a_hidden_card_of_a_position_alone() -> None:
    view = r5.observe(HAND.rules, HAND.state, 1)
    assert drawn(HAND._repr_html_())["Kd"] == 1
    assert drawn(HAND.state._repr_html_())["Kd"] == 0
    assert drawn(view._repr_html_())["Kd"] == 0
    assert drawn(view._repr_html_())["3c"] == 1


def test_a_position_is_its_table_as_text() -> None:
    assert str(HAND).splitlines() == [
        "Seat 0 plays",
        "stock   1 card",
        "pile    9s/1",
        "seat 0  4h Kd * <",
        "  m1    [7h 8h *=9h]",
        "seat 1  2c 3c",
        "  m2    {Qh Qd 0:Qc}",
    ]


def test_the_picture_of_the_docs_is_that_of_its_page() -> None:
    docs = Path(__file__).parents[2] / "docs"
    code = (docs / "show-it.md").read_text("utf-8").split("```python\n")[1].split("```")[0]
    names: dict[str, str] = {}
    exec(code, names)
    assert (docs / "images" / "table.svg").read_text("utf-8") == names["picture"] + "\n"


@pytest.mark.parametrize(("phase", "line"), [("draw", "You draw"), ("play", "You play")])
def test_text_agrees_with_a_seat_named_you(phase: str, line: str) -> None:
    hand = r5.parse_position(f'to_act = 0\nphase = "{phase}"\nhands = ["4h 9s", "2c"]\npile = "Jd"\nstock = "5s"')
    assert r5.table_text(hand.rules, hand.state, names=("You", "Ben")).startswith(f"{line}\n")
