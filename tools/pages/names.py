"""The names that a reference page documents, each with its first sentence.

A forge shows these lists, the site its directives, too. The end of `docs/reference/plugins.md` has the names of
`rummy500.hooks` that no page documents.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Final

from tools.pages import COMMAND, DOCS, ROOT

import rummy500.hooks as names

REFERENCE: Final = DOCS / "reference"
PAGE: Final = REFERENCE / "plugins.md"
#: Pages that other makers write as a whole.
_MADE_ELSEWHERE: Final = (REFERENCE / "wire.md", REFERENCE / "hooks.md")
_SOURCES: Final = ROOT / "src" / "rummy500"
_HEAD: Final = f"""\
## Other names

<!-- Written by `{COMMAND}` from src/rummy500: change the docstrings and comments there, not this section. -->

"""


#: Directives of mkdocstrings, with the list of their names above them.
_DOCUMENTED: Final = re.compile(r"(?:(?:^- `\w+`: .*\n)+\n)?((?:^::: .+\n(?:    .*\n|\n)*)+)", re.MULTILINE)


def listed(text: str) -> str:
    """Return the text of a page with a list of names above each group of directives."""
    return _DOCUMENTED.sub(_with_list, text)


def _with_list(group: re.Match[str]) -> str:
    lines = (
        f"- `{path.rpartition('.')[2]}`: {_about(path)}\n" for path in re.findall(r"^::: (.+)", group[1], re.MULTILINE)
    )
    return f"{''.join(lines)}\n{group[1]}"


def _about(path: str) -> str:
    """Return the first sentence about a name, up to its first semicolon or colon.

    Raises:
        ValueError: for a name without a docstring.
    """
    module, _, name = path.rpartition(".")
    found = getattr(import_module(module), name)
    if not (about := inspect.getdoc(found)):
        raise ValueError(f"no docstring describes {path}")
    return re.sub(r"[;:] .*", ".", _sentence(about))


def page() -> str:
    """Write the page about plugins with its last section."""
    before = listed(PAGE.read_text("utf-8").partition(_HEAD)[0])
    texts = [before, *(page.read_text("utf-8") for page in REFERENCE.glob("*.md") if page != PAGE)]
    shown = {name for text in texts for name in _shown(text)}
    rows = (f"- `{name}`: {about}\n" for name, about in sorted(definitions().items()) if name not in shown)
    return f"{before}{_HEAD}{''.join(rows)}"


def _shown(text: str) -> Iterator[str]:
    """List the names that have a section or a row on a page."""
    yield from re.findall(r"^::: [\w.]*?(\w+)$", text, re.MULTILINE)
    for row in re.findall(r"^\| (`.*?) \|", text, re.MULTILINE):
        yield from re.findall(r"`(\w+)`", row)


def definitions() -> Mapping[str, str]:
    """Find the sentence of every exported name, in the module that defines it.

    Raises:
        ValueError: for names without a docstring or a comment `#:`.
    """
    found: dict[str, str] = {}
    for source in sorted(_SOURCES.rglob("*.py")):
        if source.relative_to(_SOURCES).parts[0] != "simulate":
            defined = _defined(source.read_text("utf-8"))
            found.update({name: about for name, about in defined if name in names.__all__})
    missing = sorted(set(names.__all__) - found.keys() | {name for name, about in found.items() if not about})
    if missing:
        raise ValueError(f"neither docstring nor comment `#:` describes {', '.join(missing)}")
    return found


def _defined(text: str) -> Iterator[tuple[str, str]]:
    lines = text.splitlines()
    for node in ast.parse(text).body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            yield node.name, _sentence(ast.get_docstring(node) or "")
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            if isinstance(target, ast.Name):
                yield target.id, _sentence(_comment(lines, node.lineno - 2))


def _comment(lines: list[str], last: int) -> str:
    """Read the comment `#:` above a definition, or above the definitions that it follows without a gap."""
    while last >= 0 and lines[last] and not lines[last].startswith("#:"):
        last -= 1
    said: list[str] = []
    while last >= 0 and lines[last].startswith("#:"):
        said.insert(0, lines[last].removeprefix("#:").strip())
        last -= 1
    return " ".join(said)


def _sentence(text: str) -> str:
    first = re.split(r"(?<=\.)\s", " ".join(text.split("\n\n", maxsplit=1)[0].split()))[0]
    return first.replace("|", "\\|")


def pages() -> dict[Path, str]:
    others = (file for file in REFERENCE.glob("*.md") if file not in (PAGE, *_MADE_ELSEWHERE))
    return {PAGE: page(), **{file: listed(file.read_text("utf-8")) for file in others}}
