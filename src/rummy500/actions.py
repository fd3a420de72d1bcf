"""Actions: one action is one whole decision of one seat, or one outcome of chance of the deck."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from rummy500.cards import card_text, cards_text
from rummy500.melds.pieces import Pieces, piece_text, pieces_bag
from rummy500.quoting import quoted
from rummy500.records import seal

#: The "seat" of chance: `deck: reshuffle ...`.
DECK: Final = -1
#: No card, no meld on the table.
NONE: Final = -1

DRAW: Final = "draw"
TAKE: Final = "take"
MELD: Final = "meld"
LAY: Final = "lay"
DISCARD: Final = "discard"
CALL: Final = "call"
PASS: Final = "pass"  # noqa: S105 - a word of the game
RESHUFFLE: Final = "reshuffle"

#: How the pieces of an action are used: nothing is played, a new run, a new group, a lay-off.
USE_NONE: Final = ""
USE_RUN: Final = "run"
USE_GROUP: Final = "group"
USE_LAY: Final = "lay"


@final
class Action:
    """An action.

    Actions compare and hash by what they are; text and JSON are in `rummy500.notation`.

    Attributes:
        seat: who acts, from 0; `DECK` (-1) for an outcome of chance.
        verb: the kind of move: `draw`, `take`, `meld`, `lay`, `discard`, `call`, `pass`, `reshuffle`, or a plugin's.
        card: the card that is taken or discarded; -1 where there is none.
        depth: for a take or a call the place in the pile down to which it takes, 1 for the top; else 0.
        use: how `pieces` are played: `run`, `group`, `lay`, a plugin's word, or nothing.
        pieces: the cards played, in their roles, in canonical order.
        on: for a lay-off the meld on the table, from 0; else -1.
        cards: cards named beside those: the order of a reshuffle.
        extra: what a plugin adds, as words.
    """

    __match_args__: Final = ("seat", "verb", "card", "depth", "use", "pieces", "on", "cards", "extra")
    __slots__ = __match_args__

    seat: Final[int]
    verb: Final[str]
    card: Final[int]
    depth: Final[int]
    use: Final[str]
    pieces: Final[Pieces]
    on: Final[int]
    cards: Final[bytes]
    extra: Final[tuple[str, ...]]

    def __init__(  # noqa: PLR0913, PLR0917 - one argument for each field
        self,
        seat: int,
        verb: str,
        card: int = NONE,
        depth: int = 0,
        use: str = USE_NONE,
        pieces: Pieces = (),
        on: int = NONE,
        cards: bytes = b"",
        extra: tuple[str, ...] = (),
    ) -> None:
        self.seat = seat
        self.verb = verb
        self.card = card
        self.depth = depth
        self.use = use
        self.pieces = pieces
        self.on = on
        self.cards = cards
        self.extra = extra

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Action):
            return NotImplemented
        return (
            self.seat == other.seat
            and self.verb == other.verb
            and self.card == other.card
            and self.depth == other.depth
            and self.use == other.use
            and self.pieces == other.pieces
            and self.on == other.on
            and self.cards == other.cards
            and self.extra == other.extra
        )

    def __hash__(self) -> int:
        return hash(
            (self.seat, self.verb, self.card, self.depth, self.use, self.pieces, self.on, self.cards, self.extra)
        )

    def __reduce__(self) -> tuple[object, ...]:
        return Action, (
            self.seat,
            self.verb,
            self.card,
            self.depth,
            self.use,
            self.pieces,
            self.on,
            self.cards,
            self.extra,
        )

    @property
    def bag(self) -> int:
        """The cards that the action plays to the table, as a bag."""
        return pieces_bag(self.pieces)

    def __repr__(self) -> str:
        """The fields; of a reshuffle only how many cards it orders, since logs are full of this."""
        fields = [
            f"{name}={getattr(self, name)!r}" for name in ("seat", "verb", "card", "depth", "use", "pieces", "on")
        ]
        return f"Action({', '.join(fields)}, cards=<{len(self.cards)}>, extra={self.extra!r})"

    def __str__(self) -> str:
        """The action as text, every take and call marked by its depth."""
        return self.seated()

    def seated(self, pile: bytes | None = None) -> str:
        """The seat and the action as text; `pile` as for `text`."""
        return f"{'deck' if self.seat == DECK else self.seat}: {self.text(pile)}"

    def text(self, pile: bytes | None = None) -> str:
        """The action as text, without its seat.

        Args:
            pile: the discard pile that it is about, oldest card first. A take or a call is then marked only where it
                does not mean the copies nearest the top; without it every one is marked.
        """
        text = self._plain_text(pile)
        return f"{text} {' '.join(self.extra)}" if self.extra else text

    def _plain_text(self, pile: bytes | None) -> str:
        """The text without what a plugin adds."""
        if self.verb == TAKE:
            marked = pile is None or nearest_depth(pile, [self.card]) != self.depth
            target = f"take {card_text(self.card)}{f'/{self.depth}' if marked else ''}"
            return f"{target} with {self.use_text()}" if self.use else target
        if self.verb == CALL:
            return f"call {self.use_text(marked=self._call_mark(pile))}"
        if self.verb == RESHUFFLE:
            return f"reshuffle {cards_text(self.cards)}"
        card = [card_text(self.card)] if self.card != NONE else []
        return " ".join([self.verb, *card, *([self.use_text()] if self.use else [])])

    def use_text(self, *, marked: int = NONE) -> str:
        """What the action plays: `[4h 5h 6h]`, `{9s 9h *=9}`, `Th Jh on m1`.

        Args:
            marked: the piece behind which the depth stands, -1 for none.
        """
        texts = [piece_text(piece) for piece in self.pieces]
        if marked >= 0 and texts:
            texts[marked] += f"/{self.depth}"
        inside = " ".join(texts)
        if self.use == USE_RUN:
            return f"[{inside}]"
        if self.use == USE_GROUP:
            return f"{{{inside}}}"
        laid = f"{inside} on m{self.on + 1}"
        return laid if self.use == USE_LAY else f"{self.use} {laid}"

    def _call_mark(self, pile: bytes | None) -> int:
        """Which piece of a call is marked, -1 for none."""
        if pile is None:
            return 0
        cards = [piece & 63 for piece in self.pieces]
        if nearest_depth(pile, cards) == self.depth:
            return NONE
        deepest = pile[-self.depth] if 0 < self.depth <= len(pile) else NONE
        return cards.index(deepest) if deepest in cards else 0


seal(Action)

#: The types of fields, for errors.
_KINDS: Final = {int: "a plain whole number", str: "a text", bytes: "bytes", tuple: "a tuple"}


def check_fields(action: Action) -> None:
    """Refuse an action with a field of another type: `True` equals 1, say, and would be saved as `true`.

    Raises:
        TypeError: naming the field.
    """
    fields: tuple[tuple[str, object, type], ...] = (
        ("seat", action.seat, int), ("verb", action.verb, str), ("card", action.card, int),
        ("depth", action.depth, int), ("use", action.use, str), ("pieces", action.pieces, tuple),
        ("on", action.on, int), ("cards", action.cards, bytes), ("extra", action.extra, tuple),
    )  # fmt: skip
    for name, value, kind in fields:
        if type(value) is not kind:
            raise TypeError(f"the {name} of an action is {_KINDS[kind]}, not {quoted(value)}")
    for piece in action.pieces:
        if type(piece) is not int:
            raise TypeError(f"the pieces of an action are plain whole numbers, not {quoted(piece)}")
    for word in action.extra:
        if type(word) is not str:
            raise TypeError(f"the extra words of an action are texts, not {quoted(word)}")


def nearest_depth(pile: bytes, cards: Sequence[int]) -> int:
    """How deep the copies nearest the top lie, taken together; 0 if the pile does not hold them."""
    left = list(cards)
    for depth, card in enumerate(reversed(pile), 1):
        if card in left:
            left.remove(card)
            if not left:
                return depth
    return 0


def reshuffle(order: bytes) -> Action:
    """`deck: reshuffle 4h 2c ...`, the next card first."""
    return Action(DECK, RESHUFFLE, cards=order)
