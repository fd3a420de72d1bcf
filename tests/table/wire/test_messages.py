"""Tests of the messages of the wire: their schema, the way there and back, and what arrives as garbage."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from itertools import islice
from typing import Any

import attrs
import pytest
from tests.drawn import DRAW
from tests.hooks.samples import plugin
from tests.laws.kit.secrecy import Asked, every_plugin
from tests.table.driving import out_of_time
from tests.table.wire.games import checker, played, request
from tools.pages import wire as wire_schema

import rummy500 as r5
from rummy500.cards.cards import card_text
from rummy500.notation.actions import action_text
from rummy500.rules.rules import Rules
from rummy500.rules.state import View
from rummy500.table import (
    Table,
    advance,
    answer_undo,
    ask_undo,
    deal_hand,
    let_go,
    open_table,
    replace_seat,
    submit,
    time_is_up,
    waiting,
)
from rummy500.table.log import MOST_ENTRIES
from rummy500.wire import (
    ANSWERS,
    REQUESTS,
    handle,
    legal_message,
    message_json,
    read_answer,
    read_request,
    read_view,
    update_message,
    view_message,
)
from rummy500.wire.messages import (
    EventData,
    HintMessage,
    RefusalData,
    SelectedMessage,
    UndoData,
    UpdateMessage,
    WhyMessage,
)
from rummy500.wire.protocol import SubmitMessage
from rummy500.wire.serving import MOST_EVENTS
from rummy500_testing import random_game

EVERY = [each for each in every_plugin() if each.plugins or each.preset != "classic"]


@cache
def validator() -> Any:
    """The closed schema: ours must have no other fields and words."""
    return checker(wire_schema.schema(closed=True))


@cache
def published() -> Any:
    return checker(json.loads(files("rummy500.wire").joinpath("schema.json").read_text("utf-8")))


def check_message(message: Any) -> None:
    """Check a message by the schema, and that it is read back equal."""
    text = message_json(message)
    data = json.loads(text)
    assert not [error.message[:300] for error in validator().iter_errors(data)]
    assert published().is_valid(data)
    assert read_answer(text, ANSWERS[data["type"]]) == message == read_answer(text)


def test_a_selection_that_a_player_has_cleared_is_answered() -> None:
    table = deal_hand(open_table(r5.compose("pagat", seats=2), ["Ann", "Bob"]), random.Random(1))
    found = handle(table, 0, request({"type": "select", "cards": []}), random.Random(1)).answer
    assert found == SelectedMessage((), (), more=False, guess="", refusal=None)


def test_an_answer_of_any_type_is_read_and_a_type_of_later_is_none() -> None:
    text = '{"type":"why","version":1,"action":"draw","refusal":null}'
    assert read_answer(text) == WhyMessage("draw", None)
    assert read_answer(text.replace("why", "weather")) is None
    with pytest.raises(r5.NotationError, match="no type"):
        read_answer('{"version":1}')
    with pytest.raises(r5.NotationError, match="there is no message 'weather'"):
        read_answer(text.replace("why", "weather"), WhyMessage)


@pytest.mark.slow
@pytest.mark.parametrize("asked", EVERY[DRAW % 4 :: 4], ids=str)
def test_every_message_of_a_table_fits_the_schema_and_is_read_back(asked: Asked) -> None:
    rules = asked.rules(4) or asked.rules(2)
    if rules is None:
        pytest.skip("these rules do not go together")
    seen = set()
    for _, _, message in played(rules, random.Random(11), 40):
        check_message(message)
        seen.add(type(message))
    assert {UpdateMessage, RefusalData} <= seen


@pytest.mark.slow
@pytest.mark.parametrize("asked", EVERY[(DRAW + 1) % 4 :: 4], ids=str)
def test_a_view_is_equal_after_the_way_there_and_back(asked: Asked) -> None:
    rules = asked.rules(3) or asked.rules(4)
    if rules is None:
        pytest.skip("these rules do not go together")
    for state in random_game(rules, random.Random(5)).states[::3]:
        for seat in (0, rules.seats - 1, None):
            view = r5.observe(rules, state, seat)
            back = read_view(rules, message_json(view_message(rules, view)))
            assert back == view
            if seat is not None:
                assert r5.legal_actions(rules, back)[:50] == r5.legal_actions(rules, view)[:50]


def rules_and_view() -> tuple[r5.Rules, View]:
    rules = r5.compose("classic", ["oklahoma"], seats=3)
    states = random_game(rules, random.Random(2)).states
    return rules, r5.observe(rules, states[len(states) // 2], 1)


def test_a_view_that_was_changed_is_read_or_refused_in_words() -> None:
    rules, view = rules_and_view()
    whole, source = message_json(view_message(rules, view)), random.Random(3)
    junk: list[Any] = [None, -1, 2**70, "", "??", "x" * 300, [], {}, [None], True, 1.5]
    refused = 0
    for _ in range(200):
        data = json.loads(whole)
        inner = data
        while True:
            key = source.choice(list(inner)) if isinstance(inner, dict) else source.randrange(len(inner))
            if isinstance(inner[key], (dict, list)) and inner[key] and source.random() < 0.6:
                inner = inner[key]
                continue
            inner[key] = source.choice(junk)
            break
        try:
            read_view(rules, json.dumps(data))
        except r5.NotationError:
            refused += 1
    assert refused > 100


def a_table() -> tuple[Table, random.Random]:
    source = random.Random(1)
    rules = r5.compose("pagat", seats=2)
    return advance(deal_hand(open_table(rules, ["Ann", "Bo"]), source), source), source


def test_the_mistake_of_a_rule_is_no_mistake_of_the_client() -> None:
    """The rule fails when the program at seat 1 may draw, after the client's discard."""

    def may() -> dict[str, Callable[[Rules, View], None]]:
        def fail(rules: Rules, view: View) -> None:
            if view.seat == 1:
                r5.parse_card("no card")

        return {"draw": fail}

    source = random.Random(1)
    rules = r5.compose("classic", [plugin("faulty", may=may)], seats=2)
    table = open_table(rules, ["Ann", "Bo"], programs={1: "medium"}, dealer=1)
    table = advance(deal_hand(table, source), source)
    table = handle(table, 0, message_json(SubmitMessage(waiting(table).decision, "draw")), source).table
    hand = table.hand
    assert hand is not None
    discard = next(each for each in r5.legal_actions(rules, hand) if each.verb == "discard")
    text = action_text(discard, hand, with_seat=False)
    after = handle(table, 0, message_json(SubmitMessage(waiting(table).decision, text)), source)
    assert after.answer is None
    with pytest.raises(r5.NotationError, match="is not a card"):
        advance(after.table, source)


def test_the_late_answer_hears_who_was_first() -> None:
    table, source = a_table()
    asked = waiting(table)
    draw = request({"type": "submit", "decision": asked.decision, "action": "draw"})
    after = handle(table, asked.seats[0], draw, source)
    assert after.answer is None
    late = handle(after.table, 1 - asked.seats[0], draw, source)
    assert late.table is after.table
    assert isinstance(late.answer, RefusalData)
    assert late.answer.sentence == f"Seat {asked.on_turn} was first."


def test_a_seat_asks_what_its_cards_can_do() -> None:
    table, source = a_table()
    seat = waiting(table).on_turn
    mine = handle(table, seat, request({"type": "ask-update"}), source).answer
    assert isinstance(mine, UpdateMessage)
    assert mine.view is not None
    top = mine.view.pile[-1]
    selected = handle(table, seat, request({"type": "select", "cards": [top]}), source).answer
    assert isinstance(selected, SelectedMessage)
    assert [each.action for each in selected.actions] == [f"take {top}"]
    card = mine.view.hand[0]
    why = handle(table, seat, request({"type": "ask-why", "action": f"discard {card}"}), source).answer
    assert isinstance(why, WhyMessage)
    assert why.refusal is not None
    hint = handle(table, seat, request({"type": "ask-hint"}), source, hints=True).answer
    assert isinstance(hint, HintMessage)
    assert (hint.key, hint.sentence) == (f"hint:{hint.action.split()[0]}:best", hint.template)
    assert isinstance(handle(table, seat, request({"type": "ask-hint"}), source).answer, RefusalData)


@pytest.mark.parametrize("since", [-(2**40), -1, 1_000, 2**70])
def test_a_client_with_a_number_that_no_event_has_goes_on_getting_events(since: int) -> None:
    table, source = a_table()
    asked = waiting(table)
    after = handle(
        table, asked.on_turn, request({"type": "submit", "decision": asked.decision, "action": "draw"}), source
    ).table
    for seat in (0, 1, None):
        number = update_message(table, seat, since).number
        assert number == update_message(table, seat, 0).events[-1].number
        assert [event.number for event in update_message(after, seat, number).events][:1] == [number + 1]


def test_an_update_without_a_number_is_the_state_and_names_the_requests_that_are_known() -> None:
    table, _ = a_table()
    update, later = update_message(table, 0), update_message(table, 0, 0)
    assert (update.events, update.number, update.requests) == ((), 2, tuple(REQUESTS))
    assert [event.kind for event in later.events] == ["opened", "dealt"]
    assert attrs.evolve(later, events=(), requests=update.requests) == update


def test_an_update_has_the_undo_that_was_asked_for() -> None:
    table, source = a_window_with(0, 1, 2)
    asker, other, third = 2, 0, 1
    table = submit(table, asker, table.decision, "call Th on m1", source)
    table = ask_undo(table, asker, table.decision)
    assert [update_message(table, seat).undo for seat in (0, 1, None)] == [UndoData(asker, ())] * 3
    table = answer_undo(table, other, table.decision, agrees=True)
    assert update_message(table, third).undo == UndoData(asker, (other,))
    assert update_message(answer_undo(table, third, table.decision, agrees=False), 1).undo is None


def long_hand(entries: int) -> Table:
    """A hand of eight seats with so many entries that is not over: they keep, let go, undo and take whole piles."""
    source = random.Random(3)
    options = {"deck.packs": 4, "deck.jokers": 3, "stock.empty": "reshuffle"}
    rules = r5.compose("pagat", options=options, seats=8)
    table = deal_hand(open_table(rules, [f"Somebody with a long name {seat}" for seat in range(8)]), source)
    while len(table.log) < entries:
        now, hand = waiting(table), table.hand
        assert now.on_turn is not None
        assert hand is not None
        legal = list(r5.legal_actions(rules, hand, seat=now.on_turn)[:200])
        if now.kind == "window":
            drawing = [each for each in legal if each.verb != "call"]
            for action in (drawing[0], drawing[-1], drawing[0], max(drawing, key=lambda each: each.depth)):
                table = submit(table, now.on_turn, now.decision, action_text(action, hand, with_seat=False), source)
            for seat in now.seats:
                table = let_go(table, seat, now.decision)
            table = time_is_up(table, now.decision, "window", source)
            continue
        discards = [each for each in legal if each.verb == "discard"]
        action = source.choice(discards) if discards else max(legal, key=lambda each: each.depth)
        table = submit(table, now.on_turn, now.decision, action_text(action, hand, with_seat=False), source)
    return table


def test_no_message_is_longer_than_256_kib_whatever_a_client_asks() -> None:
    table, source = long_hand(3_000), random.Random(4)
    assert table.hand is not None
    longest: dict[str, int] = {}
    for seat in (0, 3, None):
        cards = list(map(card_text, table.hand.cards(seat or 0)))
        questions: list[dict[str, Any]] = [
            *({"type": "ask-update", "since": since} for since in (None, -1, 0, 50, 700, 1_500, 2_900, 10**9)),
            *({"type": "select", "cards": cards[:number]} for number in (1, 2, 3, 10, 100)),
            *({"type": "describe", "what": what} for what in ("rules", "sheet")),
            *({"type": "ask-choices", "preset": preset} for preset in ("pagat", "classic", "north-american")),
            {"type": "ask-hint"},
            {"type": "ask-why", "action": "take 1 with " + " ".join(cards)},
        ]
        for question in questions:
            handled = handle(table, seat, request(question), source, hints=True)
            assert handled.answer is not None
            kind = str(question["type"])
            longest[kind] = max(longest.get(kind, 0), len(message_json(handled.answer).encode()))
    assert max(longest.values()) < 256 * 1024, longest
    assert longest["ask-update"] > 20_000


def test_no_update_of_a_match_of_thousands_of_hands_is_longer_than_256_kib() -> None:
    options = {"deck.packs": 2, "deck.jokers": 1, "deal.size": 13, "stock.empty": "strict", "call": "none"}
    rules, source = r5.compose("pagat", options={**options, "match.target": 10**9}, seats=8), random.Random(1)
    table = open_table(rules, ["\U0001f0a1" * 60] * 8, programs=dict.fromkeys(range(8), "default"))
    while len(table.log) < MOST_ENTRIES - 3:  # each hand has three
        table = advance(deal_hand(table, source), source)
    played = table.match.hands
    assert len(played) > 3_000
    for since in (None, 0, 5_000):
        update = update_message(table, None, since)
        assert len(message_json(update).encode()) < 256 * 1024
        assert [hand.by_seat for hand in update.match.hands] == [hand.score.by_seat for hand in played[-100:]]
        assert update.match.hand_number == len(played) + 1


def test_events_of_earlier_hands_are_those_that_were_sent_then() -> None:
    rules, source = r5.compose("pagat", seats=3), random.Random(8)
    table = open_table(rules, ["Ann", "Bo", "Cy"], programs={1: "medium", 2: "random"})
    sent: dict[int | None, list[EventData]] = {seat: [] for seat in (0, 1, 2, None)}
    while len(table.match.hands) < 2 and not table.match.is_over:
        table = advance(out_of_time(table, source), source, most=4)
        for seat, events in sent.items():
            events.extend(update_message(table, seat, len(events)).events)
    for seat, events in sent.items():
        for since in range(0, len(events), 7):
            page = update_message(table, seat, since).events
            assert list(page) == events[since : since + MOST_EVENTS]


def a_window_with(*people: int) -> tuple[Table, random.Random]:
    """A table of three at which people may call the Th of the pile, the seat on turn, 1, too."""
    position = r5.parse_position(
        """
        rules = { preset = "pagat" }
        phase = "draw"
        to_act = 1
        last = 0
        hands = ["Ac 2c", "3c 4c", "5c 6c"]
        melds = ["0 {Ts Td Tc}"]
        pile = "Kd Th"
        stock = "7c 8c Jh Qh"
        """
    )
    programs = {seat: "medium" for seat in range(3) if seat not in people}
    return open_table(position.rules, ["Ann", "Bo", "Cy"], programs=programs, position=position), random.Random(1)


def test_only_the_seat_that_lets_its_claim_go_is_shown_it_while_the_window_lasts() -> None:
    table, source = a_window_with(0, 1, 2)
    decision = waiting(table).decision
    table = handle(table, 2, request({"type": "let-go", "decision": decision}), source).table
    assert {each: update_message(table, each).let_go for each in (0, 1, 2, None)} == {
        0: False,
        1: False,
        2: True,
        None: False,
    }
    assert not update_message(time_is_up(table, decision, "window", source), 2).let_go


def test_what_a_seat_keeps_is_shown_to_that_seat_alone() -> None:
    action = "take Th with Th on m1"
    table, source = a_window_with(0, 1, 2)
    asked, others = waiting(table), (0, 2, None)
    before = {seat: update_message(table, seat) for seat in others}
    table = handle(table, 1, request({"type": "submit", "decision": asked.decision, "action": action}), source).table
    assert waiting(table) == asked
    mine = update_message(table, 1, 0)
    assert (mine.kept, mine.events[-1].kind) == (action, "kept")
    assert {seat: update_message(table, seat) for seat in others} == before
    called = handle(
        table, 2, request({"type": "submit", "decision": asked.decision, "action": "call Th on m1"}), source
    ).table
    shown = {seat: update_message(called, seat, 0) for seat in (1, *others)}
    assert [update.kept for update in shown.values()] == [""] * 4
    assert [update.events[-1].drops_kept for update in shown.values()] == [True, False, False, False]


def test_a_program_that_takes_the_seat_of_a_person_who_let_go_may_call() -> None:
    table, source = a_window_with(0, 1, 2)
    decision = waiting(table).decision
    table = handle(table, 2, request({"type": "let-go", "decision": decision}), source).table
    table = advance(time_is_up(replace_seat(table, 2, "Bot", "medium"), decision, "window", source), source, most=1)
    assert update_message(table, None, 0).events[-1].action == "2: call Th on m1"


@pytest.mark.parametrize(("agree", "shown"), [(True, ["undo-agreed", "undone"]), (False, ["undo-refused"])])
def test_an_undo_is_made_if_the_other_person_agrees_and_only_then(agree: bool, shown: list[str]) -> None:
    position = r5.parse_position(
        """
        rules = { preset = "pagat" }
        phase = "play"
        to_act = 0
        last = 1
        hands = ["9s 9h 9d Kd 2h", "Qs Jc 5c"]
        pile = "Kh"
        stock = "3s 4s 5s 6s"
        """
    )
    table, source = open_table(position.rules, ["Ann", "Bo"], position=position), random.Random(1)
    before = update_message(table, 1).view
    table = handle(
        table, 0, request({"type": "submit", "decision": table.decision, "action": "meld {9s 9h 9d}"}), source
    ).table
    table = handle(table, 0, request({"type": "undo", "decision": table.decision}), source).table
    since = update_message(table, 1).number
    answered = handle(
        table, 1, request({"type": "answer-undo", "decision": table.decision, "agree": agree}), source
    ).table
    update = update_message(answered, 1, since)
    assert [event.kind for event in update.events] == shown
    assert (update.view == before) == agree


def test_every_request_is_read() -> None:
    assert read_request('{"type":"submit","version":1,"decision":4,"action":"draw"}') == SubmitMessage(4, "draw")
    assert set(REQUESTS) == {
        "submit", "let-go", "undo", "answer-undo", "ask-update", "select", "ask-why", "ask-hint", "describe",
        "ask-choices",
    }  # fmt: skip


def test_more_actions_are_announced_only_where_some_are_not_listed() -> None:
    rules = r5.compose("pagat", seats=3)
    view = r5.observe(rules, r5.deal(rules, seed=3), 1)
    every = len(tuple(r5.legal_actions(rules, view).plain()))
    assert every == 2
    found = [legal_message(rules, view, limit=limit) for limit in (every - 1, every, every + 1)]
    assert [message.more for message in found] == [True, False, False]
    assert [sum(len(kind.actions) for kind in message.kinds) for message in found] == [1, 2, 2]


def test_a_pass_is_listed_where_more_actions_are_legal_than_are_listed() -> None:
    """With an empty stock and a long pile the takes alone fill the list, and no card leads to a pass."""
    rules = r5.compose("pagat", seats=2)
    hand = r5.deal(rules, seed=3)
    while "pass" not in {each.verb for each in r5.legal_actions(rules, hand)}:
        legal = r5.legal_actions(rules, hand)
        hand = r5.apply(rules, hand, legal[0] if hand.public.phase == "draw" else legal[-1])
    message = legal_message(rules, r5.observe(rules, hand, hand.public.to_act))
    assert message.more
    assert message.kinds[-1].kind == "pass"
    short = legal_message(rules, r5.observe(rules, r5.deal(rules, seed=3), 1), limit=1)
    assert [each.kind for each in short.kinds] == ["draw"]


@pytest.mark.parametrize("plugin", ["", "oklahoma", "throw-down"])
def test_a_take_names_the_cards_that_come_with_it(plugin: str) -> None:
    rules = r5.compose("classic", [plugin] if plugin else [], seats=3)
    found = 0
    for state in islice(random_game(rules, random.Random(3)).states, 60):
        view = r5.observe(rules, state, state.public.to_act)
        pile = view.public.pile
        for kind in legal_message(rules, view).kinds:
            for listed in kind.actions if kind.kind == "take" else ():
                action = r5.parse_action(f"{view.seat}: {listed.action}", state)
                left = [pile[-depth] for depth in range(len(pile), 0, -1) if depth not in listed.collects]
                assert bytes(left) == r5.apply(rules, state, action).public.pile
                found += 1
    assert found
