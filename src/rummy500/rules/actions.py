"""`Action`: one whole decision of one seat, or one outcome of chance.

`docs/design/words.md` explains actions, moves, plays, uses and our other words.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, final

from rummy500.base.inputs import quoted
from rummy500.base.records import record
from rummy500.cards.cards import Bag, card_text, cards_text
from rummy500.cards.pieces import Pieces, piece_text, pieces_bag

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
#: In `Turn.plays` alone: a natural card was put in place of a wild one of the seat's own (`swap_card`).
USE_SWAP: Final = "swap"


@final
@record
class Action:
    """One whole decision of one seat, or one outcome of chance.

    Actions compare and hash by their fields. `text` writes one; `rummy500.notation` reads it, and has the JSON.

    Attributes:
        seat: who acts, from 0; `DECK` (-1) for an outcome of chance (`of_seat`).
        verb: the kind of move: `draw`, `take`, `meld`, `lay`, `discard`, `call`, `pass`, `reshuffle`, or a plugin's.
        card: the card that is taken or discarded; -1 where there is none.
        depth: for a take, the depth of its card in the pile, 1 for the top; for a call, of its deepest card; else 0.
        use: how `pieces` are played: `run`, `group`, `lay`, a plugin's word, or nothing.
        pieces: the cards played, in their roles, in canonical order.
        on: for a lay-off, the place of the meld on the table, from 0; else -1.
        cards: the order of a reshuffle, the next card first; empty for other actions.
        extra: the words that a plugin adds.
    """

    seat: int
    verb: str
    card: int = NONE
    depth: int = 0
    use: str = USE_NONE
    pieces: Pieces = ()
    on: int = NONE
    cards: bytes = b""
    extra: tuple[str, ...] = ()

    @property
    def of_seat(self) -> int | None:
        """Who acts, from 0; `None` for an outcome of chance."""
        return self.seat if self.seat != DECK else None

    @property
    def bag(self) -> Bag:
        """The cards that the action plays to the table, as a bag."""
        return pieces_bag(self.pieces)

    def __repr__(self) -> str:
        """The seat and the action as text, but only the number of `cards`: their order is secret, and long."""
        text = str(self)
        if self.cards:
            text = text.replace(cards_text(self.cards), f"({len(self.cards)} cards)")
        return f"<Action {text}>"

    def __str__(self) -> str:
        """The seat and the action as text, with a depth after every card that is taken or called."""
        return self.seated()

    def seated(self, pile: bytes | None = None) -> str:
        """The seat and the action as text; `pile` as for `text`."""
        return f"{'deck' if self.seat == DECK else self.seat}: {self.text(pile)}"

    def text(self, pile: bytes | None = None, show: Callable[[str], str] = str) -> str:
        """The action as text, without its seat.

        Args:
            pile: the discard pile, oldest card first. The depth of a take or a call is then written only if the action
                does not mean the copies nearest the top; without a pile it is always written.
            show: shows each card, given as text.
        """
        text = self._plain_text(pile, show)
        return f"{text} {' '.join(self.extra)}" if self.extra else text

    def _plain_text(self, pile: bytes | None, show: Callable[[str], str]) -> str:
        """The text without the words that a plugin adds."""
        if self.verb == TAKE:
            marked = pile is None or nearest_depth(pile, [self.card]) != self.depth
            target = f"take {show(card_text(self.card))}{f'/{self.depth}' if marked else ''}"
            return f"{target} with {self.use_text(show)}" if self.use else target
        if self.verb == CALL:
            return f"call {self.use_text(show, marked=self._call_mark(pile))}"
        if self.verb == RESHUFFLE:
            return f"reshuffle {cards_text(self.cards)}".rstrip()
        card = [show(card_text(self.card))] if self.card != NONE else []
        return " ".join([self.verb, *card, *([self.use_text(show)] if self.use else [])])

    def use_text(self, show: Callable[[str], str] = str, *, marked: int = NONE) -> str:
        """The cards that the action plays, as text: `[4h 5h 6h]`, `{9s 9h *=9}`, `Th Jh on m1`.

        Args:
            show: as for `text`.
            marked: the index of the piece that the depth is written after, -1 for none.
        """
        texts = [show(piece_text(piece)) for piece in self.pieces]
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
        """The index of the piece of a call that the depth is written after, -1 for none."""
        if pile is None:
            return 0
        cards = [piece & 63 for piece in self.pieces]
        if nearest_depth(pile, cards) == self.depth:
            return NONE
        deepest = pile[-self.depth] if 0 < self.depth <= len(pile) else NONE
        return cards.index(deepest) if deepest in cards else 0


#: The type of each field, as in any action.
_TYPES: Final[dict[str, type[object]]] = {
    name: type(getattr(Action(DECK, PASS), name)) for name in Action.__match_args__
}
#: The name of each type in errors.
_KINDS: Final[dict[type[object], str]] = {int: "a plain whole number", str: "a text", bytes: "bytes", tuple: "a tuple"}


def check_fields(action: Action) -> None:
    """Refuse an action with a field of a wrong type: `True` equals 1, but would be saved as `true`."""
    for name, kind in _TYPES.items():
        value = getattr(action, name)
        if type(value) is not kind:
            raise TypeError(f"the {name} of an action is {_KINDS[kind]}, not {quoted(value)}")
    for piece in action.pieces:
        if type(piece) is not int:
            raise TypeError(f"the pieces of an action are plain whole numbers, not {quoted(piece)}")
    for word in action.extra:
        if type(word) is not str:
            raise TypeError(f"the extra words of an action are texts, not {quoted(word)}")


def nearest_depth(pile: bytes, cards: Sequence[int]) -> int:
    """The depth of the deepest of some cards, each the copy nearest the top; 0 if the pile lacks one of them."""
    left = list(cards)
    for depth, card in enumerate(reversed(pile), 1):
        if card in left:
            left.remove(card)
            if not left:
                return depth
    return 0


def reshuffle(order: bytes) -> Action:
    """Make the action `deck: reshuffle 4h 2c ...`; the first card of the order is drawn next."""
    return Action(DECK, RESHUFFLE, cards=order)
