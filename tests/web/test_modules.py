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
