"""Writes `docs/reference/hooks.md` from the specs of the hooks: `uv run python tools/hook_reference.py`."""

from __future__ import annotations

import inspect
import re
import textwrap
from pathlib import Path
from typing import Final

from rummy500.hooks.specs import KINDS, SPECS, Spec

PAGE: Final = Path(__file__).parents[1] / "docs" / "reference" / "hooks.md"
COMMAND: Final = "uv run python tools/hook_reference.py"
_LINE: Final = 100

_HEAD: Final = f"""\
# Hooks

<!-- Written by `{COMMAND}` from src/rummy500/hooks/specs: change those, not this page. -->

Every question that a plugin can answer, by kind from narrow to wide; [Write a house rule](../write-a-house-rule.md)
shows how. A plugin has `plugin_info` and those of the others that it needs. A hook takes those of its arguments that it
needs, by name and without defaults, and returns `None` where it leaves the answer as it is.

`Options` is a mapping from the name of each option in force to its value. The other types are those of
[Plugins](plugins.md).
"""


def page() -> str:
    """The whole page."""
    parts = [_HEAD, table()]
    for kind, module in KINDS.items():
        parts.append(f"## {kind}\n\n{_opening(inspect.getdoc(module) or '', kind)}\n")
        parts += [entry(spec) for spec in SPECS.values() if spec.kind == kind]
    return "\n".join(parts)


def table() -> str:
    """The hooks of each kind, in a table."""
    lines = ["| kind | hooks |", "| --- | --- |"]
    for kind in KINDS:
        hooks = ", ".join(f"[`{name}`](#{name})" for name, spec in SPECS.items() if spec.kind == kind)
        lines.append(f"| [{kind}](#{kind.lower()}) | {hooks} |")
    return "\n".join(lines) + "\n"


def entry(spec: Spec) -> str:
    """A hook: its signature and its contract."""
    return f"### `{spec.name}` {{ #{spec.name} }}\n\n```py\n{signature(spec)}\n```\n\n{contract(spec)}\n"


def signature(spec: Spec) -> str:
    """How the hook is defined, broken where it is long."""
    found = inspect.signature(vars(spec.namespace)[spec.name])
    arguments = [
        str(each).replace("'", "").replace("Mapping[str, OptionValue]", "Options") for each in found.parameters.values()
    ]
    returns = str(found.return_annotation)
    line = f"def {spec.name}({', '.join(arguments)}) -> {returns}: ..."
    if len(line) <= _LINE:
        return line
    inside = "".join(f"    {argument},\n" for argument in arguments)
    return f"def {spec.name}(\n{inside}) -> {returns}: ..."


def contract(spec: Spec) -> str:
    """The docstring of the hook; its arguments as a list."""
    text, _, arguments = spec.contract.partition("\n\nArgs:\n")
    items = re.findall(r"^(\w+): (.+(?:\n    .+)*)", textwrap.dedent(arguments), re.MULTILINE)
    listed = "".join(f"- `{name}`: {' '.join(about.split())}\n" for name, about in items)
    return f"{text}\n\n{listed}".rstrip()


def _opening(text: str, kind: str) -> str:
    """What the module of a kind says, without the kind that stands above it already."""
    said = text.removeprefix(f"{kind}: ")
    return said[:1].upper() + said[1:]


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
