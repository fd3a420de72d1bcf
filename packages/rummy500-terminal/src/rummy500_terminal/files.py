"""Files that a command line names: text to read and write, a rule in one file, a player's class."""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import os
import random
import shutil
import sys
from collections.abc import Callable, Generator, Iterable
from pathlib import Path
from types import ModuleType
from typing import Any, Final, cast

import click

from rummy500 import ComposeError, NotationError
from rummy500.base.inputs import quoted
from rummy500.hooks.plugin import add_installed, installed
from rummy500.notation.toml import read_toml_file
from rummy500.players import Player
from rummy500.rules.blame import raised_text

#: The file name of the standard input stream.
STDIN: Final = "-"


class Trouble(click.ClickException):
    """Input that cannot be used: one line, exit code 2."""

    exit_code = 2


class PluginTrouble(Trouble):
    """An error that a plugin raised in play: one line, exit code 70."""

    exit_code = 70


def read_text(name: str) -> str:
    """Read the text of a file."""
    try:
        return read_toml_file(sys.stdin.buffer if name == STDIN else Path(name))
    except OSError as error:
        raise Trouble(f"cannot read {name}: {error.strerror}") from None
    except NotationError as error:
        raise Trouble(f"cannot read {name}: {error.message}; expected {error.expected}") from None
    except ValueError:
        # A text that is not UTF-8, or a path with a null character.
        raise Trouble(f"cannot read {name}: this is not text") from None


@contextlib.contextmanager
def writing(name: str | Path) -> Generator[None, None, None]:
    """Name the file in the error if writing it fails."""
    try:
        yield
    except (OSError, ValueError) as error:  # ValueError: a path with a null character
        reason = error.strerror if isinstance(error, OSError) else error
        raise Trouble(f"cannot write {name}: {reason}") from None


def write_text(name: str, text: str) -> None:
    """Write a file, and leave the old one whole until the new one is."""
    with writing(name):
        # A link stays one: the file that it points to is replaced.
        path = Path(os.path.realpath(name))
        if (path.exists() and not path.is_file()) or not os.access(path.parent, os.W_OK):
            path.write_text(text, encoding="utf-8")  # a pipe, a device, or a file in a folder that takes no other
            return
        beside = path.with_name(f".rummy500-{os.getpid()}.tmp")
        try:
            beside.write_text(text, encoding="utf-8")
            if path.exists():
                path.open("ab").close()  # a file that is read-only stays as it is
                shutil.copymode(path, beside)
            beside.replace(path)
        finally:
            beside.unlink(missing_ok=True)


def check_writable(name: str | Path) -> None:
    """Check before long work that its result can be written, and leave everything as it was.

    A pipe or a device is not opened: its reader would take that for the end.
    """
    with writing(name):
        path = Path(name)
        is_new = not path.exists()
        if is_new or path.is_file() or path.is_dir():
            path.open("ab").close()
        if is_new:
            path.resolve().unlink()  # for a broken link, the file that it points to


def place_text(name: str, error: NotationError) -> str:
    """Format an error in a file as `FILE:LINE:COLUMN: error; expected ...`."""
    tail = f"; expected {error.expected}" if error.expected else ""
    return f"{name}:{error.line}:{error.column}: {error.message}{tail}"


@contextlib.contextmanager
def reading(name: str) -> Generator[str, None, None]:
    """Read the text of a file, and name the file in the error if its text is wrong or its rules are refused."""
    text = read_text(name)
    try:
        yield text
    except NotationError as error:
        raise Trouble(place_text(name, error)) from None
    except ComposeError as error:
        raise Trouble(f"{name}: {error}") from None


# ---------------------------------------------------------------- python files
# Loads code that the command line names: a rule in one file, and a player's class.
#
# Only the command line names code to run. A saved game, a position or a transcript never does.

#: How the path of a plugin in a file ends, and no name of an installed one.
SUFFIX: Final = ".py"


def with_plugin_files(command: Callable[..., int]) -> Callable[..., int]:
    """Add the option --plugin to a command that reads files: they may name the plugins of these files."""

    def load(_: click.Context, __: click.Parameter, names: tuple[str, ...]) -> None:
        for name in names:
            if not name.endswith(SUFFIX):
                raise click.BadParameter(f"{quoted(name)} is not a Python file; installed plugins are found by name")
            load_rule(name)

    return click.option(
        "--plugin",
        multiple=True,
        metavar="FILE",
        expose_value=False,
        callback=load,
        help="A plugin in one file, ./rule.py say, that FILE names; repeat it for several.",
    )(command)


def plugins_named(names: Iterable[str]) -> list[str | ModuleType]:
    """Load the plugins that are files, and leave names of installed plugins as they are."""
    return [load_rule(name) if name.endswith(SUFFIX) else name for name in names]


def load_rule(path: str) -> ModuleType:
    """Load a plugin in one file, and let files that are read later find it by its name."""
    from rummy500.hooks.load import check_defined_once, check_plugin  # noqa: PLC0415 - pluggy is loaded when a plugin is

    module = load_module(path)
    try:
        check_defined_once(Path(path).read_bytes())
        name = check_plugin(module).info.name
        if not any(point.value == module.__name__ for point in installed().get(name, ())):
            add_installed(name, module.__name__)
    except ComposeError as error:
        raise Trouble(f"{path}: {error}") from error
    return module


def load_module(path: str) -> ModuleType:
    """Run a file of Python as a module of its own name, so that other processes can import it, too."""
    file = Path(path).resolve()
    name = file.stem
    known = sys.modules.get(name)
    if known is not None and getattr(known, "__file__", None) == str(file):
        return known
    if not file.is_file():
        reason = "this is a folder, not a file" if file.is_dir() else "there is no such file"
        raise Trouble(f"cannot read {path}: {reason}")
    if not name.isidentifier() or known is not None or _exists(name, file):
        reason = "another module has this name" if name.isidentifier() else "the name is not a valid module name"
        raise Trouble(f"cannot load {path}: {reason}; rename the file")
    # Processes of `simulate` import the module by its name. At the end of the path it hides no other module.
    if str(file.parent) not in sys.path:
        sys.path.append(str(file.parent))
        importlib.invalidate_caches()
    return _imported(name, path)


def _exists(name: str, file: Path) -> bool:
    found = importlib.util.find_spec(name)
    return found is not None and found.origin != str(file)


def _imported(name: str, shown: str) -> ModuleType:
    try:
        return importlib.import_module(name)
    except Exception as error:
        raise Trouble(f"cannot load {shown}: {type(error).__name__}: {error}") from error


def make_player(make: Callable[..., Any], text: str, random_source: random.Random) -> Player:
    """Make a player of a class that the command line names."""
    try:
        player: object = make(random_source)
    except (Exception, SystemExit) as error:
        made = f"{getattr(make, '__name__', 'it')}(random_source)"
        raise Trouble(f"{text} cannot play: {made} raised {raised_text(error)}") from error
    if not callable(getattr(player, "choose", None)):
        raise Trouble(f"{text} cannot play: {type(player).__name__} has no method choose(rules, view, legal)")
    return cast("Player", player)


def load_player(text: str) -> Callable[..., Any]:
    """Load a class, or a function, that makes players."""
    module_name, _, attribute = text.rpartition(":")
    if not (module_name and attribute):
        raise Trouble(f"{quoted(text)} is not a player: name a class as module:Class or ./file.py:Class")
    if module_name.endswith(SUFFIX):
        module = load_module(module_name)
    else:
        if str(Path.cwd()) not in sys.path:
            sys.path.append(str(Path.cwd()))
        module = _imported(module_name, module_name)
    make: object = getattr(module, attribute, None)
    if not callable(make):
        raise Trouble(f"{module_name} has no class {quoted(attribute)} that makes a player")
    return cast("Callable[..., Any]", make)
