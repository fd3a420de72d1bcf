"""Generate positions that random play rarely reaches: late ones, hands full of near misses, short hands."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from rummy500 import Meld, Rules, legal_actions
from rummy500.cards.cards import EMPTY_BAG, JOKER, NATURALS, Bag, bag_of, cards_of, common, minus, shuffled, size
from rummy500.engine.match import deal, start_match
from rummy500.hooks import replace
from rummy500.rules.actions import DRAW, Action
from rummy500.rules.state import DRAW_PHASE, NEW_TURN, PLAY_PHASE, State, packed_sizes
from rummy500_testing.model import RANKS, SUITS, hand_sizes, wilds
from rummy500_testing.play import Look, walk

_MOST_IN_HAND: Final = 3
#: The most melds on the table: many, so that a discard often fits one.
_MOST_MELDS: Final = 12
_MOST_IN_PILE: Final = 6
#: One pile in this many has several wild cards.
_WILD_PILE: Final = 3
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
    state = next((each for each in _opening(rules, dealt, rng) if each.public.phase == DRAW_PHASE), None)
    return dealt if state is None else _late(rules, state, rng)


def _opening(rules: Rules, dealt: State, rng: random.Random, look: Look | None = None) -> Iterator[State]:
    """List the states of the opening of a hand, played at random."""
    yield dealt
    for _, state in islice(walk(rules, dealt, rng, look), _LONGEST_OPENING):
        yield state


def begins_late(name: str, share: float) -> bool:
    """Return whether the hand with a name begins close to its end; one name has one answer."""
    return random.Random(f"{name} ripe").random() < share


def _late(rules: Rules, state: State, rng: random.Random) -> State:
    public, seats = state.public, rules.seats
    loose = list(state.stock)
    hands: list[Bag] = []
    # If an empty hand ends play, no seat has one before that.
    fewest = 0 if "hand_emptied" in rules.answered else 1
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
    faces = wilds(rules)
    if faces and not rng.randrange(_WILD_PILE):  # random play hardly ever discards several
        spent = [card for card in loose if card in faces][: min(_MANY_WILD, len(loose) // 2)]
        for card in spent:
            loose.remove(card)
        thrown += spent
    gone: list[int] = []
    if not rng.randrange(_SHORT_STOCK):
        stays = min(len(loose), rng.randint(1, _MOST_IN_SHORT_STOCK))
        gone, loose = loose[stays:], loose[:stays]
    public = replace(
        public,
        last=public.last if public.last >= 0 else (public.to_act - 1) % seats,
        pile=public.pile + bytes(thrown),
        table=public.table + melds,
        gone=bag_of([*cards_of(public.gone), *gone]),
    )
    return _with_cards(replace(state, public=public), hands, loose)


def _with_cards(state: State, hands: Sequence[Bag], stock: Sequence[int]) -> State:
    """Return the state with other hands, and another stock."""
    public = replace(
        state.public,
        sizes=packed_sizes(tuple(map(size, hands))),
        known=tuple(map(common, state.public.known, hands)),
        stock_count=len(stock),
    )
    return replace(state, public=public, hands=tuple(hands), stock=bytes(stock))


def with_few_cards(state: State, left: int) -> State | None:
    """Return a turn whose seat has few cards left, and the stock the others; `None` if all saw more than these.

    Args:
        state: a state in which a seat plays.
        left: how many cards its hand keeps, those first that everyone knows.
    """
    seat = state.public.to_act
    known, others = state.public.known[seat], minus(state.hands[seat], state.public.known[seat])
    cards = (*cards_of(known), *cards_of(others))
    if not size(known) <= left <= len(cards) or any(card > JOKER for card in cards):
        return None
    hands = list(state.hands)
    hands[seat] = bag_of(cards[:left])
    played = replace(state, public=replace(state.public, turn=NEW_TURN), drawn=EMPTY_BAG)
    return _with_cards(played, hands, (*state.stock, *cards[left:]))


def melds_out_of(rules: Rules, loose: list[int], rng: random.Random, most: int) -> tuple[Meld, ...]:
    """Make short natural melds of loose cards, and remove those cards."""
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


# ---------------------------------------------------------------- short hands
# Generate short hands, where taking a card of the pile may leave nothing to discard.

#: The greatest depth of the card to take.
_DEEPEST: Final = 3
#: The size of the meld that is made with it.
_MELD: Final = 3
#: One hand in this many has another card beside those of the meld.
_ONE_BESIDE: Final = 3


def short_hand(rules: Rules, rng: random.Random) -> State:
    """Make a position before a draw: the seat on turn has two cards that meld with one of the pile, and few more."""
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
    return _with_cards(state, hands, loose)


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


# ---------------------------------------------------------------- near miss hands
# Near-miss hands, with many cards that are nearly a meld: both ends of a suit, cards of one rank, wild cards.

_MOST_LISTED: Final = 200
#: A theme is this many cards of one suit in a row, round the corner too, and all cards of one rank.
_STRETCH: Final = 6
#: One hand in this many has several wild cards, enough for a meld; more would give more melds than can be checked.
_MOSTLY_WILD: Final = 3
_MANY_WILD: Final = 3
_FEW_WILD: Final = 1


def near_miss_hand(rules: Rules, rng: random.Random, *, draws: bool) -> State:
    """Make a position in which the seat on turn has many cards that are nearly a meld."""
    dealer = rng.randrange(rules.seats)
    dealt = deal(rules, deck=_deck(rules, dealer, rng), dealer=dealer)
    if not draws:
        return late_position(rules, dealt, rng)

    def draws_first(state: State) -> Sequence[Action]:
        listed = tuple(islice(legal_actions(rules, state), _MOST_LISTED))
        return [action for action in listed if action.verb == DRAW] or listed

    opening = _opening(rules, dealt, rng, draws_first)
    return next((state for state in opening if state.public.phase == PLAY_PHASE), dealt)


def _deck(rules: Rules, dealer: int, rng: random.Random) -> bytes:
    """Order the pack so that the first seat gets the theme; cards are dealt singly."""
    sizes = hand_sizes(rules, start_match(rules, dealer=dealer).so_far)
    places = [sum(min(size, card) for size in sizes) for card in range(sizes[(dealer + 1) % rules.seats])]
    suit, low, rank = rng.choice(list(SUITS)), rng.randrange(RANKS), rng.randrange(RANKS)
    theme = {suit * RANKS + (low + step) % RANKS for step in range(_STRETCH)}
    theme |= {each * RANKS + rank for each in SUITS}
    cards = list(shuffled(rules.deal.pack, rng))
    wild = wilds(rules)
    most = _MANY_WILD if not rng.randrange(_MOSTLY_WILD) else _FEW_WILD
    spent = [card for card in cards if card in wild][:most]
    hand = [*spent, *(card for card in cards if card in theme and card not in wild)][: len(places)]
    rng.shuffle(hand)
    for card in hand:
        cards.remove(card)
    for place, card in zip(places, hand, strict=False):
        cards.insert(place, card)
    return bytes(cards)
