"""The laws of `docs/testing/laws.md`. The page above them is written by hand."""

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

_MARK: Final = (
    f"<!-- Written by `{COMMAND}` from the laws of rummy500_testing: change those, not the sections below. -->"
)

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
    """Write the page with the sections about laws."""
    before = PAGE.read_text("utf-8").partition(f"<!-- Written by `{COMMAND}`")[0]  # whatever the mark said then
    parts = [f"{before}{_MARK}\n"]
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
