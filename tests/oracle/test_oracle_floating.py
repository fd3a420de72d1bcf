"""Tests of the oracle's floating, Michigan and late lay-offs, against examples by hand."""

from __future__ import annotations

from typing import Any

import pytest
from tests.oracle import judge, legal
from tests.oracle.examples import Changed, playing, position, with_verb
from tests.oracle.variants.add_opponents_hand import AddOpponentsHand
from tests.oracle.variants.floating import Floating
from tests.oracle.variants.michigan import Michigan

UNPLAYABLE: Changed = {"floating.last-discard": "unplayable"}
CLAIM: Changed = {"floating.last-discard": "claim"}
SEVEN_TO_NINE = ["1 [7h 8h 9h]"]


def claimed(options: Changed | None = None, preset: str = "pagat", **rest: Any) -> dict[str, Any]:
    """Make a position: seat 1 has discarded its last card, and seat 2 of three is asked."""
    usual: dict[str, Any] = {
        "hands": ["2c Kc", "", "2d Kd"],
        "to_act": 2,
        "phase": "claim",
        "last": 1,
        "melds": SEVEN_TO_NINE,
    }
    return position(preset, CLAIM | (options or {}), pile="3d Th", **(usual | rest))


# out.floating


def test_out_floating_draws_and_discards() -> None:
    """000: "draw a card from the stock and discard it, which ends the game"."""
    assert legal(position(hands=["", "3c Jd"], last=1), Floating) == {"0: draw"}
    assert legal(playing("8c", drawn=["8c"]), Floating) == {"0: discard 8c"}


def test_out_floating_cannot_throw_a_lone_top_back() -> None:
    where = position(hands=["", "3c Jd"], pile="Th", melds=SEVEN_TO_NINE)
    assert legal(where, Floating) == {"0: draw", "0: take Th", "0: take Th with Th on m1"}
    assert legal(where | {"phase": "play", "hands": ["Th", "3c Jd"], "taken": ["Th"]}, Floating) == {"0: lay Th on m1"}
    assert judge(where | {"melds": []}, "0: take Th", Floating) == "turn.no-stranding"


def test_out_floating_with_an_empty_stock_passes() -> None:
    where = position(hands=["", "3c Jd"], stock="", pile="Kc")
    assert legal(where, Floating) == {"0: pass"}


@pytest.mark.parametrize("preset", ["pagat", "family"])
def test_out_floating_sets_its_options(preset: str) -> None:
    """If no drawn card may be discarded, a floater could never go out."""
    assert legal(playing("8c", preset, drawn=["8c"]), Floating) == {"0: discard 8c"}
    with pytest.raises(ValueError, match=r"fixes discard\.barred"):
        legal(playing("8c", preset, {"discard.barred": "drawn"}), Floating)


def test_call_last_discard_after_floating() -> None:
    where = position(options={"call": "last-discard"}, hands=["2c Kd", ""], pile="Th", melds=SEVEN_TO_NINE, last=1)
    assert judge(where, "0: call Th on m1", Floating) == "call.last-discard"
    assert judge(where, "1: call Th on m1", Floating) == "call.not-own"
    assert judge(where | {"hands": ["2c Kd", "3c"]}, "0: call Th on m1", Floating) is None
    full = where | {"rules": {"preset": "pagat"}}
    assert judge(full, "0: call Th on m1", Floating) is None


# out.unplayable-discard


def test_out_unplayable_discard() -> None:
    where = playing("Th", options=UNPLAYABLE, melds=SEVEN_TO_NINE, drawn=["Th"])
    assert legal(where, Floating) == {"0: lay Th on m1"}
    assert judge(where, "0: discard Th", Floating) == "out.unplayable-discard"
    assert judge(where | {"hands": ["Th 4c", "3c Jd"]}, "0: discard Th", Floating) is None
    assert judge(where | {"melds": []}, "0: discard Th", Floating) is None


def test_out_unplayable_discard_where_it_may_not_be_laid_off() -> None:
    after_meld = playing("Th", "north-american", UNPLAYABLE, melds=SEVEN_TO_NINE, drawn=["Th"])
    assert legal(after_meld, Floating) == {"0: discard Th"}
    unopened = playing("Th", options=UNPLAYABLE | {"meld.first-minimum": 30}, melds=SEVEN_TO_NINE, drawn=["Th"])
    assert legal(unopened, Floating) == {"0: discard Th"}


# out.unplayable-claim


def test_out_unplayable_claim() -> None:
    assert legal(claimed(), Floating) == {"2: call Th on m1", "2: pass"}
    assert legal(claimed({"call": "none"}), Floating) == {"2: call Th on m1", "2: pass"}
    assert judge(claimed(), "0: call Th on m1", Floating) == "turn.seat"
    assert judge(claimed(), "2: draw", Floating) == "turn.phase"


def test_out_unplayable_claim_is_a_lay_off_of_that_card() -> None:
    melds = [*SEVEN_TO_NINE, "1 {3s 3h 3c}"]
    assert judge(claimed(melds=melds), "2: call 3d on m2", Floating) == "out.unplayable-claim"
    assert judge(claimed(melds=melds), "2: call {3d Th}", Floating) == "out.unplayable-claim"


def test_out_unplayable_claim_needs_one_who_may_lay_off() -> None:
    minimum: Changed = {"meld.first-minimum": 30}
    assert judge(claimed(minimum), "2: call Th on m1", Floating) == "meld.first-minimum"
    opened = claimed(minimum, melds=["1 [2:7h 8h 9h]"])
    assert judge(opened, "2: call Th on m1", Floating) is None
    assert judge(claimed(preset="north-american"), "2: call Th on m1", Floating) == "meld.layoff-after-meld"


# call.stop


def test_call_stop() -> None:
    where = position("classic", hands=["2c", "2d", "2s"], pile="3h Th", melds=SEVEN_TO_NINE, last=2)
    assert with_verb(legal(where, Michigan), "call") == {"0: call Th on m1", "1: call Th on m1"}
    stopped = where | {"phase": "stop", "to_act": 1, "pile": "3h", "turn": {"claimed": True}}
    assert legal(stopped, Michigan) == {"1: discard 2d", "1: pass"}
    assert judge(stopped, "1: discard 2c", Michigan) == "turn.cards"
    assert judge(stopped, "0: draw", Michigan) == "turn.seat"
    assert judge(stopped, "1: draw", Michigan) == "turn.phase"
    assert judge(stopped, "0: call 3h on m1", Michigan) == "call.window"


def test_call_stop_bars_no_card() -> None:
    """A Stop is not a turn: there is neither a duty to open nor a bar on drawn cards."""
    options: Changed = {"meld.first-minimum": 30, "discard.barred": "drawn", "out.discard": "required"}
    where = position(options=options, phase="stop", melds=SEVEN_TO_NINE, last=1, hands=["2c", "2d"])
    assert legal(where, Michigan) == {"0: discard 2c", "0: pass"}


def test_call_stop_is_the_only_call() -> None:
    with pytest.raises(ValueError, match="fixes call"):
        legal(position(options={"call": "full"}), Michigan)


# score.late-layoffs


def late(hand: str, preset: str = "pagat", options: Changed | None = None, **rest: Any) -> dict[str, Any]:
    """Make a position: seat 1 has gone out, and seat 0 is asked."""
    usual: dict[str, Any] = {
        "hands": [hand, ""],
        "phase": "late",
        "last": 0,
        "melds": SEVEN_TO_NINE,
        "turn": {"out": 1},
    }
    return position(preset, options, **(usual | rest))


def test_score_late_layoffs() -> None:
    assert legal(late("Th Jh 2c"), AddOpponentsHand) == {"0: lay Th on m1", "0: lay Th Jh on m1", "0: pass"}
    assert judge(late("2s 2h 2c"), "0: meld {2s 2h 2c}", AddOpponentsHand) == "turn.phase"
    assert judge(late("2s"), "1: pass", AddOpponentsHand) == "turn.seat"


def test_score_late_layoffs_go_on_opponents_melds() -> None:
    assert judge(late("Th", melds=["0 [7h 8h 9h]"]), "0: lay Th on m1", AddOpponentsHand) == "score.late-layoffs"


def test_score_late_layoffs_need_one_who_has_opened() -> None:
    minimum: Changed = {"meld.first-minimum": 30}
    assert judge(late("Th", options=minimum), "0: lay Th on m1", AddOpponentsHand) == "meld.first-minimum"
    mine = late("Th", options=minimum, melds=["1 [0:7h 8h 9h]"])
    assert judge(mine, "0: lay Th on m1", AddOpponentsHand) is None
    assert judge(late("Th", "north-american"), "0: lay Th on m1", AddOpponentsHand) == "meld.layoff-after-meld"


def test_score_late_layoffs_where_only_own_melds_grow() -> None:
    own: Changed = {"meld.layoff": "own"}
    with pytest.raises(ValueError, match=r"meld\.layoff = own"):
        legal(position(options=own), AddOpponentsHand)
    without: Changed = own | {"add-opponents-hand.late-layoffs": False}
    assert "0: draw" in legal(position(options=without), AddOpponentsHand)
