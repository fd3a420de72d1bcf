"""Tests of displayed discards: the cards that lie face up, until when, and in views with and without memory."""

from __future__ import annotations

from typing import Literal

import attrs
import pytest

import rummy500 as r5
from rummy500.game.view import hand_texts
from rummy500.hooks import Bag, HandMemory, PluginInfo, PublicState, bag_of, hookimpl, recall
from rummy500.notation.position import Position, position_table
from rummy500.notation.toml import toml_lines
from rummy500.rules.options import CORE_PRESETS
from rummy500_displayed_discards import Displayed

RULES = 'rules = { preset = "pagat", plugins = ["displayed-discards"] }'
TAKE = """
dealer = 0
to_act = 1
hands  = ["Kc Qd 2h", "4h 4c 8s", "Jd 3c 9d"]
stock  = "Td 5c 6c 7d 8d"
pile   = "2c 4d 9s Kh"
"""
TAKEN = "1: take 4d with {4d 4h 4c}"


@attrs.frozen
class Nothing:
    """A record without a field."""


def after(state: r5.State, rules: r5.Rules, *actions: str) -> r5.State:
    for action in actions:
        state = r5.apply(rules, state, r5.parse_action(action, state))
    return state


def played(*actions: str, position: str = TAKE) -> tuple[r5.Rules, r5.State]:
    read = r5.parse_position(f"{RULES}\n{position}")
    return read.rules, after(read.state, read.rules, *actions)


def seen(rules: r5.Rules, state: r5.State, seat: int | None, of: int, memory: Literal["full", "none"] = "none") -> str:
    return hand_texts(r5.observe(rules, state, seat, memory=memory))[of]


def test_discard_displayed_while_the_turn_goes_on() -> None:
    rules, state = played(TAKEN)
    assert seen(rules, state, 0, 1) == "9s Kh ??"
    assert seen(rules, state, None, 1) == "9s Kh ??"


def test_discard_displayed_after_the_turn() -> None:
    rules, state = played(TAKEN, "1: discard 8s")
    assert seen(rules, state, 2, 1) == "9s Kh"
    rules, state = played(TAKEN, "1: discard 9s", "2: draw")
    assert seen(rules, state, 0, 1) == "Kh ??"


def test_discard_displayed_is_shown_as_a_note() -> None:
    for turn in ((TAKEN,), (TAKEN, "1: discard 8s")):
        rules, state = played(*turn)
        assert r5.notes(rules, r5.observe(rules, state, 2)) == (r5.Note("face up", "9s Kh", 1),)
    rules, state = played()
    assert r5.notes(rules, state) == ()


def test_discard_displayed_until_the_next_turn_begins() -> None:
    turns = (TAKEN, "1: discard 8s", "2: draw", "2: discard Jd", "0: draw", "0: discard Qd")
    rules, state = played(*turns)
    assert seen(rules, state, 0, 1) == "9s Kh"
    rules, state = played(*turns, "1: draw")
    assert seen(rules, state, 0, 1) == "?? ?? ??"


def test_discard_displayed_a_lone_top_card_too() -> None:
    rules, state = played("1: take Kh", "1: discard 8s")
    assert seen(rules, state, 0, 1) == "Kh ?? ??"


def test_discard_displayed_a_card_drawn_from_the_stock_is_not() -> None:
    rules, state = played("1: draw", "1: discard 8s")
    assert seen(rules, state, 0, 1) == "?? ?? ??"


def test_discard_displayed_what_is_melded_or_laid_off_is_not() -> None:
    table = TAKE + 'melds = ["2 [Th Jh Qh]"]\n'
    rules, state = played(TAKEN, "1: lay Kh on m1", position=table)
    assert seen(rules, state, 0, 1) == "9s ??"


def test_discard_displayed_a_call_shows_what_it_took() -> None:
    calls = """
    dealer = 0
    to_act = 1
    phase = "play"
    hands  = ["Kc Qd", "9h 2c", "Jd 3c"]
    drawn  = ["2c"]
    stock  = "Td 5c 6c"
    pile   = "5s 8h"
    melds  = ["0 [6s 7s 8s]"]
    """
    rules, state = played("1: discard 2c", "0: call 5s on m1", position=calls)
    assert seen(rules, state, 2, 0) == "8h 2c ?? ??"


def test_discard_displayed_one_s_own_hand_is_seen_as_ever() -> None:
    rules, state = played(TAKEN)
    assert seen(rules, state, 1, 1) == "8s 9s Kh"


def test_discard_displayed_with_memory_nothing_changes() -> None:
    turns = (TAKEN, "1: discard 8s", "2: draw", "2: discard Jd", "0: draw", "0: discard Qd", "1: draw")
    rules, state = played(*turns)
    assert seen(rules, state, 0, 1, "full") == "9s Kh ??"


@pytest.mark.parametrize("preset", CORE_PRESETS)
def test_discard_displayed_without_the_plugin_nothing_lies_open(preset: str) -> None:
    read = r5.parse_position(f'rules = {{ preset = "{preset}" }}\n{TAKE}')
    state = after(read.state, read.rules, TAKEN)
    assert seen(read.rules, state, 0, 1) == "?? ?? ??"


def test_discard_displayed_in_a_position_as_the_plugin_remembers_it() -> None:
    rules, state = played(TAKEN, "1: discard 8s")
    text = "\n".join(toml_lines(position_table(Position(rules, state))))
    assert 'displayed = ["", "9s Kh", ""]' in text
    assert r5.parse_position(text).state == state


def test_discard_displayed_together_with_another_rule_that_shows_cards() -> None:
    class AllOpen:
        """A house rule: all known cards lie open."""

        @hookimpl
        def plugin_info(self) -> PluginInfo:
            return PluginInfo("open", "known cards lie open")

        @hookimpl
        def memory(self) -> HandMemory:
            def known(public: PublicState, _record: object) -> tuple[Bag, ...]:
                return public.known

            return HandMemory(Nothing, open_cards=known)

    for plugins in (["displayed-discards", AllOpen()], [AllOpen(), "displayed-discards"]):
        rules = r5.compose("pagat", plugins, seats=3)
        state = after(r5.parse_position(TAKE, rules=rules).state, rules, TAKEN, "1: discard 8s")
        assert seen(rules, state, 0, 1) == "9s Kh"


@pytest.mark.parametrize(
    ("value", "what"),
    [
        ('"9s"', "displayed must be a list of 3 texts"),
        ('["9s"]', "displayed must be a list of 3 texts"),
        ('["", 9, ""]', "displayed of seat 1 must be text"),
        ('["", "9z", ""]', "9z"),
        ('["", "4h", ""]', "displayed of seat 1 has cards that nobody saw go into its hand"),
    ],
)
def test_discard_displayed_in_a_position_names_what_is_wrong(value: str, what: str) -> None:
    with pytest.raises(r5.NotationError, match=what) as raised:
        r5.parse_position(f"{RULES}\n{TAKE}displayed = {value}\n")
    assert "line 8" in str(raised.value)


def test_discard_displayed_the_taken_one_of_two_equal_cards_is_played() -> None:
    position = """
    dealer = 0
    to_act = 1
    hands  = ["Kc Qd", "9h 9s 2c Js", "Jd 3c"]
    stock  = "Td 5c"
    pile   = "9h"
    known  = ["", "9h", ""]
    """
    rules = r5.compose("classic", ["displayed-discards"], {"deck.packs": 2}, seats=3)
    state = r5.parse_position(position, rules=rules).state
    state = after(state, rules, "1: take 9h with {9h 9s 9h}", "1: discard Js")
    assert seen(rules, state, 0, 1) == "??"


def test_explain_tells_the_rule() -> None:
    holds = {one.rule: one for one in r5.explain(r5.compose("classic", ["displayed-discards"]))}
    assert "face up" in holds["discard.displayed"].text
    assert holds["discard.displayed"].set_by == "plugin displayed-discards"


def test_discard_displayed_the_record_has_cards_and_not_their_text() -> None:
    rules, state = played(TAKEN, "1: discard 8s")
    assert recall(rules, state, Displayed).before == (0, bag_of(r5.parse_cards("9s Kh")), 0)
