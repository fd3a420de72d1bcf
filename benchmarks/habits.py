"""Count the habits of each level that its opponent can see, for the table of `docs/opponents.md`.

    uv run --all-packages python -m benchmarks.habits
    uv run --all-packages python -m benchmarks.habits --part 0.25

Three players play `pagat`. Seat 0 always plays as *medium*; seats 1 and 2 play at the level. So every level meets the
same player, and a column shows seats 1 and 2 alone. Seeds and hands were written down before the first run, and all
levels play the same deals. In the first run a discard of seat 2 counted as used only if seat 0 took that card alone.
Now it also counts if seat 0 plays it with more of the pile, such as two kings: *medium* discards a king onto a king.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

import attrs

import rummy500 as r5
from rummy500.cards.cards import JOKER
from rummy500.cards.pieces import piece_card
from rummy500.players import LEVELS, MediumPlayer, play_hand
from rummy500.rules.actions import CALL, DISCARD, DRAW, LAY, MELD, TAKE, USE_LAY, USE_NONE
from rummy500.simulate import Interval

SEED: Final = 50_264
HANDS: Final = 300
#: Neighbours whose habits differ by so much are told apart by eye.
FELT: Final = 1.5
#: In the order of `docs/opponents.md`, which says what each is counted of.
HABITS: Final = (
    "lay-offs left",
    "melds left",
    "without a joker",
    "deep takes",
    "cards that you use at once",
    "with more of the pile",
    '"Rummy!" for you',
)


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
    lays, melds, natural, takes, thrown, both, rummy = shares = [Share() for _ in HABITS]
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
            left = [each for each in r5.legal_actions(rules, before).plain() if each.verb in (LAY, MELD)]
            verbs = {each.verb for each in left}
            has_natural = any(each.verb == MELD and JOKER not in map(piece_card, each.pieces) for each in left)
            lays.note(done=LAY in verbs, possible=LAY in played | verbs)
            melds.note(done=MELD in verbs, possible=MELD in played | verbs)
            natural.note(done=has_natural, possible=MELD in played | verbs)
            if action.seat == rules.seats - 1 and after is not action:
                is_taken = after.seat == 0 and after.verb in (TAKE, CALL)
                is_played = is_taken and action.card in map(piece_card, after.pieces)
                thrown.note(done=is_played)
                both.note(done=is_played and after.depth > 1)
    return shares


def interval(shares: Sequence[Share]) -> Interval:
    """The part of the chances that was used, in percent; hands do not depend on each other, chances of a hand do."""
    chances = sum(share.chances for share in shares) / len(shares)
    part = sum(share.done for share in shares) / len(shares) / chances
    return Interval.of([100 * (part + (share.done - part * share.chances) / chances) for share in shares])


def measure(rules: r5.Rules, level: str, hands: int) -> list[Interval]:
    """Play hands against a level, and return its habits."""
    return [interval(each) for each in zip(*(play(rules, level, number) for number in range(hands)), strict=True)]


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the table, and which neighbours one can tell apart."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--part", type=float, default=1, help="the part of the hands to play, 0.25 say")
    part = parser.parse_args(arguments).part
    rules = r5.compose("pagat", seats=3)
    found = {level: measure(rules, level, max(2, round(HANDS * part))) for level in LEVELS}
    print("| of 100 |", *(f"`{level}` |" for level in found))
    print("|---" * (1 + len(found)) + "|")
    for name, *row in zip(HABITS, *found.values(), strict=True):
        print(f"| {name} |", *(f"{each} |" if each.mean else "0 |" for each in row))
    for (one, its), (other, their) in pairwise(found.items()):
        pairs = [(name, sorted((a.mean, b.mean))) for name, a, b in zip(HABITS, its, their, strict=True)]
        felt = [name for name, (less, more) in pairs if more > FELT * less]
        print(f"{one} and {other} differ by {FELT} times in: {'; '.join(felt) or 'nothing'}")


if __name__ == "__main__":
    main()
