"""Write `docs/rules/matrix.md`, the combinations that compose: `uv run python -m tools.matrix_page`.

With files of results (`python -m tests.kit.matrix --json run.jsonl`) it first records their number of hands:
`uv run python -m tools.matrix_page run.jsonl`.
"""

from __future__ import annotations

import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final

import attrs
from tests.kit import combinations
from tests.kit.combinations import Combination, composed_in_every_way
from tests.kit.matrix import Result, read_results
from tests.kit.orders import LATER_DECIDES

from rummy500.options import CORE_OPTIONS
from rummy500.testing import available

ROOT: Final = Path(__file__).parents[1]
PAGE: Final = ROOT / "docs" / "rules" / "matrix.md"
FIGURES: Final = ROOT / "docs" / "rules" / "matrix.toml"
COMMAND: Final = "uv run python -m tools.matrix_page"
_KINDS: Final = {
    "presets": "presets alone",
    "pairs": "pairs of plugins, and plugins on presets",
    "options": "values of options on presets and beside plugins",
    "triples": "triples of plugins with values picked at random",
}

_HEAD: Final = f"""\
---
hide:
  - toc
---

# What goes with what

<!-- Written by `{COMMAND}` from what composes: change the rules, not this page. -->

Two variants either go together or are refused, when the rules are composed, with both names and the reason. **✓** is
played, with some preset and some number of players at least; a number is a refusal, and its note is what `compose`
says.
"""

_PLAY: Final = """\
## Played under the laws

A command plays what composes: random hands of each preset alone, of every pair in both orders, of every value of every
option on every preset and beside every plugin, in both orders too, and of triples, each state under the
[laws](../testing/laws.md). A fifth of the hands begin near their end, with few cards in hands and melds on the table.
For two plugins one hand in ten is played once more, under both orders of their names side by side.

```console
$ python -m tests.kit.matrix --json run.jsonl
```

It names each combination that fails, with the position as a scenario. A second run goes on where the first was stopped;
what was played with other code is played again.
"""


@attrs.define
class Notes:
    """The numbered reasons of a page."""

    reasons: list[str] = attrs.field(factory=list[str])

    def of(self, reason: str) -> str:
        """Return the mark of a reason; equal reasons have one mark."""
        if reason not in self.reasons:
            self.reasons.append(reason)
        return f"[^{self.reasons.index(reason) + 1}]"

    def text(self) -> str:
        return "".join(f"[^{number}]: {_sentence(reason)}\n" for number, reason in enumerate(self.reasons, 1))


def page() -> str:
    """The whole page."""
    notes = Notes()
    parts = [
        _HEAD,
        plugins_table(notes),
        orders_table(),
        presets_table(notes),
        options_table(notes),
        beside_table(),
        _PLAY,
        figures(),
    ]
    return "\n".join((*parts, notes.text()))


def plugins_table(notes: Notes) -> str:
    """Write the table of plugin by plugin."""
    names = available.plugins()
    marks: dict[frozenset[str], str] = {}
    for combination in combinations.pair_combinations():
        if combination.both_orders:
            first, second = combination.plugins
            needs = first in available.requires(second) or second in available.requires(first)
            marks[frozenset(combination.plugins)] = "needs" if needs else _mark(combination, notes)
    rows = [
        (f"{number}. `{name}`", *(marks.get(frozenset({name, other}), "") for other in names))
        for number, name in enumerate(names, 1)
    ]
    head = ("plugin", *map(str, range(1, len(names) + 1)))
    about = (
        "With every option as it is if nobody sets it. The order of the two names makes no difference, except where the"
        " next table says that the later one decides; *needs* stands where one comes with the other.\n"
    )
    return f"## Plugins\n\n{about}\n{_table(head, rows)}"


def orders_table() -> str:
    """Write the table of plugin pairs whose order matters, with the reasons."""
    rows = [
        (
            " and ".join(f"`{name}`" for name in entry.plugins),
            entry.question,
            ", ".join(f"`{available.setting_text(setting)}`" for setting in entry.options.items()) or "always",
            entry.why,
        )
        for entry in LATER_DECIDES
    ]
    about = (
        "Each of these plugins has an answer of its own, and the one that is named later decides. A test composes every"
        " pair in both orders of names and plays the same hands under both: rules, legal actions, states and scores"
        " agree everywhere else.\n"
    )
    table = _table(("plugins", "question", "when, for example", "why"), rows)
    return f"## Where the later name decides\n\n{about}\n{table}"


def presets_table(notes: Notes) -> str:
    """Write the table of plugin by preset."""
    presets = tuple(available.presets())
    marks = {
        each.plugins + each.presets: _mark(each, notes)
        for each in combinations.pair_combinations()
        if not each.both_orders
    }
    rows = [(f"`{name}`", *(marks[name, preset] for preset in presets)) for name in available.plugins()]
    return f"## Plugins on presets\n\n{_table(('plugin', *(f'`{preset}`' for preset in presets)), rows)}"


def options_table(notes: Notes) -> str:
    """Write the table of option value by preset; an option of a plugin is composed with its plugin."""
    presets = available.presets()
    rows: dict[str, list[str]] = defaultdict(list)
    for combination in combinations.preset_combinations():
        ((name, value),) = combination.options
        own = name in CORE_OPTIONS and presets[combination.presets[0]].options[name] == value
        rows[available.setting_text((name, value))].append("**own**" if own else _mark(combination, notes))
    about = (
        "**own** is the preset's own value. Of an option that takes many numbers a few are tried; an option of a plugin"
        " is set with its plugin.\n"
    )
    head = ("value", *(f"`{preset}`" for preset in presets))
    return f"## Values on presets\n\n{about}\n{_table(head, ((f'`{value}`', *row) for value, row in rows.items()))}"


def beside_table() -> str:
    """Write the table of option values that a plugin refuses, with the reasons."""
    found: dict[tuple[str, str], list[str]] = defaultdict(list)
    for combination in combinations.beside_combinations():
        reason = "" if combinations.never_together(tuple(sorted(combination.plugins))) else _reason(combination)
        if reason:
            (setting,) = combination.options
            value = repr(setting[1])
            found[combination.plugins[-1], reason.replace(f" cannot be {value} ", " cannot be otherwise ")].append(
                f"`{available.setting_text(setting)}`"
            )
    rows = [(f"`{plugin}`", ", ".join(values), _sentence(why)) for (plugin, why), values in sorted(found.items())]
    about = "Every other value that is tried is played beside every plugin that goes with its own.\n"
    return f"## Values refused beside plugins\n\n{about}\n{_table(('plugin', 'values', 'reason'), rows)}"


def figures() -> str:
    """Write the recorded numbers of played hands."""
    if not FIGURES.exists():
        return "No run is on record.\n"
    on_record: dict[str, dict[str, int]] = tomllib.loads(FIGURES.read_text("utf-8"))
    heads = ("combinations", "played", "refused", "hands", "states")
    rows = [(_KINDS[kind], *(f"{told[head]:,}" for head in heads)) for kind, told in on_record.items()]
    total = sum(told["hands"] for told in on_record.values())
    return f"In the run that is on record every law held, in {total:,} hands:\n\n{_table(('what', *heads), rows)}"


def record(results: Iterable[Result]) -> str:
    """Make the record of a run's figures.

    Raises:
        ValueError: if a combination has failed, or the combinations were played with different code.
    """
    results = list(results)
    if len({result.code for result in results}) > 1:
        raise ValueError("the combinations were played with different code: begin the run again, with a new file")
    told: dict[str, dict[str, int]] = {}
    for result in results:
        if result.verdict == "failed":
            raise ValueError(f"{result.combination} has failed: that is no run to be recorded")
        of = told.setdefault(result.kind, dict.fromkeys(("combinations", "played", "refused", "hands", "states"), 0))
        of["combinations"] += 1
        of[result.verdict] += 1
        of["hands"] += result.hands
        of["states"] += result.states
    head = f"# Recorded by `{COMMAND} RESULTS`\n"
    return head + "".join(
        f"\n[{kind}]\n" + "".join(f"{name} = {number}\n" for name, number in told[kind].items())
        for kind in _KINDS
        if kind in told
    )


def _mark(combination: Combination, notes: Notes) -> str:
    reason = _reason(combination)
    return notes.of(reason) if reason else "✓"


def _reason(combination: Combination) -> str:
    """Return why a combination is refused, empty if it is played.

    Raises:
        ValueError: if its answers are at fault.
    """
    verdict = composed_in_every_way(combination, 1)
    if verdict.fault:
        raise ValueError(f"{combination.name}: {verdict.fault}")
    return verdict.reason


def _sentence(reason: str) -> str:
    return f"{reason[:1].upper()}{reason[1:]}."


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def main(files: Sequence[str]) -> None:
    """Write the page, and before it the figures if there are results."""
    if files:
        results: dict[str, Any] = {}
        for file in files:
            results.update(read_results(Path(file).read_text("utf-8").splitlines()))
        FIGURES.write_text(record(results.values()), encoding="utf-8")
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
