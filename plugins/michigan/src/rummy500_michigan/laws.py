"""Laws of Michigan, for `rummy500.testing`: every hand a game of its own, and Stops from discard to draw."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Literal

import attrs

from rummy500 import Action, State, apply, cards_of, parse_action, parse_position, record_hand, score_hand, why_not
from rummy500.hooks import DRAW_PHASE, NONE, OVER_PHASE, PLAY_PHASE, USE_LAY, Rules, piece_card, size
from rummy500.match import Match, match_so_far
from rummy500.testing import SKIPPED, Answer, Counted, Fault, Game, Law, Spot
from rummy500.testing.others import FLOW, PLAY, TOGETHER, unless_others_say

_STOP: Final = "stop"
#: Where the last discard of a hand may be claimed (`out.unplayable-claim`).
_CLAIM: Final = "claim"


def the_call_is_a_stop(rules: Rules) -> Fault | None:
    """`call.stop`: only the last discard is called, whatever the preset says."""
    call = rules.options["call"]
    return (
        None
        if call == rules.turn.call == "last-discard"
        else Fault(f"call is {call!r}, and {rules.turn.call!r} in force")
    )


@unless_others_say("match_winners", known=TOGETHER)
def the_best_of_the_hand(counted: Counted) -> Fault | None:
    """`score.michigan`: the match ends with the hand; its highest score has won, and who tie for it have all won.

    Where sides play the better side has won. Scores from before make no difference.
    """
    rules, hand = counted.rules, counted.hand
    return _winners_fault(rules, counted.after, hand) or _by_any_scores(rules, hand)


def _by_any_scores(rules: Rules, hand: State) -> Fault | None:
    for ahead in range(rules.seats):
        scores = tuple(1000 if rules.sides[seat] == rules.sides[ahead] else -200 for seat in range(rules.seats))
        for playoff in (False, True):
            before = match_so_far(rules, hand.public.dealer, scores, playoff=playoff)
            fault = _winners_fault(rules, record_hand(rules, before, hand), hand)
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
        return Fault(f"the sides made {made}: {due} should have won, and told are {after.winners}{tied}", state=hand)
    return None


@unless_others_say("pack", "sides", "match_winners", known=TOGETHER)
def the_best_of_made_hands(rules: Rules) -> Fault | None:
    """`score.michigan` on hands that are made up: who goes out need not win, and ties are shared."""
    tens, pips = ["Ks", "Kh", "Kd", "Kc", "Qs", "Qh", "Qd", "Qc"], ["2c", "3c", "4c", "5c", "6c", "7c", "8c", "9c"]
    for melds in ([], ["0 [4h 5h 6h 7h 8h 9h Th]"], ["0 [4h 5h 6h 7h 8h 9h Th]", "1 [4d 5d 6d 7d 8d 9d Td]"]):
        for out in range(-1, rules.seats):
            ended = 'ended = "stock"' if out < 0 else f'ended = "out", out = {out}'
            for held in (tens, pips, pips[::-1]):
                hands = ["" if seat == out else held[seat] for seat in range(rules.seats)]
                text = f'phase = "over"\nhands = {hands}\nmelds = {melds}\nturn = {{ {ended} }}'
                fault = _by_any_scores(rules, parse_position(text, rules=rules).state)
                if fault is not None:
                    return fault
    return None


@unless_others_say("score_lines", "deducts", known=TOGETHER)
def the_running_score(spot: Spot) -> Fault | None:
    """`score.michigan`: melded cards count from the moment that they are melded, and each seat deducts what it holds.

    At the stock's end as well, where `stock.no-deduction` would spare hands.
    """
    return _running_fault(spot.rules, spot.state)


@unless_others_say("pack", "score_lines", "deducts", known=TOGETHER)
def hands_count_in_made_hands(rules: Rules) -> Fault | None:
    """`score.michigan`: hands that the stock has ended, with nothing that anybody could take, and still all deduct."""
    hands = [f"{seat + 2}c {seat + 2}d" for seat in range(rules.seats)]
    for ended in ("stock", "circle"):
        text = f'phase = "over"\nhands = {hands}\npile = ""\nturn = {{ ended = "{ended}" }}'
        fault = _running_fault(rules, parse_position(text, rules=rules).state)
        if fault is not None:
            return fault
    return None


def _running_fault(rules: Rules, state: State) -> Fault | None:
    lines = score_hand(rules, state).lines
    for seat in range(rules.seats):
        held = sum(rules.scoring.points.in_hand[card] for card in cards_of(state.hands[seat]))
        found = -sum(line.points for line in lines if line.seat == seat and line.points < 0)
        if found != held:
            return Fault(f"seat {seat} holds {held} points, but {found} points are deducted", state=state)
        down = sum(
            points
            for meld in state.public.table
            for points, player in zip(rules.scoring.points.meld(meld), meld.by, strict=True)
            if player == seat
        )
        told = sum(line.points for line in lines if line.seat == seat and line.rule == "score.hand" and line.points > 0)
        if told != down:
            return Fault(f"seat {seat} has melded {down} points, and {told} count", state=state)
    return None


@unless_others_say("bars", "moves", known=TOGETHER)
def after_a_stop(spot: Spot) -> Fault | None:
    """`call.stop`: the caller may discard any one card of the hand, or none; nothing else is done."""
    public = spot.state.public
    if public.phase != _STOP:
        return None
    discards, passes = set[int](), 0
    for action in spot.listed:
        if action.seat != public.to_act or action.verb not in ("discard", "pass"):
            return Fault("this is not what follows a Stop", action, "may_not")
        passes += action.verb == "pass"
        if action.verb == "discard":
            discards.add(action.card)
    if not spot.whole:
        return None
    if passes != 1 or discards != set(cards_of(spot.state.hands[public.to_act])):
        return Fault("each card of the caller's hand may be discarded, or none")
    return None


@attrs.define
class _Told:
    """What is told from the actions so far.

    Attributes:
        discarder: who put the top of the pile there; -1 where it may not be stopped.
        due: whose turn a Stop has put off; -1 if none has.
        known: whether it is known who discarded last, as it is not where a hand begins in the middle.
    """

    discarder: int = NONE
    due: int = NONE
    known: bool = True

    def fault(self, before: State, action: Action, after: State) -> str:
        """One action more, and what is wrong with it; empty if nothing is."""
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


@unless_others_say(*FLOW, known=TOGETHER)
def stops_in_a_hand(game: Game) -> Fault | None:
    """`call.stop`, `call.not-own`, `call.window`: each Stop of a hand, what follows it, and whose turn comes then.

    It is the last discard, stopped before the next draw, take or pass, and not by who discarded it; the discard after
    it can be stopped in turn; then the player whose turn it was goes on. Where a last discard may be claimed
    (`out.unplayable-claim`) that comes first.
    """
    told = _Told(known=game.from_deal)
    for before, action, after in zip(game.states, game.actions, game.states[1:], strict=False):
        wrong = told.fault(before, action, after)
        if wrong:
            return Fault(wrong, action, state=before)
    return None


#: What is done, by whom, and whether it is refused; `L` is the last seat.
_STEPS: Final = (
    ("0: discard Th", True),
    ("0: call Th on m1", False),
    ("1: call Th on m1", True),
    ("1: draw", False),
    ("0: pass", False),
    ("1: lay Jh on m1", False),
    ("1: discard Jh", True),
    ("1: call Jh on m1", False),
    ("0: call Jh on m1", True),
    ("1: draw", False),
    ("0: discard Qh", True),
    ("0: call Qh on m1", False),
    ("L: call Qh on m1", True),
    ("L: pass", True),
    ("0: call Qh on m1", False),
    ("0: draw", False),
    ("1: draw", True),
)
#: Somebody goes out by a discard after a Stop, which needs no turn of theirs.
_OUT: Final = (("0: discard Th", True), ("1: call Th on m1", True), ("1: discard Ks", True))


@unless_others_say(*PLAY, known=TOGETHER)
def stop_upon_stop(rules: Rules) -> Answer:
    """`call.stop` in a generated position: Stop upon Stop, the first discarder's too, and going out by one.

    Skipped where lay-offs go on own melds only.
    """
    if rules.options["meld.layoff"] == "own":
        return SKIPPED
    fault, state = _tried(rules, "Jh 2d Kd", _STEPS)
    if fault is not None:
        return fault
    if (state.public.phase, state.public.to_act) != (PLAY_PHASE, 1):
        return Fault("the turn that was put off has not begun", state=state)
    fault, state = _tried(rules, "Ks", _OUT)
    if fault is None and (state.public.phase != OVER_PHASE or state.public.out != 1):
        return Fault("the last card was discarded after a Stop, and seat 1 is not out", state=state)
    return fault


def _tried(rules: Rules, hand: str, steps: Sequence[tuple[str, bool]]) -> tuple[Fault | None, State]:
    last = rules.seats - 1
    others = ["2s Qs", "As Qc", "2h 5s", "7s Js", "Ac Jc", "Ts Jd"]
    hands = ["Th 2c Kc Qh", hand, *others[: rules.seats - 2]]
    melds = ["0 [3h 4h 5h 6h 7h 8h 9h]", "1 [3d 4d 5d 6d 7d 8d 9d]", f"{last} [3c 4c 5c 6c 7c 8c 9c]"]
    text = f'to_act = 0\nphase = "play"\nhands = {hands}\nstock = "Ah Ad Qd"\npile = "9s"\nmelds = {melds}'
    state = parse_position(text, rules=rules).state
    for told, allowed in steps:
        words = told.replace("L", str(last))
        action = parse_action(words, state, rules=rules)
        refusal = why_not(rules, state, action)
        if allowed != (refusal is None):
            kind: Literal["may", "may_not"] = "may" if allowed else "may_not"
            return Fault(f"{words!r} is {'refused' if allowed else 'not refused'}", action, kind, state), state
        if allowed:
            state = apply(rules, state, action)
            if state.public.phase == DRAW_PHASE and state.public.to_act != 1:
                return Fault(
                    f"after {words!r} seat 1 is due, and seat {state.public.to_act} has the turn", state=state
                ), state
    return None, state


LAWS: Final[tuple[Law[Any], ...]] = (
    Law("michigan: the call is a Stop", "Only the last discard is called.", Rules, the_call_is_a_stop),
    Law(
        "michigan: Stop upon Stop",
        "Whoever stops a card may discard one of their hand, which others may stop in turn; then the player draws whose"
        " turn it was. A last card so discarded is going out.",
        Rules,
        stop_upon_stop,
    ),
    Law(
        "michigan: the best of made hands",
        "The match ends with every hand, and all who share its highest score have won, whatever went before.",
        Rules,
        the_best_of_made_hands,
    ),
    Law(
        "michigan: the best of the hand",
        "The same of the hands that are played.",
        Counted,
        the_best_of_the_hand,
    ),
    Law(
        "michigan: the running score",
        "What lies on the table counts from when it is melded, and each seat takes off what it holds.",
        Spot,
        the_running_score,
        dear=True,
    ),
    Law(
        "michigan: hands count in made hands",
        "When the stock ends the hand each seat takes off what it holds, whoever could have taken.",
        Rules,
        hands_count_in_made_hands,
    ),
    Law(
        "michigan: after a Stop",
        "After a Stop the caller discards any one card of the hand, or passes, and nobody does anything else.",
        Spot,
        after_a_stop,
    ),
    Law(
        "michigan: Stops in a hand",
        "The last discard is stopped, before the next turn and by another than its discarder, and the turn that was put"
        " off comes next.",
        Game,
        stops_in_a_hand,
    ),
)
