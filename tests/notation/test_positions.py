"""Tests of positions: every key and its default, every state that play reaches, places of errors."""

from __future__ import annotations

import pytest

import rummy500 as r5
from rummy500.base.errors import NotationError
from rummy500.cards.cards import bag_of
from rummy500.hooks import Turn
from rummy500.notation.actions import parse_cards
from rummy500.notation.position import Position, parse_position, position_table
from rummy500.notation.toml import toml_lines

#: Every key, none with its default.
FULL = """\
rules = { preset = "classic", options = { "match.target" = 300, "deck.jokers" = 3 } }
dealer = 1
to_act = 2
phase = "over"
hands = ["5h 6h", "Jd Qd Kc", "2c 3c *"]
stock = "4h 8c"
pile = "5c Ah Ks"
melds = ["0 [7h 8h 9h 2:Th]", "1 {9s 9d 9c}", "2 [As 2s 3s 4s 5s 6s 7s 8s *=9s Ts Js Qs *=Ks]"]
last = 1
drawn = ["2c"]
taken = ["Th"]
scores = [120, 65, -5]
known = ["5h", "", "3c"]
turn = { plays = ["Th on m1"], stock_only = true, claimed = true, stale = true, idle = 2, \
gone = "Kh 2h", ended = "out", out = 2 }
match = { hand = 3, playoff = true }
"""


def bag(text: str) -> int:
    return bag_of(parse_cards(text))


def text_of(position: Position) -> str:
    return "\n".join(toml_lines(position_table(position))) + "\n"


def fails(text: str) -> NotationError:
    with pytest.raises(NotationError) as caught:
        parse_position(text)
    return caught.value


def test_every_key() -> None:
    position = parse_position(FULL)
    rules, state, public = position.rules, position.state, position.state.public
    assert (rules.preset.name, rules.seats, rules.options["match.target"]) == ("classic", 3, 300)
    assert (public.match.dealer, public.to_act, public.phase, public.last) == (1, 2, "over", 1)
    assert state.hands == (bag("5h 6h"), bag("Jd Qd Kc"), bag("2c 3c *"))
    assert (tuple(state.stock), tuple(public.pile)) == (parse_cards("4h 8c"), parse_cards("5c Ah Ks"))
    assert [str(meld) for meld in public.table[:2]] == ["0 [7h 8h 9h 2:Th]", "1 {9s 9d 9c}"]
    assert public.table[2].low == 0
    assert (state.drawn, public.turn.taken) == (bag("2c"), bag("Th"))
    assert position.scores == (120, 65, -5)
    assert [(play.seat, play.verb, play.on) for play in public.turn.plays] == [(2, "lay", 0)]
    assert (public.turn.stock_only, public.turn.claimed, public.stale, public.idle) == (True, True, True, 2)
    assert public.known == (bag("5h"), 0, bag("3c"))
    assert (public.gone, public.ended, public.out, position.playoff) == (bag("Kh 2h"), "out", 2, True)
    assert parse_position(text_of(position)) == position


def test_defaults() -> None:
    position = parse_position('hands = ["5h", "6h", ""]\nstock = "2c"')
    public = position.state.public
    assert (position.rules.preset.name, position.rules.seats, position.rules.identity.options) == ("pagat", 3, ())
    assert (public.match.dealer, public.to_act, public.phase, public.last) == (0, 1, "draw", -1)
    assert (public.pile, public.table, public.turn, public.known, public.idle) == (b"", (), Turn(), (0, 0, 0), 0)
    assert (public.ended, public.out, public.gone, public.stale) == ("", -1, 0, False)
    assert (position.scores, position.playoff, position.state.drawn) == ((0, 0, 0), False, 0)
    assert parse_position('dealer = 2\nhands = ["5h", "6h", ""]\nstock = "2c"').state.public.to_act == 0


def test_default_values_are_not_written() -> None:
    keys = ["rules", "dealer", "to_act", "phase", "hands", "stock", "pile", "melds"]
    assert list(position_table(parse_position('hands = ["5h", "6h"]\nstock = "2c"'))) == keys


def test_options_may_be_nested() -> None:
    nested = parse_position('rules = { options = { match = { target = 250 } } }\nhands = ["5h", "6h"]')
    dotted = parse_position('rules = { options = { "match.target" = 250 } }\nhands = ["5h", "6h"]')
    assert nested == dotted
    assert nested.rules.options["match.target"] == 250


def test_a_hand_with_nothing_left_to_draw_is_over() -> None:
    assert r5.is_over(parse_position('hands = ["5h", "6h"]').state)
    strict = 'rules = { options = { "stock.empty" = "strict" } }\nhands = ["5h", "6h"]\npile = "2c"'
    assert parse_position(strict).state.public.ended == "stock"
    assert not r5.is_over(parse_position(strict.replace("strict", "pile")).state)


def test_what_is_listed_twice_must_be_in_the_pack_twice() -> None:
    twice = 'hands = ["5h 6h", "5h"]\nstock = "2c"\n'
    error = fails(twice)
    assert (error.line, error.column) == (1, 19)
    assert error.message == "the position has 5h twice; the pack has one"
    two = 'rules = { options = { "deck.packs" = 2 } }\n'
    assert parse_position(two + twice).rules.deal.packs == 2
    thrice = fails(two + twice.replace("2c", "5h"))
    assert (thrice.line, thrice.message) == (3, "the position has 5h 3 times; the pack has 2")


def test_two_equal_texts_are_distinguished_by_place() -> None:
    error = fails('# stock = "4x"\nhands = ["4h", "5h"]\npile = "2c" # "4x"\nstock = "4x"\n"turn".gone = "4x"')
    assert (error.line, error.column, error.message) == (4, 10, "'4x' is not a card")


def test_known_cards_are_written_if_they_are_not_the_taken_ones() -> None:
    rest = 'phase = "play"\nto_act = 0\nhands = ["9s 2c", "5h 6h"]\ntaken = ["9s"]\n'
    plain, nothing, more = (parse_position(rest + turn) for turn in ("", 'known = ["", ""]', 'known = ["9s", "5h"]'))
    assert [position_table(read).get("known") for read in (plain, nothing, more)] == [
        None,
        ["", ""],
        ["9s", "5h"],
    ]


def test_what_is_no_toml_has_its_place() -> None:
    for text, line, column in (("hands = [", 1, 10), ('hands = ["", ""]\ndealer = 1\ndealer = 2', 3, 11)):
        error = fails(text)
        assert (error.line, error.column, error.expected) == (line, column, "TOML")
