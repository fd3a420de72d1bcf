"""Laws of the deal, of whole hands and of chance."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from typing import Final, TypeVar

from rummy500 import DealError, apply, chance, deal, is_over, resolve_chance
from rummy500.engine.match import match_with_scores
from rummy500.engine.turns import who_acts
from rummy500.hooks import replace, size
from rummy500.rules.options import DEAL_OPENING, STOCK_EMPTY
from rummy500.rules.rules import Rules
from rummy500.rules.state import RESHUFFLE_PHASE, State
from rummy500_testing.altering import alter
from rummy500_testing.law import Fault, law
from rummy500_testing.model import hand_sizes
from rummy500_testing.play import Game, Snapshot


@law()
def the_deal_is_right(game: Game) -> Fault | None:
    """A deal gives each seat its cards, opens the hand and leaves the rest as the stock."""
    return deal_fault(game.rules, game.state, game.deck) if game.from_deal else None


@law()
def hands_end(game: Game) -> Fault | None:
    """Random play ends every hand."""
    last = game.states[-1]
    if is_over(last) or game.turns >= game.max_turns:
        return None
    return Fault(f"it stops in the phase {last.public.phase!r} of the turn of seat {last.public.to_act}", state=last)


@law()
def a_replay_gives_the_same_states(game: Game) -> Fault | None:
    """Equal actions from an equal deck give equal states."""
    if game.from_deal:
        again = deal(game.rules, deck=game.deck, match=game.state.public.match)
        if again != game.state:
            return Fault("dealt again it is another hand: is it changed since, or dealt by something but the deck?")
    state = game.state
    for action, before, after in zip(game.actions, game.states[:-1], game.states[1:], strict=True):
        state = apply(game.rules, state, action)
        if state != after or hash(state) != hash(after):
            return Fault(f"done again it leads elsewhere; when it was played it led to {after!r}", action, state=before)
    return None


def deal_fault(rules: Rules, state: State, deck: bytes) -> Fault | None:
    """Find a fault in a deal (`deal.*`); `None` if there is none."""
    public = state.public
    dealer = public.match.dealer
    first = (dealer + 1) % rules.seats
    if any((step.begin, step.when, step.asks) != (None, None, None) for step in rules.deal.rounds):
        # A plugin may change the hand once the cards lie, or leave out a step or a seat.
        bare = alter(rules, rounds=(), first_player=None)
        return deal_fault(bare, deal(bare, deck=deck, match=public.match), deck)
    begins = next((who_acts(rules, step, public)[0] for step in rules.deal.rounds), first)
    if rules.deal.first_player is not None and not rules.deal.rounds:
        chosen = rules.deal.first_player(rules, state)
        begins = first if chosen is None else chosen
    extra = DEAL_OPENING.of(rules.options) == "extra-card"
    due = hand_sizes(rules, public.match)
    sizes = [cards + (extra and seat == first) for seat, cards in enumerate(due)]
    dealt = sum(due) + 1
    faults = {
        f"seat {begins} does not begin": public.to_act != begins,
        f"hands of {sizes} were due": [size(hand) for hand in state.hands] != sizes,
        "the first card is not where it belongs": public.pile != (b"" if extra else deck[dealt - 1 : dealt]),
        "the rest of the deck is not the stock": state.stock != deck[dealt:],
        "something has happened already": bool(
            public.table or any(public.known) or public.last >= 0 or public.gone or state.drawn
        ),
    }
    return next((Fault(what) for what, wrong in faults.items() if wrong), None)


# ---------------------------------------------------------------- dealing

#: The number of hands of a match that are dealt.
_HANDS: Final = 40


@law()
def a_long_match_can_be_dealt(rules: Rules) -> Fault | None:
    """Forty hands of a match can be dealt, and each seat gets its number of cards, one at a time.

    Cards are dealt one at a time from the dealer's left; a seat that has all its cards is skipped.
    """
    rng = random.Random("hands of a match")
    for number in range(1, _HANDS + 1):
        scores = tuple(rng.randrange(-100, rules.match.target + 200) for _ in range(rules.seats))
        match = match_with_scores(rules, scores, dealer=rng.randrange(rules.seats), hand_number=number)
        deck = bytes(rng.sample(rules.deal.pack, len(rules.deal.pack)))
        try:
            fault = deal_fault(rules, deal(rules, deck=deck, match=match), deck)
        except DealError as error:
            return Fault(f"hand {number} after scores of {scores} cannot be dealt: {error}")
        if fault is not None:
            return Fault(f"hand {number} after scores of {scores}: {fault.what}")
    return None


# ---------------------------------------------------------------- chance

T = TypeVar("T")

#: With this many different cards two random sources hardly give one order.
_ENOUGH = 6
_SOURCES = 6
_RESOLVED = 3


def same_twice(sample: Callable[[random.Random], T], seed: int) -> tuple[T, str]:
    """Draw a sample twice from one source; return it and its fault, empty if there is none."""
    everywhere = random.getstate()
    first, second = sample(random.Random(seed)), sample(random.Random(seed))
    if random.getstate() != everywhere:
        random.setstate(everywhere)
        return first, "it comes from the source of the whole program and not from the one that is given"
    return first, "" if first == second else "the same source gives another outcome when it is asked again"


@law(costly=True)
def a_reshuffle_follows_its_random_source(snapshot: Snapshot) -> Fault | None:
    """The order of reshuffled cards depends on the given random source alone."""
    rules, state = snapshot.rules, snapshot.state
    below = state.public.pile[:-1]
    if STOCK_EMPTY.of(rules.options) != "reshuffle" or not below:
        return None
    asked = replace(state, public=replace(state.public, phase=RESHUFFLE_PHASE))
    due = chance(rules, asked)
    if due is None:
        return Fault("the deck is to act and no chance is due", state=asked)
    orders: set[bytes] = set()
    for _ in range(_SOURCES):
        action, wrong = same_twice(due.sample, snapshot.rng.getrandbits(32))
        if wrong:
            return Fault(wrong, state=asked)
        if sorted(action.cards) != sorted(below):
            return Fault("a reshuffle orders other cards than those below the top of the pile", action, state=asked)
        orders.add(action.cards)
    if len(set(below)) >= _ENOUGH and len(orders) == 1:
        return Fault("every source gives one order", state=asked)
    return None


@law(costly=True)
def an_outcome_follows_its_random_source(snapshot: Snapshot) -> Fault | None:
    """The chance that is part of a decision depends on the given random source alone."""
    for action in snapshot.some(_RESOLVED) if snapshot.rules.turn.suffixed else ():
        resolve = partial(resolve_chance, snapshot.rules, snapshot.state, action)
        _, wrong = same_twice(resolve, snapshot.rng.getrandbits(32))
        if wrong:
            return Fault(wrong, action)
    return None


def _dealt(rules: Rules, seed: int, _: random.Random) -> State:
    return deal(rules, seed=seed)


@law()
def a_deal_follows_its_seed(rules: Rules) -> Fault | None:
    """A seed always deals the hand that it dealt before; other seeds deal other hands."""
    dealt: set[State] = set()
    for seed in range(_SOURCES):
        hand, wrong = same_twice(partial(_dealt, rules, seed), seed)
        if wrong:
            return Fault(wrong, state=hand)
        dealt.add(hand)
    return Fault("every seed deals one hand") if len(dealt) == 1 else None
