"""Tests of displayed discards: notes, positions, and beside a house rule; the examples of the rule are scenarios."""

from __future__ import annotations

import attrs
import pytest

import rummy500 as r5
from rummy500.engine.observe import hand_texts
from rummy500.hooks import Bag, HandMemory, Note, PluginInfo, PublicState, hookimpl
from rummy500.notation.position import position_table
from rummy500.notation.toml import toml_lines

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


def played(plugins: list[object], *actions: str) -> r5.Position:
    rules = r5.compose("pagat", plugins, seats=3)
    state = r5.parse_position(TAKE, rules=rules).state
    for action in actions:
        state = r5.apply(rules, state, r5.parse_action(action, state))
    return r5.Position(rules, state)


def test_discard_displayed_is_shown_as_a_note_and_written() -> None:
    before, turn, later = (played(["displayed-discards"], *done) for done in ((), (TAKEN,), (TAKEN, "1: discard 8s")))
    assert r5.notes(before.rules, before.state) == ()
    for now in (turn, later):
        assert r5.notes(now.rules, r5.observe(now.rules, now.state, 2)) == (
            Note("face up", "{cards}", 1, {"cards": "9s Kh"}),
        )
    text = "\n".join(toml_lines(position_table(later)))
    assert 'displayed = ["", "9s Kh", ""]' in text
    assert r5.parse_position(text).state == later.state


def test_discard_displayed_together_with_another_rule_that_shows_cards() -> None:
    for plugins in (["displayed-discards", AllOpen()], [AllOpen(), "displayed-discards"]):
        now = played(plugins, TAKEN, "1: discard 8s")
        assert hand_texts(r5.observe(now.rules, now.state, 0, memory="none"))[1] == "9s Kh"


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
    rules = r5.compose("pagat", ["displayed-discards"], seats=3)
    with pytest.raises(r5.NotationError, match=what) as raised:
        r5.parse_position(f"{TAKE}displayed = {value}\n", rules=rules)
    assert "line 7" in str(raised.value)
