"""`stock.no-deduction`, which comes with the preset `wikipedia`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from proofs.oracle.actions import VERBS
from proofs.oracle.catalogue import Catalogue
from proofs.oracle.counting import Counting, Ended
from proofs.oracle.options import Options, own_option, with_plugin

NO_DEDUCTION = "wikipedia.no-deduction"


class Wikipedia(Counting):
    """stock.no-deduction; the card values of the preset are those of five-ten-fifteen."""

    @classmethod
    def of(cls, source: Mapping[str, Any]) -> Catalogue:
        """On another preset the plugin changes nothing but the end of a hand."""
        free = own_option(source, NO_DEDUCTION, (True, False))
        rules = super().of(with_plugin(source, "wikipedia", {}))
        rules.options = Options({**rules.options.values, NO_DEDUCTION: int(free)})
        return rules

    def deducts(self, hand: Ended) -> bool:
        """Not where the stock ran out and no seat could have taken, unless a variant's own text deducts there."""
        by_stock = hand.out is None and hand.action.split()[1] in VERBS  # no move of a variant has ended it
        free = by_stock and not self.deducts_at_stock_end() and self.options.number(NO_DEDUCTION)
        return super().deducts(hand) and not (free and not self.anybody_could_take(hand))

    def anybody_could_take(self, hand: Ended) -> bool:
        """Return whether some seat could have taken a card if it had been its turn to draw."""
        kept = {name: value for name, value in hand.source.items() if name not in ("turn", "drawn", "taken")}
        for seat in range(hand.position.seats):
            # With a card of the stock the hand is not over; a take does not look at it.
            asked = self.read(kept | {"phase": "draw", "to_act": seat, "stock": "2c"})
            takes = self.every_action_of(asked, seat, "take")
            if any(self.refusal(asked, take) is None for take in takes):
                return True
        return False
