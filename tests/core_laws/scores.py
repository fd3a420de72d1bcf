"""Laws of points, of winning and of the dealer, by a model."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

import attrs

from rummy500.actions import NONE
from rummy500.cards.cards import JOKER
from rummy500.engine.scoring import points_in_hand, score_hand
from rummy500.engine.step import is_over
from rummy500.engine.turns import hand_ended
from rummy500.game.deal import deal
from rummy500.game.match import (
    Match,
    draw_for_deal,
    hand_in_match,
    match_with_scores,
    next_dealer,
    record_hand,
    start_match,
)
from rummy500.records import replace
from rummy500.rules.options import DEAL_NEXT_DEALER, MATCH_REACHED, MATCH_TARGET
from rummy500.rules.rules import Rules
from rummy500.rules.scores import HandScore
from rummy500.state import ENDED_OUT, ENDED_STOCK, State
from rummy500_testing.law import SKIPPED, Answer, Fault, law
from rummy500_testing.model import (
    RANKS,
    answered,
    core_value,
    hand_of,
    has_hook,
    has_own_values,
    on_table,
)
from rummy500_testing.play import Counted, Snapshot

# ---------------------------------------------------------------- counting
# Count the points of cards for each seat (`score.hand`).


def in_hand(rules: Rules, state: State, card: int) -> int:
    """Return the points that a card in a hand deducts."""
    if has_own_values(rules):
        return points_in_hand(rules, state)[card]
    return core_value(rules, card, lies_low=False)


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


# ---------------------------------------------------------------- winning
# Predict the winners after a hand and the next dealer (`match.*`, `deal.next-dealer`).


def ends(rules: Rules, points: int) -> bool:
    """Return whether a score ends the match (`match.target`)."""
    target = MATCH_TARGET.of(rules.options)
    return points > target if MATCH_REACHED.of(rules.options) == "exceed" else points >= target


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
    dealer, way = hand.public.match.dealer, DEAL_NEXT_DEALER.of(rules.options)
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
    return None if card == JOKER else card % RANKS


def added(rules: Rules, before: Match, by_seat: Sequence[int]) -> tuple[int, ...]:
    """Add a hand to the scores of a match: each seat gets the points of its whole side."""
    sides = rules.sides
    return tuple(
        score + sum(points for seat, points in enumerate(by_seat) if sides[seat] == side)
        for score, side in zip(before.scores, sides, strict=True)
    )


# ---------------------------------------------------------------- core points
# Laws of points and of winning, by a model: which cards count for whom, and who wins a match.

_HAND_RULE: Final = "score.hand"


#: How many scores of a match are tried with one hand.
_TRIED: Final = 6


@law(costly=True)
def cards_count_for_who_played_them(snapshot: Snapshot) -> Fault | None:
    """Cards on the table count for the seat that played them, cards in hand against the seat that holds them."""
    return count_fault(snapshot.rules, snapshot.state)


def count_fault(rules: Rules, state: State) -> Fault | None:
    """Find a fault in the points of a hand, finished or not; `None` if there is none."""
    score = score_hand(rules, state)
    down, left = melded(rules, state), held(rules, state)
    for seat in range(rules.seats):
        due = [down[seat] - left[seat]]
        if answered(rules, "deducts"):
            due.append(down[seat])
        found = sum(line.points for line in score.lines if line.seat == seat and line.rule == _HAND_RULE)
        if found not in due:
            return Fault(
                f"seat {seat} has melded {down[seat]} points and holds {left[seat]}: expected"
                f" {' or '.join(map(str, due))}, found {found}"
            )
    return None


@law(costly=True)
def only_cards_score(snapshot: Snapshot) -> Answer:
    """Only cards score in a hand, unless a plugin adds lines."""
    if has_hook(snapshot.rules, "score_lines"):
        return SKIPPED
    score = score_hand(snapshot.rules, snapshot.state)
    others = [line for line in score.lines if line.rule != _HAND_RULE]
    if others:
        return Fault(f"no rule adds points beside cards, but a line says {others[0].rule}")
    for seat, points in enumerate(score.by_seat):
        cards = sum(line.points for line in score.lines if line.seat == seat)
        if points != cards:
            return Fault(f"seat {seat} scores {points} points, but its cards count {cards}")
    return None


@law()
def the_match_goes_on(counted: Counted) -> Fault | None:
    """The scores of a match add up by sides, and the deal passes on."""
    return _counted_fault(counted, _wrong_totals)


@law()
def the_leader_wins(counted: Counted) -> Answer:
    """A seat or side that leads alone at the target has won the match; a tie is played on.

    Skipped where a plugin overrides who has won (`match_winners`).
    """
    return SKIPPED if answered(counted.rules, "match_winners") else _counted_fault(counted, _won)


def _counted_fault(counted: Counted, look: Callable[[Rules, Match, Match, State], Fault | None]) -> Fault | None:
    """Find the first fault of a finished hand, in its match and in others with scores around the target."""
    rules, hand = counted.rules, counted.hand
    if not is_over(hand):
        return None
    fault = look(rules, counted.before, counted.after, hand)
    if fault is not None:
        return fault
    for before in _matches(rules, hand):
        moved = hand_in_match(hand, before.so_far)
        fault = look(rules, before, record_hand(rules, before, moved), moved)
        if fault is not None:
            return Fault(f"with scores of {before.scores} before the hand{_playoff(before)}, {fault.what}")
    return None


def _playoff(match: Match) -> str:
    return ", which is played after a tie" if match.playoff else ""


def _wrong_totals(rules: Rules, before: Match, after: Match, hand: State) -> Fault | None:
    by_seat = score_hand(rules, hand).by_seat
    scores = added(rules, before, by_seat)
    more = [0] * rules.seats
    for line in after.lines[len(before.lines) :]:
        more[line.seat] += line.points
    due = added(rules, attrs.evolve(before, so_far=replace(before.so_far, scores=scores)), more)
    if after.scores != due:
        return Fault(f"scores: expected {due}, found {after.scores}")
    dealer = dealer_after(rules, hand, by_seat)
    if after.dealer != dealer:
        return Fault(f"next dealer: expected seat {dealer}, found seat {after.dealer}")
    return None


def _won(rules: Rules, before: Match, after: Match, hand: State) -> Fault | None:
    scores = added(rules, before, score_hand(rules, hand).by_seat)
    won, playoff = winners(rules, scores, playoff=before.playoff)
    if tuple(sorted(after.winners)) != won or after.playoff != playoff:
        found = f"{after.winners or 'nobody'}{' and a tie is played on' if after.playoff else ''}"
        wanted = f"{won or 'nobody'}{' and a tie is played on' if playoff else ''}"
        return Fault(f"winners after scores of {scores}: expected {wanted}, found {found}")
    return None


def _matches(rules: Rules, hand: State) -> Iterator[Match]:
    """Generate matches before the hand whose scores come close to the target with it, some of them tied."""
    rng = random.Random(hash(hand.public.pile))
    by_seat = score_hand(rules, hand).by_seat
    of_side = added(rules, start_match(rules), by_seat)
    target = MATCH_TARGET.of(rules.options)
    for _ in range(_TRIED):
        wanted = [target + rng.choice((-40, -1, 0, 0, 1, 1, 20)) for _ in range(rules.seats)]
        scores = tuple(wanted[rules.sides.index(side)] - of_side[seat] for seat, side in enumerate(rules.sides))
        dealer, playoff = hand.public.match.dealer, rng.random() < 0.3
        yield Match(match_with_scores(rules, scores, dealer=dealer, playoff=playoff))


# ---------------------------------------------------------------- core dealing
# Laws of the dealer, by a model: the draw for the first hand, and who deals each hand after it.

#: How many results of a hand, and how many packs for the first draw, are generated.
_GENERATED: Final = 24


#: The first cards of such a pack are jokers and cards of only this many ranks, so that many seats draw again.
_RANKS_FIRST: Final = 2


@law()
def the_deal_passes_on(rules: Rules) -> Fault | None:
    """The rules alone decide who deals next; after a tie the same dealer deals again.

    Checked with generated results, many of them tied, with and without a player who went out.
    """
    rng = random.Random("results of hands")
    for _ in range(_GENERATED):
        out = rng.choice((NONE, rng.randrange(rules.seats)))
        dealt = deal(rules, seed=0, dealer=rng.randrange(rules.seats))
        hand = hand_ended(dealt, ENDED_STOCK if out == NONE else ENDED_OUT, out)
        points = tuple(rng.choice((-5, 10, 25)) for _ in range(rules.seats))
        due = dealer_after(rules, hand, points)
        found = next_dealer(rules, hand, HandScore((), points, (), final=True))
        if found != due:
            how = "nobody out" if out == NONE else f"seat {out} out"
            dealer = hand.public.match.dealer
            return Fault(f"seat {dealer} dealt, {how}, points {points}: seat {due} deals next, not seat {found}")
    return None


@law()
def the_lowest_card_deals(rules: Rules) -> Fault | None:
    """In the draw for the first deal the lowest card deals; players who tie or draw a joker draw again.

    Checked with packs that begin with jokers and cards of two ranks. If a plugin ranks cards for this draw, its ranks
    count.
    """
    rng = random.Random("draws for the first deal")
    for _ in range(_GENERATED):
        first = rng.sample(range(RANKS), _RANKS_FIRST)
        deck = sorted(
            rng.sample(rules.deal.pack, len(rules.deal.pack)),
            key=lambda card: card != JOKER and card % RANKS not in first,
        )
        due, rounds = dealer_drawn(rules, deck)
        drawn = draw_for_deal(rules, deck=deck)
        if (drawn.dealer, drawn.rounds) != (due, rounds):
            return Fault(f"seat {due} should deal after {rounds}, and seat {drawn.dealer} deals after {drawn.rounds}")
    return None
