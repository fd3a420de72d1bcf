"""Tests of `score.master-hand`: who earns it, who does not, also beside other rules."""

from __future__ import annotations

from importlib.metadata import entry_points

import pytest

import rummy500 as r5
from rummy500.hooks import (
    NONE,
    HandEmptied,
    PluginInfo,
    Rules,
    Settings,
    State,
    hand_ended,
    hookimpl,
    next_turn,
    recall,
)
from rummy500.notation.position import position_table
from rummy500.notation.toml import toml_lines
from rummy500.rules.options import CORE_PRESETS
from rummy500_masters_hand import LastDiscard

INSTALLED = {point.name for point in entry_points(group="rummy500.plugins")}
RUN = "4h 5h 6h 7h 8h 9h Th"


class Floats:
    """A house rule: a player who melds everything is not out, and the next player's turn begins."""

    @hookimpl
    def plugin_info(self) -> PluginInfo:
        return PluginInfo("floats", "melding everything ends the turn")

    @hookimpl
    def hand_emptied(self, rule: HandEmptied) -> HandEmptied:
        def emptied(rules: Rules, state: State, action: r5.Action) -> State:
            return rule(rules, state, action) if action.verb == "discard" else next_turn(rules, state)

        return emptied


class Never:
    """A house rule: a hand that is empty is over with nobody out."""

    @hookimpl
    def plugin_info(self) -> PluginInfo:
        return PluginInfo("never", "nobody is ever out")

    @hookimpl
    def hand_emptied(self) -> HandEmptied:
        def emptied(rules: Rules, state: State, action: r5.Action) -> State:
            del rules, action
            return hand_ended(state, "never")

        return emptied


class Fives:
    """A house rule: every card counts 5, and scores are divided by five."""

    @hookimpl
    def plugin_info(self) -> PluginInfo:
        return PluginInfo("fives", "scores in fives")

    @hookimpl
    def card_points(self) -> int:
        return 5

    @hookimpl
    def settings(self) -> Settings:
        return Settings(point_unit=5)


def rules_of(*plugins: object, preset: str = "pagat", seats: int = 2, **options: object) -> r5.Rules:
    return r5.compose(preset, ["masters-hand", *plugins], {k.replace("__", "."): v for k, v in options.items()}, seats)


def played(rules: r5.Rules, position: str, *actions: str) -> State:
    state = r5.parse_position(position, rules=rules).state
    for action in actions:
        state = r5.apply(rules, state, r5.parse_action(action, state, rules=rules))
    return state


def written(rules: r5.Rules, state: State) -> str:
    return "\n".join(toml_lines(position_table(r5.Position(rules, state))))


def bonus(rules: r5.Rules, state: State) -> list[tuple[int, int]]:
    """Return who has the bonus, and how much."""
    return [(line.seat, line.points) for line in r5.score_hand(rules, state).lines if line.rule == "score.master-hand"]


def melding(hand: str, *, drawn: str = "2c", melds: str = "[]", pile: str = "3d") -> str:
    return (
        f'to_act = 1\nhands = ["Kc 8c", "{hand}"]\npile = "{pile}"\nphase = "play"\ndrawn = ["{drawn}"]\n'
        f'stock = "Td Jd Qd"\nmelds = {melds}'
    )


@pytest.mark.parametrize("preset", CORE_PRESETS)
def test_score_master_hand_a_run_of_seven_and_the_last_card_discarded(preset: str) -> None:
    rules = rules_of(preset=preset)
    state = played(rules, melding(f"{RUN} 2c", drawn="Th"), f"1: meld [{RUN}]", "1: discard 2c")
    assert bonus(rules, state) == [(1, 500)]
    assert r5.score_hand(rules, state).by_seat == (-18, 49 + 500)


@pytest.mark.parametrize(
    ("hand", "run", "earned"),
    [
        ("4h 5h 6h 7h 8h 9h 2c", "4h 5h 6h 7h 8h 9h", []),
        (f"{RUN} Jh Qh 2c", f"{RUN} Jh Qh", [(1, 500)]),
        ("4h 5h * 7h 8h 9h Th 2c", "4h 5h *=6h 7h 8h 9h Th", [(1, 500)]),
    ],
    ids=["six", "nine", "with a joker"],
)
def test_score_master_hand_takes_seven_cards_or_more(hand: str, run: str, earned: list[tuple[int, int]]) -> None:
    rules = rules_of()
    assert bonus(rules, played(rules, melding(hand), f"1: meld [{run}]", "1: discard 2c")) == earned


def test_score_master_hand_may_have_other_melds_beside_it_in_that_turn() -> None:
    rules = rules_of()
    plays = ("1: meld {Js Jh Jc}", f"1: meld [{RUN}]", "1: lay 3h on m2", "1: discard 2c")
    assert bonus(rules, played(rules, melding(f"{RUN} Js Jh Jc 3h 2c"), *plays)) == [(1, 500)]


def test_score_master_hand_is_not_earned_by_a_run_that_grows_to_seven() -> None:
    rules = rules_of()
    plays = ("1: meld [4h 5h 6h]", "1: lay 7h 8h 9h Th on m1", "1: discard 2c")
    assert bonus(rules, played(rules, melding(f"{RUN} 2c"), *plays)) == []


def test_score_master_hand_is_not_earned_by_seven_cards_laid_off() -> None:
    rules = rules_of()
    at_once = melding(f"{RUN} 2c", melds='["1 [Ah 2h 3h]"]')
    assert bonus(rules, played(rules, at_once, f"1: lay {RUN} on m1", "1: discard 2c")) == []


def test_score_master_hand_is_not_earned_by_a_group() -> None:
    rules = r5.compose("classic", ["masters-hand"], {"deck.packs": 2})
    group = "7s 7s 7h 7h 7d 7d 7c"
    assert bonus(rules, played(rules, melding(f"{group} 2c"), f"1: meld {{{group}}}", "1: discard 2c")) == []


def test_score_master_hand_is_not_earned_by_melding_the_last_card() -> None:
    rules = rules_of()
    state = played(rules, melding(RUN, drawn="Th"), f"1: meld [{RUN}]")
    assert (state.public.out, bonus(rules, state)) == (1, [])
    laid = melding(f"{RUN} 2c", melds='["0 {2s 2h 2d}"]')
    state = played(rules, laid, f"1: meld [{RUN}]", "1: lay 2c on m1")
    assert (state.public.out, bonus(rules, state)) == (1, [])


def test_score_master_hand_is_not_earned_in_another_turn() -> None:
    rules = rules_of()
    state = played(
        rules, melding(f"{RUN} Js Jh Jc 2c"), f"1: meld [{RUN}]", "1: discard 2c", "0: draw", "0: discard 8c", "1: draw"
    )
    state = r5.apply(rules, state, r5.parse_action("1: meld {Js Jh Jd}", state))
    assert bonus(rules, r5.apply(rules, state, r5.parse_action("1: discard Jc", state))) == []


def test_score_master_hand_is_earned_where_the_run_uses_a_card_that_is_taken() -> None:
    rules = rules_of()
    position = f'to_act = 1\nhands = ["Kc", "{RUN.replace("6h ", "")} 2c"]\nstock = "Td"\npile = "3d 6h"'
    state = played(rules, position, f"1: take 6h with [{RUN}]", "1: discard 2c")
    assert bonus(rules, state) == [(1, 500)]


def test_score_master_hand_is_earned_where_the_run_is_claimed() -> None:
    rules = rules_of(seats=3)
    pile = " ".join(reversed(RUN.split()))
    position = f'to_act = 1\nlast = 0\nhands = ["Kc", "Qc Jc", "2c"]\nstock = "Td"\npile = "3d {pile}"'
    state = played(rules, position, f"2: call [{RUN}]", "2: discard 2c")
    assert bonus(rules, state) == [(2, 500)]


def test_score_master_hand_is_no_line_while_the_hand_goes_on() -> None:
    rules = rules_of()
    assert bonus(rules, played(rules, melding(f"{RUN} 2c"), f"1: meld [{RUN}]")) == []


def test_score_master_hand_is_not_earned_where_nobody_is_out() -> None:
    rules = rules_of(Never())
    state = played(rules, melding(f"{RUN} 2c"), f"1: meld [{RUN}]", "1: discard 2c")
    assert r5.is_over(state)
    assert bonus(rules, state) == []


@pytest.mark.parametrize("first", [True, False])
def test_score_master_hand_is_divided_where_scores_are(first: bool) -> None:
    plugins: list[object] = ["masters-hand", Fives()]
    rules = r5.compose("pagat", plugins if first else plugins[::-1])
    state = played(rules, melding(f"{RUN} 2c"), f"1: meld [{RUN}]", "1: discard 2c")
    assert bonus(rules, state) == [(1, 100)]
    assert r5.score_hand(rules, state).by_seat == (-2, 7 + 100)


@pytest.mark.parametrize("first", [True, False])
def test_score_master_hand_is_not_earned_by_floating_and_a_later_discard(first: bool) -> None:
    plugins: list[object] = ["masters-hand", Floats()]
    rules = r5.compose("pagat", plugins if first else plugins[::-1])
    state = played(
        rules,
        melding(RUN, drawn="Th"),
        f"1: meld [{RUN}]",
        "0: draw",
        "0: discard 8c",
        "1: draw",
        "1: discard Jd",
    )
    assert state.public.out == 1
    assert bonus(rules, state) == []


@pytest.mark.skipif("floating" not in INSTALLED, reason="needs floating")
@pytest.mark.parametrize("plugins", [["floating", "masters-hand"], ["masters-hand", "floating"]])
def test_score_master_hand_waits_for_the_others_where_they_may_claim_the_last_discard(plugins: list[str]) -> None:
    rules = r5.compose("pagat", plugins, {"floating.last-discard": "claim"})
    there = melding(f"{RUN} 2c", melds='["0 {2s 2h 2d}"]')
    asked = played(rules, there, f"1: meld [{RUN}]", "1: discard 2c")
    assert bonus(rules, asked) == []
    assert bonus(rules, r5.apply(rules, asked, r5.parse_action("0: pass", asked))) == [(1, 500)]
    claimed = r5.apply(rules, asked, r5.parse_action("0: call 2c on m1", asked))
    for action in ("0: draw", "0: discard 8c", "1: draw", "1: discard Jd"):
        claimed = r5.apply(rules, claimed, r5.parse_action(action, claimed))
    assert claimed.public.out == 1
    assert bonus(rules, claimed) == []


@pytest.mark.skipif("add-opponents-hand" not in INSTALLED, reason="needs add-opponents-hand")
@pytest.mark.parametrize(
    "plugins", [["add-opponents-hand", "masters-hand"], ["masters-hand", "add-opponents-hand"]], ids=" then ".join
)
def test_score_master_hand_stays_through_late_lay_offs(plugins: list[str]) -> None:
    rules = r5.compose("pagat", plugins)
    late = played(rules, melding(f"{RUN} 2c").replace("Kc 8c", "Jh 8c"), f"1: meld [{RUN}]", "1: discard 2c")
    assert not r5.is_over(late)
    assert bonus(rules, late) == [(1, 500)]
    for action in ("0: lay Jh on m1", "0: pass"):
        late = r5.apply(rules, late, r5.parse_action(action, late, rules=rules))
    assert r5.is_over(late)
    assert bonus(rules, late) == [(1, 500)]


@pytest.mark.skipif("michigan" not in INSTALLED, reason="needs michigan")
@pytest.mark.parametrize("plugins", [["michigan", "masters-hand"], ["masters-hand", "michigan"]])
def test_score_master_hand_is_not_earned_by_the_discard_of_a_stop(plugins: list[str]) -> None:
    rules = r5.compose("pagat", plugins)
    position = (
        'to_act = 1\nlast = 0\nhands = ["Kc 8c", "2c"]\nstock = "Td"\npile = "3d Jh"\n' + f'melds = ["1 [{RUN}]"]'
    )
    state = played(rules, position, "1: call Jh on m1", "1: discard 2c")
    assert state.public.out == 1
    assert bonus(rules, state) == []


def test_score_master_hand_is_remembered_in_the_text_of_a_position() -> None:
    rules = rules_of()
    over = played(rules, melding(f"{RUN} 2c"), f"1: meld [{RUN}]", "1: discard 2c")
    assert recall(rules, over, LastDiscard).seat == 1
    text = written(rules, over)
    assert "masters-hand = { seat = 1 }" in text
    assert r5.parse_position(text).state == over


def test_score_master_hand_the_turn_may_be_written_down_in_between() -> None:
    rules = rules_of()
    melded = played(rules, melding(f"{RUN} 2c"), f"1: meld [{RUN}]")
    again = r5.parse_position(written(rules, melded)).state
    assert again == melded
    assert bonus(rules, r5.apply(rules, again, r5.parse_action("1: discard 2c", again))) == [(1, 500)]


def test_score_master_hand_is_forgotten_with_the_next_action() -> None:
    """The record of a long run lasts only until the end of the turn."""
    rules = rules_of()
    position = melding("2c 9d") + "\nplugin = { masters-hand = { seat = 1 } }"
    state = r5.parse_position(position, rules=rules).state
    assert recall(rules, state, LastDiscard).seat == 1
    after = r5.apply(rules, state, r5.parse_action("1: discard 2c", state))
    assert recall(rules, after, LastDiscard).seat == NONE


@pytest.mark.parametrize("discard", ["optional", "required"])
def test_explain_tells_it(discard: str) -> None:
    rules = rules_of(out__discard=discard)
    found = {one.rule: one.text for one in r5.explain(rules)}
    assert "a new run of seven or more cards at once" in found["score.master-hand"]
    assert "You score 500 extra points" in found["score.master-hand"]
    assert ("last card to the table" in found["score.master-hand"]) == (discard == "optional")
    assert found["score.no-bonus"] == "Going out itself earns no points."
