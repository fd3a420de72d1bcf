"""Tests of Dealer's gambit beside its scenarios: what it refuses to be composed with, its texts, who is asked."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

import rummy500 as r5
from rummy500.hooks import Note, PluginInfo, can_finish, hookimpl

NAME = "dealers-gambit"


def position(text: str, memory: str, rules: r5.Rules | None = None) -> r5.Position:
    named = "" if rules is not None else 'rules = { preset = "classic", plugins = ["dealers-gambit"] }\n'
    return r5.parse_position(f"{named}dealer = 0\n{text}\nplugin.dealers-gambit = {{ {memory} }}", rules=rules)


@pytest.mark.parametrize(
    ("options", "seats", "other", "why"),
    [
        ({}, 5, "", "2 to 4 seats, not 5"),
        ({"dealers-gambit.jokers": 3}, 2, "", "plugin dealers-gambit: .* must be 2 or 4, not 3"),
        ({"dealers-gambit.jokers": 0}, 2, "", "it must be"),
        ({"deck.jokers": 4}, 2, "", "dealers-gambit.jokers sets the number"),
        ({"deck.packs": 2}, 2, "", "one pack"),
        ({"call": "full"}, 2, "", "no calls"),
        ({"deal.size": 26}, 2, "", "deal.size can be at most 2"),
        *(({}, 4, other, rf"(?s)(?=.*{NAME})(?=.*{other})") for other in ("persian", "oklahoma", "throw-down")),
        ({}, 4, "michigan", rf"(?s)(?=.*{NAME})(?=.*michigan)"),
    ],
)
def test_dealers_gambit_refuses_what_makes_no_sense(
    options: dict[str, object], seats: int, other: str, why: str
) -> None:
    stand_in = SimpleNamespace(plugin_info=hookimpl(lambda: PluginInfo(other, "a stand-in")))
    with pytest.raises(r5.ComposeError, match=why):
        r5.compose("classic", [NAME, stand_in] if other else [NAME], options, seats=seats)


def test_dealers_gambit_options_may_change_what_is_only_set() -> None:
    assert r5.compose("classic", [NAME], {"deal.next-dealer": "left"}).options["deal.next-dealer"] == "left"


@pytest.mark.parametrize("jokers", [2, 4])
def test_dealers_gambit_explains_itself(jokers: int) -> None:
    rules = r5.compose("pagat", [NAME], {"dealers-gambit.jokers": jokers})
    held = {holding.rule: holding.text for holding in r5.explain(rules)}
    assert f"{52 + jokers} cards" in held[NAME]
    assert {f"{NAME}.{word}" for word in ("wild", "double", "split", "block")} <= set(held)
    assert not {"deck.pack", "deck.no-jokers", "meld.joker"} & set(held)
    assert "a joker counts nothing" in held["score.values"]


@pytest.mark.parametrize(
    ("named", "text", "action", "sentence"),
    [
        ("wild", 'phase = "play"\nto_act = 0\nhands = ["4c * Kd", "5h"]', "0: meld {4c *d=4 *d=4}", "used only once"),
        (
            "split",
            'to_act = 1\nhands = ["4c", "9d * Kd"]\npile = "9s 5c 9h 9c"',
            "1: take 9h with {9s 9h 9d} split below with *",
            "9s leaves with the split",
        ),
    ],
)
def test_dealers_gambit_a_refusal_says_which_card(named: str, text: str, action: str, sentence: str) -> None:
    where = position(text, f'named = "{named}"')
    refusal = r5.why_not(where.rules, where.state, r5.parse_action(action, where.state, rules=where.rules))
    assert sentence in str(refusal)


def test_dealers_gambit_players_are_shown_what_jokers_do_and_what_is_sealed() -> None:
    where = position('phase = "play"\nto_act = 0\nhands = ["4h 5h 6h * 2d", "4c"]', 'named = "double"')
    jokers = Note("jokers", "double melds")
    assert r5.notes(where.rules, where.state) == (jokers, Note("dealer's joker", "lies beside the stock", 0))
    doubled = r5.parse_action("0: meld [4h 5h 6h] doubled with *d", where.state, rules=where.rules)
    view = r5.observe(where.rules, r5.apply(where.rules, where.state, doubled), 1)
    used = Note("dealer's joker", "has been used", 0)
    assert r5.notes(where.rules, view) == (jokers, used, Note("sealed", "{melds}", facts={"melds": "m1"}))


def test_dealers_gambit_wild_one_on_the_table_lies_nowhere_else() -> None:
    with pytest.raises(r5.NotationError, match=r"\*d is there 2 times, in the pack 1 times"):
        position('to_act = 0\nhands = ["7c Kd", "5h *"]\nmelds = ["0 [4c 5c *d=6c]"]', 'named = "wild"')


@pytest.mark.parametrize(("joker", "asked"), [("lies", (1, 2)), ("used", (2,)), ("dead", (2,))])
def test_dealers_gambit_block_is_asked_first_while_the_dealers_joker_lies_there(joker: str, asked: object) -> None:
    text = 'to_act = 2\nhands = ["4c Kd", "5h * 2d", "9s 8s"]\nstock = "As"'
    where = position(text, f'named = "split", joker = "{joker}"')
    assert r5.ask_order(where.rules, where.state) == asked


def test_dealers_gambit_double_the_search_for_an_end_knows_which_meld_is_sealed() -> None:
    """The search distinguishes equal melds in another order if the first one is sealed."""
    rules = r5.compose("classic", [NAME], {"discard.barred": "drawn"})
    for melds, ends in (('"0 [4h 5h 6h]", "0 {9s 9h 9d}"', True), ('"0 {9s 9h 9d}", "0 [4h 5h 6h]"', False)):
        text = f'to_act = 1\nphase = "play"\nhands = ["4c Kd", "9c"]\ntaken = ["9c"]\nstock = "As"\nmelds = [{melds}]'
        where = position(text, 'named = "double", joker = "used", sealed = [1]', rules)
        assert can_finish(rules, r5.observe(rules, where.state, 1)) is ends
