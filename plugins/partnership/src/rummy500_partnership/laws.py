"""Laws of `match.partnership`, for `rummy500.testing`: sides, their scores, and what partners do for each other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any, Final, TypeAlias

from rummy500 import State, observe, parse_action, parse_position, record_hand, score_hand, why_not
from rummy500.hooks import Rules
from rummy500.match import Match, match_so_far
from rummy500.testing import SKIPPED, Answer, Counted, Fault, Law, Spot
from rummy500.testing.others import PLAY, SEEN, TOGETHER, unless_others_say

_SEATS: Final = 4
#: All but the plugins by which other seats may have won.
_WHERE_THE_TARGET_DECIDES: Final = TOGETHER - {"must-go-out", "michigan", "persian", "oklahoma"}
#: What a side has beyond the target, and the other with it.
_BEYOND: Final = (-30, -1, 0, 1, 25)


@unless_others_say("sides", known=TOGETHER)
def two_against_two(rules: Rules) -> Fault | None:
    """`match.partnership`: four seats, 0 and 2 against 1 and 3.

    500 is reached, not exceeded, unless an option or another plugin says so.
    """
    sides = rules.sides
    if rules.seats != _SEATS or len(sides) != _SEATS or not sides[0] == sides[2] != sides[1] == sides[3]:
        return Fault(f"the sides of {rules.seats} seats are {sides}")
    preset = f"preset {rules.preset.name}"
    exceeded = rules.options["match.reached"] != "reach"
    set_by = rules.origin.set_by["match.reached"]
    if exceeded and set_by in (preset, "plugin partnership"):
        return Fault(f"the target must be exceeded, as {set_by} says")
    return None


#: Looks at one hand counted in a match: the rules, the match before and after it, and the hand.
_Look: TypeAlias = Callable[[Rules, Match, Match, State], Fault | None]


@unless_others_say("sides", known=TOGETHER)
def sides_score(counted: Counted) -> Fault | None:
    """`match.partnership`: partners share one score, and the deal does not go to the winner.

    Checked with the scores of the match and with others around the target.
    """
    return _counted_fault(counted, _score_fault)


@unless_others_say("sides", "match_winners", known=_WHERE_THE_TARGET_DECIDES)
def a_side_wins(counted: Counted) -> Fault | None:
    """`match.partnership`: a side with the target wins, the higher if both have it; a tie is played on.

    Checked with the scores of the match and with others around the target. Skipped with a plugin by which others win.
    """
    return _counted_fault(counted, _winner_fault)


def _counted_fault(counted: Counted, look: _Look) -> Fault | None:
    rules, hand = counted.rules, counted.hand
    fault = look(rules, counted.before, counted.after, hand)
    for before in islice(_matches(rules, hand), 0, None, 3):
        fault = fault or look(rules, before, record_hand(rules, before, hand), hand)
    return fault


@unless_others_say("pack", "sides", known=TOGETHER)
def sides_score_in_made_hands(rules: Rules) -> Fault | None:
    """`match.partnership` in generated hands: each seat out and nobody, with any scores around the target."""
    return _made_fault(rules, _score_fault)


@unless_others_say("pack", "sides", "match_winners", known=_WHERE_THE_TARGET_DECIDES)
def a_side_wins_in_made_hands(rules: Rules) -> Fault | None:
    """`match.partnership` in generated hands: the side that wins, with any scores around the target.

    Skipped with a plugin by which others win.
    """
    return _made_fault(rules, _winner_fault)


def _made_fault(rules: Rules, look: _Look) -> Fault | None:
    for out in range(-1, _SEATS):
        hands = ["" if seat == out else f"{seat + 2}h {seat + 4}c" for seat in range(_SEATS)]
        turn = 'ended = "stock"' if out < 0 else f'ended = "out", out = {out}'
        text = f'phase = "over"\nhands = {hands}\nturn = {{ {turn} }}\nmelds = ["2 [5s 6s 7s 8s 9s Ts 1:Js]"]'
        hand = parse_position(text, rules=rules).state
        for before in _matches(rules, hand):
            fault = look(rules, before, record_hand(rules, before, hand), hand)
            if fault is not None:
                return fault
    return None


def _made(rules: Rules, hand: State) -> list[int]:
    """What each side has made of a hand, both partners' lines together."""
    made = [0, 0]
    for line in score_hand(rules, hand).lines:
        made[line.seat % 2] += line.points
    return made


def _matches(rules: Rules, hand: State) -> Iterator[Match]:
    """Matches before the hand; with it one side comes to lie around the target, and the other behind or ahead of it."""
    made = _made(rules, hand)
    for mine in _BEYOND:
        for other in (-100, -1, mine, mine + 60):
            for side in (0, 1):
                for playoff in (False, True):
                    beyond = (mine, other) if side == 0 else (other, mine)
                    scores = [rules.match.target + beyond[seat % 2] - made[seat % 2] for seat in range(_SEATS)]
                    yield match_so_far(rules, hand.public.dealer, tuple(scores), playoff=playoff)


def _score_fault(rules: Rules, before: Match, after: Match, hand: State) -> Fault | None:
    made = _made(rules, hand)
    by_side = score_hand(rules, hand).by_side
    if list(by_side) != made:
        return Fault(f"points of the sides: expected {made}, found {by_side}", state=hand)
    more = [0, 0]
    for line in after.lines[len(before.lines) :]:
        more[line.seat % 2] += line.points
    due = tuple(before.scores[seat] + made[seat % 2] + more[seat % 2] for seat in range(_SEATS))
    if after.scores != due:
        return Fault(f"{before.scores} and {made} by side should make {due}, and make {after.scores}", state=hand)
    step = -1 if rules.options["deal.next-dealer"] == "right" else 1
    if after.dealer != (hand.public.dealer + step) % _SEATS:
        return Fault(f"after a hand that seat {hand.public.dealer} dealt seat {after.dealer} deals", state=hand)
    return None


def _winner_fault(rules: Rules, before: Match, after: Match, hand: State) -> Fault | None:
    made = _made(rules, hand)
    counted = [before.scores[seat] + made[seat % 2] for seat in range(_SEATS)]
    won, playoff = _winners(rules, counted, playoff=before.playoff)
    if (tuple(sorted(after.winners)), after.playoff) != (won, playoff):
        return Fault(
            f"with scores of {counted} {won or 'nobody'} should have won{' and a tie be played on' if playoff else ''};"
            f" told are {after.winners or 'nobody'}{' and a tie' if after.playoff else ''}",
            state=hand,
        )
    return None


def _winners(rules: Rules, scores: Sequence[int], *, playoff: bool) -> tuple[tuple[int, ...], bool]:
    """The side that has the target, the higher if both have; a tie is played on until one leads (`match.tie`)."""
    more = rules.options["match.reached"] == "exceed"
    there = [points > rules.match.target if more else points >= rules.match.target for points in scores[:2]]
    if not any(there) and not playoff:
        return (), False
    if scores[0] == scores[1]:
        return (), True
    return ((0, 2) if scores[0] > scores[1] else (1, 3)), False


@unless_others_say(*SEEN, known=TOGETHER)
def partners_hide_their_hands(spot: Spot) -> Fault | None:
    """`match.partnership`: of its partner's hand a seat sees what an opponent sees of it."""
    for seat in range(_SEATS):
        partner, opponent = (observe(spot.rules, spot.state, (seat + way) % _SEATS) for way in (2, 1))
        if partner.public.known[seat] != opponent.public.known[seat]:
            return Fault(f"of the hand of seat {seat} its partner sees what an opponent does not")
    return None


_RUN: Final = "[3h 4h 5h 6h 7h 8h 9h]"
_TEN_OF_HEARTS: Final = 22


def _answer(rules: Rules, state: State, text: str) -> str:
    """The rule by which an action is refused; nothing if it is not."""
    refusal = why_not(rules, state, parse_action(text, state, rules=rules))
    return "" if refusal is None else refusal.rule


def _table(
    rules: Rules, phase: str, melds: Sequence[str], *, to_act: int = 1, last: int = 0, pile: str = "2d"
) -> State:
    mine = "Kd 2s 5c" if "Th" in pile else "Th Kd 2s 5c"
    hands = ["9d Kc 3d", mine, "6d 8d 4c", "Qs 4d 6c"]
    text = (
        f'to_act = {to_act}\nphase = "{phase}"\nhands = {hands}\nstock = "Jc Ac"\npile = "{pile}"\nlast = {last}\n'
        f"melds = {list(melds)}"
    )
    return parse_position(text, rules=rules).state


@unless_others_say(*PLAY, known=TOGETHER)
def partners_melds(rules: Rules) -> Answer:
    """`match.partnership` with `meld.layoff-own`: a seat may lay off on a partner's meld, and not on an opponent's.

    Skipped where lay-offs go on other melds, too.
    """
    if rules.options["meld.layoff"] != "own":
        return SKIPPED
    for owner in range(_SEATS):
        state = _table(rules, "play", [f"{owner} {_RUN}", "1 {Js Jh Jd}"])
        refused = _answer(rules, state, "1: lay Th on m1")
        ours = owner % 2 == 1
        if refused != ("" if ours else "meld.layoff-own"):
            return Fault(f"seat 1 on a meld of seat {owner}: {refused or 'not refused'}", state=state)
    return None


@unless_others_say(*PLAY, known=TOGETHER)
def each_for_themselves(rules: Rules) -> Answer:
    """`match.partnership`: each player owes a first meld and a first minimum, whatever the partner has melded.

    Skipped where neither is asked for, or where a single ten reaches the minimum.
    """
    after_meld = rules.options["meld.layoff"] == "after-meld"
    short = (
        rules.melding.opening_minimum > rules.scoring.points.in_hand[_TEN_OF_HEARTS]
        and rules.options["meld.layoff"] == "any"
    )
    if not after_meld and not short:
        return SKIPPED
    for owner in (0, 1, 3):
        state = _table(rules, "play", [f"{owner} {_RUN}"])
        refused = _answer(rules, state, "1: lay Th on m1")
        if after_meld and (refused == "meld.layoff-after-meld") != (owner != 1):
            return Fault(f"seat 1 lays off with a meld of seat {owner}: {refused or 'not refused'}", state=state)
        if short and (refused == "meld.first-minimum") != (owner != 1):
            return Fault(f"seat 1 opens beside a meld of seat {owner}: {refused or 'not refused'}", state=state)
    return None


@unless_others_say(*PLAY, known=TOGETHER)
def partners_call(rules: Rules) -> Answer:
    """`match.partnership`: a partner may call on a discard as an opponent may, and whoever discarded it may not.

    Skipped where there are no calls.
    """
    if rules.turn.call == "none":
        return SKIPPED
    for last in range(_SEATS):
        for caller in range(_SEATS):
            melds = [f"{caller} {_RUN}", f"{caller} {{Js Jh Jd}}"]
            state = _table(rules, "draw", melds, to_act=(last + 1) % _SEATS, last=last, pile="2d Th")
            refused = _answer(rules, state, f"{caller}: call Th on m1")
            if bool(refused) != (caller == last):
                return Fault(f"seat {caller} calls on seat {last}: {refused or 'not refused'}", state=state)
    return None


LAWS: Final[tuple[Law[Any], ...]] = (
    Law(
        "partnership: two against two",
        "Four players, seats 0 and 2 against 1 and 3, and the target is reached.",
        Rules,
        two_against_two,
    ),
    Law(
        "partnership: sides score",
        "Partners share one score, and the deal does not go to the winner.",
        Counted,
        sides_score,
    ),
    Law(
        "partnership: a side wins",
        "A side with the target wins, the higher if both have it, and a tie is played on.",
        Counted,
        a_side_wins,
    ),
    Law(
        "partnership: sides score in made hands",
        "Partners share one score in generated hands: each seat out, and nobody out.",
        Rules,
        sides_score_in_made_hands,
    ),
    Law(
        "partnership: a side wins in made hands",
        "A side with the target wins after generated hands: each seat out, and nobody out.",
        Rules,
        a_side_wins_in_made_hands,
    ),
    Law(
        "partnership: partners' melds",
        "Where lay-offs go on own melds only, a partner's is one, and an opponent's is not.",
        Rules,
        partners_melds,
    ),
    Law(
        "partnership: each for themselves",
        "Where lay-offs need a meld before, or points to open with, a partner's do not do.",
        Rules,
        each_for_themselves,
    ),
    Law(
        "partnership: partners call",
        "A partner may call on a discard as an opponent may; only whoever discarded it may not.",
        Rules,
        partners_call,
    ),
    Law(
        "partnership: partners hide their hands",
        "Of its partner's hand a seat sees what an opponent sees of it.",
        Spot,
        partners_hide_their_hands,
        dear=True,
    ),
)
