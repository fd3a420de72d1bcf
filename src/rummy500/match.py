"""A match of hands: scores, who deals next, who has won (`match.*`, `deal.first-dealer`, `deal.next-dealer`)."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from rummy500.actions import Action
from rummy500.cards import NATURALS, card_text
from rummy500.deal import deal, dealing_seat, deck_cards, shuffled_pack
from rummy500.engine.scoring import score_hand
from rummy500.engine.step import apply, is_over
from rummy500.errors import DealError, Rummy500Error
from rummy500.rules import Rules, Tally, names_plugins
from rummy500.rules.scores import HandScore, ScoreLine
from rummy500.state import State


class MatchError(Rummy500Error, ValueError):
    """A step that the match does not allow now: its hand is still going on, or the match is over."""


@attrs.frozen
class PlayedHand:
    """A finished hand of a match.

    Attributes:
        dealer: who dealt it.
        out: who went out, -1 for nobody.
        score: its score.
    """

    dealer: int
    out: int
    score: HandScore


@attrs.frozen
class Match:
    """A match: scores, finished hands and the hand that is going on. It is immutable and knows no future deck.

    Attributes:
        dealer: who deals the hand that is going on, or the next one.
        scores: each seat's score, or its side's if partners play.
        hands: the hands played.
        hand: the hand that is going on, `None` between hands.
        playoff: a tie is being played on (`match.tie`).
        winners: the seats that have won, empty while the match goes on.
        slots: what plugins remember from hand to hand, in the order of the rules' plugins.
        lines: the lines of score that the match itself added to those of its hands, when it ended.
    """

    dealer: int
    scores: tuple[int, ...]
    hands: tuple[PlayedHand, ...] = ()
    hand: State | None = None
    playoff: bool = False
    winners: tuple[int, ...] = ()
    slots: tuple[object, ...] = ()
    lines: tuple[ScoreLine, ...] = ()

    @property
    def is_over(self) -> bool:
        """Whether somebody has won."""
        return bool(self.winners)

    @property
    def margins(self) -> tuple[tuple[int, ...], ...]:
        """By how many points each seat leads each other seat (`match.margin`); negative if it is behind."""
        return tuple(tuple(mine - other for other in self.scores) for mine in self.scores)


def start_match(rules: Rules, *, dealer: int = 0) -> Match:
    """Start a match; its first hand is not dealt yet.

    Args:
        rules: the rules in force.
        dealer: who deals the first hand; `draw_for_deal` finds one.

    Raises:
        DealError: if there is no such seat.
        TypeError: for anything but a whole number.
    """
    return match_so_far(rules, dealing_seat(rules, dealer), (0,) * rules.seats)


@names_plugins
def match_so_far(rules: Rules, dealer: int, scores: tuple[int, ...], *, playoff: bool = False) -> Match:
    """Make a match between hands of which only the scores are known.

    Args:
        rules: the rules in force.
        dealer: who deals the hand.
        scores: each seat's score, or its side's if partners play.
        playoff: whether a tie is being played on.
    """
    slots = tuple(memory.start(scores) for _, memory in rules.memory.match_memory)
    return Match(dealer, scores, playoff=playoff, slots=slots)


def next_hand(rules: Rules, match: Match, *, seed: int | None = None, deck: Sequence[int] | None = None) -> Match:
    """Deal the next hand of a match.

    Args:
        rules: the rules in force.
        match: the match between hands.
        seed: shuffles the pack; 0 or more.
        deck: instead of a seed, the whole pack in order.

    Raises:
        MatchError: if a hand is going on or the match is over.
        DealError: as `deal`.
    """
    if match.hand is not None:
        raise MatchError("the hand is still going on")
    if match.winners:
        raise MatchError("the match is over")
    return attrs.evolve(match, hand=deal(rules, seed=seed, deck=deck, dealer=match.dealer))


def play(rules: Rules, match: Match, action: Action) -> Match:
    """Apply an action to the hand of a match. If it ends the hand, the hand is scored.

    Args:
        rules: the rules in force.
        match: the match with a hand going on.
        action: a legal action or an outcome of the chance that is due.

    Raises:
        MatchError: if no hand is going on.
        IllegalActionError: if the action is refused.
    """
    if match.hand is None:
        raise MatchError("no hand is going on")
    hand = apply(rules, match.hand, action)
    return record_hand(rules, match, hand) if is_over(hand) else attrs.evolve(match, hand=hand)


@names_plugins
def record_hand(rules: Rules, match: Match, hand: State) -> Match:
    """Score a finished hand into a match, for programs that play the hand themselves.

    Args:
        rules: the rules in force.
        match: the match.
        hand: a hand that is over.

    Raises:
        MatchError: if the hand is not over or the match is.
    """
    if not is_over(hand):
        raise MatchError("the hand is still going on")
    if match.winners:
        raise MatchError("the match is over")
    score = score_hand(rules, hand)
    scores = with_lines(rules, match.scores, score.lines)
    tally = Tally(scores, hand, score, match.playoff)
    before = match.slots or tuple(memory.start(match.scores) for _, memory in rules.memory.match_memory)
    slots = tuple(
        memory.after(rules, record, tally)
        for (_, memory), record in zip(rules.memory.match_memory, before, strict=True)
    )
    tally = attrs.evolve(tally, slots=slots)
    verdict = rules.match.match_winners(rules, tally)
    lines = tuple(line for find in rules.match.match_lines for line in find(rules, tally, verdict))
    return Match(
        next_dealer(rules, hand, score),
        with_lines(rules, scores, lines),
        (*match.hands, PlayedHand(hand.public.dealer, hand.public.out, score)),
        None,
        verdict.playoff,
        verdict.winners,
        slots,
        (*match.lines, *lines),
    )


def with_lines(rules: Rules, scores: tuple[int, ...], lines: Sequence[ScoreLine]) -> tuple[int, ...]:
    """Add lines to scores; a line counts for every seat of its side.

    Args:
        rules: the rules in force.
        scores: each seat's score, or its side's if partners play.
        lines: the lines; each must be for a seat that plays.
    """
    sides = rules.sides
    return tuple(
        before + sum(line.points for line in lines if sides[line.seat] == sides[seat])
        for seat, before in enumerate(scores)
    )


def next_dealer(rules: Rules, hand: State, score: HandScore) -> int:
    """The seat that deals after a hand, by the option `deal.next-dealer`."""
    dealer, seats = hand.public.dealer, rules.seats
    passes = rules.options["deal.next-dealer"]
    sides_play = len(set(rules.sides)) < seats
    if passes == "right":
        return (dealer - 1) % seats
    if passes == "left" or sides_play:
        return (dealer + 1) % seats
    if hand.public.out >= 0:
        return hand.public.out
    best = max(score.by_seat)
    return score.by_seat.index(best) if score.by_seat.count(best) == 1 else dealer


@attrs.frozen
class DealDraw:
    """The result of drawing for the first deal.

    Attributes:
        dealer: the seat that drew the lowest card.
        rounds: every round, as pairs of seat and card; the first round has every seat, later ones those that drew
            again.
    """

    dealer: int
    rounds: tuple[tuple[tuple[int, int], ...], ...]


def draw_for_deal(rules: Rules, *, seed: int | None = None, deck: Sequence[int] | None = None) -> DealDraw:
    """Draw for the first deal (`deal.first-dealer`): the lowest card deals; ties and jokers draw again.

    Args:
        rules: the rules in force.
        seed: shuffles the pack to draw from; 0 or more.
        deck: instead of a seed, the cards in the order in which they are drawn.

    Returns:
        The dealer and every drawn card.

    Raises:
        DealError: if not exactly one of `seed` and `deck` is given, the seed is negative, or the cards run out before
            one seat is lowest.
    """
    if (seed is None) == (deck is None):
        raise DealError("give either a seed or a deck")
    cards = list(shuffled_pack(rules, seed)) if seed is not None else deck_cards(deck)
    rounds: list[tuple[tuple[int, int], ...]] = []
    seats = list(range(rules.seats))
    while len(seats) > 1 or not rounds:
        lowest: dict[int, int] = {}
        waiting = seats
        while waiting:
            if len(cards) < len(waiting):
                raise DealError("the cards ran out before one seat had drawn the lowest")
            drawn, cards = cards[: len(waiting)], cards[len(waiting) :]
            rounds.append(tuple(zip(waiting, drawn, strict=True)))
            again: list[int] = []
            for seat, card in rounds[-1]:
                if not 0 <= card <= NATURALS:
                    raise DealError(f"{card_text(card)} is no card to draw")
                rank = rules.deal.cut_rank(card)
                if rank is None:
                    again.append(seat)
                else:
                    lowest[seat] = rank
            waiting = again
        seats = sorted(seat for seat, rank in lowest.items() if rank == min(lowest.values()))
    return DealDraw(seats[0], tuple(rounds))
