"""Every error of rummy500, and `Refusal`: why an action is not legal."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

import attrs


class Rummy500Error(Exception):
    """The base of every error that rummy500 raises on purpose."""


class ComposeError(Rummy500Error, ValueError):
    """Rules that cannot be composed: an unknown name, a bad value, or values that do not go together."""


class DealError(Rummy500Error, ValueError):
    """A deck or a chance outcome that does not fit the rules or the state."""


class PositionError(Rummy500Error, ValueError):
    """A seat that the rules do not have, or a state of another number of seats."""


class NotationError(Rummy500Error, ValueError):
    """Text that cannot be parsed.

    Attributes:
        message: what is wrong, without the place.
        line: the line, from 1.
        column: the column, from 1.
        expected: what would be right there.
    """

    def __init__(self, message: str, *, line: int = 1, column: int = 1, expected: str = "") -> None:
        self.message = message
        self.line = line
        self.column = column
        self.expected = expected
        super().__init__(message, line, column, expected)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle with keyword-only arguments."""
        return (_notation_error, (self.message, self.line, self.column, self.expected))

    def __str__(self) -> str:
        """The place, the mistake, and what was expected there."""
        tail = f"; expected {self.expected}" if self.expected else ""
        return f"line {self.line}, column {self.column}: {self.message}{tail}"


def _notation_error(message: str, line: int, column: int, expected: str) -> NotationError:
    return NotationError(message, line=line, column=column, expected=expected)


#: A name of a fact in a template.
_FACT: Final = re.compile(r"\{(\w+)\}")


def facts_in(template: str) -> tuple[str, ...]:
    """The names of the facts in a template, each once, in order.

    Examples:
        >>> facts_in("{card} is taken only to be used, since {upper} lies on it.")
        ('card', 'upper')
    """
    return tuple(dict.fromkeys(_FACT.findall(template)))


def filled(template: str, facts: Mapping[str, str]) -> str:
    """Fill the facts into a template; a name without a fact stays in its braces.

    Templates may come from saved files and translations, so nothing but a name is read in braces.

    Examples:
        >>> filled("It is the turn of seat {seat}.", {"seat": "2"})
        'It is the turn of seat 2.'
    """
    return _FACT.sub(lambda found: facts.get(found[1], found[0]), template)


@attrs.frozen
class Refusal:
    """Why an action is not legal: data, and a sentence made from the data.

    Attributes:
        rule: the id of the most specific rule that forbids the action, as in the rule catalogue.
        reason: a short name for this reason under that rule; with `rule` it is a key for translations.
        template: the English sentence, with a name in braces for each fact.
        pairs: the facts, as pairs of name and text.
    """

    rule: str
    reason: str
    template: str
    pairs: tuple[tuple[str, str], ...] = ()

    @property
    def key(self) -> str:
        """The key of its sentence for translations: `refusal:RULE:REASON`."""
        return f"refusal:{self.rule}:{self.reason}"

    @property
    def facts(self) -> Mapping[str, str]:
        """The facts of the template, by name."""
        return dict(self.pairs)

    @property
    def sentence(self) -> str:
        """The reason in a player's words."""
        return filled(self.template, self.facts)

    def __str__(self) -> str:
        """The sentence, and the rule id behind it."""
        return f"{self.sentence} ({self.rule})"


def refuse(rule: str, reason: str, template: str, **facts: object) -> Refusal:
    """Make a refusal; facts become text.

    Examples:
        >>> str(refuse("turn.seat", "not-yours", "It is seat {seat}'s turn.", seat=2))
        "It is seat 2's turn. (turn.seat)"
    """
    return Refusal(rule, reason, template, tuple((name, str(value)) for name, value in facts.items()))


class IllegalActionError(Rummy500Error, ValueError):
    """An action that the rules refuse; the state does not change.

    Attributes:
        refusal: the reason.
    """

    def __init__(self, refusal: Refusal) -> None:
        self.refusal = refusal
        super().__init__(refusal)

    def __str__(self) -> str:
        """The sentence and the rule id."""
        return str(self.refusal)


#: How many characters of an unknown name are compared with known ones; no name is longer.
_LONGEST_NAME: Final = 100


def nearest(name: str, known: Iterable[str], advice: str = "") -> str:
    """A hint for an unknown name: the most similar known name, or all names and some advice if none is similar.

    Examples:
        >>> nearest("clasic", ["pagat", "classic"])
        'did you mean "classic"?'
    """
    from difflib import get_close_matches  # noqa: PLC0415 - needed when something has gone wrong

    names = sorted(known)
    similar = get_close_matches(name[:_LONGEST_NAME], names, n=1)
    if similar:
        return f'did you mean "{similar[0]}"?'
    return (f"known are {', '.join(names)}" if names else "none is known") + advice
