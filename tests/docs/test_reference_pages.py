"""Tests that the reference has every public name, and the line that imports it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from inspect import unwrap
from pathlib import Path
from typing import Any, Final

import pytest
from tests.docs.test_code_blocks import PAGES, blocks
from tools.site_hooks import PUBLIC, import_line

REFERENCE: Final = Path(__file__).parents[2] / "docs" / "reference"
TEXT: Final = {page.stem: page.read_text("utf-8") for page in sorted(REFERENCE.glob("*.md"))}
DIRECTIVES: Final = [name for text in TEXT.values() for name in re.findall(r"^::: ([\w.]+)$", text, re.MULTILINE)]
#: Constants and types, which pages describe in tables and lists.
IN_TABLES: Final = {
    name
    for text in TEXT.values()
    for row in re.findall(r"^(?:\| (`.*?) \||- (`\w+`): )", text, re.MULTILINE)
    for name in re.findall(r"`(\w+)`", "".join(row))
}


@pytest.mark.parametrize("module", PUBLIC)
def test_every_public_name_has_a_section_or_a_row(module: str) -> None:
    shown = {path.rpartition(".")[2] for path in DIRECTIVES} | IN_TABLES
    assert set(import_module(module).__all__) - shown - {"hookimpl"} == set()


def test_a_documented_name_is_imported_by_its_line() -> None:
    for path in DIRECTIVES:
        module, _, name = path.rpartition(".")
        found: dict[str, Any] = {}
        exec(import_line(path), found)
        assert unwrap(found[name]) is unwrap(getattr(import_module(module), name)), path


def test_a_name_is_documented_by_the_path_that_users_import() -> None:
    """But for names that are modules, too, as `rummy500.table.messages` and `rummy500_testing.law`."""
    public = {path: import_line(path).split()[1] for path in DIRECTIVES}
    alike = [(path, module, f"{module}.{path.rpartition('.')[2]}") for path, module in public.items()]
    inner = [path for path, *modules in alike if path.rpartition(".")[0] not in modules]
    assert inner == []


#: Packages that readers of the pages write.
WRITTEN: Final = {"rummy500_cookbook", "rummy500_three_deep"}


def test_pages_import_only_names_that_the_reference_shows() -> None:
    shown = {tuple(import_line(path).split()[1::2]) for path in DIRECTIVES}
    text = "".join(TEXT.values())
    hidden = [
        (page.name, module, name)
        for page in PAGES
        if "plugins" not in page.parts  # a plugin documents its own names
        for module, name in imported(page)
        if module not in WRITTEN
        and name not in (import_module(module).__all__ if module in PUBLIC else ())
        and (module, name) not in shown
        and f"{module}.{name}" not in PUBLIC
        and not (f"`{module}`" in text and f"`{name}`" in text)
    ]
    assert hidden == []


def imported(page: Path) -> Iterator[tuple[str, str]]:
    """List what a page imports from our packages, each module with a name."""
    for block in blocks(page):
        if block.language in ("python", "py"):
            for node in ast.walk(ast.parse(block.code)):
                if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("rummy500"):
                    yield from ((node.module, name.name) for name in node.names)


def test_the_index_lists_the_public_paths() -> None:
    assert re.findall(r"`(rummy500[\w.]*)`", TEXT["index"].partition("| --- |")[2].partition("\n\n")[0]) == list(PUBLIC)


@pytest.mark.parametrize("page", TEXT)
def test_a_page_opens_with_sentences_and_its_sections_have_plain_titles(page: str) -> None:
    text = re.sub(r"<!--.*?-->\n", "", TEXT[page])
    assert re.match(r"# [A-Z][\w ]+\n\n+[A-Z`]", text)
    assert re.findall(r"^##+ .*rummy500.*", text, re.MULTILINE) == []
