"""Tests of what the page does not do when it starts: compile, and load variants that nobody plays."""

from __future__ import annotations

from typing import Any
from zipfile import ZipFile

from tests.web.conftest import Watched
from tests.web.playing import settled

#: Asks the worker's Python by a house rule, which fails with the answer.
ASK = """question => rummy500.host.call("write-rule", {
    code: `import sys\\nraise ValueError(${question})`, setup: rummy500.state.setup,
}).catch(({ sentence }) => sentence.replace(/^.*ValueError: /, ""))"""
VARIANTS = "[name for name in sys.modules if name.startswith('rummy500_') and 'terminal' not in name]"
#: The modules of the library that were not loaded from bytecode of the build, which is unchecked.
COMPILED_HERE = (
    "[name for name, each in list(sys.modules.items()) if name.startswith(('rummy500', 'attr'))"
    " and open(each.__spec__.cached, 'rb').read(8)[4] != 1]"
)


def test_the_build_compiles_what_the_start_imports(built: Any) -> None:
    library = ZipFile(built / "play" / "library.zip").namelist()
    assert "rummy500/rules/state.py" in library
    assert any(name.startswith("rummy500/rules/__pycache__/state.cpython-") for name in library)
    assert not any("rummy500_testing/__pycache__" in name for name in library)  # it is loaded when laws are checked
    stdlib = ZipFile(built / "play" / "vendor" / "pyodide" / "python_stdlib.zip").namelist()
    assert {"json/__init__.pyc", "random.pyc", "ftplib.py"} <= set(stdlib)
    assert not {"json/__init__.py", "random.py"} & set(stdlib)


def test_the_start_compiles_nothing_and_loads_no_variant(fresh: Watched, site: str) -> None:
    page = fresh.page
    page.goto(site)
    page.wait_for_selector(".hand button.card")
    settled(page)
    assert page.evaluate(ASK, COMPILED_HERE) == "[]"
    assert page.evaluate(ASK, VARIANTS) == "[]"
    page.get_by_role("button", name="New game").click()
    settled(page)
    assert "rummy500_oklahoma" in page.evaluate(ASK, VARIANTS)
    assert page.evaluate(ASK, COMPILED_HERE) == "[]"
