"""Laws of points, of winning and of the dealer; what the core counts and who deals is judged by the oracle."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Final

import attrs
from proofs.agreement.games import as_table
from proofs.agreement.variants import answering, core_alone
from proofs.oracle import Counting
from proofs.oracle.options import Options

from rummy500.base.records import replace
from rummy500.cards.cards import JOKER, RANKS, card_text
from rummy500.engine.match import (
    Match,
    deal,
    draw_for_deal,
    match_with_scores,
    next_dealer,
    record_hand,
    start_match,
)
from rummy500.engine.scoring import score_hand
from rummy500.engine.step import is_over
from rummy500.engine.turns import hand_ended
from rummy500.rules.actions import NONE
from rummy500.rules.options import MATCH_TARGET
from rummy500.rules.rules import Rules
from rummy500.rules.scores import HandScore
from rummy500.rules.state import ENDED_OUT, ENDED_STOCK, State
from rummy500_testing.altering import hand_in_match
from rummy500_testing.law import SKIPPED, Answer, Fault, law
from rummy500_testing.model import has_hook
from rummy500_testing.play import Counted, Snapshot


def oracle_of(rules: Rules) -> Counting:
    """Return the oracle of the core's rules."""
    return Counting(Options(rules.options), rules.seats)


def added(rules: Rules, before: Match, by_seat: Sequence[int]) -> tuple[int, ...]:
    """Add a hand to the scores of a match: each seat gets the points of its whole side."""
    sides = rules.sides
    return tuple(
        score + sum(points for seat, points in enumerate(by_seat) if sides[seat] == side)
        for score, side in zip(before.scores, sides, strict=True)
    )


# ---------------------------------------------------------------- points

_HAND_RULE: Final = "score.hand"
#: How many scores of a match are tried with one hand.
_TRIED: Final = 6


@law(costly=True)
def cards_count_for_who_played_them(snapshot: Snapshot) -> Answer:
    """Cards on the table count for the seat that played them, cards in hand against the seat that holds them."""
    if answering(snapshot.rules):
        return SKIPPED
    oracle, table = oracle_of(snapshot.rules), as_table(snapshot.rules, snapshot.state)
    due = oracle.hand_scores(oracle.ended(table, "", table))
    found = score_hand(snapshot.rules, snapshot.state).by_seat
    return None if found == due else Fault(f"points: expected {due}, found {found}")


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


# ---------------------------------------------------------------- matches


@law()
def the_match_goes_on(counted: Counted) -> Fault | None:
    """The scores of a match add up by sides, and the deal passes on as the oracle deals."""
    return _counted_fault(counted, _wrong_totals)


@law()
def the_leader_wins(counted: Counted) -> Answer:
    """A seat or side that leads alone at the target has won the match; a tie is played on.

    Skipped beside plugins, which may decide who has won.
    """
    return _counted_fault(counted, _won) if core_alone(counted.rules) else SKIPPED


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
    dealer = _dealer_after(rules, hand, by_seat)
    if after.dealer != dealer and core_alone(rules):
        return Fault(f"next dealer: expected seat {dealer}, found seat {after.dealer}")
    return None


def _dealer_after(rules: Rules, hand: State, by_seat: Sequence[int]) -> int:
    out = hand.public.out
    return oracle_of(rules).dealer_after(hand.public.match.dealer, None if out == NONE else out, by_seat)


def _won(rules: Rules, before: Match, after: Match, hand: State) -> Fault | None:
    scores = added(rules, before, score_hand(rules, hand).by_seat)
    won, playoff = oracle_of(rules).verdict(scores, after_tie=before.playoff)
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


# ---------------------------------------------------------------- dealers

#: How many results of a hand, and how many packs for the first draw, are generated.
_GENERATED: Final = 24
#: The first cards of such a pack are jokers and cards of only this many ranks, so that many seats draw again.
_RANKS_FIRST: Final = 2


@law()
def the_deal_passes_on(rules: Rules) -> Answer:
    """The oracle deals next from the same seat, also after a tie, whoever went out or nobody.

    Checked with generated results, many of them tied.
    """
    if not core_alone(rules):
        return SKIPPED
    rng = random.Random("results of hands")
    for _ in range(_GENERATED):
        out = rng.choice((NONE, rng.randrange(rules.seats)))
        dealt = deal(rules, seed=0, dealer=rng.randrange(rules.seats))
        hand = hand_ended(dealt, ENDED_STOCK if out == NONE else ENDED_OUT, out)
        points = tuple(rng.choice((-5, 10, 25)) for _ in range(rules.seats))
        due = _dealer_after(rules, hand, points)
        found = next_dealer(rules, hand, HandScore((), points, (), final=True))
        if found != due:
            how = "nobody out" if out == NONE else f"seat {out} out"
            dealer = hand.public.match.dealer
            return Fault(f"seat {dealer} dealt, {how}, points {points}: seat {due} deals next, not seat {found}")
    return None


@law()
def the_lowest_card_deals(rules: Rules) -> Answer:
    """In the draw for the first deal the lowest card deals; players who tie or draw a joker draw again.

    Checked with packs that begin with jokers and cards of two ranks.
    """
    if not core_alone(rules):
        return SKIPPED
    rng = random.Random("draws for the first deal")
    for _ in range(_GENERATED):
        first = rng.sample(range(len(RANKS)), _RANKS_FIRST)
        deck = sorted(
            rng.sample(rules.deal.pack, len(rules.deal.pack)),
            key=lambda card: card != JOKER and card % len(RANKS) not in first,
        )
        due = oracle_of(rules).first_dealer(map(card_text, deck))
        drawn = draw_for_deal(rules, deck=deck)
        found = (drawn.dealer, [[(seat, card_text(card)) for seat, card in each] for each in drawn.rounds])
        if found != due:
            return Fault(f"first dealer and draws: expected {due}, found {found}")
    return None
