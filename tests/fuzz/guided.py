"""Fuzz every parser and `apply`, guided by coverage: `python -m tests.fuzz.guided --minutes 60`.

Each target runs in a process of its own under atheris. The minutes are shared out over the targets. The first finding
ends the run; its input is saved and shown. Without a finding, the new inputs are minimised and saved.
"""

from __future__ import annotations

import argparse
import importlib.util
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

import attrs
from tests.fuzz.corpus import CORPUS, read_corpus, write_corpus
from tests.fuzz.one import command
from tests.fuzz.source import Bytes
from tests.fuzz.tables import table
from tests.fuzz.targets import Target, targets, text_of

from rummy500.errors import ComposeError

#: Seconds after which an input counts as one that hangs.
LONGEST: Final = 20
#: Megabytes that a process may use: the engine's caches grow with the rules in use, up to a bound.
_MOST_MEMORY: Final = 3000
#: libFuzzer takes no longer words.
_LONGEST_WORD: Final = 64
_SHOWN: Final = 6000
_UNITS = re.compile(r"^(?:#|stat::number_of_executed_units:\s*)(\d+)", re.MULTILINE)
_COVER = re.compile(r"\bcov: (\d+) ft: (\d+)")
_MERGED = "MERGE-OUTER: successful"
_NOISE = "INFO: Instrumenting"
_ENDED = "\n=="
_RAISED = "=== Uncaught Python exception: ==="


@attrs.frozen
class Outcome:
    """The result of fuzzing a target.

    Attributes:
        inputs: the number of inputs tried.
        edges: the number of edges of the control flow that they reached.
        features: the number of pairs of an edge and a count of its passes.
        kept: the number of inputs in the corpus, beside the seeds.
        finding: the finding, empty if there is none.
    """

    inputs: int
    edges: int
    features: int
    kept: int = 0
    finding: str = ""


@attrs.frozen
class Work:
    """The folders of a target while it is fuzzed.

    Attributes:
        target: the target.
        folder: the folder that contains them.
        plugins: in play in every hand.
    """

    target: Target
    folder: Path
    plugins: tuple[str, ...]

    def prepare(self, corpus: Path) -> None:
        """Write seeds, corpus and dictionary."""
        for name, inputs in (("seeds", self.target.seeds()), ("kept", read_corpus(corpus, self.target))):
            folder = self._made(name)
            for number, data in enumerate(inputs):
                (folder / f"{number:05}").write_bytes(data)
        if self.target.tokens:
            self._dictionary.write_text(dictionary(self.target.tokens), encoding="ascii")

    def fuzz(self, seconds: int) -> Outcome:
        """Fuzz for a time, or until there is a finding."""
        found = self._made("findings")
        status, log = self._run(
            "fuzz",
            [
                f"-max_total_time={seconds}", f"-max_len={self.target.longest}", f"-timeout={LONGEST}",
                f"-rss_limit_mb={_MOST_MEMORY}", f"-artifact_prefix={found}/", "-print_final_stats=1",
                "-detect_leaks=0", *([f"-dict={self._dictionary}"] if self.target.tokens else []),
                *(str(self._made(name)) for name in ("learned", "seeds", "kept")),
            ],
        )  # fmt: skip
        units, cover = _UNITS.findall(log), _COVER.findall(log)
        edges, features = map(int, cover[-1]) if cover else (0, 0)
        inputs = int(units[-1]) if units else 0
        return Outcome(inputs, edges, features, finding=self._finding(found, log) if status else "")

    def minimise(self, corpus: Path) -> int:
        """Save inputs that reach an edge which the seeds do not; return their number."""
        seeds = {file.read_bytes() for file in self._made("seeds").iterdir()}
        merged = self._made("merged")
        for number, data in enumerate(sorted(seeds)):
            (merged / f"{number:05}").write_bytes(data)
        # Counts of passes are ignored here: they would save ten times as many inputs.
        flags = ["-merge=1", "-use_counters=0", f"-timeout={LONGEST}", f"-rss_limit_mb={_MOST_MEMORY}"]
        status, log = self._run("merge", [*flags, *(str(self._made(name)) for name in ("merged", "kept", "learned"))])
        if status or _MERGED not in log:
            raise RuntimeError(f"the corpus of {self.target.name} could not be minimised:\n{log[-_SHOWN:]}")
        return write_corpus(corpus, self.target, {file.read_bytes() for file in merged.iterdir()} - seeds)

    @property
    def _dictionary(self) -> Path:
        return self.folder / "dictionary"

    def _made(self, name: str) -> Path:
        folder = self.folder / name
        folder.mkdir(parents=True, exist_ok=True)
        return folder

    def _run(self, what: str, flags: Sequence[str]) -> tuple[int, str]:
        words = command(self.target.name, self.plugins, flags)
        done = subprocess.run(
            words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", check=False
        )
        log = "".join(line for line in done.stdout.splitlines(keepends=True) if not line.startswith(_NOISE))
        (self.folder / f"{what}.log").write_text(log, encoding="utf-8")
        return done.returncode, log

    def _finding(self, found: Path, log: str) -> str:
        """Read the finding and its input."""
        _, raised, about = log.rpartition(_RAISED)
        shown = about.partition(_ENDED)[0].strip() if raised else log[-_SHOWN:]
        saved = sorted(found.iterdir())
        inputs = [f"{file}\n  {self._shown(file.read_bytes())}" for file in saved] or ["(no input was saved)"]
        return "\n".join((shown[:_SHOWN], "The input:", *inputs))

    def _shown(self, data: bytes) -> str:
        return repr(text_of(data)) if self.target.is_text else data.hex()


def dictionary(tokens: Iterable[str]) -> str:
    """Write words for libFuzzer, non-ASCII characters as bytes."""
    words = sorted({token.encode("utf-8") for token in tokens})
    return "".join(f'"{_quoted(word)}"\n' for word in words if 0 < len(word) <= _LONGEST_WORD)


def _quoted(word: bytes) -> str:
    plain = range(0x20, 0x7F)
    return "".join(chr(byte) if byte in plain and byte not in b'"\\' else f"\\x{byte:02X}" for byte in word)


def seconds_of(chosen: Sequence[Target], minutes: float) -> dict[str, int]:
    """Share out the time over targets, by name; at least a second for each."""
    shares = sum(target.share for target in chosen)
    return {target.name: max(1, round(minutes * 60 * target.share / shares)) for target in chosen}


def fuzz(chosen: Sequence[Target], asked: argparse.Namespace, folder: Path) -> int:
    """Fuzz targets in turn and report; 1 at the first finding."""
    plugins = tuple(asked.plugin)
    for name, seconds in seconds_of(chosen, asked.minutes).items():
        work = Work(targets(plugins)[name], folder / name, plugins)
        work.prepare(asked.corpus)
        begun = time.monotonic()
        outcome = work.fuzz(seconds)
        took = time.monotonic() - begun
        if not outcome.finding:
            outcome = attrs.evolve(outcome, kept=work.minimise(asked.corpus))
        sys.stdout.write(
            f"{name}: {took:.0f} s, {outcome.inputs} inputs, {outcome.edges} edges, {outcome.features} features,"
            f" {outcome.kept} inputs kept\n"
        )
        if outcome.finding:
            sys.stdout.write(f"a finding in {name}:\n{outcome.finding}\n")
            return 1
        sys.stdout.flush()
    sys.stdout.write("no finding\n")
    return 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Fuzz and report.

    Args:
        arguments: the arguments of the command line; `sys.argv` by default.

    Returns:
        0 without a finding, 1 with one, 2 where atheris is missing.
    """
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=60, help="for all targets together")
    parser.add_argument("--target", action="extend", nargs="+", choices=list(targets()), help="every one if left out")
    parser.add_argument("--plugin", action="append", default=[], help="in play in every hand of the target apply")
    parser.add_argument("--corpus", type=Path, default=CORPUS, help="where the small corpora are read and kept")
    parser.add_argument("--work", type=Path, help="where a run's seeds, logs and findings stay; a folder that is new")
    asked = parser.parse_args(arguments)
    if importlib.util.find_spec("atheris") is None:
        sys.stderr.write("guided fuzzing needs atheris: pip install atheris\n")
        return 2
    if asked.plugin and asked.corpus == CORPUS:
        parser.error("with --plugin say where its corpus is kept: --corpus FOLDER")
    try:
        table(Bytes(b""), tuple(asked.plugin))
    except ComposeError as error:
        parser.error(str(error))
    known = targets(tuple(asked.plugin))
    chosen = [known[name] for name in asked.target or known]
    folder: Path = asked.work or Path(tempfile.mkdtemp(prefix="rummy500-fuzz-"))
    status = fuzz(chosen, asked, folder)
    if not status and asked.work is None:
        shutil.rmtree(folder)
    return status


if __name__ == "__main__":
    sys.exit(main())
