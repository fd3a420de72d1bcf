"""Predict the winners after a hand and the next dealer (`match.*`, `deal.next-dealer`)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rummy500.game.match import Match
from rummy500.rules.rules import Rules
from rummy500.state import State
from rummy500_testing.model.cards import RANKS, is_joker
from rummy500_testing.model.known import has_hook, number


def ends(rules: Rules, points: int) -> bool:
    """Return whether a score ends the match (`match.target`)."""
    target = number(rules, "match.target")
    return points > target if rules.options["match.reached"] == "exceed" else points >= target


def winners(rules: Rules, scores: Sequence[int], *, playoff: bool) -> tuple[tuple[int, ...], bool]:
    """Return the seats that have won, and whether a tie is played on (`match.highest`, `match.tie`).

    Args:
        rules: the rules in force.
        scores: each seat's score with the hand in it; where sides play, its side's.
        playoff: whether the hand was played after a tie.
    """
    if not playoff and not any(ends(rules, points) for points in scores):
        return (), False
    best = [seat for seat, points in enumerate(scores) if points == max(scores)]
    tied = len({rules.sides[seat] for seat in best}) > 1
    return ((), True) if tied else (tuple(best), False)


def dealer_after(rules: Rules, hand: State, by_seat: Sequence[int]) -> int:
    """Return the next dealer: to the left, to the right, or the winner of the hand (`deal.next-dealer`)."""
    dealer, way = hand.public.match.dealer, rules.options["deal.next-dealer"]
    if way == "right":
        return (dealer - 1) % rules.seats
    if way == "left" or len(set(rules.sides)) < rules.seats:
        return (dealer + 1) % rules.seats
    if hand.public.out >= 0:
        return hand.public.out
    best = [seat for seat, points in enumerate(by_seat) if points == max(by_seat)]
    return best[0] if len(best) == 1 else dealer


def dealer_drawn(rules: Rules, cards: Iterable[int]) -> tuple[int, tuple[tuple[tuple[int, int], ...], ...]]:
    """Return the first dealer, and every round of the draw as pairs of seat and card (`deal.first-dealer`).

    Args:
        rules: the rules in force; a plugin's ranks for the draw are used.
        cards: the cards in the order in which they are drawn, enough for one seat to be lowest.
    """
    following = iter(cards)
    rounds: list[tuple[tuple[int, int], ...]] = []
    seats: Sequence[int] = range(rules.seats)
    while len(seats) > 1:
        ranks: dict[int, int] = {}
        while len(ranks) < len(seats):
            rounds.append(tuple((seat, next(following)) for seat in seats if seat not in ranks))
            drawn = ((seat, _rank_drawn(rules, card)) for seat, card in rounds[-1])
            ranks.update((seat, rank) for seat, rank in drawn if rank is not None)
        seats = [seat for seat in seats if ranks[seat] == min(ranks.values())]
    return seats[0], tuple(rounds)


def _rank_drawn(rules: Rules, card: int) -> int | None:
    """Return the rank of a drawn card: an ace is lowest and a joker has none, unless a plugin gives other ranks."""
    if has_hook(rules, "pack"):
        return rules.deal.cut_ranks[card]
    return None if is_joker(card) else card % RANKS


def added(rules: Rules, before: Match, by_seat: Sequence[int]) -> tuple[int, ...]:
    """Add a hand to the scores of a match: each seat gets the points of its whole side."""
    sides = rules.sides
    return tuple(
        score + sum(points for seat, points in enumerate(by_seat) if sides[seat] == side)
        for score, side in zip(before.scores, sides, strict=True)
    )
