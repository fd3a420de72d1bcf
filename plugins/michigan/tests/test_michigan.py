"""Tests of Michigan: `score.michigan`, `call.stop`, refusals, `explain`."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

import rummy500 as r5
from rummy500.hooks import (
    NONE,
    HandEmptied,
    Move,
    PluginInfo,
    Rules,
    State,
    View,
    ViewFacts,
    hookimpl,
    next_turn,
    replace,
    wrong_phase,
)
from rummy500.notation.position import position_table
from rummy500.notation.toml import toml_lines
from rummy500.rules.options import CORE_PRESETS
from rummy500_michigan import Stop

SHOWN = """
    dealer = 2
    to_act = 1
    last   = 0
    hands  = ["2c Kc Qh", "2d Kd", "2s Ks Jh"]
    stock  = "8c Jd"
    pile   = "3d Th"
    melds  = ["0 [7h 8h 9h]"]
"""
CALLS = {"1: call Th on m1", "2: call Th on m1"}


class Named:
    """A stand-in for a plugin of some name."""

    def __init__(self, name: str) -> None:
        self.name = name

    @hookimpl
    def plugin_info(self) -> PluginInfo:
        return PluginInfo(self.name, "a stand-in")


class GoesOn:
    """A house rule by which an empty hand ends the turn only, once its player has said so."""

    @hookimpl
    def plugin_info(self) -> PluginInfo:
        return PluginInfo("goes-on", "an empty hand ends the turn")

    @hookimpl
    def hand_emptied(self, rule: HandEmptied) -> HandEmptied:
        del rule

        def asked(rules: Rules, state: State, action: r5.Action) -> State:
            del rules, action
            return replace(state, public=replace(state.public, phase="ask"))

        return asked

    @hookimpl
    def moves(self) -> tuple[Move, ...]:
        def generate(facts: ViewFacts, *, plain: bool) -> tuple[r5.Action, ...]:
            rules, view = facts.rules, facts.view
            del plain
            return (rules.cache.actions.passes[view.seat],)

        def check(rules: Rules, view: View, action: r5.Action) -> None:
            del rules, view, action

        def effect(rules: Rules, state: State, action: r5.Action) -> State:
            del action
            return (rules.turn.turn_ended or next_turn)(rules, state)

        return (Move("pass", ("ask",), "turn", generate, check, effect, wrong_phase),)


class Sides:
    """Two sides of two."""

    @hookimpl
    def plugin_info(self) -> PluginInfo:
        return PluginInfo("sides", "two sides", seats=(4, 4))

    @hookimpl
    def sides(self) -> tuple[int, ...]:
        return (0, 1, 0, 1)


def position(text: str = SHOWN, preset: str = "classic", options: str = "") -> r5.Position:
    head = f'rules = {{ preset = "{preset}", plugins = ["michigan"], options = {{ {options} }} }}\n'
    return r5.parse_position(head + text)


def legal(where: r5.Position, state: r5.State) -> set[str]:
    return {r5.action_text(action, state) for action in r5.legal_actions(where.rules, state)}


def after(where: r5.Position, *actions: str) -> r5.State:
    state = where.state
    for action in actions:
        state = r5.apply(where.rules, state, r5.parse_action(action, state, rules=where.rules))
    return state


def refused(where: r5.Position, state: r5.State, action: str) -> str:
    refusal = r5.why_not(where.rules, state, r5.parse_action(action, state, rules=where.rules))
    return "" if refusal is None else refusal.rule


# ------------------------------------------------- call.stop


@pytest.mark.parametrize("preset", CORE_PRESETS)
def test_call_stop_is_the_call_whatever_the_preset(preset: str) -> None:
    rules = r5.compose(preset, ["michigan"])
    assert rules.turn.call == "last-discard"
    assert rules.origin.set_by["call"] == "plugin michigan"


@pytest.mark.parametrize("call", ["none", "full", "layoffs", "top"])
def test_call_stop_is_fixed(call: str) -> None:
    with pytest.raises(r5.ComposeError, match="it must be 'last-discard', the call of Michigan is \"Stop\""):
        r5.compose("pagat", ["michigan"], {"call": call})


def test_call_stop_anybody_but_the_discarder_may() -> None:
    where = position()
    assert legal(where, where.state) == {"1: draw", "1: take Th with Th on m1", *CALLS}
    assert refused(where, where.state, "0: call Th on m1") == "call.not-own"


def test_call_stop_the_caller_may_discard_any_card_or_none() -> None:
    where = position()
    state = after(where, "2: call Th on m1")
    assert (state.public.phase, state.public.to_act, state.public.pile) == ("stop", 2, bytes(r5.parse_cards("3d")))
    assert legal(where, state) == {"2: discard 2s", "2: discard Ks", "2: discard Jh", "2: pass"}
    assert refused(where, state, "2: discard Qh") == "turn.cards"
    assert refused(where, state, "1: draw") == "turn.seat"
    assert refused(where, state, "2: meld {2s 2d 2c}") == "turn.phase"
    assert refused(where, state, "1: call 3d on m1") == "call.window"


def test_call_stop_then_play_goes_on_with_the_player_whose_turn_it_was() -> None:
    where = position()
    state = after(where, "2: call Th on m1", "2: discard Ks")
    assert (state.public.phase, state.public.to_act, state.public.last) == ("draw", 1, 2)
    assert [state.public.hand_size(seat) for seat in range(3)] == [3, 2, 2]
    assert r5.score_hand(where.rules, state).by_seat[2] == 10 - 12


def test_call_stop_the_player_on_turn_may_call_and_then_takes_the_turn() -> None:
    where = position()
    state = after(where, "1: call Th on m1", "1: discard 2d")
    assert (state.public.to_act, state.public.last) == (1, 1)
    assert "1: draw" in legal(where, state)
    assert refused(where, state, "1: call 2d on m1") == "call.not-own"


def test_call_stop_the_discard_after_it_may_be_stopped_by_the_first_discarder_too() -> None:
    where = position()
    state = after(where, "2: call Th on m1", "2: discard Jh")
    assert {text for text in legal(where, state) if "call" in text} == {"0: call Jh on m1", "1: call Jh on m1"}
    state = after(where, "2: call Th on m1", "2: discard Jh", "0: call Jh on m1", "0: discard Qh")
    assert {text for text in legal(where, state) if "call" in text} == {"1: call Qh on m1", "2: call Qh on m1"}


def test_call_race_nothing_is_called_after_a_stop_without_a_discard() -> None:
    where = position(SHOWN.replace('"3d Th"', '"6h Th"'))
    state = after(where, "2: call Th on m1", "2: pass")
    assert (state.public.phase, state.public.to_act, state.public.last) == ("draw", 1, 0)
    assert refused(where, state, "1: call 6h on m1") == "call.race"
    assert legal(where, state) == {"1: draw", "1: take 6h with 6h on m1"}


def test_call_stop_going_out_by_the_discard_ends_the_hand() -> None:
    where = position(SHOWN.replace("2s Ks Jh", "Ks"))
    state = after(where, "2: call Th on m1", "2: discard Ks")
    assert (state.public.phase, state.public.ended, state.public.out) == ("over", "out", 2)
    assert state.public.to_act == 2
    assert r5.score_hand(where.rules, state).by_seat == (24 - 22, -12, 10)


def test_call_stop_the_last_card_may_be_kept() -> None:
    where = position(SHOWN.replace("2s Ks Jh", "Ks"))
    state = after(where, "2: call Th on m1", "2: pass")
    assert not r5.is_over(state)
    assert state.public.to_act == 1


@pytest.mark.parametrize(("then", "over"), [("2: pass", True), ("2: discard Ks", False)])
def test_stock_empty_a_stop_that_takes_the_last_card_of_the_pile(then: str, over: bool) -> None:
    """With an empty stock the caller still chooses; only a pile that stays empty ends the hand."""
    where = position(SHOWN.replace('"8c Jd"', '""').replace('"3d Th"', '"Th"'))
    state = after(where, "2: call Th on m1")
    assert state.public.phase == "stop"
    state = after(where, "2: call Th on m1", then)
    assert r5.is_over(state) is over
    assert (state.public.ended, state.public.out) == ("stock" if over else "", NONE)


def test_call_stop_a_card_known_to_all_is_known_no_more_once_discarded() -> None:
    where = position(SHOWN + 'known = ["", "", "Ks"]')
    known = after(where, "2: call Th on m1", "2: discard Ks").public.known
    assert known == (0, 0, 0)
    assert after(where, "2: call Th on m1", "2: discard 2s").public.known[2] != 0


@pytest.mark.parametrize("first", [True, False])
def test_call_stop_where_a_last_card_does_not_end_the_hand_the_turn_that_was_put_off_comes_next(first: bool) -> None:
    plugins: list[object] = ["michigan", GoesOn()]
    rules = r5.compose("classic", plugins if first else plugins[::-1], seats=3)
    state = r5.parse_position(SHOWN.replace("2s Ks Jh", "Ks"), rules=rules).state
    for action in ("2: call Th on m1", "2: discard Ks"):
        state = r5.apply(rules, state, r5.parse_action(action, state, rules=rules))
    assert (state.public.phase, state.memories) == ("ask", (Stop(due=1),))
    state = r5.apply(rules, state, r5.parse_action("2: pass", state, rules=rules))
    assert (state.public.phase, state.public.to_act, state.public.last, state.memories) == ("draw", 1, 2, (Stop(),))


def test_turn_order_goes_clockwise_after_every_other_discard() -> None:
    where = position()
    state = after(where, "2: call Th on m1", "2: discard Ks", "1: draw", "1: discard Kd", "2: draw", "2: discard Jd")
    assert (state.public.phase, state.public.to_act, state.public.last) == ("draw", 0, 2)


def test_call_stop_whose_turn_was_put_off_is_remembered_and_written() -> None:
    where = position()
    state = after(where, "2: call Th on m1", "2: discard Jh", "0: call Jh on m1")
    assert state.memories == (Stop(due=1),)
    now = r5.Position(where.rules, state)
    table = position_table(now)
    assert table["plugin"] == {"michigan": {"due": 1}}
    assert r5.parse_position("\n".join(toml_lines(table))).state == state
    left = after(now, "0: pass")
    assert (left.memories, left.public.to_act) == ((Stop(),), 1)


@pytest.mark.parametrize(("last", "due"), [("last = 0", 1), ("", 2)])
def test_call_stop_a_position_need_not_say_whose_turn_was_put_off(last: str, due: int) -> None:
    text = f'to_act = 2\nphase = "stop"\n{last}\nhands = ["2c", "2d", "2s 3s"]\nstock = "8c"\npile = "3d"'
    where = position(text)
    assert after(where, "2: pass").public.to_act == due
    assert after(where, "2: discard 2s").public.to_act == due


def test_call_stop_by_default_the_caller_passes() -> None:
    where = position()
    state = after(where, "2: call Th on m1")
    default = r5.default_action(where.rules, state, 2)
    assert default is not None
    assert r5.action_text(default, state) == "2: pass"
    assert r5.ask_order(where.rules, state) == (2,)


def test_meld_layoff_after_meld_who_has_not_melded_does_not_stop() -> None:
    where = position(preset="north-american")
    assert refused(where, where.state, "2: call Th on m1") == "meld.layoff-after-meld"


def test_meld_first_minimum_who_has_not_opened_does_not_stop() -> None:
    where = position(options='"meld.first-minimum" = 30')
    assert refused(where, where.state, "2: call Th on m1") == "meld.first-minimum"


def test_discard_not_drawn_says_nothing_about_the_card_after_a_stop() -> None:
    where = position(preset="family")
    assert "1: discard Kd" in legal(where, after(where, "1: call Th on m1"))


# ------------------------------------------------- score.michigan


def ended(
    hands: str, melds: str, *, plugins: Sequence[object] = ("michigan",), scores: str = "[0, 0, 0, 0]"
) -> r5.Match:
    text = f"""
        to_act = 1
        phase  = "play"
        hands  = {hands}
        drawn  = ["2d"]
        stock  = "Td Jc"
        pile   = "3s"
        melds  = {melds}
        scores = {scores}
    """
    where = r5.parse_position(text, rules=r5.compose("pagat", plugins, seats=4))
    over = r5.apply(where.rules, where.state, r5.parse_action("1: discard 2d", where.state))
    return r5.record_hand(where.rules, where.match, over)


HANDS = '["Kc 8c", "2d", "3c", "4c"]'


@pytest.mark.parametrize(
    ("melds", "winners"),
    [
        ("[]", (1,)),  # 0 against -18, -3, -4: no target is needed
        ('["2 {5s 5h 5d}"]', (2,)),  # 12 against 0: whoever went out
        ('["1 {5s 5h 5d}", "0 {9h 9s 9d}"]', (1,)),  # 15 against 27 - 18
        ('["2 {7s 7c 7d}", "3 [6h 7h 8h 2:9h]"]', (2,)),  # 27 against 17
    ],
)
def test_score_michigan_each_hand_is_a_game_of_its_own(melds: str, winners: tuple[int, ...]) -> None:
    match = ended(HANDS, melds)
    assert match.winners == winners
    assert match.is_over
    assert not match.playoff


def test_score_michigan_who_ties_for_the_highest_score_has_won_too() -> None:
    assert ended('["Kc", "2d", "3c", "4c"]', '["2 [Ah 2h 3h]", "3 {Js Jh Jd}", "0 {Qs Qh Qc}"]').winners == (3,)
    assert ended('["4d", "2d", "3c", "4c"]', '["0 {Qs Qh Qc}", "3 {Js Jh Jd}"]').winners == (0, 3)


@pytest.mark.parametrize("plugins", [["michigan", Sides()], [Sides(), "michigan"]])
def test_score_michigan_the_better_side_wins_and_a_tie_is_shared(plugins: list[object]) -> None:
    assert ended(HANDS, '["2 {5s 5h 5d}"]', plugins=plugins).winners == (1, 3)  # 12 - 18 against -4
    assert ended('["4d", "2d", "3c", "7c"]', "[]", plugins=plugins).winners == (0, 1, 2, 3)


def test_score_michigan_what_was_scored_before_makes_no_difference() -> None:
    match = ended(HANDS, '["2 {5s 5h 5d}"]', scores="[480, 490, 3, 2]")
    assert match.winners == (2,)


def test_score_michigan_a_running_score_is_kept() -> None:
    where = position('to_act = 1\nphase = "play"\nhands = ["Kc", "5s 5h 5d 2c"]\ndrawn = ["2c"]\nstock = "8c"')
    rules = where.rules
    lines = r5.score_hand(rules, after(where, "1: meld {5s 5h 5d}")).lines
    assert [(line.points, line.about) for line in lines if line.seat == 1 and line.points > 0] == [(15, "melded, m1")]


def test_score_michigan_has_no_target() -> None:
    with pytest.raises(r5.ComposeError, match=r"match\.target has no effect with plugin michigan: each hand"):
        r5.compose("classic", ["michigan"], {"match.target": 250})


@pytest.mark.parametrize("first", [True, False])
@pytest.mark.parametrize(
    ("name", "why"),
    [("add-opponents-hand", "every player deducts"), ("must-go-out", "the highest score wins, whoever has gone out")],
)
def test_michigan_conflicts(name: str, why: str, first: bool) -> None:
    plugins: list[object] = ["michigan", Named(name)]
    with pytest.raises(r5.ComposeError, match=f"plugins michigan and {name} do not go together: .*{why}"):
        r5.compose("classic", plugins if first else plugins[::-1])


# ------------------------------------------------- explain


@pytest.mark.parametrize("preset", CORE_PRESETS)
@pytest.mark.parametrize("seats", [2, 5])
def test_explain_tells_of_stop_and_of_hands_that_are_games(preset: str, seats: int) -> None:
    rules = r5.compose(preset, ["michigan"], seats=seats)
    holds = {one.rule: one for one in r5.explain(rules)}
    gone = {"call.full", "call.layoffs", "call.none", "call.last-discard", "match.target", "match.highest", "match.tie"}
    assert not gone & set(holds)
    for rule in ("call.stop", "call.not-own", "call.window", "score.michigan"):
        assert holds[rule].set_by == "plugin michigan"
    assert "player with the highest score wins" in holds["score.michigan"].text


def test_explain_speaks_of_sides() -> None:
    rules = r5.compose("classic", ["michigan", Sides()], seats=4)
    told = next(one.text for one in r5.explain(rules) if one.rule == "score.michigan")
    assert "side with the highest score wins" in told
