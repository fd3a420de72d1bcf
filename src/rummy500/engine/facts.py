"""`ViewFacts`: what generators of moves need to know of a view, each fact found once, when it is first asked for.

`docs/design/words.md` explains facts and our other words.
"""

from __future__ import annotations

from typing import final

from rummy500.actions import Action
from rummy500.cards.cards import Bag
from rummy500.engine.plays import at_hand
from rummy500.engine.stranding import FinishCheck
from rummy500.engine.taking import TakeFacts
from rummy500.rules.rules import Rules
from rummy500.state import View


@final
class ViewFacts:
    """Facts about a view, each found once. They belong to one question, and all generators share them.

    Attributes:
        rules: the rules.
        view: what the seat sees.
        hand: the cards that the seat may play: its hand, and what lies aside for it.
    """

    __slots__ = ("_barred", "_finish", "_takes", "hand", "rules", "view")

    def __init__(self, rules: Rules, view: View) -> None:
        self.rules = rules
        self.view = view
        self.hand = view.hand if rules.melding.side_cards is None else at_hand(rules, view)
        self._barred: Bag | None = None
        self._finish: FinishCheck | None = None
        self._takes: TakeFacts | None = None

    @property
    def is_natural(self) -> bool:
        """Whether plays of the hand can be looked up: no card of it is wild, and shapes never change."""
        return self.rules.plays_looked_up and not self.hand & self.rules.melding.finder.wild_bits

    @property
    def piled(self) -> int:
        """Each face of the pile, as a bag."""
        return self.rules.cache.piled(self.view.public.pile)

    @property
    def barred(self) -> Bag:
        """The cards of the hand that may not be discarded, as a bag."""
        barred = self._barred
        if barred is None:
            barred = self._barred = self.rules.turn.barred(self.rules, self.view)
        return barred

    @property
    def finish(self) -> FinishCheck:
        """Answers after which plays the turn can still end (`turn.no-stranding`)."""
        if self._finish is None:
            self._finish = FinishCheck(self.rules, self.view, self.barred)
        return self._finish

    @property
    def takes(self) -> TakeFacts:
        """Facts about taking the cards of the pile."""
        if self._takes is None:
            self._takes = TakeFacts(self.rules, self.view)
        return self._takes

    def finishing(self, plays: list[Action]) -> list[Action]:
        """Keep the melds and lay-offs of the hand after which the turn can still end."""
        finish = self.finish
        free = finish.free
        if all(len(play.pieces) <= free for play in plays):
            return plays
        return [play for play in plays if finish.allows(play.use, play.pieces, play.on)]
