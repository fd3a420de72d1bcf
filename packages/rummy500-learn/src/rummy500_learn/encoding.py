"""Numbers for programs that learn: ids of actions, features of actions, a tensor of a view."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, MutableSequence
from itertools import combinations, islice
from typing import Final, Protocol

import rummy500 as r5
from rummy500.cards.cards import cards_of
from rummy500.hooks import points_in_hand

#: The most legal actions that are given an id or features: with many wild cards there can be millions.
MOST_LISTED: Final = 511

_RUN_LINE: Final = 14  # a run may begin and end with an ace
_SUITS: Final = 4
_RANKS: Final = 13


class Ids(Protocol):
    """Gives each legal action a number.

    Attributes:
        size: the number of different ids.
    """

    size: int

    def table(self, public: r5.PublicState, legal: r5.LegalActions) -> dict[int, r5.Action | None]:
        """Give the legal actions by their ids, without letting others act."""
        ...

    @property
    def let_go(self) -> int:
        """The id of letting others act."""
        ...


class ListIds:
    """The place in the list of legal actions: for any rules, but an id means something else in each state."""

    size = MOST_LISTED + 1
    let_go = MOST_LISTED

    def table(self, public: r5.PublicState, legal: r5.LegalActions) -> dict[int, r5.Action | None]:
        """Give the first 511 legal actions by their places."""
        return dict(enumerate(islice(legal, MOST_LISTED)))


class ContentIds:
    """Ids by content: an action has the same id in every state. For rules with one pack, no jokers and core moves.

    Args:
        rules: the rules in force.

    Raises:
        ValueError: for other rules.
    """

    def __init__(self, rules: r5.Rules) -> None:
        if sorted(rules.deal.pack) != list(range(52)) or rules.identity.plugins or rules.melding.shapes.wilds:
            raise ValueError("ContentIds needs one pack without jokers or plugins; ListIds takes any rules")
        lines = [[suit * _RANKS + rank % _RANKS for rank in range(_RUN_LINE)] for suit in range(_SUITS)]
        runs = {
            tuple(line[first : first + length]): None
            for line in lines
            for length in range(1, _RUN_LINE)
            for first in range(_RUN_LINE - length + 1)
        }
        ranks = [[suit * _RANKS + rank for suit in range(_SUITS)] for rank in range(_RANKS)]
        groups = [cards for rank in ranks for number in (3, 4) for cards in combinations(rank, number)]
        melds = [("run", cards) for cards in runs if len(cards) >= 3] + [("group", cards) for cards in groups]
        lays = [(end, cards) for cards in runs for end in ("below", "above")]
        lays += [("on group", (card,)) for card in range(52)]
        keys: list[tuple[object, ...]] = [("pass",), ("draw",), ("let go",), *(("discard", card) for card in range(52))]
        keys += [
            (verb, *use) for verb, uses in (("meld", melds), ("lay", lays), ("call", melds + lays)) for use in uses
        ]
        keys += [("take", card, *use) for use in melds + lays for card in use[1]]
        keys += [("take", card, "", ()) for card in range(52)]
        self._index: Mapping[tuple[object, ...], int] = {key: number for number, key in enumerate(keys)}
        self.size = len(keys)
        self.let_go = self._index["let go",]

    def __deepcopy__(self, memo: object) -> ContentIds:
        """OpenSpiel copies whole states; the ids never change."""
        return self

    def table(self, public: r5.PublicState, legal: r5.LegalActions) -> dict[int, r5.Action | None]:
        """Give the legal actions by their ids."""
        return {self._index[_key(public, action)]: action for action in legal}


def _key(public: r5.PublicState, action: r5.Action) -> tuple[object, ...]:
    if action.verb in ("pass", "draw"):
        return (action.verb,)
    if action.verb == "discard":
        return ("discard", action.card)
    cards, kind = tuple(piece & 63 for piece in action.pieces), action.use
    if kind == "lay":  # with one pack the end of the run tells on which meld
        low = public.table[action.on].low
        kind = "on group" if low < 0 else "below" if cards[-1] % _RANKS + 1 == low else "above"
    use = (kind, cards)
    return (action.verb, *use) if action.verb != "take" else ("take", action.card, *use)


_VERBS: Final = ("draw", "take", "meld", "lay", "discard", "call", "pass")
#: What each number of a row of `features` is; points are divided by 10.
FEATURES: Final = (
    *_VERBS, "other verb", "let go", "cards played", "points played", "depth", "points discarded", "fewest others",
    "stock", "own cards", "empties hand", "same rank in hand", "neighbours in hand", "bias",
)  # fmt: skip


def features(rules: r5.Rules, view: r5.View, actions: Iterable[r5.Action | None]) -> list[list[float]]:
    """Describe each action by a row of numbers, for any rules.

    Args:
        rules: the rules in force.
        view: the view of the seat that acts.
        actions: legal actions; `None` for letting others act.

    Returns:
        A row for each action; `FEATURES` names its numbers.
    """
    costs, public = points_in_hand(rules, view), view.public
    hand = [card for card in cards_of(view.hand) if card < 52]
    size = public.hand_size(view.seat)
    fewest = min(public.hand_size(seat) for seat in range(public.seats) if seat != view.seat)
    rows: list[list[float]] = []
    for action in actions:
        verb = "" if action is None else action.verb
        played = [] if action is None else [piece & 63 for piece in action.pieces]
        thrown = action.card if action is not None and verb == "discard" else -1
        natural = 0 <= thrown < 52
        rows.append(
            [
                *(float(verb == each) for each in _VERBS),
                float(bool(verb) and verb not in _VERBS),
                float(action is None),
                float(len(played)),
                sum(costs[card] for card in played) / 10,
                0.0 if action is None else max(0, action.depth) / 10,
                costs[thrown] / 10 if thrown >= 0 else 0.0,
                fewest / 10,
                public.stock_count / 10,
                size / 10,
                float(size - len(played) - (thrown >= 0) <= 0 < len(played) + (thrown >= 0)),
                float(natural and sum(card % 13 == thrown % 13 for card in hand) - 1),
                float(natural and sum(card // 13 == thrown // 13 and 0 < abs(card - thrown) < 3 for card in hand)),
                1.0,
            ]
        )
    return rows


#: The planes of a tensor: 53 numbers each, a natural card's at its number and all wild cards' at 52.
PLANES: Final = (
    "hand", "drawn", "taken", "out of play", "depth in the pile", "known of others", "own melds", "others' melds",
    "counts",
)  # fmt: skip
_CARDS: Final = 53
TENSOR_SIZE: Final = len(PLANES) * _CARDS


def tensor(view: r5.View, out: MutableSequence[float]) -> None:
    """Write a view as numbers into a buffer of the caller: a flat array of `TENSOR_SIZE` numbers.

    The plane `counts` has the cards of each hand, beginning with the own seat, and from its place 10 on the stock,
    whether the seat is on turn, and whether it has yet to draw.
    """
    for place in range(TENSOR_SIZE):
        out[place] = 0
    public = view.public
    others = [bag for seat, bag in enumerate(public.known) if seat != view.seat]
    for plane, bags in enumerate(([view.hand], [view.drawn], [public.turn.taken], [public.gone])):
        _add(out, plane, (card for bag in bags for card in cards_of(bag)))
    for depth, card in enumerate(reversed(public.pile), 1):
        out[4 * _CARDS + min(card, 52)] = depth
    _add(out, 5, (card for bag in others for card in cards_of(bag)))
    for meld in public.table:
        for piece, by in zip(meld.pieces, meld.by, strict=True):
            _add(out, 6 if by == view.seat else 7, [piece & 63])
    counts = 8 * _CARDS
    for step in range(public.seats):
        out[counts + step] = public.hand_size((view.seat + step) % public.seats)
    out[counts + 10] = public.stock_count
    out[counts + 11] = public.to_act == view.seat
    out[counts + 12] = public.phase == "draw"


def _add(out: MutableSequence[float], plane: int, cards: Iterable[int]) -> None:
    for card in cards:
        out[plane * _CARDS + min(card, 52)] += 1
