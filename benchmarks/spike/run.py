"""State and one step of 500 Rummy with four kinds of record, interpreted and compiled by mypyc.

README: a throw-away, kept as evidence for docs/design/state-spike.md; nothing imports it. Run by
`uv run --group lint --with setuptools python benchmarks/spike/run.py`: mypyc needs setuptools and a C compiler,
which `--interpreted` does without. Prints tables in Markdown. `step.py` is the game, `kinds/*.py` the
records: each kind is staged with the game in a temporary directory, so one source serves all.
"""

from __future__ import annotations

import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
KINDS = {
    "frozen": "attrs.frozen",
    "evolve": "attrs.evolve",
    "named": "NamedTuple",
    "sealed": "sealed slots",
}
ROUNDS = 3
SOURCES = ("step.py", "loops.py", "records.py")


def stage(kind: str, mode: str, root: Path) -> Path:
    """A directory that holds the game with one kind of record."""
    place = root / f"{kind}-{mode}"
    place.mkdir()
    for name in ("step.py", "loops.py", "probe.py"):
        shutil.copy(HERE / name, place)
    shutil.copy(HERE / "kinds" / f"{kind}.py", place / "records.py")
    if mode == "compiled":
        subprocess.run(
            [sys.executable, "-m", "mypyc", *SOURCES],
            cwd=place,
            check=True,
            stdout=subprocess.DEVNULL,
            env=os.environ | {"MYPYC_OPT_LEVEL": "3"},
        )
        for name in SOURCES:
            (place / name).unlink()
    return place


def probe(place: Path, *arguments: str) -> dict[str, Any]:
    done = subprocess.run([sys.executable, "probe.py", *arguments], cwd=place, check=True, stdout=subprocess.PIPE)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def table(head: list[str], rows: list[list[str]]) -> None:
    for row in [head, ["---"] * len(head), *rows]:
        print("| " + " | ".join(row) + " |")
    print()


def figure(nanoseconds: float, unit: float) -> str:
    """Three digits or so, and never a negative rest of noise."""
    if nanoseconds < 2:
        return "< 2"
    ratio = nanoseconds / unit
    return f"{nanoseconds:,.0f} ({ratio:.{1 if ratio >= 10 else 2}f})"


def main() -> None:
    modes = ["interpreted"] if "--interpreted" in sys.argv else ["interpreted", "compiled"]
    with tempfile.TemporaryDirectory() as root:
        places = {(k, m): stage(k, m, Path(root)) for m in modes for k in KINDS}
        found = {key: probe(place, "--check") for key, place in places.items()}
        for _ in range(ROUNDS - 1):  # kinds take turns, so that a busy minute hits them all
            for key, place in places.items():
                for name, value in probe(place)["nanoseconds"].items():
                    times = found[key]["nanoseconds"]
                    times[name] = min(times[name], value)
    assert len({tuple(one["play"]) for one in found.values()}) == 1, "the kinds played differently"
    decisions, options, _ = next(iter(found.values()))["play"]
    unit = min(one["nanoseconds"]["calibration"] for one in found.values())
    print(f"CPython {platform.python_version()}, ", end="")
    print(", ".join(f"{name} {version(name)}" for name in ("attrs", "mypy")), end="; ")
    print(f"calibration {unit:.0f} ns; {options / decisions:.2f} actions a decision\n")
    for mode in modes:
        print(f"{mode.capitalize()}: nanoseconds (ratio to the calibration)\n")
        columns = [found[kind, mode] for kind in KINDS]
        head = ["", *KINDS.values()]
        measured = [name for name in columns[0]["nanoseconds"] if name != "calibration"]
        rows = [[name, *(figure(one["nanoseconds"][name], unit) for one in columns)] for name in measured]
        each = [f"{1e9 / one['nanoseconds']['decision']:,.0f}" for one in columns]
        table(head, [*rows, ["decisions a second", *each]])
        for part in ("size", "refusals", "warts", "shifts"):
            print(f"{mode.capitalize()}: {part}\n")
            names = list(columns[0][part])
            table(head, [[name, *(str(one[part][name]) for one in columns)] for name in names])


if __name__ == "__main__":
    main()
