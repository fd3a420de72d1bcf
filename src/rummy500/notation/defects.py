"""Refuses defects of `status`: a position in a test may leave cards out, a saved match may not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rummy500.engine.status import Defect, status
from rummy500.notation.located import Document
from rummy500.notation.places import Keys
from rummy500.rules import Rules
from rummy500.state import PLAY_PHASE, State

#: Defects that the hand of a match may have: none, since it has the whole pack.
WHOLE: Final[frozenset[str]] = frozenset()
#: Defects that a saved state may have: cards of the pack may be missing.
SAVED: Final = frozenset(("missing-cards",))
#: Defects that a position written by people may have: whole hands may be missing, too.
HAND_WRITTEN: Final = frozenset(("missing-cards", "empty-hand"))

#: The key of a position that causes a defect.
_KEYS: Final[Mapping[str, Keys]] = {
    "unknown-cards": ("turn", "seen"),
    "played-nowhere": ("turn", "plays"),
    "claimed-nowhere": ("turn", "claimed"),
    "wrong-pending": ("turn", "pending"),
    "wrong-seat": ("to_act",),
    "not-over": ("turn", "ended"),
    "empty-hand": ("hands",),
    "drawn-nowhere": ("drawn",),
    "no-meld": ("melds",),
}


def first_defect(rules: Rules, state: State, allowed: frozenset[str]) -> Defect | None:
    """Find the first defect of a state that is not allowed.

    Args:
        rules: the rules in force.
        state: the state.
        allowed: the names of defects that it may have: `WHOLE`, `SAVED` or `HAND_WRITTEN`. A hand may be empty only if
            cards are missing, and never the hand of a seat that must play from it.
    """
    defects = status(rules, state)
    must_play = state.public.phase == PLAY_PHASE and not state.hands[state.public.to_act]
    if must_play or all(defect.name != "missing-cards" for defect in defects):
        allowed -= {"empty-hand"}
    return next((defect for defect in defects if defect.name not in allowed), None)


def refuse_defects(document: Document, path: Keys, rules: Rules, state: State, allowed: frozenset[str]) -> None:
    """Refuse a state with a defect that is not allowed.

    Args:
        document: the document that has the state.
        path: its place in the document.
        rules: the rules in force.
        state: the state.
        allowed: as for `first_defect`.

    Raises:
        NotationError: for the first defect, at the key that causes it.
    """
    defect = first_defect(rules, state, allowed)
    if defect is not None:
        document.fail((*path, *_KEYS.get(defect.name, ())), f"{defect.about} ({defect.name})")
