"""Players: the protocol `Player`, `GreedyPlayer`, `RandomPlayer`, the names of players, and hints for a person."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from types import MappingProxyType
from typing import Final, Protocol

import attrs

from rummy500.actions import CALL, DISCARD, DRAW, LAY, MELD, PASS, TAKE, USE_GROUP, USE_LAY, USE_NONE, USE_RUN, Action
from rummy500.cards.cards import (
    ACE,
    FIRST,
    NATURALS,
    SPARE_BITS,
    Bag,
    add,
    bag_of,
    below,
    card_text,
    cards_of,
    count,
    minus,
    rank_of,
    remove,
    size,
    suit_of,
    without,
)
from rummy500.cards.pieces import Pieces, pieces_bag, role_rank
from rummy500.engine.listing import LegalActions
from rummy500.engine.plays import CORE_USES
from rummy500.engine.scoring import points_in_hand
from rummy500.engine.taking import collected_places, view_after_places
from rummy500.engine.turns import must_act
from rummy500.errors import Rummy500Error, nearest
from rummy500.inputs import quoted
from rummy500.rulebook.translation import Sentence
from rummy500.rules.rules import Rules
from rummy500.rules.scores import Place
from rummy500.state import View

#: The value of keeping a wild card, a pair, a neighbour, a card two ranks away.
_WILD: Final = 30.0
_PAIR: Final = 3.0
_NEIGHBOUR: Final = 3.0
_GAP: Final = 1.5
#: The part of the points left in hand that counts as lost: normally, and when the hand may end soon.
_CALM: Final = 0.1
_URGENT: Final = 0.5
_FEW_CARDS: Final = 3


class Worth:
    """Estimates the value of cards and actions for the seat of a view.

    Args:
        rules: the rules in force.
        view: the view of the seat.
    """

    __slots__ = ("_finder", "_in_hand", "_open_melds", "_points", "_rules", "_view", "risk")

    def __init__(self, rules: Rules, view: View) -> None:
        public = view.public
        self._rules = rules
        self._view = view
        self._finder = rules.finder_for(view)
        self._points = rules.scoring.points.piece
        self._in_hand = points_in_hand(rules, view)
        may_lay = rules.melding.may_lay
        self._open_melds = [
            meld for on, meld in enumerate(public.table) if may_lay is None or may_lay(rules, view, on) is None
        ]
        others = (public.hand_size(seat) for seat in range(public.seats) if seat != view.seat)
        soon = public.stock_count <= 2 * public.seats or min(others) <= _FEW_CARDS
        #: The part of the points left in hand that counts as lost.
        self.risk = _URGENT if soon else _CALM

    def is_wild(self, card: int) -> bool:
        """Whether a card is wild here."""
        return card in self._finder.shapes.wilds

    def in_hand(self, card: int) -> int:
        """The points that a card counts in hand."""
        return self._in_hand[card]

    def played(self, action: Action) -> int:
        """The points of the cards that an action plays."""
        if action.use == USE_GROUP:
            return self._group(action.pieces)
        if action.use == USE_RUN:
            return self._run(action.pieces, starts_low=role_rank(action.pieces[0]) == ACE)
        if action.use == USE_LAY:
            meld = self._view.public.table[action.on]
            if not meld.is_run:
                return self._group(action.pieces)
            return self._run(action.pieces, starts_low=meld.low == len(action.pieces))
        return 0

    def _group(self, pieces: Pieces) -> int:
        return sum(self._points(piece, "group") for piece in pieces)

    def _run(self, pieces: Pieces, *, starts_low: bool) -> int:
        first: Place = "low" if starts_low and role_rank(pieces[0]) == ACE else "run"
        return self._points(pieces[0], first) + sum(self._points(piece, "run") for piece in pieces[1:])

    def hand(self, bag: Bag) -> float:
        """The value of a hand: the points that its natural cards can meld now, less a part of the points left over."""
        wilds = [card for card in self._finder.shapes.wilds if count(bag, card)]
        total = 0.0
        for card in wilds:
            while count(bag, card):
                bag = remove(bag, card)
                total += 0.5 * self._in_hand[card]
        melded, left = self._cover(bag)
        return total + melded - self.risk * sum(self._in_hand[card] for card in cards_of(left))

    def _cover(self, bag: Bag) -> tuple[int, Bag]:
        """The points of a good, not always best, choice of plays from natural cards, and the cards left over."""
        total = 0
        while True:
            best, pieces = max(self._new_melds(bag), default=(0, ()))
            if best <= 0:
                break
            total += best
            bag = minus(bag, pieces_bag(pieces))
        for meld in self._open_melds:
            if not bag >> FIRST:
                break
            pieces = max(self._finder.extensions(bag, meld, plain=True), key=len, default=())
            if pieces:
                total += self._run(pieces, starts_low=False) if meld.is_run else self._group(pieces)
                bag = minus(bag, pieces_bag(pieces))
        return total, bag

    def _new_melds(self, bag: Bag) -> Iterator[tuple[int, Pieces]]:
        for pieces in self._finder.new_groups(bag, plain=True):
            yield self._group(pieces), pieces
        for pieces in self._finder.new_runs(bag, plain=True):
            yield self._run(pieces, starts_low=role_rank(pieces[0]) == ACE), pieces

    def promise(self, card: int) -> float:
        """The value of keeping a card of the hand: it is wild, or has pairs and neighbours."""
        if self.is_wild(card):
            return _WILD
        promise = 0.0
        for other in cards_of(remove(self._view.hand, card)):
            if other >= NATURALS or other == card or self.is_wild(other):
                continue
            if rank_of(other) == rank_of(card):
                promise += _PAIR
            elif suit_of(other) == suit_of(card):
                apart = abs(rank_of(other) - rank_of(card))
                apart = min(apart, 13 - apart) if ACE in (rank_of(other), rank_of(card)) else apart
                promise += {1: _NEIGHBOUR, 2: _GAP}.get(apart, 0.0)
        return promise

    def burden(self, card: int) -> float:
        """The cost of keeping a card of the hand: a part of its points, less its promise."""
        return self.risk * self.in_hand(card) - self.promise(card)

    def danger(self, card: int) -> float:
        """The cost of discarding a card that others can lay off, or meld with the pile or with their known cards."""
        public = self._view.public
        alone = bag_of((card,))
        points = self._in_hand[card]
        danger = 0.0
        if any(_is_any(self._finder.extensions(alone, meld)) for meld in public.table):
            danger += points + 5
        if self._completes(bag_of(public.pile), card):
            danger += points + (10 if self._rules.turn.call != "none" else 3)
        for seat, known in enumerate(public.known):
            if seat != self._view.seat and known and self._completes(known, card):
                danger += points
        return danger

    def _completes(self, bag: Bag, card: int) -> bool:
        """Whether a card makes a new meld with natural cards of a bag."""
        if card >= NATURALS or self.is_wild(card) or count(bag, card) > 1:
            return False
        natural = bag
        for wild in self._finder.shapes.wilds:
            while count(natural, wild):
                natural = remove(natural, wild)
        there = add(natural, card)
        finder = self._finder
        return _is_any(finder.new_groups(there, must=card)) or _is_any(finder.new_runs(there, must=card))

    def of_take(self, action: Action) -> float:
        """The value of a take or a call: its play, and the hand after it compared with the hand before."""
        return self.played(action) + self.hand(self._after_take(action)) - self.hand(self._view.hand)

    def added(self, action: Action) -> int:
        """The number of cards that a take or a call adds to the hand, without those that it plays."""
        return size(without(self._after_take(action), self._view.hand))

    def _after_take(self, action: Action) -> Bag:
        """The hand after a take or a call."""
        after = view_after_places(self._view, action.depth, collected_places(self._rules, self._view, action))
        return minus(after.hand, Bag(action.bag & ~SPARE_BITS))

    def of_play(self, action: Action) -> float:
        """The value of a meld or a lay-off: its points, and the hand after it."""
        return self.played(action) + self.hand(minus(self._view.hand, Bag(action.bag & ~SPARE_BITS)))


def _is_any(found: Iterable[Pieces]) -> bool:
    """Whether there is any; only the first is searched for."""
    return any(True for _ in found)


# ---------------------------------------------------------------- player
# `Player`, the protocol of programs that play a seat, and `PlayerError`.


class PlayerError(Rummy500Error, ValueError):
    """A player that breaks the contract of `Player`, or a name that no player has.

    Attributes:
        seat: the seat whose player it is; -1 if no seat is concerned.
    """

    def __init__(self, message: str, *, seat: int = -1) -> None:
        self.seat = seat
        super().__init__(message)


class Player(Protocol):
    """Chooses actions for one seat, given only the view of that seat."""

    def choose(self, rules: Rules, view: View, legal: LegalActions) -> Action | None:
        """Choose an action for the seat of the view.

        Args:
            rules: the rules in force.
            view: the view of the seat.
            legal: the seat's legal actions; there is at least one.

        Returns:
            One of these actions. Out of turn `None` declines to act; the seat on turn must act.
        """


# ---------------------------------------------------------------- random player
# `RandomPlayer` chooses among the legal actions at random.

#: The most legal actions that it lists and chooses from: with many wild cards there can be millions.
MOST_DRAWN: Final = 512


class RandomPlayer:
    """Chooses each legal action with equal probability; out of turn, to decline is as likely as each action.

    Args:
        random_source: the source of randomness.
    """

    __slots__ = ("_random",)

    def __init__(self, random_source: random.Random) -> None:
        self._random = random_source

    def choose(self, rules: Rules, view: View, legal: LegalActions) -> Action | None:
        """Choose one of the legal actions, or `None` out of turn."""
        found = tuple(islice(legal, MOST_DRAWN))
        on_turn = view.seat in must_act(rules, view.public)
        choice = below(len(found) + (0 if on_turn else 1), self._random)
        return found[choice] if choice < len(found) else None


# ---------------------------------------------------------------- greedy
# `GreedyPlayer` plays for points at once: it melds, takes what pays and discards what is least useful.

#: The most actions that it lists, and the most of these that it evaluates.
MOST_LISTED: Final = 400
_WEIGHED: Final = 16
_TAKES: Final = (TAKE, CALL)
_PLAYS: Final = (MELD, LAY)
_USES: Final = (USE_NONE, *CORE_USES)


class GreedyPlayer:
    """Plays for points at once; in equal views it chooses equal actions.

    It melds and lays off whatever scores, the best play first. It takes from the pile, or calls "Rummy!", if the cards
    that it plays and could play next are worth more than the rest costs. It discards high cards without pairs or
    neighbours that nobody can use, and keeps wild cards. It makes moves of plugins only if it has no other move.
    """

    __slots__ = ()

    def choose(self, rules: Rules, view: View, legal: LegalActions) -> Action | None:
        """Choose one of the legal actions, or `None` out of turn."""
        found = tuple(islice(legal.plain(), MOST_LISTED))
        worth = Worth(rules, view)
        take = _best_take(worth, found)
        if view.seat not in must_act(rules, view.public):
            return take[1] if take is not None and take[0] > 0 else None
        play = _best_play(worth, found)
        if play is not None:
            return play
        quiet = next((action for action in found if action.verb in (DRAW, PASS)), None)
        if take is not None and (quiet is None or take[0] > 0):
            return take[1]
        return quiet or _best_discard(worth, found) or found[0]


def _best_take(worth: Worth, found: Iterable[Action]) -> tuple[float, Action] | None:
    """The most valuable take or call, with its value; of those to one depth only the best play is evaluated."""
    deepest: dict[tuple[str, int], tuple[int, Action]] = {}
    for action in found:
        if action.verb in _TAKES and not action.extra and action.use in _USES:
            points = worth.played(action)
            best = deepest.get((action.verb, action.depth))
            if best is None or points > best[0]:
                deepest[action.verb, action.depth] = (points, action)
    likely = sorted(deepest.values(), key=lambda pair: -pair[0])[:_WEIGHED]
    weighed = ((worth.of_take(action), action) for _, action in likely)
    return max(weighed, key=lambda pair: pair[0], default=None)


def _best_play(worth: Worth, found: Iterable[Action]) -> Action | None:
    """The most valuable meld or lay-off; `None` if no play scores."""
    plays = (action for action in found if action.verb in _PLAYS and not action.extra)
    scoring = [(points, action) for action in plays if (points := worth.played(action)) > 0]
    likely = sorted(scoring, key=lambda pair: -pair[0])[:_WEIGHED]
    return max((action for _, action in likely), key=worth.of_play, default=None)


def _best_discard(worth: Worth, found: Iterable[Action]) -> Action | None:
    """The discard that costs the seat least."""

    def gain(action: Action) -> float:
        return worth.burden(action.card) - worth.danger(action.card)

    return max((action for action in found if action.verb == DISCARD), key=gain, default=None)


# ---------------------------------------------------------------- registry
# The players that have a name: `greedy` and `random`.


def _greedy(_: random.Random) -> Player:
    return GreedyPlayer()


#: For each name a function that makes the player from a random source.
PLAYERS: Final[Mapping[str, Callable[[random.Random], Player]]] = MappingProxyType(
    {"greedy": _greedy, "random": RandomPlayer}
)

#: Names to show for players that nobody named, in the terminal and on the page in a browser.
NAMES: Final = ("Ada", "Bela", "Cleo", "Dana", "Egon", "Fay", "Gus")


def player_named(name: str, random_source: random.Random) -> Player:
    """Make a player by its name.

    Args:
        name: `greedy` or `random`.
        random_source: the source of its randomness.

    Raises:
        PlayerError: if there is no such player; the error suggests a name.
    """
    make = PLAYERS.get(name)
    if make is None:
        raise PlayerError(f"there is no player {quoted(name)}; {nearest(name, PLAYERS)}")
    return make(random_source)


# ---------------------------------------------------------------- hints
# A hint for a person: what the greedy player would do, and why.


@attrs.frozen
class Hint:
    """An action that the greedy player would choose, with its reason.

    Attributes:
        action: the action; `None` for letting a claim go.
        reason: the reason, as a sentence that can be translated.
    """

    action: Action | None
    reason: Sentence


def hint(rules: Rules, view: View, legal: LegalActions) -> Hint:
    """Find what the greedy player would do.

    Args:
        rules: the rules in force.
        view: what the seat sees.
        legal: what it may do; at least one action.

    Examples:
        >>> import rummy500 as r5
        >>> rules = r5.compose(seats=3)
        >>> hand = r5.deal(rules, seed=7)
        >>> view = r5.observe(rules, hand, 1)
        >>> found = hint(rules, view, r5.legal_actions(rules, view))
        >>> print(r5.action_text(found.action, hand), "-", found.reason)
        1: draw - No card of the pile is worth more to you than a card from the stock.
    """
    action = GreedyPlayer().choose(rules, view, legal)
    return Hint(action, _reason(Worth(rules, view), action, legal))


def hint_reason(verb: str, reason: str, template: str, **facts: object) -> Sentence:
    """Make the reason of a hint; `translation` lists the templates from the calls of this function."""
    return Sentence(f"hint:{verb}:{reason}", template, tuple((name, str(value)) for name, value in facts.items()))


def _reason(worth: Worth, action: Action | None, legal: LegalActions) -> Sentence:
    """Why the greedy player chooses an action."""
    if action is None:
        return hint_reason("let-go", "costs", "It would leave you with more points in hand than it scores.")
    if action.verb in (MELD, LAY):
        points = worth.played(action)
        return hint_reason("meld", "scores", "It scores {points}, safe on the table.", points=points)
    if action.verb in (TAKE, CALL):
        return _of_take(worth, action)
    if action.verb == DRAW:
        return hint_reason("draw", "best", "No card of the pile is worth more to you than a card from the stock.")
    if action.verb == PASS:
        return hint_reason("pass", "costs", "The card helps you less than it would cost in hand.")
    if action.verb == DISCARD:
        return _of_discard(worth, action.card, legal)
    return hint_reason("other", "only", "You have only moves of this kind, and the program cannot compare them.")


def _of_take(worth: Worth, action: Action) -> Sentence:
    points, added = worth.played(action), worth.added(action)
    if points and not added:
        return hint_reason("take", "scores-alone", "It scores {points}, safe on the table.", points=points)
    if points:
        scores = "It scores {points} now, and the other cards are worth more than they cost in hand."
        return hint_reason("take", "scores", scores, points=points)
    if added == 1:
        return hint_reason("take", "pays-alone", "The card is worth more to you than it would cost in hand.")
    return hint_reason("take", "pays", "The cards that come with it are worth more than they cost in hand.")


def _of_discard(worth: Worth, card: int, legal: LegalActions) -> Sentence:
    name, points, may_help_others = card_text(card), worth.in_hand(card), bool(worth.danger(card))
    discards = (action.card for action in islice(legal.plain(), MOST_LISTED) if action.verb == DISCARD)
    costliest = max(discards, key=worth.burden)
    if worth.burden(costliest) > worth.burden(card):
        safer = "{card} is a safer discard than {other}, which others may be able to use."
        return hint_reason("discard", "safer", safer, card=name, other=card_text(costliest))
    if worth.promise(card):
        if may_help_others:
            least_but = "{card} is your least useful card, though others may be able to use it."
            return hint_reason("discard", "least-but-useful", least_but, card=name)
        return hint_reason("discard", "least", "{card} is your least useful card.", card=name)
    if may_help_others:
        alone_but = "{card} goes with no other card of your hand, though others may be able to use it."
        return hint_reason("discard", "alone-but-useful", alone_but, card=name)
    alone = "{card} goes with no other card of your hand, and would cost {points} there."
    return hint_reason("discard", "alone", alone, card=name, points=points)
