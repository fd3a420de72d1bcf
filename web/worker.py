"""The host of one table in the page: opens it, deals, saves it, and composes a house rule that is written in the page.

Everything that happens at the table itself goes through `rummy500.wire`, as at an online table. What a host does beside
that is called by name, with JSON: it is this page's own, and no part of the wire.
"""

from __future__ import annotations

import json
import linecache
import random
import sys
import traceback
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any, Final

import rummy500 as r5
from rummy500 import wire
from rummy500.table import (
    Table,
    TableError,
    advance,
    append,
    end_window,
    everyone_let_go,
    next_hand,
    open_table,
    table_from_json,
    table_to_json,
    waiting,
)
from rummy500.table.log import opened

SEAT: Final = 0
SAVED: Final = "rummy500 play 1"
RULE_FILE: Final = "house_rule.py"
#: The most hands that the laws are checked on: seconds, not minutes.
LAW_HANDS: Final = 3

Json = Mapping[str, Any]


class HostError(Exception):
    """A call that cannot be granted, with the reason for the person at the page."""

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(message)
        self.line = line


class Host:
    """One table with one person.

    Attributes:
        table: the table; `None` until one is opened.
        seed: decides every card and every program's choice, together with what the person does.
        rule: the house rule of the page; `None` without one.
        replayed: the table after each entry of the game that is replayed.
    """

    def __init__(self) -> None:
        self.table: Table | None = None
        self.seed = ""
        self.rule: ModuleType | None = None
        self.replayed: list[Table] = []
        self.sent = 0

    # ------------------------------------------------------------ the wire

    def answer(self, text: str) -> list[str]:
        """Answer a request of the wire: its answer, and an update if the table has changed."""
        table = self.table
        if table is None:
            return [wire.message_json(wire.error_message(r5.NotationError("no table is open")))]
        handled = wire.handle(table, SEAT, text, self._source(table), hints=True)
        answers = [] if handled.answer is None else [wire.message_json(handled.answer)]
        if handled.table is not table:
            self._play_on(handled.table)
            answers += self._update()
        return answers

    def _source(self, table: Table) -> random.Random:
        """Chance at this point of the game: after loading, the game goes on as it would have."""
        return random.Random(f"{self.seed}/{len(table.log)}")

    def _play_on(self, table: Table) -> None:
        """Let programs act, and end windows in which the person cannot claim anything or does not want to."""
        table = advance(table, self._source(table))
        while (now := waiting(table)).kind == "window" and (everyone_let_go(table) or not self._may_claim(table)):
            table = end_window(table, now.decision, self._source(table))
            table = advance(table, self._source(table))
        self.table = table

    def _may_claim(self, table: Table) -> bool:
        hand = table.hand
        return hand is not None and bool(r5.legal_actions(table.rules, r5.observe(table.rules, hand, SEAT)))

    def _update(self) -> list[str]:
        if self.table is None:
            return []
        update = wire.update_message(self.table, SEAT, self.sent)
        self.sent = update.number
        return [wire.message_json(update)]

    # ------------------------------------------------------------ the host

    def call(self, text: str) -> list[str]:
        """Answer a call: `{"call": NAME, ...}`.

        The first answer is `{"result": ...}` or `{"error": ..., "line": ...}`. An update follows if the table changed.
        """
        asked: Json = json.loads(text)
        before = self.table
        try:
            result = CALLS[asked["call"]](self, asked)
        except HostError as error:
            return [json.dumps({"error": str(error), "line": error.line})]
        except (r5.Rummy500Error, TableError) as error:
            return [json.dumps({"error": str(error), "line": 0})]
        except Exception as error:  # a house rule may raise anything, and the page has to say what
            if self.rule is None:
                raise
            raise_line = _line_of(error)
            notes = " ".join(getattr(error, "__notes__", ()))
            return [json.dumps({"error": f"{type(error).__name__}: {error}. {notes}".strip(), "line": raise_line})]
        answers = [json.dumps({"result": result})]
        if self.table is not before:
            answers += self._update()
        return answers

    def _rules(self, setup: Json) -> r5.Rules:
        plugins: list[Any] = list(setup.get("plugins", ()))
        if setup.get("house_rule"):
            if self.rule is None:
                raise HostError("there is no house rule yet: write one and check it")
            plugins.append(self.rule)
        return r5.compose(setup["preset"], plugins, options=setup.get("options", {}), seats=setup["seats"])

    def check(self, asked: Json) -> object:
        """Say in a line what rules a setup makes; the error says why it makes none."""
        return str(self._rules(asked["setup"]))

    def open(self, asked: Json) -> object:
        """Open a table and deal its first hand."""
        setup = asked["setup"]
        rules = self._rules(setup)
        names, programs = setup["names"], {int(seat): name for seat, name in setup["programs"].items()}
        self.seed = str(setup["seed"])
        table = open_table(rules, names, programs=programs, dealer=rules.seats - 1)
        self.sent = 0
        self._play_on(next_hand(table, self._source(table)))
        return None

    def next_hand(self, _: Json) -> object:
        """Deal the next hand."""
        table = self._open_table()
        self._play_on(next_hand(table, self._source(table)))
        return None

    def end_window(self, asked: Json) -> object:
        """End the window for claims: the person's time is up."""
        table = self._open_table()
        self._play_on(end_window(table, asked["decision"], self._source(table)))
        return None

    def save(self, _: Json) -> object:
        """Write the game: a text for a file, without the code of a house rule."""
        table = self._open_table()
        return json.dumps({"format": SAVED, "seed": self.seed, "table": json.loads(table_to_json(table))})

    def load(self, asked: Json) -> object:
        """Go on with a saved game."""
        table, seed = self._read(asked["text"])
        self.seed, self.sent = seed, 0
        self._play_on(table)
        return self._plugins(table)

    def replay(self, asked: Json) -> object:
        """Begin to replay a saved game, or the one that is being played.

        Returns:
            How many steps it has.
        """
        table = self._read(asked["text"])[0] if asked.get("text") else self._open_table()
        entries = table.log
        self.replayed = [opened(table.rules, entries[0])]
        for entry in entries[1:]:
            self.replayed.append(append(self.replayed[-1], entry))
        return len(self.replayed) - 1

    def replay_at(self, asked: Json) -> object:
        """Show a step of the replayed game.

        Returns:
            The update as the first seat saw it then, with every hand if that is asked for.
        """
        table = self.replayed[asked["step"]]
        before = self.replayed[max(0, asked["step"] - 1)]
        shown = wire.update_message(before, SEAT).number if asked["step"] else 0
        update = wire.message_data(wire.update_message(table, SEAT, shown))
        hands = None if table.hand is None else [r5.cards_text(r5.cards_of(hand)).split() for hand in table.hand.hands]
        return {"update": update, "hands": hands}

    def describe(self, asked: Json) -> object:
        """Write the rule sheet of a setup, which need not be played yet."""
        return wire.message_data(wire.sheet_message(self._rules(asked["setup"])))

    def write_rule(self, asked: Json) -> object:
        """Compose a house rule that was written in the page, with a setup.

        Returns:
            A line about the rules.
        """
        code = asked["code"]
        module = ModuleType("house_rule")
        module.__file__ = RULE_FILE
        linecache.cache[RULE_FILE] = (len(code), None, code.splitlines(keepends=True), RULE_FILE)
        sys.modules["house_rule"] = module  # dataclasses and pickle look a class's module up
        try:
            exec(compile(code, RULE_FILE, "exec"), module.__dict__)  # noqa: S102 - the person's own code, in their own page
        except SyntaxError as error:
            raise HostError(f"{error.msg}", error.lineno or 0) from error
        except Exception as error:
            raise HostError(f"{type(error).__name__}: {error}", _line_of(error)) from error
        self.rule = module
        return str(self._rules({**asked["setup"], "house_rule": True}))

    def laws(self, asked: Json) -> object:
        """Play a few random hands of a setup and check the laws on them."""
        from rummy500.testing import check_laws  # noqa: PLC0415 - half a second that most visits do not need

        return str(check_laws(self._rules(asked["setup"]), hands=LAW_HANDS))

    def _open_table(self) -> Table:
        if self.table is None:
            raise HostError("no table is open")
        return self.table

    def _read(self, text: str) -> tuple[Table, str]:
        try:
            saved = json.loads(text)
        except ValueError as error:
            raise HostError("this file is no saved game") from error
        if not isinstance(saved, dict) or saved.get("format") != SAVED:
            raise HostError(f'this file is no saved game: its format is not "{SAVED}"')
        table = json.dumps(saved.get("table"))
        try:
            return table_from_json(table), str(saved.get("seed", ""))
        except r5.ComposeError:
            if self.rule is None:
                raise
        rules = saved["table"]["rules"]
        plugins = [name for name in _names(rules.get("plugins", ())) if name != self.rule.plugin_info().name]
        composed = r5.compose(
            rules["preset"], [*plugins, self.rule], options=rules.get("options", {}), seats=rules.get("seats", 2)
        )
        return table_from_json(table, rules=composed), str(saved.get("seed", ""))

    @staticmethod
    def _plugins(table: Table) -> object:
        return {"preset": table.rules.identity.preset, "plugins": [name for name, _ in table.rules.identity.plugins]}


def _names(plugins: Any) -> list[str]:
    return [each if isinstance(each, str) else each["name"] for each in plugins]


def _line_of(error: BaseException) -> int:
    """The last line of the house rule that an error went through; 0 for none."""
    lines = [frame.lineno or 0 for frame in traceback.extract_tb(error.__traceback__) if frame.filename == RULE_FILE]
    return lines[-1] if lines else 0


CALLS: Final[Mapping[str, Callable[[Host, Json], object]]] = {
    "check": Host.check,
    "open": Host.open,
    "next-hand": Host.next_hand,
    "end-window": Host.end_window,
    "save": Host.save,
    "load": Host.load,
    "replay": Host.replay,
    "replay-at": Host.replay_at,
    "describe": Host.describe,
    "write-rule": Host.write_rule,
    "laws": Host.laws,
}

HOST: Final = Host()


def receive(kind: str, text: str) -> str:
    """Answer what the page sent.

    Args:
        kind: `wire` for a request of the wire, `host` for a call.
        text: its JSON.

    Returns:
        A JSON list of answers, each a JSON text.
    """
    return json.dumps(HOST.answer(text) if kind == "wire" else HOST.call(text))
