"""Tests that the JavaScript of the page on translation says what `translated` says. They need node."""

from __future__ import annotations

import json
import random
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any, Final

import pytest

import rummy500 as r5
from rummy500.base.errors import Reason
from rummy500.table import advance, deal_hand, open_table
from rummy500.wire import legal_message, message_data, refusal_message, score_message, update_message
from rummy500.wire.messages import HintData
from rummy500_testing.play import random_game

PAGE: Final = (Path(__file__).parents[2] / "docs" / "translate.md").read_text("utf-8")
#: Reads parts of messages, each with texts, and writes what the functions of the page make of them.
READER: Final = """
const asked = JSON.parse(require("fs").readFileSync(0, "utf-8"));
const made = asked.map(([what, texts]) => ("actions" in what ? button : translated)(what, texts));
console.log(JSON.stringify(made));
"""

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="JavaScript is run with node")


#: A text that is a function of the facts, and names of seats.
WITH_FUNCTION: Final = """
const small = {
  rule: "R", reason: "small", template: "{count:number} cards of {seat}.", facts: { count: "1", seat: "1" },
};
const texts = { "refusal:R:small": ({ count }) => (count === 1 ? "{seat}: une carte" : "{seat}: {count} cartes") };
const show = { seat: (seat) => ["ann", "ben"][seat] };
const two = { ...small, facts: { count: "2", seat: "0" } };
console.log(JSON.stringify([translated(small, texts, show), translated(two, texts, show), translated(two, {}, show)]));
"""


def by_node(script: str, given: object = None) -> list[str]:
    """Return what a script prints after the code of the page."""
    (code,) = re.findall(r"```javascript\n(.*?)```", PAGE, re.DOTALL)
    done = subprocess.run(
        ["node", "-e", code + script], input=json.dumps(given), capture_output=True, text=True, check=True
    )
    found: list[str] = json.loads(done.stdout)
    return found


@pytest.mark.slow
def test_a_text_may_be_a_function_of_the_facts_on_the_page_too() -> None:
    assert by_node(WITH_FUNCTION) == ["Ben: une carte", "Ann: 2 cartes", "2 cards of ann."]


@pytest.mark.slow
def test_sentences_of_messages_are_translated_as_in_python() -> None:
    rules = r5.compose("pagat", seats=3)
    texts = {each.key: f"<{each.template}>" for each in r5.sentences(rules)}
    texts |= {"refusal:R:why": "Kein {verb}, {other}, {none}", "word:lay": "Anlegen"}
    texts |= {"refusal:R:kind": "<nach {other}"}
    refusal = refusal_message(Reason("R", "why", "{verb} no {other}")(verb="lay", other="toString"))
    turn = refusal_message(Reason("R", "turn", "{seat} waits for {other:seat}.")(seat=0, other=1))
    kind = refusal_message(Reason("R", "kind", "after {other:seat}")(other=1))
    assert r5.translated(kind, texts) == "<nach <seat> 1"
    hint = HintData("discard 4h", "hint:discard:least", "{card} counts least", {"card": "4h"}, "")
    parts: list[tuple[dict[str, Any], str]] = [
        (message_data(refusal), "Kein Anlegen, toString, {none}"),
        (message_data(refusal_message(Reason("R", "other", "No {card}.")(card="4h"))), "No 4h."),
        (message_data(turn), r5.translated(turn, texts)),
        (message_data(kind), "<nach <seat> 1"),
        (message_data(hint), r5.translated(hint, texts)),
    ]
    for state in random_game(rules, random.Random(3)).states[::4]:
        score = score_message(r5.score_hand(rules, state))
        parts += [
            (data, r5.translated(line, texts))
            for data, line in zip(message_data(score)["lines"], score.lines, strict=True)
        ]
        view = r5.observe(rules, state, state.public.to_act)
        legal = legal_message(rules, view)
        for kind, record in zip(message_data(legal)["kinds"], legal.kinds, strict=True):
            parts.append((kind, texts[f"label:{kind['kind']}"]))
            said = zip(kind["actions"], record.actions, strict=True)
            parts += [(data, r5.translated(action, texts)) for data, action in said]
    source = random.Random(3)
    table = deal_hand(open_table(rules, ["Ann", "Ben", "Cat"], programs=dict.fromkeys(range(3), "hard")), source)
    update = update_message(advance(table, source), 0, 0)
    events = zip(message_data(update)["events"], update.events, strict=True)
    parts += [(data, r5.translated(event, texts)) for data, event in events]
    assert any("+" in event.key for event in update.events)
    expected = [text for _, text in parts]
    assert r5.translated(refusal, texts) == expected[0]
    assert {text.partition("<")[1] for text in expected[2:]} == {"<"}
    assert by_node(READER, [(part, texts) for part, _ in parts]) == expected
