"""Writes `docs/rules/source-NNN.md`, the checklists of the five sources: `uv run python -m tools.checklists`.

`tools/sources` has an entry for each sentence of a source, in our words, with the rule that plays it; the line of the
rule sheet that carries the rule is looked up here, so a page cannot say what no sheet does.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import groupby, pairwise
from operator import itemgetter
from pathlib import Path
from typing import Any, Final

import attrs
import click
from tools.rule_table import owners

from rummy500 import ComposeError, Rules, SheetLine, compose, sheet
from rummy500.cli.options import read_option
from rummy500.compose import known_options
from rummy500.rulebook.entry import DOCUMENTS

ROOT: Final = Path(__file__).parents[1]
DATA: Final = ROOT / "tools" / "sources"
PAGES: Final = ROOT / "docs" / "rules"
COMMAND: Final = "uv run python -m tools.checklists"
_SENTENCE_ENDS: Final = re.compile(r"(?<=[.!?])\s+(?=[A-Z0-9])")
_SEATS: Final = 4
_COUNTS: Final = dict(enumerate(("two", "three", "four", "five", "six", "seven", "eight"), 2))

_HEAD: Final = """\
# Source {name}, sentence by sentence

<!-- Written by `{command}` from tools/sources/{name}.toml: change that, not this page. -->

{about}

Preset: `{preset}`. [How to read these lists](sources.md).
"""


@attrs.frozen(kw_only=True)
class Entry:
    """A sentence of a source, or a part of one.

    Attributes:
        first: the line of the source on which it stands, counted from 1.
        last: the line on which it ends.
        says: what it says, in our words.
        rules: the ids of the rules that play it.
        match: words that stand in the lines of the sheet that carry it; where a rule has several lines they choose.
        why: the reason why no line of a sheet carries it; else empty.
        note: our reading, where line and sentence do not explain each other.
        under: the rules whose sheet carries it, `pagat+floating,floating.last-discard=claim` say.
        seats: how many play by them.
    """

    first: int
    last: int
    says: str
    rules: tuple[str, ...] = ()
    match: tuple[str, ...] = ()
    why: str = ""
    note: str = ""
    under: str = ""
    seats: int = _SEATS


@attrs.frozen(kw_only=True)
class Section:
    """A part of a source.

    Attributes:
        name: what it is about.
        line: the line with its heading; 0 if it has none.
        under: the rules whose sheet carries it; the source's preset where it says none.
        entries: its sentences, in order.
    """

    name: str
    line: int
    under: str
    entries: tuple[Entry, ...]


@attrs.frozen(kw_only=True)
class Source:
    """A source, sentence by sentence.

    Attributes:
        name: the first three digits of the document's name.
        preset: the preset that follows it.
        about: what it is, in a sentence or two.
        text: which lines of the document have text.
        sections: its parts, in order.
    """

    name: str
    preset: str
    about: str
    text: tuple[int, ...]
    sections: tuple[Section, ...]

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The sentences of all parts."""
        return tuple(entry for section in self.sections for entry in section.entries)

    @property
    def page(self) -> Path:
        """Where its checklist stands."""
        return PAGES / f"source-{self.name}.md"


@cache
def source(name: str) -> Source:
    """A source's checklist, as it is written in `tools/sources`."""
    told = tomllib.loads((DATA / f"{name}.toml").read_text("utf-8"))
    preset: str = told["preset"]
    return Source(
        name=name,
        preset=preset,
        about=told["about"].strip(),
        text=tuple(_numbers(told["text"])),
        sections=tuple(_section(section, preset) for section in told["section"]),
    )


def _section(told: Mapping[str, Any], preset: str) -> Section:
    under: str = told.get("under", preset)
    entries = tuple(_entry({"under": under, **entry}) for entry in told["entries"])
    return Section(name=told["name"], line=told.get("line", 0), under=under, entries=entries)


def _entry(told: Mapping[str, Any]) -> Entry:
    lines = tuple(_numbers(str(told["line"])))
    return Entry(
        first=lines[0],
        last=lines[-1],
        rules=_tuple(told.get("rule", ())),
        match=_tuple(told.get("match", ())),
        **{key: value for key, value in told.items() if key not in ("line", "rule", "match")},
    )


def _tuple(told: str | Iterable[str]) -> tuple[str, ...]:
    return (told,) if isinstance(told, str) else tuple(told)


def _numbers(text: str) -> Iterator[int]:
    """`3-5 9` is 3, 4, 5, 9."""
    for part in text.split():
        first, _, last = part.partition("-")
        yield from range(int(first), int(last or first) + 1)


@cache
def rules_under(spec: str, seats: int) -> Rules:
    """The rules that a spec names, as `rummy500 rules --diff` reads it.

    Raises:
        ComposeError: if they do not compose, or need a plugin that is not installed.
        click.BadParameter: if an option is not written `NAME=VALUE`.
    """
    named, *options = spec.split(",")
    preset, *plugins = named.split("+")
    kinds = known_options(preset, plugins)
    return compose(preset, plugins, dict(read_option(option, kinds) for option in options), seats=seats)


@cache
def _sheet(spec: str, seats: int) -> tuple[SheetLine, ...]:
    return sheet(rules_under(spec, seats)).lines


def carriers(entry: Entry) -> tuple[SheetLine, ...]:
    """The lines of the sheet that carry an entry, in the order of its rules.

    Raises:
        LookupError: if the sheet does not say it, or it is not clear in which line.
    """
    found: list[SheetLine] = []
    for rule in entry.rules:
        lines = [line for line in _sheet(entry.under, entry.seats) if rule in line.rules]
        if not lines:
            raise LookupError(f"no line of the sheet of {entry.under} carries {rule}")
        chosen = [line for line in lines if any(words in line.text for words in entry.match)]
        if len(lines) > 1 and not chosen:
            raise LookupError(f"{len(lines)} lines carry {rule}, and `match` chooses none")
        found += chosen or lines
    for words in entry.match:
        if not any(words in line.text for line in found):
            raise LookupError(f"no line of {', '.join(entry.rules)} says {words!r}")
    return tuple(dict.fromkeys(found))


def _named(entry: Entry) -> str:
    return f"line {entry.first}, {entry.says!r}"


def faults(checked: Source) -> list[str]:
    """What is wrong with how a source's checklist is written; empty if nothing is."""
    found: list[str] = []
    for entry in checked.entries:
        if bool(entry.rules) == bool(entry.why):
            found.append(f"{_named(entry)}: either a rule or a reason why not")
        found += [f"{_named(entry)}: there is no rule {rule}" for rule in entry.rules if rule not in owners()]
        if re.split(r"[+,]", entry.under)[0] != checked.preset and not entry.note:
            found.append(f"{_named(entry)}: {entry.under} is not of the preset {checked.preset}, and no note says why")
    return [*found, *_astray(checked)]


def silences(checked: Source) -> list[str]:
    """Which entries no sheet carries as they say; all plugins that they name must be installed."""
    found: list[str] = []
    for entry in checked.entries:
        try:
            carriers(entry)
        except (LookupError, ComposeError, click.BadParameter) as error:
            found.append(f"{_named(entry)}: {error}")
    return found


def _astray(checked: Source) -> Iterator[str]:
    """Lines out of order, and lines of the source that no entry is about."""
    spans = [
        span
        for section in checked.sections
        for span in (
            *([(section.line, section.line)] if section.line else ()),
            *((entry.first, entry.last) for entry in section.entries),
        )
    ]
    for (_, before), (first, _) in pairwise(spans):
        if first < before:
            yield f"line {first} stands after line {before}"
    covered = {line for first, last in spans for line in range(first, last + 1)}
    missing = sorted(set(checked.text) - covered)
    beyond = sorted({line for span in spans for line in span} - set(checked.text))
    if missing:
        yield f"nothing is said about the lines {missing}"
    if beyond:
        yield f"the source has no text on the lines {beyond}"


def page(written: Source) -> str:
    """The checklist of a source."""
    parts = [_HEAD.format(name=written.name, command=COMMAND, about=written.about, preset=written.preset)]
    for section in written.sections:
        parts.append(f"## {section.name}\n")
        if section.under != written.preset:
            parts.append(f"The sheet is that of `{section.under}`.\n")
        parts.append(_table(section))
    return "\n".join(parts)


def _table(section: Section) -> str:
    rows = ["| line | the source says | rule | the sheet says |", "| --- | --- | --- | --- |"]
    for entry in section.entries:
        line = str(entry.first) if entry.first == entry.last else f"{entry.first} to {entry.last}"
        rules = ", ".join(f"`{rule}`" for rule in entry.rules)
        rows.append(f"| {line} | {entry.says} | {rules} | {_carried(entry, section)} |")
    return "\n".join(rows) + "\n"


def _carried(entry: Entry, section: Section) -> str:
    """What the sheet says, or why it says nothing."""
    told = (
        [f"*Not on the sheet:* {entry.why}."]
        if entry.why
        else [_quoted(line.text, entry.match) for line in carriers(entry)]
    )
    other = [f"`{entry.under}`"] if entry.under != section.under else []
    if entry.seats != _SEATS:
        other.append(f"{_COUNTS[entry.seats]} players")
    if other and not entry.why:
        told[0] = f"With {', '.join(other)}: {told[0]}"
    if entry.note:
        told.append(f"*{entry.note}*")
    return "<br>".join(told)


def _quoted(text: str, match: tuple[str, ...]) -> str:
    """The sentences of a line that the words of an entry stand in; all of it where they stand in none."""
    sentences = [(any(words in each for words in match), each) for each in _SENTENCE_ENDS.split(text)]
    if not any(stays for stays, _ in sentences):
        return text
    runs = groupby(sentences, key=itemgetter(0))
    return " ".join(" ".join(each for _, each in run) if stays else "…" for stays, run in runs)


def main() -> int:
    """Write the pages and print what is wrong; the exit status is 1 if anything is."""
    found = []
    for name in DOCUMENTS:
        wrong = [*faults(source(name)), *silences(source(name))]
        found += [f"{name}: {fault}" for fault in wrong]
        if not wrong:
            source(name).page.write_text(page(source(name)), encoding="utf-8")
    print("\n".join(found) if found else "every sentence of the sources is on a sheet, or has a reason why not")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
