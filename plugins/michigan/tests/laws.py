"""Laws of Michigan: every hand is a match, and Stops between a discard and the next draw."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Final

import attrs

import rummy500 as r5
from rummy500 import Action, State, record_hand, score_hand
from rummy500.engine.match import Match, match_with_scores
from rummy500.engine.scoring import highest_wins
from rummy500.hooks import (
    DRAW_PHASE,
    NONE,
    OVER_PHASE,
    Rules,
    Tally,
    Verdict,
    core_next_turn,
    piece_card,
    replace,
    size,
)
from rummy500.rules.actions import USE_LAY
from rummy500_testing import Counted, Fault, Game, Law, law, random_game
from rummy500_testing.altering import alter, hand_in_match

#: The plugin whose laws these are.
PLUGIN: Final = "michigan"
#: pytest asks the laws under these rules, on every preset.
RULES: Final[dict[str, dict[str, object]]] = {
    "michigan": {"seats": 3},
    "two players": {"seats": 2},
    "opening": {"options": {"meld.first-minimum": 30}, "seats": 3},
    "reshuffle": {"options": {"stock.empty": "reshuffle"}, "seats": 4},
    "short hands": {"options": {"deal.size": 4, "deal.opening": "extra-card"}, "seats": 5},
}
#: Plugins that answer the same questions, and that these laws take into account.
BESIDE: Final = frozenset(
    (
        "floating",
        "throw-down",
    )
)
_STOP: Final = "stop"
#: Where the last discard of a hand may be claimed (`out.unplayable-claim`).
_CLAIM: Final = "claim"


@law(name="the call is a Stop")
def the_call_is_a_stop(rules: Rules) -> Fault | None:
    """Only the last discard is called.

    Rule `call.stop`.
    """
    call = rules.options["call"]
    return (
        None
        if call == rules.turn.call == "last-discard"
        else Fault(f"call is {call!r}, and {rules.turn.call!r} in force")
    )


@law(rests_on=("match_winners",), beside=BESIDE)
def the_best_score_of_the_hand_wins(counted: Counted) -> Fault | None:
    """The match ends with every hand, and all who share its highest score have won, whatever the scores before.

    Rule `score.michigan`. Where sides play, the better side has won. Earlier scores make no difference.
    """
    rules, hand = counted.rules, counted.hand
    return _winners_fault(rules, counted.after, hand) or _by_any_scores(rules, hand)


def _by_any_scores(rules: Rules, hand: State) -> Fault | None:
    for ahead in range(rules.seats):
        scores = tuple(1000 if rules.sides[seat] == rules.sides[ahead] else -200 for seat in range(rules.seats))
        for playoff in (False, True):
            before = match_with_scores(rules, scores, dealer=hand.public.match.dealer, playoff=playoff)
            moved = hand_in_match(hand, before)
            fault = _winners_fault(rules, record_hand(rules, Match(before), moved), moved)
            if fault is not None:
                return fault
    return None


def _winners_fault(rules: Rules, after: Match, hand: State) -> Fault | None:
    made = dict.fromkeys(rules.sides, 0)
    for line in score_hand(rules, hand).lines:
        made[rules.sides[line.seat]] += line.points
    best = max(made.values())
    due = tuple(seat for seat, side in enumerate(rules.sides) if made[side] == best)
    if tuple(sorted(after.winners)) != due or after.playoff:
        tied = " and a tie is played on" if after.playoff else ""
        return Fault(
            f"the sides made {made}: {due} should have won, and the winners are {after.winners}{tied}", state=hand
        )
    return None


@attrs.define
class _Tracker:
    """Tracks discards, Stops and the turns that Stops put off, through the actions of a hand.

    Attributes:
        discarder: the seat that discarded the top of the pile; -1 if it may not be stopped.
        due: the seat whose turn a Stop has put off; -1 if none has.
        known: whether the last discarder is known; not if a hand begins in the middle.
    """

    discarder: int = NONE
    due: int = NONE
    known: bool = True

    def fault(self, before: State, action: Action, after: State) -> str:
        """Record one more action and find a fault in it; empty if there is none."""
        phase, verb, wrong = before.public.phase, action.verb, ""
        if phase == DRAW_PHASE and verb == "call":
            wrong = self._stopped(before, action, after)
        elif phase == _STOP:
            wrong = self._answered(action, after)
        elif self.due >= 0 and phase == _CLAIM and after.public.phase == DRAW_PHASE:
            wrong = self._goes_on(after)
        if verb == "discard":
            self.discarder, self.known = action.seat, True
        else:
            self.discarder = NONE
        if phase == DRAW_PHASE and verb != "call":
            self.due, self.known = NONE, True
        return wrong

    def _stopped(self, before: State, action: Action, after: State) -> str:
        was, now, seat = before.public, after.public, action.seat
        if self.known and self.discarder < 0:
            return "nothing has been discarded since the last draw, pass or Stop"
        if self.known and self.discarder == seat:
            return "nobody stops a card of their own"
        if action.use != USE_LAY or len(action.pieces) != 1 or action.depth != 1:
            return "a Stop lays the last discard off, and nothing else"
        if piece_card(action.pieces[0]) != was.pile[-1] or now.pile != was.pile[:-1]:
            return "a Stop takes the last discard, and nothing else"
        if (
            before.hands != after.hands
            or now.table[action.on].by.count(seat) != was.table[action.on].by.count(seat) + 1
        ):
            return "the card that is stopped counts for the caller, whose hand stays as it is"
        if self.due >= 0 and self.due != was.to_act:
            return f"the turn of seat {self.due} was put off, and seat {was.to_act} has it"
        self.due = was.to_act
        there = (now.phase, now.to_act) == (_STOP, seat)
        return "" if there else f"after a Stop the phase is {now.phase!r} with seat {now.to_act}"

    def _answered(self, action: Action, after: State) -> str:
        public, seat = after.public, action.seat
        if action.verb == "discard" and not size(after.hands[seat]):
            over = public.phase == OVER_PHASE and public.out == seat
            return "" if over or public.phase == _CLAIM else f"seat {seat} has discarded its last card and is not out"
        if public.phase == OVER_PHASE:
            nothing = not public.pile and not public.stock_count and public.out < 0
            return "" if nothing else "the hand is over after a Stop"
        return self._goes_on(after)

    def _goes_on(self, after: State) -> str:
        public = after.public
        if public.phase != DRAW_PHASE:
            return f"after a Stop a turn should begin, and the phase is {public.phase!r}"
        if self.due >= 0 and public.to_act != self.due:
            return f"the turn of seat {self.due} was put off, and seat {public.to_act} has it"
        return ""


@law(name="Stops are followed", rests_on=("flow",), beside=BESIDE)
def stops_are_followed(game: Game) -> Fault | None:
    """A Stop takes the last discard, before the next turn and by another player than its discarder, and the turn that
    it put off comes next.

    Rules `call.stop`, `call.not-own`, `call.window`. A Stop takes the last discard, before the next draw, take or
    pass, and never by its discarder; the discard after it can be stopped in turn; then the player whose turn was put
    off goes on. If a last discard may be claimed (`out.unplayable-claim`), the claims come first.
    """
    told = _Tracker(known=game.from_deal)
    for before, action, after in zip(game.states, game.actions, game.states[1:], strict=False):
        wrong = told.fault(before, action, after)
        if wrong:
            return Fault(wrong, action, state=before)
    return None


# ---------------------------------------------------------------- faults


def _rules() -> Rules:
    return r5.compose("classic", [PLUGIN], seats=3)


def _in_all(_: Rules, tally: Tally) -> Verdict:
    """Let earlier scores count."""
    return Verdict(tuple(seat for seat, points in enumerate(tally.scores) if points == max(tally.scores)))


def _stopped(change: Callable[[Action, State, State], tuple[Action, State]]) -> Game:
    """Make a hand up to its first Stop, which is another one, or leads elsewhere."""
    games = (random_game(_rules(), random.Random(number)) for number in range(200))
    game = next(game for game in games if any(action.verb == "call" for action in game.actions))
    place = next(place for place, action in enumerate(game.actions) if action.verb == "call")
    action, after = change(game.actions[place], game.states[place], game.states[place + 1])
    actions, states = (*game.actions[:place], action), (*game.states[: place + 1], after)
    return attrs.evolve(game, actions=actions, states=states)


def _next_acts(call: Action, _: State, after: State) -> tuple[Action, State]:
    return call, replace(after, public=replace(after.public, to_act=(call.seat + 1) % 3))


#: Each fault breaks its law: rules, in which hands are played, or a step or a game.
FAULTS: Final[tuple[tuple[Law[Any], Callable[[], object]], ...]] = (
    (the_call_is_a_stop, lambda: alter(_rules(), options={**_rules().options, "call": "full"})),
    (the_best_score_of_the_hand_wins, lambda: alter(_rules(), match_winners=highest_wins)),
    (the_best_score_of_the_hand_wins, lambda: alter(_rules(), match_winners=_in_all)),
    (stops_are_followed, lambda: _stopped(lambda call, before, after: (replace(call, seat=before.public.last), after))),
    (stops_are_followed, lambda: _stopped(lambda call, _, after: (replace(call, depth=2), after))),
    (stops_are_followed, lambda: _stopped(_next_acts)),
    (stops_are_followed, lambda: _stopped(lambda call, before, _: (call, before))),
    (stops_are_followed, lambda: alter(_rules(), turn_ended=core_next_turn)),
)
