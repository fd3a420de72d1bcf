"""Tests of the oracle's Oklahoma against the rule catalogue, by hand."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

import pytest
from tests.oracle import PRESETS
from tests.oracle import judge as judge_by
from tests.oracle import legal as legal_by
from tests.oracle.cards import RANKS
from tests.oracle.examples import position, with_verb
from tests.oracle.variants.oklahoma import Oklahoma


def drawing(*hands: str, options: dict[str, Any] | None = None, **rest: Any) -> dict[str, Any]:
    """Make a position: seat 0 is to draw."""
    held = [*hands, "3c Jd"] if len(hands) == 1 else list(hands)
    rules = {
        "preset": "classic",
        "plugins": ["oklahoma"],
        "options": {"oklahoma.jokers": 4} | (options or {}),
        "seats": len(held),
    }
    table: dict[str, Any] = {"rules": rules, **rest}
    return position(hands=held, **table)


def playing(hand: str, **rest: Any) -> dict[str, Any]:
    """Make a position: seat 0 has drawn."""
    return drawing(hand, phase="play", **rest)


def offered(hand: str, **rest: Any) -> dict[str, Any]:
    """Make a position: seat 0 is offered the upcard."""
    return drawing(hand, phase="offer", **rest)


def legal(where: dict[str, Any], *verbs: str) -> set[str]:
    """List the legal actions in Oklahoma, of these kinds or of all."""
    listed = legal_by(where, Oklahoma)
    return with_verb(listed, *verbs) if verbs else listed


def judge(where: dict[str, Any], action: str) -> str | None:
    """Return the refusal of an action of seat 0 in Oklahoma."""
    return judge_by(where, f"0: {action}", Oklahoma)


# draw.whole-pile


def test_draw_whole_pile_in_full() -> None:
    where = drawing("7h 7s Kd", pile="7c 5c 7d")
    assert legal(where) == {
        "0: draw",
        "0: take 7d with {7s 7h 7d}",
        "0: take 7d with {7s 7d 7c}",
        "0: take 7d with {7h 7d 7c}",
        "0: take 7d with {7s 7h 7d 7c}",
    }


@pytest.mark.parametrize(
    ("take", "rule"),
    [
        ("take 7d", "draw.deep-use"),
        ("take 5c", "draw.whole-pile"),
        ("take 7c with {7s 7h 7c}", "draw.whole-pile"),
        ("take 7c with {7s 7h 7d}", "draw.whole-pile"),
        ("take 7d with {7s 7h 7c}", "draw.deep-use"),
        ("take 7d with {7s 7h Kd}", "meld.group"),
        ("take 9d", "turn.cards"),
        ("take 7d with {7d 8d 9d}", "turn.cards"),
        ("take 7d/1 with {7s 7h 7d}", None),
    ],
)
def test_draw_whole_pile_refusals(take: str, rule: str | None) -> None:
    assert judge(drawing("7h 7s Kd", pile="7c 5c 7d"), take) == rule


def test_draw_whole_pile_names_the_top_of_two_copies() -> None:
    where = drawing("7h 7s Kd", pile="7d 5c 7d")
    assert judge(where, "take 7d/3 with {7s 7h 7d}") == "draw.whole-pile"
    assert legal(where, "take") == {
        "0: take 7d with {7s 7h 7d}",
        "0: take 7d with {7s 7d 7d}",
        "0: take 7d with {7h 7d 7d}",
        "0: take 7d with {7s 7h 7d 7d}",
    }


def test_draw_whole_pile_used_on_an_own_meld() -> None:
    where = drawing("Ks Js", pile="5c 7d", melds=["0 [4d 5d 6d]", "1 {7s 7h 7c}"])
    assert legal(where) == {"0: draw", "0: take 7d with 7d on m1"}
    assert judge(where, "take 7d with 7d on m2") == "meld.layoff-own"


def test_draw_whole_pile_of_cards_in_it() -> None:
    """The use may be made of pile cards alone; a wild card on top may be used in a role or as itself."""
    assert legal(drawing("Ks Js", pile="6d 5d 4d"), "take") == {"0: take 4d with [4d 5d 6d]"}
    assert legal(drawing("Ks 8s 8h", pile="2c"), "take") == {"0: take 2c with {8s 8h 2c=8}"}
    assert legal(drawing("Ks 3c 4c", pile="2c"), "take") == {
        "0: take 2c with [2c 3c 4c]",
        "0: take 2c with [3c 4c 2c=5c]",
    }
    assert legal(drawing("Ks 8s 8h", pile="*"), "take") == {"0: take * with {8s 8h *=8}"}


def test_draw_deep_use_new_meld_only() -> None:
    """`oklahoma.new-meld-only`."""
    only = {"oklahoma.new-meld-only": True}
    where = drawing("Ks 7s 7h", pile="7d", melds=["0 [4d 5d 6d]", "0 {7c 7c *=7}"], options=only)
    assert legal(where, "take") == {"0: take 7d with {7s 7h 7d}"}
    assert judge(where, "take 7d with 7d on m1") == "draw.deep-use"
    assert judge(where, "take 7d with swap 7d on m2") == "draw.deep-use"
    where["rules"]["options"] = {}
    assert len(legal(where, "take")) == 4  # on m1, on m2, by the swap, and the new meld


# deal.opening-offer


def test_deal_opening_offer_carries_no_duty() -> None:
    where = offered("9s 9d Kd", pile="9h")
    assert legal(where) == {"0: take 9h", "0: pass"}
    assert judge(where, "take 9h with {9s 9h 9d}") == "deal.opening-offer"
    assert judge(where, "draw") == "turn.phase"


def test_deal_opening_offer_with_a_duty() -> None:
    """`oklahoma.opening-use`."""
    where = offered("9s 9d Kd", pile="9h", options={"oklahoma.opening-use": True})
    assert legal(where) == {"0: take 9h with {9s 9h 9d}", "0: pass"}
    assert judge(where, "take 9h") == "draw.deep-use"
    assert legal(where | {"pile": "8h"}) == {"0: pass"}


def test_deal_opening_offer_passed_by_everyone() -> None:
    where = drawing("9s 9d Kd", pile="9h", turn={"stock_only": True})
    assert legal(where) == {"0: draw"}
    assert judge(where, "take 9h with {9s 9h 9d}") == "deal.opening-offer"


def test_discard_not_taken() -> None:
    where = playing("9h Kd", taken=["9h"])
    assert legal(where) == {"0: discard Kd"}
    assert judge(where, "discard 9h") == "discard.not-taken"
    assert legal(playing("9h 9h Kd", taken=["9h"])) == {"0: discard Kd", "0: discard 9h"}


# oklahoma.deuce, oklahoma.jokers


def test_oklahoma_deuce_is_wild() -> None:
    where = playing("9h 9s 2c Kd")
    assert legal(where, "meld") == {"0: meld {9s 9h 2c=9}"}
    assert len(legal(where, "discard")) == 4


def test_oklahoma_deuce_natural_in_its_own_place() -> None:
    where = playing("2h 3h 4h Kd")
    assert legal(where, "meld") == {"0: meld [2h 3h 4h]", "0: meld [3h 4h 2h=5h]"}
    assert judge(where, "meld [2h=2h 3h 4h]") == "oklahoma.deuce"
    assert judge(where, "meld [2h=5 3h 4h]") == "meld.joker-role"
    assert judge(where, "meld [2h 3h 4h=5h]") == "meld.joker-role"
    assert legal(playing("2s 3h 4h Kd"), "meld") == {"0: meld [2s=2h 3h 4h]", "0: meld [3h 4h 2s=5h]"}


def test_oklahoma_deuce_in_a_group_of_deuces() -> None:
    where = playing("2s 2h 2d Kd *")
    assert judge(where, "meld {2s 2h 2d}") is None
    assert judge(where, "meld {2s 2h *=2}") is None
    assert judge(where, "meld {2s 2h 2d=2}") == "oklahoma.deuce"


def test_oklahoma_deuce_every_assignment_counts() -> None:
    """The deuces; Kd with two of three in a group, in J-Q-K and in Q-K-A; A-2-3 and 2-3-4 of one natural deuce."""
    listed = legal(playing("2s 2h 2d Kd"), "meld")
    assert len(listed) == 1 + 3 + 2 * 6 + 2 * 3 * 2
    assert {"0: meld {2s 2h 2d}", "0: meld [Kd 2s=Ad 2h=Qd]"} & listed == {"0: meld {2s 2h 2d}"}
    assert {"0: meld [2s=Qd Kd 2h=Ad]", "0: meld [2d=Ah 2h 2s=3h]", "0: meld {Kd 2s=K 2d=K}"} <= listed


def test_meld_joker_role_of_two_kinds_of_wild_cards() -> None:
    listed = legal(playing("9h 2s * 5d"), "meld")
    assert {meld for meld in listed if "9h" in meld and "5d" not in meld} >= {
        "0: meld [2s=7h *=8h 9h]",
        "0: meld [*=7h 2s=8h 9h]",
        "0: meld [2s=8h 9h *=Th]",
        "0: meld [*=8h 9h 2s=Th]",
        "0: meld [9h 2s=Th *=Jh]",
        "0: meld [9h *=Th 2s=Jh]",
        "0: meld {9h 2s=9 *=9}",
    }
    assert len(listed) == 7 + 7  # as many with the 5d


def test_meld_joker_role_equal_cards_are_one() -> None:
    assert legal(playing("9h 9h 9s Kd"), "meld") == {"0: meld {9s 9h 9h}"}
    assert legal(playing("9h * * Kd"), "meld") >= {"0: meld {9h *=9 *=9}", "0: meld [*=8h 9h *=Th]"}
    assert legal(playing("9h 2c 2c 5d"), "meld") >= {"0: meld [2c=8h 9h 2c=Th]"}


@pytest.mark.parametrize("meld", ["{2s=9 2h=9 *=9}", "[2s=4h 2c=5h *=6h]", "[2s=2h 2c=3h *=4h]", "{*=2 *=2 *=2}"])
def test_meld_joker_count(meld: str) -> None:
    assert judge(playing("2s 2h 2c * * * Kd"), f"meld {meld}") == "meld.joker-count"


# oklahoma.ace-low


@pytest.mark.parametrize(
    ("meld", "rule"),
    [
        ("[As 2s 3s]", None),
        ("[As 2h=2s 3s]", "oklahoma.ace-low"),
        ("[As *=2s 3s]", "oklahoma.ace-low"),
        ("[*=As 2s 3s]", None),
        ("[2h=As 2s 3s]", None),
        ("[2h=As *=2s 3s]", "oklahoma.ace-low"),
        ("[2h=2s 3s 2s=4s]", None),
        ("[Qs 2h=Ks As]", None),
        ("[Ks As 2s]", "meld.ace"),
    ],
)
def test_oklahoma_ace_low(meld: str, rule: str | None) -> None:
    assert judge(playing("As 2s 3s 2h * Qs Ks"), f"meld {meld}") == rule


def test_oklahoma_ace_low_extending() -> None:
    own = ["0 [2s 3s 4s]", "0 [2h=2s 3s 4s]", "0 [*=2s 3s 4s]", "0 [3s 4s 5s]"]
    where = playing("As 2s 2c Kd", melds=own)
    assert judge(where, "lay As on m1") is None
    assert judge(where, "lay As on m2") == "oklahoma.ace-low"
    assert judge(where, "lay 2c=As on m2") == "oklahoma.ace-low"
    assert judge(where, "lay As on m3") == "oklahoma.ace-low"
    assert judge(where, "lay As 2s on m4") is None
    assert judge(where, "lay As 2c=2s on m4") == "oklahoma.ace-low"
    assert judge(where, "swap 2s on m3") is None
    swapped = playing("As * 2c Kd", melds=["0 [2s 3s 4s]"], turn={"plays": ["swap 2s on m1"]})
    assert judge(swapped, "lay As on m1") is None


def test_oklahoma_ace_low_in_all_thirteen_too() -> None:
    """meld.ace: there the ace is the low one, so the deuce must be natural."""
    most = "3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks"
    assert judge(playing(f"As 2h {most} Kd"), f"meld [As 2h=2s {most}]") == "oklahoma.ace-low"
    assert judge(playing(f"As 2s {most} Kd"), f"meld [As 2s {most}]") is None
    assert legal(playing("As Kd", melds=[f"0 [2h=2s {most}]"]), "lay") == set()
    assert legal(playing("2s 2h Kd", melds=[f"0 [{most} As]"]), "lay") == {"0: lay 2s on m1"}


# oklahoma.group-closed, meld.layoff-own


def test_oklahoma_group_closed() -> None:
    where = playing("9s 9s 9h 9d 9c * Kd", melds=["0 {8s 8h 8d 2c=8}", "0 {9s 9h 9d}"])
    assert judge(where, "meld {9s 9s 9h}") is None
    assert judge(where, "meld {9s 9s 9h 9d}") is None
    assert judge(where, "meld {9s 9s 9h 9d 9c}") == "oklahoma.group-closed"
    assert judge(where, "meld {9s 9h 9d 9c *=9}") == "oklahoma.group-closed"
    assert judge(where, "lay *=8 on m1") == "oklahoma.group-closed"
    assert judge(where, "lay 9c on m2") is None
    assert judge(where, "lay 9c 9s on m2") == "oklahoma.group-closed"


def test_meld_layoff_own() -> None:
    where = playing("8h 8d 2c Kd", melds=["1 [5h 6h 7h]", "0 [5d 6d 7d]"])
    assert legal(where, "lay") == {
        "0: lay 8d on m2",
        "0: lay 2c=4d on m2",
        "0: lay 2c=8d on m2",
        "0: lay 8d 2c=9d on m2",
    }
    assert judge(where, "lay 8h on m1") == "meld.layoff-own"
    assert judge(where, "lay 8h on m3") == "meld.layoff"


# oklahoma.queen


def test_oklahoma_queen() -> None:
    where = playing("Qs Kd", drawn=["Qs"])
    assert legal(where) == {"0: discard Kd"}
    assert judge(where, "discard Qs") == "oklahoma.queen"
    assert legal(playing("Qs")) == {"0: discard Qs"}
    assert legal(playing("Qs Qs")) == {"0: discard Qs"}
    assert judge(playing("Qs Qh Qd 3c"), "meld {Qs Qh Qd}") is None
    assert judge(playing("Qs Qh Qd"), "discard Qh") is None


def test_oklahoma_queen_and_the_offer() -> None:
    """turn.no-stranding: the lone card taken is barred, and the queen would not be the last card."""
    assert legal(offered("Qs", pile="7d")) == {"0: pass"}
    assert judge(offered("Qs", pile="7d"), "take 7d") == "turn.no-stranding"
    assert legal(offered("Qs", pile="Qs")) == {"0: take Qs", "0: pass"}


# out.discard-required, turn.no-stranding


def test_out_discard_required() -> None:
    assert judge(playing("9s 9h 9d"), "meld {9s 9h 9d}") == "out.discard-required"
    assert legal(playing("8d", melds=["0 [5d 6d 7d]"])) == {"0: discard 8d"}
    where = drawing("7h 7s", pile="7d")
    assert judge(where, "take 7d with {7s 7h 7d}") == "out.discard-required"
    assert judge(where | {"pile": "Kc 7d"}, "take 7d with {7s 7h 7d}") is None


def test_turn_no_stranding_by_the_queen() -> None:
    where = playing("Qs 7d 9h", taken=["7d"], melds=["0 [6h 7h 8h]"])
    assert legal(where) == {"0: discard 9h"}
    assert judge(where, "lay 9h on m1") == "turn.no-stranding"


def test_turn_no_stranding_counts_swaps() -> None:
    """Only the swap gives a card that may be discarded: the group is closed."""
    where = playing("Qs 7d 9h", taken=["7d"], melds=["0 [6h 7h 8h]", "0 {7s 7h 7c *=7}"])
    assert legal(where) == {"0: discard 9h", "0: lay 9h on m1", "0: swap 7d on m2"}
    assert judge(offered("Qs", pile="7d", melds=["0 {7s 7h 7c *=7}"]), "take 7d") is None
    assert judge(offered("Qs", pile="7d", melds=["0 {7s 7h 7c 2h=7}"]), "take 7d") == "turn.no-stranding"


# oklahoma.swap


def test_oklahoma_swap_in_full() -> None:
    where = playing("Kh 3c", melds=["0 [Jh Qh *=Kh]"])
    assert legal(where) == {"0: swap Kh on m1", "0: discard Kh", "0: discard 3c"}
    assert legal(playing("Kh", melds=["0 [Jh Qh *=Kh]"])) == {"0: swap Kh on m1", "0: discard Kh"}


def test_oklahoma_swap_in_a_group() -> None:
    """Any natural card of the rank, in a closed group too."""
    where = playing("Kh 3c", melds=["0 {Ks Kd *=K}", "0 {Ks Kd Kh *=K}", "0 {3s 2c=3 *=3}"])
    assert legal(where, "swap", "lay") == {
        "0: lay Kh on m1",
        "0: swap Kh on m1",
        "0: swap Kh on m2",
        "0: lay 3c on m3",
        "0: swap 3c on m3",
    }


def test_oklahoma_swap_of_deuces() -> None:
    where = playing("2d 2s 3c", melds=["0 {2s 2h *=2}", "0 [*=2s 3s 4s]", "0 {Ks Kh *=K}"])
    assert legal(where, "swap") == {"0: swap 2d on m1", "0: swap 2s on m1", "0: swap 2s on m2"}
    assert judge(where, "swap 2d on m2") == "oklahoma.swap"
    assert judge(where, "swap 2d on m3") == "oklahoma.swap"


@pytest.mark.parametrize(
    ("swap", "rule"),
    [
        ("swap Kh on m1", None),
        ("swap Ks on m1", "turn.cards"),
        ("swap Qh on m1", "oklahoma.swap"),  # a natural card lies there
        ("swap 2h on m1", "oklahoma.swap"),
        ("swap 2h=Kh on m1", "oklahoma.swap"),
        ("swap * on m1", "oklahoma.swap"),
        ("swap Kh on m2", "oklahoma.swap"),  # another's joker
        ("swap Kh on m3", "oklahoma.swap"),  # "a deuce may never be substituted"
        ("swap Kh on m4", "oklahoma.swap"),  # on one's own meld, but seat 1 played it
        ("swap Kh on m5", None),  # one of two is one's own
        ("swap Kh on m6", "oklahoma.swap"),
    ],
)
def test_oklahoma_swap_refusals(swap: str, rule: str | None) -> None:
    melds = ["0 [Jh Qh *=Kh]", "1 [Jh Qh *=Kh]", "0 [Jh Qh 2c=Kh]", "0 {Kd Kc 1:*=K}", "0 {Kd 1:*=K *=K}"]
    assert judge(playing("Kh Qh 2h * 3c", melds=melds), swap) == rule


def test_oklahoma_swap_only_after_drawing() -> None:
    melds = ["0 [Jh Qh *=Kh]"]
    assert judge(drawing("Kh 3c", melds=melds), "swap Kh on m1") == "turn.parts"
    assert judge(offered("Kh 3c", melds=melds), "swap Kh on m1") == "turn.phase"
    assert judge_by(playing("Kh 3c", melds=melds), "1: swap Kh on m1", Oklahoma) == "turn.seat"


def test_oklahoma_swap_as_the_use_of_a_take() -> None:
    where = drawing("5d 3c", pile="5c Kh", melds=["0 [Jh Qh *=Kh]"])
    assert legal(where) == {"0: draw", "0: take Kh with swap Kh on m1"}
    where = drawing("Kh 3c", pile="Ks 5c", melds=["0 [Jh Qh *=Kh]", "0 {5s 5h *=5}"])
    assert legal(where, "take") == {"0: take 5c with 5c on m2", "0: take 5c with swap 5c on m2"}
    assert judge(where, "take 5c with swap Kh on m1") == "draw.deep-use"
    assert judge(where, "take Ks with swap Ks on m1") == "draw.whole-pile"
    assert judge(where, "take 5c with swap Qh on m1") == "turn.cards"


def test_oklahoma_swap_moves_the_joker_to_the_hand() -> None:
    """The joker may be melded again in the same turn; after the last card is swapped, the player goes out with it."""
    where = playing("* 9s 9h", melds=["0 [Jh Qh Kh]"], turn={"plays": ["swap Kh on m1"]})
    assert {"0: lay *=Ah on m1", "0: lay *=Th on m1", "0: discard *"} <= legal(where)
    assert judge(where, "meld {9s 9h *=9}") == "out.discard-required"
    assert judge(where | {"hands": ["* 9s 9h 3c", "3c"]}, "meld {9s 9h *=9}") is None


def test_oklahoma_swap_and_the_lone_joker_taken() -> None:
    """discard.not-taken: a joker melded and taken back is again a lone top discard just taken."""
    plays = {"plays": ["{9s 9h *=9}", "swap 9d on m1"]}
    where = playing("* Kd", taken=["*"], melds=["0 {9s 9h 9d}"], turn=plays)
    assert legal(where) == {"0: lay *=9 on m1", "0: discard Kd"}
    assert judge(where, "discard *") == "discard.not-taken"


# call.none, stock.strict, options


def test_call_none() -> None:
    where = drawing("7h 3c", pile="7d", last=1, melds=["0 [4d 5d 6d]"])
    assert judge(where, "call 7d on m1") == "call.none"


def test_stock_strict() -> None:
    assert legal(drawing("7h 7s Kd", stock="", pile="5c 7d")) == set()
    assert legal(playing("7h Kd", stock="", pile="5c 7d", drawn=["7h"])) == {"0: discard 7h", "0: discard Kd"}


def test_oklahoma_values_for_a_first_minimum() -> None:
    """An option of the core still holds: three queens with Qs are 70, with a deuce for her 30."""
    forty = {"meld.first-minimum": 40}
    where = playing("Qs Qh Qd 2c 3h", options=forty)
    assert judge(where, "meld {Qs Qh Qd}") is None
    assert judge(playing("Qc Qh Qd 2c 3h", options=forty), "meld {Qh Qd 2c=Q}") is None  # with the Qc 40
    assert judge(playing("Qh Qd 2c 3h", options=forty), "meld {Qh Qd 2c=Q}") == "meld.first-minimum"
    assert judge(playing("Ah Qh Kh 3h", options=forty), "meld [Qh Kh Ah]") is None


@pytest.mark.parametrize("preset", PRESETS)
def test_oklahoma_sets_its_options(preset: str) -> None:
    rules = {"preset": preset, "plugins": ["oklahoma"], "seats": 2}
    where = drawing("7h 7s 7s 7c Kd", pile="7d", melds=["1 [8h 9h Th]"]) | {"rules": rules}
    assert judge(where, "take 7d") == "draw.deep-use"
    assert judge(where, "take 7d with {7s 7s 7d}") is None
    assert legal(playing("7h 7s 2c Kd") | {"rules": rules}, "meld") == {"0: meld {7s 7h 2c=7}"}


@pytest.mark.parametrize(
    "options", [{"oklahoma.joker": 2}, {"oklahoma.jokers": 5}, {"oklahoma.opening-use": 1}, {"meld.aces": "high"}]
)
def test_unknown_options_are_errors(options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="no such"):
        legal(drawing("7h", options=options))


@pytest.mark.parametrize("text", ["swap Kh", "swap Kh Qh on m1", "swap {Kh Kd}", "call swap Kh on m1"])
def test_a_text_that_does_not_parse_is_an_error(text: str) -> None:
    with pytest.raises(ValueError, match=r"not a|neither"):
        judge(playing("Kh"), text)


# The list against the judgement

LISTED = [
    playing("9h 2h * 3h 5c", melds=["0 {9d 9c *=9}"], drawn=["5c"]),
    playing("2s 3s As 2d 5c", melds=["0 [2c=4s 5s 6s]"], drawn=["5c"]),
    drawing("Qs 2h 9s 9h", pile="9d 2c *", melds=["0 {9d 9c *=9}", "0 [Th Jh Qh]"]),
]


@pytest.mark.parametrize("where", LISTED)
def test_listed_actions_are_judged_legal(where: dict[str, Any]) -> None:
    listed = legal(where)
    assert len(listed) > 10
    assert {judge_by(where, action, Oklahoma) for action in listed} == {None}


def every_arrangement(hand: str, melds: int, suit: str) -> Iterator[str]:
    """List every subset of the hand in any arrangement, wild cards in every role and in none."""
    roles = ["", *(f"={rank}" for rank in RANKS), *(f"={rank}{suit}" for rank in RANKS)]
    cards = hand.split()
    for size in range(1, len(cards) + 1):
        for chosen in combinations(cards, size):
            for filled in product(*(range(len(roles)) if card[0] in "2*" else [0] for card in chosen)):
                words = " ".join(card + roles[role] for card, role in zip(chosen, filled, strict=True))
                yield f"meld [{words}]"
                yield f"meld {{{words}}}"
                yield from (f"lay {words} on m{number}" for number in range(1, melds + 1))
                if size == 1:
                    yield from (f"swap {words} on m{number}" for number in range(1, melds + 1))


@pytest.mark.slow
@pytest.mark.parametrize(("where", "suit"), [(LISTED[0], "h"), (LISTED[1], "s")])
def test_actions_judged_legal_are_listed(where: dict[str, Any], suit: str) -> None:
    """The enumeration of uses misses no legal one."""
    rules = Oklahoma.of(where)
    read = rules.read(where)
    found: set[str] = set()
    for text in every_arrangement(where["hands"][0], len(where["melds"]), suit):
        action = rules.read_action(f"0: {text}", read.pile)
        if rules.refusal(read, action) is None:
            found.add(rules.text(read, action))
    wanted = legal(where, "meld", "lay", "swap")
    elsewhere = {text for text in wanted if any(f"{other} " in f"{text} ".replace("]", " ") for other in foreign(suit))}
    assert found == wanted - elsewhere


def foreign(suit: str) -> list[str]:
    """List roles of the other suits."""
    return [f"={rank}{other}" for rank in RANKS for other in "shdc" if other != suit]
