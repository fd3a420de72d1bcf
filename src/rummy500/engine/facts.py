"""`ViewFacts`: what generators of moves need to know of a view, each fact found once, when it is first asked for.

`docs/design/words.md` explains facts and our other words.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import final

from rummy500.actions import Action
from rummy500.cards import bag_of, faces_bag
from rummy500.engine.plays import at_hand
from rummy500.engine.stranding import FinishCheck
from rummy500.engine.taking import view_with, view_with_places
from rummy500.rules import Rules
from rummy500.state import View


@final
class ViewFacts:
    """Facts about a view, each found once. They belong to one question, and all generators share them.

    Args:
        rules: the rules.
        view: what the seat sees.

    Attributes:
        rules: the rules.
        view: what the seat sees.
        hand: the cards that the seat may play: its hand, and what lies aside for it.
        is_natural: plays of the hand can be looked up: no card of it is wild, and shapes never change.
    """

    __slots__ = ("_barred", "_finish", "_piled", "_takes", "hand", "is_natural", "rules", "view")

    def __init__(self, rules: Rules, view: View) -> None:
        self.rules = rules
        self.view = view
        melding = rules.melding
        self.hand = view.hand if melding.side_cards is None else at_hand(rules, view)
        self.is_natural = rules.plays_looked_up and not self.hand & melding.finder.wild_bits
        self._barred = -1
        self._finish: FinishCheck | None = None
        self._takes: TakeFacts | None = None
        self._piled = -1

    @property
    def piled(self) -> int:
        """Each face of the pile, as a bag."""
        if self._piled < 0:
            self._piled = faces_bag(self.view.public.pile)
        return self._piled

    @property
    def barred(self) -> int:
        """The cards of the hand that may not be discarded, as a bag."""
        barred = self._barred
        if barred < 0:
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
        rules = self.rules
        if (
            rules.turn.melding_goes_out
            and not rules.melding.opening_minimum
            and rules.melding.side_cards is None
            and not self.barred
        ):
            return plays  # a card stays that may be discarded, or every card is melded
        finish = self.finish
        longest = finish.free
        for each in plays:
            if len(each.pieces) > longest:
                return [play for play in plays if finish.allows(play.use, play.pieces, play.on)]
        return plays


@final
class TakeFacts:
    """Facts about taking each card of the pile: what comes with it, and what the seat sees then.

    Args:
        rules: the rules.
        view: what the seat sees before it takes.
    """

    __slots__ = ("_after", "_depth", "_free", "_places", "_rules", "_view")

    def __init__(self, rules: Rules, view: View) -> None:
        self._rules = rules
        self._view = view
        self._places: dict[int, tuple[int, ...]] = {}
        #: The depth of the card whose taking was asked about last, the view after it, and how many cards a play there
        #: may have that leaves one to discard; -1 if that has not been asked.
        self._depth = 0
        self._after = view
        self._free = -1

    def places(self, depth: int) -> tuple[int, ...] | None:
        """The places of the cards that come with the one at a depth of the pile.

        Returns:
            Nothing for a card that cannot be taken; `None` where every card comes with those above it.
        """
        brings = self._rules.turn.pile_brings
        if brings is None:
            return None
        places = self._places.get(depth)
        if places is None:
            places = self._places[depth] = brings(self._rules, self._view, depth)
        return places

    def cards_with(self, depth: int) -> int:
        """The cards that come with the one at a depth of the pile, as a bag."""
        pile = self._view.public.pile
        places = self.places(depth)
        if places is None or len(places) == len(pile):
            return bag_of(pile if places else pile[-depth:])
        return bag_of([pile[-place] for place in places])

    @property
    def every_places(self) -> list[tuple[int, ...]] | None:
        """The places as above for each card of the pile, the top first; `None` where all above come with a card."""
        if self._rules.turn.pile_brings is None:
            return None
        return [self.places(depth) or () for depth in range(1, len(self._view.public.pile) + 1)]

    @property
    def depths(self) -> Sequence[int]:
        """Where the cards lie that can be taken, the top first."""
        every = range(1, len(self._view.public.pile) + 1)
        return every if self._rules.turn.pile_brings is None else [depth for depth in every if self.places(depth)]

    def view_with(self, depth: int) -> View:
        """The view of the seat after it takes the card at a depth and what comes with it, before its play."""
        if depth != self._depth:
            places = self.places(depth)
            rules, view = self._rules, self._view
            self._after = view_with(rules, view, depth) if places is None else view_with_places(view, places)
            self._depth = depth
            self._free = -1
        return self._after

    def leaves_one(self, depth: int, cards: int) -> bool:
        """Whether a play of so many cards after taking the card at a depth surely leaves one that may be discarded."""
        rules, view = self._rules, self._view
        if not rules.melding.opening_minimum and rules.melding.side_cards is None:
            places = self.places(depth)
            come = depth if places is None else len(places)
            if cards < view.public.hand_size(view.seat) + come - rules.most_barred:
                return True
        return cards <= self._free_after(depth)

    def _free_after(self, depth: int) -> int:
        after = self.view_with(depth)
        if self._free < 0:
            self._free = max(0, FinishCheck(self._rules, after, self._rules.turn.barred(self._rules, after)).free)
        return self._free
