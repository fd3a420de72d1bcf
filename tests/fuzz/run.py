"""Send a million texts to every parser, and report: `python -m tests.fuzz.run --inputs 1000000`."""

from __future__ import annotations

import argparse
import random
import re
import resource
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from functools import partial
from multiprocessing import get_context

import attrs
from tests.fuzz.parsers import PARSERS, Parser

from rummy500.errors import NotationError
from rummy500_testing.perft import number_from

#: How many inputs share one random source, so that a run is equal with any number of workers.
CHUNK = 2000
#: Seconds after which an input counts as one that hangs.
LONGEST = 10.0
#: Seconds after which the slowest input is shown.
SLOW = 0.3
#: Kilobytes by which one input may make the process grow.
_MOST_GROWTH = 200_000
#: The longest error, in characters: what is wrong, a line of what was given, and the names that are known.
_LONGEST_ERROR = 1000


class Hangs(Exception):  # noqa: N818 - what an alarm raises
    """Raised if an input takes too long."""


@attrs.frozen
class Report:
    """The results of a parser for some inputs.

    Attributes:
        inputs: the number of inputs.
        read: the number that it read, and read back from their text.
        found: unexpected errors by kind, with the shortest text that caused each.
        times: how often each occurred.
        slowest: the longest time of an input in seconds, and that input.
    """

    inputs: int
    read: int
    found: dict[str, str]
    times: Counter[str]
    slowest: tuple[float, str]


def wrong(parser: Parser, text: str) -> tuple[bool, str]:
    """Send one text; return whether it was read, and the fault, empty if there is none."""
    try:
        parser.check(text)
    except NotationError as error:
        return False, _bad_place(error, text)
    except parser.allowed as error:
        return False, _bad_text(str(error))
    except Exception as error:  # noqa: BLE001 - any other is what is looked for
        place = traceback.extract_tb(error.__traceback__)[-1]
        said = f": {str(error).splitlines()[0]}" if isinstance(error, AssertionError) and str(error) else ""
        return (
            False,
            f"{type(error).__name__} at {place.filename.rpartition('/')[2]}:{place.lineno} ({place.name}){said}",
        )
    return True, ""


def _bad_place(error: NotationError, text: str) -> str:
    lines = text.split("\n")
    if not error.message:
        return "NotationError without a message"
    if not 1 <= error.line <= len(lines):
        return "NotationError with a line that is not there"
    if not 1 <= error.column <= len(lines[error.line - 1]) + 1:
        return "NotationError with a column that is not there"
    return _bad_text(str(error))


def _bad_text(text: str) -> str:
    if len(text) > _LONGEST_ERROR:
        return "an error of more than a thousand characters"
    return "an error with a raw control character" if re.search(r"[\x00-\x1f\x7f]", text) else ""


def _size() -> int:
    """Return the peak memory of this process in kilobytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def _alarm(*_: object) -> None:
    raise Hangs


def run_chunk(name: str, seed: int, job: tuple[int, int]) -> Report:
    """Send one chunk of inputs to a parser."""
    number, many = job
    parser = PARSERS[name]
    signal.signal(signal.SIGALRM, _alarm)
    found: dict[str, str] = {}
    times: Counter[str] = Counter()
    read, slowest = 0, (0.0, "")
    for text in parser.inputs(random.Random(f"{seed} {name} {number}"), many):
        begun = time.perf_counter()
        signal.setitimer(signal.ITIMER_REAL, LONGEST)
        size = _size()
        good, kind = wrong(parser, text)
        kind = kind or ("too much memory" if _size() - size > _MOST_GROWTH else "")
        signal.setitimer(signal.ITIMER_REAL, 0)
        slowest = max(slowest, (time.perf_counter() - begun, text))
        read += good
        if kind:
            times[kind] += 1
            if len(text) < len(found.get(kind, text + "x")):
                found[kind] = text
    return Report(many, read, found, times, slowest)


def run(name: str, inputs: int, seed: int, workers: int = 1) -> Report:
    """Send inputs to a parser.

    Args:
        name: the parser's name.
        inputs: the number of inputs.
        seed: the same seed sends the same inputs.
        workers: how many processes share the work.
    """
    jobs = [(number, min(CHUNK, inputs - number * CHUNK)) for number in range(-(-inputs // CHUNK))]
    each = partial(run_chunk, name, seed)
    if workers == 1:
        return _together(map(each, jobs))
    with get_context("spawn").Pool(workers) as pool:
        return _together(pool.imap_unordered(each, jobs))


def _together(reports: Iterator[Report]) -> Report:
    inputs = read = 0
    slowest = (0.0, "")
    found: dict[str, str] = {}
    times: Counter[str] = Counter()
    for report in reports:
        inputs += report.inputs
        read += report.read
        slowest = max(slowest, report.slowest)
        times += report.times
        for kind, text in report.found.items():
            if len(text) < len(found.get(kind, text + "x")):
                found[kind] = text
    return Report(inputs, read, found, times, slowest)


def main() -> int:
    """Run and report; return 1 if a parser raised a wrong error, or did not read its own text back."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inputs", type=int, default=10_000, help="texts for each parser")
    parser.add_argument("--seed", type=number_from(0), default=1)
    parser.add_argument("--parser", action="extend", nargs="+", choices=list(PARSERS), help="every one if left out")
    parser.add_argument("--workers", type=int, default=1, help="processes")
    wanted = parser.parse_args()
    bad = 0
    for name in wanted.parser or PARSERS:
        begun = time.monotonic()
        report = run(name, wanted.inputs, wanted.seed, wanted.workers)
        sys.stdout.write(
            f"{name}: {report.inputs} texts, {report.read} read, {sum(report.times.values())} wrong,"
            f" slowest {report.slowest[0] * 1000:.0f} ms, {time.monotonic() - begun:.0f} s\n"
        )
        if report.slowest[0] > SLOW:
            sys.stdout.write(f"  slow: {report.slowest[1][:2000]!r}\n")
        for kind, times in report.times.most_common():
            sys.stdout.write(f"  {times} times {kind}, shortest:\n    {report.found[kind][:2000]!r}\n")
        sys.stdout.flush()
        bad += len(report.times)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
