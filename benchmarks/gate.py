"""Fail if a change makes play slower: a dozen cases by machine instructions, against the commit that it is built on.

    uv run --all-packages python -m benchmarks.gate                    (about two minutes; needs valgrind)
    uv run --all-packages python -m benchmarks.gate --against COMMIT

The commit is where the branch left `origin/main`, or on the main branch itself the first parent. Its source is unpacked
into a folder of its own and runs in the environment of this checkout. Instructions are the same in each run, whatever
else the machine does, so that a slow-down of ten per cent is no accident. A change that must be slower says so in
`ON_PURPOSE`, with the reason.

One process of each source plays all cases under callgrind. It calls `getppid` before and after what counts, and
callgrind writes the instructions since the last call.
"""

from __future__ import annotations

import argparse
import gc
import io
import os
import random
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parents[1]
if __name__ == "__main__":  # the source of another commit is run from its own folder
    sys.path.insert(0, str(ROOT))

from benchmarks.compare_worker import Game  # noqa: E402 - found by the path above

#: How much slower a case may become.
MOST: Final = 0.10
#: Cases that this change slows down on purpose, each with its reason; the next change empties it.
ON_PURPOSE: Final[Mapping[str, str]] = {}

#: Random play: the arguments of `Game` that differ from `_PLAIN_GAME`.
_PLAIN_GAME: Final[Mapping[str, Any]] = {
    "preset": "classic", "plugins": (), "seats": 2, "plain": False, "has_chance": False, "views": False,
}  # fmt: skip
_PLAYED: Final[Mapping[str, Mapping[str, Any]]] = {
    "classic": {},
    "pagat": {"preset": "pagat"},
    "pagat from views": {"preset": "pagat", "views": True},
    "oklahoma": {"plugins": ("oklahoma",), "plain": True},
    "persian": {"plugins": ("persian",), "seats": 4},
    "throw-down": {"plugins": ("throw-down",), "has_chance": True},
    "dealers-gambit": {"plugins": ("dealers-gambit",), "has_chance": True},
    "add-opponents-hand": {"plugins": ("add-opponents-hand",)},
}
#: Decisions of players, in positions of random play.
_DECIDED: Final[Mapping[str, tuple[str, int]]] = {"hard": ("hard", 60), "expert": ("expert", 4)}
_HANDS: Final = 10
_SUMMARY: Final = re.compile(r"^summary: (\d+)", re.MULTILINE)


def cases() -> dict[str, Callable[[], Callable[[], object]]]:
    """List the cases: each prepares itself, warm caches too, and returns what is counted."""
    played = {name: partial(_play, **asked) for name, asked in _PLAYED.items()}
    decided = {name: partial(_decide, *asked) for name, asked in _DECIDED.items()}
    return {**played, **decided, "fast hands": _playouts, "compose": _compose}


def _play(**asked: Any) -> Callable[[], object]:
    game = Game(**{**_PLAIN_GAME, **asked})
    game.play(2 * _HANDS, 0)
    return lambda: game.play(_HANDS, 1)


def _decide(player: str, decisions: int) -> Callable[[], object]:
    import rummy500 as r5  # noqa: PLC0415 - of either source: imported where its process runs
    from rummy500 import players  # noqa: PLC0415 - as above

    game = Game(**{**_PLAIN_GAME, "preset": "pagat"})
    chooses: Any = players.player_named(player, random.Random(1))
    states = [state for positions, _ in game.positions(20, 5) for state, _ in positions]
    asked = [state for state in states if len(r5.legal_actions(game.rules, state)) > 1]
    random.Random(2).shuffle(asked)
    views = [r5.observe(game.rules, state, state.public.to_act) for state in asked[: decisions + 1]]

    def ask(several: Sequence[Any]) -> None:
        for view in several:
            chooses.choose(game.rules, view, r5.legal_actions(game.rules, view))

    ask(views[:1])
    return lambda: ask(views[1:])


def _playouts() -> Callable[[], object]:
    import rummy500 as r5  # noqa: PLC0415 - as above

    rules = r5.compose("classic", seats=4)
    state = r5.deal(rules, seed=1)
    r5.playouts(rules, state, 10, random.Random(0), "meld-first")
    return lambda: r5.playouts(rules, state, 50, random.Random(1), "meld-first")


def _compose() -> Callable[[], object]:
    import rummy500 as r5  # noqa: PLC0415 - as above

    r5.compose("classic", ["floating", "partnership"], seats=4)  # loads these plugins: one side has no bytecode yet
    return lambda: r5.compose("pagat", ["floating", "partnership"], seats=4)


# ---------------------------------------------------------------- counting


def work(names: Sequence[str]) -> None:
    """Do the cases one after the other, with a call of `getppid` before and after what counts."""
    gc.disable()
    every = cases()
    for name in names:
        play = every[name]()
        gc.collect()
        os.getppid()
        play()
        os.getppid()


def counted(source: Path, names: Sequence[str]) -> list[int]:
    """Count the instructions of each case with the source of a folder.

    Raises:
        ValueError: if the process fails, or counts something else.
    """
    paths = [source / "src", *sorted(source.glob("plugins/*/src"))]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, paths)), "PYTHONHASHSEED": "0"}
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out"
        command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}", "--dump-after=getppid"]
        done = subprocess.run(
            [*command, sys.executable, __file__, "--work", *names],
            cwd=source, env=environment, capture_output=True, text=True, check=False,
        )  # fmt: skip
        if done.returncode:
            raise ValueError(f"the cases failed with {source}:\n{done.stderr[-3000:]}")
        dumps = sorted(out.parent.glob("out.*"), key=lambda file: int(file.suffix[1:]))
        counts = [int(found[1]) for file in dumps if (found := _SUMMARY.search(file.read_text("utf-8")))]
    if len(counts) < 2 * len(names):
        raise ValueError(f"callgrind wrote {len(counts)} counts, not two for each of {len(names)} cases")
    return counts[1 : 2 * len(names) : 2]


def base() -> str | None:
    """The commit to compare with; `None` if this copy of the repository does not have it."""
    for branch in ("origin/main", "main"):
        left = _git("merge-base", "HEAD", branch)
        if left is not None and left != _git("rev-parse", "HEAD"):
            return left
    return _git("rev-parse", "HEAD^1")


def _git(*command: str) -> str | None:
    done = subprocess.run(["git", *command], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.strip() if not done.returncode else None


def main() -> int:
    """Count both sources, print a table, and return 1 if a case is too slow."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.gate", description="Fail if play becomes slower.")
    parser.add_argument("--against", metavar="COMMIT", help="compare with this commit")
    parser.add_argument("--only", nargs="+", choices=cases(), default=list(cases()), metavar="CASE", help="some cases")
    parser.add_argument("--work", nargs="+", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.work:
        work(given.work)
        return 0
    commit = given.against or base()
    if shutil.which("valgrind") is None or commit is None:
        print("LEFT OUT: no valgrind on this machine" if commit else "LEFT OUT: this copy has no earlier commit")
        return 0
    with tempfile.TemporaryDirectory(prefix="before-") as name:
        packed = subprocess.run(["git", "archive", commit, "src", "plugins"], cwd=ROOT, capture_output=True, check=True)
        with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as files:
            files.extractall(name, filter="data")
        with ThreadPoolExecutor(2) as two:
            before, after = two.map(lambda source: counted(source, given.only), (Path(name), ROOT))
    return report(commit, dict(zip(given.only, zip(before, after, strict=True), strict=True)))


def report(commit: str, found: Mapping[str, tuple[int, int]]) -> int:
    """Print the table of instructions; return 1 if a case is too slow and no reason is given."""
    print(f"Instructions, in millions, against {commit[:8]}:\n")
    print("| case | before | after | ratio |\n| --- | --- | --- | --- |")
    slow = [name for name, (before, after) in found.items() if after > before * (1 + MOST)]
    for name, (before, after) in found.items():
        print(f"| {name} | {before / 1e6:,.1f} | {after / 1e6:,.1f} | {after / before:.3f} |")
    for name in slow:
        print(f"{name} is slower: {ON_PURPOSE.get(name, 'mend it, or give the reason in ON_PURPOSE')}")
    return int(not ON_PURPOSE.keys() >= set(slow))


if __name__ == "__main__":
    raise SystemExit(main())
