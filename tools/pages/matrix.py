"""`proofs/rules/matrix.md`, the combinations that compose, and the recorded numbers of hands played with them."""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import permutations
from pathlib import Path
from typing import Any, Final

from proofs.matrix import combinations
from proofs.matrix.combinations import Combination, composed_in_every_way
from proofs.matrix.orders import LATER_DECIDES
from proofs.matrix.play import Result, read_results
from tools.pages import COMMAND, ROOT

import rummy500 as r5
from rummy500_testing import available

PAGE: Final = ROOT / "proofs" / "rules" / "matrix.md"
FIGURES: Final = PAGE.with_suffix(".toml")
_KINDS: Final = {
    "presets": "presets alone",
    "pairs": "pairs of plugins, and plugins on presets",
    "options": "values of options on presets and beside plugins",
    "own": "values of two options of one plugin",
    "triples": "triples of plugins with random values",
}

_HEAD: Final = f"""\
# What goes with what

<!-- Written by `{COMMAND}` from what composes: change the rules, not this page. -->

Which variants can you play together, and with which options? `compose` refuses the rest, and gives the reason. Each
variant has a section that lists its exceptions: everything else goes with it. The order of the names makes no
difference, unless a section says so.
"""

_PLAY: Final = """\
## Played under the laws

A command plays random hands of every combination that `compose` accepts: each preset alone, every pair in both
orders, every value of every option on every preset and beside every plugin, in both orders, too, values of every two
options of one plugin, and triples. It checks the [laws](../../docs/testing/laws.md) in every state. A fifth of the
hands begin near their end, with few cards in hands and melds on the table. With two plugins, one hand in ten is played
again under both orders of their names, to compare them.

```console
$ python -m proofs.matrix --json run.jsonl
```

It lists each combination that fails, with the position as a scenario. A second run continues where the first was
stopped.
"""


#: The sentences with which `compose` refuses, each with its shorter form below the heading of a variant.
_SHORTER: Final = (
    (r"plugins \S+ and \S+ do not go together: (.*)", r"\1"),
    (r"plugins \S+ and \S+ do not go together with \S+\.\S+: (.*)", r"\1"),
    (r"plugins \S+ and \S+ do not go together (with .*)", r"\1"),
    (r"option (\S+) cannot be .* with plugin \S+: it must be '?([^',]+)'?, (.*)", r"`\1` must be `\2`: \3"),
    (r"option (\S+) cannot be '?([^' ]+)'? with plugin \S+: (.*)", r"`\1` cannot be `\2`: \3"),
    (r"plugin \S+: (.*)", r"\1"),
    (r"option (\S+) has no effect with plugin \S+: (.*)", r"`\1` has no effect: \2"),
)


def page() -> str:
    """The whole page."""
    return f"{_HEAD}\n{variants()}\n{order()}\n{presets()}\n{own()}\n{_PLAY}\n{figures()}"


def variants() -> str:
    """Write a section for each plugin: the plugins and the options that it does not go with."""
    refused, needed = _pairs()
    values = _values_beside(refused)
    abouts = {plugin.name: plugin.about for plugin in r5.list_plugins()}
    parts = ["## Variants\n"]
    for name in available.plugins():
        lines = [f"### {name}\n", f"{_capital(abouts[name])}. [Its page](../../docs/variants/{name}.md).\n"]
        others = ", ".join(f"`{other}`" for other in needed[name])
        lines += [f"Always played with {others}, which `compose` adds.\n"] if others else []
        exceptions = [f"- {_said(f'`{other}`', reason)}.\n" for other, reason in refused[name].items()]
        if exceptions:
            lines.append("Goes with every other variant except:\n\n" + "".join(exceptions))
        else:
            lines.append("Goes with every other variant.\n")
        if values[name]:
            lines.append("Options beside it:\n\n" + "".join(f"- {_capital(line)}.\n" for line in values[name]))
        ordered = [
            other for entry in LATER_DECIDES if name in entry.plugins for other in entry.plugins if other != name
        ]
        if ordered:
            beside = " and ".join(f"`{other}`" for other in ordered)
            lines.append(f"Beside {beside} [the order of the names matters](#where-the-later-name-decides).\n")
        parts.append("\n".join(lines))
    return "\n".join(parts)


def _pairs() -> tuple[Mapping[str, dict[str, str]], Mapping[str, list[str]]]:
    """Return for each plugin the others that it is refused with and why, and those that come with it."""
    refused: dict[str, dict[str, str]] = defaultdict(dict)
    needed: dict[str, list[str]] = defaultdict(list)
    for combination in combinations.pair_combinations():
        if not combination.both_orders:
            continue
        for name, other in permutations(combination.plugins):
            if other in available.requires(name):
                needed[name].append(other)
        if reason := _reason(combination):
            for name, other in permutations(combination.plugins):
                refused[name][other] = reason
    return refused, needed


def _values_beside(refused: Mapping[str, Mapping[str, str]]) -> Mapping[str, list[str]]:
    """Return for each plugin a line for each reason that refuses values beside it, but no other plugin."""
    found: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for combination in combinations.beside_combinations():
        plugin = combination.plugins[-1]
        reason = "" if combinations.never_together(tuple(sorted(combination.plugins))) else _reason(combination)
        if reason and reason not in refused[plugin].values():
            (setting,) = combination.options
            found[plugin][shorter(reason)].append(f"`{available.setting_text(setting)}`")
    lines = {
        plugin: [why if why.startswith("`") else f"{', '.join(settings)}: {why}" for why, settings in reasons.items()]
        for plugin, reasons in found.items()
    }
    return defaultdict(list, lines)


def order() -> str:
    """Write a paragraph for each pair of plugins whose order matters."""
    about = (
        "Both plugins of a pair answer the question, and the one named later decides. A test composes every pair in"
        " both orders of names and plays the same hands under both: rules, legal actions, states and scores agree for"
        " all other pairs.\n"
    )
    parts = []
    for entry in LATER_DECIDES:
        names = " and ".join(f"`{name}`" for name in entry.plugins)
        when = ", ".join(f"`{available.setting_text(setting)}`" for setting in entry.options.items())
        with_ = f", for example with {when}" if when else ""
        parts.append(f"- {names}{with_}: *{entry.question}* {entry.why}\n")
    return f"## Where the later name decides\n\n{about}\n{''.join(parts)}"


def presets() -> str:
    """Write what the presets do not go with."""
    plugins: dict[str, list[str]] = defaultdict(list)
    for combination in combinations.pair_combinations():
        if not combination.both_orders and (reason := _reason(combination)):
            plugins[shorter(reason)].append(f"`{combination.plugins[0]}` on `{combination.presets[0]}`")
    values: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for combination in combinations.preset_combinations():
        if reason := _reason(combination):
            value = f"`{available.setting_text(combination.options[0])}`"
            values[value][shorter(reason)].append(f"`{combination.presets[0]}`")
    lines = [f"- {', '.join(where)}: {why}.\n" for why, where in plugins.items()]
    first = "Every variant goes with every preset" + (", except:\n\n" + "".join(lines) if lines else ".\n")
    lines = [
        f"- {value} on {', '.join(where)}: {why}.\n"
        for value, reasons in values.items()
        for why, where in reasons.items()
    ]
    about = (
        "Every value of an option goes with every preset, except those below. Options with many"
        " numbers are tried with a few of them, and options of a variant together with that variant.\n"
    )
    return f"## Presets\n\n{first}\n{about}\n{''.join(lines)}"


def own() -> str:
    """Write which values of two options of one variant do not go together."""
    tried = list(combinations.own_combinations())
    lines = [f"- `{each.name}`: {shorter(why)}.\n" for each in tried if (why := _reason(each))]
    exceptions = ", except:\n\n" + "".join(lines) if lines else ".\n"
    about = f"Of every two options of a variant a few values are tried, {len(tried)} pairs. Each goes with the other"
    return f"## Two options of a variant\n\n{about}{exceptions}"


def figures() -> str:
    """Write the recorded numbers of played hands."""
    if not FIGURES.exists():
        return "No run is on record.\n"
    on_record: dict[str, dict[str, int]] = tomllib.loads(FIGURES.read_text("utf-8"))
    rows = [
        f"- {_KINDS[kind]}: {run['played']:,} of {run['combinations']:,} combinations played, {run['refused']:,}"
        f" refused; {run['hands']:,} hands with {run['states']:,} states\n"
        for kind, run in on_record.items()
    ]
    total = sum(run["hands"] for run in on_record.values())
    return f"In the last recorded run no law was broken, in {total:,} hands:\n\n{''.join(rows)}"


def record(results: Iterable[Result]) -> str:
    """Make the record of a run's figures.

    Raises:
        ValueError: if a combination has failed.
    """
    of_kind: dict[str, dict[str, int]] = {}
    for result in results:
        if result.verdict == "failed":
            raise ValueError(f"{result.combination} has failed: that is not a run to be recorded")
        of = of_kind.setdefault(result.kind, dict.fromkeys(("combinations", "played", "refused", "hands", "states"), 0))
        of["combinations"] += 1
        of[result.verdict] += 1
        of["hands"] += result.hands
        of["states"] += result.states
    head = f"# Recorded by `{COMMAND} --played RESULTS`\n"
    return head + "".join(
        f"\n[{kind}]\n" + "".join(f"{name} = {number}\n" for name, number in of_kind[kind].items())
        for kind in _KINDS
        if kind in of_kind
    )


def _reason(combination: Combination) -> str:
    """Return why a combination is refused, empty if it is played.

    Raises:
        ValueError: if its answers are at fault.
    """
    verdict = composed_in_every_way(combination, 1)
    if verdict.fault:
        raise ValueError(f"{combination.name}: {verdict.fault}")
    return verdict.reason


def shorter(reason: str) -> str:
    """Return a reason without the names that the place of its line on the page gives."""
    for sentence, shorter in _SHORTER:
        if re.fullmatch(sentence, reason, re.DOTALL):
            return re.sub(sentence, shorter, reason, flags=re.DOTALL)
    return reason


def _said(subject: str, reason: str) -> str:
    text = shorter(reason)
    return f"{subject} {text}" if text.startswith("with ") else f"{subject}: {text}"


def _capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


def record_files(files: Sequence[Path]) -> None:
    """Record the figures of a run from its files of results."""
    results: dict[str, Any] = {}
    for file in files:
        results.update(read_results(file.read_text("utf-8").splitlines()))
    FIGURES.write_text(record(results.values()), encoding="utf-8")


def pages() -> dict[Path, str]:
    return {PAGE: page()}
