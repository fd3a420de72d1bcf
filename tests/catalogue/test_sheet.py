"""Tests of the rule sheet: it has every rule in force, once, and nothing else."""

import re
from collections.abc import Mapping
from functools import cache
from itertools import groupby
from typing import Any

import pytest
from tests.catalogue.every_rules import INSTALLED, PRESETS, composed, each_plugin, samples
from tests.hooks.samples import plugin

import rummy500 as r5
from rummy500.hooks import JOKER, RuleEntry, Rules, Statement
from rummy500.hooks.compose import recompose
from rummy500.rulebook.card_values import CardValue, card_values
from rummy500.rulebook.core import CORE_ENTRIES
from rummy500.rulebook.sheet import SECTIONS, VALUE_RULES, Sheet, SheetLine, omissions, sheet_entries
from rummy500.rules.scores import Place

CORE = [entry.id for entry in CORE_ENTRIES]
OMISSIONS = {entry.id: entry.omission for entry in CORE_ENTRIES if entry.omission is not None}


made_once = cache(r5.sheet)


def rules_with(plugin: str) -> list[r5.Rules]:
    return [sample.rules for sample in samples(plugin)]


def sentences(text: str) -> list[str]:
    return re.split(r"(?<=[.!?])\s+(?=[A-Z0-9])", text)


def told(rules: r5.Rules) -> dict[str, str]:
    """Return the sheet's sentences of each rule, without the card values."""
    texts: dict[str, str] = {}
    for line in made_once(rules).lines:
        for rule in line.rules if not line.cells else ():
            texts[rule] = f"{texts[rule]} {line.text}" if rule in texts else line.text
    return texts


# ------------------------------------------------- laws


@each_plugin
def test_every_rule_in_force_is_on_the_sheet_or_omitted_with_a_reason(plugin: str) -> None:
    for rules in rules_with(plugin):
        silent, texts = omissions(rules, sheet_entries(rules)), told(rules)
        holdings = r5.explain(rules)
        assert silent.keys() | texts.keys() == {holding.rule for holding in holdings}
        assert not silent.keys() & texts.keys()
        assert all(silent.values())
        for holding in holdings:
            if holding.rule not in silent:
                assert set(sentences(holding.text)) <= set(sentences(texts[holding.rule])), holding


@each_plugin
def test_no_sentence_is_repeated_or_empty(plugin: str) -> None:
    for rules in rules_with(plugin):
        lines = made_once(rules).lines
        every_one = [sentence for line in lines for sentence in sentences(line.text)]
        assert len(every_one) == len(set(every_one)), rules
        assert all(sentence.strip() == sentence and sentence[-1] in ".!" for sentence in every_one), rules
        assert all(line.rules and len(line.rules) == len(set(line.rules)) for line in lines), rules


def test_no_sentence_names_a_seat_by_its_number__and_none_promises_no_bonus_beside_one() -> None:
    for plugins in ((), *((name,) for name in INSTALLED)):
        rules = next(filter(None, (composed(preset, plugins, {}) for preset in PRESETS)))
        texts = [line.text for line in made_once(rules).lines]
        assert [text for text in texts if re.search(r"\b[Ss]eats? [0-9]", text)] == [], rules
        assert not any("no bonus" in text for text in texts), rules


@each_plugin
def test_each_section_is_contiguous_and_in_the_markdown(plugin: str) -> None:
    for rules in rules_with(plugin):
        made = made_once(rules)
        sections = [section for section, _ in groupby(line.section for line in made.lines)]
        assert len(sections) == len(set(sections))
        assert [section for section in sections if section in SECTIONS] == list(SECTIONS), rules
        rows = made.markdown().splitlines()
        assert rows[0] == f"# {made.title}"
        assert [row[3:] for row in rows if row.startswith("## ")] == sections
        for line in made.lines:
            shown = f"| {' | '.join(line.cells)} |" if line.cells else f"- {line.text} ({', '.join(line.rules)})"
            assert shown in rows


def test_the_sheets_of_equal_rules_are_equal() -> None:
    first = r5.compose("pagat", options={"match.target": 250}, seats=3)
    again = recompose(first.identity)
    assert r5.sheet(first) == r5.sheet(again)
    assert r5.sheet(first).markdown() == r5.sheet(again).markdown()
    assert r5.sheet(first) != r5.sheet(r5.compose("pagat", seats=3))


def test_repr_of_a_sheet__is_its_title_and_its_length() -> None:
    made = r5.sheet(r5.compose("classic", seats=4))
    assert repr(made) == f"<Sheet '500 Rummy: Classic, for 4 players', {len(made.lines)} lines>"


# ------------------------------------------------- what stands where, and what is left out


def test_an_omission_has_a_reason_and_names_a_rule_of_the_core() -> None:
    assert {omission.instead for omission in OMISSIONS.values()} <= {"", *CORE}
    assert all(omission.why for omission in OMISSIONS.values())


@pytest.mark.parametrize(
    ("options", "rule", "is_told"),
    [
        ({}, "meld.run-min", False),
        ({"meld.run-min": 4}, "meld.run-min", True),
        ({"stock.empty": "strict"}, "stock.empty", False),
        ({"stock.empty": "reshuffle"}, "stock.empty", True),
        ({}, "turn.seat", False),
        ({}, "deck.no-jokers", False),
        ({}, "score.values", False),
    ],
)
def test_a_sentence_of_another_line_is_omitted(options: dict[str, Any], rule: str, is_told: bool) -> None:
    rules = r5.compose("classic", options=options)
    assert rule in {holding.rule for holding in r5.explain(rules)}
    assert (rule in told(rules)) == is_told


def test_numbers_are_those_that_are_played_by() -> None:
    options = {"deal.size": 9, "match.target": 321, "meld.first-minimum": 47, "meld.run-min": 5}
    rules = r5.compose("classic", options=options, seats=6)
    texts = told(rules)
    assert "dealt 9 cards" in texts["deal.size"]
    assert f"{len(rules.deal.pack)} cards" in texts["deck.pack"]
    assert "321 points" in texts["match.target"]
    assert "47 points" in texts["meld.first-minimum"]
    assert "at least 5 cards" in texts["meld.run-min"]
    assert texts["seats"].startswith("Six people play")


def test_the_ids_can_be_left_away() -> None:
    made = r5.sheet(r5.compose("family"))
    plain = made.markdown(ids=False)
    assert not any(f"({', '.join(line.rules)})" in plain for line in made.lines)
    assert all((line.cells[0] if line.cells else f"- {line.text}\n") in plain for line in made.lines)


# ------------------------------------------------- plugins


def house(rule: str, section: str, about: str, **more: Any) -> RuleEntry:
    return RuleEntry(f"house.{rule}", section, about, ("ours",), ours="The whole rule.", **more)


def with_house(*rules: RuleEntry) -> Sheet:
    return r5.sheet(r5.compose("classic", [plugin("house", entries=lambda: rules)], seats=3))


def test_an_unknown_heading_is_shown() -> None:
    made = with_house(house("cake", "Cake", "The winner brings a cake."), house("end", "Scoring", "Nobody cries."))
    headings = [section for section, _ in groupby(line.section for line in made.lines)]
    assert headings[:3] == ["Players and cards", "Cake", "The deal"]
    assert SheetLine("Cake", "The winner brings a cake.", ("house.cake",)) in made.lines
    assert SheetLine("Scoring", "Nobody cries.", ("house.end",)) in made.lines
    assert made.title == "500 Rummy: Classic with House, for 3 players"


def test_a_replacing_rule_has_the_place_of_the_replaced_one() -> None:
    made = with_house(
        house("out", "Going out, and the end of the stock", "You go out with a bow.", replaces=("out.meld-or-discard",))
    )
    rules = [line.rules[0] for line in made.lines if line.section.startswith("Going out")]
    assert rules == ["house.out", "stock.empty"]


def test_a_sentence_of_two_rules_is_shown_once() -> None:
    once = "You draw only once in a turn, and you cannot undo it."
    alone = with_house(house("once", "Scoring", once))
    assert [line for line in alone.lines if once in line.text] == [
        SheetLine("A turn", once, ("draw.once", "house.once"))
    ]
    with_more = with_house(house("once", "Scoring", f"{once} Keep quiet."))
    assert [line for line in with_more.lines if "house.once" in line.rules] == [
        SheetLine("A turn", once, ("draw.once", "house.once")),
        SheetLine("Scoring", "Keep quiet.", ("house.once",)),
    ]


def test_a_rule_omitted_beside_another_returns_without_it() -> None:
    pack = house("pack", "Players and cards", "You play with what is in the drawer.", replaces=("deck.pack",))
    rules = {rule for line in with_house(pack).lines for rule in line.rules}
    assert {"house.pack", "deck.no-jokers"} <= rules


# ------------------------------------------------- what the cards count


def points(card: int, place: Place) -> int | None:
    """Count cards otherwise, without a sentence."""
    if card == 6:
        return 77
    if card == JOKER:
        return 2 if place == "group" else 3
    return 5 if card % 13 in (1, 2) else None


PLAIN = [
    ("2 to 10", "its number", "its number"),
    ("jack, queen and king", "10", "10"),
]
ACE = ("ace", "15, but 1 as the low end of a run", "15")
JOKERS = ("joker", "15, whatever it stands for", "15")


@pytest.mark.parametrize(
    ("preset", "options", "rows"),
    [
        ("pagat", {}, [*PLAIN, ACE, JOKERS]),
        ("classic", {}, [*PLAIN, ACE]),
        ("family", {}, [*PLAIN, ("ace", "1", "1"), JOKERS]),
        ("classic", {"meld.ace": "high"}, [*PLAIN, ("ace", "15", "15")]),
        ("classic", {"meld.ace": "low"}, [*PLAIN, ACE]),
        ("pagat", {"deck.jokers": 0}, [*PLAIN, ACE]),
    ],
)
def test_the_table_of_what_cards_count(
    preset: str, options: Mapping[str, Any], rows: list[tuple[str, str, str]]
) -> None:
    made = r5.sheet(r5.compose(preset, options=options))
    assert [line.cells for line in made.lines if line.cells] == rows


def test_points_of_a_plugin_are_shown_without_a_sentence() -> None:
    rules = r5.compose("pagat", [plugin("points", card_points=points)])
    assert card_values(rules) == (
        CardValue("2 and 3", "5", "5"),
        CardValue("4 to 6 and 8 to 10", "its number", "its number"),
        CardValue("any other 7", "7", "7"),
        CardValue("7 of spades", "77", "77"),
        CardValue("jack, queen and king", "10", "10"),
        CardValue("ace", "15, but 1 as the low end of a run", "15"),
        CardValue("joker", "2 to 3, by the card that it stands for", "3"),
    )
    shown = [line for line in r5.sheet(rules).lines if line.cells]
    assert [line.text for line in shown][2:4] == ["Any other 7: 7.", "7 of spades: 77."]
    assert {line.rules for line in shown} == {("score.values",)}
    assert "score.values" not in told(rules)


@each_plugin
def test_no_card_is_forgotten(plugin: str) -> None:
    for rules in rules_with(plugin):
        names = ", ".join(value.cards for value in card_values(rules))
        assert all(name in names for name in ("jack", "queen", "king", "ace")), names
        assert ("joker" in names) == (JOKER in rules.deal.pack)
        numbers = {int(each) for each in re.findall(r"\d+", names)}
        for first, last in re.findall(r"(\d+) to (\d+)", names):
            numbers |= set(range(int(first), int(last)))
        assert numbers == set(range(2, 11)), names


def test_the_table_replaces_only_the_cores_sentences() -> None:
    facts_seen: list[Rules] = []

    def statement(rules: Rules) -> Statement:
        facts_seen.append(rules)
        return Statement("Count as you like.", ("ours",))

    made = with_house(house("values", "Scoring", "Count.", statement=statement, replaces=VALUE_RULES))
    assert facts_seen
    lines = [line for line in made.lines if "house.values" in line.rules]
    assert [line.text for line in lines if not line.cells] == ["Count as you like."]
    assert all(line.rules == ("house.values",) for line in lines)
