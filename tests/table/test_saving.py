"""Tests of tables as JSON: untrusted text is bounded and judged, and an error names the place."""

from __future__ import annotations

import json
import os
import pickle
import random
import subprocess
from collections.abc import Callable
from itertools import islice
from typing import Any

import pytest
from tests.laws.kit.cookbook import passed
from tests.table.driving import driver

import rummy500 as r5
from rummy500.hooks.plugin import installed
from rummy500.table import (
    Table,
    TableError,
    advance,
    answer_undo,
    append_entries,
    ask_undo,
    deal_hand,
    entries_since,
    messages,
    open_table,
    submit,
    table_from_json,
    table_from_snapshot,
    table_to_json,
    table_to_snapshot,
)
from rummy500.table.entries import LetGo
from rummy500.table.log import MOST_ENTRIES, replay
from rummy500.table.saving import _head, _Unpickler

RULES = r5.compose("classic", seats=2)


def played() -> Table:
    table = open_table(RULES, ["Ann", "Bob"], programs={0: "medium", 1: "medium"})
    source = random.Random(3)
    return advance(deal_hand(table, source), source, most=6)


def saved() -> dict[str, Any]:
    data: dict[str, Any] = json.loads(table_to_json(played()))
    return data


def test_greedy_of_an_older_file_is_medium() -> None:
    older = json.dumps(saved()).replace('"medium"', '"greedy"')
    assert '"greedy"' in older
    assert table_from_json(older) == played()


#: The plugins whose rules version has been raised, since they play or score differently than before.
RAISED = {"add-opponents-hand": 2, "boathouse": 2, "dealers-gambit": 2, "persian": 2}


@pytest.mark.parametrize("name", sorted(installed()))
def test_a_saved_game_of_the_first_rules_version_is_read_unless_its_plugin_plays_otherwise_now(name: str) -> None:
    rules = r5.compose("classic", [name], seats=4)
    table = deal_hand(open_table(rules, ["Ann", "Bob", "Cat", "Dan"]), random.Random(3))
    data = json.loads(table_to_json(table))
    assert data["rules"]["plugins"][name] == RAISED.get(name, 1)
    data["rules"]["plugins"] = dict.fromkeys(data["rules"]["plugins"], 1)
    if name not in RAISED:
        assert table_from_json(json.dumps(data)) == table
        return
    with pytest.raises(r5.ComposeError) as caught:
        table_from_json(json.dumps(data))
    assert str(caught.value) == f"plugin {name}: the saved rules have its rules version 1; here it has 2"
    assert caught.value.plugins == (name,)


def test_what_was_written_is_read_and_nothing_else_is_needed() -> None:
    table = played()
    assert table_from_json(table_to_json(table)) == table
    assert "\n" not in table_to_json(table)
    assert pickle.loads(pickle.dumps(table)) == table


@pytest.mark.parametrize("agrees", [True, False])
def test_an_answer_to_an_undo_is_read_as_it_was_given(agrees: bool) -> None:
    table = deal_hand(open_table(RULES, ["Ann", "Bob"], dealer=1), random.Random(3))
    table = submit(table, 0, table.decision, "draw", random.Random(3))
    assert table.hand is not None
    card = r5.card_text(table.hand.cards(0)[0])
    table = submit(table, 0, table.decision, f"discard {card}", random.Random(3))
    asked = ask_undo(table, 0, table.decision)
    answered = answer_undo(asked, 1, asked.decision, agrees=agrees)
    assert table_from_json(table_to_json(answered)) == answered


def test_garbled_text_raises_no_other_error() -> None:
    *_, table = driver(r5.compose("pagat", seats=3), 5, programs={1: "random"}).run(60)
    text, rng, refusals = table_to_json(table), random.Random(6), 0
    pieces = ["deck", "1: draw", "2", '"', "}", "undone", "kept", "null", "-1", "{}", "9" * 30, "h", "call", " on m9"]
    for _ in range(150):
        at, more = rng.randrange(len(text)), rng.choice([0, 1, 5, 20])
        try:
            table_from_json(text[:at] + rng.choice(pieces) + text[at + more :])
        except (r5.NotationError, r5.ComposeError):
            refusals += 1
    assert refusals > 100


def test_a_log_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rummy500.table.log.MOST_ENTRIES", 20)
    assert MOST_ENTRIES > 20
    *_, table = driver(r5.compose("pagat", seats=3), 1).run(60)
    assert len(table.log) == 20
    with pytest.raises(TableError, match="The log of this table is full"):
        replay(table.rules, (*table.log, LetGo(0)))


def test_the_wrong_entry_of_a_log_is_named() -> None:
    table = played()
    texts, half = entries_since(table, 0), len(table.log) // 2
    logs: tuple[Callable[[], object], ...] = (
        lambda: replay(RULES, (*table.log[:half], table.log[1], *table.log[half:])),
        lambda: append_entries(replay(RULES, table.log[:3]), [*texts[3:half], texts[1], *texts[half:]]),
        lambda: append_entries(replay(RULES, table.log[:half]), ["no JSON"]),
    )
    for read in logs:
        with pytest.raises(r5.Rummy500Error) as caught:
            read()
        assert caught.value.__notes__ == [f"entry {half} of the log, counted from 0"]


def test_a_full_log_can_be_read_again_whatever_its_entries_are() -> None:
    seat = {"replaced": 0, "name": "Ann", "player": "person"}
    data = saved()
    data["log"] += [seat] * (MOST_ENTRIES - len(data["log"]))
    assert len(table_from_json(json.dumps(data)).log) == MOST_ENTRIES


@pytest.mark.parametrize("plugins", [(), ("persian", "partnership"), ("pass-two",)])
def test_a_snapshot_is_the_table_that_the_whole_log_makes(plugins: tuple[str, ...]) -> None:
    rules = r5.compose("classic", passed(plugins), seats=4)
    for table in islice(driver(rules, 6, programs={1: "random"}).run(240, hands=3), 20, None, 60):
        back = table_from_snapshot(rules, table_to_snapshot(table))
        assert back is not None
        assert back == table == replay(rules, table.log)
        assert back.rules is rules
        for seat in (0, 3, None):
            assert messages(back, seat) == messages(table, seat)
    begun = open_table(RULES, ["Ann", "Bob"], position=mid_hand())
    assert table_from_snapshot(RULES, table_to_snapshot(begun)) == begun


def test_a_snapshot_is_tied_to_the_rules_and_to_the_version(monkeypatch: pytest.MonkeyPatch) -> None:
    snapshot = table_to_snapshot(played())
    assert table_from_snapshot(RULES, snapshot) == played()
    for rules in (r5.compose("pagat", seats=2), r5.compose("classic", options={"match.target": 300}, seats=2)):
        assert table_from_snapshot(rules, snapshot) is None
    monkeypatch.setattr("rummy500.table.saving.__version__", "0.0.9")
    assert table_from_snapshot(RULES, snapshot) is None


@pytest.mark.parametrize("stray", [subprocess.Popen, os.system, r5.compose, type(RULES), json.JSONDecoder])
def test_a_snapshot_loads_nothing_that_is_not_part_of_a_table(stray: object) -> None:
    pickled = pickle.dumps(stray)
    with pytest.raises(pickle.UnpicklingError, match="is not part of a table"):
        _Unpickler(RULES, pickled).load()
    assert table_from_snapshot(RULES, _head(RULES, pickled) + pickled) is None


def test_a_damaged_snapshot_is_no_table() -> None:
    """Also where the checksum is right, whatever the pickle raises or holds."""
    head, _, pickled = table_to_snapshot(played()).partition(b"\n")
    for text in (b"", b"\n", head, b"\xff\n" + pickled):
        assert table_from_snapshot(RULES, text) is None
    for place in range(0, len(pickled), 50):
        changed = bytearray(pickled)
        changed[place] ^= 1
        assert table_from_snapshot(RULES, head + b"\n" + changed) is None
    cut = [pickled[:length] for length in (0, 1, 10, len(pickled) // 2, len(pickled) - 1)]
    other = [pickle.dumps({}), pickle.dumps(played().log), pickled.replace(b"HandStart", b"HandStarx")]
    for each in (*cut, *other):
        assert table_from_snapshot(RULES, _head(RULES, each) + each) is None


def mid_hand() -> r5.Position:
    table = played()
    assert table.hand is not None
    return r5.Position(RULES, table.hand)


def test_a_table_begins_from_a_position__and_is_read_again_after_its_next_hand_too() -> None:
    position, source = mid_hand(), random.Random(5)
    table = open_table(RULES, ["Ann", "Bob"], programs={0: "medium", 1: "medium"}, position=position)
    assert table.hand == position.state
    assert [message.kind for message in messages(table, 0)] == ["opened"]
    assert (messages(table, 0)[-1].decision, table.decision) == (1, 1)
    table = advance(deal_hand(advance(table, source), source), source, most=4)
    assert len(table.match.hands) == 1
    read = table_from_json(table_to_json(table))
    assert read == table
    assert messages(read, 0) == messages(table, 0)
    assert "dealt" in [message.kind for message in messages(read, 0)]
