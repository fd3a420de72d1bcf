"""The targets: each takes any text, and raises an error that is not documented, or an `AssertionError`, for a fault."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

import attrs

import rummy500 as r5
from rummy500.base.errors import NotationError
from rummy500.cards.cards import card_text, cards_text
from rummy500.hooks.plugin import installed
from rummy500.notation import json as saved
from rummy500.notation.actions import action_text, parse_action, parse_card, parse_cards, parse_use
from rummy500.notation.fields import parse_meld
from rummy500.notation.position import Position, parse_position, position_table
from rummy500.notation.scenario import Scenario, parse_scenarios, scenario_text
from rummy500.notation.toml import toml_lines
from rummy500.notation.transcript import transcript_text
from rummy500.rules.actions import USE_GROUP, USE_RUN
from rummy500.table import Table, advance, deal_hand, open_table, table_from_json, table_to_json, time_is_up, waiting
from rummy500.wire import Answer, handle, message_json, read_answer, update_message
from rummy500.wire.messages import ErrorMessage, RefusalData
from rummy500_terminal.judging import ReplayError, read_transcripts, run_scenario

#: The cards of a pile, about which actions without marks of depth are read.
PILE: Final = bytes(r5.parse_cards("4h 4d 9s 3h * 7c 3h 4d"))
#: Rules for the shapes of melds, of one pack and of several.
RULES: Final = (
    r5.compose("pagat"),
    r5.compose("classic", options={"deck.jokers": 2}, seats=3),
    r5.compose("north-american", seats=8),
)
#: The most characters of an error: what is wrong, a line of what was given, and the names that are known.
_LONGEST: Final = 1000
_MOST_MESSAGE: Final = 256 * 1024
#: The most requests of a text; no more is learned from the next ones.
MOST_LINES: Final = 100


@attrs.frozen
class Reader:
    """A parser.

    Attributes:
        read: reads the values of a text, or raises `NotationError` or one of `also`.
        write: makes a text of a value, which is read as an equal one.
        check: raises an `AssertionError` for a value that nothing should read.
        also: documented errors beside `NotationError`.
    """

    read: Callable[[str], Sequence[Any]]
    write: Callable[[Any], str]
    check: Callable[[Any], None] = lambda _: None
    also: tuple[type[Exception], ...] = ()

    def send(self, text: str) -> bool:
        """Send a text, and return whether it was read."""
        try:
            values = self.read(text)
        except NotationError as error:
            check_place(text, error.message, error.line, error.column)
            check_words(str(error))
            return False
        except self.also as error:
            check_words(str(error))
            return False
        for value in values:
            self.check(value)
            assert list(self.read(self.write(value))) == [value], "it is not read back equal"
        return True


def one(read: Callable[[str], Any], write: Callable[[Any], str], **more: Any) -> Reader:
    """Make a reader of texts of one value."""
    return Reader(lambda text: (read(text),), write, **more)


def check_place(text: str, message: str, line: int, column: int) -> None:
    """Check that an error says something, about a place in the text."""
    lines = text.split("\n")
    assert message, "an error without a message"
    assert 1 <= line <= len(lines), f"there is no line {line}"
    assert 1 <= column <= len(lines[line - 1]) + 1, f"there is no column {column} in line {line}"


def check_words(words: str) -> None:
    """Check that an error is short, and shows no raw control character."""
    assert len(words) <= _LONGEST, "the error is too long"
    assert re.search(r"[\x00-\x1f\x7f]", words) is None, "the error has a control character"


def check_state(rules: r5.Rules, state: r5.State, left_out: Sequence[str] = ()) -> None:
    """Check that a state has no defects beside the named ones, and that the melds of its turn lie on the table."""
    assert [defect.name for defect in r5.find_defects(rules, state) if defect.name not in left_out] == []
    public = state.public
    melded = sum(play.use in {USE_RUN, USE_GROUP} for play in public.turn.plays)
    assert melded <= sum(meld.owner == public.to_act for meld in public.table), "plays that lie nowhere"


def check_match(rules: r5.Rules, match: r5.Match) -> None:
    """Check that a match agrees with itself: its scores are sums of lines, and it is over or goes on."""
    lines = [*(line for played in match.hands for line in played.score.lines), *match.lines]
    for seat, points in enumerate(match.scores):
        assert points == sum(line.points for line in lines if rules.sides[line.seat] == rules.sides[seat])
    best = tuple(seat for seat, points in enumerate(match.scores) if points == max(match.scores))
    assert match.winners in {(), best}, "other winners than the best"
    assert match.hands or not match.winners, "won before it began"
    if match.hand is not None:
        assert not match.winners, "won, and it goes on"
        assert not r5.is_over(match.hand), "a finished hand goes on"
        check_state(rules, match.hand)


# ---------------------------------------------------------------- notation


def position_text(position: Position) -> str:
    """Write a position as TOML."""
    return "\n".join(toml_lines(position_table(position))) + "\n"


def written(scenario: Scenario) -> str:
    """Write a scenario; empty for one of refused rules."""
    if not isinstance(scenario.position, Position):
        return ""
    steps = [step.fields.table for step in scenario.steps]
    title, rule, source = scenario.title, scenario.rule, scenario.source
    return scenario_text(scenario.position, steps, scenario.expect.table, title=title, rule=rule, source=source)


def _scenarios(text: str) -> list[tuple[object, str]]:
    found = parse_scenarios(text)
    for scenario in found:
        run_scenario(scenario)
    return [(each.position, written(each)) for each in found if written(each)]


def _transcripts(text: str) -> list[tuple[Position, list[tuple[r5.Action | None, r5.State]]]]:
    return [(each.position, list(each.moments())) for each in read_transcripts(text)]


def _transcript(value: tuple[Position, list[tuple[r5.Action | None, r5.State]]]) -> str:
    start, moments = value
    return transcript_text(start.rules, start.state, [action for action, _ in moments if action is not None])


def _sound(*left_out: str) -> Callable[[Position], None]:
    return lambda position: check_state(position.rules, position.state, left_out)


_COMPOSE: Final = (r5.ComposeError,)
NOTATION: Final = (
    one(parse_card, card_text),
    one(parse_cards, cards_text),
    one(parse_action, action_text),
    one(lambda text: parse_action(text, PILE), lambda action: action_text(action, PILE)),
    one(lambda text: parse_use(text, 1), lambda play: play.use_text()),
    *(one(partial(parse_meld, shapes=rules.melding.shapes), str) for rules in RULES),
    one(parse_position, position_text, check=_sound("missing-cards", "empty-hand"), also=_COMPOSE),
    Reader(_scenarios, lambda value: value[1]),
    Reader(_transcripts, _transcript, also=(*_COMPOSE, ReplayError)),
)


# ---------------------------------------------------------------- JSON


def _check_table(table: Table) -> None:
    check_match(table.rules, table.match)
    if table.hand is not None:
        check_state(table.rules, table.hand)


JSON: Final = (
    one(saved.rules_from_json, saved.rules_to_json, also=_COMPOSE),
    one(saved.action_from_json, saved.action_to_json),
    one(
        saved.state_from_json,
        saved.state_to_json,
        check=_sound("missing-cards"),
        also=_COMPOSE,
    ),
    one(
        saved.match_from_json,
        lambda value: saved.match_to_json(*value),
        check=lambda value: check_match(*value),
        also=_COMPOSE,
    ),
    one(table_from_json, table_to_json, check=_check_table, also=_COMPOSE),
)


# ---------------------------------------------------------------- the wire

#: The rules of tables, by the first line of a text for the wire.
TABLES: Final = {
    " ".join((preset, *plugins)): r5.compose(preset, plugins, {"deal.size": 4, **options}, seats=3)
    for preset, plugins, options in (
        ("pagat", (), {"match.target": 30}),
        ("classic", (), {"deck.jokers": 2, "stock.empty": "reshuffle"}),
        ("classic", ("michigan",), {}),
        ("classic", ("throw-down",), {}),
        ("family", ("dealers-gambit",), {}),
    )
    if {*plugins} <= {*installed()}
}


class Served:
    """A table that is served: two people send what they like, and a program plays the third seat."""

    def __init__(self, rules: r5.Rules) -> None:
        self.source = random.Random(1)
        self.table = open_table(rules, ["Ann", "Bo", "Robot"], programs={2: "random"})
        self._go_on(self.table)

    def send(self, line: str) -> None:
        """Send a line: a seat and its request, or `time` for a player's time that is up."""
        who, _, request = line.partition(" ")
        now = waiting(self.table)
        if who == "time":
            self._go_on(time_is_up(self.table, now.decision, now.kind, self.source))
            return
        handled = handle(self.table, int(who) if who in ("0", "1") else None, request, self.source, hints=True)
        answer = handled.answer
        if isinstance(answer, ErrorMessage):
            check_place(request, answer.error, answer.line, answer.column)
        if isinstance(answer, ErrorMessage | RefusalData):
            assert handled.table is self.table, "a request that is refused changes the table"
            check_words(answer.error if isinstance(answer, ErrorMessage) else answer.sentence)
        if answer is not None:
            self._check_message(answer)
        if handled.table is not self.table:
            self._go_on(handled.table)

    def _go_on(self, table: Table) -> None:
        if waiting(table).kind == "deal":
            table = deal_hand(table, self.source)
        self.table = advance(table, self.source)
        _check_table(self.table)

    def check(self) -> None:
        """Check that the table can be saved, and what each seat is shown."""
        assert table_from_json(table_to_json(self.table)) == self.table, "it is not read back equal"
        for seat in (0, 1, None):
            self._check_message(update_message(self.table, seat, 0))

    def _check_message(self, message: Answer) -> None:
        text = message_json(message)
        assert len(text) < _MOST_MESSAGE, "the message is too long"
        assert read_answer(text, type(message)) == message, "the message is not read back equal"


# ---------------------------------------------------------------- all three


def send_to(readers: Sequence[Reader], text: str) -> bool:
    """Send a text to every one of some parsers; return whether one of them read it."""
    return sum(reader.send(text) for reader in readers) > 0


def wire(text: str) -> bool:
    """Send the lines of a text to a table, whose rules the first line names; return whether one request was granted."""
    name, *lines = text.split("\n")
    served = Served(TABLES.get(name, TABLES["pagat"]))
    begun = len(served.table.log)
    for line in lines[:MOST_LINES]:
        served.send(line)
    served.check()
    return len(served.table.log) > begun


TARGETS: Final[dict[str, Callable[[str], bool]]] = {
    "notation": partial(send_to, NOTATION),
    "json": partial(send_to, JSON),
    "wire": wire,
}
