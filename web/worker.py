"""The host of one table in the page: opens it, deals, saves it, and composes a house rule that is written in the page.

Everything that happens at the table itself goes through `rummy500.wire`, as at an online table. What a host does beside
that is called by name, with JSON: it is this page's own, and no part of the wire.
"""

from __future__ import annotations

import json
import linecache
import random
import re
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping
from time import monotonic
from types import ModuleType
from typing import Any, Final

import attrs

import rummy500 as r5
from rummy500 import wire
from rummy500.hooks.plugin import installed
from rummy500.notation.json import STATE_FORMAT, state_from_json
from rummy500.notation.position import position_table
from rummy500.notation.toml import Located, toml_lines
from rummy500.players import player_named
from rummy500.players.players import NAMES, is_thinker
from rummy500.rules.blame import blamed, blamed_parts
from rummy500.table import (
    PERSON,
    Table,
    deal_hand,
    everyone_let_go,
    last_number,
    open_table,
    program_moves,
    table_from_json,
    table_to_json,
    time_is_up,
    waiting,
)
from rummy500.table.entries import DEFAULT, Acted
from rummy500.table.log import append, opened
from rummy500.table.saving import TABLE_FORMAT
from rummy500.wire.serving import rules_message, sheet_message
from rummy500_terminal.judging import Transcript, read_transcripts

SAVED: Final = "rummy500 play 1"
UNKNOWN: Final = "this is not a saved game, a position or a transcript of this version of rummy500"
#: How many events of a game that goes on the page has in its log.
EVENTS_SHOWN: Final = 60
RULE_FILE: Final = "house_rule.py"
#: Programs think for so many seconds at a time, between which the page is answered; a step that has begun is ended.
SLICE: Final = 0.02
#: Where a program searches, what programs decide shows so many seconds after they were asked: it does not tell how long
#: they have thought, if they need no longer.
PACE: Final = 0.5
#: The hands that the laws are checked on: seconds, not minutes.
LAW_HANDS: Final = 8

Json = Mapping[str, Any]
#: An answer, with its kind: `wire` for one of the wire, `result` of a call, `error` for what failed.
Answer = tuple[str, str]


class HostError(Exception):
    """A call that cannot be granted, with the reason for the person at the page.

    Attributes:
        line: the line of the house rule that it is about; 0 for none.
        needs: the house rule that must be composed first; empty for none.
    """

    def __init__(self, message: str, *, line: int = 0, needs: str = "") -> None:
        super().__init__(message)
        self.line = line
        self.needs = needs


class Host:
    """One table with one person.

    Attributes:
        table: the table; before the page opens one, a table at which no hand is dealt.
        seat: the seat of the person.
        seed: decides every card and every program's choice, together with what the person does.
        rule: the house rule of the page; `None` without one.
        code: the text of the house rule that was written last.
        replayed: the table after each entry of the game that is replayed.
        passed: the chance to act out of turn that the person has let go.
        thinking: the steps of programs that think; `None` where none does.
        law_seed: the seed of the next hands on which the laws are checked.
    """

    def __init__(self) -> None:
        self.table = open_table(r5.compose(), ["You", NAMES[0]], programs={1: "medium"})
        self.seat = 0
        self.seed = ""
        self.rule: ModuleType | None = None
        self.code = ""
        self.replayed: list[Table] = []
        self.passed: object = None
        self.thinking: Iterator[None] | None = None
        self.sent: int | None = None
        self.law_seed = 0

    def receive(self, kind: str, text: str) -> list[Answer]:
        """Answer what the page sent. If it fails, the table stays as it was.

        Args:
            kind: `wire` for a request of the wire, `host` for a call.
            text: its JSON.
        """
        before = vars(self).copy()
        try:
            return self._request(text) if kind == "wire" else self._call(text)
        except BaseException as error:  # noqa: BLE001 - a house rule may raise anything, even SystemExit
            failure = self._failure(error)
            vars(self).update(before)
            return [("error", json.dumps(failure))]

    def _failure(self, error: BaseException) -> Json:
        """The words for an error, its line in the house rule, and the house rule that must be composed first."""
        if isinstance(error, HostError):
            return {"error": str(error), "line": error.line, "needs": error.needs}
        line, text = _line_of(error, self.code), str(error)
        if line and isinstance(error, r5.NotationError):
            text = error.sentence  # its line is one of the text that the rule has read
        if isinstance(error, r5.ComposeError) or (isinstance(error, r5.Rummy500Error) and not line):
            option = error.option if isinstance(error, r5.ComposeError) else ""
            return {"error": text, "line": line, "needs": "", "option": option}
        named = ": ".join(filter(None, (type(error).__name__, text)))
        note = "" if line else blamed(error)
        return {"error": f"{named}{note and f' ({note})'}", "line": line, "needs": ""}

    # ------------------------------------------------------------ the wire

    def _request(self, text: str) -> list[Answer]:
        """Answer a request of the wire: its answer, and an update if the table has changed."""
        before = self.table
        handled = wire.handle(before, self.seat, text, self._source(before), hints=True)
        answers = [] if handled.answer is None else [("wire", wire.message_json(handled.answer))]
        if handled.table is not before:
            self.passed = None
            self._play_on(handled.table, has_acted=True)
        return answers + self._updates(before)

    def think(self) -> list[Answer] | None:
        """Let programs think for a slice of time: an update if the table has changed; `None` where none thinks."""
        if self.thinking is None:
            return None
        before, ends = self.table, monotonic() + SLICE
        try:
            for _ in self.thinking:
                if monotonic() > ends or self.table is not before:
                    break
            else:
                self.thinking = None
        except BaseException as error:  # noqa: BLE001 - a house rule may raise anything, even SystemExit
            self.thinking = None
            return [("error", json.dumps(self._failure(error)))]
        return [] if self.table is before else self._update()

    def _source(self, table: Table) -> random.Random:
        """Chance at this point of the game: after loading, the game goes on as it would have."""
        return random.Random(f"{self.seed}/{len(table.log)}")

    def _play_on(self, table: Table, *, has_acted: bool = False) -> None:
        """Begin to let programs act until the person must, or may act out of turn and has not let that go.

        Args:
            table: the table.
            has_acted: whether the person has acted: then programs act even before a person who may act out of turn.
        """
        self.table, self.thinking = table, self._steps(has_acted=has_acted)

    def _steps(self, *, has_acted: bool) -> Iterator[None]:
        """Let programs act, in steps of those that think."""
        pace, decision = self._pace(), -1
        while has_acted and self.table.decision != decision:
            decision = self.table.decision
            yield from self._decide(self.table, pace)
        while True:
            table = self.table
            now, decision = waiting(table), table.decision
            if now.kind == "window" and everyone_let_go(table):
                self.passed = self._chance_to_act(table)
            if now.kind not in ("window", "programs") or self._chance_to_act(table) not in (None, self.passed):
                break
            if now.kind == "window":
                table = time_is_up(table, now.decision, now.kind, self._source(table))
            yield from self._decide(table, pace)
            if self.table.decision == decision:
                break

    def _pace(self) -> float:
        """The seconds between two decisions of programs, if one of them thinks."""
        players = {each.player for each in self.table.seats} - {PERSON, DEFAULT}
        return PACE if any(is_thinker(player_named(each, random.Random())) for each in players) else 0

    def _decide(self, table: Table, pace: float) -> Iterator[None]:
        """Let programs make one decision, and show it alone, at a moment that is fixed before they think."""
        shows, after = monotonic() + pace, table
        for _, after in program_moves(table, self._source(table), pace=0, clock=monotonic):
            if after is not table:
                break
            if pace:
                yield
        while after is not self.table and monotonic() < shows:
            yield
        self.table = after
        yield

    def _chance_to_act(self, table: Table) -> object:
        """The turn in which the person may call or act out of turn, and what they may do; `None` if nothing.

        They are asked once in a turn, and again if they may do something else.
        """
        hand = table.hand
        if hand is None:
            return None
        public = hand.public
        if public.to_act == self.seat and self.seat not in r5.ask_order(table.rules, hand)[:-1]:
            return None  # on their turn nobody may call before them
        may = tuple(r5.legal_actions(table.rules, r5.observe(table.rules, hand, self.seat)))
        return (len(table.match.hands), public.to_act, public.last, may) if may else None

    def _updates(self, before: Table) -> list[Answer]:
        """How the table stands if it has changed, and after each decision of programs, unless they think about it."""
        if self.table is before:
            return []
        answers = self._update()
        if not self._pace():
            for _ in self.thinking or ():
                answers += self._update()
            self.thinking = None
        return answers

    def _update(self) -> list[Answer]:
        """How the table stands, with what happened since the last update; for a new table with what happened last."""
        answers: list[Answer] = []
        while self.sent is None or self.sent < last_number(self.table, self.seat) or not answers:
            update = wire.update_message(self.table, self.seat, self.sent)
            if self.sent is None:
                self.sent = max(0, update.number - EVENTS_SHOWN)
            else:
                self.sent = update.events[-1].number if update.events else update.number
            answers.append(("wire", wire.message_json(update)))
        return answers

    # ------------------------------------------------------------ the host

    def _call(self, text: str) -> list[Answer]:
        """Answer a call, `{"call": NAME, ...}`: its result, and an update if the table has changed."""
        asked: Json = json.loads(text)
        before = self.table
        return [("result", json.dumps(CALLS[asked["call"]](self, asked))), *self._updates(before)]

    def _rules(self, setup: Json) -> r5.Rules:
        plugins: list[Any] = list(setup.get("plugins", ()))
        if setup.get("house_rule"):
            if self.rule is None:
                raise HostError("there is no house rule yet: write one and check it")
            plugins.append(self.rule)
        return r5.compose(setup["preset"], plugins, options=setup.get("options", {}), seats=setup["seats"])

    def check(self, asked: Json) -> object:
        """Give the score to which the rules of a setup are played, 0 for none; the error says why it makes no rules."""
        return {"target": self._rules(asked["setup"]).match.target}

    def open(self, asked: Json) -> object:
        """Open a table and deal its first hand."""
        setup = asked["setup"]
        rules = self._rules(setup)
        names, programs = setup["names"], {int(seat): name for seat, name in setup["programs"].items()}
        table = open_table(rules, names, programs=programs, dealer=rules.seats - 1)
        self._begin(table, str(setup["seed"]), 0)
        self._play_on(deal_hand(table, self._source(table)))
        return None

    def _begin(self, table: Table, seed: str, seat: int) -> None:
        """Take another table."""
        self.seed, self.seat, self.sent, self.passed = seed, seat, None, None
        self.table = table

    def deal_hand(self, _: Json) -> object:
        """Deal the next hand."""
        table = self.table
        self._play_on(deal_hand(table, self._source(table)))
        return None

    def end_window(self, asked: Json) -> object:
        """End the window for claims: the person's time is up."""
        table = self.table
        self.passed = self._chance_to_act(table)
        self._play_on(time_is_up(table, asked["decision"], "window", self._source(table)))
        return None

    def go_on(self, _: Json) -> object:
        """Let programs go on where the person may act out of turn, and does not want to."""
        if self.thinking is None:
            self.passed = self._chance_to_act(self.table)
            self._play_on(self.table)
        return None

    def save(self, _: Json) -> object:
        """Write the game: a text for a file, without the code of a house rule."""
        table = self.table
        saved = {"format": SAVED, "seed": self.seed, "seat": self.seat, "house_rule": _house_rule_of(table)}
        return json.dumps(saved | {"table": json.loads(table_to_json(table))}, separators=(",", ":"))

    def position(self, _: Json) -> object:
        """Write the position that is played, for a link: every card, which is the person's own game.

        Returns:
            The position as TOML, and the seat of the person.
        """
        table = self.table
        if table.hand is None:
            raise HostError("between hands there is no position: deal the next hand first")
        lines = toml_lines(position_table(r5.Position(table.rules, table.hand)))
        return {"text": "\n".join(lines), "seat": self.seat}

    def check_link(self, _: Json) -> object:
        """Refuse a link to a game with a house rule, which nobody else has."""
        rule = _house_rule_of(self.table)
        if rule:
            raise HostError(f'your house rule "{rule}" plays here, and a link carries no code: save the game as a file')
        return None

    def load(self, asked: Json) -> object:
        """Open a text: a saved game goes on, a position is played from there, a transcript is replayed.

        Returns:
            What it is: `game`, `position` or `transcript`; and the setup of the game that goes on, or the number of
            steps to replay.
        """
        text = asked["text"]
        kind, seed = _kind_of(text), str(asked["seed"])
        if kind == "transcript":
            return {"kind": kind, "steps": self._replay_transcripts(text)}
        if kind == "game":
            table, seed, seat = self._saved(text, seed)
        else:
            table, seat = _table_from(_read_position(text), asked.get("seat"))
        self._begin(table, seed, seat)
        self._play_on(table)
        identity, rule = table.rules.identity, _house_rule_of(table)
        plugins = [name for name, _ in identity.plugins if name != rule]
        setup = {"preset": identity.preset, "plugins": plugins, "options": dict(identity.options)}
        programs = {seat: each.player for seat, each in enumerate(table.seats) if not table.is_person(seat)}
        seats = {"seats": table.rules.seats, "names": [each.name for each in table.seats], "programs": programs}
        return {"kind": kind, "setup": setup | seats | {"seed": self._deal_seed(), "house_rule": bool(rule)}}

    def _deal_seed(self) -> str:
        """The seed, if it deals the first hand of this game; empty for a position, and for a game from elsewhere."""
        rules, log = self.table.rules, self.table.log
        start = opened(rules, log[0])
        is_its_deal = start.hand is None and deal_hand(start, self._source(start)).log[1:] == log[1:2]
        return self.seed if is_its_deal else ""

    def replay(self, asked: Json) -> object:
        """Begin to replay a saved game or a transcript, or the game that is being played.

        Returns:
            How many steps it has, at which of them the person decides, and whether a hand of it is still in play, with
            cards that a player must not see.
        """
        text: str = asked.get("text", "")
        kind = _kind_of(text) if "text" in asked else ""
        if kind == "position":
            raise HostError("this is a position, and has nothing to replay: open it, and play on from there")
        if kind == "transcript":
            return {"steps": self._replay_transcripts(text), "mine": [], "in_play": False}
        table = self._saved(text)[0] if kind else self.table
        self.replayed = [opened(table.rules, table.log[0])]
        for entry in table.log[1:]:
            self.replayed.append(append(self.replayed[-1], entry))
        acted = [
            n for n, entry in enumerate(table.log) if isinstance(entry, Acted) and table.is_person(entry.action.seat)
        ]
        return {"steps": len(self.replayed) - 1, "mine": [n - 1 for n in acted], "in_play": table.hand is not None}

    def _replay_transcripts(self, text: str) -> int:
        """Begin to replay a transcript file, hand after hand, as `rummy500 replay` does."""
        self.replayed = [table for transcript in read_transcripts(text) for table in _tables_of(transcript)]
        return len(self.replayed) - 1

    def replay_at(self, asked: Json) -> object:
        """Show a step of the replayed game.

        Returns:
            The update as the seat of the person saw it then, every hand, and the rules if they were not shown yet.
        """
        step: int = asked["step"]
        table, before = self.replayed[step], self.replayed[max(0, step - 1)]
        people = list(filter(table.is_person, range(table.rules.seats)))
        seat = people[0] if people else 0
        is_next = before is not table and len(before.log) < len(table.log)
        since = last_number(before, seat) if is_next else None
        update = wire.update_message(table, seat, since)
        if not people:  # nobody is "you"
            update = attrs.evolve(update, events=wire.update_message(table, None, since).events)
        hands = None if table.hand is None else [r5.cards_text(r5.cards_of(hand)).split() for hand in table.hand.hands]
        rules = [wire.message_data(each(table.rules)) for each in (rules_message, sheet_message)]
        return {"update": wire.message_data(update), "hands": hands, "rules": rules[0], "sheet": rules[1]}

    def describe(self, asked: Json) -> object:
        """Write the rule sheet of a setup, which need not be played yet."""
        return wire.message_data(sheet_message(self._rules(asked["setup"])))

    def write_rule(self, asked: Json) -> object:
        """Compose a house rule that was written in the page, with a setup.

        Returns:
            The name of the house rule.
        """
        from rummy500.hooks.load import check_defined_once  # noqa: PLC0415 - pluggy is loaded when a plugin is

        self.code = code = asked["code"]
        module = ModuleType("house_rule")
        module.__file__ = RULE_FILE
        linecache.cache[RULE_FILE] = (len(code), None, code.splitlines(keepends=True), RULE_FILE)
        sys.modules["house_rule"] = module  # dataclasses and pickle look a class's module up
        try:
            exec(compile(code, RULE_FILE, "exec"), module.__dict__)  # noqa: S102 - the person's own code, in their own page
        except SyntaxError as error:
            raise HostError(f"{error.msg}", line=error.lineno or 0) from error
        check_defined_once(code)
        self.rule = module
        self._rules({**asked["setup"], "house_rule": True})
        name = self._rule_name()
        if name in installed():
            raise r5.ComposeError(f'hook plugin_info: a plugin named "{name}" is installed already; rename your rule')
        return name

    def laws(self, asked: Json) -> object:
        """Play random hands of a setup and check the laws on them: other hands each time, until a law is broken.

        Returns:
            A line about all laws, each broken law with its fault, and the table of all laws.

        Raises:
            HostError: if the house rule itself fails, which breaks many laws at once.
        """
        from rummy500_testing import check_laws  # noqa: PLC0415 - half a second that most visits do not need

        report = check_laws(self._rules(asked["setup"]), hands=LAW_HANDS, seed=self.law_seed)
        for broken in report.broken:
            failed = re.fullmatch(
                rf"(.*) \([^()]*{re.escape(RULE_FILE)}, line (\d+)[^()]*\)", broken.fault.what, re.DOTALL
            )
            if failed:
                raise HostError(f"{failed[1]}\n\nIt failed here:\n\n{broken.scenario}", line=int(failed[2]))
        if report.passed:
            self.law_seed += 1  # the hands that broke a law come again, until the rule is mended
        hands = "1 hand" if report.hands == 1 else f"{report.hands} hands"
        held = (
            f"All {len(report.rows)} laws held in {hands}. Each press plays other hands."
            if report.passed
            else f"{len(report.broken)} of {len(report.rows)} laws broken in {hands}."
        )
        return {"line": held, "broken": list(map(str, report.broken)), "table": report.table}

    def _rule_name(self) -> str:
        """The name of the house rule that is composed; empty for none."""
        return "" if self.rule is None else str(self.rule.plugin_info().name)

    def _saved(self, text: str, seed: str = "") -> tuple[Table, str, int]:
        """The table of a saved game, its seed, and the seat of the person.

        Args:
            text: what the page or the terminal has saved.
            seed: the seed from now on, if the text has none.
        """
        try:
            saved = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise HostError("this file is damaged, or only a part of a saved game") from error
        if saved.get("format") == TABLE_FORMAT:
            saved = {"format": SAVED, "seed": seed, "table": saved}
        if saved.get("format") != SAVED:
            raise HostError(UNKNOWN)
        rule, text = _rule_needed(saved.get("table")), json.dumps(saved.get("table"))
        if rule and rule != self._rule_name():
            name = rule[:60]
            raise HostError(
                f'this game is played with the house rule "{name}", and a saved game carries no code: compose the rule'
                " (Menu, Write a house rule), then open the game again",
                needs=name,
            )
        table = table_from_json(text, rules=self._rules_with_rule(saved["table"]["rules"]) if rule else None)
        people = list(filter(table.is_person, range(table.rules.seats)))
        if len(people) > 1:
            raise HostError(f"{len(people)} people play this game, and here only one can: continue it in the terminal")
        return table, str(saved.get("seed", "")), people[0] if people else 0

    def _rules_with_rule(self, saved: Json) -> r5.Rules:
        """The rules of a saved game with the house rule of the page."""
        plugins = [name for name in saved["plugins"] if name != self._rule_name()]
        return r5.compose(
            saved["preset"], [*plugins, self.rule], options=saved.get("options", {}), seats=saved.get("seats", 2)
        )


def _house_rule_of(table: Table) -> str:
    """The name of the house rule that a table plays by; empty for none."""
    return _not_installed(name for name, _ in table.rules.identity.plugins)


def _rule_needed(saved: object) -> str:
    """The name of the house rule of a saved table; empty for none."""
    rules = saved.get("rules") if isinstance(saved, dict) else None
    plugins = rules.get("plugins") if isinstance(rules, dict) else None
    return _not_installed(plugins) if isinstance(plugins, dict) else ""


def _not_installed(plugins: Iterable[str]) -> str:
    """The plugin that is not installed: a house rule, which cannot have the name of one that is; empty for none."""
    return next((name for name in plugins if name not in installed()), "")


def _is_json(text: str) -> bool:
    return text.lstrip().startswith("{")


def _kind_of(text: str) -> str:
    """Return the kind of a text by its form: `game`, `position` or `transcript`.

    Raises:
        HostError: for a text that is none of them.
    """
    if not text.strip():
        raise HostError("this file is empty")
    if _is_json(text):
        return "position" if f'"{STATE_FORMAT}"' in text[:200] else "game"
    try:
        keys = set(Located(text).data)
    except r5.NotationError:
        if "hands" in text:
            raise  # a position with a mistake, and its place
        keys = set()
    if not keys.isdisjoint(("step", "scenario")):
        return "transcript"
    if "hands" not in keys:
        raise HostError(UNKNOWN)
    return "position"


def _read_position(text: str) -> r5.Position:
    return state_from_json(text) if _is_json(text) else r5.parse_position(text)


def _table_from(position: r5.Position, seat: int | None) -> tuple[Table, int]:
    """A table that begins from a position, and the person's seat there: the one on turn if none is named."""
    rules = position.rules
    if seat is None or not 0 <= seat < rules.seats:
        seat = max(0, position.state.public.to_act)
    others = iter(NAMES)
    names = ["You" if each == seat else next(others) for each in range(rules.seats)]
    programs = {each: "medium" for each in range(rules.seats) if each != seat}
    return open_table(rules, names, programs=programs, position=position), seat


def _tables_of(transcript: Transcript) -> list[Table]:
    """The table after each step of a transcript."""
    rules = transcript.position.rules
    # Programs play each seat, so that the table holds no window in which a person could claim.
    names = [f"Seat {seat}" for seat in range(rules.seats)]
    table = open_table(rules, names, programs=dict.fromkeys(range(rules.seats), "medium"), position=transcript.position)
    tables = [table]
    for action, _ in transcript.moments():
        if action is not None:
            tables.append(append(tables[-1], Acted(action)))
    return tables


def _line_of(error: BaseException, code: str) -> int:
    """The line of the house rule that an error is about; 0 for none.

    It is the last line that the error or its cause went through, or else that of the hook which the error names.
    """
    causes = [error]
    while causes[-1].__cause__ is not None:
        causes.append(causes[-1].__cause__)
    frames = [frame for cause in causes for frame in traceback.extract_tb(cause.__traceback__)]
    lines = [frame.lineno or 0 for frame in frames if frame.filename == RULE_FILE]
    if lines:
        return lines[-1]
    place = re.match(rf"{re.escape(RULE_FILE)}, line (\d+)", blamed_parts(error)[1])
    if place:
        return int(place[1])
    for name in re.findall(r"(?:\bhook |: (?!hook ))(\w+)", str(error)):
        found = re.search(rf"^(?:(?:async )?def {name}\b|{name} *=)", code, re.MULTILINE)
        if found:
            return code.count("\n", 0, found.start()) + 1
    return 0


CALLS: Final[Mapping[str, Callable[[Host, Json], object]]] = {
    "check": Host.check,
    "open": Host.open,
    "next-hand": Host.deal_hand,
    "end-window": Host.end_window,
    "go-on": Host.go_on,
    "save": Host.save,
    "check-link": Host.check_link,
    "position": Host.position,
    "load": Host.load,
    "replay": Host.replay,
    "replay-at": Host.replay_at,
    "describe": Host.describe,
    "write-rule": Host.write_rule,
    "laws": Host.laws,
}

HOST: Final = Host()


def receive(kind: str, text: str) -> str:
    """Answer what the page sent, as `Host.receive` does: a JSON list of pairs of kind and text."""
    return json.dumps(HOST.receive(kind, text))


def think() -> str:
    """Let programs think for a while, as `Host.think` does: a list as of `receive`; empty where none thinks."""
    answers = HOST.think()
    return "" if answers is None else json.dumps(answers)
