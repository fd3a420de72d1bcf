"""Tests of chance within a decision (`Move.outcome`), and of memory with its own text form (`HandMemory.key`)."""

from __future__ import annotations

import pickle
import random
from collections.abc import Callable, Sequence
from itertools import count
from types import SimpleNamespace
from typing import Any, cast

import attrs
import pytest
from tests.hooks.samples import plugin, refusal
from tests.hooks.steps import do, refused, texts

import rummy500 as r5
from rummy500.hooks import CORE_MOVES, HandMemory, Move, Reason, recall, replace
from rummy500.notation.json import state_from_json, state_to_json
from rummy500.notation.position import position_table
from rummy500.players import PlayerError, RandomPlayer, play_hand
from rummy500_testing import LawBroken, Snapshot, random_game, take_snapshot
from rummy500_testing.laws import laws_in, listing

WAYS = ("up", "down")
PLAY = 'to_act = 0\nphase = "play"\nhands = ["2c 3c 4d", "5h 6h"]\ndrawn = ["4d"]\nstock = "8d"\npile = "9c"\n'


@attrs.frozen
class Fallen:
    """A memory of how often discards fell upwards, and how the last one fell."""

    ups: int = 0
    last: str = ""


#: The discard of the core, which falls up or down.
_DISCARD = next(move for move in CORE_MOVES if move.verb == "discard")


def _check(rules: r5.Rules, view: r5.View, action: r5.Action) -> r5.Refusal | None:
    if len(action.extra) != 2 or action.extra[1] not in WAYS:
        return Reason("sample.falls", "which", "It falls up or down.")()
    return _DISCARD.check(rules, view, replace(action, extra=()))


def _outcome(rules: r5.Rules, state: r5.State, action: r5.Action, random_source: r5.RandomBits) -> r5.Action:
    return replace(action, extra=("falls", WAYS[random_source.getrandbits(1)]))


FALLS = Move(
    "discard", check=_check, effect=_DISCARD.effect, fields=("card", "extra"), suffix="falls", outcome=_outcome
)


def _after(rules: r5.Rules, before: r5.State, action: r5.Action, after: r5.State) -> Fallen:
    record = recall(rules, after, Fallen)
    if action.verb != "discard":
        return record
    way = action.extra[-1] if action.extra else ""
    return Fallen(record.ups + (way == "up"), way)


def _write(public: r5.PublicState, record: Fallen) -> Any:
    return {"ups": str(record.ups), "last": record.last} if record != Fallen() else {}


def _read(public: r5.PublicState, data: Any) -> Fallen:
    if not isinstance(data, dict) or "ups" not in data:
        raise r5.NotationError("fallen says no ups", expected='{ ups = "1", last = "up" }')
    table = cast("dict[str, str]", data)
    return Fallen(int(table["ups"]), table["last"])


MEMORY = HandMemory(Fallen, after=_after, key="fallen", write=_write, read=_read)


def falling(name: str = "sample", move: Move = FALLS, memory: HandMemory | None = MEMORY) -> SimpleNamespace:
    return plugin(name, moves=lambda: (move,), memory=lambda: memory)


@pytest.fixture
def rules() -> r5.Rules:
    return r5.compose("pagat", [falling()])


def at(rules: r5.Rules, text: str) -> r5.State:
    return r5.parse_position(text, rules=rules).state


def test_a_decision_is_listed_once_and_is_legal_without_an_outcome(rules: r5.Rules) -> None:
    state = at(rules, PLAY)
    assert set(texts(rules, state)) == {"0: discard 3c", "0: discard 2c", "0: discard 4d"}
    assert recall(rules, do(rules, state, "0: discard 2c"), Fallen) == Fallen()


def test_every_outcome_can_be_applied_and_others_are_refused(rules: r5.Rules) -> None:
    state = at(rules, PLAY)
    for way in WAYS:
        assert recall(rules, do(rules, state, f"0: discard 2c falls {way}"), Fallen).last == way
    for words in ("falls", "falls sideways", "falls up down"):
        assert refused(rules, state, f"0: discard 2c {words}") == "It falls up or down. (sample.falls)"
    assert refused(rules, state, "0: discard Kc falls up") == refused(rules, state, "0: discard Kc")
    assert refused(rules, state, "1: discard 5h falls up") == refused(rules, state, "1: discard 5h")


def test_settle_samples_the_outcome_of_a_decision_alone(rules: r5.Rules) -> None:
    state = at(rules, PLAY)
    discard, meld = (r5.parse_action(text, state) for text in ("0: discard 2c", "0: meld [2c 3c 4c]"))
    settled = {r5.resolve_chance(rules, state, discard, random.Random(seed)) for seed in range(30)}
    assert {action.extra for action in settled} == {("falls", way) for way in WAYS}
    for action in (meld, *settled):
        assert r5.resolve_chance(rules, state, action, random.Random(1)) is action
    drawing = at(rules, 'to_act = 0\nhands = ["2c", "5h"]\nstock = "8d"')
    assert r5.resolve_chance(rules, drawing, discard, random.Random(1)) is discard  # without a discard nothing falls
    assert r5.resolve_chance(r5.compose("pagat"), at(r5.compose("pagat"), PLAY), discard, random.Random(1)) is discard


def test_a_player_that_returns_an_outcome_is_refused(rules: r5.Rules) -> None:
    class Cheat(RandomPlayer):
        def choose(self, rules: r5.Rules, view: r5.View, legal: r5.LegalActions) -> r5.Action | None:
            action = super().choose(rules, view, legal)
            return replace(action, extra=("falls", "up")) if action and action.verb == "discard" else action

    source = random.Random(1)
    with pytest.raises(PlayerError, match=r"chooses an outcome of chance: discard \w+ falls up$"):
        play_hand(rules, r5.deal(rules, seed=1), [Cheat(source), Cheat(source)], source)


def under_laws(rules: r5.Rules) -> None:
    """Play a random hand under the laws of lists; a plugin of these tests does not pickle."""
    source, laws_source = random.Random(1), random.Random(2)

    def look(state: r5.State) -> Sequence[r5.Action]:
        snapshot = take_snapshot(rules, state, laws_source)
        for law in laws_in(listing):
            if law.of is Snapshot:
                law.check(snapshot)
        return snapshot.listed

    random_game(rules, source, look=look)


NUMBERS = count()
NEVER = Reason("sample.falls", "never", "It never falls.")


def falling_by(way: Callable[[r5.Action], str], change: int = 0) -> Move:
    """Make the move with an outcome that chance does not decide, or that changes the card."""

    def outcome(rules: r5.Rules, state: r5.State, action: r5.Action, random_source: r5.RandomBits) -> r5.Action:
        return replace(action, card=action.card ^ change, extra=("falls", way(action)))

    return attrs.evolve(FALLS, outcome=outcome)


@pytest.mark.parametrize(
    ("move", "found"),
    [
        (attrs.evolve(FALLS, check=lambda *_: NEVER()), "an outcome of chance is refused: It never falls"),
        (falling_by(lambda action: str(next(NUMBERS))), "the same chance gives"),
        (falling_by(lambda action: "up", 1), "chance makes another decision of it"),
    ],
)
def test_the_laws_find_chance_that_is_none(move: Move, found: str) -> None:
    with pytest.raises(LawBroken, match=found):
        under_laws(r5.compose("pagat", [falling(move=move)]))


@pytest.mark.parametrize(
    ("move", "message"),
    [
        (attrs.evolve(FALLS, suffix=""), "with an outcome but without a suffix"),
        (
            attrs.evolve(FALLS, candidates=lambda rules, view: []),
            "with an outcome and candidates: chance lists nothing",
        ),
        (
            attrs.evolve(FALLS, outcome=cast("Any", lambda rules: rules)),
            "outcome must be a function of 4 arguments",
        ),
    ],
)
def test_an_outcome_that_is_none_is_refused(move: Move, message: str) -> None:
    assert message in refusal(falling(move=move))


def test_two_kinds_of_chance_in_one_decision_do_not_go_together() -> None:
    other = falling("other", attrs.evolve(FALLS, suffix="spins"), None)
    assert refusal(falling(), other) == ("plugins sample and other do not go together: each has an outcome of discard")


def test_a_record_with_a_text_of_its_own_is_written_under_its_key(rules: r5.Rules) -> None:
    state = do(rules, at(rules, PLAY), "0: discard 2c falls up")
    table = position_table(r5.Position(rules, state))
    assert table["fallen"] == {"ups": "1", "last": "up"}
    assert "plugin" not in table
    assert at(rules, PLAY + 'fallen = { ups = "1", last = "up" }').memories == (Fallen(1, "up"),)
    assert at(rules, PLAY).memories == (Fallen(),)
    assert "fallen" not in position_table(r5.Position(rules, at(rules, PLAY)))
    position = r5.Position(rules, state)
    assert state_from_json(state_to_json(position), rules=rules).state == state
    assert pickle.loads(pickle.dumps(state)) == state


def test_an_error_in_a_plugins_text_has_its_place(rules: r5.Rules) -> None:
    with pytest.raises(r5.NotationError, match="fallen says no ups") as error:
        at(rules, PLAY + "fallen = 3")
    assert error.value.line == len(PLAY.splitlines()) + 1
    with pytest.raises(r5.NotationError, match="no plugin in play has a memory 'sample'"):
        at(rules, PLAY + "plugin = { sample = { ups = 3 } }")
    with pytest.raises(r5.NotationError, match="a position has no 'fallen'"):
        r5.parse_position(PLAY + 'fallen = { ups = "1" }')


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"key": ""}, "with an incomplete text form: set key, write and read, or none"),
        ({"write": None}, "with an incomplete text form"),
        ({"read": None}, "with an incomplete text form"),
        ({"key": "pile"}, "whose key must be a word that is not one of the core's keys, not 'pile'"),
        ({"key": "two words"}, "whose key must be a word that is not one of the core's keys, not 'two words'"),
        ({"write": lambda record: {}}, "a HandMemory whose write must be a function of 2 arguments (public, record)"),
        ({"read": 3}, "a HandMemory whose read must be a function of 2 arguments (public, data)"),
    ],
)
def test_a_text_form_that_is_none_is_refused(changed: dict[str, Any], message: str) -> None:
    assert message in refusal(falling(memory=attrs.evolve(MEMORY, **changed)))
