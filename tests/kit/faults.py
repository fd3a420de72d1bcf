"""Plant faults in copies of the sources, and see whether the laws find them: `python -m tests.kit.faults`.

    python -m tests.kit.faults [FOLDER] [--only 03 09] [--hands 20] [--rule-sets 5] [--json FILE]

Each fault is a file of the folder, `tests/faults` if left out. The sources of the core, of the cookbook and of every
plugin are copied, the fault is planted in the copy, and the laws are checked there under many rules
(`rummy500_testing.rule_sets`): those of the plugin for a fault of a plugin, those of the core for one of the core. If
no law of the test kit finds it, pytest runs the laws of the core in the copy (`tests/core_laws/test_core_laws.py`); a
rule of the cookbook runs its scenarios. The copy without any fault comes first: there every law must hold, under the
rules of the core and of each plugin in which a fault is planted.

A file `NN-name.fault.toml` describes the fault, the rules that it breaks, and the texts to replace. The old text must
occur exactly once in the file:

    fault = "a take brings one card more than it should"
    rules = ["turn.take"]

    [[change]]
    file = "src/rummy500/engine/moves/take.py"
    old = "depth + 1"
    new = "depth + 2"

Exit status 0 if every fault was found (with `--least`, at least that many), 1 if not, 2 if there is no fault to plant,
if a fault cannot be read or planted, or if a law is broken without any fault.
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
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from typing import Any, Final, cast

import attrs
from tests.kit.cookbook import COOKBOOK, passed
from tests.kit.plugin_laws import plugin_laws

import rummy500_cookbook as cookbook
from rummy500.inputs import at_least
from rummy500_testing.checking import check_laws
from rummy500_testing.law import HANDS
from rummy500_testing.laws import laws_for
from rummy500_testing.perft import number_from
from rummy500_testing.rule_sets import rule_sets

ROOT: Final = Path(__file__).parents[2]
#: The test that is run if no law of the kit finds a fault.
CORE_LAWS: Final = "tests/core_laws/test_core_laws.py"
_SUFFIX: Final = ".fault.toml"
#: What finds a fault of the cookbook that no law finds.
_SCENARIOS: Final = "its scenarios"
_LONGEST: Final = 1800
#: Enough rule sets for every value of the options.
_OPTIONS: Final = 30


class FaultError(Exception):
    """Raised for a fault that cannot be read or planted, or a folder without faults."""


@attrs.frozen
class Change:
    """One text that a fault replaces.

    Attributes:
        file: the path of the file, from the root of the repository.
        old: the text; it occurs exactly once in the file.
        new: the text that takes its place.
    """

    file: str
    old: str
    new: str


@attrs.frozen
class PlantedFault:
    """A fault to be planted.

    Attributes:
        name: the name of its file, without the suffix.
        fault: what is wrong, in a sentence.
        rules: the ids of the rules that it breaks.
        changes: the replaced texts.
        plugin: the plugin that it is planted in, the first by name if there are several; empty for the core.
    """

    name: str
    fault: str
    rules: tuple[str, ...]
    changes: tuple[Change, ...]
    plugin: str


@attrs.frozen
class Finding:
    """The result of a search for a fault.

    Attributes:
        name: the name of the fault; `none` for a copy without one, with the plugin under test.
        fault: what is wrong, in a sentence.
        rules: the ids of the rules that it breaks.
        laws: the laws that were broken, the error where composing or importing failed; empty if it was not found.
        found: the fault that the first of them found.
        at: the rules under which it was found.
        rule_sets: the number of rule sets that were tried.
        seconds: the duration.
    """

    name: str
    fault: str
    rules: tuple[str, ...]
    laws: tuple[str, ...]
    found: str
    at: str
    rule_sets: int
    seconds: float


def read_fault(file: Path) -> PlantedFault:
    """Read the file of a fault.

    Args:
        file: the file.

    Raises:
        FaultError: if it cannot be read, if a key is missing, or if it changes a file that is neither the core's nor a
            plugin's.
    """
    try:
        data = tomllib.loads(file.read_text("utf-8"))
        changes = tuple(Change(each["file"], each["old"], each["new"]) for each in data["change"])
        fault, rules = str(data["fault"]), tuple(cast("list[str]", data["rules"]))
    except (OSError, UnicodeError, tomllib.TOMLDecodeError) as error:
        raise FaultError(f"{file}: it cannot be read: {error}") from None
    except KeyError as error:
        raise FaultError(f"{file}: the key {error} is missing") from None
    plugins = {plugin for change in changes if (plugin := _plugin_of(file, change.file))}
    return PlantedFault(file.name.removesuffix(_SUFFIX), fault, rules, changes, min(plugins, default=""))


def _plugin_of(file: Path, path: str) -> str:
    """Return the plugin of a source file, from the name of its folder or module; empty for the core."""
    match Path(path).parts:
        case ("src", _, *_):
            return ""
        case ("plugins", name, "src", *_):
            return name
        case ("packages", _, "src", "rummy500_cookbook", module):
            return module.removesuffix(".py").replace("_", "-")
        case _:
            raise FaultError(f"{file}: {path} lies neither in src nor in plugins/*/src, and is no rule of the cookbook")


def look_for(
    fault: PlantedFault | None, *, hands: int, seed: int, most: int | None = None, plugin: str = ""
) -> Finding:
    """Plant a fault in a copy of the sources and ask the laws there.

    Args:
        fault: the fault; `None` for a copy without any.
        hands: how many hands are played under each set of rules; 1 or more.
        seed: chooses rules and hands; 0 or more.
        most: at most so many sets of rules, 1 or more; at all of them if left out.
        plugin: the plugin under test without a fault; with a fault, its plugin; empty for the core.

    Raises:
        ValueError: if `hands` or `most` is less than 1, or `seed` less than 0.
        FaultError: if it cannot be planted.
    """
    at_least(1, hands=hands, most=1 if most is None else most)
    at_least(0, seed=seed)
    plugin = plugin if fault is None else fault.plugin
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        sources = list(copied(Path(folder)))
        if fault is not None:
            plant(fault, Path(folder))
        asked = ["--look", "--hands", str(hands), "--seed", str(seed)]
        asked += [] if most is None else ["--rule-sets", str(most)]
        asked += ["--plugin", plugin] if plugin else []
        path = os.pathsep.join(map(str, [*sources, ROOT]))
        command = [sys.executable, "-m", "tests.kit.faults", *asked]
        environment = {**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}
        try:
            ran = subprocess.run(
                command, env=environment, cwd=folder, capture_output=True, text=True, timeout=_LONGEST, check=False
            )
            out = ran.stdout.strip().rpartition("\n")[2]
            told: dict[str, Any] = json.loads(out) if out.startswith("{") else _crashed(ran.stderr)
        except subprocess.TimeoutExpired:
            told = {"laws": ["never ends"], "found": f"no answer after {_LONGEST} s", "at": "", "rule_sets": 0}
        if fault is not None and not told["laws"]:
            ours = fault.plugin in COOKBOOK
            told |= _found_by_scenarios(fault, Path(folder), environment) if ours else _found_by_pytest(environment)
    name, what, rules = f"none, {plugin}" if plugin else "none", "no fault", tuple[str, ...]()
    if fault is not None:
        name, what, rules = fault.name, fault.fault, fault.rules
    seconds = round(time.monotonic() - began, 1)
    return Finding(name, what, rules, tuple(told["laws"]), told["found"], told["at"], told["rule_sets"], seconds)


def _found_by_pytest(environment: Mapping[str, str]) -> dict[str, Any]:
    """Ask the laws of the core; they are no part of the test kit."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", CORE_LAWS]
    ran = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=False)
    laws = dict.fromkeys(re.findall(r"the law '(.+)' is broken", ran.stdout))
    return {"laws": [f"{CORE_LAWS}: {law}" for law in laws], "found": ran.stdout} if ran.returncode == 1 else {}


def _found_by_scenarios(fault: PlantedFault, folder: Path, environment: Mapping[str, str]) -> dict[str, Any]:
    """Run the scenarios of a rule of the cookbook, as its author does."""
    rule = folder / fault.changes[0].file
    command = [
        sys.executable,
        "-m",
        "rummy500",
        "check",
        "--plugin",
        str(rule),
        str(rule.with_suffix(".scenario.toml")),
    ]
    ran = subprocess.run(command, env=environment, cwd=folder, capture_output=True, text=True, check=False)
    return {"laws": [_SCENARIOS], "found": ran.stdout} if ran.returncode == 1 else {}


def _crashed(stderr: str) -> dict[str, Any]:
    last = stderr.strip().rpartition("\n")[2]
    return {"laws": ["it cannot be played at all"], "found": last, "at": "", "rule_sets": 0}


def copied(folder: Path) -> Iterator[Path]:
    """Copy the sources of the core, of the cookbook and of every plugin.

    Args:
        folder: the root of the copy.

    Yields:
        Each folder to put on Python's path.
    """
    without = shutil.ignore_patterns("__pycache__", "*.so")
    kit = ROOT / "packages" / "rummy500-testing" / "src"
    for source in (ROOT / "src", kit / cookbook.__name__, *sorted(ROOT.glob("plugins/*/src"))):
        target = folder / source.relative_to(ROOT)
        shutil.copytree(source, target, ignore=without)
        yield target.parent if source.parent == kit else target


def plant(fault: PlantedFault, folder: Path) -> None:
    """Plant a fault in a copy of the sources.

    Args:
        fault: the fault.
        folder: the root of the copy.

    Raises:
        FaultError: if a file is missing, or does not have an old text exactly once.
    """
    for change in fault.changes:
        file = folder / change.file
        try:
            text = file.read_text("utf-8")
        except OSError as error:
            raise FaultError(f"{fault.name} cannot be planted: {error}") from None
        found = text.count(change.old)
        if found != 1:
            raise FaultError(f"{fault.name} cannot be planted: {change.file} has the old text {found} times, not once")
        file.write_text(text.replace(change.old, change.new), "utf-8")


def look(plugins: Sequence[str], *, hands: int, seed: int, most: int | None = None) -> dict[str, Any]:
    """Check the laws under one set of rules after the other, until one is broken; runs in the copy.

    Args:
        plugins: the plugin under test; none for the core.
        hands: how many hands are played under each set of rules; 1 or more.
        seed: chooses rules and hands; 0 or more.
        most: at most so many sets of rules, 1 or more; at all of them if left out.

    Raises:
        ValueError: if `hands` or `most` is less than 1, or `seed` less than 0.
        ComposeError: if the plugin goes together with no preset, or its laws do not load.
    """
    at_least(1, hands=hands, most=1 if most is None else most)
    at_least(0, seed=seed)
    number = 0
    every = rule_sets(*passed(plugins), options=_OPTIONS, seed=seed)
    for number, rules in enumerate(islice(every, most), 1):
        broken = check_laws(rules, hands=hands, seed=seed, laws=laws_for(rules, plugin_laws())).broken
        if broken:
            first = min(broken, key=lambda law: law.law == "nothing crashes")
            names = [law.law for law in broken]
            return {"laws": names, "found": first.fault.what, "at": repr(rules), "rule_sets": number}
    return {"laws": [], "found": "", "at": "", "rule_sets": number}


def table(findings: Sequence[Finding]) -> str:
    """Format the findings as a table in Markdown, as in the docs."""
    lines = ["| fault | what is wrong | found by | at |", "| --- | --- | --- | --- |"]
    for each in findings:
        laws = ", ".join(each.laws[:_SHOWN]) + (
            f" and {len(each.laws) - _SHOWN} more" if len(each.laws) > _SHOWN else ""
        )
        by_kit = each.laws and not each.laws[0].startswith((CORE_LAWS, _SCENARIOS))
        at = f"set {each.rule_sets}" if by_kit else f"not in {each.rule_sets} sets"
        lines.append(f"| {each.name} | {each.fault} | {laws or '**not found**'} | {at} |")
    return "\n".join(lines)


_SHOWN: Final = 3


def main(arguments: Sequence[str] | None = None) -> int:
    """Plant the faults of a folder and print which were found.

    Args:
        arguments: those of the command line; `sys.argv` if left out.

    Returns:
        The exit status: 0 if all were found, 1 if not, 2 if the experiment itself fails, after a line with the reason.

    Raises:
        SystemExit: with 2, for an argument that is wrong.
    """
    asked = _parser().parse_args(arguments)
    if asked.look:
        outcome = look(asked.plugin, hands=asked.hands, seed=asked.seed, most=asked.rule_sets)
        sys.stdout.write(json.dumps(outcome) + "\n")
        return 0
    try:
        faults = [read_fault(file) for file in _chosen(asked.folder, asked.only)]
        if asked.json is not None:
            asked.json.open("a").close()  # an unwritable file is reported before hours of work, not after
        sound, planted = _looked(asked, faults)
        if asked.json is not None:
            every = [attrs.asdict(each) for each in (*sound, *planted)]
            asked.json.write_text(json.dumps(every, indent=1) + "\n", "utf-8")
    except (FaultError, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    for each in sound:
        if each.laws:
            at = f"a law is broken at {each.at}: " if each.at else ""
            sys.stdout.write(f"without any fault {at}{each.laws[0]}: {each.found}\n")
            return 2
    found, held = sum(bool(each.laws) for each in planted), sum(each.rule_sets for each in sound)
    total = f"{found} of {len(planted)} found; without any fault {held} sets of rules hold"
    sys.stdout.write(f"{table(planted)}\n\n{total}\n")
    return 0 if found >= (len(planted) if asked.least is None else asked.least) else 1


def _chosen(folder: Path, only: Sequence[str]) -> list[Path]:
    """List the files of faults in a folder; with numbers, only those that begin with one of them."""
    if not folder.is_dir():
        raise FaultError(f"there is no folder {folder}")
    files = {file: file.name.partition("-")[0] for file in sorted(folder.glob(f"*{_SUFFIX}"))}
    if not files:
        raise FaultError(f"there is no file NN-name.fault.toml in {folder}")
    for number in only:
        if number not in files.values():
            raise FaultError(f"there is no fault {number} in {folder}")
    return [file for file, number in files.items() if not only or number in only]


def _looked(asked: argparse.Namespace, faults: Sequence[PlantedFault]) -> tuple[list[Finding], list[Finding]]:
    """Search copies without a fault, one for each plugin under test, and then each fault."""

    def one(fault: PlantedFault | None, plugin: str) -> Finding:
        finding = look_for(fault, hands=asked.hands, seed=asked.seed, most=asked.rule_sets, plugin=plugin)
        told = ", ".join(finding.laws) or ("not found" if fault else "every law holds")
        sys.stderr.write(f"{finding.name}: {told} ({finding.rule_sets} sets of rules, {finding.seconds} s)\n")
        return finding

    # Threads are enough: each fault has a process of its own.
    tried = sorted({fault.plugin for fault in faults})
    with ThreadPoolExecutor(asked.workers) as pool:
        findings = list(pool.map(one, [*(None for _ in tried), *faults], [*tried, *(fault.plugin for fault in faults)]))
    return findings[: len(tried)], findings[len(tried) :]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.kit.faults", description="Do the laws find it?")
    parser.add_argument("folder", type=Path, nargs="?", default=ROOT / "tests" / "faults", help="their folder")
    parser.add_argument("--only", nargs="+", default=(), metavar="NUMBER", help="the beginnings of names up to a dash")
    parser.add_argument("--hands", type=number_from(1), default=HANDS, help="hands under each set of rules")
    parser.add_argument("--rule-sets", type=number_from(1), default=None, help="at most so many sets of rules")
    parser.add_argument("--seed", type=number_from(0), default=0, help="chooses rules and hands")
    parser.add_argument("--least", type=number_from(0), default=None, help="how many must be found; all if left out")
    parser.add_argument("--json", type=Path, default=None, metavar="FILE", help="write what came of it there")
    parser.add_argument("--workers", type=number_from(1), default=os.cpu_count() or 1, help="how many at a time")
    parser.add_argument("--look", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--plugin", action="append", default=[], help=argparse.SUPPRESS)
    return parser


if __name__ == "__main__":
    sys.exit(main())
