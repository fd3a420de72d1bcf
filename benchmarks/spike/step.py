"""One step of classic two-seat 500 Rummy (no jokers), written once for every kind of record.

Throw-away, kept as evidence for docs/design/state-spike.md. `records` is one of `kinds/*.py`,
put beside this file under that name by run.py. A set of cards is an int: 8 low bits stay free
for counts of jokers, card `c` is bit `c` with c = 8 + 13 * suit + rank, rank 0 the ace.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, final

from records import State, make_open, make_state

DRAW: Final = 0
PASS: Final = 1
TAKE: Final = 2
MELD: Final = 3
LAY_OFF: Final = 4
DISCARD: Final = 5

TO_DRAW: Final = 0
TO_PLAY: Final = 1
OVER: Final = 2

ALL: Final = ((1 << 52) - 1) << 8
SUIT: Final = tuple(0x1FFF << (8 + 13 * suit) for suit in range(4))
RANK: Final = tuple(sum(1 << (8 + 13 * suit + rank) for suit in range(4)) for rank in range(13))
BIT: Final = tuple(1 << c for c in range(60))
RANK_OF: Final = tuple(RANK[(c - 8) % 13] if c >= 8 else 0 for c in range(60))
SUIT_OF: Final = tuple(SUIT[(c - 8) // 13] if c >= 8 else 0 for c in range(60))
TENS: Final = RANK[9] | RANK[10] | RANK[11] | RANK[12]


@final
class Action:
    """What a player may do; interned, so that identity is equality."""

    __slots__ = ("cards", "kind", "target")

    def __init__(self, kind: int, cards: int, target: int) -> None:
        self.kind: Final = kind
        self.cards: Final = cards
        self.target: Final = target  # the meld laid off on, or the place in the pile


DRAW_STOCK: Final = Action(DRAW, 0, 0)
PASS_TURN: Final = Action(PASS, 0, 0)
TAKES: Final = [Action(TAKE, 0, place) for place in range(52)]
DISCARDS: Final = {1 << c: Action(DISCARD, 1 << c, 0) for c in range(8, 60)}
_melds: Final[dict[int, Action]] = {}
_runs: Final[dict[int, tuple[Action, ...]]] = {}
_in_runs: Final[dict[int, int]] = {}
_groups: Final[dict[int, tuple[Action, ...]]] = {}
_lay_offs: Final[dict[int, tuple[Action, ...]]] = {}
_fits: Final[dict[int, int]] = {}


def _bits(cards: int) -> list[int]:
    found: list[int] = []
    while cards:
        low = cards & -cards
        found.append(low)
        cards ^= low
    return found


def _meld(cards: int) -> Action:
    action = _melds.get(cards)
    if action is None:
        action = _melds[cards] = Action(MELD, cards, 0)
    return action


def runs(held: int) -> tuple[Action, ...]:
    """Every run in the cards of one suit."""
    found = _runs.get(held)
    if found is None:
        suit = 8
        while held >> (suit + 13):
            suit += 13
        ranks = (held >> suit) & 0x1FFF
        ranks |= (ranks & 1) << 13  # the ace again, above the king
        masks: dict[int, None] = {}
        for first in range(12):
            for length in range(3, 14):
                stretch = ((1 << length) - 1) << first
                if first + length <= 14 and ranks & stretch == stretch:
                    masks[((stretch & 0x1FFF) | (stretch >> 13)) << suit] = None
        found = _runs[held] = tuple([_meld(mask) for mask in masks])
    return found


def in_runs(held: int) -> int:
    """Those cards of one suit that lie in a run."""
    found = _in_runs.get(held)
    if found is None:
        found = 0
        for run in runs(held):
            found |= run.cards
        _in_runs[held] = found
    return found


def groups(held: int) -> tuple[Action, ...]:
    """Every group in three or four cards of one rank."""
    found = _groups.get(held)
    if found is None:
        masks = [held]
        if held.bit_count() == 4:
            masks += [held ^ bit for bit in _bits(held)]
        found = _groups[held] = tuple([_meld(mask) for mask in masks])
    return found


def fits(meld: int) -> int:
    """The cards that may be laid off on a meld, one at a time."""
    found = _fits.get(meld)
    if found is None:
        found = 0
        for suit in range(4):
            ranks = (meld >> (8 + 13 * suit)) & 0x1FFF
            if meld & SUIT[suit] == meld and ranks != 0x1FFF:
                if ranks & 1 and not ranks & 2:
                    ranks = (ranks ^ 1) | 1 << 13
                ends = (ranks << 1 | ranks >> 1) & ~ranks & 0x3FFF
                if ranks & 1:
                    ends &= 0x1FFF
                found = ((ends & 0x1FFF) | ends >> 13) << (8 + 13 * suit)
        for rank in RANK:
            if meld & rank == meld:
                found = rank ^ meld
        _fits[meld] = found
        _lay_offs[meld] = tuple([Action(LAY_OFF, bit, meld) for bit in _bits(found)])
    return found


def _usable(table_fits: int, held: int, card: int) -> bool:
    bit = BIT[card]
    if table_fits & bit or in_runs(held & SUIT_OF[card]) & bit:
        return True
    return (held & RANK_OF[card]).bit_count() >= 3


def _table_fits(table: tuple[int, ...]) -> int:
    found = 0
    for meld in table:
        found |= fits(meld)
    return found


def legal_actions(state: State) -> list[Action]:
    """Everything that `apply` accepts."""
    view = state.open
    phase = view.phase
    found: list[Action] = []
    if phase == OVER:
        return found
    held = state.hands[view.to_act]
    if phase == TO_DRAW:
        found.append(DRAW_STOCK if view.stock_count else PASS_TURN)
        laid = _table_fits(view.table)
        pile = view.pile
        place = len(pile)
        while place > 0:
            place -= 1
            card = pile[place]
            held |= BIT[card]
            if _usable(laid, held, card):
                found.append(TAKES[place])
        return found
    must = view.must
    clubs, diamonds = held & SUIT[0], held & SUIT[1]
    hearts, spades = held & SUIT[2], held & SUIT[3]
    for suit in (clubs, diamonds, hearts, spades):
        for run in runs(suit):
            if not must or run.cards & must:
                found.append(run)
    diamonds, hearts, spades = diamonds >> 13, hearts >> 26, spades >> 39
    thrice = clubs & diamonds & (hearts | spades) | hearts & spades & (clubs | diamonds)
    while thrice:
        low = thrice & -thrice
        thrice ^= low
        for group in groups(held & (low | low << 13 | low << 26 | low << 39)):
            if not must or group.cards & must:
                found.append(group)
    wanted = must or held
    for meld in view.table:
        if fits(meld) & wanted:
            for lay_off in _lay_offs[meld]:
                if lay_off.cards & wanted:
                    found.append(lay_off)
    if not must:
        while held:
            low = held & -held
            held ^= low
            found.append(DISCARDS[low])
    return found


def is_legal(state: State, action: Action) -> bool:
    """The rule for one action, without a list of them all."""
    view = state.open
    kind = action.kind
    held = state.hands[view.to_act]
    if view.phase == TO_DRAW:
        if kind == DRAW:
            return view.stock_count > 0
        if kind == PASS:
            return view.stock_count == 0
        pile = view.pile
        if kind != TAKE or action.target >= len(pile):
            return False
        for card in pile[action.target :]:
            held |= BIT[card]
        return _usable(_table_fits(view.table), held, pile[action.target])
    if view.phase == OVER or kind < MELD or action.cards & ~held:
        return False
    if kind == DISCARD:
        return not view.must
    if view.must and not view.must & action.cards:
        return False
    return kind == MELD or action.target in view.table


def points(cards: int) -> int:
    """Aces 15, ten to king 10, the rest 5."""
    return 5 * cards.bit_count() + 5 * (cards & TENS).bit_count() + 10 * (cards & RANK[0]).bit_count()


def _with(pair: tuple[int, int], seat: int, value: int) -> tuple[int, int]:
    return (pair[0], value) if seat else (value, pair[1])


def apply(state: State, action: Action) -> State:
    """The state after a legal action; each branch builds its two records once."""
    if not is_legal(state, action):
        raise ValueError("illegal action")
    old = state.open
    seat = old.to_act
    kind = action.kind
    cards = action.cards
    held = state.hands[seat]
    if kind == DRAW:
        card = BIT[state.stock[-1]]
        view = make_open(
            old.table, old.pile, old.stock_count - 1, old.sizes + (1 << 8 * seat), old.known,
            old.laid, old.dealer, seat, TO_PLAY, 0, 0, DRAW, old.turn, old.idle + 1,
        )  # fmt: skip
        return make_state(view, _with(state.hands, seat, held | card), card, state.stock[:-1])
    if kind == PASS:
        view = make_open(
            old.table, old.pile, old.stock_count, old.sizes, old.known,
            old.laid, old.dealer, seat, OVER, 0, 0, PASS, old.turn, old.idle + 1,
        )  # fmt: skip
        return make_state(view, state.hands, 0, state.stock)
    if kind == TAKE:
        taken = 0
        for card in old.pile[action.target :]:
            taken |= BIT[card]
        size = len(old.pile) - action.target
        view = make_open(
            old.table, old.pile[: action.target], old.stock_count, old.sizes + (size << 8 * seat),
            _with(old.known, seat, old.known[seat] | taken), old.laid, old.dealer, seat, TO_PLAY,
            BIT[old.pile[action.target]], taken, TAKE, old.turn, 0,
        )  # fmt: skip
        return make_state(view, _with(state.hands, seat, held | taken), 0, state.stock)
    held &= ~cards
    phase = TO_PLAY if held else OVER
    hands = _with(state.hands, seat, held)
    known = _with(old.known, seat, old.known[seat] & ~cards)
    if kind == DISCARD:
        view = make_open(
            old.table, old.pile + bytes([cards.bit_length() - 1]), old.stock_count,
            old.sizes - (1 << 8 * seat), known, old.laid, old.dealer, 1 - seat,
            TO_DRAW if held else OVER, 0, 0, DISCARD, old.turn + 1, old.idle,
        )  # fmt: skip
        return make_state(view, hands, 0, state.stock)
    if kind == MELD:
        table = (*old.table, cards)
    else:
        table = tuple([meld | cards if meld == action.target else meld for meld in old.table])
    view = make_open(
        table, old.pile, old.stock_count, old.sizes - (cards.bit_count() << 8 * seat), known,
        _with(old.laid, seat, old.laid[seat] + points(cards)), old.dealer, seat, phase, 0,
        old.taken, kind, old.turn, 0,
    )  # fmt: skip
    return make_state(view, hands, state.drawn, state.stock)


def deal(order: bytes, dealer: int) -> State:
    """A hand from a shuffled pack of card ids: 13 each, an upcard, the rest the stock."""
    hands = (sum([BIT[c] for c in order[:13]]), sum([BIT[c] for c in order[13:26]]))
    view = make_open(
        (),
        order[26:27],
        25,
        13 | 13 << 8,
        (0, 0),
        (0, 0),
        dealer,
        1 - dealer,
        TO_DRAW,
        0,
        0,
        0,
        0,
        0,
    )
    return make_state(view, hands, 0, order[27:])


def play(orders: list[bytes], random: Callable[[], float]) -> tuple[int, int, int]:
    """Uniform random play: decisions, options met, and a sum that tells two plays apart."""
    decisions = options = trace = 0
    for number, order in enumerate(orders):
        state = deal(order, number & 1)
        while True:
            legal = legal_actions(state)
            if not legal:
                break
            state = apply(state, legal[int(random() * len(legal))])
            decisions += 1
            options += len(legal)
        laid = state.open.laid
        trace = (trace * 31 + laid[0] * 7 + laid[1] + state.open.turn) & 0xFFFFFF
    return decisions, options, trace


def middle(order: bytes, steps: int) -> State:
    """A state some way into a hand, for the loops over one record."""
    state = deal(order, 0)
    for _ in range(steps):
        legal = legal_actions(state)
        state = apply(state, legal[0])
    return state


def check(orders: list[bytes], random: Callable[[], float]) -> None:
    """What must hold at every state of random play."""
    for order in orders:
        state = deal(order, 0)
        legal = legal_actions(state)
        while legal:
            assert len(set(legal)) == len(legal)
            assert all(is_legal(state, action) for action in legal)
            others = [*_melds.values(), *DISCARDS.values(), *TAKES, DRAW_STOCK, PASS_TURN]
            others += [lay_off for meld in state.open.table for lay_off in _lay_offs[meld]]
            assert sum([is_legal(state, action) for action in others]) == len(legal)
            state = apply(state, legal[int(random() * len(legal))])
            everywhere = [*state.hands, *state.open.table]
            everywhere += [BIT[c] for c in state.open.pile] + [BIT[c] for c in state.stock]
            total = 0
            for mask in everywhere:
                assert not total & mask
                total |= mask
            assert total == ALL
            for seat in range(2):
                assert state.open.sizes >> 8 * seat & 255 == state.hands[seat].bit_count()
                assert not state.open.known[seat] & ~state.hands[seat]
            legal = legal_actions(state)
        assert state.open.phase == OVER
