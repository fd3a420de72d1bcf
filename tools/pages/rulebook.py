"""The tables of rules, options and presets on pages.

`docs/rules/catalogue.md` is written whole; in `docs/rules/index.md`, `docs/rules/sheet.md` and
`docs/reference/plugins.md` the tables and the example of a sheet are, and the text around them is written by hand.
The page of each variant has the differences from its base rules, and the table of the variants the descriptions of
`PluginInfo`.
"""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from itertools import groupby
from pathlib import Path
from types import MappingProxyType
from typing import Final
from urllib.parse import urlencode

import attrs
from tools.pages import COMMAND, DOCS

import rummy500 as r5
from rummy500.hooks.compose import seats_text
from rummy500.rulebook.core import CORE_ENTRIES
from rummy500.rulebook.explain import MATTERS, entries_in_force
from rummy500.rules.entry import OURS, RuleEntry
from rummy500.rules.options import CORE_OPTIONS, CORE_PRESETS, DEFAULT_PRESET, Option, OptionValue

CATALOGUE: Final = DOCS / "rules" / "catalogue.md"
INDEX: Final = DOCS / "rules" / "index.md"
SHEET: Final = DOCS / "rules" / "sheet.md"
PLUGINS: Final = DOCS / "reference" / "plugins.md"
VARIANTS: Final = DOCS / "variants"

_CATALOGUE_HEAD: Final = f"""\
# Rule catalogue

<!-- Written by `{COMMAND}` from src/rummy500/rulebook/core: change that, not this page. -->

This page lists every rule of the core by its id: the rule in our words, the sources that have it, and the options that
change it. For the exact rule under the options of your game, call [`explain`](index.md#how-rule-ids-work).

The sources are the [five documents](../../proofs/rules/README.md), 000 to 004. *Ours* marks a decision of our own,
because the sources do not say or a source contradicts itself. Rules that only a plugin adds are on
[the pages of the variants](../variants/index.md).
"""
#: The links and the differences on the page of a variant are for three players, except for these variants.
_PLAYERS: Final = 3
_SEATS: Final = {"partnership": 4, "persian": 4}
#: A variant of several sources is linked on the base rules of each, this one first.
_FIRST_SOURCE: Final = {"persian": "003"}
#: The options of the linked games, by variant and source.
_OPTIONS: Final[Mapping[tuple[str, str], Mapping[str, OptionValue]]] = {
    ("scoring", "001"): {"scoring.ten-five": True, "scoring.fifths": True},
    ("scoring", ""): {"scoring.ten-five": True, "scoring.fifths": True},
    ("persian", "001"): {"persian.flavour": "001"},
}
_READINGS_HEAD: Final = f"""\
## What the source leaves open

<!-- Written by `{COMMAND}` from the readings marked as ours. -->

The source does not decide these points, so rummy500 does. Your table may prefer another answer.

"""
#: Where the page of a variant has its base rules and links, after the players and cards, and its readings, if any.
_LEAD_LINKS: Final = re.compile(r"(?<=^\*\*Players:\*\*)(.*?) · (?:\*\*Base rules|<a ).*$", re.MULTILINE)
_READINGS: Final = re.compile(
    r"(?:^## What the source leaves open\n.*?)?(?=^## What differs)", re.MULTILINE | re.DOTALL
)
_DIFFERENCES_HEAD: Final = f"""\
## What differs from the base rules

<!-- Written by `{COMMAND}` from the rule sheets. -->

"""
_DIFFERENCES: Final = re.compile(
    r"^## What differs from the base rules\n.*?(?=^For programmers:)", re.MULTILINE | re.DOTALL
)
_SENTENCE_ENDS: Final = re.compile(r"(?<=[.!?]) +(?=[A-Z])")
_Rows = Iterable[tuple[str, ...]]


def pages() -> dict[Path, str]:
    named = {info.name for info in r5.list_plugins() if info.source != "house"}  # house rules follow no source
    variants = {page: variant(page) for page in VARIANTS.glob("*.md") if page.stem in named}
    written = {CATALOGUE: catalogue(), INDEX: index(), SHEET: sheet(), PLUGINS: plugins()}
    return {**written, VARIANTS / "index.md": described(VARIANTS / "index.md"), **variants}


def catalogue() -> str:
    """Write the page with a row for each rule of the core."""
    head = ("id", "rule")
    parts = [_CATALOGUE_HEAD]
    for section, entries in groupby(CORE_ENTRIES, key=lambda entry: entry.section):
        parts.append(f"## {section}\n\n{_table(head, map(_rule_row, entries))}")
    return "\n".join(parts)


def index() -> str:
    """Write the page of presets and options."""
    presets = tuple(f"`{name}`" for name in CORE_PRESETS)
    tables = {
        "Presets": _table(("preset", "follows", "in a line"), _preset_rows()),
        "Options": _table(("option", "what it decides", "values", "rule"), _option_rows()),
        "Options of each preset": _table(("option by preset", *presets), _chosen_rows()),
        "Values in words": _table(("option", "value", "in words"), _value_rows()),
    }
    return _with_tables(INDEX.read_text("utf-8"), tables)


def sheet() -> str:
    """Write the page about rule sheets, with the beginning of one as an example."""
    omitted = ((f"`{entry.id}`", entry.omission.why) for entry in CORE_ENTRIES if entry.omission is not None)
    text = _with_tables(SHEET.read_text("utf-8"), {"What a sheet leaves out": _table(("rule", "why"), omitted)})
    beginning, _, _ = r5.sheet(r5.compose("classic", seats=4)).markdown().partition("\n## Melds\n")
    return _with_sheet(text, beginning, fold="???+")


def plugins() -> str:
    """Write the reference page of plugins, with the matters in which rules claim answers."""
    matters = (
        (f"`{name}`", matter.decides, ", ".join(f"`{answer}`" for answer in matter.answers))
        for name, matter in MATTERS.items()
    )
    tables = {"Entries of the catalogue": _table(("matter", "decides", "answers"), matters)}
    return _with_tables(PLUGINS.read_text("utf-8"), tables)


def described(page: Path) -> str:
    """Write the index of the variants, with the description and the seats of each plugin."""
    infos = {info.name: info for info in r5.list_plugins()}

    def row(found: re.Match[str]) -> str:
        info = infos.get(found["name"])
        if info is None:
            return found[0]
        return f"| {found['link']} | {info.about} | {seats_text(*info.seats, even=info.even_seats)} |"

    return re.sub(
        r"^\| (?P<link>\[[^]]+\]\((?P<name>[\w-]+)\.md\)) \| .* \|$", row, page.read_text("utf-8"), flags=re.MULTILINE
    )


@attrs.frozen
class Game:
    """A game that the page of a variant links to.

    Attributes:
        preset: the base rules.
        source: the source that describes the variant on these rules, empty if none does.
        plugins: the variant, if it is not part of the preset.
        options: the options.
        seats: how many play.
    """

    preset: str
    source: str
    plugins: tuple[str, ...]
    options: Mapping[str, OptionValue]
    seats: int

    def rules(self, change: Mapping[str, OptionValue] = MappingProxyType({})) -> r5.Rules:
        """Compose its rules, with some options changed."""
        return r5.compose(self.preset, self.plugins, {**self.options, **change}, seats=self.seats)

    def link(self) -> str:
        """Write a link that opens the game on the page that plays."""
        chosen = {f"option.{name}": json.dumps(value) for name, value in self.options.items()}
        game = {"preset": self.preset, "seats": self.seats, "plugins": ",".join(self.plugins), **chosen}
        address = urlencode({name: value for name, value in game.items() if value})
        return f'<a href="../../play/#{escape(address)}">Play it with {title_of(self.preset)} rules</a>'


def title_of(preset: str) -> str:
    """The title of a preset for players."""
    return next(each.title for each in r5.list_presets() if each.name == preset)


def games(name: str) -> tuple[Game, ...]:
    """List the games of a variant: on the base rules of each of its sources, then on the default preset."""
    info = next(each for each in r5.list_plugins() if each.name == name)
    presets = {preset.source: preset for preset in r5.list_presets()}
    sources = sorted(info.source.split(", "), key=lambda source: source != _FIRST_SOURCE.get(name))
    default = CORE_PRESETS[DEFAULT_PRESET]
    # A plugin that brings a preset is played on that alone.
    brings_preset = any(preset.plugin == name for preset in presets.values())
    placed = [(presets[source], source) for source in sources]
    if not brings_preset and default.source not in sources:
        placed.append((presets[default.source], ""))
    seats = _SEATS.get(name, _PLAYERS)
    return tuple(
        Game(preset.name, source, () if name in preset.plugins else (name,), _OPTIONS.get((name, source), {}), seats)
        for preset, source in placed
    )


def variant(page: Path) -> str:
    """Write the page of a variant, with its links, its readings and its differences from the base rules."""
    found = games(page.stem)
    bases = ", ".join(
        f"[{title_of(game.preset)}](../how-to-play.md#choose-your-rules)" for game in found if game.source
    )
    links = (*(game.link() for game in found), "[House rules](house-rules.md)")
    lead = " · ".join((f" · **Base rules in the source:** {bases}", *links))
    text = re.sub(_LEAD_LINKS, rf"\1{lead}", page.read_text("utf-8"), count=1)
    readings = _READINGS_HEAD + "".join(f"- {reading}\n" for reading in readings_of(page.stem, found)) + "\n"
    text = re.sub(_READINGS, readings, text, count=1)
    first, *others = found
    alike = [other for other in others if other.source and other.plugins and other.options == first.options]
    differing = "\n".join((differences(first), *(also(first, other) for other in alike)))
    return re.sub(_DIFFERENCES, lambda _: f"{_DIFFERENCES_HEAD}{differing}\n", text, count=1)


def differences(game: Game) -> str:
    """Write the sentences of a variant's sheet that its base rules do not have, by question."""
    preset = game.preset if game.plugins else DEFAULT_PRESET
    parts = [f"For {game.seats} players, compared with [{title_of(preset)}](../how-to-play.md#choose-your-rules).\n"]
    for question, lines in _differing(game).items():
        parts += [f"**{question}**\n", lines]
    return "\n".join(parts)


def also(first: Game, other: Game) -> str:
    """Write in a sentence what is different if the variant is compared with the base rules of another source."""
    said, differing = _differing(first), _differing(other)
    without = [question for question in said if question not in differing]
    changed = [question for question, lines in differing.items() if lines != said.get(question)]
    same = len(changed) < len(differing)
    parts = [
        "the same" if same else "",
        f"without *{'* and *'.join(without)}*" if without and same else "",
        f"another answer to *{'* and *'.join(changed)}*" if changed else "",
    ]
    base = f"[{title_of(other.preset)}](../how-to-play.md#choose-your-rules)"
    return f"Compared with {base}: {', '.join(filter(None, parts))}\n"


def _differing(game: Game) -> dict[str, str]:
    """Map each question that a variant answers otherwise than its base rules to the lines of its answer."""
    base = r5.compose(game.preset if game.plugins else DEFAULT_PRESET, seats=game.seats)
    found: dict[str, str] = {}
    for question, of in groupby(r5.diff_rules(base, game.rules()), key=lambda each: each.question):
        lines = [each.second or f"Not in this game: {each.first}" for each in of if each.second or not each.instead]
        found |= {question: "".join(f"- {line}\n" for line in lines)} if lines else {}
    return found


def readings_of(name: str, of: Sequence[Game]) -> tuple[str, ...]:
    """List what the sources of a variant leave open, from the marks of its rules.

    Args:
        name: the variant.
        of: its games. Those of a source count, each also with every value of the variant's own options.
    """
    found: dict[str, None] = {}
    presets = {game.source: game.preset for game in of if game.source}
    for game in (each for each in of if each.source):
        options = [each for each in r5.list_options(game.preset, (name,)) if each.plugin == name]
        changes = [{}, *({option.name: value.value} for option in options for value in option.values)]
        for rules in filter(None, (_composed(game, change) for change in changes)):
            texts = [_our_part(entry) for plugin, entry in rules.origin.entries if plugin == name]
            if game.preset == name:
                texts += _readings_of_preset(rules)
            found |= dict.fromkeys(_in_words(text, presets) for text in texts)
    return tuple(filter(None, found))


def _composed(game: Game, change: Mapping[str, OptionValue]) -> r5.Rules | None:
    try:
        return game.rules(change)
    except r5.ComposeError:  # the value needs other options, too
        return None


def _our_part(entry: RuleEntry) -> str:
    return entry.ours.replace("The whole rule.", entry.about)


def _readings_of_preset(rules: r5.Rules) -> list[str]:
    """List our part of the rules of the core that a preset decides."""
    found = [(entry, in_force) for entry, in_force in entries_in_force(rules) if entry in CORE_ENTRIES]
    return [
        in_force.text if in_force.source == OURS else _our_part(entry)
        for entry, in_force in found
        if in_force.set_by == f"preset {rules.preset.name}" and OURS in in_force.source
    ]


def _in_words(text: str, presets: Mapping[str, str]) -> str:
    """Write a reading for players: without sentences about other sources, and with names in place of their numbers."""
    sentences = [each for each in _SENTENCE_ENDS.split(text) if _are_about(re.findall(r"\b00\d\b", each), presets)]
    return re.sub(
        r"\b00\d\b",
        lambda number: f"[{presets.get(number[0], number[0])}](../how-to-play.md#choose-your-rules)",
        " ".join(sentences),
    )


def _are_about(sources: Sequence[str], presets: Mapping[str, str]) -> bool:
    return not sources or any(source in presets for source in sources)


def _with_sheet(page: str, sheet: str, *, fold: str) -> str:
    """Replace the sheet on a page, between the two comments.

    It can be folded, and its sections are bold lines: headings would repeat in the contents and in the anchors of the
    page.

    Raises:
        LookupError: if the page has no such comments.
    """
    title, _, text = sheet.partition("\n\n")
    body = textwrap.indent(re.sub(r"^## (.*)$", r"**\1**", text, flags=re.MULTILINE), "    ")
    before, opened, rest = page.partition(f"<!-- sheet, written by `{COMMAND}` -->\n")
    _, closed, after = rest.partition("<!-- end of the sheet -->\n")
    if not closed:
        raise LookupError(f"no place for a sheet on the page {page.partition(chr(10))[0]!r}")
    return f'{before}{opened}\n{fold} note "{title.removeprefix("# ")}"\n\n{body}\n{closed}{after}'


def _rule_row(entry: RuleEntry) -> tuple[str, ...]:
    sources = ", ".join(source for source in entry.sources if source != OURS)
    options = ", ".join(f"`{name}`" for name in entry.options)
    facts = {"Sources": sources, "Options": options, "*Ours*": entry.ours}
    lines = [entry.about, *(f"<small>{name}: {fact}</small>" for name, fact in facts.items() if fact)]
    return f"`{entry.id}`{{ #{entry.id} }}", "<br>".join(lines)


def _preset_rows() -> Iterator[tuple[str, ...]]:
    for preset in CORE_PRESETS.values():
        default = ", the default" if preset.name == DEFAULT_PRESET else ""
        source = f"[source {preset.source}](../../proofs/rules/source-{preset.source}.md)"
        yield f"`{preset.name}`{default}", source, preset.about


def _option_rows() -> Iterator[tuple[str, ...]]:
    for option in CORE_OPTIONS.values():
        allowed = option.allowed.replace('"', "`")
        yield f"`{option.name}`", option.about, allowed, f"[`{option.rule}`](catalogue.md#{option.rule})"


def _chosen_rows() -> Iterator[tuple[str, ...]]:
    for name in CORE_OPTIONS:
        yield f"`{name}`", *(str(preset.options[name]) for preset in CORE_PRESETS.values())


def _value_rows() -> Iterator[tuple[str, ...]]:
    for option in CORE_OPTIONS.values():
        for value in _named_values(option):
            yield f"`{option.name}`", f"`{value}`", option.meaning(value)


def _named_values(option: Option) -> Iterator[int | str]:
    """List the values of an option that have a description."""
    yield from option.choices
    if option.zero or option.least == 0:
        yield 0


def _table(head: tuple[str, ...], rows: _Rows) -> str:
    return "".join(f"| {' | '.join(row)} |\n" for row in (head, ("---",) * len(head), *rows))


def _with_tables(text: str, tables: Mapping[str, str]) -> str:
    """Replace the first table under each heading.

    Raises:
        LookupError: if the page has no such heading with a table.
    """
    for heading, table in tables.items():
        found = re.search(rf"^##+ {re.escape(heading)}\n(?:(?!#|\|).*\n)*((?:\|.*\n)+)", text, re.MULTILINE)
        if found is None:
            raise LookupError(f"no table under the heading {heading!r}")
        text = text[: found.start(1)] + table + text[found.end(1) :]
    return text
