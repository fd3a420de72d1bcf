"""The command: `python -m proofs.mutants judge`, `draw`; see the package."""

from __future__ import annotations

import argparse
import os
import random
import sys
from collections import Counter
from itertools import islice

import pytest

from proofs.mutants.drawn import ROOMS, draw
from proofs.mutants.judge import Judge, Verdict
from proofs.mutants.listed import Mutant, read_mutants, write_mutants


def main() -> int:
    """Run the command; 1 if a mutant survived that no reason explains, 2 if nothing was judged."""
    options = _options()
    rooms = options.room or ROOMS
    listed = read_mutants()
    if options.command == "draw":
        known = {each.key for each in listed}
        drawn = [mutant for room in rooms for mutant in islice(draw(room, options.seed), options.each)]
        new = [mutant for mutant in drawn if mutant.key not in known]
        write_mutants([*listed, *new])
        sys.stdout.write(f"{len(new)} mutants drawn, {len(listed) + len(new)} in all\n")
        return 0
    if options.file:
        drawn_anew = (mutant for mutant in draw(options.file, options.seed) if options.function in mutant.function)
        chosen = list(islice(drawn_anew, options.each))
    else:
        chosen = [mutant for mutant in listed if mutant.room in rooms]
    if options.unknown:
        chosen = [mutant for mutant in chosen if not mutant.found]
    if options.sample is not None:
        sys.stdout.write(f"a sample by the seed {options.seed}\n")
        chosen = random.Random(options.seed).sample(chosen, min(options.sample, len(chosen)))
    judge = Judge(chosen, workers=options.workers, seconds=options.seconds)
    pytest.main(["-q", "-p", "no:xdist", "-p", "no:cacheprovider", *options.tests], plugins=[judge])
    if options.write:
        write_mutants(_with_finders(listed, judge.verdicts))
    return _report(judge.verdicts)


def _with_finders(listed: list[Mutant], verdicts: list[Verdict]) -> list[Mutant]:
    """The list with the tests that found mutants this time."""
    found = {verdict.mutant.key: verdict.mutant for verdict in verdicts if verdict.killed}
    return [found.get(mutant.key, mutant) for mutant in listed]


def _report(verdicts: list[Verdict]) -> int:
    outcomes = Counter((verdict.mutant.room, verdict.outcome) for verdict in verdicts)
    for room in dict.fromkeys(verdict.mutant.room for verdict in verdicts):
        counts = ", ".join(f"{number} {outcome}" for (of, outcome), number in sorted(outcomes.items()) if of == room)
        sys.stdout.write(f"{room}: {counts}\n")
    survivors = [verdict for verdict in verdicts if verdict.outcome == "SURVIVED"]
    for verdict in survivors:
        sys.stdout.write(f"survived {verdict.ran} of {verdict.covering} tests: {verdict.mutant}\n")
    return 2 if not verdicts else int(bool(survivors))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m proofs.mutants", description="Judge mutants, or draw new ones.")
    parser.add_argument("command", choices=("judge", "draw"))
    parser.add_argument("--room", action="append", choices=ROOMS, help="a folder, repeatable (all)")
    parser.add_argument("--seed", type=int, default=1, help="draws mutants, or a sample of the list (1)")
    parser.add_argument("--each", type=int, default=34, help="draw: how many of each room or file (34)")
    parser.add_argument("--file", help="judge: mutants of this file, drawn anew instead of listed: engine/turns.py")
    parser.add_argument("--function", default="", help="judge: with --file, only of functions with this in their name")
    parser.add_argument("--sample", type=int, help="judge: so many of the list (all)")
    parser.add_argument("--unknown", action="store_true", help="judge: only those that nothing is known to find")
    parser.add_argument("--write", action="store_true", help="judge: write into the list what found each")
    parser.add_argument("--seconds", type=float, default=120, help="judge: processor time for each mutant (120)")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="judge: processes (one a core)")
    parser.add_argument("tests", nargs="*", help="judge: files, folders, names of tests (those of README's command)")
    return parser.parse_intermixed_args()


if __name__ == "__main__":
    raise SystemExit(main())
