"""The move that takes a joker back: `swap Kh on m1`, `take Kh with swap Kh on m1` (`oklahoma.swap`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from rummy500.hooks import (
    DRAW_PHASE,
    EMPTY_BAG,
    JOKER,
    NONE,
    PLAY_PHASE,
    Action,
    Bag,
    IllegalActionError,
    Meld,
    Move,
    OptionValue,
    Refusal,
    Rules,
    State,
    Use,
    View,
    ViewFacts,
    add,
    at_hand,
    bag_of,
    can_finish,
    check_at_hand,
    count,
    hookimpl,
    piece_card,
    piece_role,
    refuse,
    refuse_stranding,
    remove,
    replace,
    wrong_phase,
)
from rummy500_oklahoma.composing import JOKERS

SWAP: Final = "swap"
_LAY: Final = "lay"
_Pieces = tuple[int, ...]


def swapped(rules: Rules, view: View, pieces: _Pieces, on: int) -> View | Refusal:
    """The view after a seat has put a natural card from its hand in place of a joker, or the refusal."""
    table = view.public.table
    if not 0 <= on < len(table):
        return refuse("oklahoma.swap", "no-meld", "There is no meld m{number} on the table.", number=on + 1)
    if len(pieces) != 1 or piece_card(pieces[0]) != piece_role(pieces[0]) or piece_card(pieces[0]) >= JOKER:
        return refuse("oklahoma.swap", "not-natural", "A joker is taken back for one natural card.")
    place = _place(table[on], pieces[0], view.seat)
    if isinstance(place, Refusal):
        return place
    meld = _with_natural(rules, table[on], place, pieces[0], view.seat)
    return meld if isinstance(meld, Refusal) else _after(view, meld, pieces, on)


def _place(meld: Meld, natural: int, seat: int) -> int | Refusal:
    """The place of a joker that the seat played and that stands for the card."""
    fitting = [place for place in range(len(meld.pieces)) if piece_card(natural) in _stands_for(meld, place)]
    if not fitting:
        return refuse("oklahoma.swap", "no-joker", "No joker in that meld stands for this card.")
    mine = [place for place in fitting if meld.by[place] == seat]
    if not mine:
        return refuse("oklahoma.swap", "not-yours", "Only the player who played a joker may take it back.")
    return mine[0]


def _stands_for(meld: Meld, place: int) -> tuple[int, ...]:
    """The natural cards that a joker stands for; none for another card."""
    if piece_card(meld.pieces[place]) != JOKER:
        return ()
    return (piece_role(meld.pieces[place]),) if meld.is_run else tuple(13 * suit + meld.line for suit in range(4))


def _with_natural(rules: Rules, meld: Meld, place: int, natural: int, seat: int) -> Meld | Refusal:
    """The meld with the card in the joker's place, or the refusal, for example if suits must differ."""
    pieces = (*meld.pieces[:place], natural, *meld.pieces[place + 1 :])
    if meld.is_run:
        return replace(meld, pieces=pieces)
    judged = rules.melding.shapes.new_group(pieces, seat)
    if isinstance(judged, Refusal):
        return judged
    # Sorted by cards alone, as for a lay-off: of two equal cards it does not matter which seat played which.
    both = sorted(zip(pieces, meld.by, strict=True), key=lambda played: played[0])
    return replace(meld, pieces=tuple(piece for piece, _ in both), by=bytes(player for _, player in both))


def _after(view: View, meld: Meld, pieces: _Pieces, on: int) -> View:
    """The view with the joker in the hand, known to all; the swap counts neither as a meld nor as a lay-off."""
    seat, before = view.seat, view.public
    card = piece_card(pieces[0])
    known = before.known[seat]
    known = add(remove(known, card) if count(known, card) else known, JOKER)
    after = replace(
        before,
        table=(*before.table[:on], meld, *before.table[on + 1 :]),
        turn=replace(before.turn, plays=(*before.turn.plays, Action(seat, SWAP, NONE, 0, SWAP, pieces, on))),
        known=(*before.known[:seat], known, *before.known[seat + 1 :]),
    )
    return replace(view, public=after, hand=add(remove(view.hand, card), JOKER))


def _found(rules: Rules, view: View, hand: Bag) -> Iterator[tuple[_Pieces, int, View]]:
    """Every swap of a card of a hand, meld by meld, with the view after it."""
    for on, meld in enumerate(view.public.table):
        for card in _wanted(meld, view.seat):
            if count(hand, card):
                pieces = (card * 65,)
                after = swapped(rules, view, pieces, on)
                if isinstance(after, View):
                    yield pieces, on, after


def _wanted(meld: Meld, seat: int) -> Iterable[int]:
    """The natural cards that a seat's jokers in a meld stand for."""
    return dict.fromkeys(card for place, by in enumerate(meld.by) if by == seat for card in _stands_for(meld, place))


def _has_jokers(rules: Rules) -> bool:
    """Whether there are jokers to take back; most games have none (`oklahoma.jokers`)."""
    return JOKER in rules.melding.shapes.wilds


def _generate(facts: ViewFacts, *, plain: bool) -> Iterable[Action]:
    """List every swap after which the turn can still end."""
    rules, view = facts.rules, facts.view
    if not _has_jokers(rules):
        return ()
    found = _found(rules, view, facts.hand)
    return (
        Action(view.seat, SWAP, NONE, 0, _LAY, pieces, on) for pieces, on, after in found if can_finish(rules, after)
    )


def _check(rules: Rules, view: View, action: Action) -> Refusal | None:
    """Check that the seat has the card of its own joker, and that its turn can still end."""
    refusal = check_at_hand(at_hand(rules, view), action.pieces)
    if refusal is not None:
        return refusal
    after = swapped(rules, view, action.pieces, action.on)
    return after if isinstance(after, Refusal) else refuse_stranding(rules, after)


def _effect(rules: Rules, state: State, action: Action) -> State:
    """Exchange the cards; nobody goes out by that."""
    seat, hands = action.seat, state.hands
    view = View(seat=seat, public=state.public, hand=hands[seat], drawn=state.drawn, memories=state.memories)
    after = swapped(rules, view, action.pieces, action.on)
    if isinstance(after, Refusal):
        raise IllegalActionError(after)
    return replace(state, public=after.public, hands=(*hands[:seat], after.hand, *hands[seat + 1 :]))


def _too_early(rules: Rules, view: View, action: Action) -> Refusal:
    if view.public.phase == DRAW_PHASE:
        return refuse("turn.parts", "draw-to-swap", "You must draw before you take a joker back.")
    return wrong_phase(rules, view, action)


def _follow_ups(rules: Rules, view: View) -> Iterator[View]:
    for _, _, after in _found(rules, view, at_hand(rules, view)):
        yield after


def _find(rules: Rules, view: View, card: int) -> Iterable[tuple[_Pieces, int]]:
    """The swaps that a card of the pile can be taken for."""
    return ((pieces, on) for pieces, on, _ in _found(rules, view, bag_of((card,))))


def _wants(rules: Rules, view: View) -> Bag:
    """The cards that the seat's jokers on the table stand for, as a bag."""
    if not _has_jokers(rules):
        return EMPTY_BAG
    return bag_of({card for meld in view.public.table for card in _wanted(meld, view.seat)})


@hookimpl
def moves(options: Mapping[str, OptionValue]) -> tuple[Move, ...]:
    """Add the move `swap Kh on m1`, after the draw."""
    return (
        Move(
            SWAP,
            (PLAY_PHASE,),
            "turn",
            _generate,
            _check,
            _effect,
            _too_early,
            ("use", "pieces", "on"),
            (_LAY,),
            follow_ups=_follow_ups if options[JOKERS] else None,
            label="Take a joker back",
        ),
    )


@hookimpl
def uses() -> tuple[Use, ...]:
    """Add the use `take Kh with swap Kh on m1`: the pile is taken for a joker."""
    return (Use(SWAP, _find, swapped, _wants),)
