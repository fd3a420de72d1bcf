"""Laws of `score.master-hand`, for `rummy500.testing`: who has earned the 500 is told from the actions of a hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import attrs

from rummy500 import Action, State, apply, parse_action, parse_position, score_hand, why_not
from rummy500.hooks import USE_RUN, Rules, size
from rummy500.testing import Fault, Game, Law
from rummy500.testing.others import FLOW, PLAY, TOGETHER, unless_others_say

_RULE: Final = "score.master-hand"
_LONG: Final = 7
#: With fifths 500 points are told as 100 (`score.fifths`).
_FIFTHS: Final = "scoring.fifths"
#: What begins a turn; a lay-off out of turn, `call` where only the last discard counts, lays no run down.
_BEGINS: Final = ("draw", "take", "call")
#: After a last discard others may still have their say (`floating`, `add-opponents-hand`): asked once the hand is over.
_UNDECIDED: Final = ("claim", "late")


@attrs.define
class _Told:
    """What is told from the actions so far."""

    ran: int = -1
    earned: int = -1

    def after(self, action: Action, state: State) -> None:
        """One action more, and the state after it."""
        if action.verb in _BEGINS:
            self.ran = self.earned = -1
        if action.use == USE_RUN and len(action.pieces) >= _LONG:
            self.ran = action.seat
        if action.verb == "discard":
            if action.seat == self.ran and not size(state.hands[action.seat]):
                self.earned = action.seat
            self.ran = -1

    def due(self, rules: Rules, state: State) -> list[tuple[int, int]]:
        """Who has earned what in a state."""
        points = 100 if rules.options.get(_FIFTHS) else 500
        earned = self.earned >= 0 and state.public.out == self.earned
        return [(self.earned, points)] if earned else []


def _lines(rules: Rules, state: State) -> list[tuple[int, int]]:
    return [(line.seat, line.points) for line in score_hand(rules, state).lines if line.rule == _RULE]


def _fault(rules: Rules, told: _Told, state: State) -> Fault | None:
    if state.public.phase in _UNDECIDED:
        return None
    due, lines = told.due(rules, state), _lines(rules, state)
    return None if due == lines else Fault(f"seats and points should be {due}, and the score says {lines}", state=state)


@unless_others_say(*FLOW, "point_unit", known=TOGETHER)
def a_run_and_the_last_discard(game: Game) -> Fault | None:
    """`score.master-hand`: a run of seven or more by one action, and the last card discarded in that turn: 500.

    Nobody else has them, and nobody before the hand is over. Where others are asked after a last discard, nothing is
    said until they have answered; a last discard that is claimed has earned nothing.
    """
    told = _Told()
    fault = _fault(game.rules, told, game.states[0])
    for action, state in zip(game.actions, game.states[1:], strict=True):
        told.after(action, state)
        fault = fault or _fault(game.rules, told, state)
    return fault


#: Hands of seat 1, and what it does with them; nobody can lay a three of spades off on what lies there then.
_TRIED: Final[tuple[tuple[str, tuple[str, ...]], ...]] = (
    ("7h 8h 9h Th Jh Qh Kh 3s", ("meld [7h 8h 9h Th Jh Qh Kh]", "discard 3s")),
    ("6h 7h 8h 9h Th Jh Qh Kh 3s", ("meld [6h 7h 8h 9h Th Jh Qh Kh]", "discard 3s")),
    ("8h 9h Th Jh Qh Kh 3s", ("meld [8h 9h Th Jh Qh Kh]", "discard 3s")),
    ("7h 8h 9h Th Jh Qh Kh 3s", ("meld [7h 8h 9h]", "lay Th Jh Qh Kh on m1", "discard 3s")),
    ("6h 7h 8h 9h Th Jh Qh 3s", ("meld [6h 7h 8h 9h Th Jh]", "lay Qh on m1", "discard 3s")),
    ("7h 8h 9h Th Jh Qh Kh 3s 3c", ("meld [7h 8h 9h Th Jh Qh Kh]", "discard 3s")),
    ("6h 7h 8h 9h Th Jh Qh Kh", ("meld [6h 7h 8h 9h Th Jh Qh]", "lay Kh on m1")),
    ("6h 7h 8h 9h Th Jh Qh Kh", ("meld [6h 7h 8h 9h Th Jh Qh Kh]",)),
    ("6h 7h 8h 9h Th Jh Qh Kh 3s", ("meld [6h 7h 8h 9h Th Jh Qh]", "lay Kh on m1", "discard 3s")),
    ("4s 4d 4c 7h 8h 9h Th Jh Qh Kh 3s", ("meld {4s 4d 4c}", "meld [7h 8h 9h Th Jh Qh Kh]", "discard 3s")),
    ("4s 4d 4c 7h 8h 9h Th Jh Qh Kh 3s", ("meld [7h 8h 9h Th Jh Qh Kh]", "meld {4s 4d 4c}", "discard 3s")),
    (
        "7h 8h 9h Th Jh Qh Kh 6c 7c 8c 9c Tc Jc Qc 3s",
        ("meld [7h 8h 9h Th Jh Qh Kh]", "meld [6c 7c 8c 9c Tc Jc Qc]", "discard 3s"),
    ),
    ("4s 4d 4c 3s", ("meld {4s 4d 4c}", "discard 3s")),
)
#: The run is the use of a card that is taken.
_FROM_THE_DRAW: Final[tuple[tuple[str, tuple[str, ...]], ...]] = (
    ("8h 9h Th Jh Qh Kh 3s", ("take 7h with [7h 8h 9h Th Jh Qh Kh]", "discard 3s")),
    ("9h Th Jh Qh Kh 3s", ("take 8h with [8h 9h Th Jh Qh Kh]", "discard 3s")),
)

#: What the others draw and throw away: nothing that could be laid off.
_STOCK: Final = "8s 2d 6s 9d Ac 2s 9s"


@unless_others_say(*PLAY, "point_unit", known=TOGETHER)
def what_earns_it(rules: Rules) -> Fault | None:
    """`score.master-hand` in positions that are made: what earns the 500, and what only looks like it.

    A play that the rules in force refuse (a longest group, a first minimum, a discard that is owed) is left out.
    """
    for hand, actions in _TRIED:
        fault = _played(rules, _position(rules, "play", hand, "5d"), [f"1: {each}" for each in actions])
        if fault is not None:
            return fault
    for hand, actions in _FROM_THE_DRAW:
        pile = actions[0].split()[1]
        fault = _played(rules, _position(rules, "draw", hand, pile), [f"1: {each}" for each in actions])
        if fault is not None:
            return fault
    return _in_another_turn(rules)


def _in_another_turn(rules: Rules) -> Fault | None:
    """Whoever goes out a turn after that of the run has nothing for it."""
    others = [seat % rules.seats for seat in range(2, rules.seats + 1)]
    drawn = _STOCK.split()[: len(others)]
    round_ = [
        f"{seat}: {what}" for seat, card in zip(others, drawn, strict=True) for what in ("draw", f"discard {card}")
    ]
    stock = " ".join([*drawn, "3d 6d"])
    hand = "7h 8h 9h Th Jh Qh Kh 5s 3s 3c Jd"
    first = ("1: meld [7h 8h 9h Th Jh Qh Kh]", "1: discard 5s")
    last = ("1: draw", "1: meld {3s 3c 3d}", "1: discard Jd")
    return _played(rules, _position(rules, "play", hand, "5d", stock), (*first, *round_, *last))


def _position(rules: Rules, phase: str, hand: str, pile: str, stock: str = _STOCK) -> State:
    others = ["Ts", "2h", "4h", "Ad", "Ks", "5h", "3h"]
    hands = [others[0], hand, *others[1 : rules.seats - 1]]
    text = f'to_act = 1\nphase = "{phase}"\nhands = {hands}\nstock = "{stock}"\npile = "{pile}"'
    return parse_position(text, rules=rules).state


def _played(rules: Rules, state: State, actions: Sequence[str]) -> Fault | None:
    """Play some actions, and what is wrong with the score on the way; nothing where one of them is refused."""
    told = _Told()
    for text in actions:
        action = parse_action(text, state, rules=rules)
        if why_not(rules, state, action) is not None:
            return None
        state = apply(rules, state, action)
        told.after(action, state)
        fault = _fault(rules, told, state)
        if fault is not None:
            return fault
    while state.public.phase in _UNDECIDED:
        state = apply(rules, state, Action(state.public.to_act, "pass"))
    return _fault(rules, told, state)


LAWS: Final[tuple[Law[Any], ...]] = (
    Law(
        "masters-hand: a run and the last discard",
        "A run of seven or more laid down by one action, and the last card discarded in that turn, earn 500 points for"
        " whoever did both; nothing else does.",
        Game,
        a_run_and_the_last_discard,
    ),
    Law(
        "masters-hand: what earns it",
        "Seven cards at once or more, before or after other plays, as the use of a take, twice: 500; six, or seven by"
        " and by, or without the last discard, or in another turn: nothing.",
        Rules,
        what_earns_it,
    ),
)
