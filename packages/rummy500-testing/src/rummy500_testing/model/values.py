"""Count the points of cards (`score.values`, `score.ace-one`) for each seat (`score.hand`)."""

from __future__ import annotations

from collections import Counter

from rummy500.actions import NONE
from rummy500.cards.cards import NATURALS
from rummy500.cards.pieces import Meld
from rummy500.engine.scoring import points_in_hand
from rummy500.rules.rules import Rules
from rummy500.state import State
from rummy500_testing.model.cards import RANKS, face, hand_of, is_ace, is_joker
from rummy500_testing.model.known import has_hook

_TEN = 10
_FIFTEEN = 15


def has_own_values(rules: Rules) -> bool:
    """Return whether a plugin decides what cards count; then the model uses its table."""
    return has_hook(rules, "card_points") or has_hook(rules, "settings.point_unit")


def in_hand(rules: Rules, state: State, card: int) -> int:
    """Return the points that a card in a hand deducts."""
    if has_own_values(rules):
        return points_in_hand(rules, state)[card]
    return core_value(rules, card, lies_low=False)


def on_table(rules: Rules, meld: Meld) -> list[int]:
    """Return the points of each card of a meld."""
    lowest = [meld.low == 0 and place == 0 for place in range(len(meld.pieces))]
    if not has_own_values(rules):
        pairs = zip(meld.pieces, lowest, strict=True)
        return [core_value(rules, face(piece), lies_low=low) for piece, low in pairs]
    if meld.low < 0:
        return [rules.scoring.points.piece(piece, "group") for piece in meld.pieces]
    return [
        rules.scoring.points.piece(piece, "low" if low else "run")
        for piece, low in zip(meld.pieces, lowest, strict=True)
    ]


def core_value(rules: Rules, card: int, *, lies_low: bool) -> int:
    """Return the core's points: 2 to 10 their number, J Q K 10, joker 15, ace 15, or 1 if low or by option."""
    if is_joker(card):
        return _FIFTEEN
    if card >= NATURALS:
        return 0
    if is_ace(card):
        return 1 if lies_low or rules.options["score.ace"] == "one" else _FIFTEEN
    return min(card % RANKS + 1, _TEN)


def melded(rules: Rules, state: State) -> list[int]:
    """Add up the points of the cards that each seat played, on any seat's meld (`score.hand`)."""
    points = [0] * rules.seats
    for meld in state.public.table:
        for count, player in zip(on_table(rules, meld), meld.by, strict=True):
            points[player] += count
    return points


def held(rules: Rules, state: State) -> list[int]:
    """Add up the points of the cards in each hand."""
    return [
        sum(in_hand(rules, state, card) * many for card, many in hand_of(state, seat).items())
        for seat in range(rules.seats)
    ]


def played_now(rules: Rules, state: State) -> int:
    """Add up the points of the cards played this turn, in their present places (`meld.first-minimum`)."""
    points, table, plays = 0, state.public.table, state.public.turn.plays
    # The new melds of the turn come after the others, in the order of its plays.
    begun = iter(table[len(table) - sum(play.on == NONE for play in plays) :])
    for play in plays:
        meld = next(begun) if play.on == NONE else table[play.on]
        due = Counter(play.pieces)
        # An equal piece may lie in the meld already; both count alike, except an ace at the low end.
        pairs = sorted(zip(meld.pieces, on_table(rules, meld), strict=True), key=lambda pair: pair[1])
        for piece, count in pairs:
            if due[piece]:
                due[piece] -= 1
                points += count
    return points
