"""Tests of how the page is cut into modules, without a browser."""

from __future__ import annotations

import re
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Final

WEB: Final = Path(__file__).parents[2] / "web"
MODULES: Final = {each.name: each.read_text("utf-8") for each in WEB.glob("*.js")}
#: `import ... from "./x.js"`, `import "./x.js"` and `export ... from "./x.js"`, in one line or several.
IMPORT: Final = re.compile(r"""^(?:import|export)\b[^;"]*"\./([\w-]+\.js)";""", re.MULTILINE)

#: A regular expression: where a value begins, from a slash to the next that is neither escaped nor in brackets.
PATTERN: Final = re.compile(
    r"""(?:[(,=:\[!&|?{;]|=>|\breturn)\s*(/(?![/*])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]*)"""
)
#: Each of them, with its reason. None may look for seats, melds, cards or verbs in what the library wrote: for those
#: the wire has fields and facts.
PATTERNS: Final = {
    ("connected.js", "/^http/"): "the address of the websocket, of that of the page",
    ("indent.js", "/^ */"): "the code of a house rule",
    ("indent.js", "/:\\s*(#.*)?$/"): "the code of a house rule",
    ("indent.js", "/^ {1,4}/"): "the code of a house rule",
    ("links.js", "/=+$/"): "the end of base64, which a link leaves out",
    ("links.js", "/[#&](preset|position|game)=/"): "a link",
    ("links.js", "/^\\d$/"): "a link",
    ("links.js", "/^[2-8]$/"): "a link",
    ("setup.js", "/; auto: .*/"): "a question of the form without the choice, which its list names",
    ("words.js", r"/\{(\w+)(?::(\w+))?\}/"): "a fact in a template, which is how templates are written",
}


def imported(source: str) -> set[str]:
    return set(IMPORT.findall(source)) & MODULES.keys()


def test_no_module_imports_through_others_one_that_imports_it() -> None:
    imports = {name: imported(source) for name, source in MODULES.items()}
    assert sum(map(len, imports.values())) > len(MODULES)  # the pattern finds them
    TopologicalSorter(imports).prepare()  # a CycleError names the circle


def test_each_module_is_in_the_map() -> None:
    rows = re.findall(r"^\|.*\| (.+) \|$", (WEB / "README.md").read_text("utf-8"), re.MULTILINE)
    named = re.findall(r"`([\w-]+\.(?:js|py|d\.ts))`", " ".join(rows))
    programs = {each.name for suffix in ("js", "py", "d.ts") for each in WEB.glob(f"*.{suffix}")}
    assert programs - set(named) <= {"deeds.js"}  # it is named below the table, for all of them
    assert set(named) <= programs


def test_only_deeds_collects_what_the_person_can_do() -> None:
    """The modules that draw get `deeds`: if one imported it, it could change what it draws."""
    assert [name for name, source in MODULES.items() if "deeds.js" in imported(source)] == ["page.js"]


def test_no_pattern_looks_for_cards_or_names_in_the_text_of_the_library() -> None:
    found = {(name, pattern) for name, source in MODULES.items() for pattern in PATTERN.findall(source)}
    assert found == PATTERNS.keys()
    assert not [name for name, source in MODULES.items() if "RegExp(" in source]


def test_the_text_of_an_action_or_a_sentence_is_never_taken_apart() -> None:
    """Both are for people, and for the request that carries an action: the page reads verbs, cards, melds and facts."""
    reads = re.compile(
        r"\b(?:action|sentence|template)\.(?:at|charAt|endsWith|includes|indexOf|match|replace|slice|split|startsWith)"
    )
    found = {(name, read) for name, source in MODULES.items() for read in reads.findall(source)}
    assert found == {("words.js", "template.split")}  # by the facts in it
