"""`docs/testing/laws.md`, from the laws."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from tools.pages import COMMAND, DOCS

from rummy500.rules.rules import Rules
from rummy500_testing import Counted, Game, Law, Snapshot, Step, laws_of
from rummy500_testing.checking import NO_CRASH

PAGE: Final = DOCS / "testing" / "laws.md"

_HEAD: Final = f"""\
# What each law means

<!-- Written by `{COMMAND}` from packages/rummy500-testing/src/rummy500_testing/laws: change those, not this page. -->

A law is true under any rules: with every preset, every plugin and every option. In code it is a function that takes
rules, plays random hands and checks them. `check_laws(rules)` checks all laws; `rummy500 laws` prints the results.

Most laws check every state and every action. A *costly* law is slow. It checks the first and the last state of each
hand, and every tenth state from a random one on, so that several hands reach each part of a hand. It also checks the
first state of each phase, and the first action of each kind with the state after it. `check_laws(rules, every=1)` and
`rummy500 laws --every 1` check every state.

A law that checks play against the rule catalogue is skipped when a plugin overrides that rule: if a plugin has a take
of its own, the law about taken cards is skipped. All other laws apply to the plugin's moves, too. A law of a plugin's
own rule is skipped beside another plugin that overrides that rule, unless the law names that plugin. The output
counts how often each law was skipped.
"""

_KINDS: Final[Mapping[type[Any], tuple[str, str]]] = {
    Rules: ("Laws about rules", "Checked once for the composed rules."),
    Snapshot: ("Laws about states", "Checked in each state that play reaches, with its legal actions."),
    Step: (
        "Laws about actions",
        "Checked for each action and outcome of chance, with the states before and after.",
    ),
    Game: ("Laws about hands", "Checked when a hand is over, with its deck, every action and every state."),
    Counted: ("Laws about matches", "Checked when a hand is scored, with the match before and after."),
}


def page() -> str:
    """Write the whole page."""
    parts = [_HEAD]
    for kind, (heading, about) in _KINDS.items():
        parts += [f"## {heading}\n", f"{about}\n"]
        parts += [entry(law) for law in laws_of(kind)]
    name, statement = NO_CRASH
    parts.append(f"## Crashes\n\n### {name}\n\n{statement}\n")
    return "\n".join(parts)


def entry(law: Law[Any]) -> str:
    """Write a law: its statement, and the rest of its function's docstring."""
    costly = " *Costly.*" if law.costly else ""
    _, _, more = (inspect.getdoc(law.function) or "").partition("\n\n")
    told = more.partition("\nArgs:")[0].strip()
    return f"### {law.name}\n\n{law.statement}{costly}\n" + (f"\n{told}\n" if told else "")


def pages() -> dict[Path, str]:
    return {PAGE: page()}
