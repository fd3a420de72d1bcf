"""`score_hand`: what each seat has made of a hand, line by line (`score.*`)."""

from __future__ import annotations

import attrs

from rummy500.cards import cards_of, cards_text
from rummy500.melds.pieces import piece_text
from rummy500.rules import Rules
from rummy500.state import OVER_PHASE, State


@attrs.frozen
class ScoreLine:
    """One line of a hand's score.

    Attributes:
        seat: whose line it is.
        points: what it adds, or takes away if negative.
        rule: the rule id behind it.
        about: what it is for, in words.
        cards: the cards that it counts, as text.
    """

    seat: int
    points: int
    rule: str
    about: str
    cards: str = ""


@attrs.frozen
class HandScore:
    """The score of a hand.

    Attributes:
        lines: every line, seat by seat.
        by_seat: the total of each seat's lines.
        by_side: the total of each side, the side of seat 0 first; where everybody plays alone the same as `by_seat`.
        final: whether the hand is over; as things stand if not.
    """

    lines: tuple[ScoreLine, ...]
    by_seat: tuple[int, ...]
    by_side: tuple[int, ...]
    final: bool


def score_hand(rules: Rules, state: State) -> HandScore:
    """Score a hand, over or as things stand.

    Args:
        rules: the rules in force.
        state: the state; it holds every hand, so this is no player's knowledge while the hand goes on.

    Returns:
        The lines and their totals (`score.hand`): cards on the table for whoever played them, less cards in hand.
    """
    lines: list[ScoreLine] = []
    for seat in range(rules.seats):
        lines.extend(_table_lines(rules, state, seat))
        line = _hand_line(rules, state, seat)
        if line is not None:
            lines.append(line)
    by_seat = tuple(sum(line.points for line in lines if line.seat == seat) for seat in range(rules.seats))
    return HandScore(tuple(lines), by_seat, side_totals(rules, by_seat), state.open.phase == OVER_PHASE)


def side_totals(rules: Rules, by_seat: tuple[int, ...]) -> tuple[int, ...]:
    """The points of each side, in the order of the sides' first seats."""
    sides = dict.fromkeys(rules.sides, 0)
    for seat, points in enumerate(by_seat):
        sides[rules.sides[seat]] += points
    return tuple(sides.values())


def _table_lines(rules: Rules, state: State, seat: int) -> list[ScoreLine]:
    lines: list[ScoreLine] = []
    for number, meld in enumerate(state.open.table, 1):
        mine = [
            (piece, points)
            for piece, points, player in zip(meld.pieces, rules.points.meld(meld), meld.by, strict=True)
            if player == seat
        ]
        if mine:
            lines.append(
                ScoreLine(
                    seat,
                    sum(points for _, points in mine),
                    "score.hand",
                    f"melded, m{number}" if meld.owner == seat else f"laid off on m{number}",
                    " ".join(piece_text(piece) for piece, _ in mine),
                )
            )
    return lines


def _hand_line(rules: Rules, state: State, seat: int) -> ScoreLine | None:
    hand = state.hands[seat]
    if not hand or not rules.deducts(rules, state, seat):
        return None
    points = sum(rules.points.in_hand[card] for card in cards_of(hand))
    return ScoreLine(seat, -points, "score.hand", "left in hand", cards_text(cards_of(hand)))


def deducts_always(_: Rules, __: State, ___: int) -> bool:
    """`score.hand`: cards in hand count against whoever holds them."""
    return True
