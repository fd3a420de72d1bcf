"""Effects in words: draw, give, take from the pile, discard, return, show, turn up.

Effects of plugins are written with these functions. Each moves cards and keeps everything that follows from the move
right: the sizes of hands, the cards of the turn, and the cards that everyone saw. None of them ends a turn or a hand;
`end_turn` and `hand_ended` do. They take a state or a view, so that a check can ask what an effect will do; only
`draw_cards`, `turn_up` and `return_card` need the state, since no view has the stock.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from typing import Final, Literal, TypeVar, cast

from rummy500.base.errors import Reason, Refusal
from rummy500.base.records import replace
from rummy500.cards.cards import (
    EMPTY_BAG,
    ONE,
    UNKNOWN,
    Bag,
    add,
    bag_max,
    bag_of,
    card_text,
    cards_of,
    cards_text,
    minus,
    remove,
    size,
    union,
    without,
)
from rummy500.cards.pieces import Meld, is_natural, piece_card, stands_for
from rummy500.engine.plays import check_at_hand, known_after, table_with
from rummy500.rules.actions import NONE, USE_LAY, USE_SWAP, Action
from rummy500.rules.memory import HandMemory, InPocket
from rummy500.rules.rules import Rules
from rummy500.rules.state import PLAY_PHASE, PublicState, State, StateOrView, View, size_change, with_seat

S = TypeVar("S", State, View)


def draw_cards(state: State, seat: int, number: int = 1) -> State:
    """Move cards from the top of the stock to a hand, seen by that seat alone.

    Cards that the seat on turn draws count as drawn in this turn, if it is in its play phase. In other phases, such as
    that before its draw, they are only in its hand. In an effect, ask `is_over` first: nobody draws after the end.

    Args:
        state: the state before.
        seat: the seat that draws.
        number: how many cards; fewer come if the stock has fewer.
    """
    cards, stock = bag_of(state.stock[:number]), state.stock[number:]
    after = _gain(state, seat, cards, shown=False)
    drawn = union(state.drawn, cards) if _plays(state.public, seat) else state.drawn
    return replace(after, public=replace(after.public, stock_count=len(stock)), drawn=drawn, stock=stock)


def take_from_pile(state: S, seat: int, places: Collection[int]) -> S:
    """Move cards from the pile to a hand, seen by all.

    Cards that the seat on turn takes count as taken in this turn, if it is in its play phase. In other phases, such as
    that before its draw, they are only in its hand.

    Args:
        state: the state or view before.
        seat: the seat that takes.
        places: the places of the cards, counted from 1, the top of the pile.

    Raises:
        ValueError: if the pile has no such place.
    """
    public = state.public
    cards, left = _of_pile(public.pile, places)
    turn = public.turn
    if _plays(public, seat):
        turn = replace(turn, taken=union(turn.taken, cards))
    after = _gain(state, seat, cards, shown=True)
    return replace(after, public=replace(after.public, pile=left, turn=turn))


def give_cards(state: S, giver: int, taker: int, cards: Bag, *, shown: bool) -> S:
    """Move cards from one hand to another.

    Args:
        state: the state or view before.
        giver: the seat that gives.
        taker: another seat, which gets the cards.
        cards: the cards, as a bag.
        shown: whether everyone sees the cards. If not, any card that everyone knew in the giver's hand may be among
            them, so nobody knows these cards any more. Given cards no longer count as drawn.

    Raises:
        ValueError: if the giver does not hold the cards, or gives them to itself.
    """
    if giver == taker:
        raise ValueError(f"seat {giver} cannot give cards to itself")
    given = _leave(state, giver, cards, shown=shown)
    if giver == state.public.to_act:
        given = replace(given, drawn=without(given.drawn, cards))
    return _gain(given, taker, cards, shown=shown)


def discard_card(state: S, seat: int, card: int) -> S:
    """Move a card from a hand to the top of the pile; the turn goes on.

    Args:
        state: the state or view before.
        seat: the seat that discards.
        card: the card.

    Raises:
        ValueError: if the seat does not hold the card.
    """
    left = _leave(state, seat, ONE[card])
    return replace(left, public=replace(left.public, pile=left.public.pile + bytes((card,))))


def return_card(state: State, seat: int, card: int, *, on_top: bool = False) -> State:
    """Move a card from a hand to the stock, unseen by the others.

    Any card that everyone knew in the hand may be the one, so nobody knows these cards any more. If the card was drawn
    in this turn it no longer counts as drawn.

    Args:
        state: the state before.
        seat: the seat that returns the card.
        card: the card.
        on_top: whether it is drawn next; otherwise it lies under the stock.

    Raises:
        ValueError: if the seat does not hold the card.
    """
    left, one = _leave(state, seat, ONE[card], shown=False), bytes((card,))
    stock = one + state.stock if on_top else state.stock + one
    public = replace(left.public, stock_count=len(stock))
    drawn = without(state.drawn, ONE[card]) if seat == public.to_act else state.drawn
    return replace(left, public=public, drawn=drawn, stock=stock)


def show_cards(state: S, seat: int, cards: Bag) -> S:
    """Show cards of a hand to all; from now on everyone knows that the seat holds them.

    Args:
        state: the state or view before.
        seat: the seat that shows them.
        cards: the cards, as a bag.

    Raises:
        ValueError: if the seat does not hold the cards.
    """
    _without(state, seat, cards)
    public = state.public
    known = with_seat(public.known, seat, bag_max(public.known[seat], cards))
    return replace(state, public=replace(public, known=known))


def turn_up(state: State, number: int = 1) -> State:
    """Move cards from the top of the stock to the pile, face up.

    Args:
        state: the state before.
        number: how many cards; fewer come if the stock has fewer.
    """
    stock = state.stock[number:]
    public = replace(state.public, pile=state.public.pile + state.stock[:number], stock_count=len(stock))
    return replace(state, public=public, stock=stock)


def _of_pile(pile: bytes, places: Collection[int]) -> tuple[Bag, bytes]:
    """The cards at some places of a pile, as a bag, and the pile without them."""
    if not all(1 <= place <= len(pile) for place in places):
        raise ValueError(f"the pile has {len(pile)} cards, not one at each of the places {sorted(places)}")
    cards = bag_of(pile[-place] for place in sorted(set(places)))
    return cards, bytes(pile[-place] for place in range(len(pile), 0, -1) if place not in places)


def _plays(public: PublicState, seat: int) -> bool:
    return seat == public.to_act and public.phase == PLAY_PHASE


def held_by(sight: State | View, seat: int) -> Bag | None:
    """The hand of a seat; `None` in a view of another seat."""
    if isinstance(sight, State):
        return sight.hands[seat]
    return sight.hand if sight.seat == seat else None


def with_hand(sight: S, seat: int, public: PublicState, hand: Bag | None) -> S:
    """A state or a view with another public part and another hand of a seat; a view has its own seat's alone."""
    if hand is None:
        return replace(sight, public=public)
    if isinstance(sight, State):
        return replace(sight, public=public, hands=with_seat(sight.hands, seat, hand))
    return replace(sight, public=public, hand=hand)


def _gain(state: S, seat: int, cards: Bag, *, shown: bool) -> S:
    """The state or view after cards have come into a hand, seen by all or by the seat alone."""
    hand, public = held_by(state, seat), state.public
    known = with_seat(public.known, seat, union(public.known[seat], cards)) if shown else public.known
    after = replace(public, sizes=public.sizes + size_change(seat, size(cards)), known=known)
    return with_hand(state, seat, after, None if hand is None else union(hand, cards))


def _leave(state: S, seat: int, cards: Bag, *, shown: bool = True) -> S:
    """The state or view after cards have left a hand; if nobody sees them, any known card may be among them."""
    hand, public = _without(state, seat, cards), state.public
    known = known_after(public.known, seat, cards) if shown else with_seat(public.known, seat, EMPTY_BAG)
    after = replace(public, sizes=public.sizes + size_change(seat, -size(cards)), known=known)
    return with_hand(state, seat, after, hand)


def _without(sight: State | View, seat: int, cards: Bag) -> Bag | None:
    """The hand of a seat without some cards of it; `None` in a view of another seat."""
    hand = held_by(sight, seat)
    if hand is None:
        return None
    missing = without(cards, hand)
    if missing:
        raise ValueError(f"seat {seat} does not hold {cards_text(cards_of(missing))}")
    return minus(hand, cards)


# ---------------------------------------------------------------- pockets


def pocket(rules: Rules, sight: StateOrView, name: str, seat: int = NONE) -> Bag | None:
    """The cards that lie in a pocket, as a bag; `None` in a view that hides some of them.

    Args:
        rules: the rules in force.
        sight: the state or view.
        name: the name of the pocket.
        seat: the seat whose pocket it is, if each has one.

    Raises:
        KeyError: if no plugin in play has such a pocket, or the state was made under other rules.
    """
    *_, cards = _pocket(rules, sight, name, seat)
    return None if UNKNOWN in cards else bag_of(cards)


def pocket_size(rules: Rules, sight: StateOrView, name: str, seat: int = NONE) -> int:
    """The number of cards in a pocket, which all see; arguments and errors as for `pocket`."""
    *_, cards = _pocket(rules, sight, name, seat)
    return len(cards)


def set_aside(
    rules: Rules,
    sight: S,
    name: str,
    seat: int = NONE,
    cards: Bag = EMPTY_BAG,
    *,
    from_stock: int = 0,
    from_pile: Collection[int] = (),
) -> S:
    """Move cards from a hand, the stock or the pile into a pocket.

    If not all see the pocket, any card that everyone knew in the hand may be among them, so nobody knows these cards
    any more. Cards set aside no longer count as drawn.

    Args:
        rules: the rules in force.
        sight: the state before; also a view, but for cards of the stock.
        name: the name of the pocket.
        seat: the seat whose hand the cards leave, and whose pocket it is, if each has one.
        cards: the cards of the hand, as a bag.
        from_stock: how many cards of the stock; fewer come if it has fewer.
        from_pile: the places of cards of the pile, counted from 1, the top.

    Raises:
        KeyError: as `pocket`.
        ValueError: if the hand lacks a card or the pile a place, or for the stock of a view.
    """
    memory, place, at, _ = _pocket(rules, sight, name, seat)
    if cards:
        sight = _leave(sight, seat, cards, shown=memory.seen is None)
        if seat == sight.public.to_act:
            sight = replace(sight, drawn=without(sight.drawn, cards))
    if from_stock:
        if not isinstance(sight, State):
            raise ValueError("a view has no stock to set cards aside from: give the state")
        stock, cards = sight.stock[from_stock:], union(cards, bag_of(sight.stock[:from_stock]))
        sight = replace(sight, public=replace(sight.public, stock_count=len(stock)), stock=stock)
    if from_pile:
        taken, pile = _of_pile(sight.public.pile, from_pile)
        cards, sight = union(cards, taken), replace(sight, public=replace(sight.public, pile=pile))
    return _with_pocket(sight, place, at, came=cards_of(cards))


def pick_up(
    rules: Rules,
    sight: S,
    name: str,
    seat: int = NONE,
    cards: Bag | None = None,
    *,
    to: Literal["hand", "pile"] = "hand",
) -> S:
    """Move cards from a pocket into a hand, where they do not count as drawn, or onto the pile.

    Cards of a pocket that all see are known in the hand.

    Args:
        rules: the rules in force.
        sight: the state or view before.
        name: the name of the pocket.
        seat: the seat whose hand gets the cards, and whose pocket it is, if each has one.
        cards: the cards, as a bag; all that lie there if left out.
        to: `hand` or `pile`.

    Raises:
        KeyError: as `pocket`.
        ValueError: if the cards do not lie there, or a view does not show them.
    """
    memory, place, at, there = _pocket(rules, sight, name, seat)
    moved = there if cards is None else bytes(cards_of(cards))
    if UNKNOWN in moved or Counter(moved) - Counter(there):
        raise ValueError(f"the pocket {name} does not hold {cards_text(moved)}, or does not show it here")
    sight = _with_pocket(sight, place, at, left=moved)
    if to == "pile":
        return replace(sight, public=replace(sight.public, pile=sight.public.pile + moved))
    return _gain(sight, seat, bag_of(moved), shown=memory.seen is None)


def _pocket(rules: Rules, sight: StateOrView, name: str, seat: int) -> tuple[HandMemory, int, int, bytes]:
    """The memory of a pocket, the place of its record in `memories`, of a seat's cards in that, and these cards."""
    place = rules.memory.memory_place.get(name, len(sight.memories))
    if place >= len(sight.memories):
        raise KeyError(f"no plugin of these rules has a pocket {name!r}, or the state is of other rules")
    record = cast("InPocket", sight.memories[place])
    at = seat if len(record.cards) > 1 else 0
    if not 0 <= at < len(record.cards):
        raise KeyError(f"each seat has a pocket {name!r} of its own: seat {seat} is none")
    return rules.memory.hand_memory[place][1], place, at, record.cards[at]


def _with_pocket(sight: S, place: int, at: int, came: Iterable[int] = (), left: Iterable[int] = ()) -> S:
    """A state or view after cards came to a pocket or left it."""
    before: tuple[bytes, ...] = cast("InPocket", sight.memories[place]).cards
    cards = bytes(sorted((Counter(before[at]) + Counter(came) - Counter(left)).elements()))
    changed = InPocket((*before[:at], cards, *before[at + 1 :]))
    return replace(sight, memories=(*sight.memories[:place], changed, *sight.memories[place + 1 :]))


# ---------------------------------------------------------------- changes of melds

# Each works on a state and on a view, and returns it after the change, or the refusal. Each keeps the order of cards,
# who played them, what everyone knows, and the places of melds, and leaves a valid table.


_NOT_FOR_IT: Final = Reason("turn.cards", "not-for-it", "No wild card of {meld} stands for {card}.")

#: Pieces, each with the seat that played it.
_Played = list[tuple[int, int]]


def swap_card(rules: Rules, sight: S, seat: int, piece: int, on: int, place: int = NONE) -> S | Refusal:
    """Put a natural card from the hand in place of a wild card that stands for it; all see the wild card come back.

    The natural card counts for the seat that swaps. If the wild card is another seat's, this adds a card of the seat to
    the table: the turn remembers it as a lay-off, which counts towards an opening minimum and must reach it.

    Args:
        rules: the rules.
        sight: the state, or the view of the seat on turn.
        seat: the seat on turn.
        piece: the natural card, as a piece.
        on: the place of the meld on the table, from 0.
        place: the place of the wild card in the meld, from 0; if left out, the first that stands for the card.
    """
    played, card = _played(sight.public, on), piece_card(piece)
    fitting = [at for at, (other, _) in enumerate(played) if card in stands_for(other) and place in (NONE, at)]
    if not is_natural(piece) or not fitting:
        return _NOT_FOR_IT(meld=f"m{on + 1}", card=card_text(card))
    hand, (wild, whose) = held_by(sight, seat) or EMPTY_BAG, played[fitting[0]]
    back, use = piece_card(wild), USE_SWAP if whose == seat else USE_LAY
    played[fitting[0]] = (piece, seat)
    made = check_at_hand(hand, (piece,)) or _made_of(rules, sight.public.table[on], played)
    if isinstance(made, Refusal):
        return made
    before: PublicState = sight.public
    play = Action(seat, use, NONE, 0, use, (piece,), on)
    table = table_with(before.table, made, on)
    turn = replace(before.turn, plays=(*before.turn.plays, play))
    known = known_after(before.known, seat, ONE[card])
    public = replace(before, table=table, turn=turn, known=with_seat(known, seat, add(known[seat], back)))
    return with_hand(sight, seat, public, add(remove(hand, card), back))


def change_meld(rules: Rules, sight: S, on: int, played: Iterable[tuple[int, int]]) -> S | Refusal:
    """Make a meld on the table of other cards; it keeps its owner and its place.

    The caller moves the cards that come and go, and takes none away that was played in this turn. A view asks what
    plugins forbid of lay-offs and melds (hook `may`); a state does not ask, since its action has been checked.

    Args:
        rules: the rules.
        sight: the state or view before.
        on: the place of the meld on the table, from 0.
        played: the pieces of the meld, in any order, each with the seat that played it.
    """
    public, melding = sight.public, rules.melding
    made = _made_of(rules, public.table[on], list(played))
    if isinstance(made, Meld) and isinstance(sight, View):
        refusal = melding.may_lay(rules, sight, on) if melding.may_lay is not None else None
        if refusal is None and melding.may_meld is not None:
            refusal = melding.may_meld(rules, sight, made, on)
        made = refusal or made
    if isinstance(made, Refusal):
        return made
    return replace(sight, public=replace(public, table=table_with(public.table, made, on)))


def _played(public: PublicState, on: int) -> _Played:
    """The pieces of a meld with their players; none if there is no such meld."""
    meld = public.table[on] if 0 <= on < len(public.table) else None
    return [] if meld is None else list(zip(meld.pieces, meld.by, strict=True))


def _made_of(rules: Rules, meld: Meld, played: _Played) -> Meld | Refusal:
    """The meld, in canonical order, that a meld becomes with these cards, or why they make none."""
    pieces, left = tuple([piece for piece, _ in played]), list(played)
    made = rules.melding.shapes.new_meld(pieces, meld.owner, is_run=meld.is_run)
    if isinstance(made, Refusal):
        return made
    # Each piece in turn with its player; of equal ones the first.
    return replace(made, by=bytes([left.pop([each for each, _ in left].index(piece))[1] for piece in made.pieces]))
