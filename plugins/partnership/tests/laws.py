"""Laws of `match.partnership`: the sides, their scores, and the secrecy between partners."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from types import FunctionType
from typing import Any, Final, TypeAlias

import attrs

import rummy500 as r5
from rummy500 import State, observe, record_hand, score_hand
from rummy500.engine.match import Match, match_with_scores
from rummy500.hooks import Rules, Tally, Verdict, View, replace
from rummy500_testing import Counted, Fault, Law, Snapshot, law
from rummy500_testing.altering import alter, hand_in_match

#: The plugin whose laws these are.
PLUGIN: Final = "partnership"
#: pytest asks the laws under these rules, on every preset.
RULES: Final[dict[str, dict[str, object]]] = {
    "partnership": {"seats": 4},
    "two sides of three": {"seats": 6},
    "three sides": {"options": {"partnership.sides": "three"}, "seats": 6},
    "own melds, a minimum": {"options": {"meld.layoff": "own", "meld.first-minimum": 30}, "seats": 4},
}
#: Plugins that answer the same questions, and that these laws take into account.
BESIDE: Final = frozenset(("dealers-gambit", "displayed-discards"))
#: The sides by seats and by the option.
_SIDES: Final = {(4, "two"): (0, 1, 0, 1), (6, "two"): (0, 1, 0, 1, 0, 1), (6, "three"): (0, 1, 2, 0, 1, 2)}
#: What a side has beyond the target, and the other with it.
_BEYOND: Final = (-30, -1, 0, 1, 25)


@law(rests_on=("sides",))
def sides_alternate(rules: Rules) -> Fault | None:
    """Seats 0 and 2 play against 1 and 3; six form two sides of three or three of two. The target is reached.

    Rule `match.partnership`. 500 points are reached, need not be exceeded, unless an option or another plugin changes
    that.
    """
    if rules.sides != _SIDES.get((rules.seats, str(rules.options["partnership.sides"]))):
        return Fault(f"the sides of {rules.seats} seats are {rules.sides}")
    preset = f"preset {rules.preset.name}"
    exceeded = rules.options["match.reached"] != "reach"
    set_by = rules.origin.set_by["match.reached"]
    if exceeded and set_by in (preset, "plugin partnership"):
        return Fault(f"the target must be exceeded, as {set_by} says")
    return None


#: Looks at one hand counted in a match: the rules, the match before and after it, and the hand.
_Look: TypeAlias = Callable[[Rules, Match, Match, State], Fault | None]


@law(rests_on=("sides",))
def partners_share_one_score(counted: Counted) -> Fault | None:
    """Partners share one score, and the deal does not go to the winner.

    Rule `match.partnership`. Checked with the scores of the match and with others around the target.
    """
    return _counted_fault(counted, _score_fault)


@law(rests_on=("sides", "match_winners"))
def a_side_wins(counted: Counted) -> Fault | None:
    """A side with the target wins, the highest if several have it, and a tie is played on.

    Rule `match.partnership`. Checked with the scores of the match and with others around the target. Skipped if
    another plugin decides who wins.
    """
    return _counted_fault(counted, _winner_fault)


def _counted_fault(counted: Counted, look: _Look) -> Fault | None:
    rules, hand = counted.rules, counted.hand
    fault = look(rules, counted.before, counted.after, hand)
    for before in islice(_matches(rules, hand), 0, None, 3):
        moved = hand_in_match(hand, before.so_far)
        fault = fault or look(rules, before, record_hand(rules, before, moved), moved)
    return fault


def _made(rules: Rules, hand: State) -> list[int]:
    """Add up what each side has made of a hand, the lines of all partners together."""
    made = [0] * _count(rules)
    for line in score_hand(rules, hand).lines:
        made[line.seat % len(made)] += line.points
    return made


def _count(rules: Rules) -> int:
    """Return how many sides play."""
    return len(set(_SIDES[rules.seats, str(rules.options["partnership.sides"])]))


def _matches(rules: Rules, hand: State) -> Iterator[Match]:
    """Generate matches before the hand: with it one side is close to the target, and the others behind or ahead."""
    made, count = _made(rules, hand), _count(rules)
    for mine in _BEYOND:
        for other in (-100, -1, mine, mine + 60):
            for side in range(count):
                for playoff in (False, True):
                    # Of three sides one is behind, so that two may tie for the lead.
                    beyond = [-110 if each == (side + 2) % 3 else other for each in range(count)]
                    beyond[side] = mine
                    due = [beyond[each] - made[each] for each in range(count)]
                    scores = [rules.match.target + due[seat % count] for seat in range(rules.seats)]
                    dealer = hand.public.match.dealer
                    yield Match(match_with_scores(rules, tuple(scores), dealer=dealer, playoff=playoff))


def _score_fault(rules: Rules, before: Match, after: Match, hand: State) -> Fault | None:
    made = _made(rules, hand)
    by_side = score_hand(rules, hand).by_side
    if list(by_side) != made:
        return Fault(f"points of the sides: expected {made}, found {by_side}", state=hand)
    count = len(made)
    more = [0] * count
    for line in after.lines[len(before.lines) :]:
        more[line.seat % count] += line.points
    due = tuple(before.scores[seat] + made[seat % count] + more[seat % count] for seat in range(rules.seats))
    if after.scores != due:
        return Fault(f"{before.scores} and {made} by side should make {due}, and make {after.scores}", state=hand)
    step = -1 if rules.options["deal.next-dealer"] == "right" else 1
    if after.dealer != (hand.public.match.dealer + step) % rules.seats:
        return Fault(f"after a hand that seat {hand.public.match.dealer} dealt seat {after.dealer} deals", state=hand)
    return None


def _winner_fault(rules: Rules, before: Match, after: Match, hand: State) -> Fault | None:
    made = _made(rules, hand)
    counted = [before.scores[seat] + made[seat % len(made)] for seat in range(rules.seats)]
    won, playoff = _winners(rules, counted, playoff=before.playoff)
    if (tuple(sorted(after.winners)), after.playoff) != (won, playoff):
        return Fault(
            f"with scores of {counted} {won or 'nobody'} should have won{' and a tie be played on' if playoff else ''};"
            f" found {after.winners or 'nobody'}{' and a tie' if after.playoff else ''}",
            state=hand,
        )
    return None


def _winners(rules: Rules, scores: Sequence[int], *, playoff: bool) -> tuple[tuple[int, ...], bool]:
    """Return the side with the target, the highest one if several have it, and whether a tie is played on."""
    more, count = rules.options["match.reached"] == "exceed", _count(rules)
    there = [points > rules.match.target if more else points >= rules.match.target for points in scores[:count]]
    if not any(there) and not playoff:
        return (), False
    best = max(scores[:count])
    if scores[:count].count(best) > 1:
        return (), True
    return tuple(seat for seat in range(rules.seats) if scores[seat] == best), False


@law(costly=True, beside=BESIDE)
def partners_hide_their_hands(snapshot: Snapshot) -> Fault | None:
    """A seat sees of its partner's hand only as much as an opponent sees.

    Rule `match.partnership`.
    """
    rules, count = snapshot.rules, _count(snapshot.rules)
    for seat in range(rules.seats):
        partner, opponent = (observe(rules, snapshot.state, (seat + way) % rules.seats) for way in (count, 1))
        if partner.public.known[seat] != opponent.public.known[seat]:
            return Fault(f"of the hand of seat {seat} its partner sees what an opponent does not")
    return None


# ---------------------------------------------------------------- faults


def _rules() -> Rules:
    return r5.compose("pagat", [PLUGIN], seats=4)


def _three() -> Rules:
    return r5.compose("pagat", [PLUGIN], {"partnership.sides": "three"}, seats=6)


def _first_alone(rules: Rules, tally: Tally) -> Verdict:
    """Let only the best seat win, not its side."""
    verdict = _rules().match.match_winners(rules, tally)
    return Verdict(verdict.winners[:1], verdict.playoff)


def _exceeded(rules: Rules, tally: Tally) -> Verdict:
    """Let the target be exceeded."""
    return _rules().match.match_winners(rules, tally) if max(tally.scores) > rules.match.target else Verdict()


def _ties_win(rules: Rules, tally: Tally) -> Verdict:
    best = max(tally.scores)
    seats = tuple(seat for seat in range(rules.seats) if tally.scores[seat] == best)
    return Verdict(seats) if best >= rules.match.target else Verdict()


def _partners_look(rules: Rules, state: State, seat: int) -> View:
    view = observe(rules, state, seat)
    known = [state.hands[each] if (each - seat) % 4 == 2 else view.public.known[each] for each in range(4)]
    return replace(view, public=replace(view.public, known=tuple(known)))


#: The function of the law that looks at views, which show the partner's hand.
_LOOKING: Final = FunctionType(partners_hide_their_hands.function.__code__, {**globals(), "observe": _partners_look})
#: Each fault breaks its law: rules, in which hands are played, or a step or a game.
FAULTS: Final[tuple[tuple[Law[Any], Callable[[], object]], ...]] = (
    (sides_alternate, lambda: alter(_rules(), sides=(0, 0, 1, 1))),
    (sides_alternate, lambda: alter(_rules(), sides=(0, 1, 2, 3))),
    (sides_alternate, lambda: alter(_rules(), sides=(0, 1, 1, 0))),
    (sides_alternate, lambda: alter(_three(), sides=(0, 1, 0, 1, 0, 1))),
    (sides_alternate, lambda: alter(_rules(), options={**_rules().options, "match.reached": "exceed"})),
    (partners_share_one_score, lambda: alter(_rules(), sides=(0, 0, 1, 1))),
    (partners_share_one_score, lambda: alter(_three(), sides=(0, 0, 1, 1, 2, 2))),
    (a_side_wins, lambda: alter(_rules(), match_winners=_first_alone)),
    (a_side_wins, lambda: alter(_rules(), match_winners=_exceeded)),
    (a_side_wins, lambda: alter(_rules(), match_winners=_ties_win)),
    (a_side_wins, lambda: alter(_three(), match_winners=_ties_win)),
    (attrs.evolve(partners_hide_their_hands, function=_LOOKING), _rules),
)
