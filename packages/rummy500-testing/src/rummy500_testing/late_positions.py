"""Generate late positions, which random play rarely reaches: few cards in hands, melds on the table, a big pile."""

from __future__ import annotations

import random
from itertools import chain, islice
from typing import Final

from rummy500.cards.cards import JOKER, NATURALS, Bag, bag_of, cards_of, common, minus, size
from rummy500.cards.pieces import Meld
from rummy500.engine.turns import goes_out
from rummy500.records import replace
from rummy500.rules.rules import Rules
from rummy500.state import DRAW_PHASE, State, packed_sizes
from rummy500_testing.play import walk

_MOST_IN_HAND: Final = 3
#: The most melds on the table: many, so that a discard often fits one.
_MOST_MELDS: Final = 12
_MOST_IN_PILE: Final = 6
#: One hand in this many has a stock that is about to run out.
_SHORT_STOCK: Final = 4
_MOST_IN_SHORT_STOCK: Final = 3
#: The shortest of this many melds is laid down, so that much can be laid off.
_MELDS_TO_PICK_FROM: Final = 3
#: An opening with more actions than these is left as it is.
_LONGEST_OPENING: Final = 30


def late_position(rules: Rules, dealt: State, rng: random.Random) -> State:
    """Make a hand that looks as if it had gone on for long, with the cards of the pack.

    Args:
        rules: the rules in force.
        dealt: the hand as it was dealt; its opening is played at random.
        rng: makes the choices.

    Returns:
        A position before a draw; the hand as it was dealt where no draw comes after its opening.
    """
    opening = (state for _, state in islice(walk(rules, dealt, rng), _LONGEST_OPENING))
    state = next((each for each in chain((dealt,), opening) if each.public.phase == DRAW_PHASE), None)
    return dealt if state is None else _late(rules, state, rng)


def begins_late(name: str, share: float) -> bool:
    """Return whether the hand with a name begins close to its end; one name has one answer.

    Args:
        name: the name of the hand.
        share: the share of such hands, 0 to 1.
    """
    return random.Random(f"{name} ripe").random() < share


def _late(rules: Rules, state: State, rng: random.Random) -> State:
    public, seats = state.public, rules.seats
    loose = list(state.stock)
    hands: list[Bag] = []
    # If an empty hand ends play, no seat has one before that.
    fewest = 1 if rules.turn.hand_emptied is goes_out else 0
    for hand, known in zip(state.hands, public.known, strict=True):
        cards = list(cards_of(minus(hand, known)))
        rng.shuffle(cards)
        cards.sort(key=lambda card: card <= JOKER)  # spare cards stay where they are
        # Cards that everyone saw go into the hand stay, too: a plugin may remember them.
        keep = max(rng.randint(fewest, _MOST_IN_HAND), size(known) + sum(card > JOKER for card in cards))
        cards = [*cards_of(known), *cards]
        hands.append(bag_of(cards[:keep]))
        loose += cards[keep:]
    rng.shuffle(loose)
    melds = melds_out_of(rules, loose, rng, rng.randint(1, _MOST_MELDS))
    thrown = [loose.pop() for _ in range(rng.randint(0, min(_MOST_IN_PILE, len(loose) // 2)))]
    gone: list[int] = []
    if not rng.randrange(_SHORT_STOCK):
        stays = min(len(loose), rng.randint(1, _MOST_IN_SHORT_STOCK))
        gone, loose = loose[stays:], loose[:stays]
    return replace(
        state,
        public=replace(
            public,
            last=public.last if public.last >= 0 else (public.to_act - 1) % seats,
            pile=public.pile + bytes(thrown),
            table=public.table + melds,
            sizes=packed_sizes(tuple(map(size, hands))),
            known=tuple(map(common, public.known, hands)),
            stock_count=len(loose),
            gone=bag_of([*cards_of(public.gone), *gone]),
        ),
        hands=tuple(hands),
        stock=bytes(loose),
    )


def melds_out_of(rules: Rules, loose: list[int], rng: random.Random, most: int) -> tuple[Meld, ...]:
    """Make short natural melds of loose cards, and remove those cards.

    Args:
        rules: the rules in force.
        loose: the cards; those of the melds are removed.
        rng: chooses the melds and their owners.
        most: the most melds.
    """
    melds: list[Meld] = []
    for _ in range(most):
        bag = bag_of([card for card in loose if card < NATURALS and card not in rules.melding.shapes.wilds])
        finder = rules.melding.finder
        possible = [(pieces, True) for pieces in finder.new_runs(bag)]
        possible += [(pieces, False) for pieces in finder.new_groups(bag)]
        if not possible:
            break
        few = rng.sample(possible, min(len(possible), _MELDS_TO_PICK_FROM))
        pieces, is_run = min(few, key=lambda each: len(each[0]))
        meld = finder.new_meld(pieces, rng.randrange(rules.seats), is_run=is_run)
        if isinstance(meld, Meld):
            melds.append(meld)
            for piece in pieces:
                loose.remove(piece & 63)
    return tuple(melds)
