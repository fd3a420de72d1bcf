"""Plant faults in copies of the sources, and see whether the test that is named for each finds it.

    python -m proofs.faults.by_tests [--only T2 W1]

The faults are the list `proofs/faults/by_tests.toml`. The sources of the library, of the plugins and of the example
server are copied, the fault is planted in the copy, and pytest runs the test of this checkout on it, without the tests
marked `slow` or `long`. A test of the example server runs in the server's own environment, which uv makes. First all
of the tests must pass on a copy without a fault.

Exit status 0 if every fault was found, 1 if not, 2 if a fault cannot be planted, if a test cannot be run, or if one
fails without any fault.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

import attrs

from proofs.faults.planting import ROOT, Change, FaultError, copied, plant

LIST: Final = Path(__file__).with_name("by_tests.toml")
_SERVER: Final = "examples/online-table/"
#: The exit status of pytest for a test that fails.
_FAILED: Final = 1
_LONGEST: Final = 900


@attrs.frozen
class TestedFault:
    """A fault of the list.

    Attributes:
        name: its short name.
        fault: what is wrong, in a sentence.
        test: the test that finds it, as pytest names it from the root of the repository.
        change: the text that it replaces.
    """

    __test__ = False  # no class of tests

    name: str
    fault: str
    test: str
    change: Change


def read_list(file: Path = LIST) -> list[TestedFault]:
    """Read a list of faults.

    Raises:
        KeyError: for a fault without one of the keys.
    """
    return [
        TestedFault(each["name"], each["fault"], each["test"], Change(each["file"], each["old"], each["new"]))
        for each in tomllib.loads(file.read_text("utf-8"))["fault"]
    ]


def failures(tests: Iterable[str], fault: TestedFault | None = None) -> list[str]:
    """Run tests on a copy of the sources, those of the server apart, and list the first that fails of each.

    Args:
        tests: the tests.
        fault: what is planted in the copy; nothing if left out.

    Raises:
        FaultError: if the fault cannot be planted, or the tests cannot be run.
    """
    of_root, of_server = list[str](), list[str]()
    for test in tests:
        (of_server if test.startswith(_SERVER) else of_root).append(test.removeprefix(_SERVER))
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        path = os.pathsep.join(map(str, copied(copy)))
        shutil.copytree(ROOT / _SERVER, copy / _SERVER, ignore=shutil.ignore_patterns(".venv*", "__pycache__"))
        if fault is not None:
            plant(fault.name, [fault.change], copy)
        uv = ["uv", "run", "--project", str(ROOT / _SERVER), "--extra", "postgres", "python"]
        runs = [([sys.executable], ROOT, of_root), (uv, copy / _SERVER, of_server)]
        return [name for python, place, named in runs if named for name in _failures(python, place, named, path)]


def _failures(python: Sequence[str], place: Path, tests: Sequence[str], path: str) -> list[str]:
    command = [*python, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *tests]
    environment = {**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}
    ran = subprocess.run(
        command, env=environment, cwd=place, capture_output=True, text=True, timeout=_LONGEST, check=False
    )
    if ran.returncode not in (0, _FAILED):
        raise FaultError(f"exit status {ran.returncode} of {' '.join(command)}:\n{ran.stdout}{ran.stderr}")
    return re.findall(r"^(?:FAILED|ERROR) (.+?)(?: - |$)", ran.stdout, re.MULTILINE)


def main(arguments: Sequence[str] | None = None, file: Path = LIST) -> int:
    """Plant the faults of a list, and print which were found.

    Args:
        arguments: those of the command line; `sys.argv` if left out.
        file: the list.

    Returns:
        The exit status.
    """
    parser = argparse.ArgumentParser(prog="python -m proofs.faults.by_tests", description="Does its test find it?")
    parser.add_argument("--only", nargs="+", default=(), metavar="NAME", help="only the faults with these names")
    try:
        faults = _chosen(file, parser.parse_args(arguments).only)
        found = _found(faults)
    except FaultError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    sys.stdout.write(f"\n{found} of {len(faults)} found\n")
    return 0 if found == len(faults) else 1


def _chosen(file: Path, only: Sequence[str]) -> list[TestedFault]:
    """Read the faults of a list; with names, only those."""
    faults = read_list(file)
    if missing := set(only) - {fault.name for fault in faults}:
        raise FaultError(f"there is no fault {' '.join(sorted(missing))} in {file}")
    return [fault for fault in faults if not only or fault.name in only]


def _found(faults: Sequence[TestedFault]) -> int:
    """Print a line for each fault, and return how many were found."""
    if failed := failures(dict.fromkeys(fault.test for fault in faults)):
        raise FaultError(f"it fails without a fault: {' '.join(failed)}")
    sys.stdout.write("| fault | what is wrong | found by |\n| --- | --- | --- |\n")
    found = 0
    for fault in faults:
        by = failures([fault.test], fault)
        found += bool(by)
        sys.stdout.write(f"| {fault.name} | {fault.fault} | {', '.join(by) or f'**not** {fault.test}'} |\n")
        sys.stdout.flush()
    return found


if __name__ == "__main__":
    sys.exit(main())
