"""Tests of sentences in another language: refusals, score lines, labels, words of options, and what is listed."""

from __future__ import annotations

import json
import pickle
import py_compile
import random
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import pytest

import rummy500 as r5
from rummy500.hooks import Reason, ScoreLine
from rummy500.rules.options import CORE_OPTIONS
from rummy500.table import deal_hand, open_table
from rummy500.wire import handle
from rummy500.wire.messages import ErrorMessage

GERMAN: Final = {
    "refusal:turn.seat:not-yours": "{seat} ist am Zug.",
    "word:seat": "Spieler",
    "refusal:turn.cards:not-held": "{card} hast du nicht auf der Hand.",
    "refusal:turn.parts:draw-first": "Vor dem {verb} musst du ziehen.",
    "refusal:meld.run:suit": "{card} passt an keine Folge aus {suit}.",
    "refusal:draw.once:drawn": "Du hast in diesem Zug schon gezogen.",
    "refusal:oklahoma.swap:no-meld": "Eine Auslage {meld} gibt es nicht.",
    "word:meld": "Auslegen",
    "word:lay off": "Anlegen",
    "word:hearts": "Herz",
    "score:score.hand:left": "auf der Hand",
    "score:score.hand:melded": "ausgelegt, {meld}",
    "score:score.hand:laid-off": "angelegt an {meld} von Spieler {of_seat}",
    "label:draw": "Ziehen",
    "label:lay": "Anlegen",
    "label:swap": "Joker tauschen",
    "option:draw.top=free": "die oberste Karte darf man nehmen und behalten",
    "option:match.target={value}": "gespielt wird bis {value}",
    "option:deck.jokers=0": "ohne Joker",
}


def position(text: str) -> r5.Position:
    return r5.parse_position(f'rules = {{ preset = "pagat" }}\ndealer = 0\nto_act = 1\n{text}')


def refused(where: r5.Position, text: str) -> r5.Refusal:
    refusal = r5.why_not(where.rules, where.state, r5.parse_action(text, where.state, rules=where.rules))
    assert refusal is not None
    return refusal


PLAYING: Final = 'phase = "play"\nhands = ["2c", "4h 5h Kd"]\nmelds = ["0 [6h 7h 8h]"]\n'
DRAWING: Final = 'phase = "draw"\npile = "9s"\nhands = ["2c", "4h 5h 3h"]\nmelds = ["0 [6h 7h 8h]"]\n'


@pytest.mark.parametrize(
    ("where", "action", "english", "german"),
    [
        (PLAYING, "0: discard 2c", "It is the turn of seat 1.", "Spieler 1 ist am Zug."),
        (PLAYING, "1: discard 9c", "You do not have 9c.", "9c hast du nicht auf der Hand."),
        (PLAYING, "1: draw", "You draw once a turn, and you have drawn.", "Du hast in diesem Zug schon gezogen."),
        (DRAWING, "1: meld [3h 4h 5h]", "You must draw before you meld.", "Vor dem Auslegen musst du ziehen."),
        (DRAWING, "1: lay 5h on m1", "You must draw before you lay off.", "Vor dem Anlegen musst du ziehen."),
        (PLAYING, "1: lay Kd on m1", "Kd cannot be laid off on a run of hearts.", "Kd passt an keine Folge aus Herz."),
    ],
)
def test_refusals_in_german(where: str, action: str, english: str, german: str) -> None:
    refusal = refused(position(where), action)
    assert (refusal.sentence, r5.translated(refusal, {}), r5.translated(refusal, GERMAN)) == (english, english, german)


def test_score_lines_in_german() -> None:
    where = position('phase = "play"\nhands = ["2c", "Kd"]\nmelds = ["0 [6h 7h 8h 1:9h]"]')
    lines = r5.score_hand(where.rules, where.state).lines
    assert [line.about for line in lines] == ["melded, m1", "left in hand", "laid off on m1", "left in hand"]
    assert [r5.translated(line, GERMAN) for line in lines] == [
        "ausgelegt, m1", "auf der Hand", "angelegt an m1 von Spieler 0", "auf der Hand",
    ]  # fmt: skip
    assert [(line.kind, line.seat, line.of_seat, line.meld) for line in lines] == [
        ("melded", 0, 0, 0), ("left", 0, 0, None), ("laid-off", 1, 0, 0), ("left", 1, 1, None),
    ]  # fmt: skip


def test_labels_and_words_of_options_in_german() -> None:
    listed = {sentence.key: sentence for sentence in r5.sentences(r5.compose(seats=2))}
    labels = [listed["label:draw"], listed["label:lay"]]
    assert [label.template for label in labels] == ["Draw", "Lay off"]
    assert [r5.translated(label, GERMAN) for label in labels] == ["Ziehen", "Anlegen"]
    words = [
        r5.option_words(CORE_OPTIONS[name], value)
        for name, value in (("draw.top", "free"), ("match.target", 250), ("deck.jokers", 0))
    ]
    assert [r5.translated(each, GERMAN) for each in words] == [
        "die oberste Karte darf man nehmen und behalten", "gespielt wird bis 250", "ohne Joker",
    ]  # fmt: skip


def test_a_plugin_in_german() -> None:
    pytest.importorskip("rummy500_oklahoma")
    rules = r5.compose(plugins=["oklahoma"], options={"oklahoma.jokers": 1}, seats=2)
    listed = {sentence.key: sentence for sentence in r5.sentences(rules)}
    assert listed["label:swap"].template == "Take a joker back"
    assert r5.translated(listed["label:swap"], GERMAN) == "Joker tauschen"
    assert listed["refusal:oklahoma.swap:no-meld"].kinds == {"meld": "meld"}
    refusal = Reason("oklahoma.swap", "no-meld", listed["refusal:oklahoma.swap:no-meld"].template)(meld="m5")
    assert r5.translated(refusal, GERMAN) == "Eine Auslage m5 gibt es nicht."


def test_every_key_of_the_german_text_is_listed_and_none_of_a_plugin_that_is_not_in_play() -> None:
    pytest.importorskip("rummy500_oklahoma")
    assert {*GERMAN} <= {
        sentence.key
        for sentence in r5.sentences(r5.compose(plugins=["oklahoma"], options={"oklahoma.jokers": 1}, seats=2))
    }
    assert not any("oklahoma." in sentence.key for sentence in r5.sentences(r5.compose(seats=2)))


def test_every_value_of_an_option_has_its_words_under_a_listed_key() -> None:
    listed = {sentence.key: sentence.template for sentence in r5.sentences(r5.compose(seats=2))}
    for option in CORE_OPTIONS.values():
        assert listed[f"option:{option.name}"] == option.about
        numbers = () if option.least is None else (option.least, option.least + 1)
        for value in (*option.choices, *numbers, *((True, False) if option.flag else ())):
            words = r5.option_words(option, value)
            assert str(words) == option.meaning(value)
            assert listed[words.key] == words.template
    with pytest.raises(r5.ComposeError, match=r"option draw\.top cannot be 'fre'"):
        r5.option_words(CORE_OPTIONS["draw.top"], "fre")


def test_a_sentence_of_an_unknown_verb_is_refused() -> None:
    rules = r5.compose(seats=2)
    with pytest.raises(r5.IllegalActionError, match='There is no "dance" in these rules'):
        r5.action_sentence(rules, r5.deal(rules, seed=1), r5.Action(1, "dance"))


def test_a_template_fills_in_names_alone() -> None:
    """A template may come from a saved file: attributes, widths and unknown names stay as they are."""
    line = ScoreLine(
        0, 5, "house.rule", "kind", "{of_seat} {of_seat.__class__} {of_seat:>999999999} {other} {", of_seat=1
    )
    assert line.about == "1 {of_seat.__class__} {of_seat:>999999999} {other} {"
    assert r5.translated(line, {"score:house.rule:kind": "Spieler {of_seat} {0} {}"}) == "Spieler 1 {0} {}"


def test_long_facts_are_no_score_line() -> None:
    with pytest.raises(ValueError, match="more than 1,000 characters"):
        ScoreLine(0, 5, "house.rule", "kind", "{fact}" * 9, pairs=(("fact", "x" * 1001),))


PLUGIN: Final = """
from rummy500.hooks import LineKind, PluginInfo, Reason, hookimpl
from packed.others import OTHERS

CARD = Reason("packed.rule", "card", "A sentence of {card}.", ("hearts", "jokers"))
LINE = LineKind("packed.rule", "line", "a line")


@hookimpl
def plugin_info():
    return PluginInfo("packed", "has sentences in two modules")
"""
OTHERS: Final = """
from rummy500.hooks import Reason

OTHERS = {word: Reason("turn.cards", word, f"The {word}.") for word in ("first", "second")}
"""
#: Lists the sentences of the library and of a plugin, both without any source file.
LISTING: Final = """
import json, sys
import rummy500 as r5
import packed

assert not any(name.endswith(".py") for name in (r5.__file__, packed.__file__))
rules = r5.compose(plugins=[packed], seats=2)
print(json.dumps([(each.key, each.template) for each in r5.sentences(rules)]))
"""


def test_sentences_are_listed_whole_without_a_source_file(tmp_path: Path) -> None:
    """A frozen app has compiled files and the stubs, data of the package, which list its public names."""
    package = Path(r5.__file__).parent
    sources = {f"rummy500/{file.relative_to(package)}": file for file in package.rglob("*.py")}
    for name, text in {"__init__": PLUGIN, "others": OTHERS}.items():
        (tmp_path / f"{name}.py").write_text(text, "utf-8")
        sources[f"packed/{name}.py"] = tmp_path / f"{name}.py"
    for name, file in sources.items():
        py_compile.compile(str(file), str(tmp_path / "app" / f"{name}c"), doraise=True)
    for stub in package.rglob("__init__.pyi"):
        shutil.copy(stub, tmp_path / "app" / "rummy500" / stub.relative_to(package))
    done = subprocess.run(
        [sys.executable, "-c", LISTING], cwd=tmp_path / "app", capture_output=True, text=True, check=True
    )
    found = {tuple(each) for each in json.loads(done.stdout)}
    assert {(each.key, each.template) for each in r5.sentences(r5.compose(seats=2))} < found
    assert found > {
        ("refusal:packed.rule:card", "A sentence of {card}."),
        ("refusal:turn.cards:first", "The first."),
        ("refusal:turn.cards:second", "The second."),
        ("score:packed.rule:line", "a line"),
        ("word:jokers", "jokers"),
    }


#: Lists the keys of all sentences, and then those that come with the modules of the library that were not loaded.
WALKING: Final = """
import importlib, json, pkgutil
import rummy500 as r5

rules = r5.compose(seats=2)
listed = {each.key for each in r5.sentences(rules)}
for module in pkgutil.walk_packages(r5.__path__, "rummy500."):
    if not module.name.endswith("__main__"):
        importlib.import_module(module.name)
print(json.dumps([len(listed), sorted({each.key for each in r5.sentences(rules)} - listed)]))
"""


def test_sentences_do_not_depend_on_what_has_been_imported() -> None:
    pytest.importorskip("click")
    pytest.importorskip("textual")
    done = subprocess.run([sys.executable, "-c", WALKING], capture_output=True, text=True, check=True)
    listed, new = json.loads(done.stdout)
    assert listed > 200
    assert new == []


def test_facts_say_what_they_are() -> None:
    kinds = {sentence.key: dict(sentence.kinds) for sentence in r5.sentences(r5.compose(seats=2))}
    for key, found in {
        "refusal:turn.cards:not-held": {"card": "card"},
        "refusal:stock.reshuffle:other-cards": {"cards": "cards"},
        "refusal:turn.seat:not-yours": {"seat": "seat"},
        "refusal:meld.run-min:short": {"minimum": "number", "number": "number"},
        "hint:discard:safer": {"card": "card", "other": "card"},
        "refusal:meld.run:suit": {"card": "card", "suit": "text"},
    }.items():
        assert kinds[key] == found


def test_a_translation_may_be_a_function_of_the_facts() -> None:
    """`Un groupe de 1 carte`, `de 2 cartes`: the form of a word follows a number."""

    def small(facts: Mapping[str, str | int]) -> str:
        return "{number} carte ne suffit pas." if facts["number"] == 1 else "{number} cartes ne suffisent pas."

    where = position('phase = "play"\nhands = ["2c", "4h 5h Kd"]')
    for text, french in (("1: meld [4h]", "1 carte ne suffit pas."), ("1: meld [4h 5h]", "2 cartes ne suffisent pas.")):
        assert r5.translated(refused(where, text), {"refusal:meld.size:small": small}) == french


def test_seats_are_numbers_for_a_function_of_the_facts() -> None:
    texts = {"refusal:turn.seat:not-yours": lambda facts: f"{['Ann', 'Ben'][facts['seat']]} ist am Zug."}
    assert r5.translated(refused(position(PLAYING), "0: discard 2c"), texts) == "Ben ist am Zug."


def test_wrong_keys_facts_and_functions_of_texts_are_found() -> None:
    rules = r5.compose("pagat", seats=2)
    turn, size = "refusal:turn.seat:not-yours", "refusal:meld.size:small"
    right: dict[str, Any] = {
        turn: "{seat:number} ist am Zug.",
        size: lambda facts: "{number} ist zu wenig." if facts["number"] > 1 else "Eine?",
        "word:seat": "Platz",
        "option:match.target={value}": "bis {value}",
    }
    assert r5.check_texts(rules, right) == ()
    wrong: dict[str, Any] = {
        "refusal:turn.seat:not-your": "Nein.",
        turn: "{sitz} ist {am} Zug.",
        "label:draw": "{card}",
        "label:meld": lambda facts: None,
        "label:lay": 5,
        size: lambda facts: facts["nummer"],
    }
    assert r5.check_texts(rules, wrong) == (
        "refusal:turn.seat:not-your: there is no sentence with this key",
        f"{turn}: there is no fact sitz, am; it has seat",
        "label:draw: there is no fact card; it has none",
        "label:meld: this must be a text, not None",
        "label:lay: its function raises TypeError(\"'int' object is not callable\") for the facts {}",
        f"{size}: its function raises KeyError('nummer') for the facts {{'number': 2}}",
    )


def test_names_of_seats_are_put_in_for_the_facts_that_are_seats() -> None:
    names = ["Ann", "Ben"]
    show = {"seat": lambda seat: names[int(seat)], "card": lambda card: card.replace("c", "\u2663")}
    where = position(PLAYING)
    not_yours, not_held = refused(where, "0: discard 2c"), refused(where, "1: discard 9c")
    assert r5.translated(not_yours, {}, show) == "It is the turn of Ben."
    assert r5.translated(not_yours, GERMAN, show) == "Ben ist am Zug."
    assert r5.translated(not_held, {}, show) == "You do not have 9\u2663."
    line = Reason("table.decision", "late", "{seat} was first.")(seat=0)
    assert (line.sentence, r5.translated(line, {}, show)) == ("Seat 0 was first.", "Ann was first.")
    assert r5.translated(line, {"refusal:table.decision:late": "Platz {seat:number} war schneller."}, show) == (
        "Platz 0 war schneller."
    )


def composing(plugins: list[str] | None = None, **options: object) -> r5.ComposeError:
    with pytest.raises(r5.ComposeError) as caught:
        r5.compose(plugins=plugins or [], options={key.replace("_", "."): value for key, value in options.items()})
    return caught.value


@pytest.mark.parametrize(
    ("plugins", "options", "seats", "option", "named", "bounds"),
    [
        ([], {"match.target": -3}, 2, "match.target", (), (1, 1_000_000_000)),
        ([], {"deal.size": 40}, 8, "deal.size", (), (1, 13)),
        ([], {"deck.packs": 1}, 8, "deal.size", (), (1, 6)),
        ([], {"deck.packs": 4, "deck.jokers": 4}, 8, "deck.jokers", (), (0, 3)),
        ([], {"size": 4}, 2, "size", (), None),
        (["oklahom"], {}, 2, "", ("oklahom",), None),
        (["oklahoma"], {"call": "full"}, 2, "call", ("oklahoma",), None),
        (["oklahoma", "persian"], {}, 2, "", ("oklahoma", "persian"), None),
        (["persian"], {}, 7, "", ("persian",), (4, 4)),
        (["partnership"], {}, 5, "", ("partnership",), (4, 6)),
        (["partnership"], {"partnership.sides": "three"}, 4, "partnership.sides", (), None),
        ([object()], {}, 2, "", (), None),  # of an author: text alone
    ],
)
def test_an_error_of_composing_names_what_a_form_marks(
    plugins: list[object], options: dict[str, object], seats: int, option: str, named: object, bounds: Any
) -> None:
    pytest.importorskip("rummy500_oklahoma")
    pytest.importorskip("rummy500_persian")
    with pytest.raises(r5.ComposeError) as caught:
        r5.compose(plugins=plugins, options=options, seats=seats)
    error = pickle.loads(pickle.dumps(caught.value))
    assert (error.option, error.plugins, error.bounds) == (option, named, bounds)
    assert (error.refusal is None) == (plugins != [] and not isinstance(plugins[0], str))
    assert error.refusal is None or error.refusal.sentence == str(error)
    if bounds is not None and not plugins:
        assert "(" not in str(error)
        assert r5.compose(options={**options, option: bounds[1]}, seats=seats).options[option] == bounds[1]
        with pytest.raises(r5.ComposeError):
            r5.compose(options={**options, option: bounds[1] + 1}, seats=seats)


def test_why_plugins_and_options_do_not_go_together_is_translated() -> None:
    pytest.importorskip("rummy500_oklahoma")
    pytest.importorskip("rummy500_persian")
    apart, fixed = composing(["oklahoma", "persian"]).refusal, composing(["oklahoma"], call="full").refusal
    assert apart is not None
    assert fixed is not None
    why = apart.facts["why"]
    listed = {sentence.key for sentence in r5.sentences(r5.compose(seats=2))}
    assert {f"word:{why}", "plugin:oklahoma", "preset:pagat", "question:match.target"} <= listed
    german = {
        "refusal:compose.plugin:apart": "{plugin} und {other} passen nicht zusammen: {why}.",
        f"word:{why}": "zu viele Joker",
    }
    assert r5.translated(apart, german) == "oklahoma und persian passen nicht zusammen: zu viele Joker."
    played = {
        sentence.key
        for sentence in r5.sentences(r5.compose(plugins=["oklahoma"], options={"oklahoma.jokers": 1}, seats=2))
    }
    assert f"word:{fixed.facts['why']}" in played


def test_an_error_of_a_value_is_translated_whole() -> None:
    german = {
        "refusal:compose.option:value": "{option} ist nicht {given}, sondern {least} bis {most}.",
        "refusal:compose.option:word": "{option} ist nicht {given}, sondern {values}.",
        "refusal:compose.option:either": "{option} ist nicht {given}, sondern {values} oder {least} bis {most}.",
    }
    for option, text in {
        "deck.jokers": "deck.jokers ist nicht 'x', sondern 0 bis 4.",
        "draw.top": 'draw.top ist nicht \'x\', sondern "free", "must-meld".',
        "deck.packs": "deck.packs ist nicht 'x', sondern \"auto\" oder 1 bis 4.",
        "meld.group-max": "meld.group-max ist nicht 'x', sondern 0 oder 3 bis 8.",
    }.items():
        refusal = composing(None, **{option: "x"}).refusal
        assert refusal is not None
        assert r5.translated(refusal, german) == text


def test_an_error_of_notation_has_a_key() -> None:
    with pytest.raises(r5.NotationError) as caught:
        r5.parse_cards("3x")
    error = caught.value
    assert error.refusal.key == "refusal:notation.text:unreadable"
    assert error.refusal.sentence == error.message == pickle.loads(pickle.dumps(error)).message


@pytest.mark.parametrize(
    ("request_text", "key", "facts"),
    [
        ('{"type": "dance", "version": 1}', "wire.message:unknown", {"given": "'dance'"}),
        (
            '{"type": "ask-choices", "version": 1, "preset": "nobody", "plugins": []}',
            "compose.preset:unknown",
            {"given": "'nobody'"},
        ),
        ('{"type": "ask-why", "version": 1, "action": "fly"}', "notation.text:unreadable", None),
    ],
)
def test_an_error_of_the_wire_has_a_key_and_facts(request_text: str, key: str, facts: dict[str, str] | None) -> None:
    rules = r5.compose(seats=2)
    table = deal_hand(open_table(rules, ["Ann", "Ben"]), random.Random(1))
    answer = handle(table, 0, request_text, random.Random(1)).answer
    assert isinstance(answer, ErrorMessage)
    assert answer.refusal.key == f"refusal:{key}"
    assert answer.refusal.sentence == answer.error
    assert facts is None or facts.items() <= answer.refusal.facts.items()
    listed = {sentence.key: sentence.template for sentence in r5.sentences(table.rules)}
    assert listed[answer.refusal.key] == answer.refusal.template
