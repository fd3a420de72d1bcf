"""Tests of guided fuzzing without atheris: the corpus is tried again, and each part can fail."""

from __future__ import annotations

import importlib.util
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.fuzz import guided
from tests.fuzz.corpus import CORPUS, MOST_KEPT, corpus_file, read_corpus, write_corpus
from tests.fuzz.doing import Finding, check, do, look_at
from tests.fuzz.one import asked_for, command, mutator
from tests.fuzz.parsers import Parser
from tests.fuzz.source import Bytes
from tests.fuzz.tables import position, table
from tests.fuzz.targets import APPLY, Target, bytes_of, of_parser, targets, text_of

import rummy500 as r5
from rummy500.hooks.plugin import installed
from rummy500.records import replace

TARGETS = targets()


def _nothing(_: bytes) -> None: ...


def _target(*, is_text: bool) -> Target:
    return Target("any", _nothing, list, 1, 100, is_text=is_text)


# ---------------------------------------------------------------- what was learned


@pytest.mark.parametrize("name", TARGETS)
def test_the_corpus_has_no_finding(name: str) -> None:
    inputs = read_corpus(CORPUS, TARGETS[name])
    assert inputs, "a target that has been fuzzed has learned something"
    for data in inputs:
        TARGETS[name].check(data)


def test_the_corpus_is_small_and_of_known_targets() -> None:
    files = {file.name: file.stat().st_size for file in CORPUS.iterdir()}
    assert set(files) == {corpus_file(CORPUS, target).name for target in TARGETS.values()}
    assert sum(files.values()) < 400_000


def test_seeds_of_apply_have_no_finding() -> None:
    for data in TARGETS[APPLY].seeds()[:20]:
        do(data)


@pytest.mark.skipif("five-ten-fifteen" not in installed(), reason="needs the plugin five-ten-fifteen")
def test_a_plugin_can_be_in_every_hand() -> None:
    always = ("five-ten-fifteen",)  # which does not go with every other plugin
    found = [table(Bytes(data), always)[0].identity for data in TARGETS[APPLY].seeds()[20:40]]
    assert all("five-ten-fifteen" in dict(identity.plugins) for identity in found)
    assert max(len(identity.plugins) for identity in found) > 1
    targets(always)[APPLY].check(TARGETS[APPLY].seeds()[20])


def test_a_missing_plugin_is_reported() -> None:
    with pytest.raises(r5.ComposeError, match="there is no plugin 'nobody'"):
        do(b"", ("nobody",))


# ---------------------------------------------------------------- the parts


def test_a_source_of_bytes_ends_in_first_choices() -> None:
    source = Bytes(b"\x05\x01")
    assert [source.getrandbits(4), source.spent, source.getrandbits(8), source.spent] == [5, False, 1, True]
    assert source.choice("abc") == "a"
    assert source.random() == 0
    assert sorted(Bytes(b"\x07\x03\x09").sample(range(9), 9)) == list(range(9))


def test_the_same_bytes_choose_the_same() -> None:
    first, second = (Bytes(bytes(range(200, 255))) for _ in range(2))
    assert [first.randrange(1000) for _ in range(20)] == [second.randrange(1000) for _ in range(20)]


def test_a_text_is_its_bytes() -> None:
    for text in ("9h", "♥\n", "\udcff", ""):
        assert text_of(bytes_of(text)) == text
    assert bytes_of("\ud800") == b"?"


@pytest.mark.parametrize("is_text", [True, False])
def test_a_corpus_is_read_as_it_was_written(tmp_path: Path, is_text: bool) -> None:
    target = _target(is_text=is_text)
    inputs = [b"\xff\x00 9h", b"a\nb", b"", b"\xe2\x99\xa5"]
    assert write_corpus(tmp_path, target, inputs) == 4
    assert read_corpus(tmp_path, target) == sorted(inputs, key=lambda each: (len(each), each))
    assert write_corpus(tmp_path, target, []) == 0
    assert read_corpus(tmp_path, target) == []


def test_a_corpus_keeps_the_shortest(tmp_path: Path) -> None:
    target = _target(is_text=True)
    inputs = [b"x" * length for length in range(1, 1000)]
    kept = write_corpus(tmp_path, target, inputs)
    assert read_corpus(tmp_path, target) == inputs[:kept]
    assert MOST_KEPT - 1000 < corpus_file(tmp_path, target).stat().st_size <= MOST_KEPT


def test_a_dictionary_is_of_plain_words() -> None:
    assert guided.dictionary(["", "9h", '"a\\', "♥\n", "x" * 65, "9h"]) == (
        '"\\x22a\\x5C"\n"9h"\n"\\xE2\\x99\\xA5\\x0A"\n'
    )


def test_the_minutes_are_shared_out() -> None:
    seconds = guided.seconds_of(list(TARGETS.values()), 60)
    assert abs(sum(seconds.values()) - 3600) < 60
    assert seconds[APPLY] > seconds["scenarios"] > seconds["card"] > 60
    assert set(guided.seconds_of(list(TARGETS.values()), 0).values()) == {1}


def test_every_second_input_is_changed_by_the_mutator() -> None:
    class Atheris:
        @staticmethod
        def Mutate(data: bytes, most: int) -> bytes:  # noqa: N802 - its name there
            return data[:most] + b"!"

    def spoil(data: bytes, chance: random.Random) -> bytes:
        return data + bytes([chance.randrange(256)]) * 9

    change = mutator(spoil, Atheris)
    assert change(b"9h", 5, 2) == b"9h!"
    assert change(b"9h", 5, 3) == change(b"9h", 5, 3)
    assert len(change(b"9h", 5, 3)) == 5


def test_a_document_is_spoilt_into_another() -> None:
    spoil = TARGETS["scenarios"].spoil
    assert spoil is not None
    seed = TARGETS["scenarios"].seeds()[0]
    assert len({spoil(seed, random.Random(number)) for number in range(50)}) > 25


# ---------------------------------------------------------------- it can fail


def test_a_parser_that_crashes_is_a_finding() -> None:
    def crash(_: str) -> None:
        raise KeyError("9h")

    with pytest.raises(Finding, match=r"(?s)KeyError at test_guided.py.*text: '9x'") as found:
        of_parser(Parser("broken", crash, list)).check(b"9x")
    assert isinstance(found.value.__cause__, KeyError)


def _raises(*_: object) -> r5.Refusal | None:
    raise KeyError("no")


def _accepts(*_: object) -> r5.Refusal | None:
    return None


def _does_nothing(_: r5.Rules, state: r5.State, __: r5.Action) -> r5.State:
    return state


def _changes(_: r5.Rules, state: r5.State, __: r5.Action) -> r5.State:
    object.__setattr__(state, "drawn", state.drawn + 1)
    return state


def _loses_a_card(rules: r5.Rules, state: r5.State, action: r5.Action) -> r5.State:
    after = APPLY_ITSELF(rules, state, action)
    return replace(after, stock=after.stock[1:])


def _lists_half(rules: r5.Rules, state: r5.State) -> list[r5.Action]:
    return list(LIST_ITSELF(rules, state))[::2]


def _other_reason(rules: r5.Rules, state: r5.State, action: r5.Action) -> r5.Refusal | None:
    refusal = WHY_ITSELF(rules, state, action)
    return refusal and r5.Refusal(refusal.rule, refusal.reason, "Something else.")


APPLY_ITSELF, LIST_ITSELF, WHY_ITSELF = r5.apply, r5.legal_actions, r5.why_not


def _play_all() -> None:
    for data in TARGETS[APPLY].seeds():
        do(data)


@pytest.mark.parametrize(
    ("name", "fault", "told"),
    [
        ("why_not", _raises, "why_not raises KeyError"),
        ("apply", _raises, "apply raises KeyError"),
        ("why_not", _accepts, "why_not accepts what apply refuses"),
        ("why_not", _other_reason, "why_not says"),
        ("apply", _does_nothing, "(an action changes nothing|apply does what why_not refuses)"),
        pytest.param("apply", _changes, "the state before is changed", marks=pytest.mark.interpreted),
        ("apply", _loses_a_card, "after the action"),
        ("legal_actions", _lists_half, "an action that is not listed is accepted"),
    ],
)
def test_a_fault_of_the_engine_is_found(
    monkeypatch: pytest.MonkeyPatch, name: str, fault: Callable[..., object], told: str
) -> None:
    monkeypatch.setattr(r5, name, fault)
    with pytest.raises(Finding, match=told) as found:
        _play_all()
    position.cache_clear()  # one of the faults has changed what is kept
    assert "action: Action(" in str(found.value)
    assert "[[step]]" in str(found.value) or "no scenario can say it" in str(found.value)


@pytest.mark.parametrize(
    ("refusal", "told"),
    [
        (r5.Refusal("turn.seat", "no", "Not now."), "a listed action is refused"),
        (r5.Refusal("", "no", "Not now."), "a refusal without rule, reason or sentence"),
        (r5.Refusal("turn.seat", "no", ""), "a refusal without rule, reason or sentence"),
    ],
)
def test_a_refusal_is_looked_at(monkeypatch: pytest.MonkeyPatch, refusal: r5.Refusal, told: str) -> None:
    def apply(*_: object) -> r5.State:
        raise r5.IllegalActionError(refusal)

    rules = r5.compose("classic", seats=3)
    spot = look_at(rules, r5.deal(rules, seed=5), Bytes(b""))
    action = spot.base if refusal.rule and refusal.sentence else r5.parse_action("0: discard 9h")
    monkeypatch.setattr(r5, "why_not", lambda *_: refusal)
    monkeypatch.setattr(r5, "apply", apply)
    with pytest.raises(Finding, match=told):
        check(spot, action)


# ---------------------------------------------------------------- the command


def test_missing_atheris_is_reported(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    assert guided.main(["--target", "card"]) == 2
    assert "pip install atheris" in capsys.readouterr().err


def test_a_plugin_keeps_a_corpus_of_its_own(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: object())
    with pytest.raises(SystemExit):
        guided.main(["--target", "apply", "--plugin", "floating"])
    assert "--corpus FOLDER" in capsys.readouterr().err


def test_a_plugin_must_be_there(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: object())
    with pytest.raises(SystemExit):
        guided.main(["--target", "apply", "--plugin", "nobody", "--corpus", "any"])
    assert "there is no plugin 'nobody'" in capsys.readouterr().err


def test_a_command_line_is_read_back() -> None:
    asked = asked_for(command("card", ["one", "two"], ["-runs=5", "any folder"])[3:])
    assert (asked.name, asked.plugin, asked.flags) == ("card", ["one", "two"], ["-runs=5", "any folder"])


def test_with_atheris_it_learns(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("atheris")
    folders = ["--corpus", str(tmp_path / "corpus"), "--work", str(tmp_path / "work")]
    assert guided.main(["--minutes", "0.05", "--target", "cards", *folders]) == 0
    assert "no finding" in capsys.readouterr().out
    assert read_corpus(tmp_path / "corpus", TARGETS["cards"])
