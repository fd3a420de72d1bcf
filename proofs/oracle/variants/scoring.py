"""Other scores: `score.ace-fifteen`, `score.ace-25`, `score.ace-hundred`, `score.ten-five`, `score.fifths`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from proofs.oracle.cards import JOKER, Card
from proofs.oracle.catalogue import Catalogue
from proofs.oracle.counting import Counting, Ended
from proofs.oracle.options import Options, own_option, preset_values, with_plugin
from proofs.oracle.shapes import Group, Run, Shape

ACE = "scoring.ace"
TEN_FIVE = "scoring.ten-five"
FIFTHS = "scoring.fifths"
ALWAYS = {"fifteen": 15, "twenty-five": 25}


class Scoring(Counting):
    """Card values: they matter for legality only if there is an opening minimum."""

    @classmethod
    def of(cls, source: Mapping[str, Any]) -> Catalogue:
        """score.fifths: the preset's target and first minimum are divided, one asked for is not."""
        own: dict[str, str | int] = {
            ACE: own_option(source, ACE, ("by-use", "fifteen", "twenty-five", "hundred")),
            TEN_FIVE: int(own_option(source, TEN_FIVE, (False, True))),
            FIFTHS: int(own_option(source, FIFTHS, (False, True))),
        }
        preset = preset_values(source["rules"].get("preset", "pagat"))
        divided = ("match.target", "meld.first-minimum") if own[FIFTHS] else ()
        rules = super().of(with_plugin(source, "scoring", {name: int(preset[name]) // 5 for name in divided}))
        rules.options = Options({**rules.options.values, **own})
        return rules

    def card_points(self, card: Card, shape: Shape) -> int:
        """score.fifths: all card points divided by five."""
        whole = self.whole_points(card, shape)
        return whole // 5 if self.options.number(FIFTHS) else whole

    def whole_points(self, card: Card, shape: Shape) -> int:
        """score.ten-five, and for aces `scoring.ace` before it; a joker in an ace's place is a joker.

        score.ace-hundred: "high aces are 15", so what a low one counts is for the other rules.
        """
        ace = self.options.word(ACE)
        low = isinstance(shape, Run) and shape.low == 1
        if card.face[0] == "A" and ace in ALWAYS:
            return ALWAYS[ace]
        if card.face[0] == "A" and ace == "hundred" and not low:
            return 15
        if self.options.number(TEN_FIVE):
            return 10 if card.face != JOKER and card.rank in "TJQK" else 5
        return super().card_points(card, shape)

    def bonus(self, hand: Ended, seat: int) -> int:
        """score.ace-hundred: four natural aces of one player in one group are 100 instead of 60; a fifth of all."""
        more = super().bonus(hand, seat)
        if self.options.word(ACE) == "hundred":
            groups = [cards for shape, cards in hand.melds if isinstance(shape, Group)]
            mine = [[card.face[0] for owner, card in cards if owner == seat] for cards in groups]
            more += sum(40 for ranks in mine if ranks.count("A") >= 4)
        return more // 5 if self.options.number(FIFTHS) else more
