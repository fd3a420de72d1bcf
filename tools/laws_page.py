"""Write `docs/testing/laws.md` from the laws: `uv run python -m tools.laws_page`."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from rummy500.rules import Rules
from rummy500.testing import Counted, Game, Law, Snapshot, Step, laws_of
from rummy500.testing.runner import NO_CRASH

PAGE: Final = Path(__file__).parents[1] / "docs" / "testing" / "laws.md"
COMMAND: Final = "uv run python -m tools.laws_page"

_HEAD: Final = f"""\
# What each law means

<!-- Written by `{COMMAND}` from src/rummy500/testing/laws: change those, not this page. -->

A law holds under any rules: with every preset, every plugin, every option. It is a function of rules that plays
random hands and looks at them. `check_laws(rules)` asks them all, `rummy500 laws` prints the results.

Most laws check every state and every action. A *costly* law costs much: it checks the first and the last state of each
hand and one state in ten from a random place on, so that each part of a hand has its turn. It also checks the first
state of each phase, the first action of each kind and the state after it, however short the phase and however rare the
action. `check_laws(rules, every=1)` and `rummy500 laws --every 1` check every state.

A law that checks play against the rule catalogue is skipped when a plugin overrides that rule: where a plugin has a
take of its own, the law of what a take must bring says nothing. All other laws hold for the plugin's moves, too. The
laws of a plugin's own rule are skipped beside another plugin that overrides the same rule, unless they name it. The
table counts how often each law was skipped.
"""

_KINDS: Final[Mapping[type[Any], tuple[str, str]]] = {
    Rules: ("Of rules by themselves", "Asked once of the composed rules."),
    Snapshot: ("Of every state", "Asked about each state that play reaches, with its legal actions listed."),
    Step: (
        "Of every action",
        "Asked about each action, outcomes of chance among them: the state before and after.",
    ),
    Game: ("Of a whole hand", "Asked when a hand is over, with its deck, every action and every state."),
    Counted: ("Of a match", "Asked when a hand is counted, with the match before and after."),
}


def page() -> str:
    """Write the whole page."""
    parts = [_HEAD]
    for kind, (heading, about) in _KINDS.items():
        parts += [f"## {heading}\n", f"{about}\n"]
        parts += [entry(law) for law in laws_of(kind)]
    name, statement = NO_CRASH
    parts.append(f"## And where play crashes\n\n### {name}\n\n{statement}\n")
    return "\n".join(parts)


def entry(law: Law[Any]) -> str:
    """Write a law: its statement, and the rest of its function's docstring."""
    costly = " *Costly.*" if law.costly else ""
    _, _, more = (inspect.getdoc(law.function) or "").partition("\n\n")
    told = more.partition("\nArgs:")[0].strip()
    return f"### {law.name}\n\n{law.statement}{costly}\n" + (f"\n{told}\n" if told else "")


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
