"""Tests of the list of legal actions as a sequence, and of the first checks of `why_not`."""

from __future__ import annotations

import gc
import random
import tracemalloc
from functools import partial
from itertools import islice

import pytest
from tests.counted import calls_of
from tests.dealt import dealt_under
from tests.hooks.samples import plugin
from tests.rules.tables import do, playing, table

import rummy500 as r5
from rummy500.base.records import replace
from rummy500.cards.pieces import natural_piece, wild_in_run
from rummy500.engine.listing import acting_seats, legal_actions
from rummy500.engine.views import SPECTATOR, spectator_view
from rummy500.hooks import Rules, View, judged_move
from rummy500.rules.actions import DECK, Action, reshuffle
from rummy500.rules.state import DRAW_PHASE, State

WILD = playing("4h 5h 6h 7h * 9s 9d 9c 2c")
PLAIN = playing("4h 5h 6h 9s 9d 9c 2c", "classic")
THREE = table("pagat", hands=["Jc Jh", "Tc Td", "2c 3c"], melds=["0 [5h 6h 7h]"], pile="4s 8h", last=0)


def said(where: r5.Position, action: Action | str, state: State | View | None = None) -> tuple[str, str] | None:
    asked = r5.parse_action(action, where.state) if isinstance(action, str) else action
    refusal = r5.why_not(where.rules, state or where.state, asked)
    return None if refusal is None else (refusal.rule, refusal.reason)


def facts(where: r5.Position, action: Action) -> dict[str, str]:
    refusal = r5.why_not(where.rules, where.state, action)
    assert refusal is not None
    return dict(refusal.facts)


# ------------------------------------------------------------------ a sequence


@pytest.mark.parametrize("where", [WILD, PLAIN], ids=["wild", "plain"])
def test_legal_actions__the_same_however_they_are_asked_for(where: r5.Position) -> None:
    def begun(number: int) -> r5.LegalActions:
        actions = legal_actions(where.rules, where.state)
        list(islice(actions, number))
        return actions

    every = list(begun(0))
    assert len(every) == len(set(every))
    assert [begun(0)[index] for index in range(-1, len(every))] == [every[-1], *every]
    for number in (0, 1, 3):
        actions = begun(number)
        assert list(actions) == list(actions) == every
        assert len(begun(number)) == len(every)
        assert begun(number)[number] == every[number]
    actions = begun(0)
    one_by_one = iter(actions)
    first = next(one_by_one)
    assert len(actions) == len(every)
    assert [first, *one_by_one] == every
    actions = begun(0)
    both = iter(actions), iter(actions)
    assert [next(both[index % 2]) for index in range(6)] == [every[0], every[0], every[1], every[1], every[2], every[2]]
    with pytest.raises(IndexError):
        begun(0)[len(every)]


def test_legal_actions__with_wild_cards_no_more_are_found_than_are_asked_for() -> None:
    actions = legal_actions(WILD.rules, WILD.state)
    assert repr(actions) == "<LegalActions, 0 found so far>"
    assert actions
    assert repr(actions) == "<LegalActions, 1 found so far>"
    assert actions[2].seat == 1
    assert repr(actions) == "<LegalActions, 3 found so far>"
    assert next(iter(actions)) == actions[0]
    assert repr(actions) == "<LegalActions, 3 found so far>"
    assert repr(actions) != repr(list(actions))
    assert repr(actions) == f"<LegalActions, {len(actions)} found>"


def test_legal_actions__in_is_answered_for_anything() -> None:
    actions = legal_actions(PLAIN.rules, PLAIN.state)
    for no_action in ("draw", None):
        assert not actions.__contains__(no_action)
    assert Action(0, "discard", 1) not in actions
    assert Action(1, "discard", 0) not in actions
    assert repr(actions) == "<LegalActions, 0 found so far>"
    assert actions[0] in actions


def test_legal_actions__of_one_seat_only_that_seat() -> None:
    every = list(legal_actions(THREE.rules, THREE.state))
    assert {action.seat for action in every} == {1, 2}
    for seat in range(3):
        mine = legal_actions(THREE.rules, THREE.state, seat=seat)
        assert list(mine) == [action for action in every if action.seat == seat]
        assert all((action in mine) == (action.seat == seat) for action in every)


def test_legal_actions__the_seat_on_turn_first_then_clockwise() -> None:
    where = table("pagat", hands=["Jc", "Tc", "2c", "3c"], melds=["0 [5h 6h 7h]"], pile="4s 8h", to_act=2, last=1)
    order = list(dict.fromkeys(action.seat for action in legal_actions(where.rules, where.state)))
    assert order == [2, 3, 0]
    assert acting_seats(where.rules, where.state) == (2, 3, 0, 1)
    assert acting_seats(PLAIN.rules, PLAIN.state) == (1,)
    over = do(playing("4c 5c 6c", "classic"), "1: meld [4c 5c 6c]")
    assert acting_seats(over.rules, over.state) == ()
    assert len(legal_actions(over.rules, over.state)) == 0
    assert len(legal_actions(over.rules, over.state, seat=1)) == 0


def test_plain__no_wild_card_where_a_natural_one_would_do() -> None:
    every = legal_actions(WILD.rules, WILD.state)
    plain = every.plain()
    assert 0 < len(plain) < len(every)
    assert set(plain) < set(every)
    wasteful = r5.parse_action("1: meld [4h 5h *=6h]", WILD.state)
    thrifty = r5.parse_action("1: meld [5h 6h 7h *=8h]", WILD.state)
    assert wasteful in every
    assert wasteful not in plain
    assert thrifty in plain
    assert list(PLAIN_ACTIONS.plain()) == list(PLAIN_ACTIONS)


PLAIN_ACTIONS = legal_actions(PLAIN.rules, PLAIN.state)


def test_views__a_seat_lists_its_own_actions_and_a_spectator_none() -> None:
    for seat in range(3):
        view = r5.observe(THREE.rules, THREE.state, seat=seat)
        mine = list(legal_actions(THREE.rules, THREE.state, seat=seat))
        assert list(legal_actions(THREE.rules, view)) == mine
        assert list(legal_actions(THREE.rules, view, seat=seat)) == mine
        assert list(legal_actions(THREE.rules, view, seat=(seat + 1) % 3)) == []
    spectator = r5.observe(THREE.rules, THREE.state, seat=None)
    assert list(legal_actions(THREE.rules, spectator)) == []
    assert list(legal_actions(THREE.rules, spectator, seat=1)) == []
    for view in (spectator, spectator_view(THREE.rules, THREE.state)):
        assert (view.seat, view.hand, view.drawn) == (SPECTATOR, 0, 0)
    assert said(THREE, "1: draw", spectator) == ("turn.seat", "not-seen")


# ------------------------------------------------------------------ slices

BOUNDS = (None, -5, -1, 0, 2, 7, 10**30)
STEPS = (None, -2, -1, 1, 7)
#: Nineteen cards with all eight deuces of two packs: half a million actions.
DEUCES = """
rules  = { preset = "classic", plugins = ["oklahoma"] }
phase  = "play"
to_act = 0
hands  = ["2s 2s 2h 2h 2d 2d 2c 2c As 4s 6h 7h 9d Td Jc Kc Kh Qs 8c", "3s 5d"]
drawn  = ["8c"]
stock  = "Ac Ad"
pile   = "4c"
"""


@pytest.mark.parametrize("begun", [0, 3, 1000])
def test_slices__each_is_that_of_the_whole_list(begun: int) -> None:
    for where in (playing("4h 5h * 9s 9d 2c"), PLAIN, do(playing("4c 5c 6c", "classic"), "1: meld [4c 5c 6c]")):
        every = list(legal_actions(where.rules, where.state))
        for start in BOUNDS:
            for stop in BOUNDS:
                for step in STEPS:
                    actions = legal_actions(where.rules, where.state)
                    list(islice(actions, begun))
                    assert actions[start:stop:step] == every[start:stop:step], (start, stop, step)
                    assert list(actions) == every
        with pytest.raises(ValueError, match="zero"):
            legal_actions(where.rules, where.state)[:3:0]
        with pytest.raises(TypeError, match="indices"):
            legal_actions(where.rules, where.state)["a":]


@pytest.mark.parametrize(
    ("places", "found"),
    [
        (slice(1), 1),
        (slice(20), 20),
        (slice(5, 10), 10),
        (slice(0, 10, 3), 10),
        (slice(0), 0),
        (slice(10, 5), 5),
        (slice(300, 301, 1), 301),
    ],
    ids=str,
)
def test_slices__no_more_are_generated_than_the_end_needs(places: slice, found: int) -> None:
    where = r5.parse_position(DEUCES)
    actions = legal_actions(where.rules, where.state)
    some = actions[places]
    assert repr(actions) == f"<LegalActions, {found} found so far>"
    assert list(some) == list(islice(legal_actions(where.rules, where.state), 400))[places]
    assert len(actions[: found + 2]) == found + 2
    assert repr(actions) == f"<LegalActions, {found + 2} found so far>", "it stays lazy"
    view = legal_actions(where.rules, r5.observe(where.rules, where.state, 0))
    assert view[places] == some
    assert actions[0] == next(iter(actions))


def in_use() -> int:
    """Return the bytes in use."""
    gc.collect()
    return tracemalloc.get_traced_memory()[0]


def test_slices__a_long_list_is_freed_with_its_sequence() -> None:
    """Rules remember the last complete list, so that `apply` need not check its actions again, but only a short one."""
    where = r5.parse_position(DEUCES.replace("2s 2s 2h 2h 2d 2d 2c 2c", "2s 2s 2h 2d 2c"))
    legal_actions(where.rules, where.state)[:20_000]
    tracemalloc.start()
    try:
        before = in_use()
        actions = legal_actions(where.rules, where.state)
        assert len(actions[:20]) == 20
        assert len(actions) > 10_000
        whole = in_use() - before
        del actions
        left = in_use() - before
    finally:
        tracemalloc.stop()
    assert whole > 1_000_000
    assert left < whole // 10


# ------------------------------------------------------------------ before a move is asked


def test_why_not__seat_then_phase() -> None:
    assert said(THREE, Action(1, "dance")) == ("turn.phase", "no-such-move")
    assert facts(THREE, Action(1, "dance")) == {"verb": "dance"}
    for action in (Action(DECK, "draw"), Action(3, "draw"), Action(-2, "draw"), Action(0, "reshuffle")):
        assert said(THREE, action) == ("turn.seat", "no-seat")
        assert facts(THREE, action) == {"given": str(action.seat)}
    assert said(THREE, "0: draw") == ("turn.seat", "not-yours")
    assert facts(THREE, Action(0, "draw")) == {"seat": "1"}
    assert said(THREE, "1: discard Tc") == ("turn.parts", "draw-first")
    assert said(THREE, reshuffle(b"\1\2")) == ("turn.phase", "phase")
    assert said(THREE, "1: draw") is None


def test_why_not__a_view_answers_for_its_own_seat() -> None:
    view = r5.observe(THREE.rules, THREE.state, seat=1)
    assert said(THREE, "1: draw", view) is None
    assert said(THREE, "2: call 8h on m1") is None
    assert said(THREE, "2: call 8h on m1", view) == ("turn.seat", "not-seen")
    assert said(THREE, "0: draw", view) == ("turn.seat", "not-yours")


@pytest.mark.parametrize(
    ("action", "field"),
    [
        (Action(1, "draw", card=3), "card"),
        (Action(1, "draw", depth=1), "depth"),
        (Action(1, "draw", use="run"), "use"),
        (Action(1, "draw", pieces=(65,)), "pieces"),
        (Action(1, "draw", on=0), "on"),
        (Action(1, "draw", cards=b"\1"), "cards"),
    ],
)
def test_why_not__an_action_with_superfluous_parts(action: Action, field: str) -> None:
    assert said(THREE, action) == ("turn.phase", "too-much-said")
    assert facts(THREE, action) == {"verb": "draw", "field": field}
    assert action not in legal_actions(THREE.rules, THREE.state)


def test_why_not__cards_in_another_order_or_a_use_that_is_none() -> None:
    run, group = (tuple(map(natural_piece, cards)) for cards in ((16, 17, 18), (8, 34, 47)))
    where = playing("4h 5h 6h 9s 9d 9c 2c 7h", melds=["0 [Ts Js Qs]"])
    assert said(where, Action(1, "meld", use="run", pieces=run)) is None
    assert said(where, Action(1, "meld", use="group", pieces=group)) is None
    for use, pieces in (("run", run[::-1]), ("group", group[::-1])):
        assert said(where, Action(1, "meld", use=use, pieces=pieces)) == ("turn.phase", "out-of-order")
    refusal = said(where, Action(1, "meld", use="run", pieces=run, on=0))
    assert refusal is not None
    assert refusal[0] == "turn.phase"
    lay = playing("Ks As 2c", "classic", melds=["0 [Ts Js Qs]"])
    king, ace = natural_piece(12), natural_piece(0)
    assert said(lay, Action(1, "lay", use="lay", pieces=(king, ace), on=0)) is None
    assert said(lay, Action(1, "lay", use="lay", pieces=(ace, king), on=0)) == ("turn.phase", "out-of-order")
    take = table("pagat", hands=["Jc", "4h 5h 2c"], pile="6h", melds=["0 [Ts Js Qs]"])
    assert said(take, Action(1, "take", 18, 1, "run", run)) is None
    assert said(take, Action(1, "take", 18, 1, "run", run, 0)) == ("turn.phase", "on-a-meld")
    assert said(take, Action(1, "take", 18, 1, "", run)) == ("turn.phase", "no-use")
    assert said(take, Action(1, "take", 18, 1, "", (), 0)) == ("turn.phase", "on-a-meld")
    assert said(take, Action(1, "take", 18, 1)) is None


def test_why_not__wild_cards_laid_off_in_their_order() -> None:
    where = playing("* 9h 2c", melds=["0 [5h 6h 7h]"])
    eight, nine = wild_in_run(52, 20), natural_piece(21)
    assert said(where, Action(1, "lay", use="lay", pieces=(eight, nine), on=0)) is None
    assert said(where, Action(1, "lay", use="lay", pieces=(nine, eight), on=0)) == ("turn.phase", "out-of-order")


def test_possible__is_asked_once_of_what_every_seat_sees() -> None:
    asked: list[View] = []

    def possible(_: Rules, view: View) -> bool:
        asked.append(view)
        return False

    move = judged_move(
        "wink", lambda rules, view, action: view, phases=(DRAW_PHASE,), whose="others", possible=possible
    )
    rules = r5.compose("pagat", plugins=[plugin("winks", moves=lambda: (move,))], seats=3)
    state = dealt_under(rules, THREE.state)
    assert "wink" not in {action.verb for action in legal_actions(rules, state)}
    assert r5.ask_order(rules, state) == r5.ask_order(THREE.rules, THREE.state)
    assert {(view.seat, view.hand, view.drawn) for view in asked} == {(SPECTATOR, 0, 0)}
    assert asked[0].memories == THREE.state.memories
    assert "wink" not in {action.verb for action in legal_actions(rules, r5.observe(rules, state, seat=2))}
    assert asked[-1].seat == 2


def test_legal_actions__who_holds_nothing_has_none() -> None:
    where = table("classic", phase="play", hands=["Jc", "2c"])
    empty = replace(where.state, hands=(where.state.hands[0], 0))  # no position is read like this
    assert not legal_actions(where.rules, empty)
    assert list(legal_actions(where.rules, empty)) == []


# ------------------------------------------------------------------ cost as work grows

#: Two packs, without the cards that `playing` and `table` deal themselves.
CARDS = sorted({f"{rank}{suit}" for rank in "A23456789TJQK" for suit in "cdhs"} - {"Jc", "Qc", "Jd", "Qd"}) * 2


def with_jokers(where: str, size: int) -> r5.Position:
    """Deal a hand of some size with two jokers, or one and a pile with another."""
    cards = random.Random(size).sample(CARDS, size + 8)
    options = {"deck.packs": 2}
    if where == "hand":
        return playing(" ".join([*cards[: size - 2], "* *"]), "pagat", options)
    pile, hand = [*cards[1:size], "*"], [*cards[size:], "*"]
    return table("pagat", options, hands=["Jc", " ".join(hand)], pile=" ".join(pile[size // 2 :] + pile[: size // 2]))


@pytest.mark.interpreted
@pytest.mark.parametrize("where", ["hand", "pile"])
def test_legal_actions__cost_grows_no_faster_than_the_list_and_questions_do_not_list(where: str) -> None:
    """Measured in function calls: of the whole list for each action, and of a question about it."""

    def costs(size: int) -> tuple[float, int]:
        dealt = with_jokers(where, size)

        def fresh() -> r5.LegalActions:
            return legal_actions(dealt.rules, dealt.state)

        every = list(fresh())
        questions = [calls_of(lambda: bool(fresh())), calls_of(lambda: next(iter(fresh())))]
        for action in every[:: max(1, len(every) // 8)]:
            questions.append(calls_of(partial(fresh().__contains__, action)))
            questions.append(calls_of(partial(r5.apply, dealt.rules, dealt.state, action)))
        return calls_of(lambda: list(fresh())) / len(every), max(questions)

    (few, question), (many, longest) = costs(10), costs(40)
    assert many <= 1.1 * few
    assert longest <= 4 * question
