"""Fail if a change makes play slower: twelve cases by machine instructions, against the commit that it is built on.

    uv run python -m benchmarks.gate                    (about two minutes; needs valgrind)
    uv run python -m benchmarks.gate --against COMMIT --every --build compiled

The commit is where the branch left the main branch. On the main branch itself it is the first parent, or the last
commit while you have changes. Its source runs in the environment of this checkout. A change that must be slower says so
in `ON_PURPOSE`, with the reason.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Final

from benchmarks.cases import cases
from benchmarks.counting import instructions
from benchmarks.sources import BUILDS, ROOT, Build, environment, git, unpacked

#: The cases that every change must pass.
GATED: Final = (
    "classic", "pagat", "pagat from views", "oklahoma", "persian", "throw-down", "dealers-gambit", "add-opponents-hand",
    "hard", "expert", "fast hands", "compose",
)  # fmt: skip
#: A case fails that needs more than this much more. Two counts of one source differ by 0.5 % at most.
MOST: Final = 0.09
#: Cases that this change slows down on purpose, each with its reason; the next change empties it.
ON_PURPOSE: Final[Mapping[str, str]] = {
    "expert": "candidates are compared longer before they are dropped, and it begins with hard's move",
}


def base() -> str | None:
    """Find the commit to compare with; `None` if this copy of the repository does not have it."""
    for branch in ("origin/main", "main"):
        left = git("merge-base", "HEAD", branch)
        if left is not None and left != git("rev-parse", "HEAD"):
            return left
    changed = git("diff", "--quiet", "HEAD", "--", "src", "plugins") is None
    return git("rev-parse", "HEAD" if changed else "HEAD^1")


def count(commit: str, build: Build, names: Sequence[str]) -> dict[str, tuple[float, float]]:
    """Count the instructions of cases with the source of a commit and with that of this checkout, side by side."""
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(2) as two:
        sources = {"before": unpacked(commit, Path(folder, "source")), "after": ROOT}
        environments = [environment(source, build, Path(folder, name)) for name, source in sources.items()]
        before, after = two.map(partial(instructions, "benchmarks.cases", names), environments)
    return {name: (before[name][0], after[name][0]) for name in names}


def report(commit: str, found: Mapping[str, tuple[float, float]]) -> int:
    """Print the table; return 1 if a case is slower without a reason, or a reason is left of an earlier change."""
    print(f"Thousands of instructions a decision, against {commit[:8]}:\n")
    print("| case | before | after | ratio |\n| --- | --- | --- | --- |")
    failed = False
    for name, (before, after) in found.items():
        slower, reason, note = after > before * (1 + MOST), ON_PURPOSE.get(name), ""
        if slower:
            note = f" slower: {reason or 'mend it, or give the reason in ON_PURPOSE'}"
        elif reason:  # no failure: a later commit of the same change is compared with one that was as slow already
            note = " not slower: take it out of ON_PURPOSE"
        failed |= slower and not reason
        print(f"| {name} | {before / 1e3:,.1f} | {after / 1e3:,.1f} | {after / before:.3f}{note} |")
    return int(failed)


def main() -> int:
    """Compare, and return 1 if the gate is closed."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.gate", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    every = cases()
    parser.add_argument("--against", metavar="COMMIT", help="compare with this commit")
    parser.add_argument("--every", action="store_true", help="every preset and plugin, and parts of a decision")
    parser.add_argument("--only", nargs="+", choices=every, metavar="CASE", help="some cases")
    parser.add_argument("--build", choices=BUILDS, default="pure", help="the source, or the compiled wheels of both")
    given = parser.parse_args()
    commit = given.against or base()
    if shutil.which("valgrind") is None:
        print("LEFT OUT: valgrind is not on this machine")
        return 0
    if commit is None:
        print("LEFT OUT: this copy has no earlier commit; if it is shallow, `git fetch --unshallow` brings them")
        return 0
    try:
        return report(commit, count(commit, given.build, given.only or (list(every) if given.every else GATED)))
    except ValueError as error:
        parser.error(str(error))


if __name__ == "__main__":
    raise SystemExit(main())
