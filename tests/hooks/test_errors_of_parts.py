"""Tests of errors inside the answers of hooks (moves, uses, bars, memory, rules) when rules are composed."""

from __future__ import annotations

import functools
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, Final, cast

import attrs
import pytest
from tests.errors import Errors
from tests.hooks.samples import ON, Bet, Streak, answering, composing, described, ends, plugin, refusal, taking

import rummy500 as r5
from rummy500.hooks import (
    EMPTY_BAG,
    Bar,
    Deal,
    HandMemory,
    MatchMemory,
    Move,
    Round,
    RuleEntry,
    Secret,
    Use,
    hookimpl,
    judged_move,
)


def takes_nothing() -> None:
    """Take no argument, although every caller passes some."""


nothing: Any = takes_nothing  # else each row that passes it would need a `type: ignore`


def moving(*moves: Move) -> SimpleNamespace:
    return plugin(moves=lambda: moves)


def ending(**fields: Any) -> Move:
    return attrs.evolve(ends(), **fields)


def finds(rules: object, view: object, card: int) -> tuple[()]:
    return ()


def plays(rules: object, view: object, pieces: object, on: int) -> None:
    return None


def record(name: str, kind: Any, value: object, field: str = "number", **changes: Any) -> type:
    return attrs.make_class(name, {field: attrs.field(type=kind, default=value)}, **{"frozen": True, **changes})


#: Classes that no memory can have.
UNFIT: Final = (
    record("PublicState", int, 0, frozen=False),
    record("Hashable", int, 0, frozen=False, unsafe_hash=True),
    record("Listed", list[int], attrs.Factory(list)),
    record("Maybe", int | None, None),
    record("Private", int, 0, "_number"),
    record("Laid", tuple[int, ...], [1]),
    record("Halved", int, 0.5),
    record("Mistyped", "Chips", 0),
    record("Unequal", int, 0, eq=False),
)
#: Fields of a move `end` that are wrong.
FIELDS: Final[list[dict[str, Any]]] = [
    *({field: 3} for field in ("candidates", "check", "effect", "secret")),
    {"secret": Secret(redact=3)},  # type: ignore[arg-type] # wrong on purpose
    {"phases": "play"},
    {"phases": ("play it",)},
    {"phases": ("over",)},
    {"whose": "anyone"},
    {"fields": ["card"]},
    *({"verb": verb} for verb in ("", "go out", "decks")),
    {"suffix": "very hard", "fields": ("extra",)},
    {"suffix": "hard"},
    {"suffix": "hard", "fields": ("extra",)},
    {"fields": ("depth",)},
    {"fields": ("on",)},
    {"fields": ("pieces", "on")},
]

HARD: Final = ending(suffix="hard", fields=("extra",))
ASTRAY: Final = attrs.evolve(HARD, fields=("card", "extra"))
TEN: Final = RuleEntry("sample.ten", "Scoring", "Whoever goes out gets 10.", ("house",))
#: Fields of that rule that are wrong.
RULES: Final[list[dict[str, Any]]] = [
    {"id": "score.hand"},
    {"id": 3},
    {"replaces": "score.hand"},
    {"sources": "house"},
    {"question": 3},
    {"replaces": ("score.hnd",)},
    {"options": ("sample.onn",)},
]
NAP: Final = Round("nap")


def used(*functions: Any, word: Any = "slip") -> Callable[[], object]:
    return composing(plugin(uses=answering((Use(word, *functions),))))


def remembered(memory: object) -> Callable[[], object]:
    return composing(plugin(memory=answering(memory)))


def keyed(kind: Any) -> HandMemory:
    """Make a memory whose text form has the key `bets`."""
    return HandMemory(kind, key="bets", write=lambda public, record: {}, read=lambda public, data: kind())


def barred(*functions: Any) -> Callable[[], object]:
    return composing(plugin(may=lambda: {"discard": Bar(*functions)}))


def remembering(**functions: Any) -> Callable[[], object]:
    """Play and look with a memory of some functions."""

    def play() -> None:
        rules = r5.compose("classic", [plugin(memory=lambda: HandMemory(Bet, **functions))])
        state = r5.apply(rules, r5.deal(rules, seed=1), r5.parse_action("1: draw"))
        r5.notes(rules, r5.observe(rules, state, 0))

    return play


def collected(depths: tuple[int, ...]) -> None:
    rules = r5.compose("pagat", [plugin(takes=taking(collects=lambda rules, view, depth: depths))])
    list(r5.legal_actions(rules, r5.deal(rules, seed=1)))


ERRORS = Errors(
    __file__,
    {
        **{f"a move with {fields}": composing(moving(ending(**fields))) for fields in FIELDS},
        **{
            f"a move whose {field} takes nothing": composing(moving(ending(**{field: nothing})))
            for field in ("candidates", "check", "effect")
        },
        "a judge of two arguments": composing(
            moving(judged_move("end", lambda rules, view: view))  # type: ignore[arg-type,misc] # wrong on purpose
        ),
        **{
            f"a move with {name!r}, which is no field any more": functools.partial(ending, **{name: nothing})
            for name in ("generate", "wrong_phase", "uses", "follow_ups", "possible", "lifts", "redact", "reveals")
        },
        "a move whose fields have no names": lambda: cast("Any", Move)("end", ("play",)),
        "a move that the core has in its phase": composing(moving(ending(verb="discard"))),
        "a suffix, with other fields than the move": composing(moving(ends(), ASTRAY)),
        "a suffix, with other fields than a move of the core": composing(moving(attrs.evolve(ASTRAY, verb="draw"))),
        "the cards of a bar": barred(nothing, lambda card: card),
        "the reason of a bar": barred(lambda rules, view: EMPTY_BAG, 3),
        "find of a use": used(nothing, nothing),
        "play of a use": used(finds, nothing),
        "wants of a use": used(finds, plays, nothing),
        **{f"a use {word!r}": used(finds, plays, word=word) for word in ("", "group", "two words")},
        "after of a hand": remembered(HandMemory(Bet, after=nothing)),
        "cards of a hand": remembered(HandMemory(Bet, cards=nothing)),
        "start of a match": remembered(MatchMemory(cast("Any", Bet()), nothing)),
        "after of a match": remembered(MatchMemory(lambda scores: Streak(), nothing)),
        "what is remembered becomes nothing": remembering(after=lambda *_: None),
        "what is seen is a number": remembering(seen=lambda *_: 0),
        "notes are words": remembering(notes=lambda *_: ["chips"]),
        **{f"a record {kind.__name__}": remembered(HandMemory(kind)) for kind in UNFIT},
        "a key of two plugins": composing(
            *(plugin(name, memory=answering(memory)) for name, memory in (("one", keyed(Bet)), ("two", keyed(Streak))))
        ),
        "the statement of a rule": composing(plugin(entries=lambda: (attrs.evolve(TEN, statement=nothing),))),
        **{
            f"a rule with {fields}": composing(
                plugin("sample", described(options=(ON,)), entries=answering((attrs.evolve(TEN, **fields),)))
            )
            for fields in RULES
        },
        "a rule of two plugins": composing(*(plugin(name, entries=lambda: (TEN,)) for name in ("one", "two"))),
        "a round by nobody": composing(
            plugin(
                moves=lambda: (ending(phases=("nap",)),), dealing=lambda: Deal((Round("nap", cast("Any", "right")),))
            )
        ),
        "rounds in one phase": composing(
            plugin("first", moves=lambda: (ending(phases=("nap",)),), dealing=lambda: Deal((NAP,))),
            plugin("second", dealing=lambda: Deal((NAP,))),
        ),
        **{
            f"cards at the depths {depths} come with the top": functools.partial(collected, depths)
            for depths in ((2,), (1, 1), (1, 9))
        },
    },
)


@pytest.mark.parametrize("situation", ERRORS.names)
def test_error(situation: str) -> None:
    said = ERRORS.raised(situation)
    assert said == ERRORS.written(situation, said)


def test_suffix_beside_a_move_of_the_core_and_of_the_plugin() -> None:
    rules = r5.compose("classic", [moving(ends(), HARD, attrs.evolve(HARD, verb="draw", phases=("draw",)))])
    assert set(rules.turn.suffixed) == {("end", "hard"), ("draw", "hard")}


def test_what_can_be_called_and_has_the_name_of_a_hook() -> None:
    sample = plugin()
    sample.sides = functools.partial(tuple, (0, 1))
    assert refusal(sample).endswith("sides has the name of a hook, but lacks the mark @hookimpl")
    sample.sides = hookimpl(sample.sides)
    assert refusal(sample).endswith("hook sides must be a function: write it with def")
