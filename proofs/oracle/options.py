"""How the oracle reads the core's options; the presets, written a second time from the rule catalogue."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, cast

ANY_NUMBER = range(1, 1_000_000)
Meaning = TypeVar("Meaning")
#: The readings of each option of the core. A value that one of them does not know is none that the oracle can judge.
READINGS: dict[str, list[Reading[Any]]] = {}


class Reading(Generic[Meaning]):
    """An attribute of the oracle's rules: what the value of an option of the core means for one judgement.

    The first word is the default of the option, its value in the preset `pagat` (000), unless `default` names another.
    Each word has its meaning there, a number stands for itself. The judgement never sees the word, so a new word means
    nothing until each reading of its option has a line for it.
    """

    def __init__(
        self,
        option: str,
        words: Mapping[str, Meaning] | None = None,
        numbers: Sequence[int] = (),
        default: str | int | None = None,
    ) -> None:
        self.option, self.words, self.numbers = option, words or {}, numbers
        self.default = next(iter(self.words)) if default is None else default
        self.place = ""
        READINGS.setdefault(option, []).append(self)

    def __set_name__(self, owner: type, name: str) -> None:
        self.place = f"{owner.__module__.replace('.', '/')}.py: {owner.__name__}.{name}"

    def knows(self, value: object) -> bool:
        """Return whether the value is a word with a meaning here, or a number that the option takes."""
        if isinstance(value, str):
            return value in self.words
        return isinstance(value, int) and not isinstance(value, bool) and value in self.numbers

    def __get__(self, rules: Any, _owner: type) -> Meaning:
        value = rules.options.values[self.option]
        return self.words[value] if isinstance(value, str) else cast("Meaning", value)


#: The differences of each preset, and of the plugin `wikipedia`'s, from `pagat`.
PRESETS: dict[str, dict[str, str | int]] = {
    "pagat": {},
    "north-american": {
        "meld.group-suits": "any",
        "meld.group-max": 0,
        "meld.layoff": "after-meld",
        "call": "layoffs",
        "match.reached": "reach",
    },
    "classic": {
        "deck.jokers": 0,
        "meld.group-suits": "any",
        "meld.group-max": 0,
        "draw.top": "must-meld",
        "call": "none",
        "match.reached": "reach",
    },
    "family": {
        "meld.group-suits": "any",
        "meld.group-max": 0,
        "draw.deep-use": "new-meld",
        "discard.barred": "drawn",
        "call": "none",
        "score.ace": "one",
        "match.reached": "reach",
    },
    "wikipedia": {  # its card values are those of five-ten-fifteen
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
    """One value for each option; `Reading` reads those of the core."""

    values: Mapping[str, str | int]

    def word(self, name: str) -> str:
        """Return the value of a plugin's option of words; a number as its digits."""
        return str(self.values[name])

    def number(self, name: str) -> int:
        """Return the value of a plugin's option of numbers."""
        return int(self.values[name])


def preset_values(preset: str) -> dict[str, str | int]:
    """Return the value of each option of the core in a preset."""
    return {name: readings[0].default for name, readings in READINGS.items()} | PRESETS[preset]


def options_of(rules: Mapping[str, object]) -> Options:
    """Read the `rules` of a position: a preset and changes of its options."""
    preset = rules.get("preset", "pagat")
    changed = rules.get("options", {})
    if preset not in PRESETS:
        raise ValueError(f"no such preset: {preset}")
    if not isinstance(changed, Mapping):
        raise TypeError("options must be a table")
    values = preset_values(str(preset))
    for name, value in changed.items():
        if name not in READINGS or not all(reading.knows(value) for reading in READINGS[name]):
            raise ValueError(f"no such option or value: {name} = {value}")
        values[name] = value
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
