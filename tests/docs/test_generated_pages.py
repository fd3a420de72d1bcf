"""Tests that every generated page is current, and of what the makers of pages must find."""

from __future__ import annotations

import tomllib
from pathlib import Path

import attrs
import pytest
from proofs.matrix.play import Result
from tools import workspace
from tools.pages import COMMAND, ROOT, hooks, matrix, questions, rules, sources
from tools.pages import __main__ as command
from tools.pages.__main__ import MAKERS, outdated
from tools.pages.sources import Entry, Section, Source

from rummy500.hooks.specs import SPECS
from rummy500.rulebook.core import CORE_ENTRIES
from rummy500.rules.entry import DOCUMENTS
from rummy500_testing import available

pytestmark = pytest.mark.skipif(
    not workspace.folders() or tuple(workspace.folders()) != available.plugins(),
    reason="the plugins of this repository, and no others, must be installed",
)


@pytest.mark.parametrize("maker", MAKERS)
def test_a_page_is_current(maker: str) -> None:
    if maker == "terminal":
        pytest.importorskip("textual", reason="needs the extra tui")
    old = [file.relative_to(ROOT).as_posix() for file in outdated(maker)]
    assert old == [], f"`{COMMAND}` writes them"


def test_a_page_that_is_out_of_date_is_named_or_written(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "page.md"
    file.write_text("old", "utf-8")
    monkeypatch.setattr(command, "ROOT", tmp_path)
    monkeypatch.setattr(command, "MAKERS", ("hooks",))
    monkeypatch.setattr(hooks, "pages", lambda: {file: "new"})
    assert command.main(["--check"]) == 1
    assert capsys.readouterr().out == "page.md is out of date\n"
    assert command.main([]) == 0
    assert file.read_text("utf-8") == "new"
    assert command.main(["--check"]) == 0


def test_every_rule_is_implemented_tested_and_shown__and_no_other_is_cited() -> None:
    assert list(rules.faults()) == []
    assert "**missing**" not in rules.PAGE.read_text("utf-8")


def test_every_hook_is_found_by_the_rule_that_needs_it() -> None:
    differing = hooks.FINDER.keys() ^ SPECS.keys()
    assert not differing, f"hooks and their lines in FINDER of tools/pages/hooks.py differ in {sorted(differing)}"


def test_other_words_belong_to_questions_of_the_rulebook() -> None:
    assert set(questions.ALSO) - {entry.question for entry in CORE_ENTRIES} == set()


# ---------------------------------------------------------------- what goes with what


RESULTS = [
    Result("a + b", "pairs", "played", "", 10, hands=10, states=900),
    Result("a + c", "pairs", "refused", "a and c do not go together", 10),
]


def test_figures_of_played_combinations_are_sums() -> None:
    figures = {"combinations": 2, "played": 1, "refused": 1, "hands": 10, "states": 900}
    assert tomllib.loads(matrix.record(RESULTS)) == {"pairs": figures}


def test_a_run_that_failed_is_not_recorded() -> None:
    with pytest.raises(ValueError, match=r"b \+ c has failed"):
        matrix.record([*RESULTS, Result("b + c", "pairs", "failed", "a law", 10)])


def test_a_refused_pair_is_in_both_sections_and_another_in_none() -> None:
    page = matrix.PAGE.read_text("utf-8")
    oklahoma, persian = (page.partition(f"\n### {name}\n")[2].partition("\n##")[0] for name in ("oklahoma", "persian"))
    assert "- `oklahoma`: " in persian
    assert "- `persian`: " in oklahoma
    assert "masters-hand" not in oklahoma


# ---------------------------------------------------------------- the five sources


def test_every_sentence_of_a_source_is_on_a_sheet__and_every_rule_of_a_source_in_its_list() -> None:
    presets = {"000": "pagat", "001": "wikipedia", "002": "north-american", "003": "classic", "004": "family"}
    assert {name: sources.source(name).preset for name in DOCUMENTS} == presets
    assert list(sources.faults()) == []
    index = (sources.PAGES / "README.md").read_text("utf-8")
    assert all(f"[{name}]({sources.source(name).page.name})" in index for name in DOCUMENTS)


GOOD = Entry(first=1, last=1, says="seven each", rules=("deal.size",), match=("7 cards",), under="pagat")


def of(*entries: Entry, text: tuple[int, ...] = (1,)) -> Source:
    """Make a source with these sentences."""
    section = Section(name="the deal", line=0, under="pagat", entries=entries)
    return Source(name="000", preset="pagat", about="", text=text, sections=(section,))


@pytest.mark.parametrize(
    ("entries", "text", "fault"),
    [
        ((attrs.evolve(GOOD, why="history"),), (1,), "either a rule or a reason why not"),
        ((attrs.evolve(GOOD, rules=("deal.sizes",)),), (1,), "there is no rule deal.sizes"),
        ((attrs.evolve(GOOD, under="classic"),), (1,), "classic is not of the preset pagat, and no note says why"),
        ((GOOD,), (1, 2), "nothing is said about the lines [2]"),
        ((GOOD,), (), "the source has no text on the lines [1]"),
        ((attrs.evolve(GOOD, first=2, last=2), GOOD), (1, 2), "line 1 stands after line 2"),
    ],
)
def test_a_wrong_entry_is_found(entries: tuple[Entry, ...], text: tuple[int, ...], fault: str) -> None:
    (found,) = sources.mistakes(of(*entries, text=text))
    assert found.endswith(fault)


@pytest.mark.parametrize(
    ("entry", "silence"),
    [
        (attrs.evolve(GOOD, rules=("call.none",), match=()), "no line of the sheet of pagat carries call.none"),
        (attrs.evolve(GOOD, match=("8 cards",)), "no line of deal.size says '8 cards'"),
        (attrs.evolve(GOOD, rules=("score.values",), match=()), "4 lines carry score.values, and `match` chooses none"),
    ],
)
def test_an_entry_without_a_line_of_the_sheet_is_found(entry: Entry, silence: str) -> None:
    assert sources.missing_lines(of(GOOD)) == []
    assert sources.missing_lines(of(entry)) == [f"line 1, 'seven each': {silence}"]


def test_a_page_quotes_the_matching_sentences_of_its_own_sheet() -> None:
    lays_off = attrs.evolve(GOOD, rules=("meld.layoff",), match=("score for",))
    row = "| 1 | seven each | `meld.layoff` | … They score for the player who added them. |"
    assert row in sources.page(of(lays_off))
    two = attrs.evolve(GOOD, match=("13 cards",), seats=2, under="classic", note="so it is")
    row = "| With `classic`, two players: Each player is dealt 13 cards.<br>*so it is* |"
    assert row in sources.page(of(two))
