"""A search for hands in which one answer takes long: one `why_not`, the next element of a list, or of `.plain()`.

Positions are laid out at random, with many wild cards, deep piles and big hands; then one card is swapped for another,
again and again, and a swap stays where the dearest answer takes no less CPU time than before. The same seed begins with
the same positions. Which swaps stay follows from the times, so a row of the table comes with its position as text.
"""

from __future__ import annotations

import gc
import random
import time
from collections.abc import Iterator
from itertools import islice
from typing import Final

import attrs
from benchmarks.growth.positions import Cards, Layout, begun, sort_out, state_of
from benchmarks.growth.worst import candidates, swapped

import rummy500 as r5
from rummy500.cards.cards import bag_of, union
from rummy500.engine.opening_minimum import playable
from rummy500.engine.views import seat_view
from rummy500.notation.position import position_table
from rummy500.notation.toml import toml_lines
from rummy500.state import DRAW_PHASE

#: What is asked of a position.
QUESTIONS: Final = ("why_not", "list", "plain")
#: The CPU seconds that one answer may take.
WANTED: Final = 0.1

#: Positions at random in a round, swaps tried from the dearest of them, and both together.
_SAMPLE: Final = 10
_SWAPS: Final = 10
ROUND: Final = _SAMPLE + _SWAPS
#: So many elements of a list are asked for, as long as they do not take more than so many seconds together.
_ELEMENTS: Final = 100
_ENOUGH: Final = 0.3
#: The dearest answer of a round is timed so often, and the least time counts.
_TIMED: Final = 3
#: One in so many positions after the draw is one after a first play: one of the first so many in the list.
_BEGUN: Final = 4
_FIRST_PLAYS: Final = 20
_BIGGEST_HAND: Final = 26
_DEEPEST_PILE: Final = 40
_MOST_WILD: Final = 8
#: Natural cards for each other seat.
_OTHERS: Final = 5
_END: Final = object()


@attrs.frozen
class Answer:
    """The dearest answer of some positions to one question.

    Attributes:
        seconds: its CPU time.
        step: which one: the number of the action that `why_not` was asked about, or of the element, from 0.
        round: the number of the round that found it.
        position: the position as text.
    """

    seconds: float = 0.0
    step: int = 0
    round: int = 0
    position: str = ""


def answers(question: str, rules: r5.Rules, state: r5.State) -> Iterator[object]:
    """Ask a question of a position as if nothing had been asked before; gives one answer after the other."""
    rules.cache.clear()
    if question == "why_not":
        for action in candidates(rules, state):
            rules.cache.clear()
            yield r5.why_not(rules, state, action)
        return
    legal = r5.legal_actions(rules, state)
    yield from islice(legal if question == "list" else legal.plain(), _ELEMENTS)


def seconds(question: str, rules: r5.Rules, state: r5.State) -> list[float]:
    """The CPU time of each answer, and last that of the end of the list, without the time of collecting garbage."""
    found: list[float] = []
    collects = gc.isenabled()
    gc.disable()
    try:
        asking = answers(question, rules, state)
        while sum(found) < _ENOUGH:
            before = time.thread_time()
            answer = next(asking, _END)
            found.append(time.thread_time() - before)
            if answer is _END:
                break
    finally:
        if collects:
            gc.enable()
    return found


def dearest(question: str, rules: r5.Rules, state: r5.State, tries: int = 1) -> tuple[float, int]:
    """The CPU time of the dearest answer, the least of some tries, and which one it is."""
    found = [seconds(question, rules, state) for _ in range(tries)]
    return max((min(each), step) for step, each in enumerate(zip(*found, strict=False)))


def position_text(rules: r5.Rules, state: r5.State) -> str:
    """A position as text, which `parse_position` reads."""
    return "\n".join(toml_lines(position_table(r5.Position(rules, state))))


def layout_of(rules: r5.Rules, rng: random.Random) -> Layout:
    """A layout at random: big hands and deep piles with many wild cards among them."""
    wild = sum(card in rules.melding.shapes.wilds for card in rules.deal.pack)
    naturals = len(rules.deal.pack) - wild - _OTHERS * rules.seats
    in_hand = rng.randint(0, min(wild, _MOST_WILD))
    in_pile = rng.randint(0, min(wild - in_hand, _MOST_WILD // 2))
    others_in_hand = rng.randint(3, min(_BIGGEST_HAND - in_hand, naturals - 10))
    others_in_pile = rng.randint(1, min(_DEEPEST_PILE, naturals - others_in_hand))
    return Layout(
        in_hand + others_in_hand,
        in_hand,
        in_pile + others_in_pile,
        in_pile,
        melds=rng.randint(0, min(5, (naturals - others_in_hand - others_in_pile) // 4)),
        phase="draw" if rng.random() < 1 / 3 else "play",
        old=None if rng.random() < 1 / 3 else rng.randint(0, others_in_hand),
    )


@attrs.frozen
class Spot:
    """The cards and the phase of a position.

    Attributes:
        layout: how many cards lie where.
        cards: which.
        share: where the rules have an opening minimum, it is this part of the points that the seat on turn could play.
        first: in the play phase a first play has been made, this part down the list; none from 1 on.
    """

    layout: Layout
    cards: Cards
    share: float
    first: float

    @classmethod
    def random(cls, rules: r5.Rules, rng: random.Random) -> Spot:
        """A random one."""
        layout = layout_of(rules, rng)
        return cls(layout, sort_out(rules, layout, rng), rng.uniform(0.5, 1.02), rng.uniform(0, _BEGUN))

    def position(self, rules: r5.Rules, start: r5.State) -> tuple[r5.Rules, r5.State]:
        """The position, under the rules with its opening minimum.

        Args:
            rules: the rules.
            start: a hand under the same rules that has come to its first draw.
        """
        state = state_of(start, self.layout, self.cards)
        if rules.melding.opening_minimum:
            rules = _with_minimum(rules, max(1, int(_most_points(rules, state) * self.share)))
        if self.layout.phase == "play" and self.first < 1:
            plays = list(islice(r5.legal_actions(rules, state), _FIRST_PLAYS))
            state = r5.apply(rules, state, plays[int(self.first * len(plays))])
        return rules, state


def _most_points(rules: r5.Rules, state: r5.State) -> int:
    """A bound of the points that the seat on turn could play, before the draw with the upper half of the pile."""
    public = state.public
    view = seat_view(rules, state, public.to_act)
    pile = public.pile[len(public.pile) // 2 :] if public.phase == DRAW_PHASE else b""
    return playable(rules, view, union(view.hand, bag_of(pile)))[1]


def _with_minimum(rules: r5.Rules, points: int) -> r5.Rules:
    identity = rules.identity
    options = {**dict(identity.options), "meld.first-minimum": points}
    return r5.compose(identity.preset, [name for name, _ in identity.plugins], options, rules.seats)


def search(rules: r5.Rules, number: int, seed: int) -> dict[str, Answer]:
    """One round: look for the dearest answer to each question.

    Args:
        rules: the rules; an opening minimum is replaced by one that is hard to reach.
        number: the number of the round.
        seed: another seed begins with other positions.
    """
    rng = random.Random(f"{seed} {rules.identity} {number}")
    start = begun(rules, number)
    spots = [Spot.random(rules, rng) for _ in range(_SAMPLE)]
    found: dict[str, Answer] = {}
    for question in QUESTIONS:
        took, spot = max(
            ((dearest(question, *spot.position(rules, start)), spot) for spot in spots), key=lambda each: each[0][0]
        )
        for _ in range(_SWAPS):
            other = attrs.evolve(spot, cards=swapped(rules, spot.cards, rng))
            more = dearest(question, *other.position(rules, start))
            if more[0] >= took[0]:
                took, spot = more, other
        position = spot.position(rules, start)
        took = dearest(question, *position, _TIMED)
        found[question] = Answer(*took, number, position_text(*position))
    return found
