"""A search for bad hands: which cards make a question about a position dearest.

From a position at random one card is swapped for another, again and again, and a swap stays where the question costs no
less than before. The cost is counted in calls: it is the same on every machine that runs the same Python,
and a question without end is found out, for it is broken off.
"""

from __future__ import annotations

import gc
import random
import sys
import time
import timeit
from collections.abc import Callable, Mapping
from functools import partial
from itertools import islice
from types import FrameType
from typing import Any, Final

import attrs
from benchmarks.growth.costs import BOOL, FIRST, IN, LIST, PLAIN, listed
from benchmarks.growth.positions import Cards, Layout, begun, sort_out, state_of
from benchmarks.measuring import calibrate

import rummy500 as r5
from rummy500.actions import LAY, MELD, NONE, TAKE, USE_LAY
from rummy500.cards import faces_bag
from rummy500.engine.play_finder import PlayFinder
from rummy500.engine.plays import at_hand
from rummy500.engine.views import seat_view
from rummy500.state import DRAW_PHASE

#: The questions that are searched about: the whole list is beside those that must stay cheap.
SEARCHED: Final = (IN, BOOL, FIRST, PLAIN, LIST)

#: Plays that shape allows are looked at as far as this, to ask `in` about some of them.
_MOST_SHAPES: Final = 500
#: So many of them.
_ASKED: Final = 10


@attrs.frozen
class Ground:
    """Where bad hands are looked for.

    Attributes:
        name: the rules in words.
        rules: the rules.
        layout: how many cards lie where, and how many of them are wild.
    """

    name: str
    rules: r5.Rules
    layout: Layout


@attrs.frozen
class Amount:
    """How far is searched.

    Attributes:
        climbs: climbs for each question, each from a hand of its own.
        swaps: swaps tried in each.
        sample: hands at random beside which the worst is put.
        most_calls: a question is broken off after so many calls.
    """

    climbs: int
    swaps: int
    sample: int
    most_calls: int


FULL: Final = Amount(climbs=2, swaps=50, sample=25, most_calls=1_000_000)
QUICK: Final = Amount(climbs=1, swaps=5, sample=5, most_calls=20_000)
#: Each of the two hands is timed so often, and the least time counts.
_TIMED: Final = 5


@attrs.frozen
class Hand:
    """A position and what a question about it costs.

    Attributes:
        state: the position.
        calls: calls, those of C and of generators that go on among them.
        broken_off: it was broken off after so many calls.
        loops: calibration loops, 0 where it was broken off.
    """

    state: r5.State
    calls: int
    broken_off: bool
    loops: float


@attrs.frozen
class Found:
    """What a search about one question found.

    Attributes:
        ground: where it looked.
        question: which.
        worst: the dearest position that it met.
        usual: the middle one of the positions at random.
    """

    ground: Ground
    question: str
    worst: Hand
    usual: Hand


class _TooManyError(Exception):
    """A question is broken off."""


def calls_of(work: Callable[[], object], most: int) -> int:
    """How many calls some work makes: of functions, those of C among them, and of generators that go on.

    Args:
        work: what is done.
        most: it is broken off after so many.

    Returns:
        The calls, `most` where it was broken off.
    """
    made = 0

    def count(_: FrameType, event: str, __: Any) -> None:
        nonlocal made
        if event in ("call", "c_call"):
            made += 1
            if made >= most:
                raise _TooManyError

    before, collects = sys.getprofile(), gc.isenabled()
    gc.disable()  # others may have asked to be called when it collects: it is not the work's to pay for that
    sys.setprofile(count)
    try:
        work()
    except _TooManyError:
        return most
    finally:
        sys.setprofile(before)
        if collects:
            gc.enable()
    # Where a generator was just being closed Python drops the error, and the work goes on uncounted to its end.
    return made - 1 if made < most else most  # to stop counting is a call, too


def cost_of(question: str, rules: r5.Rules, state: r5.State, most: int) -> int:
    """The calls that a question about a position makes; of `in` those about its dearest action."""
    if question == IN:
        return max((calls_of(work, most) for work in works(question, rules, state)), default=0)
    (work,) = works(question, rules, state)
    return calls_of(work, most)


def works(question: str, rules: r5.Rules, state: r5.State) -> list[Callable[[], object]]:
    """What asks a question, as if nothing had been asked about the position; `in` asks about each of some actions."""
    asking = (
        [partial(_ASKING[question], rules, state)]
        if question != IN
        else [partial(_is_in, rules, state, action) for action in candidates(rules, state)]
    )
    return [partial(_cold, rules, ask) for ask in asking]


def _cold(rules: r5.Rules, ask: Callable[[], object]) -> object:
    rules.cache.clear()
    return ask()


def _is_in(rules: r5.Rules, state: r5.State, action: r5.Action) -> bool:
    return action in r5.legal_actions(rules, state)


_ASKING: Final[Mapping[str, Callable[[r5.Rules, r5.State], object]]] = {
    LIST: listed,
    PLAIN: lambda rules, state: list(islice(iter(r5.legal_actions(rules, state).plain()), 100_000)),
    BOOL: lambda rules, state: bool(r5.legal_actions(rules, state)),
    FIRST: lambda rules, state: next(iter(r5.legal_actions(rules, state)), None),
}


def candidates(rules: r5.Rules, state: r5.State) -> list[r5.Action]:
    """Some actions that shape and place allow, whether the turn can end after them or not, and a discard or a draw."""
    public = state.public
    seat = public.to_act
    view = seat_view(rules, state, seat)
    hand = at_hand(rules, view)
    if public.phase == DRAW_PHASE:
        pile = public.pile
        finder = PlayFinder(rules, view, faces_bag(pile, hand))
        takes = finder.down_the_pile(hand, pile, new_melds=True, lay_offs_to=len(pile))
        found = [
            r5.Action(seat, TAKE, pile[-depth], depth, use, pieces, on)
            for depth, use, pieces, on in islice(takes, _MOST_SHAPES)
        ]
        other = r5.Action(seat, "draw")
    else:
        plays = islice(PlayFinder(rules, view, hand).plays(hand), _MOST_SHAPES)
        found = [
            r5.Action(seat, LAY if use == USE_LAY else MELD, NONE, 0, use, pieces, on) for use, pieces, on in plays
        ]
        other = r5.Action(seat, "discard", view.cards[0])
    return [*found[:: max(1, len(found) // _ASKED)][:_ASKED], other]


def search(ground: Ground, question: str, amount: Amount, seed: int) -> Found:
    """Look for the hand that makes a question dearest.

    Args:
        ground: where.
        question: which, one of `SEARCHED`.
        amount: how far.
        seed: chooses the hands and the swaps.
    """
    rules, layout = ground.rules, ground.layout
    rng = random.Random(f"{seed} {ground.name} {question}")
    start = begun(rules, seed)

    def cost(cards: Cards) -> int:
        return cost_of(question, rules, state_of(start, layout, cards), amount.most_calls)

    sample = [sort_out(rules, layout, rng) for _ in range(amount.sample)]
    costs = sorted(((cost(cards), place) for place, cards in enumerate(sample)), reverse=True)
    worst: tuple[int, Cards] = (costs[0][0], sample[costs[0][1]])
    for _, place in costs[: amount.climbs]:
        if worst[0] < amount.most_calls:
            climbed = _climb(rules, sample[place], cost, amount, rng)
            worst = max(worst, climbed, key=lambda each: each[0])
    middle = costs[len(costs) // 2]

    def hand(calls: int, cards: Cards) -> Hand:
        state, broken_off = state_of(start, layout, cards), calls >= amount.most_calls
        return Hand(state, calls, broken_off, 0.0 if broken_off else _loops(question, rules, state))

    return Found(ground, question, hand(*worst), hand(middle[0], sample[middle[1]]))


def _loops(question: str, rules: r5.Rules, state: r5.State) -> float:
    """Calibration loops of a question; of `in` those about its dearest action."""
    loop = calibrate()
    return (
        max(
            min(timeit.repeat(work, number=1, repeat=_TIMED, timer=time.process_time))
            for work in works(question, rules, state)
        )
        * 1e9
        / loop
    )


def _climb(
    rules: r5.Rules, cards: Cards, cost: Callable[[Cards], int], amount: Amount, rng: random.Random
) -> tuple[int, Cards]:
    best = cost(cards)
    for _ in range(amount.swaps):
        if best >= amount.most_calls:
            break
        other = swapped(rules, cards, rng)
        found = cost(other)
        if found >= best:
            best, cards = found, other
    return best, cards


def swapped(rules: r5.Rules, cards: Cards, rng: random.Random) -> Cards:
    """The same with a card of the hand or of the pile swapped for a loose one; wild cards for wild cards alone."""
    wilds = rules.melding.shapes.wilds
    hand, pile, loose = list(cards.hand), list(cards.pile), list(cards.loose)
    lies = hand if rng.random() < len(hand) / (len(hand) + len(pile)) else pile
    place = rng.randrange(len(lies))
    others = [index for index, card in enumerate(loose) if (card in wilds) == (lies[place] in wilds)]
    if others:
        other = rng.choice(others)
        lies[place], loose[other] = loose[other], lies[place]
    return attrs.evolve(cards, hand=tuple(hand), pile=tuple(pile), loose=tuple(loose))
