"""Tests of `score.add-opponents` and `score.late-layoffs` beside their scenarios: lines, other plugins, texts."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

import rummy500 as r5
from rummy500.hooks import Deducts, Option, PluginInfo, Rules, StateOrView, Turn, hookimpl

NAME = "add-opponents-hand"
LATE = "add-opponents-hand.late-layoffs"
#: Seat 1 discards its last card; seats 2 and 0 hold what fits on a meld of another's and what does not.
SHOWN = """
    to_act = 1
    phase  = "play"
    hands  = ["Kc Td", "2s", "6d Qh 4d"]
    drawn  = ["2s"]
    stock  = "6s 3s"
    pile   = "8c"
    melds  = ["1 [7d 8d 9d]", "0 {5s 5h 5c}", "2 {4s 4h 4c}"]
"""
SIDES: dict[str, Any] = {"sides": lambda: (0, 1, 0, 1)}


def stand_in(name: str, options: tuple[Option, ...] = (), **hooks: Any) -> SimpleNamespace:
    """Make a plugin of some name."""
    info = PluginInfo(name, "a stand-in", options=options)
    return SimpleNamespace(
        plugin_info=hookimpl(lambda: info), **{hook: hookimpl(answer) for hook, answer in hooks.items()}
    )


def played(rules: r5.Rules, text: str, *actions: str) -> r5.State:
    state = r5.parse_position(text, rules=rules).state
    for action in actions:
        state = r5.apply(rules, state, r5.parse_action(action, state, rules=rules))
    return state


def test_score_add_opponents_one_line_for_each_hand_that_is_added_and_seen() -> None:
    rules = r5.compose("classic", [NAME], {LATE: False}, seats=3)
    over = played(rules, SHOWN, "1: discard 2s")
    whole, seen = r5.score_hand(rules, over), r5.score_hand(rules, r5.observe(rules, over, 2))
    assert [
        (line.seat, line.points, line.about, line.cards) for line in whole.lines if line.rule == "score.add-opponents"
    ] == [(1, 20, "left in the hand of seat 0", "Td Kc"), (1, 20, "left in the hand of seat 2", "Qh 4d 6d")]
    assert [line.of_seat for line in seen.lines if line.rule == "score.add-opponents"] == [2]
    assert seen.partial == (1,)


@pytest.mark.parametrize(("is_later", "scores"), [(True, (-18, -5)), (False, (5, 18))])
def test_score_add_opponents_a_later_rule_by_which_hands_count_has_the_last_word(
    is_later: bool, scores: tuple[int, ...]
) -> None:
    def deducts(rule: Deducts) -> Deducts:
        def deducted(rules: Rules, sight: StateOrView, seat: int) -> bool | None:
            return sight.public.out < 0 or rule(rules, sight, seat)

        return deducted

    plugins = [NAME, stand_in("deducting", deducts=deducts)]
    rules = r5.compose("classic", plugins if is_later else plugins[::-1])
    over = played(rules, 'to_act = 1\nstock = ""\npile = "8c"\nhands = ["Kc 8d", "2s 3s"]', "1: pass")
    assert r5.score_hand(rules, over).by_seat == scores


@pytest.mark.parametrize(
    ("sides", "hands", "action", "sentence"),
    [
        ({}, '"Kc", "2s", "6d 4d"', "2: lay 4d on m3", "not on your own"),
        (SIDES, '"Kc", "2s", "5d", "6d"', "2: lay 5d on m2", "not on your side's"),
    ],
)
def test_score_late_layoffs_not_on_ones_own_melds(
    sides: dict[str, Any], hands: str, action: str, sentence: str
) -> None:
    rules = r5.compose("classic", [NAME, stand_in("sides", **sides)], seats=4 if sides else 3)
    state = played(rules, SHOWN.replace('"Kc Td", "2s", "6d Qh 4d"', hands), "1: discard 2s")
    refusal = r5.why_not(rules, state, r5.parse_action(action, state))
    assert refusal is not None
    assert refusal.rule == "score.late-layoffs"
    assert sentence in refusal.sentence


def test_score_late_layoffs_by_default_a_seat_passes() -> None:
    rules = r5.compose("classic", [NAME], seats=3)
    state = played(rules, SHOWN, "1: discard 2s")
    assert str(r5.default_action(rules, state, 2)) == "2: pass"
    assert (r5.ask_order(rules, state), state.drawn, state.public.turn) == ((2,), 0, Turn())


OKLAHOMA = stand_in("oklahoma", (Option("oklahoma.jokers", "oklahoma.jokers", "jokers", least=0, default=0),))
NOT_OKLAHOMA = "add-opponents-hand and oklahoma do not go together with late lay-offs"
MICHIGAN = "add-opponents-hand and michigan do not go together: in Michigan every"


@pytest.mark.parametrize("is_first", [True, False])
@pytest.mark.parametrize(
    ("other", "options", "why"),
    [
        (None, {"meld.layoff": "own"}, r"option meld\.layoff cannot be 'own' with plugin add-opponents-hand"),
        (OKLAHOMA, {"meld.layoff": "own"}, NOT_OKLAHOMA),
        (OKLAHOMA, {}, NOT_OKLAHOMA),
        (stand_in("michigan"), {}, MICHIGAN),
        (stand_in("michigan"), {LATE: False}, MICHIGAN),
    ],
)
def test_score_late_layoffs_what_they_do_not_go_with(
    other: object, options: dict[str, object], why: str, is_first: bool
) -> None:
    plugins = [NAME, *([other] if other is not None else [])]
    order = plugins if is_first else plugins[::-1]
    with pytest.raises(r5.ComposeError, match=why):
        r5.compose("classic", order, options)
    if why != MICHIGAN:
        assert r5.compose("classic", order, {**options, LATE: False}).options[LATE] is False


def told(*plugins: object, seats: int = 3, **options: object) -> dict[str, str]:
    named = {name.replace("__", ".").replace("_", "-"): value for name, value in options.items()}
    return {one.rule: one.text for one in r5.explain(r5.compose("classic", [NAME, *plugins], named, seats=seats))}


@pytest.mark.parametrize(
    ("plugins", "seats", "sentence"),
    [
        ([], 2, "each player scores the cards that the other still holds"),
        ([], 3, "If nobody has gone out, nobody scores them."),
        ([stand_in("sides", **SIDES)], 4, "opponents still hold. If nobody has gone out, each side scores"),
    ],
)
def test_explain_tells_who_adds_what(plugins: list[object], seats: int, sentence: str) -> None:
    found = told(*plugins, seats=seats)
    assert sentence in found["score.add-opponents"]
    assert "score.hand" not in found


@pytest.mark.parametrize("plugin", ["boathouse", "persian"])
def test_explain_lets_nobody_deduct_at_the_stocks_end_in_either_order(plugin: str) -> None:
    pytest.importorskip(f"rummy500_{plugin}")
    for plugins in ([NAME, plugin], [plugin, NAME]):
        holds = {one.rule: one.text for one in r5.explain(r5.compose("classic", plugins, seats=4))}
        assert "boathouse" not in holds
        assert not any("counts against" in sentence for sentence in holds.values())
        assert ("each side scores" if plugin == "persian" else "nobody scores them") in holds["score.add-opponents"]


def test_explain_tells_of_late_layoffs_where_there_are_any_and_how_one_goes_out() -> None:
    replaced = {"score.no-late-melds", "out.meld-or-discard"}
    at_once = told(add_opponents_hand__late_layoffs=False)
    assert "score.late-layoffs" not in at_once
    assert replaced <= set(at_once)
    assert not replaced & set(told())
    for found, sentence in (
        (told(), "by playing all your cards to the table or by discarding your last card, but the hand is not over"),
        (told(out__discard="required"), "You go out by discarding your last card, but the hand is not over yet."),
        (told(meld__first_minimum=30), "has not opened may not"),
        (told(stand_in("floating")), "When somebody has gone out, the hand is not"),
    ):
        assert sentence in found["score.late-layoffs"]
