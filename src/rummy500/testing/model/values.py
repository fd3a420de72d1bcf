"""What cards count (`score.values`, `score.ace-one`) and for whom (`score.hand`)."""

from __future__ import annotations

from collections import Counter

from rummy500.actions import NONE
from rummy500.cards import NATURALS
from rummy500.melds import Meld
from rummy500.rules import Rules
from rummy500.state import State
from rummy500.testing.model.cards import RANKS, face, hand_of, is_ace, is_joker
from rummy500.testing.model.known import has_hook

_TEN = 10
_FIFTEEN = 15


def has_own_values(rules: Rules) -> bool:
    """Whether a plugin says what cards count; then the model goes by its table."""
    return has_hook(rules, "card_points") or has_hook(rules, "point_unit")


def in_hand(rules: Rules, card: int) -> int:
    """What a card takes away that is left in a hand."""
    return rules.scoring.points.in_hand[card] if has_own_values(rules) else core_value(rules, card, lies_low=False)


def on_table(rules: Rules, meld: Meld) -> list[int]:
    """What each card of a meld brings."""
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
    """2 to 10 their number, J Q K 10, a joker 15, an ace 15; an ace 1 at the low end of a run, or always 1."""
    if is_joker(card):
        return _FIFTEEN
    if card >= NATURALS:
        return 0
    if is_ace(card):
        return 1 if lies_low or rules.options["score.ace"] == "one" else _FIFTEEN
    return min(card % RANKS + 1, _TEN)


def melded(rules: Rules, state: State) -> list[int]:
    """`score.hand`: what each seat has played to the table, on any seat's meld."""
    points = [0] * rules.seats
    for meld in state.public.table:
        for count, player in zip(on_table(rules, meld), meld.by, strict=True):
            points[player] += count
    return points


def held(rules: Rules, state: State) -> list[int]:
    """What the cards of each hand count."""
    return [
        sum(in_hand(rules, card) * many for card, many in hand_of(state, seat).items()) for seat in range(rules.seats)
    ]


def played_now(rules: Rules, state: State) -> int:
    """`meld.first-minimum`: the points of the cards played this turn, in their present places."""
    points, table, plays = 0, state.public.table, state.public.turn.plays
    # The melds that the turn has begun lie behind the others, in the order of its plays.
    begun = iter(table[len(table) - sum(play.on == NONE for play in plays) :])
    for play in plays:
        meld = next(begun) if play.on == NONE else table[play.on]
        due = Counter(play.pieces)
        # The same piece may lie in the meld already; they count alike but for an ace at the low end.
        pairs = sorted(zip(meld.pieces, on_table(rules, meld), strict=True), key=lambda pair: pair[1])
        for piece, count in pairs:
            if due[piece]:
                due[piece] -= 1
                points += count
    return points
