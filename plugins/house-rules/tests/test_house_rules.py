"""Tests of the house rules beside their laws and scenarios: what is refused, what the sheet says, what a view shows."""

from __future__ import annotations

import pytest

import rummy500 as r5
from rummy500.base.records import replace
from rummy500.fast import FastRules, fast_rules
from rummy500.players import HardPlayer
from rummy500.rules.options import CORE_PRESETS

ROUNDS = {"house-rules.buys": 3}
#: A rule that cannot be played, options that it is set with, plugins, seats, and words of the reason.
REFUSED = [
    ({"wild": "deuces"}, ["oklahoma"], 3, "Oklahoma decides which cards are wild"),
    ({"wild": "deuces"}, ["persian"], 4, "nothing is wild"),
    ({"wild-points": 25}, ["dealers-gambit"], 3, "the dealer decides what jokers do"),
    ({"redeem": "owner"}, ["oklahoma"], 3, "what becomes of them"),
    ({"out-bonus": 50}, ["persian"], 4, "Persian has its own points for going out"),
    ({"at-once": 100}, ["oklahoma"], 3, "Oklahoma has its own points for going out"),
    (
        {"at-once": 100},
        ["add-opponents-hand"],
        3,
        "others may lay off after the last turn",
    ),
    ({"pile-after-meld": True}, ["oklahoma"], 3, "offered before anybody has melded"),
    ({"queen-of-spades": 40}, ["oklahoma"], 3, "its own table of card points"),
    ({"buys": 1}, ["oklahoma"], 3, "never its top card alone"),
    ({"buys": 1}, [], 2, "needs three players"),
]


def ticked(**options: object) -> dict[str, object]:
    return {f"house-rules.{name.replace('_', '-')}": value for name, value in options.items()}


@pytest.mark.parametrize(("options", "others", "seats", "why"), REFUSED)
@pytest.mark.parametrize("is_first", [True, False])
def test_house_rules_that_do_not_go_together_are_refused_with_the_reason(
    options: dict[str, object], others: list[str], seats: int, why: str, is_first: bool
) -> None:
    for other in others:
        pytest.importorskip(f"rummy500_{other.replace('-', '_')}")
    named = ["house-rules", *others] if is_first else [*others, "house-rules"]
    with pytest.raises(r5.ComposeError) as caught:
        r5.compose("pagat", named, ticked(**options), seats=seats)
    assert why in str(caught.value)
    assert all(name in str(caught.value) for name in (*others, *ticked(**options)))


@pytest.mark.parametrize(
    ("options", "core", "why"),
    [
        (ticked(redeem="anybody"), {"deck.jokers": 0}, "no effect without wild cards"),
        (ticked(wild_points=25), {"deck.jokers": 0}, "set deck.jokers or house-rules.wild"),
        (ticked(pile_after_meld=True), {"deal.opening": "offer"}, "nobody has melded when the upcard is offered"),
    ],
)
def test_house_rules_that_make_no_sense_with_options_of_the_core_are_refused(
    options: dict[str, object], core: dict[str, object], why: str
) -> None:
    with pytest.raises(r5.ComposeError, match=why):
        r5.compose("pagat", ["house-rules"], options | core, seats=3)


@pytest.mark.parametrize("preset", CORE_PRESETS)
def test_nothing_ticked_changes_nothing(preset: str) -> None:
    plain, rules = r5.compose(preset, seats=3), r5.compose(preset, ["house-rules"], seats=3)
    assert r5.diff_rules(plain, rules) == ()
    assert rules.answered == plain.answered
    assert isinstance(fast_rules(rules), FastRules)


def test_the_sheet_has_the_rules_of_a_group() -> None:
    group = ticked(wild="deuces", out_bonus=50, pile_after_meld=True)
    lines = {line.rule: line.text for line in r5.explain(r5.compose("pagat", ["house-rules"], group, seats=3))}
    assert lines["house-rules.wild"].startswith("Deuces are wild, and so are jokers: ")
    assert lines["house-rules.out-bonus"] == "Going out earns 50 points."
    assert lines["house-rules.pile-after-meld"].endswith("only after you have laid down a meld of your own.")
    assert not {"score.no-bonus", "meld.joker"} & set(lines)


def test_a_wild_rank_without_jokers_has_no_jokers_on_the_sheet() -> None:
    rules = r5.compose("classic", ["house-rules"], ticked(wild="kings", wild_points="as-card", redeem="owner"), seats=3)
    lines = {line.rule: line.text for line in r5.explain(rules)}
    assert lines["house-rules.wild"].startswith("Kings are wild: ")
    assert "joker" not in lines["house-rules.wild"] + lines["house-rules.redeem"] + lines["house-rules.wild-points"]


def test_house_rules_wild_points__fifths_divide_the_points_of_a_rule() -> None:
    pytest.importorskip("rummy500_scoring")
    fifths = ticked(wild_points=25, queen_of_spades=40, out_bonus=50, at_once=100, knock=10)
    rules = r5.compose("pagat", ["house-rules", "scoring"], fifths | {"scoring.ten-five": True, "scoring.fifths": True})
    lines = {line.rule: line.text for line in r5.explain(rules)}
    assert lines["house-rules.out-bonus"] == "Going out earns 10 points."
    assert "you earn 20 points in place of the points for going out" in lines["house-rules.at-once"]
    assert "count at most 2: the hand is over. You earn 5 points" in lines["house-rules.knock"]


POSITION = 'to_act = 0\nphase = "play"\nhands = ["3c 4c", "5d 6c", "Kd"]\nstock = "8d 9c Jc"\npile = "4h"'


def test_house_rules_knock__who_sees_no_other_hand_does_not_learn_who_is_paid() -> None:
    rules = r5.compose("classic", ["house-rules"], ticked(knock=10), seats=3)
    state = r5.parse_position(POSITION, rules=rules).state
    knocked = r5.apply(rules, state, r5.parse_action("0: knock", state, rules=rules))
    assert r5.score_hand(rules, knocked).by_seat == (18, -11, -10)
    hidden = r5.observe(rules, state, 1)
    ended = replace(hidden, public=knocked.public)
    assert r5.score_hand(rules, ended).partial == (0, 1, 2)


def test_house_rules_buys__notes_say_how_often_a_player_has_bought() -> None:
    rules = r5.compose("classic", ["house-rules"], ROUNDS, seats=3)
    state = r5.parse_position(POSITION, rules=rules).state
    for text in ("0: discard 3c", "1: may-i decline", "2: may-i buy"):
        state = r5.apply(rules, state, r5.parse_action(text, state, rules=rules))
    assert [(note.label, note.text, note.seat) for note in r5.notes(rules, state)] == [("bought", "1 of 3", 2)]


def hards_choice(position: str, **options: object) -> str:
    """The choice of the level *hard* in a position of a game for three."""
    rules = r5.compose("classic", ["house-rules"], {"deck.jokers": 1} | ticked(**options), seats=3)
    state = r5.parse_position('stock = "8d 9c Jc Qh 8s Th 2s Jd"\n' + position, rules=rules).state
    view = r5.observe(rules, state, 0)
    action = HardPlayer().choose(rules, view, r5.legal_actions(rules, view))
    assert action is not None
    return r5.action_text(action, view)


@pytest.mark.parametrize(
    ("hands", "due"),
    [
        ('"3c 6h", "5d 6c", "Kd Qc"', "0: knock"),
        ('"3c 6h", "5d 6c", "Kd"', "0: discard 3c"),  # one card is likely to count less than nine
        ('"2c 3c 4c", "5d 6c", "Kd Qc"', "0: meld [2c 3c 4c]"),
    ],
)
def test_house_rules_knock__hard_knocks_with_fewer_points_than_others_are_likely_to_have(hands: str, due: str) -> None:
    position = f'to_act = 0\nphase = "play"\npile = "4h"\nhands = [{hands}]'
    assert hards_choice(position, knock=10) == due


@pytest.mark.parametrize(
    ("others", "due"), [('"5d 6c 7c 9s", "Ad 2h 4s 8c"', "0: may-i buy"), ('"5d", "Ad"', "0: may-i decline")]
)
def test_house_rules_buys__hard_buys_cards_unless_the_hand_may_end_soon(others: str, due: str) -> None:
    position = f'phase = "may-i"\nto_act = 0\nlast = 2\npile = "4h"\nhands = ["3c 7h Kd Qs", {others}]'
    assert hards_choice(position + "\nturn = { pending = [0] }", buys=3) == due


def test_house_rules_redeem__hard_takes_a_wild_card_before_it_melds_the_card_that_it_needs() -> None:
    position = 'phase = "play"\nto_act = 0\npile = "4h"\nhands = ["9h 9d 9s 3c", "5d 6c 7c Kc", "Ad 2h 4s 8c"]'
    assert hards_choice(position + '\nmelds = ["1 [7h 8h *=9h]"]', redeem="anybody") == "0: redeem 9h on m1"
