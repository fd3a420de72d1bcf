"""Call functions with arguments of the wrong type or size, as only a program can."""

from __future__ import annotations

import random
import traceback
from collections.abc import Callable, Iterator
from typing import Any, Final

import rummy500 as r5
from rummy500.errors import NotationError
from rummy500.notation.json import match_from_json, rules_from_json, rules_to_json, state_from_json
from rummy500.notation.scenario import parse_scenarios
from rummy500.notation.transcript import replay
from rummy500.records import replace

_LONGEST: Final = 500
ALLOWED: Final = (r5.Rummy500Error,)

_RULES: Final = r5.compose("classic", seats=3)
_STATE: Final = r5.deal(_RULES, seed=5)
_DRAW: Final = r5.Action(1, "draw")


class Index:
    """A whole number of another library."""

    def __index__(self) -> int:
        return 2


class Array:
    """An array of another library."""

    def __iter__(self) -> Iterator[int]:
        return iter(_RULES.deal.pack)

    def __len__(self) -> int:
        return len(_RULES.deal.pack)

    def __bool__(self) -> bool:
        raise ValueError("the truth value of an array is ambiguous")


def _composed(target: Any) -> None:
    rules = r5.compose("classic", options={"match.target": target}, seats=3)
    assert repr(rules), "rules have a text"
    assert rules_from_json(rules_to_json(rules)) == rules, "rules that compose can be saved and loaded"


_VALUES: Final[dict[str, Any]] = {
    "true": True, "false": False, "none": None, "negative": -1, "zero": 0, "two": 2, "bits": 2**63, "huge": 10**30,
    "endless": 10**5000, "fraction": 1.5, "text": "x", "long": "x\0" * 5000, "bytes": b"1: draw", "list": [],
    "unknown-deck": [-1] * 54, "true-deck": [True, *_RULES.deal.pack[1:]], "index": Index(), "array": Array(),
}  # fmt: skip
#: The valid arguments of each function.
_TAKEN: Final = {
    ("seed", "index"),
    ("dealer", "index"),
    ("deck", "array"),
    ("start", "index"),
    ("observe", "index"),
    ("seats", "index"),
}
#: A compiled action makes a number of a boolean, which no later step can tell from one.
_MADE_NUMBERS: Final = {(name, value) for name in ("seat", "card") for value in ("true", "false")}
#: `action_text` writes any piece.
_FREE: Final = {("piece", "true"), ("piece", "false"), *(_MADE_NUMBERS if r5.COMPILED else ())}
_CALLS: Final[dict[str, Callable[[Any], object]]] = {
    "seed": lambda value: r5.deal(_RULES, seed=value),
    "dealer": lambda value: r5.deal(_RULES, seed=1, dealer=value),
    "deck": lambda value: r5.deal(_RULES, deck=value),
    "start": lambda value: r5.start_match(_RULES, dealer=value),
    "observe": lambda value: r5.observe(_RULES, _STATE, value),
    "seats": lambda value: r5.compose("classic", seats=value),
    "seat": lambda value: r5.apply(_RULES, _STATE, replace(_DRAW, seat=value)),
    "card": lambda value: r5.why_not(_RULES, _STATE, replace(_DRAW, card=value)),
    "piece": lambda value: r5.action_text(r5.Action(1, "meld", use="run", pieces=(value,))),
    "verb": lambda value: r5.why_not(_RULES, _STATE, replace(_DRAW, verb=value)),
    "target": _composed,
    "preset": r5.compose,
    "plugin": lambda value: r5.compose("classic", [value]),
    "position": r5.parse_position,
    "scenarios": parse_scenarios,
    "replay": lambda value: [*replay(value)],
    "state": state_from_json,
    "match": match_from_json,
}


#: The values of each kind of argument; other wrong values raise Python's own errors.
_OF_TYPE: Final[dict[str, type]] = {
    "seat": int, "card": int, "piece": int, "verb": str, "plugin": str,
}  # fmt: skip


def calls() -> list[str]:
    """List every call with every value."""
    return [
        f"{name} {called}"
        for name in _CALLS
        for called, value in _VALUES.items()
        if isinstance(value, _OF_TYPE.get(name, object)) and (name, called) not in _FREE
    ]


def unchanged(text: str, _: random.Random) -> str:
    """Return a call unchanged, since another text would be no call."""
    return text


def call(text: str) -> None:
    """Make a call.

    Raises:
        AssertionError: if a boolean is taken for a number, if an integer-like object is refused, or for a
            `TypeError` without a message of the library.
        Rummy500Error: if the call raises it.
    """
    name, _, called = text.partition(" ")
    if text not in calls():
        raise NotationError("this is not a call")
    try:
        _CALLS[name](_VALUES[called])
    except TypeError as error:
        _check_words(error, text)
        taken = False
    else:
        taken = True
    assert not taken or called not in {"true", "false", "true-deck"}, f"{name} takes {called}"
    assert taken or (name, called) not in _TAKEN, f"{name} refuses {called}"


def _check_words(error: TypeError, text: str) -> None:
    last = traceback.extract_tb(error.__traceback__)[-1]
    if not (last.line or "").startswith("raise TypeError(") or len(str(error)) > _LONGEST:
        raise AssertionError(f"{text}: a TypeError of Python's, or a long one")
