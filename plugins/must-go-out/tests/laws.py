"""Laws of `match.must-go-out`: the winner, computed a second time from the text of the rule."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

import rummy500 as r5
from rummy500 import State, record_hand, score_hand
from rummy500.engine.match import Match, match_with_scores
from rummy500.hooks import Rules, Tally, Verdict
from rummy500_testing import Counted, Fault, Law, available, law
from rummy500_testing.altering import alter, hand_in_match

#: The plugin whose laws these are.
PLUGIN: Final = "must-go-out"
#: pytest asks the laws under these rules, on every preset.
RULES: Final[dict[str, dict[str, object]]] = {
    "alone": {"seats": 3},
    "a discard to go out": {"options": {"out.discard": "required", "match.target": 50}, "seats": 2},
}
#: Plugins that answer the same questions, and that these laws take into account.
BESIDE: Final = frozenset(
    (
        "oklahoma",
        "persian",
    )
)
#: Oklahoma's pay for a whole hand in one turn never counts towards the target; the plugin's other pay does.
_OUT_BONUS: Final = "oklahoma.out-bonus"
_NEVER_COUNTS: Final = 250
#: What a seat has beyond the target with the hand counted.
_MORE: Final = (-40, -1, 0, 1, 30)


@law(rests_on=("match_winners",), beside=BESIDE)
def going_out_with_the_target_wins(counted: Counted) -> Fault | None:
    """A player who goes out with the target or more has won, with their side, whatever the others have; otherwise
    nobody wins, and no tie is played on.

    Rule `match.must-go-out`. Checked with the scores of the match and with others around the target. Beside Oklahoma
    only generated matches are judged, because there the points towards the target depend on all hands.
    """
    rules, hand = counted.rules, counted.hand
    if _OUT_BONUS not in _rules_of_lines(counted):
        fault = _wrong(rules, counted.before, counted.after, hand)
        if fault is not None:
            return fault
    return _around_the_target(rules, hand)


def _rules_of_lines(counted: Counted) -> set[str]:
    return {line.rule for played in counted.after.hands for line in played.score.lines}


def _around_the_target(rules: Rules, hand: State) -> Fault | None:
    for scores in _scores(rules, hand):
        so_far = match_with_scores(rules, scores, dealer=hand.public.match.dealer)
        before, moved = Match(so_far), hand_in_match(hand, so_far)
        fault = _wrong(rules, before, record_hand(rules, before, moved), moved)
        if fault is not None:
            return fault
    return None


def _scores(rules: Rules, hand: State) -> Iterator[tuple[int, ...]]:
    """Generate scores before the hand: with the hand one side is close to the target, the others behind or ahead."""
    gained = [_made(rules, hand, side) for side in rules.sides]
    out = rules.sides[max(0, hand.public.out)]
    for side in (out, next(each for each in rules.sides if each != out)):
        for mine in _MORE:
            for others in (-100, mine, 100):
                yield tuple(
                    rules.match.target + (mine if each == side else others) - made
                    for each, made in zip(rules.sides, gained, strict=True)
                )


def _made(rules: Rules, hand: State, side: int) -> int:
    """Add up the points of a side in a hand."""
    return sum(
        points for each, points in zip(rules.sides, score_hand(rules, hand).by_seat, strict=True) if each == side
    )


def _wrong(rules: Rules, before: Match, after: Match, hand: State) -> Fault | None:
    due = _winners(rules, before, hand)
    if tuple(sorted(after.winners)) != due or after.playoff:
        out = f"seat {hand.public.out} went out" if hand.public.out >= 0 else "nobody went out"
        found = f"{after.winners or 'nobody'}{', and a tie to play on' if after.playoff else ''}"
        return Fault(
            f"{out} with scores of {before.scores} before the hand: expected winners {due or 'nobody'}, found {found}",
            state=hand,
        )
    return None


def _winners(rules: Rules, before: Match, hand: State) -> tuple[int, ...]:
    """Return the side of the player who went out, if it has the target."""
    out = hand.public.out
    if out < 0:
        return ()
    side = rules.sides[out]
    points = before.scores[out] + _made(rules, hand, side)
    for line in score_hand(rules, hand).lines:
        if rules.sides[line.seat] == side and (line.rule, line.points) == (_OUT_BONUS, _NEVER_COUNTS):
            points -= line.points
    return tuple(seat for seat, each in enumerate(rules.sides) if each == side) if points >= rules.match.target else ()


@law()
def the_target_is_reached(rules: Rules) -> Fault | None:
    """A score equal to the target reaches it."""
    reached = rules.options["match.reached"]
    return None if reached == "reach" else Fault(f"match.reached is {reached!r}")


# ---------------------------------------------------------------- faults


def _rules(*plugins: str, seats: int = 3) -> Rules:
    return r5.compose("pagat", [*plugins, PLUGIN], seats=seats)


def _who_is_out(target: int) -> Callable[[Rules, Tally], Verdict]:
    """Let the player who goes out win alone, with so many points more than the target."""

    def winners(rules: Rules, tally: Tally) -> Verdict:
        out = tally.hand.public.out
        return Verdict((out,) if out >= 0 and tally.scores[out] >= rules.match.target + target else ())

    return winners


def _alone() -> Rules:
    """Let the player who goes out win without the partner, if there are partners."""
    if "partnership" not in available.plugins():
        return alter(_rules(), match_winners=lambda *_: Verdict())
    return alter(_rules("partnership", seats=4), match_winners=_who_is_out(0))


def _highest() -> Rules:
    return alter(_rules(), match_winners=r5.compose("classic", seats=3).match.match_winners)


#: Each fault breaks its law: rules, in which hands are played, or a step or a game.
FAULTS: Final[tuple[tuple[Law[Any], Callable[[], object]], ...]] = (
    (going_out_with_the_target_wins, _highest),
    (going_out_with_the_target_wins, lambda: alter(_rules(), match_winners=_who_is_out(1))),
    (going_out_with_the_target_wins, _alone),
    (the_target_is_reached, lambda: alter(_rules(), options={**_rules().options, "match.reached": "exceed"})),
)
