"""Tests of the sentences of events and actions: every verb of core, plugins and cookbook, as each reader reads it.

`events.txt` has an example of each: `EVENTS=write uv run pytest tests/laws/kit/test_events.py` writes it. Read it as a
player does.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from tests.hooks.samples import plugin
from tests.laws.kit.cookbook import COOKBOOK
from tests.laws.kit.test_sentences import listed

import rummy500 as r5
from rummy500.base.errors import facts_in
from rummy500.engine.observe import redact
from rummy500.hooks import Deal, Move, Round
from rummy500.notation.events import action_sentence, event_sentence, joined
from rummy500.notation.scenario import scenario_readers
from rummy500.notation.translation import Translation
from rummy500.table import (
    answer_undo,
    ask_undo,
    deal_hand,
    let_go,
    messages,
    open_table,
    replace_seat,
    submit,
    time_is_up,
    waiting,
)
from rummy500_testing import Step, random_game
from rummy500_testing.laws import secrecy

ROOT: Final = Path(__file__).parents[3]
EXAMPLES: Final = Path(__file__).with_name("events.txt")
NAMES: Final = ("Ann", "Ben", "Cat", "Dan", "Eve", "Flo", "Gil", "Hal")
SHOW: Final = {"seat": lambda seat: NAMES[int(seat)]}


def steps() -> Iterator[tuple[r5.Rules, r5.State, r5.Action]]:
    """Steps of all scenarios, and of some hands by each rule of the cookbook."""
    for file in (*sorted(ROOT.glob("plugins/*/tests/scenarios/*.toml")), *sorted(ROOT.glob("tests/scenarios/*.toml"))):
        for _, _, read in scenario_readers(file.read_text("utf-8")):
            scenario = read()
            if not isinstance(scenario.position, r5.ComposeError):
                rules, state = scenario.position.rules, scenario.position.state
                for step in scenario.steps:
                    if step.kind == "do":
                        action = step.action(rules, state)
                        yield rules, state, action
                        state = r5.apply(rules, state, action)
    for name, module in COOKBOOK.items():
        rules = r5.compose(plugins=[module], seats=4)
        for seed in range(3):
            game = random_game(rules, random.Random(f"{name} {seed}"), max_turns=8)
            yield from ((rules, state, action) for state, action in zip(game.states, game.actions, strict=False))


def said(rules: r5.Rules, state: r5.State, action: r5.Action) -> Iterator[r5.Sentence]:
    """The sentences that each seat and a spectator read about an action, and the sentence of that action in a list."""
    after = r5.apply(rules, state, action)
    for seat in (None, *range(rules.seats)):
        moved, shown = r5.changes(rules, state, action, after, seat), redact(rules, state, action, seat)
        yield event_sentence(rules, state, shown, moved, after, seat, late=False)
    if action.of_seat is not None:
        yield action_sentence(rules, state, action)


def test_events__each_reads_well_and_is_listed_for_translators() -> None:
    found: dict[str, str] = {}
    for rules, state, action in steps():
        known = listed(rules)
        for sentence in said(rules, state, action):
            keys = sentence.key.split("+")
            assert joined([known[key] for key in keys]) == sentence.template
            assert set(facts_in(sentence.template)) == set(sentence.facts)
            for key in keys:
                if key not in found:
                    found[key] = r5.translated(sentence, {}, SHOW)
    lines = "".join(f"{key} -> {text}\n" for key, text in sorted(found.items()))
    if os.environ.get("EVENTS") == "write":
        EXAMPLES.write_text(lines, "utf-8")
    assert lines == EXAMPLES.read_text("utf-8")


def test_events__every_kind_of_message_has_a_sentence() -> None:
    source = random.Random(1)
    table = deal_hand(open_table(r5.compose("pagat", seats=3), NAMES[:3]), source)
    table = submit(table, 1, table.decision, "draw", source)
    table = submit(table, 1, table.decision, "discard 2s", source)
    table = answer_undo(ask_undo(table, 1, table.decision), 2, table.decision, agrees=False)
    table = submit(table, 2, table.decision, "take 2s", source)  # it is kept
    table = let_go(table, 0, table.decision)
    table = time_is_up(table, table.decision, "window", source)
    table = submit(table, 2, table.decision, "discard Ah", source)
    table = answer_undo(ask_undo(table, 2, table.decision), 0, table.decision, agrees=True)
    table = answer_undo(table, 1, table.decision, agrees=True)
    table = replace_seat(table, 1, "Zoe", "easy")
    table = time_is_up(table, table.decision, waiting(table).kind, source)
    assert table.hand is not None

    def texts(seat: int | None) -> list[str]:
        return [r5.translated(message.sentence, {}, SHOW) for message in messages(table, seat)]

    assert texts(None)[:4] == ["The table is open", "A hand is dealt", "Ben draws a card", "Ben discards 2s"]
    assert texts(0)[4:] == [
        "Ben asks to take a move back",
        "Cat does not agree",
        "You let it go",
        "The time to call is over",
        "Cat takes 2s",
        "Cat discards Ah",
        "Cat asks to take a move back",
        "You agree",
        "Ben agrees",
        "A move is taken back",
        "Zoe plays from now on",
        "Cat runs out of time, and discards Ah",
    ]
    assert texts(1)[2:5] == ["You draw As", "You discard 2s", "You ask to take a move back"]
    assert texts(2)[5:7] == ["You do not agree", "Your move waits until nobody can call any more"]


GERMAN: Final[dict[str, Translation]] = {
    "event:take:more": "{seat} nimmt {card} und {more} weitere",
    "event:take:more:you": lambda facts: f"Du nimmst {{card}} und {facts['more']} weitere",
    "event:meld": "{seat} legt {cards} aus",
    "event:meld:you": "Du legst {cards} aus",
    "table:out": "{seat} macht aus",
    "word:and": "und",
}


@pytest.mark.parametrize(
    ("seat", "text"),
    [
        (None, "Ben nimmt 9s und 4 weitere, und legt 9s 9h 9d aus"),
        (1, "Du nimmst 9s und 4 weitere, und legst 9s 9h 9d aus"),
    ],
)
def test_events__a_sentence_of_several_clauses_is_translated_clause_by_clause(seat: int | None, text: str) -> None:
    position = r5.parse_position(
        'to_act = 1\nhands = ["2c 3c", "9h 9d 2s 3s", "4s 5s"]\npile = "9s 4d 5h Jc Qc"\nstock = "Kc Kd"\n'
        'rules = { preset = "pagat" }'
    )
    rules, state = position.rules, position.state
    action = r5.parse_action("1: take 9s with {9s 9h 9d}", state)
    after = r5.apply(rules, state, action)
    sentence = event_sentence(
        rules, state, action, r5.changes(rules, state, action, after, seat), after, seat, late=False
    )
    assert r5.translated(sentence, GERMAN, SHOW) == text
    half = {key: each for key, each in GERMAN.items() if "meld" not in key}
    assert r5.translated(sentence, half, SHOW) == r5.translated(sentence, {}, SHOW)
    assert r5.check_texts(rules, GERMAN) == ()


def test_law__a_sentence_made_of_the_state_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = r5.compose("pagat", seats=3)
    game = random_game(rules, random.Random(1), max_turns=3)
    step = Step(rules, game.states[0], game.actions[0], game.states[1], "")
    assert secrecy.an_action_shows_no_hidden_card.function(step) is None

    def telling(_: r5.Rules, before: r5.State, *__: object, **___: object) -> r5.Sentence:
        return r5.Sentence("event:draw", "{seat} leaves {cards}", (("cards", r5.cards_text(before.stock)),))

    monkeypatch.setattr(secrecy, "event_sentence", telling)
    assert "the sentence that" in str(secrecy.an_action_shows_no_hidden_card.function(step))


@pytest.mark.parametrize(
    ("move", "texts"),
    [
        ({"verb": "carry", "fields": ("card",)}, ["{seat} carries {card}", "You carry {card}", "Carry {card}"]),
        ({"verb": "wish"}, ["{seat} wishes", "You wish", "Wish"]),
        (
            {"verb": "turn", "label": "Turn up a card"},
            ["{seat} turns up a card", "You turn up a card", "Turn up a card"],
        ),
        (
            {"verb": "keep", "fields": ("extra",), "said": "[have|has] {words} left"},
            ["{seat} has {words} left", "You have {words} left", "Have {words} left"],
        ),
    ],
)
def test_events__a_move_is_described_by_its_label_or_by_what_it_says(move: dict[str, Any], texts: list[str]) -> None:
    made = Move(effect=lambda rules, state, action: state, phases=("start",), **move)
    mover = plugin("mover", moves=lambda: (made,), dealing=lambda: Deal((Round("start", by="left"),)))
    known = listed(r5.compose("classic", [mover], seats=2))
    verb = move["verb"]
    assert [known[key] for key in (f"event:{verb}", f"event:{verb}:you", f"action:{verb}")] == texts
