"""Planted faults: do the laws find what is wrong? `python -m rummy500.testing.faults tests/faults`.

    python -m rummy500.testing.faults FOLDER [--root .] [--only 03 09] [--hands 20] [--tables 5] [--json FILE]

Each fault is a patch file of the folder. The sources under `--root` (`src`, and `src` of each folder in `plugins`) are
copied, the patch is applied to the copy, and there the laws are asked as the author of a plugin would ask them: of the
tables of `rummy500.testing.tables`, those of the plugin for a fault of a plugin, those of the core for one of the core.
The copy without any fault comes first: there every law must hold.

A patch file has a heading, an empty line, and a unified diff that `git apply` takes:

    Fault: a take brings one card more than it should
    Rule: turn.take

    --- a/src/rummy500/engine/moves/take.py
    +++ b/src/rummy500/engine/moves/take.py
    ...

Exit status 0 if every fault was found (with `--least`, at least so many), 1 if not, 2 if a patch cannot be read or does
not apply, or if a law is broken without any fault.
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

from rummy500.testing.checking import check_laws
from rummy500.testing.law import HANDS
from rummy500.testing.tables import tables

_TOUCHED: Final = re.compile(r"^\+\+\+ b/(\S+)", re.MULTILINE)
_OF_PLUGIN: Final = re.compile(r"plugins/([^/]+)/")
_LONGEST: Final = 1800
#: Room for every value of the options.
_OPTIONS: Final = 30


class PatchError(Exception):
    """A patch that cannot be read, or does not apply."""


@attrs.frozen
class Plant:
    """A fault to be planted.

    Attributes:
        name: the name of the patch file, without its suffix.
        fault: what is wrong, in a sentence.
        rule: the rules that it breaks.
        patch: the whole file.
        plugin: the plugin that it is planted in, empty for the core.
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
        name: the name of the fault.
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
        PatchError: if its heading or its diff is missing.
    """
    patch = file.read_text("utf-8")
    heading, _, diff = patch.partition("\n\n")
    said = dict(line.split(": ", 1) for line in heading.splitlines() if ": " in line)
    touched = _TOUCHED.findall(diff)
    for key in ("Fault", "Rule"):
        if key not in said:
            raise PatchError(f"{file}: the heading has no line `{key}: ...`")
    if not touched:
        raise PatchError(f"{file}: there is no diff below the heading")
    plugins = {found[1] for path in touched if (found := _OF_PLUGIN.match(path))}
    return Plant(file.stem, said["Fault"], said["Rule"], diff, min(plugins, default=""))


def look_for(plant: Plant | None, root: Path, *, hands: int, seed: int, most: int | None = None) -> Finding:
    """Plant a fault in a copy of the sources and ask the laws there.

    Args:
        plant: the fault; `None` for a copy without any.
        root: where `src` and `plugins` lie.
        hands: how many hands are played at each table.
        seed: chooses tables and hands.
        most: at so many tables at most; at all of them if left out.

    Raises:
        PatchError: if the patch does not apply.
    """
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        sources = list(_copied(root, Path(folder)))
        if plant is not None:
            _apply(plant, Path(folder))
        asked = ["--look", "--hands", str(hands), "--seed", str(seed)]
        asked += [] if most is None else ["--tables", str(most)]
        asked += ["--plugin", plant.plugin] if plant is not None and plant.plugin else []
        path = os.pathsep.join([*map(str, sources), *filter(None, [os.environ.get("PYTHONPATH")])])
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
    name, fault, rule = ("none", "no fault", "") if plant is None else (plant.name, plant.fault, plant.rule)
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
    ran = subprocess.run(
        ["git", "apply", "-p1", "-"],  # noqa: S607 - whichever git there is
        input=plant.patch,
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    if ran.returncode:
        raise PatchError(f"{plant.name} does not apply: {ran.stderr.strip()}")


def look(plugins: Sequence[str], *, hands: int, seed: int, most: int | None = None) -> dict[str, Any]:
    """Ask the laws at table after table, until one is broken; in the copy.

    Args:
        plugins: the plugin that is tried; none for the core.
        hands: how many hands are played at each table.
        seed: chooses tables and hands.
        most: at so many tables at most; at all of them if left out.
    """
    number = 0
    every = tables(*plugins, options=_OPTIONS, beside=bool(plugins), seed=seed)
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
        The exit status: 0 if all were found, 1 if not, 2 if the experiment itself is wrong.
    """
    asked = _parser().parse_args(arguments)
    if asked.look:
        sys.stdout.write(json.dumps(look(asked.plugin, hands=asked.hands, seed=asked.seed, most=asked.tables)) + "\n")
        return 0
    try:
        plants = [read_plant(file) for file in sorted(asked.folder.glob("*.patch"))]
        plants = [plant for plant in plants if not asked.only or plant.name.partition("-")[0] in asked.only]
        findings = _looked(asked, plants)
    except PatchError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    if asked.json is not None:
        asked.json.write_text(json.dumps([attrs.asdict(each) for each in findings], indent=1) + "\n", "utf-8")
    sound, planted = findings[0], findings[1:]
    if sound.laws:
        sys.stdout.write(f"without any fault a law is broken at {sound.at}: {sound.laws[0]}: {sound.found}\n")
        return 2
    found = sum(bool(each.laws) for each in planted)
    sys.stdout.write(
        f"{table(planted)}\n\n{found} of {len(planted)} found; without any fault {sound.tables} tables hold\n"
    )
    return 0 if found >= (len(planted) if asked.least is None else asked.least) else 1


def _looked(asked: argparse.Namespace, plants: Sequence[Plant]) -> list[Finding]:
    def one(plant: Plant | None) -> Finding:
        finding = look_for(plant, asked.root, hands=asked.hands, seed=asked.seed, most=asked.tables)
        told = ", ".join(finding.laws) or ("not found" if plant else "every law holds")
        sys.stderr.write(f"{finding.name}: {told} ({finding.tables} tables, {finding.seconds} s)\n")
        return finding

    # Threads are enough: the work is done by a process of its own for each fault.
    with ThreadPoolExecutor(asked.workers) as pool:
        return list(pool.map(one, [None, *plants]))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m rummy500.testing.faults", description="Do the laws find it?")
    parser.add_argument("folder", type=Path, nargs="?", default=Path("tests/faults"), help="the patch files")
    parser.add_argument("--root", type=Path, default=Path(), help="where src and plugins lie")
    parser.add_argument("--only", nargs="+", default=(), metavar="NUMBER", help="the beginnings of names up to a dash")
    parser.add_argument("--hands", type=int, default=HANDS, help="hands at each table")
    parser.add_argument("--tables", type=int, default=None, help="at so many tables at most")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--least", type=int, default=None, help="how many must be found; all if left out")
    parser.add_argument("--json", type=Path, default=None, metavar="FILE", help="write what came of it there")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="how many at a time")
    parser.add_argument("--look", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--plugin", action="append", default=[], help=argparse.SUPPRESS)
    return parser


if __name__ == "__main__":
    sys.exit(main())
