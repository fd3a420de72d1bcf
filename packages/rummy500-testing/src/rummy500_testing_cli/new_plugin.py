"""`rummy500 new-plugin`."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from string import Template
from types import ModuleType
from typing import Final

import click

import rummy500
from rummy500.base.inputs import quoted
from rummy500.hooks.plugin import installed
from rummy500.rulebook.core import CORE_ENTRIES
from rummy500.rules.entry import RuleEntry
from rummy500.rules.options import CORE_OPTIONS, CORE_PRESETS
from rummy500_terminal.files import Trouble
from rummy500_terminal.screen import Screen

_PREFIX: Final = "rummy500-"
_NAME: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
#: The longest name; with a longer one lines of the template would be too long.
_LONGEST: Final = 40

#: The rule of the cookbook with which a plugin of each kind begins.
KINDS: Final[Mapping[str, str]] = {
    "score": "queen_of_spades",
    "bonus": "out_bonus",
    "bar": "three_deep",
    "memory": "no_early_melds",
    "move": "show_a_card",
    "match": "twice_in_a_row",
    "secret": "pass_two",
}
_FIRST_KIND: Final = next(iter(KINDS))


@click.command("new-plugin")
@click.argument("name", metavar="NAME")
@click.option(
    "--kind",
    type=click.Choice(list(KINDS)),
    default=_FIRST_KIND,
    show_default=True,
    help="What the rule is about: points of cards, a bonus, a bar on moves, memory, a new move, a match, or secrets.",
)
def command(*, name: str, kind: str) -> int:
    """Start a plugin: a package of its own, with a rule of the cookbook and its tests.

    Writes the folder rummy500-NAME here. NAME is the name of the plugin: lower-case letters and digits, with dashes
    between, 40 characters at most. Its tests pass at once, and its README.md explains the next steps. Existing files
    are never overwritten.
    """
    _check_name(name)
    folder = Path(f"{_PREFIX}{name}")
    found = plugin_files(name, kind)
    _write(folder, found)
    screen = Screen()
    screen.line(f"{folder}: a plugin with a rule of the cookbook, to change into yours, and tests that pass")
    screen.line()
    screen.line(f"  cd {folder}")
    screen.line(f"  rummy500 check tests/{name}.scenario.toml --plugin ./{_module(name)}.py")
    screen.line()
    screen.line("README.md explains how to make it your rule.")
    return 0


def plugin_files(name: str, kind: str = _FIRST_KIND) -> Mapping[str, str]:
    """Make the files of a new plugin.

    Returns:
        The text of each file by its path in the folder of the package.
    """
    module, copied, major = _module(name), KINDS[kind], int(rummy500.__version__.partition(".")[0])
    source, scenarios = (
        (files("rummy500_cookbook") / file).read_text("utf-8").replace(copied.replace("_", "-"), name)
        for file in (f"{copied}.py", f"{copied}.scenario.toml")
    )
    plugin = ModuleType(name)
    exec(compile(source, name, "exec"), vars(plugin))  # noqa: S102 - a module of the cookbook
    entries: Sequence[RuleEntry] = plugin.entries()
    words = {
        "name": name,
        "module": module,
        "needs": f">={rummy500.__version__},<{major + 1}",
        "about": plugin.plugin_info().about,
        "rules": "".join(f"- `{entry.id}`: {entry.about}\n" for entry in entries),
    }
    template = files("rummy500_testing_cli") / "plugin_template"
    templates = {"README.md": "README.md", "pyproject.toml": "pyproject.toml", "tests/laws.py": f"laws/{kind}.py"}
    return {
        **{
            path: Template((template / f"{file}.tmpl").read_text("utf-8")).substitute(words)
            for path, file in templates.items()
        },
        f"{module}.py": source,
        f"tests/{name}.scenario.toml": scenarios,
    }


def _module(name: str) -> str:
    return f"rummy500_{name.replace('-', '_')}"


def _check_name(name: str) -> None:
    """Refuse a name that cannot be a plugin's, or that has another meaning.

    Raises:
        click.BadParameter: with the reason.
    """
    if not _NAME.fullmatch(name):
        similar = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
        hint = f"; {similar} would be one" if 0 < len(similar) <= _LONGEST else ""
        raise _bad(
            f"{quoted(name)} is not a name of a plugin: lower-case letters and digits, with dashes between{hint}"
        )
    if name.startswith(_PREFIX):
        raise _bad(f"leave out {_PREFIX}, which begins only the name of the folder: {name.removeprefix(_PREFIX)}")
    if len(name) > _LONGEST:
        raise _bad(f"a name of a plugin has {_LONGEST} characters at most, not {len(name)}")
    families = {each.partition(".")[0] for each in (*(entry.id for entry in CORE_ENTRIES), *CORE_OPTIONS)}
    if name in families:
        raise _bad(f"{name} is a family of rules of the core; a plugin's rules and options begin with its own name")
    if name in CORE_PRESETS:
        raise _bad(f"{name} is a preset of the core")
    if name in installed():
        raise _bad(f"a plugin {name} is installed already")


def _bad(why: str) -> click.BadParameter:
    return click.BadParameter(why, param_hint="NAME")


def _write(folder: Path, found: Mapping[str, str]) -> None:
    """Write a folder, all of it or nothing.

    Raises:
        Trouble: if it exists already, or cannot be written.
    """
    try:
        if folder.exists() or folder.is_symlink():
            raise Trouble(f"{folder} exists already; nothing was written")
        with tempfile.TemporaryDirectory(prefix=f".{_PREFIX}", dir=".") as beside:
            whole = Path(beside) / folder.name
            for path, text in found.items():
                file = whole / path
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text, encoding="utf-8", newline="\n")
            whole.rename(folder)
    except OSError as error:
        raise Trouble(f"cannot write {folder}: {error.strerror}") from None
