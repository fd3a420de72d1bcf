"""Small positions for the oracle's own tests."""

from __future__ import annotations

from typing import Any

#: Options changed in a preset.
Changed = dict[str, str | int]


def position(preset: str = "pagat", options: Changed | None = None, **rest: Any) -> dict[str, Any]:
    """Make a position of two seats, seat 0 to draw, with the given changes."""
    usual: dict[str, Any] = {
        "rules": {"preset": preset, "options": options or {}},
        "dealer": 1,
        "to_act": 0,
        "phase": "draw",
        "hands": ["2c Kd", "3c Jd"],
        "stock": "8c 8d",
        "pile": "7d",
        "melds": [],
    }
    return usual | rest


def playing(hand: str, preset: str = "pagat", options: Changed | None = None, **rest: Any) -> dict[str, Any]:
    """Make a position in which seat 0 has drawn and has this hand."""
    return position(preset, options, phase="play", hands=[hand, "3c Jd"], **rest)


def with_verb(actions: set[str], *verbs: str) -> set[str]:
    """Select the actions of these kinds, of any seat."""
    return {action for action in actions if action.split()[1] in verbs}
