"""`table_text` shows a table as text: whose turn it is, stock and pile, each seat's hand and melds.

`shown` collects what a reader may see; the picture of a table (`rummy500.notation.picture`) draws the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import attrs

from rummy500.base.inputs import clipped
from rummy500.cards.cards import EMPTY_BAG, Bag, card_text, cards_of, cards_text
from rummy500.cards.pieces import Meld
from rummy500.engine.turns import must_act
from rummy500.engine.views import check_table
from rummy500.rules.entry import counted
from rummy500.rules.memory import notes
from rummy500.rules.rules import Rules
from rummy500.rules.state import OVER_PHASE, PublicState, State, View

#: The most characters of a seat's name that are shown.
_LONGEST_NAME: Final = 24
_LONGEST_NOTE: Final = 200
#: What the seat on turn does in the phases of the core.
_DOES: Final = {"draw": "draws", "play": "plays", "offer": "is offered the upcard", "reshuffle": "waits for a shuffle"}
#: The same for a seat named "You".
_YOU_DO: Final = {"draw": "draw", "play": "play", "offer": "are offered the upcard", "reshuffle": "wait for a shuffle"}


@attrs.frozen
class ShownSeat:
    """A seat as a reader sees it; `facts` are its score and its partners, as the end of a line."""

    name: str
    facts: str
    cards: tuple[int, ...]
    hidden: int
    drawn: tuple[int, ...]
    is_on_turn: bool
    melds: tuple[tuple[int, Meld], ...]


@attrs.frozen
class ShownTable:
    """A table as a reader sees it."""

    heading: str
    stock: int
    pile: tuple[int, ...]
    gone: tuple[int, ...]
    seats: tuple[ShownSeat, ...]
    marks: tuple[str, ...]
    notes: tuple[str, ...]


def shown(rules: Rules | None, sight: State | View, names: Sequence[str] = ()) -> ShownTable:
    """Collect what a reader sees: every hand of a state, the own hand and the open cards of a view."""
    public = sight.public
    if rules is not None:
        check_table(rules, sight)
    if names and len(names) != public.seats:
        raise ValueError(f"names must be {public.seats}, one for each seat, not {len(names)}")
    called = [clipped(name, _LONGEST_NAME) for name in names] or [f"seat {seat}" for seat in range(public.seats)]
    you = sight.seat if isinstance(sight, View) else -1
    sides = range(public.seats) if rules is None else rules.sides
    on_turn = (public.to_act,) if rules is None else must_act(rules, public)
    scores = public.match.scores
    seats: list[ShownSeat] = []
    for seat in range(public.seats):
        known, drawn = _hand(sight, seat)
        cards = cards_of(known)
        partners = [called[each] for each, side in enumerate(sides) if each != seat and side == sides[seat]]
        score = f", score {scores[seat]}" if any(scores) else ""
        seats.append(
            ShownSeat(
                called[seat],
                f"{score}, with {' and '.join(partners)}" if partners else score,
                cards,
                max(0, public.hand_size(seat) - len(cards)),
                cards_of(drawn),
                public.phase != OVER_PHASE and seat in on_turn,
                tuple((number, meld) for number, meld in enumerate(public.table, 1) if meld.owner == seat),
            )
        )
    letters = tuple(name[:1].upper() for name in called)
    texts: list[str] = []
    for note in () if rules is None else notes(rules, sight):
        whose = f", {called[note.seat]}" if note.of_seat is not None else ""
        texts.append(clipped(f"{note.label}{whose}: {note.text}", _LONGEST_NOTE))
    first = you + 1  # the reader's own seat is shown last
    return ShownTable(
        _heading(public, called),
        public.stock_count,
        tuple(public.pile),
        cards_of(public.gone),
        (*seats[first:], *seats[:first]),
        letters if len(set(letters)) == len(called) else tuple(map(str, range(len(called)))),
        tuple(texts),
    )


def _hand(sight: State | View, seat: int) -> tuple[Bag, Bag]:
    """The cards of a hand that the reader sees, and those of them that were drawn this turn."""
    if isinstance(sight, State):
        return sight.hands[seat], sight.drawn if seat == sight.public.to_act else EMPTY_BAG
    if seat == sight.seat:
        return sight.hand, sight.drawn
    return sight.public.known[seat], EMPTY_BAG


def _heading(public: PublicState, names: Sequence[str]) -> str:
    if public.phase == OVER_PHASE:
        out = public.out_seat
        return "The hand is over" if out is None else f"The hand is over: {names[out]} went out"
    name = names[public.to_act]
    if name.lower() == "you":
        does = _YOU_DO.get(public.phase, f"are on turn ({public.phase})")
    else:
        does = _DOES.get(public.phase, f"is on turn ({public.phase})")
    return f"{name[:1].upper()}{name[1:]} {does}"


def table_text(rules: Rules, sight: State | View, *, names: Sequence[str] = ()) -> str:
    r"""Show a table as text: of a state every hand, of a view what its seat sees.

    Args:
        rules: the rules in force.
        sight: a state, for whoever may see every card, or a view.
        names: the names of the seats; `seat 0` and so on if left out.

    Returns:
        Lines of text. Cards of the pile have their depth, hidden cards are counted.

    Raises:
        PositionError: for a state of other rules.
        ValueError: for too few or too many names.

    Examples:
        >>> import rummy500 as r5
        >>> hand = r5.parse_position('to_act = 0\nhands = ["4h 4c 9s Kd", "2c 3c"]\npile = "Jd 4d Kc"\nstock = "5s"')
        >>> print(r5.table_text(hand.rules, r5.observe(hand.rules, hand.state, 0)))
        Seat 0 draws
        stock   1 card
        pile    Jd/3 4d/2 Kc/1
        seat 1  2 cards hidden
        seat 0  9s 4h Kd 4c <
    """
    return as_text(shown(rules, sight, names))


def as_text(table: ShownTable) -> str:
    """A table as text."""
    width = max(len("stock"), *(len(seat.name) for seat in table.seats)) + 2
    depth = len(table.pile)
    pile = " ".join(f"{card_text(card)}/{depth - index}" for index, card in enumerate(table.pile)) or "empty"
    lines = [table.heading, f"{'stock':{width}}{counted(table.stock, 'card')}", f"{'pile':{width}}{pile}"]
    if table.gone:
        lines.append(f"{'gone':{width}}{cards_text(table.gone)}")
    for seat in table.seats:
        parts = [cards_text(seat.cards), f"{counted(seat.hidden, 'card')} hidden" if seat.hidden else ""]
        held = " and ".join(filter(None, parts)) or "no cards"
        lines.append(f"{seat.name:{width}}{held}{seat.facts}{' <' if seat.is_on_turn else ''}")
        lines += [f"{f'  m{number}':{width}}{str(meld).partition(' ')[2]}" for number, meld in seat.melds]
    return "\n".join([*lines, *table.notes])
