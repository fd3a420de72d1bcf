"""Nothing that crosses the wire depends on a card hidden from the seat: compared over redeals, for every plugin."""

from __future__ import annotations

import random
from collections.abc import Iterator

import attrs
import pytest
from tests.table.driving import driver

import rummy500 as r5
from rummy500.cards.cards import EMPTY_BAG, bag_of, card_text, cards_of, common
from rummy500.table import Table, waiting
from rummy500.table.entries import Acted
from rummy500.table.log import append
from rummy500.wire import TableRequest, handle, message_json, update_message
from rummy500.wire.protocol import AskHintMessage, AskUpdateMessage, AskWhyMessage, DescribeMessage, SelectMessage
from rummy500_testing.hidden import cards_named, redealt

CHOICES = {each.name: each for each in r5.list_plugins()}
#: More cards than any turn draws: they stay on the stock when a seat's own action is made again.
TOP = 8


def rules_of(plugin: str) -> r5.Rules:
    """Rules with a plugin and all that it requires, for three seats or as few as it allows."""
    if not plugin:
        return r5.compose("pagat", seats=3)
    needed = (*CHOICES[plugin].requires, plugin)
    fewest, most = CHOICES[plugin].seats
    for preset in ("pagat", "classic", "north-american"):
        for seats in (3, 4, *range(fewest, most + 1)):
            try:
                return r5.compose(preset, needed, seats=seats)
            except r5.ComposeError:
                continue
    raise AssertionError(f"no rules with {plugin}")


def with_hand(table: Table, hand: r5.State) -> Table:
    return attrs.evolve(table, match=attrs.evolve(table.match, hand=hand))


def answers(table: Table, seat: int | None) -> Iterator[str]:
    """All that a seat can be sent about a table as it is: its update, and answers to questions."""
    rng = random.Random(1)
    yield message_json(update_message(table, seat, 0))
    assert table.hand is not None
    view = r5.observe(table.rules, table.hand, seat)
    seen = [card_text(card) for card in (*cards_of(view.hand), *view.public.pile[-3:])]
    requests: list[TableRequest] = [
        AskUpdateMessage(3),
        DescribeMessage("rules"),
        AskHintMessage(),
        AskWhyMessage("draw"),
        AskWhyMessage("call {4h 4c 4d}"),
        *(AskWhyMessage(f"discard {card}") for card in seen[:2]),
        SelectMessage(tuple(seen[:1])),
        SelectMessage(tuple(seen[-2:])),
    ]
    for request in requests:
        handled = handle(table, seat, message_json(request), rng, hints=True)
        assert handled.table is table
        assert handled.answer is not None
        yield message_json(handled.answer)


@pytest.mark.slow
@pytest.mark.parametrize("plugin", ["", *sorted(CHOICES)])
def test_what_is_sent_is_equal_for_all_deals_of_the_hidden_cards(plugin: str) -> None:
    rules, rng = rules_of(plugin), random.Random(2)
    drive = driver(rules, 3, programs={rules.seats - 1: "medium"})
    compared = moved = 0
    before = drive.table
    for step, table in enumerate(drive.run(160)):
        if table.hand is not None and step % 10 == 0:
            for seat in (*range(rules.seats), None):
                other = with_hand(table, redealt(rules, table.hand, seat, rng))
                assert list(answers(other, seat)) == list(answers(table, seat))
                compared += other.hand != table.hand
        if step % 3 == 0:
            moved += compare_last_action(before, table, rng)
        before = table
    assert compared > 5
    assert moved > 5


def compare_last_action(before: Table, after: Table, rng: random.Random) -> int:
    """Make an action again with other hidden cards: each seat must be sent the same. Returns how often it differed."""
    if len(after.log) != len(before.log) + 1 or before.hand is None or after.hand is None:
        return 0
    entry, found = after.log[-1], 0
    if not isinstance(entry, Acted) or entry.action.seat < 0:
        return 0
    rules, action, hand = before.rules, entry.action, before.hand
    holds = hand.hands[action.seat]
    named = common(holds, bag_of(sorted(cards_named(action))))
    for seat in (*range(rules.seats), None):
        fixed = [named if each == action.seat else EMPTY_BAG for each in range(rules.seats)]
        top = TOP if seat == action.seat else 0
        other = with_hand(before, redealt(rules, hand, seat, rng, fixed=fixed, top=min(top, len(hand.stock))))
        try:
            made = append(other, entry)
        except r5.Rummy500Error:
            continue  # hidden cards do not allow it: the seat that acts would not have chosen it
        if made.hand is None:
            continue
        since = update_message(before, seat).number
        assert message_json(update_message(made, seat, since)) == message_json(update_message(after, seat, since))
        assert waiting(made) == waiting(after)
        found += made.hand != after.hand
    return found
