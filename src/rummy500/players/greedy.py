"""`GreedyPlayer` plays for points at once: it melds, takes what pays and discards what is least useful."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Final

from rummy500.actions import CALL, DISCARD, DRAW, LAY, MELD, PASS, TAKE, USE_NONE, Action
from rummy500.engine.listing import LegalActions
from rummy500.engine.plays import CORE_USES
from rummy500.engine.rounds import must_act
from rummy500.players.worth import Worth
from rummy500.rules import Rules
from rummy500.state import View

#: The most actions that it lists, and the most of these that it evaluates.
MOST_LISTED: Final = 400
_WEIGHED: Final = 16
_TAKES: Final = (TAKE, CALL)
_PLAYS: Final = (MELD, LAY)
_USES: Final = (USE_NONE, *CORE_USES)


class GreedyPlayer:
    """Plays for points at once; in equal views it chooses equal actions.

    It melds and lays off whatever scores, the best play first. It takes from the pile, or calls "Rummy!", if the cards
    that it plays and could play next are worth more than the rest costs. It discards high cards without pairs or
    neighbours that nobody can use, and keeps wild cards. It makes moves of plugins only if it has no other move.
    """

    __slots__ = ()

    def choose(self, rules: Rules, view: View, legal: LegalActions) -> Action | None:
        """Choose one of the legal actions, or `None` out of turn."""
        found = tuple(islice(legal.plain(), MOST_LISTED))
        worth = Worth(rules, view)
        take = _best_take(worth, found)
        if not must_act(rules, view.public, view.seat):
            return take[1] if take is not None and take[0] > 0 else None
        play = _best_play(worth, found)
        if play is not None:
            return play
        quiet = next((action for action in found if action.verb in (DRAW, PASS)), None)
        if take is not None and (quiet is None or take[0] > 0):
            return take[1]
        return quiet or _best_discard(worth, found) or found[0]


def _best_take(worth: Worth, found: Iterable[Action]) -> tuple[float, Action] | None:
    """The most valuable take or call, with its value; of those to one depth only the best play is evaluated."""
    deepest: dict[tuple[str, int], tuple[int, Action]] = {}
    for action in found:
        if action.verb in _TAKES and not action.extra and action.use in _USES:
            points = worth.played(action)
            best = deepest.get((action.verb, action.depth))
            if best is None or points > best[0]:
                deepest[action.verb, action.depth] = (points, action)
    likely = sorted(deepest.values(), key=lambda pair: -pair[0])[:_WEIGHED]
    weighed = ((worth.of_take(action), action) for _, action in likely)
    return max(weighed, key=lambda pair: pair[0], default=None)


def _best_play(worth: Worth, found: Iterable[Action]) -> Action | None:
    """The most valuable meld or lay-off; `None` if no play scores."""
    plays = (action for action in found if action.verb in _PLAYS and not action.extra)
    scoring = [(points, action) for action in plays if (points := worth.played(action)) > 0]
    likely = sorted(scoring, key=lambda pair: -pair[0])[:_WEIGHED]
    return max((action for _, action in likely), key=worth.of_play, default=None)


def _best_discard(worth: Worth, found: Iterable[Action]) -> Action | None:
    """The discard that costs the seat least."""

    def gain(action: Action) -> float:
        return worth.burden(action.card) - worth.danger(action.card)

    return max((action for action in found if action.verb == DISCARD), key=gain, default=None)
