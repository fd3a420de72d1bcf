"""Tests of pockets: how cards go there and come back, who sees them, and where else they are shown."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any, Final

import pytest
from tests.hooks.samples import Bet, plugin, refusal

import rummy500 as r5
from rummy500.fast import determinize
from rummy500.hooks import Bag, HandMemory, Pocket, bag_of, pick_up, pocket, pocket_size, set_aside
from rummy500.notation.position import position_table
from rummy500.notation.toml import toml_lines
from rummy500.wire import message_json, read_view, view_message

KITTY: Final = Pocket("kitty", of="table", seen="nobody")
POCKETS: Final = (Pocket("foot", seen="owner"), KITTY, Pocket("market", of="table", seen="all"))
RULES: Final = r5.compose("classic", [plugin(memory=lambda: POCKETS)], seats=3)
HANDS: Final = """
to_act = 1
phase  = "play"
drawn  = "9h"
hands  = ["2s 3s", "4c 5d 9h", "Jd"]
stock  = "Ac Kd"
pile   = "7s 8s 9s"
known  = ["", "4c", ""]
"""
LAID: Final = """
foot   = ["", "6h 7h", "Td"]
kitty  = "2h 3h"
market = "4h 5h"
"""


def placed(more: str = LAID) -> r5.State:
    return r5.parse_position(HANDS + more, rules=RULES).state


STATE: Final = placed()


def bag(text: str) -> Bag:
    return bag_of(r5.parse_cards(text))


def parts(state: r5.State) -> dict[str, Any]:
    """The parts of a state that tools for pockets may change, as a position writes them."""
    table = position_table(r5.Position(RULES, state))
    named = {name: table.get(name, "") for name in ("stock", "pile", "drawn", "foot", "kitty", "market")}
    hands = {f"hand {seat}": text for seat, text in enumerate(table["hands"])}
    return named | hands | {"known": r5.cards_text(r5.cards_of(state.public.known[1]))}


#: What each tool changes.
TOOLS: Final[dict[str, tuple[Callable[[], r5.State], dict[str, Any]]]] = {
    "cards that all see leave a hand": (
        lambda: set_aside(RULES, STATE, "market", 1, bag("4c 9h")),
        {"hand 1": "5d", "known": "", "drawn": "", "market": "4h 5h 9h 4c"}),
    "after cards leave unseen nobody knows what stayed": (
        lambda: set_aside(RULES, STATE, "foot", 1, bag("5d")),
        {"hand 1": "9h 4c", "known": "", "foot": ["", "6h 7h 5d", "Td"]}),
    "a seat puts a card into the table's": (
        lambda: set_aside(RULES, STATE, "kitty", 0, bag("2s")), {"hand 0": "3s", "kitty": "2s 2h 3h"}),
    "cards of the stock": (
        lambda: set_aside(RULES, STATE, "kitty", from_stock=1), {"stock": "Kd", "kitty": "2h 3h Ac"}),
    "as many as the stock has": (
        lambda: set_aside(RULES, STATE, "foot", 0, from_stock=5), {"stock": "", "foot": ["Kd Ac", "6h 7h", "Td"]}),
    "cards of the pile": (
        lambda: set_aside(RULES, STATE, "market", from_pile=(1, 3)), {"pile": "8s", "market": "7s 9s 4h 5h"}),
    "all cards come back": (
        lambda: pick_up(RULES, STATE, "foot", 1),
        {"hand 1": "6h 7h 9h 5d 4c", "foot": ["", "", "Td"]}),
    "open cards are known where they go": (
        lambda: pick_up(RULES, STATE, "market", 1),
        {"hand 1": "4h 5h 9h 5d 4c", "known": "4h 5h 4c", "market": ""}),
    "some cards come back": (
        lambda: pick_up(RULES, STATE, "kitty", 2, bag("3h")), {"hand 2": "3h Jd", "kitty": "2h"}),
    "cards go onto the pile": (
        lambda: pick_up(RULES, STATE, "kitty", to="pile"), {"pile": "7s 8s 9s 2h 3h", "kitty": ""}),
    "nothing comes from an empty one": (lambda: pick_up(RULES, STATE, "foot", 0), {}),
}  # fmt: skip


@pytest.mark.parametrize("tool", TOOLS)
def test_a_tool_changes_what_it_names_and_leaves_no_defect(tool: str) -> None:
    move, expected = TOOLS[tool]
    after, before = move(), parts(STATE)
    assert {name: text for name, text in parts(after).items() if text != before[name]} == expected
    assert {defect.name for defect in r5.find_defects(RULES, after)} == {"missing-cards"}  # of the position


@pytest.mark.parametrize(
    ("move", "why"),
    [
        (lambda sight: set_aside(RULES, sight, "market", 1, bag("Jd")), "seat 1 does not hold Jd"),
        (lambda sight: set_aside(RULES, sight, "market", from_pile=(4,)), "the pile has 3 cards"),
        (
            lambda sight: pick_up(RULES, sight, "market", 1, bag("Ks 4h")),
            "the pocket market does not hold Ks 4h, or does not show it here",
        ),
        (lambda sight: set_aside(RULES, sight, "shoe", 1, bag("9h")), "no plugin of these rules has a pocket 'shoe'"),
        (lambda sight: pick_up(RULES, sight, "foot"), "each seat has a pocket 'foot' of its own: seat -1 is none"),
    ],
)
def test_cards_and_pockets_that_are_not_there_are_refused(move: Callable[[Any], object], why: str) -> None:
    for sight in (STATE, r5.observe(RULES, STATE, 1)):
        with pytest.raises((ValueError, KeyError), match=why):
            move(sight)


def test_what_a_view_does_not_have_is_refused() -> None:
    view = r5.observe(RULES, STATE, 1)
    with pytest.raises(ValueError, match="a view has no stock"):
        set_aside(RULES, view, "market", from_stock=1)
    with pytest.raises(ValueError, match="the pocket kitty does not hold \\?\\? \\?\\?, or does not show it here"):
        pick_up(RULES, view, "kitty", 1)


def test_tools_do_the_same_to_the_view_of_whoever_sees_the_pocket() -> None:
    changes: list[Callable[[Any], Any]] = [
        lambda sight: set_aside(RULES, sight, "foot", 1, bag("9h")),
        lambda sight: set_aside(RULES, sight, "market", 1, bag("4c")),
        lambda sight: set_aside(RULES, sight, "market", from_pile=(1, 2)),
        lambda sight: pick_up(RULES, sight, "foot", 1),
        lambda sight: pick_up(RULES, sight, "market", 2, to="pile"),
    ]
    for change in changes:
        assert change(r5.observe(RULES, STATE, 1)) == r5.observe(RULES, change(STATE), 1)


# ------------------------------------------------- who sees what


def seen(seat: int | None, name: str, whose: int = -1) -> tuple[str | None, int]:
    view = r5.observe(RULES, STATE, seat)
    found = pocket(RULES, view, name, whose)
    return None if found is None else r5.cards_text(r5.cards_of(found)), pocket_size(RULES, view, name, whose)


def test_a_pocket_shows_its_cards_to_its_owner_to_all_or_to_nobody_and_their_number_to_all() -> None:
    assert [seen(seat, "foot", 1) for seat in (0, 1, 2, None)] == [(None, 2), ("6h 7h", 2), (None, 2), (None, 2)]
    assert [seen(seat, "kitty") for seat in (0, 1, None)] == [(None, 2)] * 3
    assert [seen(seat, "market") for seat in (0, 1, None)] == [("4h 5h", 2)] * 3
    assert seen(2, "foot", 0) == ("", 0)
    assert pocket(RULES, STATE, "kitty") == bag("2h 3h")


def test_players_are_shown_a_note_for_each_pocket_with_cards() -> None:
    notes = [(note.label, note.text, note.seat) for note in r5.notes(RULES, r5.observe(RULES, STATE, 1))]
    assert notes == [("foot", "6h 7h", 1), ("foot", "1 card", 2), ("kitty", "2 cards", -1), ("market", "4h 5h", -1)]


def test_worlds_fill_hidden_pockets_with_cards_that_the_seat_does_not_see() -> None:
    state = set_aside(RULES, r5.deal(RULES, seed=3), "kitty", from_stock=3)
    state = set_aside(RULES, set_aside(RULES, state, "foot", 0, from_stock=2), "foot", 1, from_stock=2)
    rng, view, kitties = random.Random(1), r5.observe(RULES, state, 1), set[object]()
    for _ in range(20):
        world = determinize(RULES, view, rng)
        assert r5.observe(RULES, world, 1) == view
        assert r5.find_defects(RULES, world) == ()
        kitties.add(pocket(RULES, world, "kitty"))
    assert len(kitties) > 10


@pytest.mark.parametrize(
    ("seat", "shown"),
    [
        (0, ["hand 1 -> pocket 1 foot 1 ", "pocket kitty -> pile 2 2h 3h"]),
        (1, ["hand 1 -> pocket 1 foot 1 5d", "pocket kitty -> pile 2 2h 3h"]),
    ],
)
def test_changes_name_the_pocket_and_show_what_the_seat_sees(seat: int, shown: list[str]) -> None:
    aside = set_aside(RULES, STATE, "foot", 1, bag("5d"))
    after = pick_up(RULES, aside, "kitty", to="pile")
    found = r5.changes(RULES, STATE, r5.Action(1, "bury"), after, seat)
    lines = [f"{each.source} -> {each.target} {each.number} {r5.cards_text(each.cards)}" for each in found]
    assert sorted(lines) == shown
    assert {each.target.of_seat for each in found} == {1, None}


# ------------------------------------------------- texts


def test_a_position_and_a_view_have_the_pockets_under_their_names() -> None:
    table = position_table(r5.Position(RULES, STATE))
    assert (table["foot"], table["kitty"], table["market"]) == (["", "6h 7h", "Td"], "2h 3h", "4h 5h")
    assert r5.parse_position("\n".join(toml_lines(table)), rules=RULES).state == STATE
    for seat in (0, 1, None):
        view = r5.observe(RULES, STATE, seat)
        assert read_view(RULES, message_json(view_message(RULES, view))) == view
    data = json.loads(message_json(view_message(RULES, r5.observe(RULES, STATE, 1))))
    assert ("kitty", "2 cards", None) in [(note["label"], note["text"], note["seat"]) for note in data["notes"]]
    assert data["memory"] == {"foot": ["", "6h 7h", "??"], "kitty": "?? ??", "market": "4h 5h"}
    empty = position_table(r5.Position(RULES, placed("")))
    assert not {"foot", "kitty", "market"} & set(empty)


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ('foot = ["2h"]', "foot lists the cards of 1 places; expected 3"),
        ('kitty = "2x"', "expected a card"),
        ('kitty = "2s"', "2s is there 2 times"),
        ('kitty = "??"', "\\?\\? is there 1 times, in the pack 0 times"),
    ],
)
def test_a_wrong_pocket_of_a_position_is_refused_with_its_place(more: str, why: str) -> None:
    with pytest.raises(r5.NotationError, match=why):
        placed(more)


# ------------------------------------------------- what compose refuses


@pytest.mark.parametrize(
    ("declared", "why"),
    [
        (Pocket("pile"), "has a Pocket 'pile' whose name must be a word that is not one of the core's keys"),
        (Pocket(""), "has a Pocket '' whose name must be a word"),
        (Pocket("a", of="both"), "of must be seats or table, not 'both'"),  # type: ignore[arg-type] # wrong on purpose
        (Pocket("a", seen="me"), "seen must be all, owner or nobody"),  # type: ignore[arg-type] # wrong on purpose
        (Pocket("a", of="table", seen="owner"), "has a Pocket 'a' of the table: no seat owns it to see it"),
        ((Pocket("a"), Pocket("a")), "has two memories with the key 'a'"),
    ],
)
def test_a_wrong_pocket_is_refused(declared: Any, why: str) -> None:
    assert why in refusal(plugin(memory=lambda: declared))


def test_two_plugins_with_pockets_of_one_name_are_refused() -> None:
    assert "both have the key 'kitty'" in refusal(*(plugin(name, memory=lambda: KITTY) for name in ("one", "two")))


def test_pockets_stand_beside_one_memory_of_their_plugin() -> None:
    rules = r5.compose("classic", [plugin(memory=lambda: (KITTY, HandMemory(Bet), *POCKETS[::2]))])
    assert [type(record).__name__ for record in r5.deal(rules, seed=1).memories] == [
        *("InPocket", "Bet", "InPocket", "InPocket"),
    ]
    two = plugin(memory=lambda: (HandMemory(Bet), KITTY, HandMemory(Bet)))
    assert "has two memories of one kind" in refusal(two)
