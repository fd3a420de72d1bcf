"""The oracle alone against the rows of rules.md §4: calls."""

from __future__ import annotations

from typing import Any

from tests.oracle import judge, legal
from tests.oracle.examples import Changed, position, with_verb


def calling(kind: str, options: Changed | None = None, **rest: Any) -> dict[str, Any]:
    """Seat 2 has ended its turn, seat 0 is to draw, and the pile holds something to claim."""
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


def test_call_marks() -> None:
    """The mark stands on the first used card whose face lies at the depth of the call."""
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
