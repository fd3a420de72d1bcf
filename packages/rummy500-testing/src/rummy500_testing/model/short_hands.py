"""Generate short hands, where taking a card of the pile may leave nothing to discard."""

from __future__ import annotations

import random
from typing import Final

from rummy500.cards.cards import NATURALS, bag_of, cards_of, common, minus, shuffled, size
from rummy500.game.deal import deal
from rummy500.records import replace
from rummy500.rules.rules import Rules
from rummy500.state import DRAW_PHASE, State, packed_sizes
from rummy500_testing.late_positions import late_position

#: The greatest depth of the card to take.
_DEEPEST: Final = 3
#: The size of the meld that is made with it.
_MELD: Final = 3
#: One hand in this many has another card beside those of the meld.
_ONE_BESIDE: Final = 3


def short_hand(rules: Rules, rng: random.Random) -> State:
    """Make a position before a draw: the seat on turn has two cards that meld with one of the pile, and few more.

    Args:
        rules: the rules in force.
        rng: chooses the cards.

    Returns:
        The position; with other small hands if the stock has no such cards.
    """
    state = late_position(
        rules, deal(rules, deck=shuffled(rules.deal.pack, rng), dealer=rng.randrange(rules.seats)), rng
    )
    public = state.public
    if public.phase != DRAW_PHASE or not public.pile:
        return state
    held = _meld_cards(rules, state, rng)
    if not held:
        return state
    seat = public.to_act
    unknown = cards_of(minus(state.hands[seat], public.known[seat]))
    stays = [*held, *cards_of(public.known[seat]), *(card for card in unknown if card >= NATURALS)]
    if rng.randrange(_ONE_BESIDE) == 0:
        stays += [card for card in unknown if card < NATURALS][:1]
    loose = [*state.stock, *cards_of(state.hands[seat])]
    for card in stays:
        loose.remove(card)
    hands = (*state.hands[:seat], bag_of(stays), *state.hands[seat + 1 :])
    return replace(
        state,
        public=replace(
            public,
            sizes=packed_sizes(tuple(map(size, hands))),
            known=tuple(map(common, public.known, hands)),
            stock_count=len(loose),
        ),
        hands=hands,
        stock=bytes(loose),
    )


def _meld_cards(rules: Rules, state: State, rng: random.Random) -> list[int]:
    """Find cards of the stock that make a meld of three with a card close to the top of the pile."""
    wanted = rng.choice(state.public.pile[-_DEEPEST:])
    if wanted >= NATURALS or wanted in rules.melding.shapes.wilds:
        return []
    natural = [card for card in state.stock if card < NATURALS and card not in rules.melding.shapes.wilds]
    bag = bag_of([wanted, *natural])
    melds = [*rules.melding.finder.new_runs(bag), *rules.melding.finder.new_groups(bag)]
    fitting = [meld for meld in melds if len(meld) == _MELD and wanted in (piece & 63 for piece in meld)]
    if not fitting:
        return []
    cards = [piece & 63 for piece in rng.choice(fitting)]
    cards.remove(wanted)
    return cards
