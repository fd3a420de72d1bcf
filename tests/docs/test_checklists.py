"""Tests of the checklists `docs/rules/source-NNN.md`: each sentence of a source is on a rule sheet."""

from __future__ import annotations

import attrs
import pytest
from tools import checklists, rule_table, workspace
from tools.checklists import COMMAND, PAGES, Entry, Section, Source, carriers, faults, missing_lines, source

from rummy500.rulebook.core import CORE_ENTRIES
from rummy500.rules.entry import DOCUMENTS, OURS
from rummy500_testing import available

PRESETS = {"000": "pagat", "001": "wikipedia", "002": "north-american", "003": "classic", "004": "family"}
WORKSPACE = pytest.mark.skipif(not workspace.folders(), reason="the plugins are not here")
ALL = pytest.mark.skipif(
    not workspace.folders() or not set(workspace.folders()) <= set(available.plugins()),
    reason="the plugins of this repository must be installed",
)
BY_NAME = pytest.mark.parametrize("name", DOCUMENTS)


@BY_NAME
def test_a_list_is_of_its_preset_and_without_faults(name: str) -> None:
    assert source(name).preset == PRESETS[name]
    assert faults(source(name)) == []


@ALL
@BY_NAME
def test_a_sheet_has_each_sentence_of_the_source(name: str) -> None:
    assert missing_lines(source(name)) == []


@ALL
@BY_NAME
def test_the_page_is_up_to_date(name: str) -> None:
    written = source(name)
    told = f"docs/rules/source-{name}.md is out of date; this updates it: {COMMAND}"
    assert written.page.read_text("utf-8") == checklists.page(written), told


@WORKSPACE
def test_every_rule_of_a_source_is_in_its_checklist() -> None:
    listed = {rule for name in DOCUMENTS for entry in source(name).entries for rule in entry.rules}
    omitted = {entry.id for entry in CORE_ENTRIES if entry.omission is not None}
    told = {
        rule
        for rule, owner in rule_table.owners().items()
        if set(rule_table.entries()[owner][rule].sources) - {OURS} and rule not in omitted
    }
    assert told - listed == set()


def test_the_index_names_every_list() -> None:
    index = (PAGES / "sources.md").read_text("utf-8")
    assert all(f"[{name}]({source(name).page.name})" in index for name in DOCUMENTS)


GOOD = Entry(first=1, last=1, says="seven each", rules=("deal.size",), match=("7 cards",), under="pagat")


def of(*entries: Entry, text: tuple[int, ...] = (1,)) -> Source:
    """Make a source with these sentences."""
    section = Section(name="the deal", line=0, under="pagat", entries=entries)
    return Source(name="000", preset="pagat", about="", text=text, sections=(section,))


def test_a_good_list_has_no_fault() -> None:
    assert faults(of(GOOD)) == []
    assert missing_lines(of(GOOD)) == []
    assert [line.rules for line in carriers(GOOD)] == [("deal.size",)]


@pytest.mark.parametrize(
    ("entry", "fault"),
    [
        (attrs.evolve(GOOD, why="history"), "either a rule or a reason why not"),
        (attrs.evolve(GOOD, rules=(), match=()), "either a rule or a reason why not"),
        (attrs.evolve(GOOD, rules=("deal.sizes",)), "there is no rule deal.sizes"),
        (attrs.evolve(GOOD, under="classic"), "classic is not of the preset pagat, and no note says why"),
    ],
)
def test_a_wrong_entry_is_found(entry: Entry, fault: str) -> None:
    assert faults(of(entry)) == [f"line 1, 'seven each': {fault}"]


@pytest.mark.parametrize(
    ("entries", "text", "fault"),
    [
        ((GOOD,), (1, 2), "nothing is said about the lines [2]"),
        ((GOOD,), (), "the source has no text on the lines [1]"),
        ((attrs.evolve(GOOD, first=2, last=2), GOOD), (1, 2), "line 1 stands after line 2"),
    ],
)
def test_a_misplaced_line_is_found(entries: tuple[Entry, ...], text: tuple[int, ...], fault: str) -> None:
    assert faults(of(*entries, text=text)) == [fault]


@pytest.mark.parametrize(
    ("entry", "silence"),
    [
        (attrs.evolve(GOOD, rules=("call.none",), match=()), "no line of the sheet of pagat carries call.none"),
        (attrs.evolve(GOOD, match=("8 cards",)), "no line of deal.size says '8 cards'"),
        (attrs.evolve(GOOD, rules=("score.values",), match=()), "4 lines carry score.values, and `match` chooses none"),
        (attrs.evolve(GOOD, under="pagat,deal.opening"), "'deal.opening' is not of the form NAME=VALUE"),
        (
            attrs.evolve(GOOD, under="pagat,deck.jokers=9"),
            "option deck.jokers cannot be '9': it must be a whole number from 0 to 4",
        ),
    ],
)
def test_an_entry_without_a_line_of_the_sheet_is_found(entry: Entry, silence: str) -> None:
    assert missing_lines(of(entry)) == [f"line 1, 'seven each': {silence}"]


def test_a_variant_is_looked_up_on_its_own_sheet() -> None:
    variant = attrs.evolve(GOOD, rules=("call.none",), match=(), under="pagat,call=none")
    assert [line.rules for line in carriers(variant)] == [("call.none",)]
    two = attrs.evolve(GOOD, match=("13 cards",), seats=2)
    assert [line.rules for line in carriers(two)] == [("deal.size",)]


def test_a_text_chooses_among_the_lines_of_a_rule() -> None:
    joker = attrs.evolve(GOOD, rules=("score.values",), match=("Joker",))
    assert [line.cells[0] for line in carriers(joker)] == ["joker"]


def test_a_page_quotes_the_matching_sentences() -> None:
    lays_off = attrs.evolve(GOOD, rules=("meld.layoff",), match=("score for",))
    assert "| 1 | seven each | `meld.layoff` | … They score for the player who added them. |" in checklists.page(
        of(lays_off)
    )
    whole = attrs.evolve(lays_off, match=())
    assert "whoever started it" in checklists.page(of(whole))


def test_a_page_names_its_sheet_and_the_reason_of_a_gap() -> None:
    two = attrs.evolve(GOOD, match=("13 cards",), seats=2, under="classic", note="so it is")
    assert "| With `classic`, two players: Each player is dealt 13 cards.<br>*so it is* |" in checklists.page(of(two))
    praise = Entry(first=1, last=2, says="praise", why="no rule", under="pagat")
    assert "| 1 to 2 | praise |  | *Not on the sheet:* no rule. |" in checklists.page(of(praise))


def test_an_entry_without_its_plugin_is_reported() -> None:
    missing = attrs.evolve(GOOD, under="pagat+nobody")
    assert "there is no plugin 'nobody'" in missing_lines(of(missing))[0]
