"""The targets of guided fuzzing: every parser, and `apply`."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

import attrs
from tests.fuzz import mutate
from tests.fuzz.doing import Finding, do
from tests.fuzz.parsers import PARSERS, Parser
from tests.fuzz.run import wrong

APPLY: Final = "apply"

#: Makes an input from a seed and another input, knowing the format.
Spoil = Callable[[bytes, random.Random], bytes]

#: Fuzzed longest among the parsers, and with the longest texts: those that read whole files.
_DOCUMENTS: Final = frozenset(("position", "scenarios", "transcript", "rules-json", "state-json", "match-json"))
_SHARE_OF_DOCUMENT: Final = 3
_SHARE_OF_APPLY: Final = 15
_LONG_TEXT: Final = 6000
_SHORT_TEXT: Final = 400
_LONGEST_HAND: Final = 400
_SEEDS_OF_APPLY: Final = 100


@attrs.frozen
class Target:
    """A target of fuzzing.

    Attributes:
        name: its name.
        check: looks at one input; raises `Finding` if something is wrong.
        seeds: makes the inputs to begin with.
        share: its weight in sharing out the time.
        longest: its longest input, in bytes.
        tokens: words that inputs are made of.
        spoil: changes an input; `None` to leave that to libFuzzer.
        is_text: whether inputs are text that people can read.
    """

    name: str
    check: Callable[[bytes], None]
    seeds: Callable[[], list[bytes]]
    share: int
    longest: int
    tokens: Sequence[str] = ()
    spoil: Spoil | None = None
    is_text: bool = True


def targets(plugins: tuple[str, ...] = ()) -> dict[str, Target]:
    """Return every target by its name.

    Args:
        plugins: in play in every hand of the target `apply`.
    """
    aim = Target(APPLY, partial(do, always=plugins), _hands, _SHARE_OF_APPLY, _LONGEST_HAND, is_text=False)
    return {each.name: each for each in (*map(of_parser, PARSERS.values()), aim)}


def text_of(data: bytes) -> str:
    """Decode bytes to text for a parser, with surrogates for invalid UTF-8."""
    return data.decode("utf-8", "surrogateescape")


def bytes_of(text: str) -> bytes:
    """Encode a text to bytes; a surrogate of no byte becomes a question mark."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "replace")


def of_parser(parser: Parser) -> Target:
    """Make the target of a parser."""
    is_document = parser.name in _DOCUMENTS
    return Target(
        parser.name,
        partial(_parse, parser),
        lambda: [bytes_of(text) for text in sorted(set(parser.samples()))],
        _SHARE_OF_DOCUMENT if is_document else 1,
        _LONG_TEXT if is_document else _SHORT_TEXT,
        parser.tokens,
        partial(_spoilt, parser.changes),
    )


def _parse(parser: Parser, data: bytes) -> None:
    text = text_of(data)
    _, kind = wrong(parser, text)
    if not kind:
        return
    finding = Finding(f"{kind}\ntext: {text!r}")
    try:
        parser.check(text)
    except Exception as error:
        raise finding from error
    raise finding


def _spoilt(changes: Sequence[mutate.Change], data: bytes, chance: random.Random) -> bytes:
    return bytes_of(mutate.nearly(text_of(data), changes, chance))


def _hands() -> list[bytes]:
    source = random.Random(APPLY)
    return [source.randbytes(source.randrange(16, _LONGEST_HAND // 2)) for _ in range(_SEEDS_OF_APPLY)]
