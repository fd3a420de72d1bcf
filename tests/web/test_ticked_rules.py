"""House rules are ticked in the form of a new game and played: each of them, and those of a group."""

from __future__ import annotations

from typing import Any

import pytest
from tests.web.playing import open_form, play_out, settled

import rummy500 as r5

pytest.importorskip("rummy500_house_rules")
#: The options in words, as the form has them.
RULES = r5.compose("pagat", ["house-rules"], seats=3)
KINDS = {name: kind for name, kind in RULES.origin.option_kinds.items() if name.startswith("house-rules.")}
#: A value of each rule.
EACH = {
    "house-rules.out-bonus": 50,
    "house-rules.at-once": "double",
    "house-rules.wild": "deuces",
    "house-rules.wild-points": "as-card",
    "house-rules.redeem": "anybody",
    "house-rules.pile-after-meld": True,
    "house-rules.queen-of-spades": 40,
    "house-rules.knock": 10,
    "house-rules.buys": 3,
}


def tick(page: Any, options: dict[str, Any]) -> None:
    """Tick house rules in the form, by the words that it has for them, and deal."""
    open_form(page)
    page.locator("input[value=house-rules]").check()
    settled(page)
    page.locator("summary", has_text="Options").click()
    for name, value in options.items():
        page.locator(f'label.option[title="{name}"] select').select_option(label=KINDS[name].meaning(value))
        settled(page)
    page.get_by_role("button", name="Deal", exact=True).click()
    settled(page)
    assert page.evaluate("rummy500.state.setup.options") == options


def test_every_rule_can_be_ticked() -> None:
    assert EACH.keys() == KINDS.keys()


@pytest.mark.parametrize("name", EACH)
def test_a_house_rule_is_ticked_in_words_and_played_to_the_end_of_a_hand(page: Any, name: str) -> None:
    tick(page, {name: EACH[name]})
    assert page.evaluate("Object.keys(rummy500.state.rules.plugins)") == ["house-rules"]
    assert play_out(page) > 1


def test_partners_of_six_with_aces_round_the_corner_are_ticked_and_play(page: Any) -> None:
    open_form(page)
    page.get_by_label("Seats").select_option("6")
    page.locator("input[value=partnership]").check()
    settled(page)
    page.locator("summary", has_text="Options").click()
    page.get_by_label("Who plays with whom?").select_option("three sides of two, with six players")
    kind = RULES.origin.option_kinds["meld.ace"]
    page.locator('label.option[title="meld.ace"] select').select_option(label=kind.meaning("round"))
    settled(page)
    page.get_by_role("button", name="Deal", exact=True).click()
    settled(page)
    assert page.evaluate("rummy500.state.rules.sides") == [0, 1, 2, 0, 1, 2]
    assert page.evaluate("rummy500.state.setup.options")["meld.ace"] == "round"
    assert play_out(page) > 1


def test_the_rules_of_a_group_are_ticked_together(page: Any) -> None:
    tick(
        page,
        {name: EACH[name] for name in ("house-rules.wild", "house-rules.out-bonus", "house-rules.pile-after-meld")},
    )
    assert play_out(page) > 1
