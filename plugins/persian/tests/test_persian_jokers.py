"""Tests of `persian.jokers`: they are never wild, form groups of three or four, and count 20."""

from __future__ import annotations

from importlib.metadata import entry_points
from typing import Literal

import pytest

import rummy500 as r5
from rummy500.hooks import JOKER
from rummy500.notation.position import position_table
from rummy500.notation.toml import toml_lines

INSTALLED = {point.name for point in entry_points(group="rummy500.plugins")}
PLACES: tuple[Literal["hand", "group", "run", "low"], ...] = ("hand", "group", "run", "low")


def position(hand: str, *, melds: str = "", options: str = "", pile: str = "3s", phase: str = "play") -> r5.Position:
    """Make a position in which seat 1 has some cards."""
    last = hand.rsplit(maxsplit=1)[-1]
    return r5.parse_position(f"""
        rules = {{ preset = "pagat", plugins = ["persian"], options = {{ {options} }} }}
        to_act = 1
        phase = "{phase}"
        hands = ["Kc 8c", "{hand}", "3c", "4c"]
        {f'drawn = ["{last}"]' if phase == "play" else ""}
        stock = "Td Jc"
        pile = "{pile}"
        melds = [{melds}]
    """)


def legal(where: r5.Position, *verbs: str) -> set[str]:
    """List the legal actions of these kinds."""
    listed = (r5.action_text(action, where.state) for action in r5.legal_actions(where.rules, where.state))
    return {text for text in listed if text.split()[1] in verbs}


def why_not(where: r5.Position, action: str) -> str:
    """Return the rule that refuses an action, empty if it is legal."""
    refusal = r5.why_not(where.rules, where.state, r5.parse_action(action, where.state))
    return refusal.rule if refusal is not None else ""


@pytest.mark.parametrize("flavour", ["003", "001"])
@pytest.mark.parametrize("preset", ["pagat", "family"])
def test_persian_jokers_count_20_everywhere(preset: str, flavour: str) -> None:
    rules = r5.compose(preset, ["persian"], {"persian.flavour": flavour}, seats=4)
    assert [rules.scoring.points.piece(JOKER * 65, place) for place in PLACES] == [20] * 4
    assert rules.scoring.points.in_hand[JOKER] == 20


@pytest.mark.skipif("five-ten-fifteen" not in INSTALLED, reason="needs five-ten-fifteen")
@pytest.mark.parametrize("plugins", [["persian", "five-ten-fifteen"], ["five-ten-fifteen", "persian"]])
def test_persian_jokers_keep_20_beside_5_10_15_and_sixes_count_5(plugins: list[str]) -> None:
    rules = r5.compose("classic", plugins, seats=4)
    assert rules.scoring.points.piece(JOKER * 65, "group") == rules.scoring.points.in_hand[JOKER] == 20
    assert rules.scoring.points.in_hand[5] == 5


@pytest.mark.parametrize("count", [3, 4])
@pytest.mark.parametrize("options", ["", '"meld.group-suits" = "different"', '"persian.flavour" = "001"'])
def test_persian_jokers_make_groups_of_three_and_four(count: int, options: str) -> None:
    where = position(f"{'* ' * count}9s 2d", options=options)
    groups = {"1: meld {* * *}", "1: meld {* * * *}"} if count == 4 else {"1: meld {* * *}"}
    assert legal(where, "meld") == groups
    assert not any(why_not(where, action) for action in groups)


@pytest.mark.parametrize("options", ["", '"meld.group-suits" = "different"'])
def test_persian_jokers_are_laid_off_on_jokers_alone(options: str) -> None:
    melds = '"0 [7h 8h 9h]", "2 {4s 4d 4h}", "3 {* * *}"'
    where = position("* 9s 2d", melds=melds, options=options)
    assert legal(where, "lay") == {"1: lay * on m3"}
    assert why_not(where, "1: lay * on m3") == ""
    assert {why_not(where, f"1: lay * on m{number}") for number in (1, 2)} == {"persian.jokers"}
    assert why_not(where, "1: lay 9s on m3") == "persian.jokers"


@pytest.mark.parametrize(
    ("action", "rule"),
    [
        ("[4h 5h *=6h]", "persian.jokers"),
        ("[4h 5h *]", "persian.jokers"),
        ("[* * *]", "persian.jokers"),
        ("{9s 9d *=9}", "persian.jokers"),
        ("{9s 9d *}", "persian.jokers"),
        ("{* * * 9s}", "persian.jokers"),
        ("{*=9 *=9 *=9}", "persian.jokers"),
        ("{* *}", "meld.size"),
        ("{4h 5h 9s}", "meld.group"),
        ("{* * * * *}", "turn.cards"),
    ],
)
def test_persian_jokers_refusals_name_the_rule_about_jokers(action: str, rule: str) -> None:
    assert why_not(position("* * * 4h 5h 9s 9d 2d"), f"1: meld {action}") == rule


def test_persian_jokers_refusals_are_sentences() -> None:
    where = position("* 9s 9d 2d")
    refusal = r5.why_not(where.rules, where.state, r5.parse_action("1: meld {9s 9d *}", where.state))
    assert refusal is not None
    assert str(refusal) == "Jokers are melded with jokers only, as a group. (persian.jokers)"


def test_persian_jokers_are_taken_like_other_cards() -> None:
    where = position("* * 9s 2d", pile="* 5c *", phase="draw")
    assert legal(where, "take") == {
        "1: take *",
        "1: take * with {* * *}",
        "1: take */3 with {* * *}",
        "1: take */3 with {* * * *}",
    }


def test_persian_jokers_are_read_and_written_back() -> None:
    where = position("* 9s 2d", melds='"0 {* * 2:*}"')
    table = position_table(where)
    assert table["melds"] == ["0 {* * 2:*}"]
    again = r5.parse_position("\n".join(toml_lines(table)))
    assert again.state == where.state
    after = r5.apply(where.rules, where.state, r5.parse_action("1: lay * on m1", where.state))
    assert position_table(r5.Position(where.rules, after))["melds"] == ["0 {* * 2:* 1:*}"]


def test_persian_jokers_are_found_from_the_cards_picked() -> None:
    where = position("* * * 9s 2d")
    found = r5.actions_for_cards(where.rules, where.state, seat=1, cards="* * *")
    assert [r5.action_text(action, where.state) for action in found] == ["1: meld {* * *}"]


def test_persian_jokers_on_the_table_are_seen_by_all_in_hand_by_none() -> None:
    where = position("* 9s 2d", melds='"0 {* * *}"')
    view = r5.observe(where.rules, where.state, seat=0)
    assert view.public.table == where.state.public.table
    assert view.hand == where.state.hands[0]


def test_persian_jokers_drawn_for_the_deal_are_drawn_again() -> None:
    rules = r5.compose("classic", ["persian"], seats=4)
    draw = r5.draw_for_deal(rules, deck=r5.parse_cards("* Kc 2d 9h 3s"))
    assert draw.dealer == 2
    assert len(draw.rounds) == 2
