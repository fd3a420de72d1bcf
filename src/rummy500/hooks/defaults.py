"""The core's answers to hooks that restrict nothing and add nothing."""

from __future__ import annotations

from collections.abc import Iterable

from rummy500.actions import Action
from rummy500.errors import Refusal
from rummy500.rules.questions import Tally, Verdict
from rummy500.rules.rules import Rules
from rummy500.rules.scores import ScoreLine
from rummy500.state import MatchSoFar, View


def equal_hands(rules: Rules, _match: MatchSoFar) -> tuple[int, ...]:
    """All seats get as many cards: the answer to `hand_sizes`."""
    return (rules.deal.hand_size,) * rules.seats


def no_minimum(_rules: Rules, _view: View) -> int:
    """No points are required to open: the answer to `opening_minimum`."""
    return 0


def refuse_unchanged(_rules: Rules, _view: View, _action: Action, refusal: Refusal) -> Refusal:
    """A refusal does not change: the answer to `refused`."""
    return refusal


def no_match_lines(_rules: Rules, _tally: Tally, _verdict: Verdict) -> Iterable[ScoreLine]:
    """The match adds nothing to the scores: the answer to `match_lines`."""
    return ()
