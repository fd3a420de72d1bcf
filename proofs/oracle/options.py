"""The core's options, its four presets and that of 001, written a second time from the rule catalogue."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Choice:
    """The values of an option: some words, or whole numbers between two bounds."""

    words: tuple[str, ...] = ()
    numbers: range = range(0)

    def holds(self, value: object) -> bool:
        """Return whether the value is one of these."""
        if isinstance(value, str):
            return value in self.words
        return isinstance(value, int) and not isinstance(value, bool) and value in self.numbers


ANY_NUMBER = range(1, 1_000_000)

#: The values of each option in the rule catalogue.
OPTIONS: dict[str, Choice] = {
    "deck.jokers": Choice(numbers=range(5)),
    "deck.packs": Choice(("auto",), range(1, 5)),
    "deal.size": Choice(("auto",), ANY_NUMBER),
    "deal.opening": Choice(("upcard", "extra-card", "offer")),
    "deal.next-dealer": Choice(("left", "right", "winner")),
    "meld.group-suits": Choice(("different", "any")),
    "meld.group-max": Choice(numbers=range(9)),
    "meld.run-min": Choice(numbers=range(3, 8)),
    "meld.ace": Choice(("both", "high", "low")),
    "meld.layoff": Choice(("any", "after-meld", "own")),
    "meld.first-minimum": Choice(numbers=range(1_000_000)),
    "draw.top": Choice(("free", "must-meld")),
    "draw.deep-use": Choice(("any", "new-meld")),
    "discard.barred": Choice(("lone-top", "drawn")),
    "out.discard": Choice(("optional", "required")),
    "stock.empty": Choice(("pile", "strict", "reshuffle")),
    "call": Choice(("none", "full", "layoffs", "top", "last-discard")),
    "score.ace": Choice(("by-use", "one")),
    "match.target": Choice(numbers=ANY_NUMBER),
    "match.reached": Choice(("exceed", "reach")),
}

#: The column `pagat` (000), the default.
PAGAT: dict[str, str | int] = {
    "deck.jokers": 2,
    "deck.packs": "auto",
    "deal.size": "auto",
    "deal.opening": "upcard",
    "deal.next-dealer": "left",
    "meld.group-suits": "different",
    "meld.group-max": 4,
    "meld.run-min": 3,
    "meld.ace": "both",
    "meld.layoff": "any",
    "meld.first-minimum": 0,
    "draw.top": "free",
    "draw.deep-use": "any",
    "discard.barred": "lone-top",
    "out.discard": "optional",
    "stock.empty": "pile",
    "call": "full",
    "score.ace": "by-use",
    "match.target": 500,
    "match.reached": "exceed",
}

#: The differences of each preset, and of the plugin `wikipedia`'s, from `pagat`.
PRESETS: dict[str, dict[str, str | int]] = {
    "pagat": PAGAT,
    "north-american": PAGAT
    | {
        "meld.group-suits": "any",
        "meld.group-max": 0,
        "meld.layoff": "after-meld",
        "call": "layoffs",
        "match.reached": "reach",
    },
    "classic": PAGAT
    | {
        "deck.jokers": 0,
        "meld.group-suits": "any",
        "meld.group-max": 0,
        "draw.top": "must-meld",
        "call": "none",
        "match.reached": "reach",
    },
    "family": PAGAT
    | {
        "meld.group-suits": "any",
        "meld.group-max": 0,
        "draw.deep-use": "new-meld",
        "discard.barred": "drawn",
        "call": "none",
        "score.ace": "one",
        "match.reached": "reach",
    },
    "wikipedia": PAGAT  # its card values are those of five-ten-fifteen
    | {
        "deal.next-dealer": "winner",
        "meld.group-suits": "any",
        "meld.first-minimum": 30,
        "draw.top": "must-meld",
        "call": "last-discard",
        "match.reached": "reach",
    },
}


@dataclass(frozen=True)
class Options:
    """One value for each option."""

    values: Mapping[str, str | int]

    def word(self, name: str) -> str:
        """Return the value of an option of words; a number as its digits."""
        return str(self.values[name])

    def number(self, name: str) -> int:
        """Return the value of an option of numbers."""
        return int(self.values[name])


def options_of(rules: Mapping[str, object]) -> Options:
    """Read the `rules` of a position: a preset and changes of its options."""
    preset = rules.get("preset", "pagat")
    changed = rules.get("options", {})
    if preset not in PRESETS:
        raise ValueError(f"no such preset: {preset}")
    if not isinstance(changed, Mapping):
        raise TypeError("options must be a table")
    values = dict(PRESETS[str(preset)])
    for name, value in changed.items():
        if name not in OPTIONS or not OPTIONS[name].holds(value):
            raise ValueError(f"no such option or value: {name} = {value}")
        values[name] = value
    if values["meld.group-max"] in (1, 2):  # 3-8, or 0
        raise ValueError("meld.group-max is 0 or 3 to 8")
    return Options(values)


def own_option(source: Mapping[str, Any], name: str, values: tuple[Any, ...]) -> Any:
    """Return a plugin's own option in a position; the first value is the default."""
    value = source.get("rules", {}).get("options", {}).get(name, values[0])
    if not any(value == known and type(value) is type(known) for known in values):
        raise ValueError(f"no such option or value: {name} = {value}")
    return value


def with_plugin(
    source: Mapping[str, Any],
    plugin: str,
    sets: Mapping[str, str | int],
    fixes: Mapping[str, str | int] | None = None,
) -> dict[str, Any]:
    """Add a plugin's settings to a position, below the options of the game; fixed ones cannot be changed."""
    rules = source.get("rules", {})
    changed = {name: value for name, value in rules.get("options", {}).items() if not name.startswith(f"{plugin}.")}
    for name, value in (fixes or {}).items():
        if changed.get(name, value) != value:
            raise ValueError(f"{plugin} fixes {name} = {value}")
    return {**source, "rules": {**rules, "options": {**sets, **changed, **(fixes or {})}}}
