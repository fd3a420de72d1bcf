"""Laws of Persian about what hands and matches bring: going out, the stock's end, who wins, and who plays with whom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from rummy500 import Match, State, parse_cards, parse_position, record_hand, score_hand, start_match
from rummy500.hooks import JOKER, Rules, cards_of
from rummy500.match import match_so_far
from rummy500.testing import SKIPPED, Answer, Counted, Fault, Law
from rummy500.testing.others import COUNT, MATCH, TOGETHER, unless_others_say
from rummy500_persian.names import FLAVOUR, TO_500
from rummy500_persian.partners import draw_for_partners

SIDES: Final = (0, 1, 0, 1)
_FIFTHS: Final = "scoring.fifths"


def as_told(rules: Rules, points: int) -> int:
    """Points as the score tells them: with fifths each five are one (`score.fifths`)."""
    return points // 5 if rules.options.get(_FIFTHS) else points


@unless_others_say("point_unit", known=TOGETHER)
def going_out_pays(counted: Counted) -> Fault | None:
    """`persian.out-bonus`: 25 for whoever went out, nothing where nobody did."""
    return _out_fault(counted.rules, counted.hand)


def _out_fault(rules: Rules, hand: State) -> Fault | None:
    out = hand.public.out
    told = [(each.seat, each.points) for each in score_hand(rules, hand).lines if each.rule == "persian.out-bonus"]
    due = [(out, as_told(rules, 25))] if out >= 0 else []
    return None if told == due else Fault(f"for going out {due} is due, by seat, and told is {told}", state=hand)


@unless_others_say("pack", *COUNT, known=TOGETHER)
def hands_that_are_over(rules: Rules) -> Fault | None:
    """`persian.out-bonus` in generated hands: each seat out, and nobody."""
    for out in range(-1, rules.seats):
        hand = _ended(rules, out)
        fault = _out_fault(rules, hand)
        if fault is not None:
            return fault
    return None


@unless_others_say("pack", *COUNT, known=TOGETHER - {"add-opponents-hand"})
def hands_count_at_the_stocks_end(rules: Rules) -> Answer:
    """`persian.game`, 003: when the stock ends the hand every hand counts, whoever else spares it.

    Skipped with a plugin by which nobody deducts, and in the flavour of 001.
    """
    if rules.options[FLAVOUR] != TO_500:
        return SKIPPED
    hand = _ended(rules, -1)
    due = tuple(-sum(rules.scoring.points.in_hand[card] for card in cards_of(held)) for held in hand.hands)
    made = score_hand(rules, hand).by_seat
    return None if made == due else Fault(f"every hand counts: expected {due}, found {made}", state=hand)


def _ended(rules: Rules, out: int) -> State:
    hands = ["" if seat == out else cards for seat, cards in enumerate(("3h Kd", "4h *", "Qh", "9s Ac"))]
    ended = 'ended = "stock"' if out < 0 else f'ended = "out", out = {out}'
    return parse_position(f'phase = "over"\nhands = {hands}\nturn = {{ {ended} }}', rules=rules).state


#: What the two sides have beyond the target with the hand counted.
_BEYOND: Final = ((-1, -20), (0, -1), (1, 0), (0, 1), (20, 40), (0, 0), (30, 30), (-30, -30), (-60, 1))


@unless_others_say("pack", "sides", *MATCH, known=TOGETHER)
def the_match_to_500(rules: Rules) -> Answer:
    """`persian.game`, 003: the higher side at the target wins and gets 50 then; a tie is played on.

    Checked with generated hands, each with scores around the target, and after a tie. Skipped in the flavour of 001.
    `must-go-out` decides who has won: beside it the winners are not judged, the 50 are.
    """
    if rules.options[FLAVOUR] != TO_500:
        return SKIPPED
    for out in (-1, 0, 1):
        hand = _ended(rules, out)
        made = score_hand(rules, hand).by_side
        for beyond in _BEYOND:
            for playoff in (False, True):
                scores = tuple(rules.match.target + beyond[side] - made[side] for side in SIDES)
                before = match_so_far(rules, 0, scores, playoff=playoff)
                fault = _counted_fault(rules, before, record_hand(rules, before, hand), hand)
                if fault is not None:
                    return fault
    return None


@unless_others_say("pack", "sides", *MATCH, known=TOGETHER)
def two_deals(rules: Rules) -> Answer:
    """`persian.game`, 001: after two deals the better side wins and gets 50; after a tie one deal more decides.

    Skipped in the flavour of 003.
    """
    if rules.options[FLAVOUR] == TO_500:
        return SKIPPED
    tied = _over(rules, ("7h", "7d", "7c", "7s"))
    for first in (tied, _ended(rules, 0), _ended(rules, 1)):
        for second in (tied, _ended(rules, 1), _ended(rules, -1)):
            match = start_match(rules)
            for hand in (first, second, tied, _ended(rules, 2)):
                if match.winners:
                    break
                before, match = match, record_hand(rules, match, hand)
                fault = _counted_fault(rules, before, match, hand)
                if fault is not None:
                    return fault
    known = record_hand(rules, match_so_far(rules, 0, (10, 700, 10, 700)), tied)
    return None if known.winners == (1, 3) else Fault(f"a match that had a deal is won by {known.winners}", state=tied)


def _over(rules: Rules, hands: Sequence[str]) -> State:
    text = f'phase = "over"\nhands = {list(hands)}\nturn = {{ ended = "stock" }}'
    return parse_position(text, rules=rules).state


@unless_others_say("sides", *MATCH, known=TOGETHER)
def the_match(counted: Counted) -> Fault | None:
    """`persian.game`: who wins a match as it is played, and gets 50.

    `must-go-out` decides who has won: beside it the winners are not judged, the 50 are.
    """
    return _counted_fault(counted.rules, counted.before, counted.after, counted.hand)


def _counted_fault(rules: Rules, before: Match, after: Match, hand: State) -> Fault | None:
    by_side = score_hand(rules, hand).by_side
    scores = [score + by_side[side] for score, side in zip(before.scores, SIDES, strict=True)]
    winner = _winner(rules, scores, len(before.hands) + 1, playoff=before.playoff)
    won = tuple(seat for seat in range(4) if SIDES[seat] == winner)
    if "must-go-out" in rules.plugins:
        won = after.winners
    due = tuple(score + (as_told(rules, 50) if seat in won else 0) for seat, score in enumerate(scores))
    if tuple(sorted(after.winners)) != won:
        return Fault(f"with scores of {scores} the winners are {won}, and told are {after.winners}", state=hand)
    if after.scores != due:
        return Fault(f"the scores of the match should be {due}, and are {after.scores}", state=hand)
    return None


def _winner(rules: Rules, scores: Sequence[int], deals: int, *, playoff: bool) -> int:
    """The side that has won, -1 for none."""
    best = max(scores)
    if rules.options[FLAVOUR] == TO_500:
        more = best > rules.match.target if rules.options["match.reached"] == "exceed" else best >= rules.match.target
        over = playoff or more
    else:
        over = deals >= 2
    return -1 if not over or scores[0] == scores[1] else 0 if scores[0] == best else 1


#: What is drawn for partners, and the players from the lowest draw to the highest.
_DRAWS: Final[tuple[tuple[str, tuple[int, ...]], ...]] = (
    ("Kh 3c 9d * Ac", (3, 1, 2, 0)),
    ("2s Qh Jd Ts", (0, 3, 2, 1)),
    ("As Ks 2d 3c", (0, 2, 3, 1)),
    ("* * 7h 4c 5d 2h", (1, 3, 0, 2)),
    ("5s 5h Kd 2c 9s 3h", (3, 1, 0, 2)),
    ("8s 4c 8h 8d Kc 2h 6s", (1, 2, 3, 0)),
)


@unless_others_say("pack", "cut_rank", known=TOGETHER)
def partners_are_drawn(rules: Rules) -> Answer:
    """`persian.game`, 003: the two highest cards play the two lowest, and the lowest deals; those who tie draw again.

    Skipped where a plugin ranks jokers in a draw.
    """
    if rules.deal.cut_rank(JOKER) is not None:
        return SKIPPED
    for deck, order in _DRAWS:
        draw = draw_for_partners(rules, deck=parse_cards(deck))
        due = (order[0], order[3], order[1], order[2])
        if draw.seating != due or draw.dealer != 0:
            return Fault(f"after {deck} the seats are {draw.seating}, {due} is due, and seat {draw.dealer} deals")
    return None


MATCH_LAWS: Final[tuple[Law[Any], ...]] = (
    Law("persian: going out", "Whoever goes out earns 25.", Counted, going_out_pays),
    Law("persian: hands that are over", "Whoever goes out of a generated hand earns 25.", Rules, hands_that_are_over),
    Law(
        "persian: hands count at the stock's end",
        "As 003 tells it every hand counts against its player when the stock ends the hand.",
        Rules,
        hands_count_at_the_stocks_end,
    ),
    Law("persian: to 500", "The higher side at the target wins, and gets 50.", Rules, the_match_to_500),
    Law("persian: two deals", "After two deals the better side wins, and gets 50.", Rules, two_deals),
    Law(
        "persian: the match",
        "The match is won as its flavour says, unless the winner must go out, and 50 go to the winners.",
        Counted,
        the_match,
    ),
    Law(
        "persian: partners",
        "The two highest draws play the two lowest, and the lowest deals.",
        Rules,
        partners_are_drawn,
    ),
)
