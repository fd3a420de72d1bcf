"""Tests of the text form of a plugin's memory: bags are written as cards, and read back in each form."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Final

import attrs
import pytest
from tests.hooks.samples import plugin

import rummy500 as r5
from rummy500 import NotationError
from rummy500.hooks import EMPTY_BAG, Bag, HandMemory, MatchMemory, bag_of, recall, remember, replace
from rummy500.notation.json import match_from_json, match_to_json, state_from_json, state_to_json
from rummy500.notation.position import position_table
from rummy500.notation.toml import toml_lines
from rummy500.wire import message_json, read_view, view_message

NOW: Final = 'hands = ["2c", "3c"]\nstock = "4c"\npile = "5c"'


@attrs.frozen
class Kitty:
    """Cards that lie aside, those of each seat, and numbers."""

    aside: Bag = EMPTY_BAG
    feet: tuple[Bag, ...] = ()
    points: int = 0
    bids: tuple[int, ...] = ()
    names: tuple[str, ...] = ()
    open: bool = False


@attrs.frozen
class Won:
    """Cards that were won in earlier hands."""

    cards: tuple[Bag, ...] = ()


def keeper() -> SimpleNamespace:
    return plugin(
        "keeper", memory=lambda: (HandMemory(Kitty), MatchMemory(lambda _: Won(), lambda rules, record, tally: record))
    )


RULES: Final = r5.compose("pagat", [keeper()], {"deck.packs": 2})
FULL: Final = Kitty(
    bag_of(r5.parse_cards("Kc Qs *")), (bag_of(r5.parse_cards("2h 2h *d")), EMPTY_BAG), -3, (4, 2**62), ("low",), True
)


def holding(record: Kitty) -> r5.Position:
    position = r5.parse_position(NOW, rules=RULES)
    return attrs.evolve(position, state=remember(RULES, position.state, record))


def written(position: r5.Position) -> str:
    return "\n".join(toml_lines(position_table(position)))


def read(text: str) -> Kitty:
    return recall(RULES, r5.parse_position(f"{NOW}\n[plugin.keeper]\n{text}", rules=RULES).state, Kitty)


def test_a_bag_is_written_as_its_cards() -> None:
    text = written(holding(FULL))
    assert 'aside = "Qs Kc *"' in text
    assert 'feet = ["2h 2h *d", ""]' in text


LARGE: Final = Kitty(bag_of(r5.parse_cards("Kc Kc")), (bag_of(r5.parse_cards("Ac Ac")),))  # of more than 64 bits


@pytest.mark.parametrize("record", [Kitty(), FULL, Kitty(Bag(0), (FULL.aside,)), attrs.evolve(FULL, feet=()), LARGE])
def test_every_record_is_read_back(record: Kitty) -> None:
    position = holding(record)
    assert r5.parse_position(written(position), rules=RULES) == position
    assert state_from_json(state_to_json(position), rules=RULES) == position
    view = r5.observe(RULES, position.state, 0)
    assert read_view(RULES, message_json(view_message(RULES, view))) == view


def test_a_match_is_read_back() -> None:
    match = r5.start_match(RULES)
    match = attrs.evolve(match, so_far=replace(match.so_far, memories=(Won((FULL.aside,)),)))
    text = match_to_json(RULES, match)
    assert '"Qs Kc *"' in text
    assert match_from_json(text, rules=RULES)[1] == match


def test_bags_that_earlier_versions_wrote_as_numbers_are_read() -> None:
    aside, foot = bag_of(r5.parse_cards("Qs *")), bag_of(r5.parse_cards("2h"))
    assert read(f"aside = {aside:d}\nfeet = [{foot:d}, 0]") == Kitty(aside, (foot, EMPTY_BAG))


@pytest.mark.parametrize(
    ("text", "message", "line", "column"),
    [
        ('aside = "Kc Qx"', "expected a card", 5, 13),
        ('aside = "Kc ??"', "?? cannot be in a set of cards", 5, 9),
        ('aside = "Kc Kc Kc Kc Kc"', "more than four Kc in one set of cards", 5, 9),
        ("aside = true", "aside is true", 5, 1),
        ('feet = ["Kc", 5]', "feet is a list; expected a list of whole numbers", 5, 1),
        ("feet = [true]", "feet is a list; expected a list of strings", 5, 1),
        ('feet = ["Kc", "??"]', "?? cannot be in a set of cards", 5, 15),
        ('points = "Kc"', "points is a string; expected a whole number", 5, 10),
    ],
)
def test_a_mistake_in_the_cards_has_its_place(text: str, message: str, line: int, column: int) -> None:
    with pytest.raises(NotationError) as caught:
        read(text)
    assert message in str(caught.value)
    assert (caught.value.line, caught.value.column) == (line, column)
