"""Tests of `find_defects`: a position of play has no defect, and each possible defect is named."""

from __future__ import annotations

from collections.abc import Callable

import attrs
import pytest
from tests.dealt import dealt_under
from tests.hooks.samples import plugin
from tests.rules.tables import table, under

import rummy500 as r5
from rummy500.base.records import replace
from rummy500.cards.cards import BIT, EMPTY_BAG, add, bag_of
from rummy500.cards.pieces import Meld, natural_piece
from rummy500.engine.defects import Defect, find_defects
from rummy500.hooks import HandMemory
from rummy500.rules.state import ONE_CARD, State, Turn

#: The whole pack of the classic game: two hands, a run and a group on the table, the rest in stock and pile.
WHERE = table(
    "classic",
    hands=["Jc Qc", "Tc Td"],
    melds=["0 [4h 5h 6h]", "1 {9s 9h 0:9d}"],
    pile="Qd Kd",
    stock=" ".join(
        card
        for card in (f"{rank}{suit}" for suit in "shdc" for rank in "A23456789TJQK")
        if card not in ["Jc", "Qc", "Tc", "Td", "4h", "5h", "6h", "9s", "9h", "9d", "Qd", "Kd"]
    ),
)


def names(state: State, where: r5.Position = WHERE) -> list[str]:
    return [defect.name for defect in find_defects(where.rules, state)]


def with_open(**changes: object) -> State:
    return replace(WHERE.state, public=replace(WHERE.state.public, **changes))


def with_meld(meld: Meld, number: int = 0) -> State:
    melds = list(WHERE.state.public.table)
    melds[number] = meld
    return with_open(table=tuple(melds))


RUN, GROUP = WHERE.state.public.table
STOCK, (MINE, YOURS) = WHERE.state.stock, WHERE.state.hands


def with_match(**changes: object) -> State:
    return with_open(match=replace(WHERE.state.public.match, **changes))


def lying(meld: Meld) -> tuple[State, str, str]:
    number = 0 if meld.is_run else 1
    return with_meld(meld, number), "no-meld", f"m{number + 1} does not lie as its cards do"


@pytest.mark.parametrize(
    ("state", "name", "about"),
    [
        (WHERE.state, "", ""),
        (
            replace(with_open(stock_count=len(STOCK) - 3), stock=STOCK[3:]),
            "missing-cards", "3 cards of the pack are nowhere",
        ),
        (with_match(scores=(0, 0, 0)), "wrong-counts", "3 scores for 2 seats"),
        (with_match(hand_number=0), "wrong-counts", "the hand has the number 0"),
        (with_match(hand_number=1_000_001), "wrong-counts", "the hand has the number 1000001"),
        (with_match(memories=(3,)), "wrong-counts", "1 records of 0 plugins"),
        (with_match(hand_number=1_000_000, scores=(-5, 5), playoff=True), "", ""),
        (with_meld(replace(RUN, owner=2)), "no-such-seat", "m1 is of a seat that does not play"),
        (with_meld(replace(RUN, by=bytes((0, 2, 0)))), "no-such-seat", "m1 is of a seat that does not play"),
        (with_open(stock_count=39), "wrong-counts", "the stock counts 39 cards and holds 40"),
        (with_open(stock_count=41), "wrong-counts", "the stock counts 41 cards and holds 40"),
        *(
            (
                with_open(sizes=WHERE.state.public.sizes + more * ONE_CARD[1]),
                "wrong-counts", f"hand 1 counts {2 + more} cards and holds 2",
            )
            for more in (1, -1)
        ),
        (with_open(known=(0, YOURS)), "", ""),
        (with_open(known=(0, BIT[0])), "unknown-cards", "hand 1 is known to hold a card that it does not hold"),
        (with_open(known=(YOURS, 0)), "unknown-cards", "hand 0 is known to hold a card that it does not hold"),
        *(lying(replace(RUN, **wrong)) for wrong in ({"low": 4}, {"line": 2}, {"by": RUN.by + b"\0"})),
        *(lying(replace(GROUP, **wrong)) for wrong in ({"line": 7}, {"low": -2}, {"by": GROUP.by[:2]})),
        *(lying(replace(meld, pieces=meld.pieces[::-1])) for meld in (RUN, GROUP)),
        *((with_open(phase=phase), "", "") for phase in ("draw", "play", "reshuffle", "offer")),
    ],
)  # fmt: skip
def test_find_defects__one_defect_in_its_words_or_none(state: State, name: str, about: str) -> None:
    assert find_defects(WHERE.rules, state) == ((Defect(name, about),) if name else ())


def test_find_defects__a_phase_of_these_rules() -> None:
    assert names(with_open(phase="lunch")) == ["unknown-phase"]


@pytest.mark.parametrize(
    "put",
    [
        lambda state: replace(state, hands=(add(state.hands[0], 0), state.hands[1])),
        lambda state: replace(state, stock=state.stock + b"\0"),
        lambda state: replace(state, public=replace(state.public, pile=b"\0" + state.public.pile)),
        lambda state: replace(state, public=replace(state.public, gone=BIT[0])),
    ],
    ids=["hand", "stock", "pile", "gone"],
)
def test_find_defects__a_card_too_many_wherever_it_lies(put: Callable[[State], State]) -> None:
    defects = [defect for defect in find_defects(WHERE.rules, put(WHERE.state)) if defect.name != "wrong-counts"]
    assert defects == [Defect("too-many-cards", "As is there 2 times, in the pack 1 times")]


def test_find_defects__a_card_too_many_in_a_meld_or_of_two_packs() -> None:
    four = replace(GROUP, pieces=(*GROUP.pieces, natural_piece(47)), by=GROUP.by + b"\1")
    assert names(with_meld(four, 1)) == ["too-many-cards"]
    where = table("classic", {"deck.packs": 2}, hands=["As As", "Ac"], pile="Kd")
    where = attrs.evolve(where, state=replace(where.state, hands=(bag_of([0, 0]), bag_of([0]))))
    assert [defect.about for defect in find_defects(where.rules, where.state) if defect.name == "too-many-cards"] == [
        "As is there 3 times, in the pack 2 times"
    ]


@pytest.mark.parametrize(
    ("field", "seat", "wrong"),
    [
        ("to_act", 0, False), ("to_act", -1, True), ("to_act", 2, True),
        ("dealer", 1, False), ("dealer", -1, True), ("dealer", 2, True),
        ("last", -1, False), ("last", 1, False), ("last", -2, True), ("last", 2, True),
        ("out", -2, True), ("out", 2, True),
    ],
)  # fmt: skip
def test_find_defects__a_seat_that_does_not_play(field: str, seat: int, wrong: bool) -> None:
    dealt = {"match": replace(WHERE.state.public.match, dealer=seat)}
    changed = with_open(**(dealt if field == "dealer" else {field: seat}))
    defects = [defect for defect in find_defects(WHERE.rules, changed) if defect.name == "no-such-seat"]
    assert defects == ([Defect("no-such-seat", f"{field} is seat {seat}")] if wrong else [])


def test_find_defects__a_hand_for_each_seat() -> None:
    state = WHERE.state
    fewer = replace(state, hands=state.hands[:1])
    more = replace(state, hands=(*state.hands, 0))
    assert find_defects(WHERE.rules, fewer)[0] == Defect("no-such-seat", "1 hands for 2 seats")
    assert find_defects(WHERE.rules, more)[0] == Defect("no-such-seat", "3 hands for 2 seats")
    assert find_defects(WHERE.rules, with_open(known=(0, 0, 0)))[0] == Defect("no-such-seat", "2 hands for 2 seats")


def test_find_defects__each_meld_on_the_table_is_one() -> None:
    gap = replace(RUN, pieces=tuple(natural_piece(card) for card in (16, 17, 19)))
    defects = find_defects(WHERE.rules, with_meld(gap))
    assert ("no-meld", True) in [(defect.name, defect.about.startswith("m1 is not a meld: ")) for defect in defects]
    two = replace(GROUP, pieces=GROUP.pieces[:2], by=GROUP.by[:2])
    assert "no-meld" in names(with_meld(two, 1))


def test_find_defects__of_all_thirteen_the_ace_is_low_and_twelve_lie_where_they_lie() -> None:
    for cards, low, right in (("Qh Kh", 0, True), ("Qh Kh", 1, False), ("Qh", 1, False)):
        melds = [f"0 [Ah 2h 3h 4h 5h 6h 7h 8h 9h Th Jh {cards}]"]
        where = table("classic", hands=["Jc Qc", "Tc Td"], melds=melds, stock="2c 3c")
        lying = (replace(where.state.public.table[0], low=low),)
        state = replace(where.state, public=replace(where.state.public, table=lying))
        assert ("no-meld" not in names(state, where)) is right


@pytest.mark.parametrize(
    ("phase", "wrong"), [("draw", True), ("play", False), ("over", False), ("reshuffle", True), ("of-a-plugin", False)]
)
@pytest.mark.parametrize("how", ["drawn", "taken"])
def test_find_defects__cards_are_drawn_in_the_play_of_a_turn(phase: str, how: str, wrong: bool) -> None:
    drawn = bag_of([9 + 39])
    turn = Turn(drawn if how == "taken" else EMPTY_BAG)
    state = replace(with_open(phase=phase, turn=turn), drawn=drawn if how == "drawn" else 0)
    assert ("drawn-nowhere" in names(state)) is wrong


#: Seat 0 has drawn the queen of clubs from two packs with two jokers, and has a joker.
TWO_PACKS = table(
    "pagat", {"deck.packs": 2}, phase="play", to_act=0, hands=["Qc * *", "Qc Td"], pile="Kd", drawn=["Qc"], stock="2d"
)


def placed(hand: str, drawn: str, **changes: object) -> list[str]:
    """Name the defects about drawn cards after a change of the hand of seat 0."""
    bags = bag_of(r5.parse_cards(hand)), TWO_PACKS.state.hands[1]
    public = replace(TWO_PACKS.state.public, **changes)
    state = replace(TWO_PACKS.state, hands=bags, drawn=bag_of(r5.parse_cards(drawn)), public=public)
    return [defect.about for defect in find_defects(TWO_PACKS.rules, state) if defect.name == "drawn-elsewhere"]


@pytest.mark.parametrize(
    ("hand", "drawn", "lost"),
    [
        ("Qc * *", "Qc", ""),
        ("Qc * *", "Qc Qc", "Qc"),
        ("Qc Qc *", "Qc Qc", ""),
        ("Qc *", "* *", "*"),
        ("Qc", "Qc Kd", ""),
        ("Qc", "Kd Kd", "Kd"),
        ("", "Qc Td 2d", "2d Td Qc"),
    ],
)
def test_find_defects__each_drawn_card_is_in_the_hand_or_the_pile(hand: str, drawn: str, lost: str) -> None:
    about = f"{lost} drawn by seat 0: not in its hand, played or discarded"
    assert placed(hand, drawn) == ([about] if lost else [])


def test_find_defects__a_drawn_card_may_have_been_played_by_the_seat_on_turn() -> None:
    meld = r5.parse_action("0: meld {Qc Qs Qd}", TWO_PACKS.state)
    mine = Turn(plays=(meld,))
    theirs = Turn(plays=(replace(meld, seat=1),))
    assert not placed("* *", "Qc", turn=mine)
    assert placed("* *", "Qc Qc", turn=mine)
    assert placed("* *", "Qc", turn=theirs)
    assert not placed("* *", "Qc", gone=bag_of([50]))
    assert placed("Qc", "Qc", to_act=1) == []  # it has one, too
    assert placed("Qc", "*", to_act=1) == ["* drawn by seat 1: not in its hand, played or discarded"]


def emptied(seat: int, **changes: object) -> State:
    """Move a seat's cards to the bottom of the pile."""
    state = WHERE.state
    cards = bytes([48, 49] if seat == 0 else [48, 35])
    hands = tuple(0 if who == seat else hand for who, hand in enumerate(state.hands))
    sizes = state.public.sizes - 2 * ONE_CARD[seat]
    return replace(
        state, hands=hands, public=replace(state.public, pile=cards + state.public.pile, sizes=sizes, **changes)
    )


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("phase", ["draw", "play"])
def test_find_defects__no_empty_hand_while_the_hand_goes_on(seat: int, phase: str) -> None:
    defects = [d for d in find_defects(WHERE.rules, emptied(seat, phase=phase)) if d.name in ("empty-hand", "not-over")]
    assert defects == [Defect("empty-hand", f"hand {seat} is empty and the hand goes on")]
    over = emptied(seat, phase="over", ended="out", out=seat)
    assert not {"empty-hand", "not-over"} & set(names(over))


def test_find_defects__a_hand_with_an_end_is_over() -> None:
    for ended in ("stock", "out", "circle"):
        assert names(with_open(ended=ended)) == ["not-over"]
        assert names(with_open(ended=ended, phase="over")) == []
    for seat in (0, 1):
        assert names(with_open(out=seat)) == ["not-over"]
        assert names(with_open(out=seat, ended="out", phase="over")) == []


@pytest.fixture(scope="module")
def plays_on() -> r5.Position:
    """Let an empty hand end nothing, as where players float."""
    floating = plugin("plays-on", hand_emptied=lambda: lambda rules, state, action: state)
    return under(r5.compose("classic", plugins=[floating], seats=2), WHERE)


def test_find_defects__where_an_empty_hand_plays_on_it_draws_before_it_plays(plays_on: r5.Position) -> None:
    assert "empty-hand" not in names(emptied(0, phase="draw"), plays_on)
    assert "empty-hand" not in names(emptied(1, phase="draw"), plays_on)
    assert "empty-hand" not in names(emptied(0, phase="play"), plays_on)
    assert "empty-hand" in names(emptied(1, phase="play"), plays_on)


def test_find_defects__where_an_empty_hand_plays_on_who_is_out_ends_a_phase_of_the_core(plays_on: r5.Position) -> None:
    for phase in ("draw", "play", "offer", "reshuffle"):
        assert "not-over" in names(with_open(out=0, phase=phase), plays_on)
    assert "not-over" not in names(with_open(out=0, phase="late"), plays_on)
    assert "not-over" in names(with_open(out=0, phase="late"))


@attrs.frozen
class Aside:
    """A plugin's record of cards."""

    cards: tuple[int, ...] = ()


def test_find_defects__cards_that_a_plugin_keeps_are_counted() -> None:
    memory = HandMemory(Aside, cards=lambda record: record.cards)
    rules = r5.compose("classic", plugins=[plugin("aside", memory=lambda: memory)], seats=2)
    stock = WHERE.state.stock
    state = replace(with_open(stock_count=len(stock) - 1), stock=stock[1:])
    where, state = under(rules, WHERE), dealt_under(rules, state)
    assert names(replace(state, memories=(Aside((stock[0],)),)), where) == []
    assert names(state, where) == ["missing-cards"], "a state that has no memory of it"
    assert names(replace(state, memories=(Aside(),)), where) == ["missing-cards"]
    assert names(replace(state, memories=(Aside((stock[0], stock[0])),)), where) == ["too-many-cards"]
