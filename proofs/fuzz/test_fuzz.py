"""Tests of the parsers and of the wire by fuzzing: samples, the corpus, and changed samples."""

from __future__ import annotations

import random
import resource

import pytest
from tests.bounded import bounded

from proofs.fuzz.samples import SAMPLES, corpus
from proofs.fuzz.spoil import garbage
from proofs.fuzz.targets import TARGETS, Reader, one
from rummy500.base.errors import NotationError
from rummy500.cards.cards import card_text
from rummy500.notation.actions import parse_card

#: Seconds that a text may take, far more than the slowest, and kilobytes by which it may make the process grow.
LONGEST, MOST_GROWTH = 10.0, 200_000


def memory() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def sent(target: str, text: str) -> bool:
    """Send a text to a target within the bounds; an error shows the text."""
    before = memory()
    try:
        with bounded(LONGEST):
            read = TARGETS[target](text)
        assert memory() - before < MOST_GROWTH, "too much memory"
    except BaseException as error:
        error.add_note(f"python -m proofs.fuzz {target}, the text: {text!r}")
        raise
    return read


@pytest.mark.parametrize("target", TARGETS)
def test_samples_are_read(target: str) -> None:
    assert [text for text in SAMPLES[target]() if not sent(target, text)] == []


@pytest.mark.parametrize("target", TARGETS)
def test_the_corpus_is_read_or_refused(target: str) -> None:
    for text in corpus(target):
        sent(target, text)


@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(2, 10))])
@pytest.mark.parametrize(("target", "many"), [("notation", 1000), ("json", 1000), ("wire", 60)])
def test_changed_samples_are_read_or_refused(target: str, many: int, seed: int) -> None:
    chance, samples = random.Random(f"{target} {seed}"), SAMPLES[target]()
    read = sum(sent(target, garbage(samples, chance)) for _ in range(many))
    assert many // 50 < read < many, "some of what is nearly right is right"


def raising(error: Exception) -> Reader:
    def fail(_: str) -> tuple[str, ...]:
        raise error

    return Reader(fail, str)


@pytest.mark.parametrize(
    "reader",
    [
        raising(KeyError("9h")),
        raising(NotationError("")),
        raising(NotationError("x", line=3)),
        raising(NotationError("x", column=9)),
        raising(NotationError("x\0")),
        raising(NotationError("x" * 2000)),
        one(parse_card, lambda card: card_text(card ^ 1)),
    ],
)
def test_a_wrong_parser_is_found(reader: Reader) -> None:
    with pytest.raises((AssertionError, KeyError)):
        reader.send("9h")
