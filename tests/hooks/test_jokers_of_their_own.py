"""Tests of jokers that are not wild and form their own groups: shapes, lists, `explain`."""

from __future__ import annotations

import pytest

import rummy500 as r5
from rummy500.hooks import PluginInfo, Wilds, hookimpl


class OwnJokers:
    """A house rule: a joker is an ordinary card with its own rank."""

    @hookimpl
    def plugin_info(self) -> PluginInfo:
        return PluginInfo("own-jokers", "jokers make groups of their own")

    @hookimpl
    def wilds(self) -> Wilds:
        return Wilds((), groups_of_jokers=True)


@pytest.mark.parametrize("suits", ["any", "different"])
def test_a_group_of_jokers_has_no_suits_to_differ(suits: str) -> None:
    rules = r5.compose("pagat", [OwnJokers()], {"deck.jokers": 4, "meld.group-suits": suits})
    text = """
        to_act = 1
        phase = "play"
        hands = ["Kc", "* * * * 9s 2d"]
        drawn = ["2d"]
        stock = "Td"
        pile = "3s"
    """
    state = r5.parse_position(text, rules=rules).state
    melds = [r5.action_text(each, state) for each in r5.legal_actions(rules, state) if each.verb == "meld"]
    assert melds == ["1: meld {* * *}", "1: meld {* * * *}"]
    three = r5.apply(rules, state, r5.parse_action("1: meld {* * *}", state))
    lays = [r5.action_text(each, three) for each in r5.legal_actions(rules, three) if each.verb == "lay"]
    assert lays == ["1: lay * on m1"]
    assert r5.why_not(rules, three, r5.parse_action("1: lay 9s on m1", three)).rule == "meld.group"  # type: ignore[union-attr] # None fails, too


def test_wild_cards_are_not_explained_if_jokers_are_not_wild() -> None:
    holds = {one.rule: one.text for one in r5.explain(r5.compose("pagat", [OwnJokers()]))}
    assert not {"meld.joker", "meld.joker-role", "meld.joker-count"} & holds.keys()
    assert "joker" not in holds["score.values"] + holds["meld.group-max"]
    assert "wild" not in holds["meld.group-suits"]
    assert "2 jokers" in holds["deck.pack"]
