"""Tests that `docs/rules/questions.md` answers what players ask, in the sentences of the rulebook."""

from __future__ import annotations

import pytest
from tools.questions_page import ALSO, COMMAND, PAGE, page

import rummy500 as r5
from rummy500.rulebook.core import CORE_ENTRIES


def test_the_page_is_up_to_date() -> None:
    pytest.importorskip("rummy500_wikipedia", reason="the page answers for its preset, too")
    assert PAGE.read_text("utf-8") == page(), f"docs/rules/questions.md is out of date; this updates it: {COMMAND}"


def test_other_words_belong_to_questions_of_the_rulebook() -> None:
    assert set(ALSO) - {entry.question for entry in CORE_ENTRIES} == set()


@pytest.mark.parametrize(
    ("asked", "preset", "rule"),
    [
        ("Can I take the whole discard pile?", "classic", "draw.deep"),
        ("Must I use the card that I took?", "classic", "draw.top"),
        ("Must I use the card I took?", "family", "draw.deep-use"),
        ("Is the ace low or high?", "pagat", "meld.ace"),
        ("When is a Rummy call allowed?", "pagat", "call.full"),
        ("Can I lay off on others' melds", "north-american", "meld.layoff-after-meld"),
        ("Can I go out without a discard?", "classic", "out.meld-or-discard"),
        ("What if there is a tie?", "pagat", "match.tie"),
    ],
)
def test_a_question_in_a_player_s_words_is_followed_by_the_rule(asked: str, preset: str, rule: str) -> None:
    (section,) = (each for each in PAGE.read_text("utf-8").split("\n## ") if asked in each)
    text = next(line.text for line in r5.explain(r5.compose(preset, seats=4)) if line.rule == rule)
    (answer,) = (line for line in section.splitlines() if text in line)
    assert f"(catalogue.md#{rule})" in answer
    assert f"`{preset}`" in answer or answer.startswith(f"- {text}")


def test_a_rule_that_depends_on_the_number_of_players_is_stated_for_all() -> None:
    text = PAGE.read_text("utf-8")
    assert "- With two players each gets 13 cards, and with more players each gets 7" in text
    assert "With five players or more: Two packs of 52 are shuffled together, with 2 jokers in each: 108" in text
    assert (
        "With five players or more: There must be a card that it can be, so a group with a joker has at most 8" in text
    )
