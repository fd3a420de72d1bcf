"""The tables of `docs/rules/` say what the catalogue, the options and the presets say."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from rummy500.options import CORE_OPTIONS, Option
from rummy500.presets import CORE_PRESETS, DEFAULT_PRESET
from rummy500.rulebook.core import CORE_ENTRIES, OURS, RuleEntry, value_words

ROOT = Path(__file__).parents[2]
INDEX = ROOT / "docs" / "rules" / "index.md"
CATALOGUE = ROOT / "docs" / "rules" / "catalogue.md"


def headings(page: Path) -> list[str]:
    """The second-level headings of a page."""
    return [line[3:] for line in page.read_text(encoding="utf-8").splitlines() if line.startswith("## ")]


def table(page: Path, heading: str) -> list[tuple[str, ...]]:
    """The rows of the table under a heading, without its head."""
    lines = page.read_text(encoding="utf-8").splitlines()
    start = lines.index(f"## {heading}")
    rows: list[tuple[str, ...]] = []
    for line in lines[start + 1 :]:
        if line.startswith("## "):
            break
        if line.startswith("|"):
            rows.append(tuple(cell.strip() for cell in line.strip("|").split("|")))
    return rows[2:]


def preset_rows() -> Iterator[tuple[str, ...]]:
    for preset in CORE_PRESETS.values():
        default = ", the default" if preset.name == DEFAULT_PRESET else ""
        yield f"`{preset.name}`{default}", preset.source, preset.about


def option_rows() -> Iterator[tuple[str, ...]]:
    for option in CORE_OPTIONS.values():
        values = (str(preset.options[option.name]) for preset in CORE_PRESETS.values())
        allowed = option.allowed.replace('"', "`")
        yield f"`{option.name}`", option.about, allowed, f"[`{option.rule}`](catalogue.md#{option.rule})", *values


def worded(option: Option) -> Iterator[int | str]:
    """The values of an option whose meaning its name does not tell."""
    yield from option.choices
    if option.zero or option.least == 0:
        yield 0


def word_rows() -> Iterator[tuple[str, ...]]:
    for option in CORE_OPTIONS.values():
        for value in worded(option):
            yield f"`{option.name}`", f"`{value}`", value_words(option.name, value)


def rule_row(entry: RuleEntry) -> tuple[str, ...]:
    steering = ", ".join(f"`{name}`" for name in entry.options)
    sources = ", ".join("*ours*" if source == OURS else source for source in entry.sources)
    return f"`{entry.id}`{{ #{entry.id} }}", entry.about, sources, entry.ours, steering


def test_presets_table() -> None:
    assert table(INDEX, "Presets") == list(preset_rows())


def test_options_table() -> None:
    assert table(INDEX, "Options") == list(option_rows())


def test_values_table() -> None:
    assert table(INDEX, "Values in words") == list(word_rows())


@pytest.mark.parametrize("section", dict.fromkeys(entry.section for entry in CORE_ENTRIES))
def test_catalogue_table(section: str) -> None:
    assert table(CATALOGUE, section) == [rule_row(entry) for entry in CORE_ENTRIES if entry.section == section]


def test_every_section_has_its_table() -> None:
    assert headings(CATALOGUE) == list(dict.fromkeys(entry.section for entry in CORE_ENTRIES))
