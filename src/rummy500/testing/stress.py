"""Thousands of random hands under the eyes of the laws: `python -m rummy500.testing.stress --hands 1000`.

Hands are shared out evenly over presets and numbers of seats. With `--plugin oklahoma` they are played with plugins,
`--option oklahoma.jokers=2` sets options; numbers of seats that the rules refuse are left out. Without `--presets` they
are played with those of the core.

Laws of rules are asked once of each preset and number of seats. Cheap laws check each state and action of a hand; dear
laws check one in fifty, the first and the last state, and each phase and kind of action that comes up for the first
time in 25 hands; laws of whole hands check the end. Then the hand is counted in a match. Laws that were skipped because
a plugin overrides the rule that they check are listed, with how often. The same seed plays the same hands, whatever
the number of workers.

Exit status 0 if every law held, 1 if one was broken, 2 if the rules are refused or an argument is wrong.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from typing import Final

import attrs

from rummy500.actions import DECK
from rummy500.compose import FEWEST_SEATS, MOST_SEATS, compose, known_options
from rummy500.errors import ComposeError
from rummy500.options import Option, OptionValue, read_option
from rummy500.presets import CORE_PRESETS
from rummy500.state import State
from rummy500.testing.bounds import at_least, number_from
from rummy500.testing.inquiry import EVERY, Inquiry
from rummy500.testing.law import LawBroken
from rummy500.testing.play import MAX_TURNS
from rummy500.testing.ripe import begins_ripe

_CHUNK: Final = 25
_PROGRESS_SECONDS: Final = 60


@attrs.frozen
class Job:
    """Some hands of one kind, for one worker.

    Attributes:
        preset: their preset.
        seats: how many play.
        plugins: the plugins in play.
        options: the options that are set, as pairs.
        numbers: the numbers of the hands, which with the seed make them what they are.
        seed: the seed of the run, 0 or more.
        every: dear laws check one state in so many.
        max_turns: longer hands are cut off.
        ripe: the share of hands that begin near their end, where random play hardly gets.
        of_rules: whether the laws of rules are asked, too; once is enough for hands of one kind.
    """

    preset: str
    seats: int
    plugins: tuple[str, ...]
    options: tuple[tuple[str, OptionValue], ...]
    numbers: range
    seed: int
    every: int
    max_turns: int
    ripe: float = 0
    of_rules: bool = True


@attrs.define
class Tally:
    """What came of the hands of one kind.

    Attributes:
        hands: how many were played.
        states: how many states the laws were asked about.
        decisions: how many actions the seats decided on.
        ends: how they ended, by the word of `PublicState.ended`; `cut` for those that were cut off.
        asked: how often each law was asked, by its name; the times that it was skipped are not counted.
        skipped: how often each law was skipped because a plugin overrides the rule that it checks, by its name.
        broken: the first broken law with its scenario, empty if none broke.
    """

    hands: int = 0
    states: int = 0
    decisions: int = 0
    ends: Counter[str] = attrs.field(factory=Counter[str])
    asked: Counter[str] = attrs.field(factory=Counter[str])
    skipped: Counter[str] = attrs.field(factory=Counter[str])
    broken: str = ""

    def add(self, other: Tally) -> None:
        """Count another tally into this one."""
        self.hands += other.hands
        self.states += other.states
        self.decisions += other.decisions
        self.ends += other.ends
        self.asked += other.asked
        self.skipped += other.skipped
        self.broken = self.broken or other.broken


def run(job: Job) -> Tally:
    """Play the hands of a job; stops at the first broken law.

    Args:
        job: the job.

    Raises:
        ValueError: if `every` or `max_turns` of it is less than 1.
        ComposeError: if its rules are refused, or the laws of a plugin in play do not load.
    """
    rules = compose(job.preset, job.plugins, dict(job.options), seats=job.seats)
    tally = Tally()
    inquiry = Inquiry(rules, every=job.every)
    tally.asked, tally.skipped = inquiry.asked, inquiry.skipped

    def watch(_: State) -> None:
        tally.states += 1

    try:
        if job.of_rules:
            inquiry.rules()
    except LawBroken as error:
        return _broken(tally, job, "the rules", error)
    for number in job.numbers:
        name = " ".join(map(str, (job.seed, job.preset, job.seats, *job.plugins, *job.options, number)))
        ripe = begins_ripe(name, job.ripe)
        try:
            game = inquiry.hand(name, max_turns=job.max_turns, watch=watch, ripe=ripe)
        except LawBroken as error:
            return _broken(tally, job, f"hand {number}", error)
        if game is not None:  # which it is, since this inquiry raises what is broken
            tally.hands += 1
            tally.decisions += sum(action.seat != DECK for action in game.actions)
            tally.ends[game.how] += 1
    return tally


def _broken(tally: Tally, job: Job, what: str, error: LawBroken) -> Tally:
    tally.broken = f"{what} of {job.preset} with {job.seats} seats, seed {job.seed}\n{error}"
    return tally


@attrs.frozen
class Kind:
    """What hands are played with beside preset and seats.

    Attributes:
        plugins: the plugins in play.
        options: the options that are set, as pairs.
    """

    plugins: tuple[str, ...] = ()
    options: tuple[tuple[str, OptionValue], ...] = ()

    def composes(self, preset: str, seats: int) -> bool:
        """Whether such hands can be played with a preset by so many seats."""
        try:
            compose(preset, self.plugins, dict(self.options), seats=seats)
        except ComposeError:
            return False
        return True


def jobs(
    hands: int, presets: Sequence[str], kind: Kind | None = None, *, seed: int, every: int, max_turns: int
) -> Iterator[Job]:
    """Share hands out evenly over presets and seats, in chunks, each kind in its turn.

    Args:
        hands: how many hands in all; 1 or more.
        presets: the presets.
        kind: what they are played with beside.
        seed: the seed of the run, 0 or more.
        every: dear laws check one state in so many; 1 or more.
        max_turns: longer hands are cut off; 1 or more.

    Raises:
        ValueError: if a number is less than it may be, when the first job is asked for.
        ComposeError: if the rules are refused with every preset and every number of seats.
    """
    at_least(1, hands=hands, every=every, max_turns=max_turns)
    at_least(0, seed=seed)
    of = kind or Kind()
    every_table = [(preset, seats) for preset in presets for seats in range(FEWEST_SEATS, MOST_SEATS + 1)]
    kinds = [table for table in every_table if of.composes(*table)]
    if not kinds:
        compose(presets[0], of.plugins, dict(of.options), seats=4)
    most = -(-hands // len(kinds))
    for begin in range(0, most, _CHUNK):
        for index, (preset, seats) in enumerate(kinds):
            mine = hands // len(kinds) + (index < hands % len(kinds))
            numbers = range(begin, min(begin + _CHUNK, mine))
            if numbers:
                yield Job(preset, seats, of.plugins, of.options, numbers, seed, every, max_turns, of_rules=begin == 0)


def stress(todo: Sequence[Job], workers: int) -> dict[tuple[str, int], Tally]:
    """Run jobs; after a broken law what has not begun is left out.

    Args:
        todo: the jobs.
        workers: how many processes share them, 1 or more; 1 for this one alone.

    Returns:
        What came of each kind of hand.
    """
    tallies: dict[tuple[str, int], Tally] = {}
    began = told = time.monotonic()
    for done, (job, tally) in enumerate(_results(todo, workers), 1):
        tallies.setdefault((job.preset, job.seats), Tally()).add(tally)
        if tally.broken:
            break
        if time.monotonic() - told > _PROGRESS_SECONDS:
            told = time.monotonic()
            sys.stderr.write(f"{done} of {len(todo)} chunks in {told - began:.0f} s\n")
    return tallies


def _results(todo: Sequence[Job], workers: int) -> Iterator[tuple[Job, Tally]]:
    if workers == 1:
        yield from ((job, run(job)) for job in todo)
        return
    # Spawned, not forked: a fork of a process with threads may hang.
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        running = {pool.submit(run, job): job for job in todo}
        try:
            for future in as_completed(running):
                yield running[future], future.result()
        finally:
            pool.shutdown(cancel_futures=True)


def table(tallies: dict[tuple[str, int], Tally]) -> str:
    """What came of the run as lines of text, one for each preset and number of seats."""
    ends = sorted({end for tally in tallies.values() for end in tally.ends})
    lines = [f"{'preset':<16}{'seats':>6}{'hands':>9}{'decisions':>11}" + "".join(f"{end:>9}" for end in ends)]
    for (preset, seats), tally in sorted(tallies.items()):
        counts = "".join(f"{tally.ends[end]:>9}" for end in ends)
        lines.append(f"{preset:<16}{seats:>6}{tally.hands:>9}{tally.decisions:>11}{counts}")
    return "\n".join(lines)


def skipped_laws(tally: Tally) -> str:
    """The laws that were skipped because a plugin overrides the rule that they check, as lines; empty if none was."""
    if not tally.skipped:
        return ""
    width = max(map(len, tally.skipped))
    lines = [f"{'law':<{width}}{'asked':>11}{'skipped':>11}"]
    lines += [f"{name:<{width}}{tally.asked[name]:>11}{many:>11}" for name, many in sorted(tally.skipped.items())]
    return "\n".join(["skipped, because a plugin overrides the rule that the law checks:", *lines])


def main(arguments: Sequence[str] | None = None) -> int:
    """Play random hands under the laws and tell what came of them.

    Args:
        arguments: those of the command line; `sys.argv` if left out.

    Returns:
        The exit status: 0 if every law held, 1 if one was broken.

    Raises:
        SystemExit: with 2, after a line that says what is wrong, for an argument that is wrong or rules that are
            refused.
    """
    parser = _parser()
    asked = parser.parse_args(arguments)
    began = time.monotonic()
    try:
        kinds: dict[str, Option] = {}
        for preset in asked.presets:
            kinds.update(known_options(preset, asked.plugins))
        kind = Kind(tuple(asked.plugins), tuple(read_option(text, kinds) for text in asked.option))
        every, max_turns = asked.every, asked.max_turns
        todo = list(jobs(asked.hands, asked.presets, kind, seed=asked.seed, every=every, max_turns=max_turns))
        tallies = stress(todo, asked.workers)
    except ComposeError as error:
        parser.error(str(error))
    total = Tally()
    for tally in tallies.values():
        total.add(tally)
    seconds = time.monotonic() - began
    skipped = skipped_laws(total)
    sys.stdout.write(f"{table(tallies)}\n" + (f"\n{skipped}\n\n" if skipped else ""))
    if total.broken:
        sys.stdout.write(f"\n{total.broken}\n")
        return 1
    sys.stdout.write(
        f"{total.hands} hands, {total.decisions} decisions, {total.states} states,"
        f" {total.ends['cut']} cut off after {asked.max_turns} turns; seed {asked.seed}, {seconds:.0f} s,"
        f" {total.hands / seconds:.1f} hands/s: every law held\n"
    )
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m rummy500.testing.stress", description="Random hands under the eyes of the laws."
    )
    parser.add_argument("--hands", type=number_from(1), default=1000, help="how many hands in all")
    parser.add_argument("--seed", type=number_from(0), default=0, help="the same seed plays the same hands")
    parser.add_argument(
        "--presets",
        nargs="+",
        metavar="PRESET",
        default=tuple(CORE_PRESETS),
        help="any presets, those of plugins too; those of the core if left out",
    )
    named = parser.add_argument_group("plugins in play, in the order in which they are named")
    named.add_argument("--plugin", action="append", dest="plugins", default=[], metavar="NAME", help="one of them")
    named.add_argument("--plugins", action="extend", nargs="+", metavar="NAME", help="some of them")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option that is set")
    parser.add_argument("--every", type=number_from(1), default=EVERY, help="dear laws check one state in so many")
    parser.add_argument(
        "--max-turns", type=number_from(1), default=MAX_TURNS, help="longer hands are cut off and counted"
    )
    parser.add_argument("--workers", type=number_from(1), default=os.cpu_count() or 1, help="how many processes")
    return parser


if __name__ == "__main__":
    sys.exit(main())
