"""Tests of sentences in another language: refusals, score lines, labels, words of options, and what is listed."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Final

import pytest

import rummy500 as r5
from rummy500.errors import ComposeError, IllegalActionError, refuse
from rummy500.hooks import ScoreLine
from rummy500.rules.options import CORE_OPTIONS

GERMAN: Final = {
    "refusal:turn.seat:not-yours": "Spieler {seat} ist am Zug.",
    "refusal:turn.cards:not-held": "{card} hast du nicht auf der Hand.",
    "refusal:turn.parts:draw-first": "Vor dem {verb} musst du ziehen.",
    "refusal:meld.run:suit": "{card} passt an keine Folge aus {suit}.",
    "refusal:draw.once:drawn": "Du hast in diesem Zug schon gezogen.",
    "refusal:oklahoma.swap:no-meld": "Eine Auslage m{number} gibt es nicht.",
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
        ("melded", 0, 0, 0), ("left", 0, 0, -1), ("laid-off", 1, 0, 0), ("left", 1, 1, -1),
    ]  # fmt: skip


def test_labels_and_words_of_options_in_german() -> None:
    where = position(DRAWING)
    labels = [
        r5.action_label(where.rules, where.state, r5.parse_action(text, where.state))
        for text in ("1: draw", "1: lay 5h on m1")
    ]
    assert [str(label) for label in labels] == ["Draw", "Lay off"]
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
    rules = r5.compose(plugins=["oklahoma"], seats=2)
    hand = r5.deal(rules, seed=1)
    swap = r5.Action(hand.public.to_act, "swap", use="lay", on=4)
    assert str(r5.action_label(rules, hand, swap)) == "Take a joker back"
    assert r5.translated(r5.action_label(rules, hand, swap), GERMAN) == "Joker tauschen"
    listed = {sentence.key: sentence for sentence in r5.sentences(rules)}
    assert listed["refusal:oklahoma.swap:no-meld"].names == ("number",)
    refusal = refuse("oklahoma.swap", "no-meld", listed["refusal:oklahoma.swap:no-meld"].template, number=5)
    assert r5.translated(refusal, GERMAN) == "Eine Auslage m5 gibt es nicht."


def test_every_key_of_the_german_text_is_listed() -> None:
    pytest.importorskip("rummy500_oklahoma")
    assert {*GERMAN} <= {sentence.key for sentence in r5.sentences(r5.compose(plugins=["oklahoma"], seats=2))}


def test_every_value_of_an_option_has_its_words_under_a_listed_key() -> None:
    listed = {sentence.key: sentence.template for sentence in r5.sentences(r5.compose(seats=2))}
    for option in CORE_OPTIONS.values():
        assert listed[f"option:{option.name}"] == option.about
        numbers = () if option.least is None else (option.least, option.least + 1)
        for value in (*option.choices, *numbers, *((True, False) if option.flag else ())):
            words = r5.option_words(option, value)
            assert str(words) == option.meaning(value)
            assert listed[words.key] == words.template
    with pytest.raises(ComposeError, match=r"option draw\.top cannot be 'fre'"):
        r5.option_words(CORE_OPTIONS["draw.top"], "fre")


def test_a_label_of_an_unknown_verb_is_refused() -> None:
    rules = r5.compose(seats=2)
    with pytest.raises(IllegalActionError, match='There is no "dance" in these rules'):
        r5.action_label(rules, r5.deal(rules, seed=1), r5.Action(1, "dance"))


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
from rummy500.hooks import PluginInfo, ScoreLine, hookimpl, refuse

TEXTS = {"a": "The first.", "b": "The second."}
PLAIN = "A constant of {card}."


@hookimpl
def plugin_info():
    return PluginInfo("written-here", "has sentences of every form")


def written(which, seat, card):
    refuse("written-here.rule", "literal", "A literal of {card}.", card="hearts" if card else "spades")
    refuse("written-here.rule", "constant", PLAIN, card=card)
    refuse("written-here.rule", which, TEXTS[which])
    refuse("written-here.rule", "table", TEXTS.get(which))
    if seat:
        text = "A local text." if card else "Another local text."
    else:
        text = "One more."
    refuse("written-here.rule", "local", text)
    refuse("written-here.rule", "computed", "A text of " + str(card))
    ScoreLine(seat, 5, rule="written-here.rule", kind="named", template="by names")


@hookimpl
def score_lines():
    def lines(rules, sight):
        return [ScoreLine(0, 5, "written-here.rule", "inner", PLAIN)]

    return lines
"""


def test_sentences_of_a_plugin_are_found_in_every_form_but_computed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "written_here.py").write_text(PLUGIN, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    rules = r5.compose(plugins=[importlib.import_module("written_here")], seats=2)
    core = set(r5.sentences(r5.compose(seats=2)))
    found = [(each.key.replace("written-here.rule", "R"), each.template) for each in r5.sentences(rules)]
    assert [(key, text) for key, text in found if ":R:" in key] == [
        ("refusal:R:constant", "A constant of {card}."),
        ("refusal:R:literal", "A literal of {card}."),
        ("refusal:R:local", "A local text."),
        ("refusal:R:local", "Another local text."),
        ("refusal:R:local", "One more."),
        ("refusal:R:table", "The first."),
        ("refusal:R:table", "The second."),
        ("score:R:inner", "A constant of {card}."),
        ("score:R:named", "by names"),
    ]
    assert core < set(r5.sentences(rules))
