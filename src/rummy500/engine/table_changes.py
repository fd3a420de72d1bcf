"""Changes of melds on the table, for moves of plugins: swap a wild card, move an end card, split a run, join two melds.

Each works on a state and on a view, and returns it after the change, or the refusal. Each keeps the order of cards, who
played them, what everyone knows, and the plays of the turn, and leaves a valid table. No meld changes its place, `on`.
A card that came to a meld in this turn leaves it by a swap alone, which puts a natural card of the hand in place of a
wild one, so no turn can repeat a table. Of two equal cards in a meld the acting seat's own is meant, or else the first.

A view asks what plugins forbid (hook `may`), but for a swap, which is its own rule's to allow: a meld that changes must
be open to lay-offs of the seat, and one that gains cards is judged as any meld. A state does not ask: its action has
been checked.
"""

from __future__ import annotations

from typing import Final

from rummy500.actions import NONE, USE_JOIN, USE_LAY, USE_MOVE, USE_SPLIT, USE_SWAP, Action
from rummy500.cards.cards import EMPTY_BAG, ONE, add, card_text, count, remove, union
from rummy500.cards.pieces import Meld, is_natural, natural_order, piece_card, pieces_bag, stands_for
from rummy500.engine.card_moves import S, held_by, with_hand
from rummy500.engine.plays import check_at_hand, known_after, places_of_plays
from rummy500.errors import Reason, Refusal
from rummy500.records import replace
from rummy500.rules.rules import Rules
from rummy500.state import PublicState, View, with_seat

_NOT_FOR_IT: Final = Reason("turn.cards", "not-for-it", "No wild card of m{number:number} stands for {card}.")
_NOT_LAST: Final = Reason(
    "turn.cards", "not-last", "Only the last meld of the table joins another: the others keep their places."
)
_CANNOT_LEAVE: Final = Reason("turn.cards", "cannot-leave", "{card} cannot leave m{number:number}.")
_CAME_NOW: Final = Reason("turn.cards", "came-now", "{card} came to its meld in this turn and stays there.")

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
        return _NOT_FOR_IT(number=on + 1, card=card_text(card))
    hand, (wild, whose) = held_by(sight, seat) or EMPTY_BAG, played[fitting[0]]
    back, use = piece_card(wild), USE_SWAP if whose == seat else USE_LAY
    played[fitting[0]] = (piece, seat)
    made = check_at_hand(hand, (piece,)) or _made_of(rules, sight.public.table[on], played)
    if isinstance(made, Refusal):
        return made
    public = _changed(sight.public, {on: made}, Action(seat, use, NONE, 0, use, (piece,), on))
    known = known_after(public.known, seat, ONE[card])
    public = replace(public, known=with_seat(known, seat, add(known[seat], back)))
    return with_hand(sight, seat, public, add(remove(hand, card), back))


def move_card(rules: Rules, sight: S, seat: int, piece: int, on: int, to: int) -> S | Refusal:
    """Move a card, in its role, from one meld to another: an end card of a run, or one of a group of four or more."""
    played, grown = _played(sight.public, on), _played(sight.public, to)
    if on == to or not grown or piece not in [each for each, _ in played]:
        return _not_there(piece, on)
    moved = (piece, seat) if (piece, seat) in played else next(each for each in played if each[0] == piece)
    played.remove(moved)
    grown.append(moved)
    table = sight.public.table
    made = {on: _made_of(rules, table[on], played), to: _made_of(rules, table[to], grown)}
    return _with_melds(rules, sight, on, made, Action(seat, USE_MOVE, NONE, 0, USE_MOVE, (piece,), to))


def split_meld(rules: Rules, sight: S, seat: int, piece: int, on: int) -> S | Refusal:
    """Split a run before a card, given in its role; the second part is a meld of the same owner, the table's last."""
    played = _played(sight.public, on)
    pieces = tuple([each for each, _ in played])
    if piece not in pieces or not sight.public.table[on].is_run:
        return _not_there(piece, on)
    place, meld = pieces.index(piece), sight.public.table[on]
    made = {on: _made_of(rules, meld, played[:place]), NONE: _made_of(rules, meld, played[place:])}
    return _with_melds(rules, sight, on, made, Action(seat, USE_SPLIT, NONE, 0, USE_SPLIT, pieces[place:], on))


def join_melds(rules: Rules, sight: S, seat: int, on: int, to: int) -> S | Refusal:
    """Join the last meld of the table to another one, whose owner stays its owner."""
    played, grown, table = _played(sight.public, on), _played(sight.public, to), sight.public.table
    if not grown or not 0 <= to < on == len(table) - 1:
        return _NOT_LAST()
    made = {to: _made_of(rules, table[to], grown + played)}
    return _with_melds(rules, sight, on, made, Action(seat, USE_JOIN, NONE, 0, USE_JOIN, table[on].pieces, to))


def _played(public: PublicState, on: int) -> _Played:
    """The pieces of a meld with their players; none if there is no such meld."""
    meld = public.table[on] if 0 <= on < len(public.table) else None
    return [] if meld is None else list(zip(meld.pieces, meld.by, strict=True))


def _not_there(piece: int, on: int) -> Refusal:
    return _CANNOT_LEAVE(card=card_text(piece_card(piece)), number=on + 1)


def _made_of(rules: Rules, meld: Meld, played: _Played) -> Meld | Refusal:
    """The meld, in canonical order, that a meld becomes with these cards, or why they make none."""
    pieces, shapes, left = tuple([piece for piece, _ in played]), rules.melding.shapes, list(played)
    made = shapes.new_run(pieces, meld.owner) if meld.is_run else shapes.new_group(pieces, meld.owner)
    if isinstance(made, Refusal):
        return made
    # Each piece in turn with its player; of equal ones the first.
    return replace(made, by=bytes([left.pop([each for each, _ in left].index(piece))[1] for piece in made.pieces]))


def _with_melds(rules: Rules, sight: S, on: int, made: dict[int, Meld | Refusal], play: Action) -> S | Refusal:
    """The state or view after cards of a play leave the meld `on` and make melds, by their places (-1: a new one)."""
    public, came = sight.public, EMPTY_BAG
    for earlier, place in zip(public.turn.plays, places_of_plays(public), strict=True):
        came = union(came, pieces_bag(earlier.pieces)) if place == on else came
    stays = [card for card in map(piece_card, play.pieces) if count(came, card)]
    if stays:
        return _CAME_NOW(card=card_text(stays[0]))
    melds = {place: meld for place, meld in made.items() if isinstance(meld, Meld)}
    refusals: list[Refusal | None] = [meld for meld in made.values() if isinstance(meld, Refusal)]
    may_lay, may_meld = rules.melding.may_lay, rules.melding.may_meld
    if isinstance(sight, View):
        if may_lay is not None and not refusals:
            refusals += [may_lay(rules, sight, place) for place in {on, *made} - {NONE}]
        if may_meld is not None and not any(refusals):
            refusals += [may_meld(rules, sight, meld, place) for place, meld in melds.items() if place != on]
    return next(filter(None, refusals), None) or replace(sight, public=_changed(public, melds, play))


def _changed(public: PublicState, melds: dict[int, Meld], play: Action) -> PublicState:
    """The public state with melds in their places, a new one at the end, and the play that made them."""
    before = public.table[:-1] if play.use == USE_JOIN else public.table
    table = [melds.get(place, meld) for place, meld in enumerate(before)]
    table += [melds[NONE]] if NONE in melds else []
    play = replace(play, pieces=natural_order(play.pieces))
    return replace(public, table=tuple(table), turn=replace(public.turn, plays=(*public.turn.plays, play)))
