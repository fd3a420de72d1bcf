"""Persian: partners, and four jokers that are cards of their own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from proofs.oracle.cards import JOKER, Card, refuse_if
from proofs.oracle.catalogue import Catalogue
from proofs.oracle.options import Options, own_option, with_plugin
from proofs.oracle.shapes import Group, LayOff, NewMeld, Run, Shape, TableMeld, Use, group_order
from proofs.oracle.variants.partnership import Partnership

#: persian.game: the plugin's settings under any preset; an option of the game may change one.
SETS: Final[dict[str, str | int]] = {
    "deck.jokers": 4,
    "deck.packs": 1,
    "meld.group-suits": "any",
    "stock.empty": "pile",
    "call": "none",
}

#: Further settings of flavour 003; flavour 001 has the ace rules of the base game.
SETS_003: Final[dict[str, str | int]] = {"meld.ace": "high"}
FIXES_003: Final[dict[str, str | int]] = {"score.ace": "by-use"}  # not `one`: "always 15"

MOST_JOKERS: Final = 4


class Persian(Partnership):
    """The rules of Persian in either flavour."""

    @classmethod
    def of(cls, source: Mapping[str, Any]) -> Catalogue:
        """Combine the preset, the settings of Persian and its flavour, and the options of the game."""
        flavour = own_option(source, "persian.flavour", ("003", "001"))
        if flavour == "003":
            rules = super().of(with_plugin(source, "persian", SETS | SETS_003, FIXES_003))
        else:
            rules = super().of(with_plugin(source, "persian", SETS))
        rules.options = Options({**rules.options.values, "persian.flavour": flavour})
        return rules

    def deducts_at_stock_end(self) -> bool:
        """003 deducts when nobody takes any more; 001 does not say so."""
        return self.options.word("persian.flavour") == "003" or super().deducts_at_stock_end()

    # persian.jokers

    def wild(self, face: str) -> bool:
        """persian.jokers: they are not wild, and nothing else is."""
        return False

    def run(self, cards: tuple[Card, ...]) -> Run:
        """persian.jokers: not in runs."""
        refuse_if(any_joker(cards), "persian.jokers")
        return super().run(cards)

    def longer_run(self, run: Run, cards: tuple[Card, ...]) -> Run:
        """persian.jokers: not in runs."""
        refuse_if(any_joker(cards), "persian.jokers")
        return super().longer_run(run, cards)

    def group(self, cards: tuple[Card, ...]) -> Group:
        """persian.jokers: three or four jokers, beside no other card and in no role."""
        if not any_joker(cards):
            return super().group(cards)
        refuse_if(any(card.face != JOKER or bool(card.role) for card in cards), "persian.jokers")
        refuse_if(len(cards) > MOST_JOKERS, "persian.jokers")
        return Group(group_order(cards))

    def uses(self, cards: Iterable[str], table: Sequence[TableMeld]) -> Iterator[Use]:
        """Also groups of jokers, and jokers laid off on those."""
        kept = list(cards)
        yield from super().uses(kept, table)
        for size in range(1, kept.count(JOKER) + 1):
            jokers = (Card(JOKER),) * size
            yield NewMeld("group", jokers)
            for number, meld in enumerate(table, 1):
                if any_joker(meld.shape.cards):
                    yield LayOff(jokers, number)

    # For meld.first-minimum

    def card_points(self, card: Card, shape: Shape) -> int:
        """persian.game: face values; persian.jokers: 20 points each; flavour 003: an ace is always 15."""
        if card.face == JOKER:
            return 20
        if card.rank == "A" and self.options.word("persian.flavour") == "003":
            return 15
        return super().card_points(card, shape)


def any_joker(cards: Iterable[Card]) -> bool:
    """Whether a joker is among them."""
    return any(card.face == JOKER for card in cards)
