"""The plugin's names, and `Gambit`, its memory of a hand: the named effect, the dealer's joker, the sealed melds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import attrs

from rummy500.hooks import (
    JOKER,
    SPARE,
    Action,
    HandMemory,
    Note,
    PublicState,
    Rules,
    State,
    StateOrView,
    View,
    hookimpl,
    piece_card,
    recall,
    remember,
)

#: The plugin, and the id of its general rule.
GAMBIT: Final = "dealers-gambit"
WILD_RULE: Final = "dealers-gambit.wild"
DOUBLE_RULE: Final = "dealers-gambit.double"
SPLIT_RULE: Final = "dealers-gambit.split"
BLOCK_RULE: Final = "dealers-gambit.block"

#: The option that sets the number of jokers, including the dealer's.
JOKERS: Final = "dealers-gambit.jokers"

#: The phase in which the dealer names the effect, and the verb of that move.
NAME: Final = "name"
BLOCK: Final = "block"

#: The effects of jokers (`dealers-gambit.wild`, `dealers-gambit.double`, `dealers-gambit.split`).
WILD: Final = "wild"
DOUBLE: Final = "double"
SPLIT: Final = "split"
EFFECTS: Final = (WILD, DOUBLE, SPLIT)
#: What jokers do, in words.
DOING: Final = {WILD: "are wild cards", DOUBLE: "double melds", SPLIT: "split the pile"}

#: The suffixes of the moves `meld` and `take`, and the words that follow.
DOUBLED: Final = "doubled"
BELOW: Final = "below"
ABOVE: Final = "above"
WITH: Final = "with"

#: The dealer's joker lies face up beside the stock; has been used; or lies under another joker.
LIES: Final = "lies"
USED: Final = "used"
DEAD: Final = "dead"


@attrs.frozen
class Gambit:
    """The memory of Dealer's gambit during a hand.

    Attributes:
        named: the named effect of jokers: `wild`, `double` or `split`; empty before the dealer has named it.
        joker: the dealer's joker: `lies`, `used` or `dead`.
        sealed: the doubled melds, by their numbers from 1.
    """

    named: str = ""
    joker: str = LIES
    sealed: tuple[int, ...] = ()


def gambit(rules: Rules, where: StateOrView) -> Gambit:
    """The record in a state or a view; with a joker in a meld, the named effect is `wild` even if none is recorded."""
    record = recall(rules, where, Gambit)
    if not record.named and is_melded(where, JOKER, SPARE):
        return attrs.evolve(record, named=WILD)
    return record


def is_melded(where: StateOrView, *cards: int) -> bool:
    """Whether one of some cards lies in a meld."""
    return any(piece_card(piece) in cards for meld in where.public.table for piece in meld.pieces)


def joker_lies(rules: Rules, where: StateOrView) -> bool:
    """Whether the dealer's joker can still be used; one in a meld cannot, whatever the record has."""
    return gambit(rules, where).joker == LIES and not is_melded(where, SPARE)


def with_joker(rules: Rules, view: View, joker: str) -> View:
    """Record in a view that the dealer's joker is used or dead."""
    return remember(rules, view, attrs.evolve(gambit(rules, view), joker=joker))


def _after(rules: Rules, _before: State, _action: Action, state: State) -> Gambit:
    """Record as used a dealer's joker that was played as a wild card."""
    record = gambit(rules, state)
    return attrs.evolve(record, joker=USED) if record.joker == LIES and is_melded(state, SPARE) else record


# No pocket: this is one card of the side pack, which is played from where it lies and never comes back.
def _cards(record: Gambit) -> tuple[int, ...]:
    """The dealer's joker, while it lies aside."""
    return (SPARE,) if record.joker == LIES else ()


def _notes(_rules: Rules, public: PublicState, record: Gambit) -> Iterator[Note]:
    """Say what jokers do, where the dealer's joker is, and which melds are sealed."""
    if record.named:
        yield Note("jokers", DOING[record.named])
    dealers = {LIES: "lies beside the stock", USED: "has been used", DEAD: "is blocked"}
    yield Note("dealer's joker", dealers[record.joker], public.match.dealer)
    if record.sealed:
        yield Note("sealed", "{melds}", facts={"melds": " ".join(f"m{number}" for number in record.sealed)})


@hookimpl
def memory() -> HandMemory:
    """Declare the memory, which every seat sees."""
    return HandMemory(Gambit, after=_after, cards=_cards, notes=_notes)
