"""The errors of rummy500, refusals among them; sentences with facts."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cached_property, partial
from typing import ClassVar, Final, TypeVar

import attrs

T = TypeVar("T")


class Rummy500Error(Exception):
    """The base of every error that rummy500 raises on purpose."""

    @property
    def sentence(self) -> str:
        """The mistake in words that an app can show to a player. Rule ids and line numbers are left out."""
        return str(self)


class ComposeError(Rummy500Error, ValueError):
    """Rules that cannot be composed: an unknown name, a bad value, or values that do not go together.

    Args:
        problem: a refusal of what somebody chose, or a text about a mistake in a plugin, for its author.

    Attributes:
        refusal: the reason, a sentence with its key and facts; `None` for a mistake in a plugin.
    """

    def __init__(self, problem: Refusal | str) -> None:
        self.refusal = None if isinstance(problem, str) else problem
        super().__init__(problem)

    def __str__(self) -> str:
        """The sentence."""
        return self.refusal.sentence if self.refusal else super().__str__()

    @property
    def option(self) -> str:
        """The option that it is about, empty for none."""
        return next(iter(self._facts("option")), "")

    @property
    def plugins(self) -> tuple[str, ...]:
        """The plugins that it is about."""
        return self._facts("plugin")

    @property
    def bounds(self) -> tuple[int, int] | None:
        """The least and the greatest number that would be right; `None` if it is not about a number."""
        if self.refusal is None or "least" not in self.refusal.facts:
            return None
        return int(self.refusal.facts["least"]), int(self.refusal.facts["most"])

    def _facts(self, kind: str) -> tuple[str, ...]:
        if self.refusal is None:
            return ()
        facts = self.refusal.facts
        return tuple(facts[name] for name, each in facts_in(self.refusal.template).items() if each == kind)


class DealError(Rummy500Error, ValueError):
    """A deck or a chance outcome that does not fit the rules or the state."""


class PositionError(Rummy500Error, ValueError):
    """A seat that the rules do not have, or a state of other rules."""


class NotationError(Rummy500Error, ValueError):
    """Text that cannot be parsed.

    Args:
        message: what is wrong, without the place; as a refusal if it has a key of its own.

    Attributes:
        message: what is wrong, without the place.
        line: the line, from 1.
        column: the column, from 1.
        expected: what would be right there.
        refusal: the message with a key and facts, for translations.
    """

    def __init__(self, message: str | Refusal, *, line: int = 1, column: int = 1, expected: str = "") -> None:
        self.refusal = _UNREADABLE(message=message) if isinstance(message, str) else message
        self.message = self.refusal.sentence
        self.line = line
        self.column = column
        self.expected = expected
        super().__init__(self.message, line, column, expected)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle with keyword-only arguments."""
        named = partial(NotationError, line=self.line, column=self.column, expected=self.expected)
        return named, (self.refusal,)

    @property
    def sentence(self) -> str:
        """The mistake, and what was expected there."""
        return f"{self.message}; expected {self.expected}" if self.expected else self.message

    def __str__(self) -> str:
        """The place, the mistake, and what was expected there."""
        return f"line {self.line}, column {self.column}: {self.sentence}"


#: Shows facts in English, by what they are.
_SHOW: Final[Mapping[str, Callable[[str], str]]] = {"seat": "seat {}".format}
#: A fact in a template: its name and, after a colon, what it is.
_FACT: Final = re.compile(r"\{(\w+)(?::(\w+))?\}")
#: What a fact may be. One with such a name need not say it; any other is a text, or an English word.
KINDS: Final = ("card", "cards", "meld", "melds", "seat", "number", "option", "plugin")


def facts_in(template: str) -> Mapping[str, str]:
    """The facts that a template names, in order, and what each is: one of `KINDS`, or `text`.

    Examples:
        >>> facts_in("{card} is number {depth:number} from the top.")
        {'card': 'card', 'depth': 'number'}
    """
    return {name: kind or (name if name in KINDS else "text") for name, kind in _FACT.findall(template)}


def filled(
    template: str, facts: Mapping[str, str], show: Mapping[str, Callable[[str], str]] = _SHOW, like: str = ""
) -> str:
    """Fill the facts into a template; a name without a fact stays in its braces.

    Templates may come from saved files and translations, so nothing but a name and a kind is read in braces. A fact
    whose kind the template does not name has the kind that the template `like` gives it.

    Examples:
        >>> filled("It is the turn of {seat}.", {"seat": "2"})
        'It is the turn of seat 2.'
    """
    return "".join(filled_parts(template, facts, show, like))


def filled_parts(
    template: str, facts: Mapping[str, str], show: Mapping[str, Callable[[str], T | str]], like: str = ""
) -> Iterator[T | str]:
    """Fill a template as `filled` does, in parts, for text with colours: `show` may return more than text."""
    kinds, end = dict(_FACT.findall(like)), 0
    for found in _FACT.finditer(template):
        name, kind = found[1], found[2] or kinds.get(found[1]) or found[1]
        yield template[end : found.start()]
        end = found.end()
        if name in facts and kind in show:
            shown = show[kind](facts[name])
            yield shown[:1].upper() + shown[1:] if isinstance(shown, str) and not found.start() else shown
        else:
            yield facts.get(name, found[0])
    yield template[end:]


@attrs.frozen
class Sentence:
    """A sentence that players may read, or a label, or a word.

    Attributes:
        key: what it is, and of what: `refusal:RULE:REASON`, `score:RULE:KIND`, `hint:VERB:REASON`, `label:VERB`
            (with the suffix, if the move has one), `typed:ABOUT:REASON` for `read_typed`, `option:NAME` for what an
            option decides, `option:NAME=VALUE` for one of its values, where the VALUE `{value}` is any other number,
            `question:NAME`, `preset:NAME` and `plugin:NAME` for a form, and `word:ENGLISH` for a fact that is English:
            a word, or the reason why plugins and options do not go together.
        template: the English text, with a name in braces for each fact.
        pairs: the facts, as pairs of name and text; none in a list of all sentences.
    """

    key: str
    template: str
    pairs: tuple[tuple[str, str], ...] = ()

    @property
    def facts(self) -> Mapping[str, str]:
        """The facts of the template, by name."""
        return dict(self.pairs)

    @property
    def kinds(self) -> Mapping[str, str]:
        """The facts that the English text uses, each with what it is: one of `KINDS`, or `text`."""
        return facts_in(self.template)

    @property
    def sentence(self) -> str:
        """The English text with its facts."""
        return filled(self.template, self.facts)

    def __str__(self) -> str:
        """The English text with its facts."""
        return self.sentence


@attrs.frozen
class Refusal(Sentence):
    """Why an action is not legal: a sentence with the key `refusal:RULE:REASON`, made by a `Reason`."""

    @property
    def rule(self) -> str:
        """The id of the most specific rule that forbids the action, as in the rule catalogue."""
        return self.key.split(":")[1]

    @property
    def reason(self) -> str:
        """A short name for this reason under that rule; with `rule` it is a key for translations."""
        return self.key.split(":", 2)[2]

    def __str__(self) -> str:
        """The sentence, and the rule id behind it."""
        return f"{self.sentence} ({self.rule})"


#: Every declared sentence, by the module that declares it and its key.
_DECLARED: Final[dict[tuple[str, str], Declared]] = {}


class Declared:
    """A sentence of the game, declared as a constant beside the code that uses it."""

    _use: ClassVar[str]

    def __init__(self, rule: str, reason: str, template: str, words: Iterable[str] = ()) -> None:
        self.key = f"{self._use}:{rule}:{reason}"
        self.rule = rule
        self.reason = reason
        self.template = template
        self.words = tuple(words)
        # A compiled module has no frame: the one found then is that of the import.
        module = sys._getframe(1).f_globals.get("__name__", "")  # pyright: ignore[reportPrivateUsage] # sys has no other
        _DECLARED[module, self.key] = self


def declared(packages: Collection[str]) -> Iterator[Declared]:
    """Every sentence that the imported modules of some packages declare, and those of compiled modules."""
    for (module, _), sentence in _DECLARED.items():
        if module.partition(".")[0] in {*packages, "importlib"}:
            yield sentence


class Reason(Declared):
    """A reason to refuse an action, declared as a constant. Call it with its facts for a refusal; facts become text.

    Examples:
        >>> NOT_YOURS = Reason("turn.seat", "not-yours", "It is the turn of {seat}.")
        >>> str(NOT_YOURS(seat=2))
        'It is the turn of seat 2. (turn.seat)'
    """

    _use = "refusal"

    def __call__(self, **facts: object) -> Refusal:
        """Make a refusal of these facts."""
        return Refusal(self.key, self.template, as_pairs(facts)) if facts else self._plain

    @cached_property
    def _plain(self) -> Refusal:
        return Refusal(self.key, self.template)


_UNREADABLE: Final = Reason("notation.text", "unreadable", "{message}")


def as_pairs(facts: Mapping[str, object]) -> tuple[tuple[str, str], ...]:
    """Facts as pairs of name and text."""
    return tuple((name, str(value)) for name, value in facts.items())


class IllegalActionError(Rummy500Error, ValueError):
    """An action that the rules refuse; the state does not change.

    Attributes:
        refusal: the reason.
    """

    def __init__(self, refusal: Refusal) -> None:
        self.refusal = refusal
        super().__init__(refusal)

    @property
    def sentence(self) -> str:
        """The sentence of the refusal."""
        return self.refusal.sentence


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
