"""Search for bad hands: the cards that make a question about a position slowest.

The search begins with a random position, swaps one card for another again and again, and accepts a swap if the
question costs no less than before. The cost is counted in calls: it is equal on every machine with the same Python,
and an endless question is interrupted at a limit.
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
from rummy500.cards.cards import faces_bag
from rummy500.engine.play_finder import PlayFinder
from rummy500.engine.plays import at_hand
from rummy500.engine.views import seat_view
from rummy500.state import DRAW_PHASE

#: The questions of the search: the whole list, and those that must be cheap.
SEARCHED: Final = (IN, BOOL, FIRST, PLAIN, LIST)

#: The most plays of a right shape that are generated, to ask `in` about some of them.
_MOST_SHAPES: Final = 500
#: How many of them.
_ASKED: Final = 10


@attrs.frozen
class Ground:
    """Rules and a layout under which bad hands are searched.

    Attributes:
        name: the name of the rules.
        rules: the rules.
        layout: the number of cards at each place, and of wild ones among them.
    """

    name: str
    rules: r5.Rules
    layout: Layout


@attrs.frozen
class Amount:
    """The length of a search.

    Attributes:
        climbs: the number of climbs for each question, each from another hand.
        swaps: the number of swaps tried in each.
        sample: the number of random hands to compare the worst one with.
        most_calls: a question is interrupted after this many calls.
    """

    climbs: int
    swaps: int
    sample: int
    most_calls: int


FULL: Final = Amount(climbs=2, swaps=50, sample=25, most_calls=1_000_000)
QUICK: Final = Amount(climbs=1, swaps=5, sample=5, most_calls=20_000)
#: How often each of the two hands is timed; the least time counts.
_TIMED: Final = 5


@attrs.frozen
class Hand:
    """A position and the cost of a question about it.

    Attributes:
        state: the position.
        calls: the number of calls, with those of C functions and resumed generators.
        broken_off: whether it was interrupted after this many calls.
        loops: calibration loops, 0 if it was interrupted.
    """

    state: r5.State
    calls: int
    broken_off: bool
    loops: float


@attrs.frozen
class Found:
    """The result of a search about one question.

    Attributes:
        ground: the rules and the layout.
        question: the question.
        worst: the slowest position that it found.
        usual: the median of random positions.
    """

    ground: Ground
    question: str
    worst: Hand
    usual: Hand


class _TooManyError(Exception):
    """Raised to interrupt a question."""


def calls_of(work: Callable[[], object], most: int) -> int:
    """Count the calls of some work: of functions, with those of C, and of resumed generators.

    Args:
        work: the work.
        most: the number of calls after which it is interrupted.

    Returns:
        The calls, `most` if it was interrupted.
    """
    made = 0

    def count(_: FrameType, event: str, __: Any) -> None:
        nonlocal made
        if event in ("call", "c_call"):
            made += 1
            if made >= most:
                raise _TooManyError

    before, collects = sys.getprofile(), gc.isenabled()
    gc.disable()  # callbacks of the garbage collector do not belong to the work
    sys.setprofile(count)
    try:
        work()
    except _TooManyError:
        return most
    finally:
        sys.setprofile(before)
        if collects:
            gc.enable()
    # If a generator is just being closed, Python drops the error, and the work goes on uncounted to its end.
    return made - 1 if made < most else most  # the call that stops counting is counted, too


def cost_of(question: str, rules: r5.Rules, state: r5.State, most: int) -> int:
    """Count the calls of a question about a position; for `in` those of its slowest action."""
    if question == IN:
        return max((calls_of(work, most) for work in works(question, rules, state)), default=0)
    (work,) = works(question, rules, state)
    return calls_of(work, most)


def works(question: str, rules: r5.Rules, state: r5.State) -> list[Callable[[], object]]:
    """Make functions that ask a question with cold caches; `in` asks about each of some actions."""
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
    """Generate actions of a right shape and place, even if no turn can end after them, and a discard or a draw."""
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
    """Search for the hand that makes a question slowest.

    Args:
        ground: the rules and the layout.
        question: one of `SEARCHED`.
        amount: the length of the search.
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
    """Measure the calibration loops of a question; for `in` those of its slowest action."""
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
    """Swap a card of the hand or of the pile for a loose one; wild cards only for wild cards."""
    wilds = rules.melding.shapes.wilds
    hand, pile, loose = list(cards.hand), list(cards.pile), list(cards.loose)
    lies = hand if rng.random() < len(hand) / (len(hand) + len(pile)) else pile
    place = rng.randrange(len(lies))
    others = [index for index, card in enumerate(loose) if (card in wilds) == (lies[place] in wilds)]
    if others:
        other = rng.choice(others)
        lies[place], loose[other] = loose[other], lies[place]
    return attrs.evolve(cards, hand=tuple(hand), pile=tuple(pile), loose=tuple(loose))
