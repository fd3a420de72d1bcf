"""Tests that every generated page is current, and of what the makers of pages must find."""

from __future__ import annotations

from pathlib import Path

import pytest
from tools import workspace
from tools.pages import COMMAND, ROOT
from tools.pages import __main__ as command
from tools.pages.__main__ import MAKERS, outdated

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
    from tools.pages import hooks, rules, sources

    file = tmp_path / "page.md"
    file.write_text("old", "utf-8")
    monkeypatch.setattr(command, "ROOT", tmp_path)
    monkeypatch.setattr(command, "MAKERS", ("hooks",))
    monkeypatch.setattr(hooks, "pages", lambda: {file: "new"})
    for faults in (rules, sources):
        monkeypatch.setattr(faults, "faults", lambda: ())
    assert command.main(["--check"]) == 1
    assert capsys.readouterr().out == "page.md is out of date\n"
    assert command.main([]) == 0
    assert file.read_text("utf-8") == "new"
    assert command.main(["--check"]) == 0


def test_every_rule_is_implemented_tested_and_shown__and_no_other_is_cited() -> None:
    from tools.pages import rules

    assert list(rules.faults()) == []
    assert "**missing**" not in rules.PAGE.read_text("utf-8")


def test_every_hook_is_found_by_the_rule_that_needs_it() -> None:
    from tools.pages import hooks

    differing = {name for rows in hooks.FINDER.values() for name in rows} ^ SPECS.keys()
    assert not differing, f"hooks and their lines in FINDER of tools/pages/hooks.py differ in {sorted(differing)}"


def test_every_hook_has_a_rule_that_needs_it() -> None:
    from tools.pages import hooks

    assert [name for name, users in hooks.hook_users().items() if not users] == []


def test_other_words_belong_to_questions_of_the_rulebook() -> None:
    from tools.pages import questions

    assert set(questions.ALSO) - {entry.question for entry in CORE_ENTRIES} == set()


# ---------------------------------------------------------------- the five sources


def test_every_sentence_of_a_source_is_on_a_sheet__and_every_rule_of_a_source_in_its_list() -> None:
    from tools.pages import sources

    presets = {"000": "pagat", "001": "wikipedia", "002": "north-american", "003": "classic", "004": "family"}
    assert {name: sources.source(name).preset for name in DOCUMENTS} == presets
    assert list(sources.faults()) == []
    index = (sources.PAGES / "README.md").read_text("utf-8")
    assert all(f"[{name}]({sources.source(name).page.name})" in index for name in DOCUMENTS)
