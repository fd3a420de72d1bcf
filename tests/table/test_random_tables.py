"""Laws of tables, asked of random ones: the log is the truth, numbers only rise, hidden cards tell nothing."""

from __future__ import annotations

import random

import attrs
import pytest
from tests.laws.kit.cookbook import passed
from tests.table.driving import driver

import rummy500 as r5
from rummy500.players import play_hand, player_named
from rummy500.rules.state import DRAW_PHASE
from rummy500.table import (
    Message,
    Table,
    TableError,
    advance,
    append_entries,
    deal_hand,
    entries_since,
    everyone_let_go,
    last_number,
    messages,
    open_table,
    submit,
    table_from_json,
    table_to_json,
    time_is_up,
    waiting,
)
from rummy500.table.entries import DEFAULT
from rummy500.table.log import replay
from rummy500.table.table import programs_to_ask
from rummy500.wire import update_message
from rummy500_testing.hidden import redealt

RULES: dict[str, tuple[str, tuple[str, ...], int, dict[str, object]]] = {
    "pagat": ("pagat", (), 3, {"stock.empty": "reshuffle"}),
    "classic": ("classic", (), 4, {}),
    "last-discard": ("north-american", (), 4, {"call": "last-discard"}),
    "throw-down": ("pagat", ("throw-down",), 3, {}),
    "dealers-gambit": ("classic", ("dealers-gambit",), 3, {}),
    "oklahoma": ("pagat", ("oklahoma",), 3, {}),
    "persian": ("classic", ("persian", "partnership"), 4, {}),
    "michigan": ("north-american", ("michigan",), 4, {}),
    "floating": ("pagat", ("floating",), 3, {}),
    "pass-two": ("pagat", ("pass-two",), 3, {}),
    "sealed-bids": ("pagat", ("sealed-bids",), 3, {}),
    "look-once": ("pagat", ("look-once", "partnership"), 4, {}),
    "may-i": ("pagat", ("may-i",), 3, {}),
}
NAMES = sorted(RULES)


def rules_of(name: str) -> r5.Rules:
    preset, plugins, seats, options = RULES[name]
    return r5.compose(preset, passed(plugins), options, seats=seats)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_replaying_the_log_gives_an_equal_table(name: str) -> None:
    rules = rules_of(name)
    for seed, programs in ((1, {}), (2, {1: "random"}), (3, {0: "medium", 1: DEFAULT})):
        drive = driver(rules, seed, programs=programs)
        *_, table = drive.run(150)
        assert drive.refused
        assert replay(rules, table.log) == table
        assert table_from_json(table_to_json(table), rules=rules) == table
        half = len(table.log) // 2
        assert append_entries(replay(rules, table.log[:half]), entries_since(table, half)) == table


@pytest.mark.parametrize("name", ["pagat", "dealers-gambit"])
def test_the_entries_since_a_number_make_the_table_again(name: str) -> None:
    rules = rules_of(name)
    table = saved = driver(rules, 14, programs={1: "random"}).table
    for table in driver(rules, 14, programs={1: "random"}).run(120):
        if len(table.log) % 7 == 0:
            saved = append_entries(saved, entries_since(table, len(saved.log)))
            assert saved == table
    assert append_entries(saved, entries_since(table, len(saved.log))) == table
    assert entries_since(table, len(table.log)) == []


@pytest.mark.parametrize("name", ["pagat", "dealers-gambit", "pass-two"])
def test_messages_go_on_from_any_number_and_what_was_shown_stays(name: str) -> None:
    rules = rules_of(name)
    shown: dict[int | None, tuple[Message, ...]] = dict.fromkeys((*range(rules.seats), None), ())
    for step, table in enumerate(driver(rules, 4, programs={1: "random"}).run(160)):
        if step % 20 == 0:
            for seat, before in shown.items():
                every = messages(table, seat)
                assert every[: len(before)] == before
                assert [message.number for message in every] == list(range(1, last_number(table, seat) + 1))
                for since in (1, len(before), len(every) // 2, len(every)):
                    assert messages(table, seat, since) == every[since:]
                shown[seat] = every


@pytest.mark.parametrize("name", ["pagat", "last-discard", "dealers-gambit"])
def test_an_update_changes_only_with_an_event(name: str) -> None:
    """A server may wait for events; what another seat keeps or lets go makes none."""
    rules = rules_of(name)
    drive = driver(rules, 9, programs={rules.seats - 1: "random"})
    shown = {seat: update_message(drive.table, seat, 0) for seat in (*range(rules.seats), None)}
    entries = without_news = 0
    for table in drive.run(120):
        grows, entries = len(table.log) > entries, len(table.log)
        for seat, before in shown.items():
            update = update_message(table, seat, before.number)
            if update.events:
                shown[seat] = update
            else:
                assert update == attrs.evolve(before, events=())
                without_news += grows
    assert without_news


@pytest.mark.parametrize("name", NAMES)
def test_a_table_of_programs_plays_the_hand_of_play_hand(name: str) -> None:
    rules = rules_of(name)
    seats = ["medium", "random", *["medium"] * (rules.seats - 2)]
    for seed in range(1):
        source = random.Random(seed)
        table = open_table(rules, seats, programs=dict(enumerate(seats)))
        dealt = deal_hand(table, source)
        table = advance(dealt, source, most=300)
        again = random.Random(seed)
        assert deal_hand(open_table(rules, seats, programs=dict(enumerate(seats))), again) == dealt
        assert dealt.hand is not None
        players = [player_named(each, again) for each in seats]
        record = play_hand(rules, dealt.hand, players, again, max_turns=400)
        actions = tuple(moment.action for moment in table.moments)
        assert actions == record.actions[:300]
        assert actions


def with_hand(table: Table, hand: r5.State) -> Table:
    """Lay other cards on a table."""
    return attrs.evolve(table, match=attrs.evolve(table.match, hand=hand))


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_hidden_cards_change_nothing_that_a_seat_is_shown(name: str) -> None:
    """Whoever holds what, the table waits for the same people, and ends its windows by the same rule."""
    rules = rules_of(name)
    drive, rng = driver(rules, 5, programs={rules.seats - 1: "medium"}), random.Random(6)
    compared = held = 0
    for step, table in enumerate(drive.run(300)):
        if table.hand is None or (step % 8 and waiting(table).kind != "window"):
            continue
        for seat in (*range(rules.seats), None):
            other = with_hand(table, redealt(rules, table.hand, seat, rng))
            assert waiting(other) == waiting(table)
            assert everyone_let_go(other) == everyone_let_go(table)
            assert messages(other, seat) == messages(table, seat)
            compared += other.hand != table.hand
            held += waiting(table).kind == "window"
    assert compared > 50
    assert bool(held) == (rules.options["call"] != "none" or name == "dealers-gambit")  # a block is a claim, too


@pytest.mark.parametrize("name", ["pagat", "dealers-gambit"])
def test_hidden_cards_do_not_decide_whether_the_person_on_turn_gets_a_window(name: str) -> None:
    """Who may block the dealer's joker depends on the hand; who is asked does not."""
    rules, rng, held = rules_of(name), random.Random(12), 0
    for seed in range(4):
        for table in driver(rules, seed, programs={0: "medium", 2: "random"}).run(150):
            now = waiting(table)
            if table.hand is None or now.on_turn != 1 or table.hand.public.phase != DRAW_PHASE:
                continue
            held += now.kind == "window"
            for seat in (0, 2, None, None):
                assert waiting(with_hand(table, redealt(rules, table.hand, seat, rng))) == now
    assert held


@pytest.mark.parametrize("name", ["dealers-gambit", "michigan"])
def test_programs_are_asked_once_before_the_person_on_turn_acts__also_if_they_have_nothing_to_call(name: str) -> None:
    asked = 0
    for seed in range(3):
        for table in driver(rules_of(name), seed, programs={0: "medium", 2: "random"}).run(150):
            if waiting(table).kind == "turn" and programs_to_ask(table):
                asked += 1
                after = advance(table, random.Random(1))
                assert after.decision > table.decision or not programs_to_ask(after)
    assert asked


def without_cards(message: Message) -> Message:
    """Return a message without the cards that moved, also where its sentence names them."""
    said = r5.Sentence(message.sentence.key, message.sentence.template)
    return attrs.evolve(message, sentence=said, changes=tuple(attrs.evolve(each, cards=()) for each in message.changes))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["pagat", "dealers-gambit", "may-i"])
def test_where_people_play_a_window_ends_with_equal_messages_for_any_cards(name: str) -> None:
    """Nothing is applied at the end of a window because of a hidden card, where no program claims."""
    rules = rules_of(name)
    drive, rng, ended = driver(rules, 7), random.Random(8), 0
    for table in drive.run(300):
        now = waiting(table)
        if now.kind != "window" or table.hand is None:
            continue
        for seat in (*range(rules.seats), None):
            if table.kept is not None and seat != now.on_turn:
                continue  # the action that is kept may not be legal with other cards
            other = with_hand(table, redealt(rules, table.hand, seat, rng))
            after, elsewhere = (time_is_up(each, now.decision, "window", random.Random(1)) for each in (table, other))
            if seat == now.on_turn:  # a kept draw brings it another card of the other stock
                assert list(map(without_cards, messages(after, seat))) == list(
                    map(without_cards, messages(elsewhere, seat))
                )
            else:
                assert messages(after, seat) == messages(elsewhere, seat)
            assert waiting(after) == waiting(elsewhere)
            ended += 1
    assert ended


def test_a_stale_number_is_refused_whatever_is_sent() -> None:
    rules, rng = rules_of("pagat"), random.Random(9)
    drive = driver(rules, 9)
    for table in drive.run(200):
        seat = rng.randrange(rules.seats)
        for decision in (table.decision - 1, table.decision + 1, -1, True, "1", 10**400, None):
            with pytest.raises(TableError) as caught:
                submit(table, seat, decision, "draw", rng)  # type: ignore[arg-type] # wrong on purpose
            assert caught.value.refusal.rule == "table.decision"
