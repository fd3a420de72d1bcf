"""Planted faults: do the laws find what is wrong? `python -m rummy500.testing.faults tests/faults`.

    python -m rummy500.testing.faults FOLDER [--root .] [--only 03 09] [--hands 20] [--tables 5] [--json FILE]

Each fault is a patch file of the folder. The sources under `--root` (`src`, and `src` of each folder in `plugins`) are
copied, the patch is applied to the copy, and there the laws are asked as the author of a plugin would ask them: of the
tables of `rummy500.testing.tables`, those of the plugin for a fault of a plugin, those of the core for one of the core.
A fault is of the plugin whose package it changes, which must be installed. The copy without any fault comes first:
there every law must hold, at the tables of the core and of each plugin in which a fault is planted.

A patch file has a heading, an empty line, and a unified diff that `git apply` takes:

    Fault: a take brings one card more than it should
    Rule: turn.take

    --- a/src/rummy500/engine/moves/take.py
    +++ b/src/rummy500/engine/moves/take.py
    ...

Exit status 0 if every fault was found (with `--least`, at least so many), 1 if not, 2 if there is no fault to plant, if
a patch cannot be read, is of no installed plugin or does not apply, or if a law is broken without any fault.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from typing import Any, Final

import attrs

from rummy500.hooks.installed import installed
from rummy500.testing.bounds import at_least, number_from
from rummy500.testing.checking import check_laws
from rummy500.testing.law import HANDS
from rummy500.testing.tables import tables

_TOUCHED: Final = re.compile(r"^(?:--- a|\+\+\+ b)/(\S+)", re.MULTILINE)
_IN_SOURCES: Final = re.compile(r"(?:plugins/[^/]+/)?src/(.+)")
#: The packages in which a fault is one of the core.
_CORE: Final = ("rummy500", "pytest_rummy500")
_LONGEST: Final = 1800
#: Room for every value of the options.
_OPTIONS: Final = 30


class PatchError(Exception):
    """A patch that cannot be read or does not apply, or none at all."""


@attrs.frozen
class Plant:
    """A fault to be planted.

    Attributes:
        name: the name of the patch file, without its suffix.
        fault: what is wrong, in a sentence.
        rule: the rules that it breaks.
        patch: the whole file.
        plugin: the plugin that it is planted in, the first by name if there are several; empty for the core.
    """

    name: str
    fault: str
    rule: str
    patch: str
    plugin: str


@attrs.frozen
class Finding:
    """What came of a fault.

    Attributes:
        name: the name of the fault; `none` where there is none, with the plugin that was tried.
        fault: what is wrong, in a sentence.
        rule: the rules that it breaks.
        laws: the laws that were broken, the error where composing or importing failed; empty if it was not found.
        found: what the first of them found.
        at: the rules under which.
        tables: at how many tables the laws were asked.
        seconds: how long it took.
    """

    name: str
    fault: str
    rule: str
    laws: tuple[str, ...]
    found: str
    at: str
    tables: int
    seconds: float


def read_plant(file: Path) -> Plant:
    """Read a patch file.

    Args:
        file: the file.

    Raises:
        PatchError: if the file cannot be read, if its heading or its diff is missing, or if the diff changes what is
            neither the core's nor an installed plugin's.
    """
    try:
        patch = file.read_text("utf-8")
    except (OSError, UnicodeError) as error:
        raise PatchError(f"{file}: it cannot be read: {error}") from None
    heading, _, diff = patch.partition("\n\n")
    said = dict(line.split(": ", 1) for line in heading.splitlines() if ": " in line)
    touched = _TOUCHED.findall(diff)
    for key in ("Fault", "Rule"):
        if key not in said:
            raise PatchError(f"{file}: the heading has no line `{key}: ...`")
    if not touched:
        raise PatchError(f"{file}: there is no diff below the heading")
    plugins = {plugin for path in touched if (plugin := _plugin_of(file, path))}
    return Plant(file.stem, said["Fault"], said["Rule"], diff, min(plugins, default=""))


def _plugin_of(file: Path, path: str) -> str:
    """The plugin that a source file belongs to, empty for one of the core: by its entry point, not by its folder."""
    found = _IN_SOURCES.fullmatch(path)
    if found is None:
        raise PatchError(f"{file}: {path} lies neither in src nor in plugins/*/src")
    changed = Path(found[1]).with_suffix("").parts
    if changed[0] in _CORE:
        return ""
    points = [(name, tuple(point.module.split("."))) for name, each in installed().items() for point in each]
    # The one whose module lies deepest on the way to the file, where a package holds several plugins.
    depths = {name: len(at) if changed[: len(at)] == at else 0 for name, at in points if at[0] == changed[0]}
    if not depths:
        raise PatchError(f"{file}: {path} is of the module {changed[0]}, which is no installed plugin's")
    return max(sorted(depths), key=depths.__getitem__)


def look_for(
    plant: Plant | None, root: Path, *, hands: int, seed: int, most: int | None = None, plugin: str = ""
) -> Finding:
    """Plant a fault in a copy of the sources and ask the laws there.

    Args:
        plant: the fault; `None` for a copy without any.
        root: where `src` and `plugins` lie.
        hands: how many hands are played at each table; 1 or more.
        seed: chooses tables and hands; 0 or more.
        most: at so many tables at most, 1 or more; at all of them if left out.
        plugin: the plugin that is tried where there is no fault, which tells it otherwise; empty for the core.

    Raises:
        ValueError: if `hands` or `most` is less than 1, or `seed` less than 0.
        PatchError: if there are no sources, or if the patch does not apply.
    """
    at_least(1, hands=hands, most=1 if most is None else most)
    at_least(0, seed=seed)
    plugin = plugin if plant is None else plant.plugin
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        sources = list(_copied(root, Path(folder)))
        if not sources:
            raise PatchError(f"there is neither src nor plugins/*/src in {root.absolute()}")
        if plant is not None:
            _apply(plant, Path(folder))
        asked = ["--look", "--hands", str(hands), "--seed", str(seed)]
        asked += [] if most is None else ["--tables", str(most)]
        asked += ["--plugin", plugin] if plugin else []
        inherited = filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))
        path = os.pathsep.join([*map(str, sources), *map(os.path.abspath, inherited)])  # it runs in another folder
        command = [sys.executable, "-m", "rummy500.testing.faults", *asked]
        environment = {**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}
        try:
            ran = subprocess.run(  # noqa: S603 - this program, with a copy of itself on the path
                command, env=environment, cwd=folder, capture_output=True, text=True, timeout=_LONGEST, check=False
            )
            out = ran.stdout.strip().rpartition("\n")[2]
            told: dict[str, Any] = json.loads(out) if out.startswith("{") else _crashed(ran.stderr)
        except subprocess.TimeoutExpired:
            told = {"laws": ["never ends"], "found": f"no answer after {_LONGEST} s", "at": "", "tables": 0}
    sound = f"none, {plugin}" if plugin else "none"
    name, fault, rule = (sound, "no fault", "") if plant is None else (plant.name, plant.fault, plant.rule)
    seconds = round(time.monotonic() - began, 1)
    return Finding(name, fault, rule, tuple(told["laws"]), told["found"], told["at"], told["tables"], seconds)


def _crashed(stderr: str) -> dict[str, Any]:
    last = stderr.strip().rpartition("\n")[2]
    return {"laws": ["it cannot be played at all"], "found": last, "at": "", "tables": 0}


def _copied(root: Path, folder: Path) -> Iterator[Path]:
    """Copy the sources; the folders that Python must look in."""
    without = shutil.ignore_patterns("__pycache__")
    for source in (root / "src", *sorted(root.glob("plugins/*/src"))):
        if source.is_dir():
            target = folder / source.relative_to(root)
            shutil.copytree(source, target, ignore=without)
            yield target


def _apply(plant: Plant, folder: Path) -> None:
    try:
        ran = subprocess.run(
            ["git", "apply", "-p1", "-"],  # noqa: S607 - whichever git there is
            input=plant.patch,
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
        )
    except OSError as error:
        raise PatchError(f"{plant.name} cannot be applied: there is no git to do it ({error})") from None
    if ran.returncode:
        raise PatchError(f"{plant.name} does not apply: {ran.stderr.strip()}")


def look(plugins: Sequence[str], *, hands: int, seed: int, most: int | None = None) -> dict[str, Any]:
    """Ask the laws at table after table, until one is broken; in the copy.

    Args:
        plugins: the plugin that is tried; none for the core.
        hands: how many hands are played at each table; 1 or more.
        seed: chooses tables and hands; 0 or more.
        most: at so many tables at most, 1 or more; at all of them if left out.

    Raises:
        ValueError: if `hands` or `most` is less than 1, or `seed` less than 0.
        ComposeError: if the plugin goes together with no preset, or its laws do not load.
    """
    at_least(1, hands=hands, most=1 if most is None else most)
    at_least(0, seed=seed)
    number = 0
    every = tables(*plugins, options=_OPTIONS, seed=seed)
    for number, rules in enumerate(islice(every, most), 1):
        broken = check_laws(rules, hands=hands, seed=seed).broken
        if broken:
            first = min(broken, key=lambda law: law.law == "nothing crashes")
            names = [law.law for law in broken]
            return {"laws": names, "found": first.fault.what, "at": repr(rules), "tables": number}
    return {"laws": [], "found": "", "at": "", "tables": number}


def table(findings: Sequence[Finding]) -> str:
    """The findings as a table in Markdown, as docs have it."""
    lines = ["| fault | what is wrong | found by | at |", "| --- | --- | --- | --- |"]
    for each in findings:
        laws = ", ".join(each.laws[:_SHOWN]) + (
            f" and {len(each.laws) - _SHOWN} more" if len(each.laws) > _SHOWN else ""
        )
        at = f"table {each.tables}" if each.laws else f"not at {each.tables} tables"
        lines.append(f"| {each.name} | {each.fault} | {laws or '**not found**'} | {at} |")
    return "\n".join(lines)


_SHOWN: Final = 3


def main(arguments: Sequence[str] | None = None) -> int:
    """Plant the faults of a folder and tell which were found.

    Args:
        arguments: those of the command line; `sys.argv` if left out.

    Returns:
        The exit status: 0 if all were found, 1 if not, 2 if the experiment itself is wrong, after a line that says how.

    Raises:
        SystemExit: with 2, for an argument that is wrong.
    """
    asked = _parser().parse_args(arguments)
    if asked.look:
        sys.stdout.write(json.dumps(look(asked.plugin, hands=asked.hands, seed=asked.seed, most=asked.tables)) + "\n")
        return 0
    try:
        plants = [read_plant(file) for file in _chosen(asked.folder, asked.only)]
        if asked.json is not None:
            asked.json.open("a").close()  # what cannot be written is told before the hours, not after
        sound, planted = _looked(asked, plants)
        if asked.json is not None:
            every = [attrs.asdict(each) for each in (*sound, *planted)]
            asked.json.write_text(json.dumps(every, indent=1) + "\n", "utf-8")
    except (PatchError, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    for each in sound:
        if each.laws:
            at = f"a law is broken at {each.at}: " if each.at else ""
            sys.stdout.write(f"without any fault {at}{each.laws[0]}: {each.found}\n")
            return 2
    found, held = sum(bool(each.laws) for each in planted), sum(each.tables for each in sound)
    sys.stdout.write(f"{table(planted)}\n\n{found} of {len(planted)} found; without any fault {held} tables hold\n")
    return 0 if found >= (len(planted) if asked.least is None else asked.least) else 1


def _chosen(folder: Path, only: Sequence[str]) -> list[Path]:
    """The patch files of a folder, those with some numbers if there are numbers."""
    if not folder.is_dir():
        raise PatchError(f"there is no folder {folder}")
    files = {file: file.stem.partition("-")[0] for file in sorted(folder.glob("*.patch"))}
    if not files:
        raise PatchError(f"there is no patch file, NN-name.patch, in {folder}")
    for number in only:
        if number not in files.values():
            raise PatchError(f"there is no fault {number} in {folder}")
    return [file for file, number in files.items() if not only or number in only]


def _looked(asked: argparse.Namespace, plants: Sequence[Plant]) -> tuple[list[Finding], list[Finding]]:
    """What comes of copies without any fault, one for each plugin that is tried, and of each fault."""

    def one(plant: Plant | None, plugin: str) -> Finding:
        finding = look_for(plant, asked.root, hands=asked.hands, seed=asked.seed, most=asked.tables, plugin=plugin)
        told = ", ".join(finding.laws) or ("not found" if plant else "every law holds")
        sys.stderr.write(f"{finding.name}: {told} ({finding.tables} tables, {finding.seconds} s)\n")
        return finding

    # Threads are enough: the work is done by a process of its own for each fault.
    tried = sorted({plant.plugin for plant in plants})
    with ThreadPoolExecutor(asked.workers) as pool:
        findings = list(pool.map(one, [*(None for _ in tried), *plants], [*tried, *(plant.plugin for plant in plants)]))
    return findings[: len(tried)], findings[len(tried) :]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m rummy500.testing.faults", description="Do the laws find it?")
    parser.add_argument("folder", type=Path, nargs="?", default=Path("tests/faults"), help="the patch files")
    parser.add_argument("--root", type=Path, default=Path(), help="where src and plugins lie")
    parser.add_argument("--only", nargs="+", default=(), metavar="NUMBER", help="the beginnings of names up to a dash")
    parser.add_argument("--hands", type=number_from(1), default=HANDS, help="hands at each table")
    parser.add_argument("--tables", type=number_from(1), default=None, help="at so many tables at most")
    parser.add_argument("--seed", type=number_from(0), default=0, help="chooses tables and hands")
    parser.add_argument("--least", type=number_from(0), default=None, help="how many must be found; all if left out")
    parser.add_argument("--json", type=Path, default=None, metavar="FILE", help="write what came of it there")
    parser.add_argument("--workers", type=number_from(1), default=os.cpu_count() or 1, help="how many at a time")
    parser.add_argument("--look", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--plugin", action="append", default=[], help=argparse.SUPPRESS)
    return parser


if __name__ == "__main__":
    sys.exit(main())
