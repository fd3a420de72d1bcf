"""The score of a hand line by line (`score.*`), the points of a card, and who has won a match (`match.*`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, cast

from rummy500.base.records import replace
from rummy500.cards.cards import ACE, EMPTY_BAG, JOKER, NATURALS, cards_of, cards_text
from rummy500.cards.pieces import pieces_text
from rummy500.engine.views import check_table, spectator_view
from rummy500.rules.move import LinesAfter, Tally, Verdict
from rummy500.rules.options import MATCH_REACHED, ScoreAce
from rummy500.rules.rules import Rules
from rummy500.rules.scores import CardPoints, HandScore, LineKind, Place, ScoreLine, Unsettled
from rummy500.rules.state import OVER_PHASE, State, StateOrView, View


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
        PositionError: for a state of other rules.
    """
    check_table(rules, sight)
    found: list[ScoreLine | Unsettled] = [*table_lines(rules, sight), *hand_lines(rules, sight)]
    for find in rules.scoring.score_lines:
        found += find.find(rules, sight, tuple(found)) if isinstance(find, LinesAfter) else find(rules, sight)
    lines = sorted((line for line in found if isinstance(line, ScoreLine)), key=lambda line: line.seat)
    by_seat = tuple(sum(line.points for line in lines if line.seat == seat) for seat in range(rules.seats))
    partial = tuple(sorted({line.seat for line in found if isinstance(line, Unsettled)}))
    final = sight.public.phase == OVER_PHASE
    return HandScore(tuple(lines), by_seat, side_totals(rules, by_seat), final, partial)


def points(rules: Rules, sight: State | View) -> tuple[int, ...]:
    """Count the points of a hand, over or still in play, without the lines and sentences of `score_hand`.

    Programs that play many hands need no more, and get it in a fifth of the time.

    Args:
        rules: the rules in force.
        sight: the state; or a view, for which points that hidden cards decide are left out.

    Returns:
        The points of each side, the side of seat 0 first, and of each seat if everybody plays alone:
        `HandScore.by_side`.

    Raises:
        PositionError: for a state of other rules.

    Examples:
        >>> import random
        >>> import rummy500 as r5
        >>> from rummy500.fast import playout
        >>> rules = r5.compose("classic", seats=3)
        >>> end = playout(rules, r5.deal(rules, seed=7), random.Random(7), "meld-first")
        >>> points(rules, end) == r5.score_hand(rules, end).by_side
        True
    """
    return side_totals(rules, seat_points(rules, sight))


def points_on_table(rules: Rules, state: State) -> tuple[int, ...]:
    """Count the points of a hand as `points` does, as if nobody held a card."""
    return points(rules, replace(state, hands=(EMPTY_BAG,) * rules.seats))


def seat_points(rules: Rules, sight: State | View) -> tuple[int, ...]:
    """Count the points of a hand as `points` does, for each seat: `HandScore.by_seat`."""
    check_table(rules, sight)
    by_seat = [0] * rules.seats
    for meld in sight.public.table:
        for number, seat in zip(rules.scoring.points.meld(meld), meld.by, strict=True):
            by_seat[seat] += number
    for seat, _, number in _left_in_hands(rules, sight):
        by_seat[seat] -= number
    for find in rules.scoring.score_lines:
        if isinstance(find, LinesAfter):
            return score_hand(rules, sight).by_seat
        for line in find(rules, sight):
            if isinstance(line, ScoreLine):
                by_seat[line.seat] += line.points
    return tuple(by_seat)


def side_totals(rules: Rules, by_seat: Sequence[int]) -> tuple[int, ...]:
    """The points of each side, in the order of the sides' first seats."""
    return tuple(by_side(rules, by_seat).values())


def by_side(rules: Rules, by_seat: Sequence[int]) -> dict[int, int]:
    """The points of each side, by its number."""
    sides = dict.fromkeys(rules.sides, 0)
    for side, points in zip(rules.sides, by_seat, strict=True):
        sides[side] += points
    return sides


_MELDED: Final = LineKind("score.hand", "melded", "melded, {meld}")
_LAID_OFF: Final = LineKind("score.hand", "laid-off", "laid off on {meld}")
_LEFT: Final = LineKind("score.hand", "left", "left in hand")


def table_lines(rules: Rules, sight: StateOrView) -> Iterator[ScoreLine]:
    """`score.hand`: the points that each seat has on the table, meld by meld, by the seats in `Meld.by`."""
    for number, meld in enumerate(sight.public.table):
        pieces = rules.scoring.points.meld(meld)
        for seat in sorted(set(meld.by)):
            mine = [place for place, player in enumerate(meld.by) if player == seat]
            cards = pieces_text(meld.pieces[place] for place in mine)
            total = sum(pieces[place] for place in mine)
            if meld.owner == seat:
                yield _MELDED(seat, total, cards, meld.owner, number)
            else:
                yield _LAID_OFF(seat, total, cards, meld.owner, number)


def hand_lines(rules: Rules, sight: StateOrView) -> Iterator[ScoreLine | Unsettled]:
    """`score.hand`: what each seat holds counts against it."""
    for seat, cards, number in _left_in_hands(rules, sight):
        if cards is None:
            yield Unsettled(seat)
        else:
            yield _LEFT(seat, -number, cards_text(cards), of_seat=seat)


def _left_in_hands(rules: Rules, sight: StateOrView) -> Iterator[tuple[int, tuple[int, ...] | None, int]]:
    """The cards that count against each seat, and their points; `None` and 0 where hidden cards decide."""
    in_hand = points_in_hand(rules, sight)
    for seat in range(rules.seats):
        if not sight.public.hand_size(seat):
            continue
        counts, hand = rules.scoring.deducts(rules, sight, seat), sight.hand_of(seat)
        if counts is None or (counts and hand is None):
            yield seat, None, 0
        elif counts and hand is not None:
            cards = cards_of(hand)
            yield seat, cards, sum(in_hand[card] for card in cards)


def points_in_hand(rules: Rules, sight: StateOrView) -> tuple[int, ...]:
    """The points that each card counts in a hand, by what is wild now, as points of the score (`rules.scoring.unit`).

    Args:
        rules: the rules in force.
        sight: a state, or the view of any seat.
    """
    points = rules.scoring.points
    return points.in_hand if rules.melding.finder_now is None else points.in_hands[wild_cards(rules, sight)]


def wild_cards(rules: Rules, sight: StateOrView) -> tuple[int, ...]:
    """The cards that are wild now (`joker.wild`, `wild.*`), as numbers; any seat's view has them."""
    if rules.melding.finder_now is None:
        return rules.melding.shapes.wilds
    view = spectator_view(rules, sight) if isinstance(sight, State) else cast("View", sight)
    return rules.finder_for(view).shapes.wilds


def deducts_always(_: Rules, __: StateOrView, ___: int) -> bool | None:
    """`score.hand`: cards in hand count against whoever holds them."""
    return True


# ---------------------------------------------------------------- card values
# `rules/scores.py` gives each card of a meld its place: `low` is the ace below the two.

FACE = 10
ACE_POINTS = 15
JOKER_POINTS = 15


def points_by_use(card: int, role: int, place: Place) -> int:
    """`score.values`: 2-10 face value, J Q K 10, joker 15, ace 15 but 1 at the low end of a run."""
    if card == JOKER:
        return JOKER_POINTS
    if card >= NATURALS:
        return 0
    rank = card % 13
    if rank == ACE:
        return 1 if place == "low" else ACE_POINTS
    return min(rank + 1, FACE)


def points_ace_one(card: int, role: int, place: Place) -> int:
    """`score.ace-one`: as `score.values`, but an ace is always 1."""
    return 1 if card < NATURALS and card % 13 == ACE else points_by_use(card, role, place)


CARD_POINTS: dict[ScoreAce, CardPoints] = {"by-use": points_by_use, "one": points_ace_one}


# ---------------------------------------------------------------- winning


def highest_wins(rules: Rules, tally: Tally) -> Verdict:
    """Who has won after a hand, and whether a tie is played on."""
    return verdict_on(rules, tally.scores, playoff=tally.playoff)


def verdict_on(rules: Rules, scores: Sequence[int], *, playoff: bool) -> Verdict:
    """Who has won with these scores, and whether a tie is played on."""
    if not playoff and not any(reaches(rules, points) for points in scores):
        return Verdict()
    winners = leaders(rules, scores)
    return Verdict(winners, playoff=not winners)


def reaches(rules: Rules, points: int) -> bool:
    """`match.target`: whether a score ends the match."""
    target = rules.match.target
    if not target:
        return False
    return points > target if MATCH_REACHED.of(rules.options) == "exceed" else points >= target


def leaders(rules: Rules, scores: Sequence[int]) -> tuple[int, ...]:
    """The seats of the one side with the highest score; none where sides tie (`match.highest`, `match.tie`)."""
    best = max(scores)
    seats = tuple(seat for seat, points in enumerate(scores) if points == best)
    return seats if len({rules.sides[seat] for seat in seats}) == 1 else ()
