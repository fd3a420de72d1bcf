"""The model of the machine: where all cards are, by what it has been told of each action and nothing else."""

from __future__ import annotations

from collections import Counter
from typing import Final, TypeAlias

import attrs

from rummy500.actions import (
    CALL,
    DECK,
    PASS,
    TAKE,
    USE_GROUP,
    USE_LAY,
    USE_NONE,
    USE_RUN,
    Action,
)
from rummy500.cards import SPARE, cards_of, cards_text
from rummy500.melds import piece_text
from rummy500.rules import Rules
from rummy500.state import State
from rummy500.testing.model.known import answered, cards_drawn, core_effect

Faces: TypeAlias = Counter[int]
#: The seat that began a meld, and each of its pieces with the seat that played it.
Lying: TypeAlias = tuple[int, Counter[tuple[int, int]]]

_USES: Final = (USE_NONE, USE_RUN, USE_GROUP, USE_LAY)


@attrs.define
class Told:
    """Where the cards are.

    Attributes:
        hands: the cards of each seat.
        stock: the stock, the next card first.
        pile: the discard pile, the oldest card first.
        melds: what lies on the table, in the order in which it was begun.
    """

    hands: list[Faces]
    stock: list[int]
    pile: list[int]
    melds: list[Lying]

    def tell(self, rules: Rules, action: Action, *, phase: str, to_act: int) -> bool:
        """Take in an action that was done.

        Args:
            rules: the rules in force.
            action: the action, or an outcome of chance.
            phase: the phase in which it was done.
            to_act: the seat whose turn it was.

        Returns:
            Whether the model knows where the cards are now; not where a plugin says what the action moves.
        """
        if action.use not in _USES or not core_effect(rules, action, phase):
            return False
        if action.verb in (TAKE, CALL) and answered(rules, "pile_brings"):
            return False
        seat = to_act if action.seat == DECK else action.seat
        match action.verb:
            case "draw":
                self._draw(seat, cards_drawn(rules))
            case "reshuffle":
                self.stock, self.pile = list(action.cards), self.pile[-1:]
                self._draw(seat, cards_drawn(rules))
            case "discard":
                self.hands[seat] -= Counter([action.card])
                self.pile.append(action.card)
            case "call" if rules.options["call"] == "last-discard":
                self.pile.pop()
                self._put(action)
            case "take" | "call":
                self.hands[seat] += Counter(self.pile[-action.depth :])
                del self.pile[-action.depth :]
                self._play(action)
            case "meld" | "lay":
                self._play(action)
            case _:
                return action.verb == PASS
        return True

    def difference(self, now: Told) -> str | None:
        """What lies elsewhere in another telling, in words; `None` if nothing does."""
        for seat, (told, held) in enumerate(zip(self.hands, now.hands, strict=True)):
            if told != held:
                return f"seat {seat} should hold {_text(told)} and holds {_text(held)}"
        if self.pile != now.pile:
            return f"the pile should be {cards_text(self.pile)} and is {cards_text(now.pile)}"
        if self.stock != now.stock:
            return f"the stock should be {cards_text(self.stock)} and is {cards_text(now.stock)}"
        if len(self.melds) != len(now.melds):
            return f"there should be {len(self.melds)} melds on the table and there are {len(now.melds)}"
        for number, (due, lying) in enumerate(zip(self.melds, now.melds, strict=True), 1):
            if due != lying:
                return f"m{number} should be {_played(due)} and is {_played(lying)}"
        return None

    def _draw(self, seat: int, many: int) -> None:
        self.hands[seat] += Counter(self.stock[:many])
        del self.stock[:many]

    def _play(self, action: Action) -> None:
        """From the hand to the table, if anything is played; a spare card comes from beside the hand."""
        if action.use:
            self.hands[action.seat] -= Counter(piece % 64 for piece in action.pieces if piece % 64 != SPARE)
            self._put(action)

    def _put(self, action: Action) -> None:
        pieces = Counter((piece, action.seat) for piece in action.pieces)
        if action.use == USE_LAY:
            owner, lying = self.melds[action.on]
            self.melds[action.on] = (owner, lying + pieces)
        else:
            self.melds.append((action.seat, pieces))


def told_by(state: State) -> Told:
    """Where a state says that the cards are."""
    return Told(
        [Counter(cards_of(hand)) for hand in state.hands],
        list(state.stock),
        list(state.public.pile),
        [(meld.owner, Counter(zip(meld.pieces, meld.by, strict=True))) for meld in state.public.table],
    )


def _text(cards: Faces) -> str:
    return cards_text(sorted(cards.elements())) or "nothing"


def _played(meld: Lying) -> str:
    owner, pieces = meld
    every = [f"{seat}:{piece_text(piece)}" for piece, seat in sorted(pieces.elements())]
    return f"begun by {owner} with {' '.join(every)}"
