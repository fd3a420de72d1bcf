"""A sensible player: melds what scores, takes what pays, discards what is least useful."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Final

from rummy500.actions import CALL, DISCARD, DRAW, LAY, MELD, PASS, TAKE, USE_NONE, Action
from rummy500.engine.listing import LegalActions
from rummy500.engine.plays import CORE_USES
from rummy500.players.worth import Worth
from rummy500.rules import Rules
from rummy500.state import View

#: How many actions it lists, and how many of those it thinks about.
_LISTED: Final = 400
_WEIGHED: Final = 16
_BRINGS: Final = (TAKE, CALL)
_PLAYS: Final = (MELD, LAY)
_USES: Final = (USE_NONE, *CORE_USES)


class GreedyPlayer:
    """Plays for points at once, and the same way in the same view.

    It melds and lays off whatever scores, the best first; the rules themselves keep it a way out of every turn. It
    takes from the pile, or calls "Rummy!", where what it plays and what it could play next outweigh what it
    would be left with. It discards high cards without pairs or neighbours that nobody can use, and keeps wild cards.
    Moves of plugins that it does not know it makes only where nothing else can be done.
    """

    __slots__ = ()

    def choose(self, rules: Rules, view: View, legal: LegalActions) -> Action | None:
        """Choose one of the legal actions, as `Player` says."""
        found = tuple(islice(legal.plain(), _LISTED))
        worth = Worth(rules, view)
        brought = _best_bring(worth, found)
        if view.seat != view.public.to_act:
            return brought[1] if brought is not None and brought[0] > 0 else None
        play = _best_play(worth, found)
        if play is not None:
            return play
        quiet = next((action for action in found if action.verb in (DRAW, PASS)), None)
        if brought is not None and (quiet is None or brought[0] > 0):
            return brought[1]
        return quiet or _best_discard(worth, found) or found[0]


def _best_bring(worth: Worth, found: Iterable[Action]) -> tuple[float, Action] | None:
    """The take or call that is worth most; of those to one depth only the ones that play most are weighed."""
    deepest: dict[tuple[str, int], tuple[int, Action]] = {}
    for action in found:
        if action.verb in _BRINGS and not action.extra and action.use in _USES:
            points = worth.played(action)
            best = deepest.get((action.verb, action.depth))
            if best is None or points > best[0]:
                deepest[action.verb, action.depth] = (points, action)
    likely = sorted(deepest.values(), key=lambda pair: -pair[0])[:_WEIGHED]
    weighed = ((worth.after_bringing(action), action) for _, action in likely)
    return max(weighed, key=lambda pair: pair[0], default=None)


def _best_play(worth: Worth, found: Iterable[Action]) -> Action | None:
    """The meld or lay-off after which most is melded in the end; none where nothing scores."""
    plays = (action for action in found if action.verb in _PLAYS and not action.extra)
    scoring = [(points, action) for action in plays if (points := worth.played(action)) > 0]
    likely = sorted(scoring, key=lambda pair: -pair[0])[:_WEIGHED]
    return max((action for _, action in likely), key=worth.after_playing, default=None)


def _best_discard(worth: Worth, found: Iterable[Action]) -> Action | None:
    """The discard that sheds most and gives least away."""

    def shed(action: Action) -> float:
        card = action.card
        return worth.risk * worth.in_hand(card) - worth.to_keep(card) - worth.danger(card)

    return max((action for action in found if action.verb == DISCARD), key=shed, default=None)
