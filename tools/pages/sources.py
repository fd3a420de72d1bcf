"""`proofs/rules/source-NNN.md`, the checklists of the five sources.

`data` has an entry for each sentence of a source, in our words, with its rule. This module looks up the line of the
rule sheet with that rule, so a page quotes only sentences of sheets.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import groupby, pairwise
from operator import itemgetter
from pathlib import Path
from typing import Any, Final

import attrs
import click
from tools.pages import COMMAND, ROOT
from tools.pages.rules import CORE, entries, owners

from rummy500 import ComposeError, Rules, compose, sheet
from rummy500.hooks.compose import known_options
from rummy500.rulebook.sheet import SheetLine
from rummy500.rules.entry import DOCUMENTS, OURS
from rummy500_terminal.options import read_option

DATA: Final = Path(__file__).with_name("data")
PAGES: Final = ROOT / "proofs" / "rules"
_SENTENCE_ENDS: Final = re.compile(r"(?<=[.!?])\s+(?=[A-Z0-9])")
_SEATS: Final = 4
_COUNTS: Final = dict(enumerate(("two", "three", "four", "five", "six", "seven", "eight"), 2))

_HEAD: Final = """\
# Source {name}, sentence by sentence

<!-- Written by `{command}` from tools/pages/data/{name}.toml: change that, not this page. -->

{about}

Preset: `{preset}`. [How to read these lists](README.md).
"""


@attrs.frozen(kw_only=True)
class Entry:
    """A sentence of a source, or a part of one.

    Attributes:
        first: the line of the source on which it begins, counted from 1.
        last: the line on which it ends.
        says: the sentence in our words.
        rules: the ids of its rules.
        match: texts that choose a line of the sheet if a rule has several lines.
        why: the reason why no line of a sheet has it; else empty.
        note: our reading, if line and sentence do not explain each other.
        under: the rules of the sheet, for example `pagat+floating,floating.last-discard=claim`.
        seats: the number of seats.
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
        name: its subject.
        line: the line with its heading; 0 if it has none.
        under: the rules of its sheet; by default the source's preset.
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
        about: a description of one or two sentences.
        text: the lines of the document with text.
        sections: its parts, in order.
    """

    name: str
    preset: str
    about: str
    text: tuple[int, ...]
    sections: tuple[Section, ...]

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Return the sentences of all parts."""
        return tuple(entry for section in self.sections for entry in section.entries)

    @property
    def page(self) -> Path:
        """Return the page of its checklist."""
        return PAGES / f"source-{self.name}.md"


@cache
def source(name: str) -> Source:
    """Read a source's checklist."""
    fields = tomllib.loads((DATA / f"{name}.toml").read_text("utf-8"))
    preset: str = fields["preset"]
    return Source(
        name=name,
        preset=preset,
        about=fields["about"].strip(),
        text=tuple(_numbers(fields["text"])),
        sections=tuple(_section(section, preset) for section in fields["section"]),
    )


def _section(fields: Mapping[str, Any], preset: str) -> Section:
    under: str = fields.get("under", preset)
    entries = tuple(_entry({"under": under, **entry}) for entry in fields["entries"])
    return Section(name=fields["name"], line=fields.get("line", 0), under=under, entries=entries)


def _entry(fields: Mapping[str, Any]) -> Entry:
    lines = tuple(_numbers(str(fields["line"])))
    return Entry(
        first=lines[0],
        last=lines[-1],
        rules=_tuple(fields.get("rule", ())),
        match=_tuple(fields.get("match", ())),
        **{key: value for key, value in fields.items() if key not in ("line", "rule", "match")},
    )


def _tuple(fields: str | Iterable[str]) -> tuple[str, ...]:
    return (fields,) if isinstance(fields, str) else tuple(fields)


def _numbers(text: str) -> Iterator[int]:
    """Read ranges of numbers: `3-5 9` is 3, 4, 5, 9."""
    for part in text.split():
        first, _, last = part.partition("-")
        yield from range(int(first), int(last or first) + 1)


@cache
def rules_under(spec: str, seats: int) -> Rules:
    """Compose the rules of a text like `pagat+floating,match.target=250`, as `rummy500 rules --diff` reads it.

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
    """Find the lines of the sheet for an entry, in the order of its rules.

    Raises:
        LookupError: if the sheet has no line for it, or it is not clear which.
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


def mistakes(checked: Source) -> list[str]:
    """List the mistakes in a source's checklist."""
    found: list[str] = []
    for entry in checked.entries:
        if bool(entry.rules) == bool(entry.why):
            found.append(f"{_named(entry)}: either a rule or a reason why not")
        found += [f"{_named(entry)}: there is no rule {rule}" for rule in entry.rules if rule not in owners()]
        if re.split(r"[+,]", entry.under)[0] != checked.preset and not entry.note:
            found.append(f"{_named(entry)}: {entry.under} is not of the preset {checked.preset}, and no note says why")
    return [*found, *_wrong_lines(checked)]


def missing_lines(checked: Source) -> list[str]:
    """List the entries whose sheet lacks their rule; all plugins that they name must be installed."""
    found: list[str] = []
    for entry in checked.entries:
        try:
            carriers(entry)
        except (LookupError, ComposeError, click.BadParameter) as error:
            found.append(f"{_named(entry)}: {error}")
    return found


def _wrong_lines(checked: Source) -> Iterator[str]:
    """List the lines out of order, and the lines of the source without an entry."""
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
    """Write the checklist of a source."""
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
    """Quote the sheet, or give the reason why it has no sentence."""
    fields = (
        [f"*Not on the sheet:* {entry.why}."]
        if entry.why
        else [_quoted(line.text, entry.match) for line in carriers(entry)]
    )
    other = [f"`{entry.under}`"] if entry.under != section.under else []
    if entry.seats != _SEATS:
        other.append(f"{_COUNTS[entry.seats]} players")
    if other and not entry.why:
        fields[0] = f"With {', '.join(other)}: {fields[0]}"
    if entry.note:
        fields.append(f"*{entry.note}*")
    return "<br>".join(fields)


def _quoted(text: str, match: tuple[str, ...]) -> str:
    """Return the sentences of a line that contain the words of an entry; the whole line if none does."""
    sentences = [(any(words in each for words in match), each) for each in _SENTENCE_ENDS.split(text)]
    if not any(stays for stays, _ in sentences):
        return text
    runs = groupby(sentences, key=itemgetter(0))
    return " ".join(" ".join(each for _, each in run) if stays else "…" for stays, run in runs)


def faults() -> Iterator[str]:
    """List the mistakes in the checklists, the sentences that no sheet has, and the rules that no checklist has."""
    listed: set[str] = set()
    for name in DOCUMENTS:
        yield from (f"{name}: {fault}" for fault in (*mistakes(source(name)), *missing_lines(source(name))))
        listed.update(rule for entry in source(name).entries for rule in entry.rules)
    for rule, owner in owners().items():
        entry = entries()[owner][rule]
        if set(entry.sources) - {OURS} and rule not in listed and not (owner == CORE and entry.omission):
            yield f"{rule}: no checklist of a source has it"


def pages() -> dict[Path, str]:
    return {source(name).page: page(source(name)) for name in DOCUMENTS}
