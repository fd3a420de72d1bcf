"""Measure the cost of each question: the whole list, `in`, `bool`, the first action, `.plain()`, `apply`."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from statistics import fmean
from typing import Final

import attrs
from benchmarks.measuring import Spread, calibrate

import rummy500 as r5

#: The questions, in the order of tables and plots.
LIST: Final = "list"
PLAIN: Final = "plain"
IN: Final = "in"
NOT_IN: Final = "not in"
BOOL: Final = "bool"
FIRST: Final = "first"
APPLY: Final = "apply"
QUESTIONS: Final = (LIST, PLAIN, IN, NOT_IN, BOOL, FIRST, APPLY)

#: The most actions of a list that are listed: eight deuces and four jokers have far too many.
MOST_LISTED: Final = 10_000
#: How many actions of a list are asked about and applied.
_ASKED: Final = 8


@attrs.frozen
class Spot:
    """A position with the actions to ask about.

    Attributes:
        rules: the rules.
        state: the position.
        actions: the number of legal actions, at most `MOST_LISTED`.
        plain: the number of plain ones.
        asked: some of the legal actions, spread over the list.
        refused: actions that are not legal here, but in another position of the same size.
    """

    rules: r5.Rules
    state: r5.State
    actions: int
    plain: int
    asked: tuple[r5.Action, ...]
    refused: tuple[r5.Action, ...]

    @property
    def cut(self) -> bool:
        """Return whether it has more actions than are listed."""
        return self.actions == MOST_LISTED


def spots(rules: r5.Rules, states: Sequence[r5.State]) -> tuple[Spot, ...]:
    """Count the actions of some positions of the same size."""
    lists = [listed(rules, state) for state in states]
    found: list[Spot] = []
    for place, (state, legal) in enumerate(zip(states, lists, strict=True)):
        step = max(1, len(legal) // _ASKED)
        other = [action for action in lists[place - 1] if r5.why_not(rules, state, action) is not None]
        refused = other[:: max(1, len(other) // _ASKED)]
        plain = len(r5.legal_actions(rules, state).plain())
        found.append(Spot(rules, state, len(legal), plain, tuple(legal[::step][:_ASKED]), tuple(refused[:_ASKED])))
    return tuple(found)


def listed(rules: r5.Rules, state: r5.State) -> list[r5.Action]:
    """List the legal actions, at most `MOST_LISTED`."""
    # By `iter`, because `list` of a sequence asks for its length, which finds all actions.
    return list(islice(iter(r5.legal_actions(rules, state)), MOST_LISTED))


def ask(question: str, spot: Spot) -> int:
    """Ask a question about a position; return how often it was asked."""
    return _ASKING[question](spot)


def _ask_list(spot: Spot) -> int:
    if spot.cut:
        listed(spot.rules, spot.state)
    else:
        list(r5.legal_actions(spot.rules, spot.state))
    return 1


def _ask_plain(spot: Spot) -> int:
    list(r5.legal_actions(spot.rules, spot.state).plain())
    return 1


def _ask_in(spot: Spot) -> int:
    return _ask_whether(spot, spot.asked, listed=True)


def _ask_not_in(spot: Spot) -> int:
    return _ask_whether(spot, spot.refused, listed=False)


def _ask_whether(spot: Spot, actions: tuple[r5.Action, ...], *, listed: bool) -> int:
    rules, state = spot.rules, spot.state
    for action in actions:
        if (action in r5.legal_actions(rules, state)) is not listed:
            raise ValueError(f"{action}: the list and `in` say different things")
    return len(actions)


def _ask_bool(spot: Spot) -> int:
    bool(r5.legal_actions(spot.rules, spot.state))
    return 1


def _ask_first(spot: Spot) -> int:
    next(iter(r5.legal_actions(spot.rules, spot.state)))
    return 1


def _ask_apply(spot: Spot) -> int:
    rules, state = spot.rules, spot.state
    for action in spot.asked:
        r5.apply(rules, state, action)
    return len(spot.asked)


_ASKING: Final[Mapping[str, Callable[[Spot], int]]] = {
    LIST: _ask_list,
    PLAIN: _ask_plain,
    IN: _ask_in,
    NOT_IN: _ask_not_in,
    BOOL: _ask_bool,
    FIRST: _ask_first,
    APPLY: _ask_apply,
}


@attrs.frozen
class Costs:
    """The costs at one size.

    Attributes:
        actions: legal actions of a position, the mean.
        plain: plain ones of them, the mean.
        cut: whether some of the positions have more actions than are listed.
        loops: calibration loops of each question, over the rounds.
    """

    actions: float
    plain: float
    cut: bool
    loops: Mapping[str, Spread]

    @classmethod
    def of(cls, spots: Sequence[Spot], rounds: Sequence[Mapping[str, float]]) -> Costs:
        """Compute the costs in some positions."""
        return cls(
            fmean(each.actions for each in spots),
            fmean(each.plain for each in spots),
            any(each.cut for each in spots),
            {question: Spread.of(found[question] for found in rounds) for question in QUESTIONS},
        )


def ask_all(spots: Sequence[Spot], seconds: float) -> dict[str, float]:
    """Measure the mean cost of each question in some positions, in calibration loops.

    Args:
        spots: the positions; each is asked equally often.
        seconds: CPU time for each question, asked at least once.
    """
    before = calibrate()
    took = {question: _nanoseconds(question, spots, seconds) for question in QUESTIONS}
    loop = (before + calibrate()) / 2
    return {question: nanoseconds / loop for question, nanoseconds in took.items()}


def _nanoseconds(question: str, spots: Sequence[Spot], seconds: float) -> float:
    asked, took = 0, 0.0
    while took < seconds or not asked:
        began = time.process_time()
        asked += sum(ask(question, each) for each in spots)
        took += time.process_time() - began
    return took / asked * 1e9
