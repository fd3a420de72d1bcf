"""Count machine instructions with valgrind: they are the same in each run, whatever else the machine does.

A process of its own does the cases. Before and after what counts it calls `getppid`, which nothing else calls, and
callgrind writes the instructions since the last call.
"""

from __future__ import annotations

import gc
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

from benchmarks.sources import ROOT

#: Prepares a case, warms its caches, and returns the work that counts, which returns how often it did something.
Case = Callable[[], Callable[[], int]]

_SUMMARY: Final = re.compile(r"^summary: (\d+)", re.MULTILINE)


def work(cases: Mapping[str, Case], names: Sequence[str]) -> None:
    """Do cases one after the other, and print how often each did its work."""
    gc.disable()
    times: list[int] = []
    for name in names:
        counts = cases[name]()
        gc.collect()
        os.getppid()
        times.append(counts())
        os.getppid()
    print(json.dumps(times))


def instructions(module: str, names: Sequence[str], environment: Mapping[str, str]) -> dict[str, tuple[float, int]]:
    """Count cases in a process of their own.

    Args:
        module: `python -m MODULE --work CASE ...` does cases by `work`.
        names: the names of the cases.
        environment: the variables of the process.

    Returns:
        For each case, the instructions each time it did its work, and how often it did it.

    Raises:
        ValueError: if the process fails, or callgrind counts something else.
        FileNotFoundError: without valgrind.
    """
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out"
        command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}", "--dump-after=getppid"]
        done = subprocess.run(
            [*command, sys.executable, "-m", module, "--work", *names],
            cwd=ROOT, env={**environment, "PYTHONHASHSEED": "0"}, capture_output=True, text=True, check=False,
        )  # fmt: skip
        if done.returncode:
            raise ValueError(f"the cases failed with {environment.get('PYTHONPATH')}:\n{done.stderr[-3000:]}")
        files = sorted(out.parent.glob("out.*"), key=lambda file: int(file.suffix[1:]))
        counts = [int(found[1]) for file in files if (found := _SUMMARY.search(file.read_text("utf-8")))]
    if len(counts) // 2 != len(names):
        raise ValueError(f"callgrind wrote {len(counts)} counts, not two for each of {len(names)} cases")
    # The count before that of each case is its preparation, the last one the end of the process.
    times = json.loads(done.stdout.splitlines()[-1])
    return {name: (count / each, each) for name, count, each in zip(names, counts[1::2], times, strict=True)}
