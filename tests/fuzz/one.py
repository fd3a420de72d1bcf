"""Fuzz one target under atheris, in its own process: `python -m tests.fuzz.one NAME -- -runs=1000 FOLDER`."""

from __future__ import annotations

import argparse
import contextlib
import random
import shlex
import sys
from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from importlib.metadata import entry_points
from pkgutil import walk_packages
from typing import Any, Final

CORE: Final = "rummy500"
#: Packages that are not under test: tools of tests, and the terminal.
_LEFT_OUT: Final = ("rummy500_testing", "rummy500.cli", "rummy500.__main__", "rummy500.simulate")


def command(name: str, plugins: Sequence[str], flags: Sequence[str]) -> list[str]:
    """Return the command that runs this module.

    Args:
        name: the target.
        plugins: in play in every hand.
        flags: for libFuzzer.
    """
    named = (word for plugin in plugins for word in ("--plugin", plugin))
    return [sys.executable, "-m", "tests.fuzz.one", *named, name, "--", *flags]


def asked_for(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    """Read a command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--plugin", action="append", default=[])
    parser.add_argument("name")
    parser.add_argument("flags", nargs="*", help="for libFuzzer, after --")
    return parser.parse_args(arguments)


def main() -> None:
    """Fuzz until libFuzzer ends the process."""
    asked = asked_for()
    # atheris has no types, and modules that it watches must be imported after it.
    atheris: Any = import_module("atheris")
    points = entry_points(group=f"{CORE}.plugins")
    watched = [CORE, *sorted({point.module.partition(".")[0] for point in points})]
    with atheris.instrument_imports(include=watched, exclude=list(_LEFT_OUT)):
        for name in watched:
            _import_all(name)
    target = import_module("tests.fuzz.targets").targets(tuple(asked.plugin))[asked.name]
    more = {} if target.spoil is None else {"custom_mutator": mutator(target.spoil, atheris)}
    # To merge, libFuzzer restarts this command in a shell, with its flags appended.
    itself = shlex.join(command(asked.name, asked.plugin, []))
    atheris.Setup([itself, *asked.flags], target.check, **more)
    atheris.Fuzz()


def _import_all(name: str) -> None:
    """Import a package with all its modules, so that none is imported later, unwatched."""
    package = import_module(name)
    path: Iterable[str] = getattr(package, "__path__", ())
    for module in walk_packages(path, f"{name}."):
        if not module.name.startswith(_LEFT_OUT):
            with contextlib.suppress(ModuleNotFoundError):  # tools beside a game may need packages that are not there
                import_module(module.name)


def mutator(spoil: Callable[[bytes, random.Random], bytes], atheris: Any) -> Callable[[bytes, int, int], bytes]:
    """Make a mutator: every second input by a change that knows the format, the others by libFuzzer.

    Args:
        spoil: the change.
        atheris: has libFuzzer's `Mutate`, another one as soon as it fuzzes.
    """

    def change(data: bytes, most: int, seed: int) -> bytes:
        if seed % 2:
            return spoil(data, random.Random(seed))[:most]
        made: bytes = atheris.Mutate(data, most)
        return made

    return change


if __name__ == "__main__":
    main()
