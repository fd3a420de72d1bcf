"""`svg` draws a table as a picture: stock and pile, each seat's hand and melds.

The picture needs nothing from outside: suits are drawn as shapes, so that they differ without colour, and the style
inside it follows the reader's light or dark scheme. `rummy500.notation.text` decides what a reader sees.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from textwrap import wrap
from typing import Final

import attrs

from rummy500.base.inputs import quoted, whole_number
from rummy500.cards.cards import NATURALS, RANKS, SPARE, card_text, rank_of, suit_of
from rummy500.cards.pieces import IN_GROUP, Meld, is_natural, natural_piece, piece_card, piece_role, piece_text
from rummy500.notation.text import ShownSeat, ShownTable, as_text, shown
from rummy500.rules.entry import counted
from rummy500.rules.rules import Rules
from rummy500.rules.state import State, View

_NARROWEST: Final = 240
_WIDEST: Final = 2_000
_WIDTH: Final = 520
_CARD: Final = (44, 62)
#: The part of a card that the next one of a fan leaves free.
_STEP: Final = 23
_BACK_STEP: Final = 9
_MARGIN: Final = 14
_GAP: Final = 12
_LINE: Final = 18

#: The outline of each suit in a square of 24: spades, hearts, diamonds, clubs; then the star of the
#: jokers, whose numbers follow as if they were a suit.
SUIT_SHAPES: Final = (
    (
        "M12 1C9 6 2 9.5 2 15a4.8 4.8 0 0 0 8.8 2.7C10.7 20 9.8 21.8 8 23h8c-1.8-1.2-2.7-3-2.8-5.3"
        "A4.8 4.8 0 0 0 22 15C22 9.5 15 6 12 1z"
    ),
    "M12 22.5C9 18 2 14.5 2 8.3A5.3 5.3 0 0 1 12 5.6 5.3 5.3 0 0 1 22 8.3C22 14.5 15 18 12 22.5z",
    "M12 .8C14.2 5.2 17 9 20.5 12 17 15 14.2 18.8 12 23.2 9.8 18.8 7 15 3.5 12 7 9 9.8 5.2 12 .8z",
    (
        "M12 1.2a4.9 4.9 0 0 0-3.9 7.9A5 5 0 1 0 10.8 17.2C10.7 19.8 9.8 21.8 8 23h8c-1.8-1.2-2.7-3.2"
        "-2.8-5.8A5 5 0 1 0 15.9 9.1 4.9 4.9 0 0 0 12 1.2z"
    ),
    "M12 1.5l3.2 7 7.6.8-5.7 5.1 1.6 7.5L12 18.1 5.3 21.9l1.6-7.5L1.2 9.3l7.6-.8z",
)
_CLASSES: Final = ("s", "h", "d", "c", "j")

_STYLE: Final = """\
.r5{--r5-bg:#e9f0ea;--r5-box:#dbe6dd;--r5-ink:#16211b;--r5-quiet:#4d5f54;--r5-card:#fffefa;--r5-line:#93a298;\
--r5-black:#1b1f24;--r5-red:#c01822;--r5-joker:#6b2fa8;--r5-back:#2f6b8f;--r5-weave:#a9cbe0;--r5-turn:#b4560b;\
--r5-blue:#1556c0;--r5-green:#0f7a34;font-family:system-ui,-apple-system,"Segoe UI",Roboto,Helvetica,Arial,sans-serif}
@media (prefers-color-scheme:dark){.r5{--r5-bg:#18221d;--r5-box:#22302a;--r5-ink:#e8f0ea;--r5-quiet:#a9bbb0;\
--r5-card:#f3f1e8;--r5-line:#56675c;--r5-back:#2b5f80;--r5-weave:#86b3cd;--r5-turn:#ffb25c}}
.r5 .bg{fill:var(--r5-bg)}.r5 .box{fill:var(--r5-box)}.r5 text{fill:var(--r5-ink);font-size:14px}
.r5 .head{font-size:17px;font-weight:700}.r5 .name{font-weight:700}.r5 .quiet{fill:var(--r5-quiet);font-size:13px}
.r5 .face{fill:var(--r5-card);stroke:var(--r5-line)}.r5 .back{fill:var(--r5-back);stroke:var(--r5-card);stroke-width:2}
.r5 .weave{fill:none;stroke:var(--r5-weave);stroke-width:1.3}.r5 .turn{fill:var(--r5-turn)}
.r5 .edge{fill:none;stroke:var(--r5-turn);stroke-width:2}.r5 text.rank{font-size:17px;font-weight:700}
.r5 .drawn{fill:none;stroke:#b4560b;stroke-width:2;stroke-dasharray:5 3}
.r5 text.role{font-size:13px;font-weight:700}.r5 .rolebox{fill:none;stroke:var(--r5-joker);stroke-dasharray:3 2}
.r5 text.by{font-size:11px;font-weight:700;fill:var(--r5-bg)}.r5 .bydot{fill:var(--r5-quiet)}
.r5 text.count{font-size:16px;font-weight:700;fill:#fff}.r5 .pill{fill:#12324a}
.r5 .s,.r5 text.s,.r5 .c,.r5 text.c{fill:var(--r5-black)}.r5 .h,.r5 text.h,.r5 .d,.r5 text.d{fill:var(--r5-red)}
.r5 .j,.r5 text.j{fill:var(--r5-joker)}.r5-four .d,.r5-four text.d{fill:var(--r5-blue)!important}
.r5-four .c,.r5-four text.c{fill:var(--r5-green)!important}"""


def svg(
    rules: Rules | None,
    sight: State | View,
    *,
    names: Sequence[str] = (),
    width: int = _WIDTH,
    four_colours: bool = False,
    meld_numbers: bool = True,
) -> str:
    r"""Draw a table as an SVG picture: of a state every hand, of a view what its seat sees.

    Args:
        rules: the rules in force; `None` if they are unknown, then what plugins show is left out.
        sight: a state, for whoever may see every card, or a view.
        names: the names of the seats; `seat 0` and so on if left out. Any text: it is escaped and shortened.
        width: the width in pixels for which the cards are laid out, 240 to 2,000. A page with less room scales it down.
        four_colours: whether diamonds are blue and clubs green.
        meld_numbers: whether each meld has its number, `m1`, `m2` and so on, by which moves such as `lay Jd on m1`
            name it. The text for screen readers always has the numbers.

    Returns:
        An `<svg>` element, which is a file of its own, too. Equal arguments give equal text.

    Raises:
        PositionError: for a state of other rules.
        ValueError: for a width out of range, and for too few or too many names.
        TypeError: for a width that is not a whole number.

    Examples:
        >>> import rummy500 as r5
        >>> rules = r5.compose("classic")
        >>> hand = r5.deal(rules, seed=7)
        >>> r5.svg(rules, r5.observe(rules, hand, seat=0), width=360)[:4]
        '<svg'
    """
    page = _Page(_checked(width), meld_numbers=meld_numbers)
    table = shown(rules, sight, names)
    page.draw(table)
    classes = "r5 r5-four" if four_colours else "r5"
    return page.element(f"500 Rummy: {table.heading}", as_text(table), classes)


def cards_svg(title: str, fans: Sequence[tuple[str, Sequence[int]]], *, width: int = _WIDTH) -> str:
    r"""Draw melds one below another, each under a caption: for a lesson, a hint, a sheet of rules.

    Args:
        title: the name of the picture for screen readers. Any text: it is escaped.
        fans: for each fan its caption and its pieces, as `Meld.pieces` has them.
        width: the width in pixels for which the cards are laid out, 240 to 2,000. A page with less room scales it down.

    Returns:
        An `<svg>` element, as `svg` returns it.

    Raises:
        ValueError: for a width out of range.
        TypeError: for a width that is not a whole number.

    Examples:
        >>> import rummy500 as r5
        >>> from rummy500.notation.picture import cards_svg
        >>> group = r5.parse_action("0: meld {9s 9h *=9}").pieces
        >>> cards_svg("A group with a joker", [("Three nines", group)], width=300)[:4]
        '<svg'
    """
    page = _Page(_checked(width))
    page.fans(fans)
    return page.element(title, "\n".join(f"{caption}: {' '.join(map(piece_text, fan))}" for caption, fan in fans), "r5")


def _checked(width: int) -> int:
    width = whole_number(width, "width")
    if not _NARROWEST <= width <= _WIDEST:
        raise ValueError(f"width must be from {_NARROWEST} to {_WIDEST:,}, not {quoted(width)}")
    return width


#: The attributes of a card's element, and what is in it; `_fans` writes its place.
_Card = tuple[str, str]


@attrs.frozen
class _Fan:
    """Cards that overlap, from left to right."""

    cards: tuple[_Card, ...]
    step: int = _STEP
    label: str = ""

    @property
    def indent(self) -> int:
        """The room for the label."""
        return 10 * len(self.label) + 4 if self.label else 0

    @property
    def width(self) -> int:
        """The width of all of it in one row."""
        return self.indent + self.step * (len(self.cards) - 1) + _CARD[0]


class _Page:
    """A picture that is drawn from the top down."""

    def __init__(self, width: int, *, meld_numbers: bool = True) -> None:
        self.width = width
        self.meld_numbers = meld_numbers
        self.parts: list[str] = []
        self.y = _MARGIN

    def draw(self, table: ShownTable) -> None:
        """Draw all of a table."""
        self._text(table.heading, "head")
        self.y += 8
        self._middle(table)
        for seat in table.seats:
            self._seat(seat, table.marks)
        for note in table.notes:
            most = (self.width - 2 * _MARGIN) // 7
            for line in wrap(note, most, break_long_words=False, break_on_hyphens=False):
                self._text(line, "quiet")
        self.y += _MARGIN // 2

    def fans(self, fans: Sequence[tuple[str, Sequence[int]]]) -> None:
        """Draw fans one below another, each under its caption."""
        for caption, pieces in fans:
            self._text(caption, "name")
            self.y += 4
            self._fans([_Fan(tuple(map(_face, pieces)))])

    def element(self, title: str, about: str, classes: str) -> str:
        """Write the `<svg>` element, with its title and its text for screen readers."""
        title, room = escape(title), f'width="{self.width}" height="{self.y}"'
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="{classes}" role="img" aria-label="{title}" {room} '
            f'viewBox="0 0 {self.width} {self.y}" style="max-width:100%;height:auto">'
            f"<title>{title}</title><desc>{escape(about)}</desc><style>{_STYLE}</style>"
            f'<rect class="bg" {room} rx="12"/>{"".join(self.parts)}</svg>'
        )

    def _text(self, text: str, kind: str, x: int = _MARGIN) -> None:
        """Write a line, shortened to the room that there is."""
        most = max(4, (self.width - x - _MARGIN) // (9 if kind in ("head", "name") else 7))
        line = text if len(text) <= most else f"{text[: most - 1]}…"
        self.parts.append(f'<text class="{kind}" x="{x}" y="{self.y + 13}">{escape(line)}</text>')
        self.y += _LINE

    def _middle(self, table: ShownTable) -> None:
        """Draw stock and pile."""
        top = self.y
        self._text(f"Stock {table.stock}", "quiet")
        self.y = top
        left = _MARGIN + _CARD[0] + 3 * _GAP
        count = len(table.pile)
        self._text(f"Pile {count}, the top card last" if count else "No pile", "quiet", left)
        below = self.y + 4
        self.y = below
        self._fans([_Fan((("", _stock(table.stock)),))])
        if table.pile:
            self.y = below
            self._fans([_Fan(tuple(map(_face, map(natural_piece, table.pile))))], left)
        if table.gone:
            self._text("Out of play", "quiet")
            self._fans([_Fan(tuple(map(_face, map(natural_piece, table.gone))))])

    def _seat(self, seat: ShownSeat, marks: Sequence[str]) -> None:
        """Draw a seat in a box: its name, its hand, its melds."""
        at, top = len(self.parts), self.y
        self.y += 8
        facts = counted(len(seat.cards) + seat.hidden, "card") + seat.facts
        x = _MARGIN + 10
        if seat.is_on_turn:
            self.parts.append(f'<path class="turn" d="M{x} {self.y + 2}l10 6-10 6z"/>')
            x += 15
        most = max(4, (self.width - x - 3 * _MARGIN) // 9 - len(facts))
        facts = facts if len(facts) * 7 < self.width - x - 80 else f"{facts[: (self.width - x - 80) // 7]}…"
        name = seat.name if len(seat.name) <= most else f"{seat.name[: most - 1]}…"
        self.parts.append(
            f'<text x="{x}" y="{self.y + 13}"><tspan class="name">{escape(name)}</tspan>'
            f'<tspan class="quiet" dx="8">{escape(facts)}</tspan></text>'
        )
        self.y += _LINE + 4
        left = list(seat.drawn)
        faces: list[_Card] = []
        for card in seat.cards:
            is_drawn = card in left
            if is_drawn:
                left.remove(card)
            faces.append(_face(natural_piece(card), is_drawn=is_drawn))
        fans = [_Fan(tuple(faces))] if faces else []
        if seat.hidden:
            fans.append(_Fan((("", _back()),) * seat.hidden, _BACK_STEP))
        melds = [_meld(meld, marks, f"m{number}" if self.meld_numbers else "") for number, meld in seat.melds]
        for row in (fans, melds) if faces else ((*fans, *melds),):
            self._fans(row, _MARGIN + 10)
        height = self.y - top - 2
        room = f'x="{_MARGIN - 4}" y="{top}" width="{self.width - 2 * _MARGIN + 8}" height="{height}" rx="9"'
        edge = f'<rect class="edge" {room}/>' if seat.is_on_turn else ""
        self.parts.insert(at, f'<rect class="box" {room}/>{edge}')
        self.y += _GAP - 4

    def _fans(self, fans: Sequence[_Fan], left: int = _MARGIN) -> None:
        """Draw fans beside each other, and in as many rows as they need."""
        x, right = left, self.width - _MARGIN - 4
        height = _CARD[1] + _GAP
        for fan in fans:
            if x > left and x + fan.width > right:
                x, self.y = left, self.y + height
            if fan.label:
                self.parts.append(f'<text class="quiet" x="{x}" y="{self.y + 16}">{escape(fan.label)}</text>')
            first = x + fan.indent
            at = first
            for attributes, inside in fan.cards:
                if at > first and at + _CARD[0] > right:
                    at, self.y = first, self.y + height
                self.parts.append(f'<g transform="translate({at} {self.y})"{attributes}>{inside}</g>')
                at += fan.step
            x = at - fan.step + _CARD[0] + _GAP
        if fans:
            self.y += height


def _meld(meld: Meld, marks: Sequence[str], label: str) -> _Fan:
    """A meld; a card that another seat laid off has the mark of that seat."""
    cards = tuple(
        _face(piece, mark="" if seat == meld.owner else marks[seat])
        for piece, seat in zip(meld.pieces, meld.by, strict=True)
    )
    return _Fan(cards, label=label)


def _face(piece: int, *, mark: str = "", is_drawn: bool = False) -> _Card:
    """A card that lies open, with its role in a box if it stands for another; a card just drawn has a dashed frame."""
    inside = [*_index(piece_card(piece))]
    inside += [_shape(piece_card(piece), 24, 39, 16)] if is_natural(piece) else _role(piece)
    if mark:
        inside.append(
            f'<circle class="bydot" cx="12" cy="{_CARD[1]}" r="8"/>'
            f'<text class="by" x="12" y="{_CARD[1] + 4}" text-anchor="middle">{escape(mark)}</text>'
        )
    if is_drawn:
        inside.append(f'<rect class="drawn" x="1" y="1" width="{_CARD[0] - 2}" height="{_CARD[1] - 2}" rx="5"/>')
    face = f'<rect class="face" width="{_CARD[0]}" height="{_CARD[1]}" rx="5"/>'
    return f' data-card="{escape(piece_text(piece))}"', "".join([face, *inside])


def _index(card: int) -> Iterator[str]:
    """The rank of a card and its suit below, in the corner that a fan leaves free."""
    if card < NATURALS:
        yield _letters(_rank_text(rank_of(card)), _class(card), "rank", 11, 18)
        yield _shape(card, 4, 22, 14)
    else:
        yield _shape(card, 3, 4, 17)
        if card == SPARE:
            yield _letters(card_text(card)[1:].upper(), "j", "role", 11, 34)


def _role(piece: int) -> Iterator[str]:
    """The card or the rank that a wild card stands for, in the lower corner."""
    role = piece_role(piece)
    if role >= NATURALS and not IN_GROUP <= role < IN_GROUP + len(RANKS):
        return
    yield '<rect class="rolebox" x="1.5" y="38.5" width="21" height="19" rx="4"/>'
    if role >= IN_GROUP:
        yield _letters(_rank_text(role - IN_GROUP), "j", "role", 12, 53)
    else:
        yield _letters(_rank_text(rank_of(role)), _class(role), "role", 7, 53, 9)
        yield _shape(role, 12, 44, 10)


def _letters(text: str, kind: str, size: str, x: int, y: int, room: int = 17) -> str:
    narrow = f' textLength="{room}" lengthAdjust="spacingAndGlyphs"' if len(text) > 1 else ""
    return f'<text class="{size} {kind}" x="{x}" y="{y}" text-anchor="middle"{narrow}>{text}</text>'


def _rank_text(rank: int) -> str:
    return "10" if RANKS[rank] == "T" else RANKS[rank]


def _class(card: int) -> str:
    return _CLASSES[suit_of(card)]


def _shape(card: int, x: int, y: int, size: int) -> str:
    """The shape of a card's suit in a square, or a star for a joker."""
    where = f'transform="translate({x} {y}) scale({size / 24:.3f})"'
    return f'<path class="{_class(card)}" {where} d="{SUIT_SHAPES[suit_of(card)]}"/>'


def _back() -> str:
    """The back of a hidden card."""
    width, height = _CARD
    return (
        f'<rect class="back" x="1" y="1" width="{width - 2}" height="{height - 2}" rx="5"/>'
        f'<path class="weave" d="M7 8h{width - 14}v{height - 16}H7zM7 {height // 2}L{width // 2} 8 {width - 7} '
        f'{height // 2} {width // 2} {height - 8}z"/>'
    )


def _stock(count: int) -> str:
    """The stock as one back with its count."""
    if not count:
        return f'<rect class="rolebox" x="1" y="1" width="{_CARD[0] - 2}" height="{_CARD[1] - 2}" rx="5"/>'
    under = f'<g transform="translate(4 3)">{_back()}</g>' if count > 1 else ""
    return (
        f'{under}{_back()}<rect class="pill" x="7" y="20" width="30" height="22" rx="11"/>'
        f'<text class="count" x="22" y="37" text-anchor="middle">{count}</text>'
    )
