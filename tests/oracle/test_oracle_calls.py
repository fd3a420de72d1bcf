"""Tests of the oracle against the rule catalogue: calls."""

from __future__ import annotations

from typing import Any

from tests.oracle import judge, legal
from tests.oracle.examples import Changed, position, with_verb


def calling(kind: str, options: Changed | None = None, **rest: Any) -> dict[str, Any]:
    """Make a position: seat 2 has ended its turn, seat 0 is to draw, and the pile has cards to claim."""
    usual: dict[str, Any] = {
        "hands": ["2c Kd", "3c Jd", "4c Td"],
        "last": 2,
        "pile": "9s 9d 9c 8h",
        "melds": ["1 [5h 6h 7h]"],
    }
    changed: Changed = {"call": kind}
    return position(options=changed | (options or {}), **(usual | rest))


def test_call_full() -> None:
    for seat in (0, 1):
        claims = {f"{seat}: call 8h on m1", f"{seat}: call {{9s 9d 9c}}"}
        assert claims <= legal(calling("full"))
    assert judge(calling("full"), "2: call 8h on m1") == "call.not-own"
    assert judge(calling("full"), "1: call Jd on m1") == "turn.cards"
    assert judge(calling("full", phase="play"), "1: call 8h on m1") == "call.window"
    without_last = calling("full")
    del without_last["last"]
    assert judge(without_last, "1: call 8h on m1") == "call.window"


def test_call_kinds() -> None:
    group, top = "1: call {9s 9d 9c}", "1: call 8h on m1"
    assert judge(calling("none"), top) == "call.none"
    assert (judge(calling("layoffs"), group), judge(calling("layoffs"), top)) == ("call.layoffs", None)
    assert (judge(calling("top"), group), judge(calling("top"), top)) == ("call.top", None)
    assert judge(calling("top", pile="8h 9s 9d 9c"), group) is None
    assert (judge(calling("last-discard"), group), judge(calling("last-discard"), top)) == (
        "call.last-discard",
        None,
    )
    assert judge(calling("last-discard", pile="8h Kc"), top) == "call.last-discard"
    assert judge(calling("last-discard", turn={"claimed": True}), top) == "call.window"


def test_call_top_again() -> None:
    """call.top: again while the turn has done nothing but call; each time the top, all melded by its one use."""
    turn = {"claimed": True, "plays": ["Th on m1"]}
    melds = ["1 [7h 8h 9h 1:Th]", "2 {5h 5d 5c}"]
    where = calling("top", phase="play", to_act=1, pile="6h 5s", taken="Th", turn=turn, melds=melds)
    assert judge(where, "1: call 5s on m2") is None
    assert with_verb(legal(where), "call") == {"1: call 5s on m2"}
    assert judge(where, "1: call 6h on m1") == "call.top"
    assert judge(where, "0: call 5s on m2") == "call.window"
    assert judge(where | {"turn": turn | {"claimed": False}}, "1: call 5s on m2") == "call.window"
    assert judge(where | {"turn": turn | {"plays": ["Th on m1", "3c on m2"]}}, "1: call 5s on m2") == "call.window"
    full = where["rules"] | {"options": where["rules"]["options"] | {"call": "full"}}
    assert judge(where | {"rules": full}, "1: call 5s on m2") == "call.window"


def test_call_top_again_for_the_first_minimum() -> None:
    where = calling("top", {"meld.first-minimum": 15}, pile="5s Th", melds=["2 [7h 8h 9h]", "2 {5h 5d 5c}"])
    assert judge(where, "1: call Th on m1") is None
    assert judge(where | {"pile": "4s Th"}, "1: call Th on m1") == "meld.first-minimum"
    turn = {"claimed": True, "plays": ["Th on m1"]}
    melds = ["2 [7h 8h 9h 1:Th]", "2 {5h 5d 5c}"]
    called = where | {"phase": "play", "to_act": 1, "pile": "5s", "taken": "Th", "turn": turn, "melds": melds}
    assert judge(called, "1: discard 3c") == "meld.first-minimum"
    assert judge(called, "1: call 5s on m2") is None


def test_call_marks() -> None:
    """The first used card whose face lies at the depth of the call has the mark."""
    where = calling("full", {"deck.packs": 2}, pile="8h 9h Ks 8h", to_act=1)
    assert with_verb(legal(where), "call") == {
        "0: call 8h on m1",
        "0: call 8h/4 on m1",
        "0: call 8h 9h on m1",
        "0: call 8h/4 9h on m1",
        "1: call 8h on m1",
        "1: call 8h/4 on m1",
        "1: call 8h 9h on m1",
        "1: call 8h/4 9h on m1",
    }
    many: Changed = {"deck.packs": 2, "meld.group-suits": "any", "meld.group-max": 0}
    jokers = calling("full", many, pile="* Ks *", melds=["1 {9s 9d 9c}"])
    assert {action for action in legal(jokers) if action.startswith("0: call")} == {
        "0: call *=9 on m1",
        "0: call *=9/3 on m1",
        "0: call *=9 *=9 on m1",
        "0: call {Ks *=K *=K}",
        "0: call [*=Js *=Qs Ks]",
        "0: call [*=Qs Ks *=As]",
    }


def test_call_needs_a_meld_or_an_opening() -> None:
    after = calling("layoffs", {"meld.layoff": "after-meld"})
    assert judge(after, "1: call 8h on m1") is None
    assert judge(after, "0: call 8h on m1") == "meld.layoff-after-meld"
    for kind in ("last-discard", "full"):
        where = calling(kind, {"meld.first-minimum": 30})
        assert judge(where, "1: call 8h on m1") is None
        assert judge(where, "0: call 8h on m1") == "meld.first-minimum"


def test_call_that_opens() -> None:
    """meld.first-minimum: "a full call may open"."""
    where = calling("full", {"meld.first-minimum": 27})
    assert judge(where, "0: call {9s 9d 9c}") is None


def test_call_must_be_finishable() -> None:
    required: Changed = {"out.discard": "required"}
    top = {"hands": ["", "3c", "4c"], "pile": "Kc 8h"}
    where = calling("full", required, **top)
    assert judge(where, "0: call 8h on m1") == "out.discard-required"
    assert judge(calling("last-discard", required, **top), "0: call 8h on m1") is None
