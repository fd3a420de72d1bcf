"""`score_hand`: what each seat has made of a hand, line by line (`score.*`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from rummy500.cards import cards_of, cards_text
from rummy500.engine.views import check_table, spectator_view
from rummy500.melds.pieces import pieces_text
from rummy500.rules import Rules, names_plugins
from rummy500.rules.scores import HandScore, ScoreLine, Unsettled
from rummy500.state import OVER_PHASE, Sight, State, View


@names_plugins
def score_hand(rules: Rules, sight: State | View) -> HandScore:
    """Score a hand, over or still in play.

    Args:
        rules: the rules in force.
        sight: the state; or the view of a seat or a spectator. A view has only the lines that are the same for all
            cards that may be hidden from it, and `HandScore.partial` names the seats that may have others.

    Returns:
        The lines and their totals (`score.hand`): cards on the table for whoever played them, less cards in hand,
        and nothing for going out (`score.no-bonus`).

    Raises:
        PositionError: for a state of another number of seats.
    """
    check_table(rules, sight)
    found = [line for find in rules.scoring.score_lines for line in find(rules, sight)]
    lines = sorted((line for line in found if isinstance(line, ScoreLine)), key=lambda line: line.seat)
    by_seat = tuple(sum(line.points for line in lines if line.seat == seat) for seat in range(rules.seats))
    partial = tuple(sorted({line.seat for line in found if isinstance(line, Unsettled)}))
    final = sight.public.phase == OVER_PHASE
    return HandScore(tuple(lines), by_seat, side_totals(rules, by_seat), final, partial)


def side_totals(rules: Rules, by_seat: tuple[int, ...]) -> tuple[int, ...]:
    """The points of each side, in the order of the sides' first seats."""
    sides = dict.fromkeys(rules.sides, 0)
    for seat, points in enumerate(by_seat):
        sides[rules.sides[seat]] += points
    return tuple(sides.values())


def table_lines(rules: Rules, sight: Sight) -> Iterator[ScoreLine]:
    """`score.hand`: the points that each seat has on the table, meld by meld."""
    for number, meld in enumerate(sight.public.table):
        points = rules.scoring.points.meld(meld)
        for seat in sorted(set(meld.by)):
            mine = [place for place, player in enumerate(meld.by) if player == seat]
            cards = pieces_text(meld.pieces[place] for place in mine)
            total = sum(points[place] for place in mine)
            if meld.owner == seat:
                yield ScoreLine(seat, total, "score.hand", "melded", "melded, {meld}", cards, meld.owner, number)
            else:
                yield ScoreLine(seat, total, "score.hand", "laid-off", "laid off on {meld}", cards, meld.owner, number)


def hand_lines(rules: Rules, sight: Sight) -> Iterator[ScoreLine | Unsettled]:
    """`score.hand`: what each seat holds counts against it."""
    points = points_in_hand(rules, sight)
    for seat in range(rules.seats):
        if not sight.public.hand_size(seat):
            continue
        counts, hand = rules.scoring.deducts(rules, sight, seat), sight.hand_of(seat)
        if counts is None or (counts and hand is None):
            yield Unsettled(seat)
        elif counts and hand is not None:
            cards = cards_of(hand)
            total = -sum(points[card] for card in cards)
            yield ScoreLine(seat, total, "score.hand", "left", "left in hand", cards_text(cards), of_seat=seat)


def points_in_hand(rules: Rules, sight: Sight) -> tuple[int, ...]:
    """The points that each card counts in a hand, by what is wild now.

    Args:
        rules: the rules in force.
        sight: a state, or the view of any seat.
    """
    points = rules.scoring.points
    if rules.melding.finder_now is None:
        return points.in_hand
    view = spectator_view(rules, sight) if isinstance(sight, State) else cast("View", sight)
    return points.with_wilds(rules.finder_for(view).shapes.wilds)


def deducts_always(_: Rules, __: Sight, ___: int) -> bool | None:
    """`score.hand`: cards in hand count against whoever holds them."""
    return True
