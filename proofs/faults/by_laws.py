"""Plant faults in copies of the sources, and see whether the laws find them.

    python -m proofs.faults.by_laws [--only 03 09] [--hands 20] [--rule-sets 5] [--seed 7] [--workers 2]

The sources of the core, of the cookbook and of every plugin are copied, a fault is planted in the copy, and the laws
are checked there under many rules (`rummy500_testing.rule_sets`): those of the plugin for a fault of a plugin, those of
the core for one of the core. If no law of the test kit finds it, pytest runs the laws of the core in the copy
(`tests/laws/core/test_core_laws.py`); a rule of the cookbook runs its scenarios. The copy without any fault comes
first: there every law must hold, under the rules of the core and of each plugin in which a fault is planted.

Exit status 0 if every fault was found, 1 if not, 2 if a fault is not there or cannot be planted, or if a law is broken
without any fault.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Final

import attrs
from tests.laws.kit.cookbook import COOKBOOK, passed
from tests.laws.kit.plugin_laws import plugin_laws

from proofs.faults.planting import ROOT, FaultError, PlantedFault, copied, plant, read_faults
from rummy500_testing.checking import check_laws
from rummy500_testing.law import HANDS
from rummy500_testing.laws import laws_for
from rummy500_testing.perft import number_from
from rummy500_testing.rule_sets import rule_sets

#: The test that is run if no law of the kit finds a fault.
CORE_LAWS: Final = "tests/laws/core/test_core_laws.py"
#: What finds a fault of the cookbook that no law finds.
_SCENARIOS: Final = "its scenarios"
_LONGEST: Final = 1800
#: Enough rule sets for every value of the options.
_OPTIONS: Final = 30
#: The most laws that a row names.
_SHOWN: Final = 3


@attrs.frozen
class Finding:
    """The result of a search for a fault.

    Attributes:
        laws: the laws that were broken, the error where composing or importing failed; empty if it was not found.
        found: the fault that the first of them found.
        at: the rules under which it was found.
        rule_sets: the number of rule sets that were tried.
    """

    laws: tuple[str, ...]
    found: str = ""
    at: str = ""
    rule_sets: int = 0


def look_for(fault: PlantedFault | None, plugin: str, asked: argparse.Namespace) -> Finding:
    """Plant a fault in a copy of the sources and ask the laws there.

    Args:
        fault: the fault; `None` for a copy without any.
        plugin: the plugin under test; empty for the core.
        asked: the arguments of the command.

    Raises:
        FaultError: if it cannot be planted.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = os.pathsep.join(map(str, [*copied(Path(folder)), ROOT]))
        if fault is not None:
            plant(fault.name, fault.changes, Path(folder))
        command = [sys.executable, "-m", "proofs.faults.by_laws", "--look", "--hands", str(asked.hands)]
        command += ["--seed", str(asked.seed), *(["--plugin", plugin] if plugin else [])]
        command += [] if asked.rule_sets is None else ["--rule-sets", str(asked.rule_sets)]
        environment = {**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}
        try:
            ran = subprocess.run(
                command, env=environment, cwd=folder, capture_output=True, text=True, timeout=_LONGEST, check=False
            )
        except subprocess.TimeoutExpired:
            return Finding(("never ends",), f"no answer after {_LONGEST} s")
        out = ran.stdout.strip().rpartition("\n")[2]
        if not out.startswith("{"):
            return Finding(("it cannot be played at all",), ran.stderr.strip().rpartition("\n")[2])
        told = json.loads(out)
        finding = Finding(**told | {"laws": tuple(told["laws"])})
        if fault is None or finding.laws:
            return finding
        search = _found_by_scenarios if plugin in COOKBOOK else _found_by_pytest
        return attrs.evolve(finding, laws=search(fault, Path(folder), environment))


def _found_by_pytest(_: PlantedFault, __: Path, environment: Mapping[str, str]) -> tuple[str, ...]:
    """Ask the laws of the core; they are no part of the test kit."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", CORE_LAWS]
    ran = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=False)
    laws = dict.fromkeys(re.findall(r"the law '(.+)' is broken", ran.stdout)) if ran.returncode == 1 else ()
    return tuple(f"{CORE_LAWS}: {law}" for law in laws)


def _found_by_scenarios(fault: PlantedFault, folder: Path, environment: Mapping[str, str]) -> tuple[str, ...]:
    """Run the scenarios of a rule of the cookbook, as its author does."""
    rule = folder / fault.changes[0].file
    words = ("check", "--plugin", str(rule), str(rule.with_suffix(".scenario.toml")))
    command = [sys.executable, "-m", "rummy500", *words]
    ran = subprocess.run(command, env=environment, cwd=folder, capture_output=True, text=True, check=False)
    return (_SCENARIOS,) if ran.returncode == 1 else ()


def look(asked: argparse.Namespace) -> Finding:
    """Check the laws under one set of rules after the other, until one is broken; runs in the copy."""
    number = 0
    every = rule_sets(*passed(asked.plugin), options=_OPTIONS, seed=asked.seed)
    for number, rules in enumerate(islice(every, asked.rule_sets), 1):
        laws = laws_for(rules, plugin_laws())
        broken = check_laws(rules, hands=asked.hands, seed=asked.seed, laws=laws).broken
        if broken:
            first = min(broken, key=lambda law: law.law == "nothing crashes")
            return Finding(tuple(law.law for law in broken), first.fault.what, repr(rules), number)
    return Finding((), rule_sets=number)


def row(fault: PlantedFault, finding: Finding) -> str:
    """Format a finding as a row of a table in Markdown, as in the docs."""
    more = len(finding.laws) - _SHOWN
    laws = ", ".join(finding.laws[:_SHOWN]) + (f" and {more} more" if more > 0 else "")
    by_kit = finding.laws and not finding.laws[0].startswith((CORE_LAWS, _SCENARIOS))
    at = f"set {finding.rule_sets}" if by_kit else f"not in {finding.rule_sets} sets"
    return f"| {fault.name} | {fault.fault} | {laws or '**not found**'} | {at} |"


def main(arguments: Sequence[str] | None = None) -> int:
    """Plant the faults and print which were found.

    Args:
        arguments: those of the command line; `sys.argv` if left out.

    Returns:
        The exit status.

    Raises:
        SystemExit: with 2, for an argument that is wrong.
    """
    asked = _parser().parse_args(arguments)
    if asked.look:
        sys.stdout.write(json.dumps(attrs.asdict(look(asked))) + "\n")
        return 0
    try:
        faults = _chosen(asked.only)
        under_test = sorted({fault.plugin for fault in faults})
        planted_in = [*(None for _ in under_test), *faults]
        plugins = [*under_test, *(fault.plugin for fault in faults)]
        # Threads are enough: each fault has a process of its own.
        with ThreadPoolExecutor(asked.workers) as pool:
            findings = list(pool.map(partial(_told, asked), planted_in, plugins))
    except FaultError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    sound, planted = findings[: -len(faults)], findings[-len(faults) :]
    for each in sound:
        if each.laws:
            sys.stdout.write(f"without any fault {each.laws[0]} is broken at {each.at}: {each.found}\n")
            return 2
    found, held = sum(bool(each.laws) for each in planted), sum(each.rule_sets for each in sound)
    rows = [row(fault, finding) for fault, finding in zip(faults, planted, strict=True)]
    head = "| fault | what is wrong | found by | at |\n| --- | --- | --- | --- |"
    total = f"{found} of {len(planted)} found; without any fault {held} sets of rules hold"
    sys.stdout.write("\n".join([head, *rows, "", total, ""]))
    return 0 if found == len(planted) else 1


def _chosen(only: Sequence[str]) -> list[PlantedFault]:
    """List the faults; with numbers, only those that begin with one of them."""
    faults = read_faults()
    numbers = {fault.name.partition("-")[0] for fault in faults}
    if missing := [number for number in only if number not in numbers]:
        raise FaultError(f"there is no fault {missing[0]}")
    return [fault for fault in faults if not only or fault.name.partition("-")[0] in only]


def _told(asked: argparse.Namespace, fault: PlantedFault | None, plugin: str) -> Finding:
    finding = look_for(fault, plugin, asked)
    name = "none" if fault is None else fault.name
    told = ", ".join(finding.laws) or ("every law holds" if fault is None else "not found")
    sys.stderr.write(f"{name} {plugin}: {told} ({finding.rule_sets} sets of rules)\n")
    return finding


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m proofs.faults.by_laws", description="Do the laws find it?")
    parser.add_argument("--only", nargs="+", default=(), metavar="NUMBER", help="the beginnings of names up to a dash")
    parser.add_argument("--hands", type=number_from(1), default=HANDS, help="hands under each set of rules")
    parser.add_argument("--rule-sets", type=number_from(1), default=None, help="at most so many sets of rules")
    parser.add_argument("--seed", type=number_from(0), default=0, help="chooses rules and hands")
    parser.add_argument("--workers", type=number_from(1), default=os.cpu_count() or 1, help="how many at a time")
    parser.add_argument("--look", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--plugin", action="append", default=[], help=argparse.SUPPRESS)
    return parser


if __name__ == "__main__":
    sys.exit(main())
