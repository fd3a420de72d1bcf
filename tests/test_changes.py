"""`changes` says where each card of an action went, and shows a seat no card that it may not know."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from tests.hooks.round_plugins import pass_two

import rummy500 as r5
from rummy500 import Action, Change, Rules, State
from rummy500.base.records import replace
from rummy500.cards.cards import bag_of
from rummy500.engine.card_moves import give_cards, show_cards
from rummy500.engine.changes import all_changes
from rummy500.notation.actions import parse_cards
from rummy500_cookbook import may_i
from rummy500_testing import Law, LawBroken, random_game
from rummy500_testing.laws import secrecy
from rummy500_testing.laws import steps as changing
from rummy500_testing.laws.secrecy import SECRECY_LAWS
from rummy500_testing.laws.steps import changes_account_for_every_card
from rummy500_testing.play import Step

THREE = """
phase = "draw"
to_act = 1
dealer = 0
hands = ["8c Kc", "9s 9d Kd", "2h 3h"]
stock = "7d 2s Jc"
pile = "3s 5c 9h Jd"
"""


def position(text: str = THREE, *, rules: str = "") -> tuple[Rules, State]:
    found = r5.parse_position(rules + text)
    return found.rules, found.state


def moved(rules: Rules, before: State, text: str, seat: int | None) -> list[str]:
    action = r5.parse_action(text, before, rules=rules)
    return texts(r5.changes(rules, before, action, r5.apply(rules, before, action), seat))


def texts(found: tuple[Change, ...]) -> list[str]:
    return [
        f"{each.source} -> {each.target} {each.number}: {r5.cards_text(each.cards)}{' shuffled' * each.shuffled}"
        for each in found
    ]


# ------------------------------------------------- moves of the core


@pytest.mark.parametrize(("seat", "cards"), [(1, "7d"), (0, ""), (2, ""), (None, "")])
def test_a_drawn_card_is_shown_to_its_seat_alone(seat: int | None, cards: str) -> None:
    assert moved(*position(), "1: draw", seat) == [f"stock -> hand 1 1: {cards}"]


@pytest.mark.parametrize("seat", [0, 1, 2, None])
def test_a_taken_card_that_is_melded_goes_straight_to_the_meld(seat: int | None) -> None:
    assert moved(*position(), "1: take 9h with {9s 9h 9d}", seat) == [
        "pile -> hand 1 1: Jd",
        "pile -> m1 1: 9h",
        "hand 1 -> m1 2: 9s 9d",
    ]


def test_cards_of_the_pile_have_the_depth_of_the_copy_that_left() -> None:
    two_nines = THREE.replace("3s 5c 9h Jd", "9h 3s 5c 9h Jd").replace("9s 9d Kd", "9s 9d Kd 2c")
    rules, before = position(two_nines, rules='rules = { preset = "classic", options = { "deck.packs" = 2 } }\n')
    action = r5.parse_action("1: take 9h with {9s 9h 9d}", before, rules=rules)
    found = r5.changes(rules, before, action, r5.apply(rules, before, action))
    assert [change.depths for change in found] == [(1,), (2,), ()]


@pytest.mark.parametrize(("seat", "drawn"), [(1, "3s"), (0, "")])
def test_a_reshuffle_is_a_change_of_its_own_without_an_order(seat: int, drawn: str) -> None:
    rules, before = position(
        THREE.replace('"draw"', '"reshuffle"').replace('stock = "7d 2s Jc"', 'stock = ""'),
        rules='rules = { preset = "classic", options = { "stock.empty" = "reshuffle" } }\n',
    )
    orders = [moved(rules, before, f"deck: reshuffle {order}", seat) for order in ("3s 5c 9h", "3s 9h 5c")]
    assert orders[0] == ["pile -> stock 3: 3s 5c 9h shuffled", f"stock -> hand 1 1: {drawn}"]
    assert orders[0] == orders[1]


def test_what_no_card_does_is_no_change() -> None:
    rules, before = position()
    shown = show_cards(before, 2, bag_of(parse_cards("3h")))
    assert r5.changes(rules, before, Action(2, "show"), shown, 0) == ()


# ------------------------------------------------- moves of plugins


def test_dealers_gambit_split__the_older_cards_and_the_joker_are_gone() -> None:
    pytest.importorskip("rummy500_dealers_gambit")
    rules, before = position(
        THREE.replace("9s 9d Kd", "9s 9d * Kd"),
        rules='rules = { preset = "classic", plugins = ["dealers-gambit"] }\n'
        'plugin = { dealers-gambit = { named = "split" } }\n',
    )
    assert moved(rules, before, "1: take 9h with {9h 9s 9d} split below with *", None) == [
        "pile -> hand 1 1: Jd",
        "pile -> m1 1: 9h",
        "pile -> gone 2: 3s 5c",
        "hand 1 -> m1 2: 9s 9d",
        "hand 1 -> gone 1: *",
    ]


@pytest.mark.parametrize(("seat", "cards"), [(0, "Kc"), (1, "Kc"), (2, ""), (None, "")])
def test_a_card_that_is_given_unseen_is_shown_to_its_two_seats(seat: int | None, cards: str) -> None:
    rules, before = position(THREE.replace("8c Kc", "8c 5d Kc"))
    known = show_cards(before, 0, bag_of(parse_cards("8c 5d")))
    after = give_cards(known, 0, 1, bag_of(parse_cards("Kc")), shown=False)
    assert texts(r5.changes(rules, known, Action(0, "give"), after, seat)) == [f"hand 0 -> hand 1 1: {cards}"]


def test_cards_that_hands_exchange_unseen_come_from_elsewhere() -> None:
    rules = r5.compose("classic", [pass_two()], seats=3)
    game = random_game(rules, random.Random(3))
    last = next(at for at, state in enumerate(game.states) if state.hands != game.states[0].hands)
    before, action, after = game.states[last - 1], game.actions[last - 1], game.states[last]
    assert [change.number for change in r5.changes(rules, before, action, after)] == []
    out, into = sorted(r5.changes(rules, before, action, after, 1), key=lambda change: change.target.kind)
    assert (str(out.target), out.number, len(out.cards)) == ("elsewhere", 2, 2)
    assert (str(into.source), into.number, len(into.cards)) == ("elsewhere", 2, 2)
    assert sum(change.number for change in all_changes(rules, before, action, after)) == 6


def test_a_drawn_card_equal_to_one_that_others_take_stays_hidden() -> None:
    """With two packs the hidden card of the stock may be the open one's twin, which must not give it away."""
    rules = r5.compose("north-american", [may_i], seats=5)
    dealt = r5.deal(rules, seed=1)
    twin = dealt.cards(1)[0]
    seats = []
    for first in (twin, next(card for card in dealt.stock if card != twin)):
        stock = bytes([dealt.stock[0], first]) + dealt.stock[2:]
        state = replace(dealt, stock=stock)
        for action in (Action(1, "draw"), Action(1, "discard", twin)):
            state = r5.apply(rules, state, action)
        for seat in (3, 4, 0):
            state = r5.apply(rules, state, Action(seat, "may-i", extra=("decline",)))
        buy = Action(2, "may-i", extra=("buy",))
        seats.append([texts(r5.changes(rules, state, buy, r5.apply(rules, state, buy), seat)) for seat in (None, 4, 2)])
    assert seats[0][:2] == seats[1][:2]
    assert all(f"pile -> hand 2 1: {r5.card_text(twin)}" in each for each in seats[0])


# ------------------------------------------------- the laws find what is wrong


def a_lost_card(rules: Rules, before: State, action: Action, after: State, seat: int | None = None) -> object:
    return r5.changes(rules, before, action, after, seat)[1:]


def a_leak(rules: Rules, before: State, action: Action, after: State, seat: int | None = None) -> object:
    return all_changes(rules, before, action, after)


ACCOUNT = changes_account_for_every_card
SECRECY = next(law for law in SECRECY_LAWS if law.name == "an action shows no hidden card")


@pytest.mark.parametrize(
    ("module", "law", "fault", "found"),
    [
        (changing, ACCOUNT, a_lost_card, "seat 0: stock has 29 cards, and 30 by the changes"),
        (secrecy, SECRECY, a_leak, "done by seat 1: the changes that seat 2 sees depend on hidden cards"),
    ],
)
def test_a_law_finds_a_fault_of_the_changes(
    monkeypatch: pytest.MonkeyPatch, module: object, law: Law[Step], fault: Callable[..., object], found: str
) -> None:
    rules = r5.compose("classic", seats=3)
    dealt = r5.deal(rules, seed=7)
    draw = Action(1, "draw")
    step = Step(rules, dealt, draw, r5.apply(rules, dealt, draw), "a seed")
    law.check(step)
    monkeypatch.setattr(module, "changes", fault)
    with pytest.raises(LawBroken) as broken:
        law.check(step)
    assert broken.value.fault.what == found


def test_all_changes_show_every_card_and_refuse_another_table() -> None:
    rules, before = position()
    draw = Action(1, "draw")
    after = r5.apply(rules, before, draw)
    assert texts(all_changes(rules, before, draw, after)) == ["stock -> hand 1 1: 7d"]
    other = r5.compose("pagat", seats=2)
    with pytest.raises(r5.PositionError):
        all_changes(other, before, draw, after)
    with pytest.raises(r5.PositionError, match="no seat 3"):
        r5.changes(rules, before, draw, after, 3)
