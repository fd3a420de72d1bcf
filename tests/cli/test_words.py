"""Tests that the terminal marks cards where a text is made, and looks for nothing in a text of the library."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import click.testing
import pytest
from rich.text import Text

import rummy500 as r5
import rummy500_terminal
from rummy500.hooks import Note
from rummy500_terminal.screen import with_symbols
from rummy500_terminal.show import WATCHER, action_words, answer_words, meld_words

Run = Callable[..., click.testing.Result]

FOLDER: Final = Path(rummy500_terminal.__file__).parent
MODULES: Final = {
    each.relative_to(FOLDER).as_posix(): ast.parse(each.read_text("utf-8")) for each in FOLDER.rglob("*.py")
}
#: The modules that find patterns in a text, and those that use them.
OF_PATTERNS: Final = ("fnmatch", "re", "regex", "rich.highlighter", "string.templatelib")
#: The methods that look for something in a text.
READS: Final = (
    "endswith", "find", "index", "partition", "removeprefix", "removesuffix", "replace", "rfind", "rindex",
    "rpartition", "rsplit", "split", "splitlines", "startswith", "translate",
)  # fmt: skip
#: Each use of them, with its reason. None may look for seats, melds, cards or verbs in what the library wrote: for
#: those there are fields and facts.
READINGS: Final = {
    ("app.py", "_COMMANDS[cmd_name][0].partition"): "the place of a command, in a table of that module",
    ("app.py", "(error.name or '').partition"): "the name of a module",
    ("app.py", "message.split"): "line breaks, for an error in one line",
    ("check.py", "text.split"): "line breaks, for an error in one line",
    ("files.py", "beside.replace"): "it renames a file",
    ("files.py", "module_name.endswith"): "a file that the person named",
    ("files.py", "name.endswith"): "a file that the person named",
    ("files.py", "text.rpartition"): "a class that the person named",
    ("full_screen/table.py", "actions.index"): "a list",
    ("full_screen/table.py", "event.value.strip().removeprefix"): "a line that the person typed",
    ("game.py", "each.text.rpartition"): "an argument of the command line",
    ("game.py", "text.partition"): "an argument of the command line",
    ("game.py", "text.rpartition"): "an argument of the command line",
    ("human.py", "text.strip().partition"): "a line that the person typed",
    ("judging.py", "action.verb.startswith"): "`of` in a scenario, which is the beginning of an action",
    ("judging.py", "action_text(action, state, with_seat=False).startswith"): "`of` in a scenario",
    ("judging.py", "of.partition"): "`of` in a scenario",
    ("play.py", "path.endswith"): "a file that the person named",
    ("rules.py", "named.split"): "an argument of the command line",
    ("rules.py", "option.startswith"): "the name of an option, which begins with that of its plugin",
    ("rules.py", "spec.split"): "an argument of the command line",
    ("screen.py", "cards.split"): "a fact that is cards",
    ("screen.py", "self._shown(text).split"): "line breaks",
    ("screen.py", "text.plain.index"): "the place of a line, which was just cut from that text",
    ("screen.py", "text.plain[span.start:span.end].partition"): "a card that is marked",
    ("show.py", "said.template.removeprefix('You ').removeprefix"): "a template, whose subject is the head of the line",
    ("show.py", "said.template.removeprefix"): "a template, whose subject is the head of the line",
    ("simulate.py", "players.split"): "an argument of the command line",
    ("time_limit.py", "str(frame.f_globals.get('__name__', '')).partition"): "the name of a module",
}


def imported(module: ast.Module) -> Iterator[str]:
    for node in ast.walk(module):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (node.module or "", *(f"{node.module}.{each.name}" for each in node.names))


def test_no_module_uses_patterns() -> None:
    assert [name for name, module in MODULES.items() if not set(OF_PATTERNS).isdisjoint(imported(module))] == []


def test_nothing_is_looked_for_in_a_text_of_the_library() -> None:
    calls = (
        (name, node.func) for name, module in MODULES.items() for node in ast.walk(module) if isinstance(node, ast.Call)
    )
    found = {
        (name, ast.unparse(call)) for name, call in calls if isinstance(call, ast.Attribute) and call.attr in READS
    }
    assert found == READINGS.keys()


# ------------------------------------------------- cards are marked by facts


def marks(words: Text) -> list[str]:
    return [words.plain[span.start : span.end] for span in words.spans]


def state_of(more: str) -> r5.State:
    rules = 'rules = { options = { "deck.packs" = 2 } }'
    return r5.parse_position(
        f'phase = "play"\nto_act = 0\nhands = ["9h", "2c 3c"]\nstock = "5s"\n{more}\n{rules}'
    ).state


def test_cards_of_a_sentence_are_marked_and_nothing_else() -> None:
    reason = r5.Sentence("x", "As {card} is {name}, {cards} of {other:card} {number} {seat}.")
    facts = (("card", "Th"), ("name", "Kd"), ("cards", "9h *=Th"), ("other", "2s=K"), ("number", "4"), ("seat", "1"))
    words = WATCHER.words(r5.Sentence("x", reason.template, facts))
    assert words.plain == "As Th is Kd, 9h *=Th of 2s=K 4 seat 1."
    assert marks(words) == ["Th", "9h", "*=Th", "2s=K"]
    assert with_symbols(words).plain == "As 10♥ is Kd, 9♥ *=10♥ of 2♠=K 4 seat 1."


def test_cards_of_a_note_of_a_plugin_are_marked() -> None:
    note = Note("bid", "{card} by Th {own}", 1, {"card": "9h", "own": "4d"})
    assert with_symbols(WATCHER.words(note)).plain == "9♥ by Th 4d"


def test_a_refusal_keeps_its_rule() -> None:
    position = r5.parse_position('phase = "draw"\nto_act = 0\nhands = ["9h 9s Kd", "2c 3c"]\nstock = "5s"\npile = "Th"')
    view = r5.observe(position.rules, position.state, 0)
    typed = r5.read_typed(position.rules, view, "take Kd")
    assert answer_words(typed.sentence).plain == str(typed.sentence)
    assert marks(answer_words(typed.sentence)) == ["Kd"]


@pytest.mark.parametrize(
    ("text", "shown", "marked"),
    [
        ("draw", "draw", []),
        ("take Th with [Th Jh Qh]", "take 10♥ with [10♥ J♥ Q♥]", ["Th", "Th", "Jh", "Qh"]),
        ("take Th/3", "take 10♥/3", ["Th"]),
        ("meld {9s 9h *=9}", "meld {9♠ 9♥ *=9}", ["9s", "9h", "*=9"]),
        ("meld [Th *=Jh 2s=Qh]", "meld [10♥ *=J♥ 2♠=Q♥]", ["Th", "*=Jh", "2s=Qh"]),
        ("lay Th Jh on m1", "lay 10♥ J♥ on m1", ["Th", "Jh"]),
        ("call [Th/3 Jh Qh]", "call [10♥/3 J♥ Q♥]", ["Th", "Jh", "Qh"]),
        ("discard *", "discard *", ["*"]),
    ],
)
def test_cards_of_an_action_are_marked_and_it_reads_as_it_is_typed(text: str, shown: str, marked: list[str]) -> None:
    state = state_of('pile = "Th 5c Th"')
    words = action_words(r5.parse_action(f"0: {text}", state), state)
    assert words.plain == text
    assert (with_symbols(words).plain, marks(words)) == (shown, marked)


def test_words_that_a_plugin_adds_to_an_action_stay_as_they_are() -> None:
    state = state_of("")
    words = action_words(r5.Action(0, "show", r5.parse_cards("Th")[0], extra=("4h", "Th")), state)
    assert with_symbols(words).plain == "show 10♥ 4h Th"


def test_cards_of_a_meld_are_marked_and_it_reads_as_in_a_position() -> None:
    melds = state_of('melds = ["0 [7h 8h 1:9h *=Th]", "1 {Ts Th 0:Tc}"]').public.table
    assert [f"{meld.owner} {meld_words(meld)}" for meld in melds] == list(map(str, melds))
    assert [with_symbols(meld_words(meld)).plain for meld in melds] == ["[7♥ 8♥ 1:9♥ *=10♥]", "{10♠ 10♥ 0:10♣}"]


def test_a_name_that_reads_as_a_card_stays_a_name(run: Run) -> None:
    args = ("--seed", "5", "--cards", "symbols", "--opponent", "Th=medium", "--opponent", "As=easy")
    out = run("play", "--interactive", *args, typed="draw\nhint\ndiscard Th\nshow\nscore\nquit\n").output
    assert "you       discard 10♥\n" in out
    assert "\nTh (1)    7 cards " in out
    assert "\nAs (2)    7 cards " in out
    assert "\nTh        draws a card; discards " in out
    assert "10♥ (1)" not in out
