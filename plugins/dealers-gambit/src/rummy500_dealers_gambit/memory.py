"""What is remembered of a hand: the effect that was named, the dealer's joker, the sealed melds."""

from __future__ import annotations

from typing import Final

import attrs

from rummy500.hooks import JOKER, SPARE, Action, HandMemory, Rules, State, View, hookimpl, piece_card, recall, remember
from rummy500_dealers_gambit.names import WILD

#: The dealer's joker lies face up beside the stock; it has been used; it lies under another joker.
LIES: Final = "lies"
USED: Final = "used"
DEAD: Final = "dead"


@attrs.frozen
class Gambit:
    """What Dealer's gambit remembers.

    Attributes:
        named: what jokers do this hand: `wild`, `double`, `split`, or nothing before the dealer has named it.
        joker: where the dealer's joker is: `lies`, `used` or `dead`.
        sealed: the doubled melds, by their numbers from 1.
    """

    named: str = ""
    joker: str = LIES
    sealed: tuple[int, ...] = ()


def gambit(rules: Rules, where: State | View) -> Gambit:
    """The record in a state or a view; a joker that lies in a meld tells that jokers are wild."""
    record = recall(rules, where, Gambit)
    if not record.named and _wild_on_table(where):
        return attrs.evolve(record, named=WILD)
    return record


def _wild_on_table(where: State | View) -> bool:
    return any(piece_card(piece) >= JOKER for meld in where.public.table for piece in meld.pieces)


def joker_lies(rules: Rules, where: State | View) -> bool:
    """Whether the dealer's joker can still be used; one that lies in a meld is used, whatever the record says."""
    return gambit(rules, where).joker == LIES and not on_table(where)


def on_table(where: State | View) -> bool:
    """Whether the dealer's joker has been melded."""
    return any(piece_card(piece) == SPARE for meld in where.public.table for piece in meld.pieces)


def with_joker(rules: Rules, view: View, joker: str) -> View:
    """The view with the dealer's joker used or dead."""
    return remember(rules, view, attrs.evolve(gambit(rules, view), joker=joker))


def _after(rules: Rules, _before: State, _action: Action, state: State) -> Gambit:
    """A dealer's joker that was played as a wild card is used."""
    record = gambit(rules, state)
    return attrs.evolve(record, joker=USED) if record.joker == LIES and on_table(state) else record


def _cards(record: Gambit) -> tuple[int, ...]:
    """The dealer's joker, while it lies aside."""
    return (SPARE,) if record.joker == LIES else ()


@hookimpl
def memory() -> HandMemory:
    """The record, which lies open to all."""
    return HandMemory(Gambit(), _after, _cards)
