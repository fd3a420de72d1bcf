"""Laws of the dealer: the draw for the first hand, and who deals each hand after it."""

from __future__ import annotations

import random
from typing import Final

from rummy500.actions import NONE
from rummy500.engine.turns import hand_ended
from rummy500.errors import DealError
from rummy500.game.deal import deal
from rummy500.game.match import draw_for_deal, match_with_scores, next_dealer
from rummy500.rules.rules import Rules
from rummy500.rules.scores import HandScore
from rummy500.state import ENDED_OUT, ENDED_STOCK
from rummy500_testing.law import Fault, law
from rummy500_testing.laws.games import deal_fault
from rummy500_testing.model.cards import RANKS, is_joker
from rummy500_testing.model.winning import dealer_after, dealer_drawn

#: How many results of a hand, and how many packs for the first draw, are generated.
_GENERATED: Final = 24
#: The first cards of such a pack are jokers and cards of only this many ranks, so that many seats draw again.
_RANKS_FIRST: Final = 2
#: The number of hands of a match that are dealt.
_HANDS: Final = 40


@law()
def the_deal_passes_on(rules: Rules) -> Fault | None:
    """The rules alone decide who deals next; after a tie the same dealer deals again.

    Checked with generated results, many of them tied, with and without a player who went out.
    """
    rng = random.Random("results of hands")
    for _ in range(_GENERATED):
        out = rng.choice((NONE, rng.randrange(rules.seats)))
        dealt = deal(rules, seed=0, dealer=rng.randrange(rules.seats))
        hand = hand_ended(dealt, ENDED_STOCK if out == NONE else ENDED_OUT, out)
        points = tuple(rng.choice((-5, 10, 25)) for _ in range(rules.seats))
        due = dealer_after(rules, hand, points)
        found = next_dealer(rules, hand, HandScore((), points, (), final=True))
        if found != due:
            how = "nobody out" if out == NONE else f"seat {out} out"
            dealer = hand.public.match.dealer
            return Fault(f"seat {dealer} dealt, {how}, points {points}: seat {due} deals next, not seat {found}")
    return None


@law()
def the_lowest_card_deals(rules: Rules) -> Fault | None:
    """In the draw for the first deal the lowest card deals; players who tie or draw a joker draw again.

    Checked with packs that begin with jokers and cards of two ranks. If a plugin ranks cards for this draw, its ranks
    count.
    """
    rng = random.Random("draws for the first deal")
    for _ in range(_GENERATED):
        first = rng.sample(range(RANKS), _RANKS_FIRST)
        deck = sorted(
            rng.sample(rules.deal.pack, len(rules.deal.pack)),
            key=lambda card: not is_joker(card) and card % RANKS not in first,
        )
        due, rounds = dealer_drawn(rules, deck)
        drawn = draw_for_deal(rules, deck=deck)
        if (drawn.dealer, drawn.rounds) != (due, rounds):
            return Fault(f"seat {due} should deal after {rounds}, and seat {drawn.dealer} deals after {drawn.rounds}")
    return None


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


DEALING_LAWS = (a_long_match_can_be_dealt, the_deal_passes_on, the_lowest_card_deals)
