"""Tests of Oklahoma: options, refusals, the draw for the deal, saved matches, `explain`; its examples are scenarios."""

from __future__ import annotations

import pytest

import rummy500 as r5
from rummy500.hooks import Note, PluginInfo, hookimpl
from rummy500.notation.json import match_from_json, match_to_json
from rummy500.notation.position import position_table
from rummy500.notation.toml import toml_lines
from rummy500.rules.options import CORE_PRESETS
from rummy500_oklahoma.winning import Reserved


class Named:
    """A stand-in for a plugin of some name."""

    def __init__(self, name: str) -> None:
        self.name = name

    @hookimpl
    def plugin_info(self) -> PluginInfo:
        return PluginInfo(self.name, "a stand-in")


# ------------------------------------------------- options and refusals


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("meld.layoff", "any"),
        ("out.discard", "optional"),
        ("stock.empty", "pile"),
        ("match.target", 500),
        ("deal.size", 7),
        ("meld.ace", "high"),
    ],
)
def test_oklahoma_an_option_may_change_what_is_set(option: str, value: object) -> None:
    assert r5.compose("classic", ["oklahoma"]).options[option] != value
    assert r5.compose("classic", ["oklahoma"], {option: value}).options[option] == value


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"call": "full"}, "no calls"),
        ({"discard.barred": "drawn"}, "may be discarded"),
        ({"deck.packs": 1}, "two packs"),
        ({"deck.jokers": 1}, "oklahoma.jokers"),
        ({"draw.top": "free"}, "whole pile"),
        ({"draw.deep-use": "new-meld"}, "oklahoma.new-meld-only"),
        ({"draw.deep-use": "any", "oklahoma.new-meld-only": True}, "oklahoma.new-meld-only"),
        ({"meld.group-max": 8}, "closed"),
        ({"score.ace": "one"}, "counts 20"),
        ({"deal.opening": "upcard", "oklahoma.opening-use": True}, "oklahoma.opening-use"),
        ({"oklahoma.jokers": 5}, "0 to 4"),
        ({"oklahoma.jokers": True}, "0 to 4"),
        ({"oklahoma.opening-use": 1}, "true, false"),
    ],
)
def test_oklahoma_refuses_options_with_the_reason(options: dict[str, object], reason: str) -> None:
    with pytest.raises(r5.ComposeError, match=reason):
        r5.compose("classic", ["oklahoma"], options)


@pytest.mark.parametrize(
    "other", ["persian", "floating", "throw-down", "dealers-gambit", "five-ten-fifteen", "scoring", "michigan"]
)
def test_oklahoma_refuses_plugins_in_either_order(other: str) -> None:
    for plugins in (["oklahoma", Named(other)], [Named(other), "oklahoma"]):
        with pytest.raises(r5.ComposeError, match=f"oklahoma and {other} do not go together: .{{20}}"):
            r5.compose("classic", plugins, seats=4)


def test_oklahoma_is_for_two_to_four() -> None:
    with pytest.raises(r5.ComposeError, match="2 to 4 seats"):
        r5.compose("classic", ["oklahoma"], seats=5)


# ------------------------------------------------- the deal


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_deal_opening_offer_begins_the_hand_with_thirteen_cards_each(seats: int) -> None:
    rules = r5.compose("pagat", ["oklahoma"], {"oklahoma.jokers": 2}, seats=seats)
    public = r5.deal(rules, seed=1, dealer=1).public
    assert (public.phase, public.to_act, len(public.pile)) == ("offer", 2 % seats, 1)
    assert [public.hand_size(seat) for seat in range(seats)] == [13] * seats


@pytest.mark.parametrize(("drawn", "rounds"), [("As * 2c", 1), ("* * Ac 9d 4h", 2)])
def test_deal_first_dealer_a_joker_is_lowest_and_only_two_of_them_draw_again(drawn: str, rounds: int) -> None:
    rules = r5.compose("classic", ["oklahoma"], {"oklahoma.jokers": 2}, seats=3)
    draw = r5.draw_for_deal(rules, deck=r5.parse_cards(drawn))
    assert (draw.dealer, len(draw.rounds)) == (1, rounds)


# ------------------------------------------------- the match

HAND = """
    rules  = { preset = "classic", plugins = ["oklahoma"] }
    to_act = 1
    phase  = "play"
    hands  = ["3s", "8h 8d 8c 6s", "4s"]
    stock  = "Td Jc"
    pile   = "3s"
"""
LATER = (
    HAND
    + """
    scores = [0, 250, 0]
    match  = { plugin = { oklahoma = { reserved = [0, 250, 0] } } }
"""
)


def out_at_once(text: str) -> tuple[r5.Rules, r5.Match]:
    """Return the match after seat 1 has gone out in one turn."""
    before = r5.parse_position(text)
    rules, state = before.rules, before.state
    for action in ("1: meld {8h 8d 8c}", "1: discard 6s"):
        state = r5.apply(rules, state, r5.parse_action(action, state))
    return rules, r5.record_hand(rules, before.match, state)


def test_oklahoma_out_bonus_is_reserved_from_hand_to_hand() -> None:
    rules, match = out_at_once(LATER)
    assert match.memories == (Reserved((0, 500, 0)),)
    assert r5.notes(rules, match) == (Note("bonus apart", "500", 1),)


def test_oklahoma_out_bonus_is_saved() -> None:
    rules, match = out_at_once(HAND)
    assert match.memories == (Reserved((0, 250, 0)),)
    assert match_from_json(match_to_json(rules, match)) == (rules, match)
    between = r5.parse_position(LATER)
    table = position_table(between)
    assert table["match"] == {"plugin": {"oklahoma": {"reserved": [0, 250, 0]}}}
    assert r5.parse_position("\n".join(toml_lines(table))).match == between.match


def test_oklahoma_out_bonus_equal_scores_lifted_by_it_are_no_tied_end() -> None:
    lifted = LATER.replace("scores = [0, 250, 0]", "scores = [1040, 1040, 0]").replace("[0, 250, 0]", "[250, 250, 0]")
    assert not r5.parse_position(lifted).playoff
    assert r5.parse_position(lifted.replace("[250, 250, 0]", "[0, 0, 0]")).playoff


# ------------------------------------------------- `explain`


@pytest.mark.parametrize("preset", CORE_PRESETS)
@pytest.mark.parametrize(("jokers", "strict"), [(0, False), (2, False), (0, True)])
def test_oklahoma_explain_has_its_rules_and_none_that_they_replace(preset: str, jokers: int, strict: bool) -> None:
    strictly = {"oklahoma.opening-use": strict, "oklahoma.new-meld-only": strict}
    rules = r5.compose(preset, ["oklahoma"], {"oklahoma.jokers": jokers, **strictly}, seats=3)
    holds = {holding.rule: holding for holding in r5.explain(rules)}
    own = {"deuce", "ace-low", "group-closed", "queen", "values", "out-bonus", "target", "jokers"}
    own |= {"swap"} if jokers else set()
    own |= {"opening-use", "new-meld-only"} if strict else set()
    assert {rule for rule in holds if rule.startswith("oklahoma.")} == {f"oklahoma.{name}" for name in own}
    assert all(holds[f"oklahoma.{name}"].set_by == "plugin oklahoma" for name in own)
    gone = {"deck.pack", "deck.no-jokers", "meld.joker", "meld.group-max", "draw.deep", "score.values", "score.ace-one"}
    assert not holds.keys() & (gone | {"score.no-bonus", "match.target", "match.highest"})
    assert {"draw.whole-pile", "meld.layoff-own", "meld.joker-count", "stock.strict", "call.none"} <= holds.keys()
    assert ("joker" in holds["oklahoma.values"].text) == bool(jokers)
    assert ("or to keep" in holds["deal.opening-offer"].text) == (not strict)
