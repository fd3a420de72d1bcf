"""Numbers for programs that learn: ids of actions, features of actions, a tensor of a view."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from itertools import combinations, islice
from typing import Any, Final

import rummy500 as r5
from rummy500.hooks import piece_card, points_in_hand, rank_of, suit_of
from rummy500_learn.sequential import Sequential


class ListIds:
    """Numbers legal actions by their places in the list, the first 511: for any rules; an id has no meaning of its own.

    Attributes:
        size: the number of different ids.
        let_go: the id of letting others act.
    """

    size, let_go = 512, 511

    def table(self, game: Sequential) -> dict[int, r5.Action | None]:
        """Map ids to the legal actions of the seat that is asked, `None` for letting others act."""
        found: dict[int, r5.Action | None] = {}
        if game.question is not None:
            found.update(self._numbered(game.state.public, game.legal()))
            if not game.question.must_act:
                found[self.let_go] = None
        return found

    def _numbered(self, public: r5.PublicState, legal: r5.LegalActions) -> Iterable[tuple[int, r5.Action]]:
        return enumerate(islice(legal, self.let_go))


class ContentIds(ListIds):
    """Numbers actions by content, alike in every state: for one pack without jokers, and the moves of the core."""

    def __init__(self, rules: r5.Rules) -> None:
        if sorted(rules.deal.pack) != list(range(52)) or rules.identity.plugins or rules.melding.shapes.wilds:
            raise ValueError("ContentIds needs one pack without jokers or plugins; ListIds takes any rules")
        places = 25 if rules.melding.shapes.round_corner else 14  # an ace at both ends, or all cards round the corner
        suits = [[suit * 13 + place % 13 for place in range(places)] for suit in range(4)]
        spans = [(low, high) for low, high in combinations(range(places + 1), 2) if high - low <= 13]
        runs = dict.fromkeys(tuple(suit[low:high]) for suit in suits for low, high in spans)
        ranks = [range(rank, 52, 13) for rank in range(13)]
        melds = [("group", cards) for rank in ranks for number in (3, 4) for cards in combinations(rank, number)]
        melds += [("run", cards) for cards in runs if len(cards) >= 3]
        lays = [(end, cards) for cards in runs for end in ("below", "above")]
        lays += [("on group", (card,)) for card in range(52)]
        uses = [*melds, *lays]
        keys: list[object] = [(verb, -1, "", ()) for verb in ("draw", "pass", "let go")]
        keys += [("discard", card, "", ()) for card in range(52)]
        keys += [(verb, -1, *use) for verb, its in (("meld", melds), ("lay", lays), ("call", uses)) for use in its]
        keys += [("take", card, *use) for use in uses for card in use[1]]
        keys += [("take", card, "", ()) for card in range(52)]
        # A method of the dict, which no copy of a state copies: OpenSpiel copies whole states.
        self._id = {key: number for number, key in enumerate(keys)}.__getitem__
        self.size, self.let_go = len(keys), self._id(("let go", -1, "", ()))

    def _numbered(self, public: r5.PublicState, legal: r5.LegalActions) -> Iterable[tuple[int, r5.Action]]:
        return ((self._id(_key(public, action)), action) for action in legal)


def _key(public: r5.PublicState, action: r5.Action) -> object:
    cards, kind = tuple(map(piece_card, action.pieces)), action.use
    if kind == "lay":  # with one pack the end of the run tells on which meld
        low = public.table[action.on].low
        kind = "on group" if low < 0 else "below" if rank_of(cards[-1]) + 1 == low else "above"
    return action.verb, action.card, kind, cards


_VERBS: Final = ("draw", "take", "meld", "lay", "discard", "call", "pass", "")
#: What each number of a row of `features` is; points are divided by 10.
FEATURES: Final = (
    *_VERBS[:-1], "let go", "cards played", "points played", "depth", "points discarded", "fewest others", "stock",
    "own cards", "empties hand", "same rank in hand", "neighbours in hand", "bias",
)  # fmt: skip


def features(rules: r5.Rules, view: r5.View, actions: Iterable[r5.Action | None]) -> list[list[float]]:
    """Describe each action by a row of numbers, `None` for letting others act: for any rules."""
    costs, sizes = points_in_hand(rules, view), [*map(view.public.hand_size, range(rules.seats))]
    own, hand = sizes.pop(view.seat), r5.cards_of(view.hand)

    def row(action: r5.Action) -> list[float]:
        played = [costs[piece_card(piece)] for piece in action.pieces]
        thrown = action.card if action.verb == "discard" else -1
        gone = len(played) + (thrown >= 0)
        others = [card for card in hand if card != thrown >= 0]
        return [
            *(action.verb == verb for verb in _VERBS), len(played), sum(played) / 10, max(0, action.depth) / 10,
            costs[thrown] / 10 if thrown >= 0 else 0, min(sizes) / 10, view.public.stock_count / 10, own / 10,
            own <= gone > 0, sum(rank_of(card) == rank_of(thrown) for card in others),
            sum(suit_of(card) == suit_of(thrown) and abs(card - thrown) < 3 for card in others), 1,
        ]  # fmt: skip

    return [row(r5.Action(view.seat, "") if action is None else action) for action in actions]


#: The planes of a tensor: 53 numbers each, a natural card's at its number and all jokers' at 52.
PLANES: Final = (
    "hand", "drawn", "taken", "out of play", "known of others", "own melds", "others' melds", "depth in the pile",
    "counts",
)  # fmt: skip
TENSOR_SIZE: Final = len(PLANES) * 53


def tensor(view: r5.View, out: Any) -> None:
    """Write a view as numbers into a flat array of the caller, of numpy or of Python, of `TENSOR_SIZE` numbers.

    The plane `counts` has the cards of each hand, beginning with the own seat, and from its place 10 on the stock,
    whether the seat is on turn, and whether it has yet to draw.
    """
    public, seat = view.public, view.seat
    known = [bag for other, bag in enumerate(public.known) if other != seat]
    numbers = array("h", bytes(2 * TENSOR_SIZE))
    for plane, bags in enumerate(([view.hand], [view.drawn], [public.turn.taken], [public.gone], known)):
        for card in (card for bag in bags for card in r5.cards_of(bag)):
            numbers[plane * 53 + min(card, 52)] += 1
    for meld in public.table:
        for piece, by in zip(meld.pieces, meld.by, strict=True):
            numbers[(5 if by == seat else 6) * 53 + min(piece_card(piece), 52)] += 1
    for depth, card in enumerate(reversed(public.pile), 1):
        numbers[7 * 53 + min(card, 52)] = depth
    sizes = [public.hand_size((seat + step) % public.seats) for step in range(public.seats)]
    counts = (*sizes, *[0] * (10 - len(sizes)), public.stock_count, public.to_act == seat, public.phase == "draw")
    numbers[8 * 53 : 8 * 53 + len(counts)] = array("h", counts)
    out[:] = array(out.typecode, numbers) if isinstance(out, array) else numbers
