"""What a person sees of each level: habits at a table of `pagat` for three, for `docs/opponents.md`.

    uv run --all-packages python -m benchmarks.habits
    uv run --all-packages python -m benchmarks.habits --only expert --part 0.25

Seat 0, the person's, always plays as *medium*; seats 1 and 2 play at the level. So every level meets the same player,
and a row shows the opponents alone. Seeds and hands are written down here, before the run. All levels play the same
deals. Each habit counts per 100 chances:

- lay-offs overlooked: turns ended by a discard while a lay-off was legal, of those in which one was made or was legal
- melds held back: the same of new melds
- deep takes: turns that take more than the top card of the pile, of turns
- cards thrown to you: cards thrown by seat 2, just before the person's turn, that seat 0 takes at once and alone
- "Rummy!": hands in which seat 0 is asked while it may call
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final

import attrs

import rummy500 as r5
from rummy500.players import LEVELS, MediumPlayer, play_hand
from rummy500.rules.actions import CALL, DISCARD, DRAW, LAY, MELD, TAKE, USE_LAY, USE_NONE
from rummy500.simulate import Interval

SEED: Final = 50_264
HANDS: Final[Mapping[str, int]] = {"easy": 300, "medium": 300, "hard": 300, "expert": 100}
#: Neighbours whose habits differ by so much are told apart by eye.
FELT: Final = 1.5
HABITS: Final = ("lay-offs overlooked", "melds held back", "deep takes", "cards thrown to you", '"Rummy!"')


@attrs.define
class Share:
    """How often something was done in a hand, and how often it could have been."""

    done: int = 0
    chances: int = 0

    def note(self, *, done: bool, possible: bool = True) -> None:
        """Count a chance, if it was one."""
        self.chances += possible
        self.done += done


class Person(MediumPlayer):
    """Plays as *medium*, and notes whether it is asked while it may call."""

    may_call = False

    def choose(self, rules: r5.Rules, view: r5.View, legal: r5.LegalActions) -> r5.Action | None:
        """Choose as medium does."""
        self.may_call = self.may_call or any(action.verb == CALL for action in legal)
        return super().choose(rules, view, legal)


def play(rules: r5.Rules, level: str, number: int) -> list[Share]:
    """Play a hand and count the habits of seats 1 and 2, in the order of `HABITS`."""
    source = random.Random(f"{SEED}/{number}")
    person = Person(source)
    others = [LEVELS[level](source) for _ in range(rules.seats - 1)]
    steps = list[tuple[r5.State, r5.Action]]()
    deal = r5.deal(rules, seed=SEED * 1000 + number)
    play_hand(rules, deal, [person, *others], source, watch=lambda before, action, _: steps.append((before, action)))
    lays, melds, takes, thrown, rummy = shares = [Share() for _ in HABITS]
    rummy.note(done=person.may_call)
    played = set[str]()
    for (before, action), (_, after) in pairwise([*steps, steps[-1]]):
        if action.seat == 0:
            continue
        if action.verb in (DRAW, TAKE, CALL):
            played = set()
        if action.verb in (DRAW, TAKE):
            takes.note(done=action.depth > 1)
        if action.use != USE_NONE:
            played.add(LAY if action.use == USE_LAY else MELD)
        if action.verb == DISCARD:
            left = {each.verb for each in r5.legal_actions(rules, before).plain()}
            lays.note(done=LAY in left, possible=LAY in played | left)
            melds.note(done=MELD in left, possible=MELD in played | left)
            if action.seat == rules.seats - 1 and after is not action:
                thrown.note(done=after.seat == 0 and after.verb in (TAKE, CALL) and after.depth == 1)
    return shares


def interval(shares: Sequence[Share]) -> Interval:
    """The part of the chances that was used, in percent; hands do not depend on each other, chances of a hand do."""
    chances = sum(share.chances for share in shares) / len(shares)
    part = sum(share.done for share in shares) / len(shares) / chances
    return Interval.of([100 * (part + (share.done - part * share.chances) / chances) for share in shares])


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the table, and which neighbours one can tell apart."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", choices=LEVELS, help="one level")
    parser.add_argument("--part", type=float, default=1, help="the part of the hands to play, 0.25 say")
    given = parser.parse_args(arguments)
    rules = r5.compose("pagat", seats=3)
    print("| level | hands |", *(f"{name} |" for name in HABITS), flush=True)
    found = dict[str, list[Interval]]()
    for level in [given.only] if given.only else LEVELS:
        hands = max(2, round(HANDS[level] * given.part))
        found[level] = [interval(each) for each in zip(*(play(rules, level, n) for n in range(hands)), strict=True)]
        print(f"| `{level}` | {hands} |", *(f"{each} |" for each in found[level]), flush=True)
    for (one, its), (other, their) in pairwise(found.items()):
        pairs = zip(HABITS, its, their, strict=True)
        felt = [name for name, *two in pairs if max(two, key=_mean).mean > FELT * min(two, key=_mean).mean]
        print(f"{one} and {other} differ by {FELT} times in: {', '.join(felt) or 'nothing'}")


def _mean(found: Interval) -> float:
    return found.mean


if __name__ == "__main__":
    main()
