"""Hands and matches: `deal` deals a hand from a seed, or from a deck in a given order; a match is hand after hand."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import cast

import attrs

from rummy500.base.errors import DealError, Rummy500Error
from rummy500.base.inputs import quoted, whole_number
from rummy500.base.records import field_names
from rummy500.cards.cards import EMPTY_BAG, NATURALS, UNKNOWN, bag_of, card_text, shuffled
from rummy500.engine.scoring import by_side, score_hand
from rummy500.engine.step import apply, is_over
from rummy500.engine.turns import begin_rounds, first_phase
from rummy500.rules.actions import NONE, Action
from rummy500.rules.memory import hand_start, match_start
from rummy500.rules.move import Tally
from rummy500.rules.options import DEAL_NEXT_DEALER, DEAL_OPENING
from rummy500.rules.rules import Rules
from rummy500.rules.scores import HandScore, ScoreLine, html_table
from rummy500.rules.state import NEW_TURN, MatchSoFar, PublicState, State, packed_sizes


def shuffled_pack(rules: Rules, seed: int) -> bytes:
    """Shuffle the pack by a seed; the order is the same on every Python.

    Args:
        rules: the rules in force.
        seed: a whole number, 0 or more; any type with `__index__`, numpy's too.

    Raises:
        DealError: for a negative seed.
        TypeError: for anything but a whole number.
    """
    return shuffled(rules.deal.pack, random.Random(plain_seed(seed)))


def plain_seed(seed: int) -> int:
    """Check a seed of a shuffle or of a simulation, and convert it to a plain number."""
    number = whole_number(seed, "a seed")
    if number < 0:  # `random.Random` takes -1 for 1
        raise DealError(f"a seed is a whole number, 0 or more, not {quoted(number)}")
    return number


def deal(
    rules: Rules,
    *,
    seed: int | None = None,
    deck: Sequence[int] | None = None,
    dealer: int | None = None,
    match: MatchSoFar | None = None,
) -> State:
    """Deal a hand.

    Cards are dealt one at a time from the dealer's left (`deal.order`), as many as `deal.size` or `Deal.sizes`
    sets. Then one card is turned up (`deal.upcard`), or the first seat gets it (`deal.extra-card`). The steps of the
    hook `dealing` follow.

    Args:
        rules: the rules in force.
        seed: shuffles the pack; 0 or more. The same seed gives the same hand on every Python.
        deck: instead of a seed, the whole pack in order, the first card dealt first; any sequence of whole numbers.
        dealer: the seat that deals, 0 if left out. Seed and dealer may be of any type with `__index__`.
        match: the match before the hand, with its dealer; if left out, the hand is the first of its match.

    Returns:
        The state in which the first seat acts.

    Raises:
        DealError: if not exactly one of `seed` and `deck` is given, the seed is negative, the deck is not the pack,
            there is no such dealer, both a dealer and a match are given, the match is none of these rules, or a plugin
            wants hands that the pack cannot give.
        TypeError: for a seed, a card or a dealer that is not a whole number.
    """
    if (seed is None) == (deck is None):
        raise DealError("give either a seed or a deck")
    if dealer is not None and match is not None:
        raise DealError("give either a dealer or a match: the match says who deals")
    if match is None:
        match = start_match(rules, dealer=0 if dealer is None else dealer).so_far
    _check_match(rules, match)
    cards = shuffled_pack(rules, seed) if seed is not None else _checked(rules, deck_cards(deck))
    seats = rules.seats
    first = (match.dealer + 1) % seats
    sizes = _sizes(rules, match)
    clockwise = [(first + turn) % seats for turn in range(seats)]
    hands: list[list[int]] = [[] for _ in sizes]
    order = [seat for number in range(max(sizes)) for seat in clockwise if number < sizes[seat]]
    for seat, card in zip(order, cards, strict=False):
        hands[seat].append(card)
    pile, stock = cards[len(order) : len(order) + 1], cards[len(order) + 1 :]
    if DEAL_OPENING.of(rules.options) == "extra-card":
        hands[first] += pile
        pile = b""
    state = State(
        public=PublicState(
            phase=first_phase(rules),
            to_act=first,
            last=NONE,
            pile=pile,
            table=(),
            turn=NEW_TURN,
            sizes=packed_sizes(tuple(map(len, hands))),
            known=(EMPTY_BAG,) * seats,
            stock_count=len(stock),
            match=match,
        ),
        hands=tuple(map(bag_of, hands)),
        drawn=EMPTY_BAG,
        stock=stock,
        memories=hand_start(rules, match),
    )
    return begin_rounds(rules, state) if rules.deal.rounds or rules.deal.first_player is not None else state


def _sizes(rules: Rules, match: MatchSoFar) -> tuple[int, ...]:
    """The number of cards for each seat."""
    sizes = (rules.deal.hand_size,) * rules.seats
    for plugin, change in rules.deal.hand_sizes:
        sizes = change(rules, match, sizes)
        if (
            type(sizes) is not tuple
            or len(sizes) != rules.seats
            or any(type(each) is not int or each < 1 for each in sizes)
        ):
            raise DealError(
                f"plugin {plugin}: Deal.sizes must return {rules.seats} whole numbers of cards, not {sizes!r}"
            )
        needed = sum(sizes) + 2
        if needed > len(rules.deal.pack):
            raise DealError(
                f"plugin {plugin}: hands of {', '.join(map(str, sizes))}, a first card and a stock need {needed} cards;"
                f" the pack has {len(rules.deal.pack)} (deck.enough)"
            )
    return sizes


def _check_match(rules: Rules, match: MatchSoFar) -> None:
    """Check that a match can be one of these rules."""
    dealing_seat(rules, match.dealer)
    if len(match.scores) != rules.seats:
        raise DealError(f"the match has {len(match.scores)} scores for {rules.seats} seats")
    if match.rules_number not in (0, rules.number):
        raise DealError(f"the match is played by other rules than {rules!r}")
    due = len(rules.memory.match_memory)
    if len(match.memories) != due:
        raise DealError(f"the match has {len(match.memories)} records of plugins, {due} are due: use start_match")


def dealing_seat(rules: Rules, dealer: int) -> int:
    """Check the seat that deals, and convert it to a plain number."""
    seat = whole_number(dealer, "a dealer")
    if not 0 <= seat < rules.seats:
        raise DealError(f"there is no seat {quoted(seat)} to deal: seats are 0 to {rules.seats - 1}")
    return seat


def deck_cards(deck: Iterable[int] | None) -> list[int]:
    """Check that a deck is a list of cards, and convert these to plain numbers."""
    given = cast("object", deck)
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise DealError(f"a deck is a list of cards, not {quoted(deck)}; parse_cards reads one from text")
    cards: list[int] = []
    for each in cast("Iterable[object]", given):
        card = whole_number(each, "a card of a deck")
        if not 0 <= card <= UNKNOWN:
            raise DealError(f"a deck is a list of cards, numbers as parse_cards gives them, not {quoted(card)}")
        cards.append(card)
    return cards


def _checked(rules: Rules, deck: list[int]) -> bytes:
    given, there = Counter(deck), Counter(rules.deal.pack)
    for card in sorted(given | there):
        if given[card] != there[card]:
            raise DealError(f"the deck holds {card_text(card)} {given[card]} times, the pack {there[card]} times")
    return bytes(deck)


# ---------------------------------------------------------------- the match


class MatchError(Rummy500Error, ValueError):
    """A step that the match does not allow now: its hand is still going on, or the match is over."""


@attrs.frozen
class PlayedHand:
    """A finished hand of a match.

    Attributes:
        dealer: who dealt it.
        out: who went out, -1 for nobody (`out_seat`).
        score: its score.
    """

    dealer: int
    out: int
    score: HandScore

    @property
    def out_seat(self) -> int | None:
        """Who went out, `None` for nobody."""
        return self.out if self.out >= 0 else None


@attrs.frozen
class LastHand:
    """The end of the hand that was played last.

    Attributes:
        end: its last state. It has every hand: show of it what your players may see after a hand, all of it as a rule.
        score: its score.
    """

    end: State
    score: HandScore


@attrs.frozen
class Match:
    """A match: scores, finished hands and the hand that is going on. It is immutable and knows no future deck.

    Attributes:
        so_far: the match before the hand that is going on, or before the next one.
        hands: the hands played.
        hand: the hand that is going on, `None` between hands.
        winners: the seats that have won, empty while the match goes on.
        lines: the lines of score that the match itself added to those of its hands, when it ended.
        last_hand: the end of the hand that was played last; `None` before the first has ended. It is not saved, and
            matches with and without it are equal.
    """

    so_far: MatchSoFar
    hands: tuple[PlayedHand, ...] = ()
    hand: State | None = None
    winners: tuple[int, ...] = ()
    lines: tuple[ScoreLine, ...] = ()
    last_hand: LastHand | None = attrs.field(default=None, eq=False, repr=False)

    @property
    def dealer(self) -> int:
        """The seat that deals the hand that is going on, or the next one."""
        return self.so_far.dealer

    @property
    def scores(self) -> tuple[int, ...]:
        """Each seat's score, or its side's if partners play."""
        return self.so_far.scores

    @property
    def playoff(self) -> bool:
        """Whether a tie is being played on (`match.tie`)."""
        return self.so_far.playoff

    @property
    def memories(self) -> tuple[object, ...]:
        """The records of plugins from hand to hand, in the order of the rules' plugins."""
        return self.so_far.memories

    @property
    def is_over(self) -> bool:
        """Whether somebody has won."""
        return bool(self.winners)

    @property
    def margins(self) -> tuple[tuple[int, ...], ...]:
        """By how many points each seat leads each other seat (`match.margin`); negative if it is behind."""
        return tuple(tuple(mine - other for other in self.scores) for mine in self.scores)

    def _repr_html_(self) -> str:
        """Notebooks show the points of each hand and the scores; no card is among them."""
        seats, first = range(len(self.scores)), self.so_far.hand_number - len(self.hands)
        rows: list[tuple[object, ...]] = [
            (number, hand.dealer, "" if hand.out_seat is None else hand.out, *hand.score.by_seat)
            for number, hand in enumerate(self.hands, first)
        ]
        heads = ("hand", "dealer", "out", *map("seat {}".format, seats))
        return html_table(heads, [*rows, ("scores", "", "", *self.scores)])


def start_match(rules: Rules, *, dealer: int = 0, scores: tuple[int, ...] | None = None, hand_number: int = 1) -> Match:
    """Start a match, or go on with one of which only the scores are known; its next hand is not dealt yet.

    Args:
        rules: the rules in force.
        dealer: who deals that hand; `draw_for_deal` finds one for the first.
        scores: each seat's score, or its side's if partners play; 0 if left out. The memory of plugins starts from it.
        hand_number: the number of that hand, from 1.

    Raises:
        DealError: if there is no such seat, or for another number of scores than seats.
        TypeError: for a dealer that is not a whole number.
    """
    scores = (0,) * rules.seats if scores is None else scores
    so_far = match_with_scores(rules, scores, dealer=dealing_seat(rules, dealer), hand_number=hand_number)
    _check_match(rules, so_far)
    return Match(so_far)


def match_with_scores(
    rules: Rules, scores: tuple[int, ...], *, dealer: int = 0, playoff: bool = False, hand_number: int = 1
) -> MatchSoFar:
    """A match of which only the scores are known; the memory of plugins starts from these."""
    memories = match_start(rules, scores)
    return MatchSoFar(dealer, scores, hand_number, playoff, memories, rules.number)


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
    return attrs.evolve(match, hand=deal(rules, seed=seed, deck=deck, match=match.so_far))


def play(rules: Rules, match: Match, action: Action) -> Match:
    """Apply an action to the hand of a match. If it ends the hand, this is scored and kept as `last_hand`.

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


def record_hand(rules: Rules, match: Match, hand: State) -> Match:
    """Score a finished hand into a match, for programs that play the hand themselves.

    Args:
        rules: the rules in force.
        match: the match.
        hand: a hand that is over.

    Raises:
        MatchError: if the hand is not over or the match is, or if the hand was dealt in another match.
    """
    if not is_over(hand):
        raise MatchError("the hand is still going on")
    if match.winners:
        raise MatchError("the match is over")
    if hand.public.match != match.so_far:
        raise MatchError(other_match(hand.public.match, match.so_far))
    score = score_hand(rules, hand)
    return match_after(rules, match, hand, score, with_lines(rules, match.scores, score.lines))


def match_after(rules: Rules, match: Match, hand: State, score: HandScore, scores: tuple[int, ...]) -> Match:
    """The match after a hand that is over, whose score leads to these scores."""
    tally = Tally(scores, hand, score, match.playoff)
    memories = tuple(
        memory.after(rules, record, tally)
        for (_, memory), record in zip(rules.memory.match_memory, match.memories, strict=True)
    )
    tally = attrs.evolve(tally, memories=memories)
    verdict = rules.match.match_winners(rules, tally)
    so_far = MatchSoFar(
        dealer=next_dealer(rules, hand, score),
        scores=with_lines(rules, scores, verdict.lines),
        hand_number=match.so_far.hand_number + 1,
        playoff=verdict.playoff,
        memories=memories,
        rules_number=rules.number,
    )
    played = PlayedHand(match.dealer, hand.public.out, score)
    lines = (*match.lines, *verdict.lines)
    return Match(so_far, (*match.hands, played), None, verdict.winners, lines, LastHand(hand, score))


def other_match(dealt: MatchSoFar, match: MatchSoFar) -> str:
    """Describe the first difference between the match in which a hand was dealt and the match that it is played in."""
    field = next(name for name in field_names(MatchSoFar) if getattr(dealt, name) != getattr(match, name))
    one, other = quoted(getattr(dealt, field)), quoted(getattr(match, field))
    return f"the hand was dealt in another match: {field} {one} in the hand, {other} in the match"


def with_lines(rules: Rules, scores: tuple[int, ...], lines: Sequence[ScoreLine]) -> tuple[int, ...]:
    """Add lines to scores; a line counts for every seat of its side."""
    by_seat = [0] * rules.seats
    for line in lines:
        by_seat[line.seat] += line.points
    return with_points(rules, scores, by_seat)


def with_points(rules: Rules, scores: tuple[int, ...], by_seat: Sequence[int]) -> tuple[int, ...]:
    """Add the points of each seat to scores, as `with_lines` does."""
    points = by_side(rules, by_seat)
    return tuple(before + points[side] for before, side in zip(scores, rules.sides, strict=True))


def next_dealer(rules: Rules, hand: State, score: HandScore) -> int:
    """The seat that deals after a hand, by the option `deal.next-dealer`."""
    dealer, seats = hand.public.match.dealer, rules.seats
    passes = DEAL_NEXT_DEALER.of(rules.options)
    if passes == "right":
        return (dealer - 1) % seats
    if passes == "left" or rules.sides_play:
        return (dealer + 1) % seats
    if hand.public.out_seat is not None:
        return hand.public.out_seat
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
                    raise DealError(f"{card_text(card)} is not a card to draw")
                rank = rules.deal.cut_ranks[card]
                if rank is None:
                    again.append(seat)
                else:
                    lowest[seat] = rank
            waiting = again
        seats = sorted(seat for seat, rank in lowest.items() if rank == min(lowest.values()))
    return DealDraw(seats[0], tuple(rounds))
