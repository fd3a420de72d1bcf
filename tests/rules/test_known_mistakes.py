"""Tests against the mistakes that every open 500 Rummy program makes (docs: how rummy500 is built)."""

from __future__ import annotations

import random

import pytest
from tests.dealt import dealt_under
from tests.rules.tables import do, hands, legal, melds, playing, refused, scores, stock, table

import rummy500 as r5


def test_mistake_the_taken_card_is_not_used() -> None:
    where = table(hands=["Jc", "9s 9h Ks Kh 2c"], pile="9d 3s Kd")
    assert legal(where, "take") == {
        "1: take Kd", "1: take Kd with {Ks Kh Kd}", "1: take 9d with {9s 9h 9d}",
    }  # fmt: skip
    assert refused(where, "1: take 9d with {Ks Kh Kd}") == "draw.deep-use"
    assert refused(where, "1: take 9d") == "draw.deep"
    after = do(where, "1: take 9d with {9s 9h 9d}")
    assert melds(after) == ["1 {9s 9h 9d}"]
    assert hands(after)[1] == "3s Ks Kh Kd 2c"


def test_mistake_a_layoff_is_credited_to_the_melds_owner() -> None:
    where = do(playing("8h 9s 2c", melds=["0 [5h 6h 7h]"]), "1: lay 8h on m1", "1: discard 2c")
    assert scores(where) == (18 - 10, 8 - 9)


def test_mistake_a_called_layoff_is_credited_to_the_melds_owner() -> None:
    options: dict[str, object] = {"call": "last-discard"}
    where = table(options=options, hands=["Jc", "2c", "3c"], pile="8h", last=0, melds=["0 [5h 6h 7h]"])
    assert scores(do(where, "2: call 8h on m1")) == (18 - 10, -2, 8 - 3)


def test_mistake_acting_out_of_phase() -> None:
    before = table(hands=["Jc", "4h 5h 6h 2c"])
    assert legal(before) == {"1: draw", "1: take Qd"}
    after = do(before, "1: draw")
    assert {text.split()[1] for text in legal(after)} == {"meld", "discard"}
    for text in ("1: draw", "1: take Qd", "1: pass", "0: draw"):
        with pytest.raises(r5.IllegalActionError):
            do(after, text)


@pytest.mark.parametrize("meld", ["[Ah 2h 3h]", "[Qh Kh Ah]"])
def test_mistake_the_ace_is_high_only_or_low_only(meld: str) -> None:
    assert refused(playing("Ah 2h 3h Qh Kh 2c"), f"1: meld {meld}") == ""


def test_mistake_the_ace_goes_round_the_corner() -> None:
    where = playing("Ah 2h 3h Qh Kh 2c")
    assert legal(where, "meld") == {"1: meld [Ah 2h 3h]", "1: meld [Qh Kh Ah]"}
    laid = playing("2h Kd 2c", melds=["0 [Qh Kh Ah]", "0 [Ad 2d 3d]"])
    assert legal(laid, "lay") == set()


def test_mistake_a_layoff_is_ambiguous_between_run_and_group() -> None:
    where = playing("9h 2c", melds=["0 [6h 7h 8h]", "0 {9s 9d 9c}"])
    assert legal(where, "lay") == {"1: lay 9h on m1", "1: lay 9h on m2"}
    assert melds(do(where, "1: lay 9h on m1")) == ["0 [6h 7h 8h 1:9h]", "0 {9s 9d 9c}"]
    assert melds(do(where, "1: lay 9h on m2")) == ["0 [6h 7h 8h]", "0 {9s 1:9h 9d 9c}"]
    read = r5.actions_for_cards(where.rules, where.state, seat=1, cards=r5.parse_cards("9h"))
    assert [r5.action_text(action, where.state) for action in read] == [
        "1: discard 9h", "1: lay 9h on m1", "1: lay 9h on m2",
    ]  # fmt: skip


def test_mistake_an_unseeded_reshuffle() -> None:
    where = table(options={"stock.empty": "reshuffle"}, pile="3d 9d 2c 3c 4c 6s", stock="")
    asked = do(where, "1: draw")
    random.seed(1)
    one = r5.chance(asked.rules, asked.state)
    random.seed(2)
    other = r5.chance(asked.rules, asked.state)
    assert one is not None
    assert other is not None
    assert one == other
    assert one.sample(random.Random(4)) == other.sample(random.Random(4))
    assert stock(asked) == ""
    assert stock(do(asked, "deck: reshuffle 9d 3c 2c 4c 3d")) == "3c 2c 4c 3d"
    assert stock(do(asked, "deck: reshuffle 4c 3d 9d 3c 2c")) == "3d 9d 3c 2c"


def test_mistake_a_tie_is_given_to_the_first_seat() -> None:
    melds = ["0 [4h 5h 6h]", "1 [4d 5d 6d]"]
    where = playing("2c", hands=["2s", "2c 2d", "2h"], melds=melds, stock="", phase="draw", last=0)
    state = do(where, "1: pass").state
    assert scores(do(where, "1: pass")) == (13, 11, -2)
    level = playing("2c", hands=["2s", "2c", "3h"], melds=melds, stock="", phase="draw", last=0)
    state = do(level, "1: pass").state
    rules = r5.compose("classic", options={"match.target": 13}, seats=3)
    match = r5.record_hand(rules, r5.start_match(rules), dealt_under(rules, state))
    assert match.scores == (13, 13, -3)
    assert match.winners == ()
    assert match.playoff


def test_mistake_a_hidden_card_in_a_log() -> None:
    """Two states that differ in hidden cards alone look and read alike to everybody else."""
    one = table(hands=["Jc 2c", "4h 9s 2d", "5s 3c"], stock="8s Kh", last=0)
    other = table(hands=["As Kc", "4h 9s 2d", "6d Ac"], stock="Qs 7c", last=0)
    views = [r5.observe(where.rules, where.state, 1) for where in (one, other)]
    assert views[0] == views[1]
    assert hash(views[0]) == hash(views[1])
    assert repr(views[0]) == repr(views[1])
    spectators = [r5.observe(where.rules, where.state, None) for where in (one, other)]
    assert repr(spectators[0]) == repr(spectators[1])
    for text in ("0: discard 2c", "1: discard 2c", "2: draw", "1: take Kh", "2: call {Qd Qs Qh}", "2: meld [4h 5h 6h]"):
        errors = []
        for where in (one, other):
            with pytest.raises(r5.IllegalActionError) as raised:
                do(where, text)
            errors.append(str(raised.value) + repr(raised.value))
        assert errors[0] == errors[1]


def test_mistake_a_hidden_card_in_a_move_or_a_list() -> None:
    one = table(hands=["Jc 2c", "4h 9s 2d", "5s 3c"], stock="8s Kh", last=0)
    other = table(hands=["As Kc", "4h 9s 2d", "6d Ac"], stock="Qs 7c", last=0)
    assert legal(one) == legal(other)
    assert legal(one, "draw") == {"1: draw"}
    drawn = r5.observe(one.rules, do(one, "1: draw").state, 0)
    assert drawn.drawn == 0
    assert drawn == r5.observe(one.rules, do(one, "1: draw").state, 0)
    other_drawn = do(table(hands=["Jc 2c", "4h 9s 2d", "5s 3c"], stock="Qs Kh", last=0), "1: draw")
    assert repr(drawn) == repr(r5.observe(one.rules, other_drawn.state, 0))
