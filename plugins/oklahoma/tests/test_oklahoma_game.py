"""Tests of `oklahoma`: its options, refusals, the pack, the draw for the deal, and `explain`."""

from __future__ import annotations

import pytest
from plugins.oklahoma.tests.oklahoma_tables import position

import rummy500 as r5
from rummy500.hooks import JOKER, PluginInfo, hookimpl
from rummy500.notation.json import rules_from_json, rules_to_json
from rummy500.rules.options import CORE_PRESETS

SETTINGS = {
    "deck.packs": 2,
    "deck.jokers": 0,
    "deal.size": 13,
    "deal.opening": "offer",
    "meld.group-suits": "any",
    "meld.group-max": 4,
    "meld.run-min": 3,
    "meld.ace": "both",
    "meld.layoff": "own",
    "meld.first-minimum": 0,
    "draw.top": "must-meld",
    "draw.deep-use": "any",
    "discard.barred": "lone-top",
    "out.discard": "required",
    "stock.empty": "strict",
    "call": "none",
    "match.target": 1000,
    "match.reached": "reach",
}


class Named:
    """A stand-in for a plugin of some name."""

    def __init__(self, name: str) -> None:
        self.name = name

    @hookimpl
    def plugin_info(self) -> PluginInfo:
        return PluginInfo(self.name, "a stand-in")


def oklahoma(seats: int = 2, preset: str = "classic", **options: object) -> r5.Rules:
    named = {name.replace("__", ".").replace("_", "-"): value for name, value in options.items()}
    return r5.compose(preset, ["oklahoma"], named, seats=seats)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("preset", CORE_PRESETS)
def test_oklahoma_sets_the_table_whatever_the_preset(preset: str, seats: int) -> None:
    rules = oklahoma(seats, preset)
    assert {name: rules.options[name] for name in SETTINGS} == SETTINGS
    assert len(rules.deal.pack) == 104
    assert rules.deal.hand_size == 13


@pytest.mark.parametrize("jokers", range(5))
def test_oklahoma_jokers_are_counted_in_all_and_not_in_each_pack(jokers: int) -> None:
    rules = oklahoma(oklahoma__jokers=jokers)
    assert list(rules.deal.pack).count(JOKER) == jokers
    assert len(rules.deal.pack) == 104 + jokers


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
    assert r5.compose("classic", ["oklahoma"], {option: value}).options[option] == value


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"call": "full"}, "no calls"),
        ({"call": "last-discard"}, "no calls"),
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


@pytest.mark.parametrize("seats", [5, 6, 8])
def test_oklahoma_is_for_two_to_four(seats: int) -> None:
    with pytest.raises(r5.ComposeError, match="2 to 4 seats"):
        oklahoma(seats)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_deal_opening_offer_begins_the_hand_with_thirteen_cards_each(seats: int) -> None:
    state = r5.deal(oklahoma(seats, oklahoma__jokers=2), seed=1, dealer=1)
    assert state.public.phase == "offer"
    assert state.public.to_act == 2 % seats
    assert [len(state.cards(seat)) for seat in range(seats)] == [13] * seats
    assert len(state.public.pile) == 1


def test_deal_first_dealer_a_joker_is_lowest_and_is_not_drawn_again() -> None:
    draw = r5.draw_for_deal(oklahoma(3, oklahoma__jokers=2), deck=r5.parse_cards("As * 2c"))
    assert draw.dealer == 1
    assert len(draw.rounds) == 1


def test_deal_first_dealer_two_jokers_draw_again() -> None:
    draw = r5.draw_for_deal(oklahoma(3, oklahoma__jokers=2), deck=r5.parse_cards("* * Ac 9d 4h"))
    assert draw.dealer == 1
    assert len(draw.rounds) == 2


@pytest.mark.parametrize("preset", CORE_PRESETS)
@pytest.mark.parametrize("jokers", [0, 2])
@pytest.mark.parametrize("strict", [False, True])
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


def test_oklahoma_rules_come_back_from_their_identity() -> None:
    rules = oklahoma(4, oklahoma__jokers=3, oklahoma__new_meld_only=True)
    assert rules_from_json(rules_to_json(rules)) == rules


def test_draw_whole_pile_leaves_nothing_and_is_seen_by_all() -> None:
    where = position("9s 9d Kd 4h / 9s 9d Kd", pile="3c Jd 9h", more="")
    after = r5.apply(where.rules, where.state, r5.parse_action("1: take 9h with {9s 9h 9d}", where.state))
    assert after.public.pile == b""
    assert r5.cards_text(r5.cards_of(after.public.known[1])) == "Jd 3c"
