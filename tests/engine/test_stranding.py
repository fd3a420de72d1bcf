"""Tests of `turn.no-stranding`: whether a turn can end, its duties, and the limit of the search."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import attrs
import pytest
from tests.hooks.samples import forbidding, plugin
from tests.rules.tables import Options, do, legal, playing, refused, table, under

import rummy500 as r5
from rummy500.base.records import replace
from rummy500.cards.cards import EMPTY_BAG, JOKER, Bag, bag_of, union
from rummy500.cards.pieces import Meld
from rummy500.engine.plays import PlayFinder, judge_play, view_after
from rummy500.engine.stranding import (
    FinishCheck,
    StrandingSearch,
    can_finish,
)
from rummy500.engine.views import seat_view
from rummy500.hooks import Bar, HandMemory, Reason, Wilds, judged_move, recall, remember
from rummy500.rules.state import ONE_CARD, Turn, View
from rummy500_testing.altering import alter

NINE = r5.parse_cards("9d")[0]
THIRTY: Options = {"meld.first-minimum": 30}


def view_of(where: r5.Position, seat: int = 1) -> View:
    return seat_view(where.rules, where.state, seat)


def finish_of(rules: r5.Rules, view: View) -> FinishCheck:
    return FinishCheck(rules, view, rules.turn.barred(rules, view))


def check_of(where: r5.Position) -> FinishCheck:
    return finish_of(where.rules, view_of(where))


def test_search__an_ace_that_would_turn_low_is_part_of_the_question() -> None:
    """With the two the run has all thirteen cards, and its ace counts low: that costs points if it is of this turn."""
    begun: Options = {"meld.first-minimum": 9}
    spades = "3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks"
    before = do(playing("4h 5h 6h 2s Kd", "classic", begun, melds=[f"0 [{spades} As]"]), "1: meld [4h 5h 6h]")
    now = do(playing("As 2s Kd", "classic", begun, melds=[f"0 [{spades}]"]), "1: lay As on m1")
    rules = r5.compose("classic", options={"meld.first-minimum": 17}, seats=2)
    assert [can_finish(rules, view_of(where)) for where in (before, now)] == [True, False]


# ------------------------------------------------------------------ many plays of one view


def test_finish_check__who_has_opened_owes_nothing() -> None:
    assert check_of(playing("4h 5h 6h 9c", "classic", THIRTY, melds=["1 [8s 9s Ts]"])).free == 3


# ------------------------------------------------------------------ the search


def no_second_group(rules: r5.Rules, view: View, meld: Meld, on: int) -> r5.Refusal | None:
    """Allow runs at any time, and a group only while no run lies on the table."""
    if on < 0 and not meld.is_run and any(each.is_run for each in view.public.table):
        return Reason("sample.rule", "late", "Groups come first.")()
    return None


ALL_BARRED = r5.compose(
    "family",
    plugins=[plugin("groups-first", may=forbidding(meld=no_second_group))],
    options={"draw.top": "free"},
    seats=2,
)


def test_search__where_a_plugin_minds_the_order_every_order_is_tried() -> None:
    # Every card was taken this turn, so all must be melded, the group before the run.
    cards = bag_of(r5.parse_cards("2s 3s 4s 9h 9d 9c"))
    where = playing("2s 3s 4s 9h 9d 9c", "family")
    view = seat_view(ALL_BARRED, where.state, 1)
    view = replace(view, public=replace(view.public, turn=Turn(cards)))
    assert ALL_BARRED.turn.barred(ALL_BARRED, view) == cards
    assert can_finish(ALL_BARRED, view)
    plays = PlayFinder(ALL_BARRED, view, cards).plays(cards)
    ends = {use: finish_of(ALL_BARRED, view).allows(use, pieces, on) for use, pieces, on in plays}
    assert ends == {"run": False, "group": True}


NO_JOKERS_NOW = r5.compose(
    "family", plugins=[plugin(wilds=lambda: Wilds((JOKER,), now=lambda rules, view: ()))], seats=2
)


@pytest.mark.parametrize("rules", [ALL_BARRED, NO_JOKERS_NOW], ids=["order", "wild cards"])
def test_search__no_order_is_tried_where_the_turn_could_not_end_in_any(rules: r5.Rules) -> None:
    view = came_this_turn(rules, "2s 3s 4s 5s 9h 9d 9c Kd")
    assert not can_finish(rules, view)


def came_this_turn(rules: r5.Rules, hand: str, melds: Sequence[str] = ()) -> View:
    """Return the view of seat 1 after it gained its whole hand this turn."""
    view = seat_view(rules, playing(hand, "family", melds=list(melds)).state, 1)
    return replace(view, public=replace(view.public, turn=Turn(bag_of(r5.parse_cards(hand)))))


def test_search__a_play_may_free_cards_that_a_plugin_bars() -> None:
    def while_held(rules: r5.Rules, view: View) -> Bag:
        return view.hand if view.hand & bag_of([NINE]) else EMPTY_BAG

    bars = plugin(
        "nines", may=forbidding(discard=Bar(while_held, lambda card: Reason("sample.rule", "nine", "Not yet.")()))
    )
    rules = r5.compose("classic", plugins=[bars], seats=2)
    where = under(rules, playing("2s 9h 9d 9c Kd", "classic"))
    assert can_finish(rules, view_of(where))
    assert legal(where) == {"1: meld {9h 9d 9c}"}
    assert "1: discard 2s" in legal(do(where, "1: meld {9h 9d 9c}"))


def test_search__jokers_that_stand_for_themselves_now_and_then_leave_it_to_the_search() -> None:
    jokers = plugin(wilds=lambda: Wilds((JOKER,), groups_of_jokers=True, now=lambda rules, view: ()))
    rules = r5.compose("family", plugins=[jokers], seats=2)
    assert can_finish(rules, came_this_turn(rules, "2s 3s 4s"))
    assert can_finish(rules, came_this_turn(rules, "2s 3s 4s 9h 9d 9c"))
    assert not can_finish(rules, came_this_turn(rules, "2s 3s 4s 9h"))
    two = r5.compose("family", plugins=[jokers], options={"deck.packs": 2}, seats=2)
    view = came_this_turn(rules, "2s 3s 4s")
    jokers_alone = bag_of([JOKER] * 3)
    hand = union(view.hand, jokers_alone)
    three = replace(view, hand=hand, public=replace(view.public, turn=Turn(hand)))
    assert can_finish(two, three), "the jokers make a group of their own"
    only_jokers = replace(view, hand=jokers_alone, public=replace(view.public, turn=Turn(jokers_alone)))
    assert can_finish(two, only_jokers)


def plays_on(preset: str) -> r5.Rules:
    """Let an empty hand end nothing."""
    return r5.compose(
        preset, plugins=[plugin("plays-on", hand_emptied=lambda: lambda rules, state, action: state)], seats=2
    )


@pytest.mark.parametrize(
    ("drawn", "actions"),
    [("Kd", {"1: discard Kd"}), ("8h", {"1: lay 8h on m1"})],
)
def test_no_stranding__a_bar_yields_if_an_unseen_card_cannot_be_played(drawn: str, actions: set[str]) -> None:
    rules = plays_on("family")
    where = table("family", hands=["Jc", "2c"], stock=f"{drawn} 3c", pile="Qd", melds=["0 [5h 6h 7h]"])
    public = replace(where.state.public, sizes=where.state.public.sizes - ONE_CARD[1])
    state = replace(where.state, public=public, hands=(where.state.hands[0], 0))
    where = under(rules, attrs.evolve(where, state=state))
    after = do(where, "1: draw")
    assert legal(after) == actions
    assert (refused(after, f"1: discard {drawn}") == "") is (drawn == "Kd")


def test_search__a_card_that_counts_against_the_player_may_stay_in_the_hand() -> None:
    costly = plugin(card_points=lambda card: -25 if card % 13 == 11 else None)
    two: Options = {**THIRTY, "deck.packs": 2}
    rules = r5.compose("classic", plugins=[costly], options=two, seats=2)
    where = under(rules, playing("9h 9d 9c Kh Kd Ks Qs Qd Qc 2c", "classic", two))
    assert {"1: meld {9h 9d 9c}", "1: meld {Ks Kh Kd}"} <= legal(where)
    assert "1: meld {Qs Qd Qc}" not in legal(where)


def test_search__cards_without_points_are_played_but_bring_no_minimum_closer() -> None:
    worthless = plugin(card_points=lambda card: 0 if card % 13 == NINE % 13 else None)
    rules = r5.compose("classic", plugins=[worthless], options=THIRTY, seats=2)
    for hand, ends in (("9h 9d 9c 4h 5h 6h 2c", False), ("9h 9d 9c Kh Kd Ks 2c", True)):
        where = under(rules, playing(hand, "classic", THIRTY))
        assert ("1: meld {9h 9d 9c}" in legal(where)) is ends


# ------------------------------------------------------------------ the limit


HARD: Options = {"deck.packs": 2, "deck.jokers": 4, "discard.barred": "drawn"}
MANY = "2s 3s 4s 6s 7s 9s Ts Qs Ks 2h 4h 5h 6h 8h 9h Jh Qh 3d 4d 6d 7d 9d Jd Kd 2c 3c 4c 7s 8d 8c * * * *"


def all_gained(hand: str, options: Options = HARD) -> r5.Position:
    """Make a turn in which seat 1 gained its whole hand and may discard none of it."""
    where = playing(hand, "family", options)
    public = replace(where.state.public, turn=Turn(bag_of(r5.parse_cards(hand))))
    return attrs.evolve(where, state=replace(where.state, public=public))


def test_limit__an_unknown_end_allows_every_play_and_the_bars_hold() -> None:
    where = all_gained(MANY)
    view = view_of(where)
    search = StrandingSearch(where.rules, duties=(), melding_out=True)
    assert search.answer(view) is None
    listed = r5.legal_actions(where.rules, where.state)
    first = next(iter(listed))
    assert first.verb == "meld"
    assert refused(where, "1: meld [2s 3s 4s]") == ""
    assert refused(where, "1: discard 2c") == "discard.not-drawn"


def test_limit__an_answer_does_not_depend_on_what_was_asked_before() -> None:
    where = all_gained("2s 3s 4s 5s 6s 7s 9h 9d 9c 9s 5h 6h 7h 8h Td Jd Qd Ts *")
    view = view_of(where)
    plays = list(PlayFinder(where.rules, view, view.hand).plays(view.hand))
    afters = [
        view_after(view, meld, *play)
        for play in plays
        if isinstance(meld := judge_play(where.rules, view, *play), Meld)
    ]
    for limit in (3, 5, 80):

        def asked(rules: r5.Rules, views: Sequence[View], limit: int = limit) -> list[bool | None]:
            search = StrandingSearch(rules, duties=(), melding_out=True)
            return [search.answer(each, limit=limit) for each in views]

        def fresh() -> r5.Rules:
            return alter(where.rules)  # with an empty cache

        forwards, backwards = asked(fresh(), afters), asked(fresh(), afters[::-1])[::-1]
        alone = [asked(fresh(), [each])[0] for each in afters]
        assert forwards == backwards == alone
        assert {*alone} >= {False, None} or limit == 80


#: Seat 2 holds nothing but the card that it has taken and may not discard, unless no play can end its turn.
LONE_TAKEN = """
to_act = 2
phase = "play"
hands = ["9s Js Qs", "Ts Ah Jh", "Ks"]
stock = "9h Jd 5h Qd"
pile = "Th"
last = 1
taken = ["Ks"]
"""


@attrs.frozen
class Turned:
    """The cards of a sideboard that the seat has turned over, each once, in the order in which it did."""

    numbers: tuple[int, ...] = ()


_TURNED: Final = Reason("house.turn", "turned", "You have turned that over.")


def turning(rules: r5.Rules, view: View, action: r5.Action) -> View | r5.Refusal:
    done, number = recall(rules, view, Turned).numbers, int(action.extra[0])
    return _TURNED() if number in done else remember(rules, view, Turned((*done, number)))


def test_no_stranding__where_the_search_cannot_say_moves_of_plugins_are_allowed_too() -> None:
    move = judged_move(
        "turn",
        turning,
        lambda rules, view: [r5.Action(view.seat, "turn", extra=(str(number),)) for number in range(8)],
        fields=("extra",),
    )
    # What has been turned over in which order makes another view: there are more than the search may generate.
    rules = r5.compose("pagat", [plugin(moves=lambda: (move,), memory=lambda: HandMemory(Turned))], seats=3)
    state = r5.parse_position(LONE_TAKEN, rules=rules).state
    verbs = []
    while not r5.is_over(state):
        actions = list(r5.legal_actions(rules, state))
        assert actions, "the hand cannot go on"
        assert [r5.why_not(rules, state, action) for action in actions] == [None] * len(actions)
        verbs.append({action.verb for action in actions})
        state = r5.apply(rules, state, actions[0])
    assert state.public.out == 2
    assert verbs[0] == {"turn"}
    assert verbs[-1] == {"discard"}
