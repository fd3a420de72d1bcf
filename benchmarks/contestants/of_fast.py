"""rummy500's fast hands, `rummy500.fast`: whole hands, and stepped from Python.

Chance comes from Python's sources, as users pass them: each deck is shuffled by a `random.Random` of its own, each
whole hand is played by a generator that 64 random bits seed. Stepped, the list is made at each step and Python chooses.
"""

from __future__ import annotations

import random
from typing import Final

from benchmarks.contestants.of_rummy500 import named
from benchmarks.measuring import Contestant, Play

import rummy500 as r5
from rummy500.cards.cards import shuffled
from rummy500.fast import FastHand, FastRules, fast_deal, fast_rules
from rummy500.fast.hand import OVER_PHASE, RESHUFFLE_PHASE, SplitMix64
from rummy500.fast.playouts import MOST_CHOSEN_FROM
from rummy500.hooks import MatchSoFar
from rummy500.simulate import simulate

GAMES: Final = (("classic", 2), ("classic", 4), ("pagat", 2), ("pagat", 4), ("north-american", 2), ("family", 2))
#: Whole matches with `simulate`, in this process.
SIMULATE: Final = "rummy500 simulate, random players"


def whole(preset: str, seats: int) -> str:
    """The row of whole hands."""
    return f"{named(preset, seats)}, fast, whole hands"


def stepped(preset: str, seats: int) -> str:
    """The row of hands that Python steps."""
    return f"{named(preset, seats)}, fast, stepped"


def contestants() -> tuple[Contestant, ...]:
    """The rows of fast hands, and of `simulate` with and without them."""
    rows: list[Contestant] = []
    for preset, seats in GAMES:
        rules = r5.compose(preset, seats=seats)
        form = fast_rules(rules)
        if isinstance(form, FastRules):
            whole_hands, steps = _whole(form), _stepped(form, copies=False)
            rows.append(Contestant(whole(preset, seats), whole_hands, note="random playouts from the deal"))
            rows.append(
                Contestant(stepped(preset, seats), steps, _stepped(form, copies=True), note="lists of integers")
            )
    rules = r5.compose("classic")
    rows.append(Contestant(SIMULATE, _simulated(rules, fast=True), note="whole matches; a decision is an action"))
    rows.append(Contestant(f"{SIMULATE}, fast=False", _simulated(rules, fast=False), note="by the engine"))
    return tuple(rows)


def dealt(form: FastRules, match: MatchSoFar, rng: random.Random) -> FastHand:
    """A hand from a deck that a source of its own shuffles, as `deal(rules, seed=...)` does."""
    return fast_deal(form, match, shuffled(form.rules.deal.pack, random.Random(rng.getrandbits(63))))


def _whole(form: FastRules) -> Play:
    def play(hands: int, rng: random.Random) -> int:
        decisions, match = 0, r5.start_match(form.rules).so_far
        for _ in range(hands):
            hand = dealt(form, match, rng)
            decisions += hand.play_on(SplitMix64(rng.getrandbits(64)), MOST_CHOSEN_FROM)
        return decisions

    return play


def _stepped(form: FastRules, *, copies: bool) -> Play:
    def play(hands: int, rng: random.Random) -> int:
        decisions, match = 0, r5.start_match(form.rules).so_far
        for _ in range(hands):
            hand = dealt(form, match, rng)
            while hand.phase != OVER_PHASE:
                if hand.phase == RESHUFFLE_PHASE:
                    hand.reshuffle(shuffled(hand.pile[:-1], rng))
                    continue
                legal = hand.actions()
                action = legal[int(rng.random() * len(legal))]
                if copies:
                    hand = hand.copy()
                hand.step(action)
                decisions += 1
        return decisions

    return play


def _simulated(rules: r5.Rules, *, fast: bool) -> Play:
    def play(hands: int, rng: random.Random) -> int:
        found = simulate(rules, ["random"], matches=hands, seed=rng.getrandbits(60), workers=1, fast=fast)
        return sum(hand.actions for result in found for hand in result.hand_results)

    return play
