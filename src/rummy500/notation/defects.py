"""Defects of `status` that a text may have: a position in a test may leave cards out, a saved match may not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rummy500.engine.status import Defect, status
from rummy500.notation.located import Document
from rummy500.notation.places import Keys
from rummy500.rules import Rules
from rummy500.state import PLAY_PHASE, State

#: A match is played with the whole pack.
WHOLE: Final[frozenset[str]] = frozenset()
#: A saved state may lack cards of the pack.
SAVED: Final = frozenset(("missing-cards",))
#: A position that people write may leave out whole hands, too.
HAND_WRITTEN: Final = frozenset(("missing-cards", "empty-hand"))

#: The key of a position that is to blame.
_KEYS: Final[Mapping[str, Keys]] = {
    "unknown-cards": ("turn", "seen"),
    "played-nowhere": ("turn", "plays"),
    "claimed-nowhere": ("turn", "claimed"),
    "not-over": ("turn", "ended"),
    "empty-hand": ("hands",),
    "drawn-nowhere": ("drawn",),
    "no-meld": ("melds",),
}


def first_defect(rules: Rules, state: State, allowed: frozenset[str]) -> Defect | None:
    """The first defect of a state that is not allowed.

    Args:
        rules: the rules in force.
        state: the state.
        allowed: the names of defects that it may have: `WHOLE`, `SAVED` or `HAND_WRITTEN`. A hand may be empty only
            where cards are missing, and not that of the seat that must play from it.
    """
    defects = status(rules, state)
    must_play = state.public.phase == PLAY_PHASE and not state.hands[state.public.to_act]
    if must_play or all(defect.name != "missing-cards" for defect in defects):
        allowed -= {"empty-hand"}
    return next((defect for defect in defects if defect.name not in allowed), None)


def refuse_defects(document: Document, path: Keys, rules: Rules, state: State, allowed: frozenset[str]) -> None:
    """Refuse a state with a defect that is not allowed.

    Args:
        document: the document in which it stands.
        path: where it stands.
        rules: the rules in force.
        state: the state.
        allowed: as for `first_defect`.

    Raises:
        NotationError: for the first defect, at the key that is to blame.
    """
    defect = first_defect(rules, state, allowed)
    if defect is not None:
        document.fail((*path, *_KEYS.get(defect.name, ())), f"{defect.about} ({defect.name})")
