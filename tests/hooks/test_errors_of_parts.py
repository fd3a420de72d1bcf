"""Tests of errors inside the answers of hooks (moves, uses, bars, memory, rules) when rules are composed."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from types import SimpleNamespace
from typing import Any, cast

import attrs
import pytest
from tests.hooks.samples import ON, Bet, Streak, answering, described, ends, plugin, refusal

import rummy500 as r5
from rummy500.hooks import (
    CORE_MOVES,
    EMPTY_BAG,
    JOKER,
    Bar,
    HandMemory,
    MatchMemory,
    Move,
    PluginInfo,
    Round,
    RuleEntry,
    Use,
    Wilds,
    hookimpl,
    judged_move,
)

DRAW = next(move for move in CORE_MOVES if move.verb == "draw")


def takes_nothing() -> None:
    """Take no argument, although every caller passes some."""


nothing: Any = takes_nothing  # else each row that passes it would need a `type: ignore`


def moving(*moves: Move, **more: Callable[..., Any]) -> SimpleNamespace:
    return plugin(moves=lambda: moves, **more)


# ------------------------------------------------- functions inside answers

THREE = "3 arguments (rules, view, action)"


@pytest.mark.parametrize("wrong", [nothing, 3, None], ids=["arguments", "number", "none"])
@pytest.mark.parametrize(
    ("field", "arguments"),
    [
        ("generate", "2 arguments (facts, *, plain)"),
        ("check", THREE),
        ("effect", "3 arguments (rules, state, action)"),
        ("wrong_phase", THREE),
        ("follow_ups", "2 arguments (rules, view)"),
    ],
)
def test_move_whose_function_cannot_be_called(field: str, arguments: str, wrong: object) -> None:
    if field == "follow_ups" and wrong is None:
        assert r5.compose("classic", [moving(ends())]).turn.follow_ups == ()
        return
    changed: dict[str, Any] = {field: wrong}
    assert refusal(moving(attrs.evolve(ends(), **changed))).startswith(
        f"plugin sample: hook moves has a move 'end' whose {field} must be a function of {arguments}"
    )


@pytest.mark.parametrize(
    ("move", "field"),
    [
        (lambda listed: attrs.evolve(ends(), generate=listed), "generate"),
        (lambda listed: judged_move("end", listed, lambda rules, view, action: view), "candidates"),
    ],
)
def test_generator_that_does_not_take_plain_by_name(move: Callable[[Any], Move], field: str) -> None:
    message = refusal(moving(move(lambda facts: ())))
    assert message.endswith(f"move 'end' whose {field} must be a function of 2 arguments (facts, *, plain)")


@pytest.mark.parametrize(
    ("hook", "answer", "message"),
    [
        ("may", {"discard": Bar(nothing, lambda card: card)}, "a Bar whose cards must be a function of 2 arguments (rules, view)"),  # type: ignore[arg-type, return-value] # wrong on purpose # noqa: E501 - a row is a case
        ("may", {"discard": (Bar(lambda rules, view: EMPTY_BAG, 3),)}, "a Bar whose why must be a function of 1 argument (card), not 3"),  # type: ignore[arg-type] # wrong on purpose # noqa: E501 - a row is a case
        ("uses", (Use("slip", nothing, nothing),), "a use 'slip' whose find must be a function of 3 arguments (rules, view, card)"),  # noqa: E501 - a row is a case
        ("uses", (Use("slip", lambda rules, view, card: (), nothing),), "whose play must be a function of 4 arguments"),
        ("uses", (Use("slip", lambda rules, view, card: (), lambda rules, view, pieces, on: view, nothing),), "whose wants must be a function of 2 arguments (rules, view)"),  # noqa: E501 - a row is a case
        ("memory", HandMemory(Bet, after=nothing), "a HandMemory whose after must be a function of 4 arguments (rules, before, action, after)"),  # noqa: E501 - a row is a case
        ("memory", HandMemory(Bet, cards=nothing), "a HandMemory whose cards must be a function of 1 argument (record)"),  # noqa: E501 - a row is a case
        ("memory", MatchMemory(Bet(), nothing), "a MatchMemory whose start must be a function of 1 argument (scores), not Bet("),  # type: ignore[arg-type] # wrong on purpose # noqa: E501 - a row is a case
        ("memory", MatchMemory(lambda scores: Streak(), nothing), "whose after must be a function of 3 arguments"),
        ("entries", (RuleEntry("sample.x", "Scoring", "x", ("house",), statement=nothing),), "whose statement must be a function of 1 argument"),  # noqa: E501 - a row is a case
    ],
)  # fmt: skip
def test_function_inside_an_answer_that_cannot_be_called(hook: str, answer: object, message: str) -> None:
    told = refusal(plugin(**{hook: answering(answer)}))
    assert told.startswith(f"plugin sample: hook {hook} has ")
    assert message in told


# ------------------------------------------------- moves


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"phases": "play"}, "whose phases must be a tuple of words, not 'play'"),
        ({"phases": ()}, "whose phases must be a tuple of words, not ()"),
        ({"phases": ("play it",)}, "whose phases must be a tuple of words, not ('play it',)"),
        ({"phases": ("over",)}, "in the phase 'over', in which a hand has ended"),
        ({"whose": "anyone"}, "whose must be turn, pending, others or deck, not 'anyone'"),
        ({"uses": "run"}, "whose uses must be a tuple of words, not 'run'"),
        ({"fields": ["card"]}, "whose fields must be a tuple, not ['card']"),
        ({"verb": ""}, "whose verb must be a word of letters, digits and hyphens"),
        ({"verb": "go out"}, "whose verb must be a word of letters, digits and hyphens"),
        ({"verb": "2-up"}, "that begins with a letter"),
        ({"verb": "decks"}, "and not with deck"),
        ({"suffix": "very hard", "fields": ("extra",)}, "whose suffix must be a word of letters, digits and hyphens"),
        ({"suffix": "hard"}, "with the suffix 'hard', whose fields must have 'extra'"),
        ({"suffix": "hard", "fields": ("extra",)}, "with the suffix 'hard', and there is no move 'end'; known are "),
    ],
)
def test_move_with_a_field_that_is_none(fields: dict[str, Any], message: str) -> None:
    told = refusal(moving(attrs.evolve(ends(), **fields)))
    assert told.startswith("plugin sample: hook moves has a move ")
    assert message in told


def test_suffix_beside_a_move_of_the_core_and_of_the_plugin() -> None:
    hard = attrs.evolve(ends(), suffix="hard", fields=("extra",))
    rules = r5.compose("classic", [moving(ends(), hard, attrs.evolve(hard, verb="draw", phases=("draw",)))])
    assert set(rules.turn.suffixed) == {("end", "hard"), ("draw", "hard")}
    other = attrs.evolve(hard, fields=("card", "extra"))
    assert "whose fields must be those of the move without it, and 'extra'" in refusal(moving(ends(), other))
    astray = attrs.evolve(other, verb="draw")
    assert "whose fields have 'card', which the text of the core's draw does not have" in refusal(moving(astray))


@pytest.mark.parametrize(
    ("fields", "uses", "message"),
    [
        (("depth",), ("",), "whose fields have 'depth', which its text cannot have"),
        (("card", "cards"), ("",), "whose fields have 'cards', which its text cannot have"),
        (("on",), ("",), "whose fields must have 'use' and 'pieces' together, and 'on' with these only"),
        (("use",), ("run",), "whose fields must have 'use' and 'pieces' together"),
        (("pieces", "on"), ("lay",), "whose fields must have 'use' and 'pieces' together"),
        (("use", "pieces"), ("",), "with pieces, whose uses must be of run, group, lay, not ('',)"),
        (
            ("use", "pieces"),
            ("run", "slip"),
            "not ('run', 'slip'): the verb says what the move does; a Use (hook uses) is for taken cards",
        ),
        (("use", "pieces"), ("lay",), "that lays off, whose fields must have 'on'"),
    ],
)
def test_move_whose_text_would_not_be_read_back(fields: tuple[str, ...], uses: tuple[str, ...], message: str) -> None:
    assert message in refusal(moving(attrs.evolve(ends(), fields=fields, uses=uses)))


@pytest.mark.parametrize(
    "text", ["0: end 9h", "0: end 9h low", "0: end [4h 5h 6h]", "0: end 9h {4h 4d 4c}", "0: end 9h 5h on m1 low"]
)
def test_move_whose_text_is_read_back(text: str) -> None:
    played = "[" in text or "{" in text or "on" in text
    fields = [name for name, there in (("card", "9h" in text), ("extra", "low" in text), ("on", played)) if there]
    move = attrs.evolve(ends(), fields=(*fields, *(("use", "pieces") if played else ())), uses=("",))
    rules = r5.compose("classic", [moving(attrs.evolve(move, uses=("run", "group", "lay")) if played else move)])
    assert r5.action_text(r5.parse_action(text, rules=rules)) == text


def test_round_by_nobody() -> None:
    move, step = attrs.evolve(ends(), phases=("nap",)), Round("nap", "right")  # type: ignore[arg-type] # wrong on purpose
    assert refusal(plugin(moves=lambda: (move,), dealt=lambda: (step,))) == (
        "plugin sample: hook dealt has a Round whose by must be all, dealer or left, not 'right'"
    )


def test_rounds_in_one_phase() -> None:
    move, steps = attrs.evolve(ends(), phases=("nap",)), (Round("nap"),)
    first = plugin("first", moves=lambda: (move,), dealt=lambda: steps)
    second = plugin("second", dealt=lambda: steps)
    assert refusal(first, second) == (
        "plugin second: hook dealt has a Round with the phase 'nap', which exists already: name another"
    )


@pytest.mark.parametrize("word", ["", "run", "group", "lay", "two words", 3])
def test_use_with_the_name_of_another(word: Any) -> None:
    use = Use(word, lambda rules, view, card: (), lambda rules, view, pieces, on: view)
    assert f"plugin sample: hook uses has a use {word!r}: it must be a word" in refusal(plugin(uses=lambda: (use,)))


# ------------------------------------------------- memory


@attrs.define
class PublicState:
    """A class that is not frozen."""

    number: int = 0


@attrs.frozen(eq=False)
class Alone:
    """A class whose objects are equal only to themselves."""

    number: int = 0


@attrs.frozen
class Listed:
    """A class with a field whose type has no text form."""

    number: list[int] = attrs.field(factory=list)


@attrs.frozen
class Half:
    """Another."""

    number: float = 0.5


@attrs.frozen
class Maybe:
    """Another."""

    number: int | None = None


@attrs.frozen
class Private:
    """A class whose field has another name as an argument."""

    _number: int = 0


@attrs.frozen
class Truth:
    """A class whose number is a truth value."""

    number: int = True


@attrs.frozen
class Laid:
    """A class whose tuple is a list."""

    cards: tuple[int, ...] = attrs.field(factory=lambda: cast("Any", [1]))


@attrs.define(unsafe_hash=True)
class Hashable:
    """A class that is hashable, but not frozen."""

    number: int = 0


TYPES = "its number must be int, bool, str, Bag, or tuple[...] of int, str or Bag, not "


@pytest.mark.parametrize(
    ("record", "message"),
    [
        (PublicState(), "a PublicState, which must be frozen"),
        (Hashable(), "a Hashable, which must be frozen"),
        (Alone(), "a Alone, which must be equal to another of the same fields"),
        (Listed(), f"a Listed: {TYPES}list"),
        (Half(), f"a Half: {TYPES}float"),
        (Maybe(), f"a Maybe: {TYPES}int | None"),
        (Private(), "a Private: its _number must be given by that name"),
        (Truth(), "a Truth: its number begins as True"),
        (Laid(), "a Laid: its cards begins as [1]"),
    ],
)
def test_record_that_cannot_be_stored_or_written(record: object, message: str) -> None:
    assert refusal(plugin(memory=lambda: HandMemory(type(record)))).startswith(
        f"plugin sample: hook memory remembers {message}"
    )
    match = MatchMemory(lambda scores: record, lambda rules, before, tally: before)
    assert f"hook memory remembers {message}" in refusal(plugin(memory=lambda: match))


def test_memory_that_becomes_another_record() -> None:
    rules = r5.compose(
        "classic", [plugin(memory=lambda: HandMemory(Bet, after=lambda rules, before, action, after: None))]
    )
    state = r5.deal(rules, seed=1)
    with pytest.raises(TypeError, match="plugin sample: hook memory has a `after` that must return a Bet, not None"):
        r5.apply(rules, state, r5.legal_actions(rules, state)[0])


@pytest.mark.parametrize(
    ("fields", "must"),
    [
        ({"after": lambda *_: None}, "hook memory has a `after` that must return a Bet, not None"),
        ({"seen": lambda *_: 0}, "hook memory has a `seen` that must return a Bet, not an object of the type int"),
        ({"notes": lambda *_: ["chips"]}, "a note must be a Note of seats 0 to 1 or -1, not 'chips'"),
    ],
)
def test_a_wrong_answer_about_memory_names_plugin_and_place(fields: Mapping[str, Any], must: str) -> None:
    rules = r5.compose("classic", [plugin(memory=lambda: HandMemory(Bet, **fields))])

    def play() -> None:
        state = r5.apply(rules, r5.deal(rules, seed=1), r5.parse_action("1: draw"))
        r5.notes(rules, r5.observe(rules, state, 0))

    with pytest.raises(TypeError) as caught:
        play()
    assert str(caught.value) == f"plugin sample: {must}"
    assert caught.value.__notes__[0].startswith("plugin sample (hook memory) raised this error in test_errors_of_parts")


# ------------------------------------------------- rules of play


def test_wild_faces_in_a_list_or_a_set() -> None:
    for faces in ([JOKER], {JOKER}):
        rules = r5.compose("pagat", [plugin(wilds=answering(Wilds((JOKER,), now=answering_faces(faces))))])
        state = r5.deal(rules, seed=1)
        assert rules.finder_for(r5.observe(rules, state, 0)) is rules.melding.finder


def answering_faces(faces: object) -> Callable[..., Any]:
    return lambda rules, view: faces


@pytest.mark.parametrize(
    ("depths", "message"),
    [((2,), "1 among them"), ((1, 1), "each once"), ((1, 0), "depths from 1"), ((1, 9), "of a pile of 1 cards")],
)
def test_what_comes_with_a_card__depths_that_are_none(depths: tuple[int, ...], message: str) -> None:
    rules = r5.compose("pagat", [plugin(collects=lambda rule: lambda rules, view, depth: depths)])
    with pytest.raises(ValueError, match=message):
        list(r5.legal_actions(rules, r5.deal(rules, seed=1)))


def test_what_comes_with_a_card__a_list() -> None:
    around = plugin(collects=lambda rule: lambda rules, view, depth: list(rule(rules, view, depth)))
    rules, plain = r5.compose("pagat", [around]), r5.compose("pagat")
    listed = [list(r5.legal_actions(each, r5.deal(each, seed=1))) for each in (rules, plain)]
    assert listed[0] == listed[1]


# ------------------------------------------------- entries

TEN = RuleEntry("sample.ten", "Scoring", "Whoever goes out gets 10.", ("house",))


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"id": "score.hand"}, "has a rule 'score.hand', which is the id of a rule of the core"),
        ({"id": 3}, "has a rule 3 whose id must be words, not 3"),
        ({"question": 3}, "has a rule 'sample.ten' whose question is not text: 3"),
        ({"replaces": "score.hand"}, "whose replaces must be a tuple of words, not 'score.hand'"),
        ({"sources": "house"}, "whose sources must be a tuple of words, not 'house'"),
        ({"replaces": ("score.hnd",)}, "that replaces 'score.hnd', and there is no such rule; did you mean"),
        ({"options": ("sample.onn",)}, "that depends on 'sample.onn', and there is no such option; did you mean"),
    ],
)
def test_rule_that_is_none(fields: dict[str, Any], message: str) -> None:
    entry = attrs.evolve(TEN, **fields)
    told = refusal(plugin("sample", described(options=(ON,)), entries=lambda: (entry,)))
    assert told.startswith("plugin sample: hook entries has a rule ")
    assert message in told


def test_rule_that_two_plugins_have__and_one_that_replaces_anothers() -> None:
    one, two = (plugin(name, entries=lambda: (TEN,)) for name in ("one", "two"))
    assert refusal(one, two) == "plugin two: hook entries has a rule 'sample.ten', which plugin one has already"
    instead = attrs.evolve(TEN, id="two.ten", replaces=("sample.ten",))
    assert r5.compose("classic", [plugin("two", entries=lambda: (instead,)), one]).origin.entries[0] == ("two", instead)


# ------------------------------------------------- functions that are none


class Called:
    """A class whose objects can be called."""

    def __call__(self) -> int:
        return 2


@pytest.mark.parametrize("function", [functools.partial(int, 2), Called()], ids=["partial", "object"])
def test_what_can_be_called_and_has_the_name_of_a_hook(function: Callable[[], int]) -> None:
    sample = SimpleNamespace(plugin_info=hookimpl(lambda: PluginInfo("sample", "")), draw_count=function)
    assert refusal(sample).endswith("draw_count has the name of a hook, but lacks the mark @hookimpl")
    sample.draw_count = hookimpl(functools.partial(int, 2))
    assert refusal(sample).endswith("hook draw_count must be a function: write it with def")
