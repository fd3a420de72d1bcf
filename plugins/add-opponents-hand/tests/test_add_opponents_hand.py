"""Tests of `score.add-opponents` and `score.late-layoffs`: play, refusals, `explain`."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

import rummy500 as r5
from rummy500.hooks import (
    DRAW_PHASE,
    NONE,
    Deducts,
    HandEmptied,
    Option,
    PluginInfo,
    Rules,
    State,
    StateOrView,
    hookimpl,
    replace,
)
from rummy500.notation.position import position_table
from rummy500.notation.toml import toml_lines
from rummy500.rules.options import CORE_PRESETS

NAME = "add-opponents-hand"
LATE = "add-opponents-hand.late-layoffs"
AT_ONCE: dict[str, object] = {LATE: False}
#: Seat 1 discards its last card; seats 2 and 0 hold what fits on a meld of another's and what does not.
SHOWN = """
    to_act = 1
    phase  = "play"
    hands  = ["Kc Td", "2s", "6d Qh"]
    drawn  = ["2s"]
    stock  = "6s 3s"
    pile   = "8c"
    melds  = ["1 [7d 8d 9d]", "0 {5s 5h 5c}", "2 {4s 4h 4c}"]
"""
OUT = "1: discard 2s"


class Deducting:
    """A house rule: hands count against their players if nobody has gone out."""

    @hookimpl
    def plugin_info(self) -> PluginInfo:
        return PluginInfo("deducting", "hands count where nobody has gone out")

    @hookimpl
    def deducts(self, rule: Deducts) -> Deducts:
        def deducted(rules: Rules, sight: StateOrView, seat: int) -> bool | None:
            return sight.public.out < 0 or rule(rules, sight, seat)

        return deducted


class Floats:
    """A house rule: playing the last card to the table ends the turn, not the hand."""

    @hookimpl
    def plugin_info(self) -> PluginInfo:
        return PluginInfo("floats", "melding the last card ends the turn")

    @hookimpl
    def hand_emptied(self, rule: HandEmptied) -> HandEmptied:
        def emptied(rules: Rules, state: State, action: r5.Action) -> State:
            if action.verb == "discard":
                return rule(rules, state, action)
            following = (action.seat + 1) % rules.seats
            public = replace(state.public, phase=DRAW_PHASE, to_act=following, last=action.seat, turn=r5.Turn())
            return replace(state, public=public, drawn=0)

        return emptied


class Oklahoma:
    """A stand-in for the plugin of that name, with one of its options."""

    @hookimpl
    def plugin_info(self) -> PluginInfo:
        jokers = Option("oklahoma.jokers", "oklahoma.jokers", "jokers", least=0, default=0)
        return PluginInfo("oklahoma", "a stand-in", options=(jokers,))


class Named:
    """A stand-in for a plugin of some name."""

    def __init__(self, name: str) -> None:
        self.name = name

    @hookimpl
    def plugin_info(self) -> PluginInfo:
        return PluginInfo(self.name, "a stand-in")


class Sides:
    """Two sides of two."""

    @hookimpl
    def plugin_info(self) -> PluginInfo:
        return PluginInfo("sides", "two sides", seats=(4, 4))

    @hookimpl
    def sides(self) -> tuple[int, ...]:
        return (0, 1, 0, 1)


#: Sides in both orders with the plugin.
WITH_SIDES: list[list[object]] = [[NAME, Sides()], [Sides(), NAME]]


def position(
    text: str = SHOWN,
    preset: str = "classic",
    options: dict[str, object] | None = None,
    plugins: Sequence[object] = (NAME,),
) -> r5.Position:
    hands = text.partition("hands")[2].partition("]")[0]
    return r5.parse_position(text, rules=r5.compose(preset, plugins, options, seats=hands.count('"') // 2))


def legal(where: r5.Position, state: r5.State) -> set[str]:
    return {r5.action_text(action, state) for action in r5.legal_actions(where.rules, state)}


def played(rules: r5.Rules, state: r5.State, *actions: str) -> r5.State:
    for action in actions:
        state = r5.apply(rules, state, r5.parse_action(action, state, rules=rules))
    return state


def after(where: r5.Position, *actions: str) -> r5.State:
    return played(where.rules, where.state, *actions)


def refused(where: r5.Position, state: r5.State, action: str) -> str:
    refusal = r5.why_not(where.rules, state, r5.parse_action(action, state, rules=where.rules))
    return "" if refusal is None else refusal.rule


def by_seat(where: r5.Position, state: r5.State) -> tuple[int, ...]:
    return r5.score_hand(where.rules, state).by_seat


# ------------------------------------------------- score.add-opponents


@pytest.mark.parametrize("preset", CORE_PRESETS)
def test_score_add_opponents_nobody_deducts_and_who_went_out_adds_the_rest(preset: str) -> None:
    where = position(preset=preset, options=AT_ONCE)
    assert by_seat(where, after(where, OUT)) == (15, 24 + 20 + 16, 12)


def test_score_add_opponents_one_line_for_each_hand_that_is_added() -> None:
    where = position(options=AT_ONCE)
    lines = [line for line in r5.score_hand(where.rules, after(where, OUT)).lines if line.rule == "score.add-opponents"]
    assert [(line.seat, line.points, line.about, line.cards) for line in lines] == [
        (1, 20, "left in the hand of seat 0", "Td Kc"),
        (1, 16, "left in the hand of seat 2", "Qh 6d"),
    ]


def test_score_add_opponents_a_view_adds_the_hands_that_it_sees() -> None:
    where = position(options=AT_ONCE)
    seen = r5.score_hand(where.rules, r5.observe(where.rules, after(where, OUT), 2))
    assert [line.points for line in seen.lines if line.rule == "score.add-opponents"] == [16]
    assert seen.partial == (1,)


def test_score_add_opponents_nothing_is_added_or_deducted_while_the_hand_goes_on() -> None:
    where = position()
    assert by_seat(where, where.state) == (15, 24, 12)


NOBODY_OUT = 'to_act = 1\nstock = ""\npile = "8c"\n'


def test_score_add_opponents_two_players_and_nobody_out() -> None:
    where = position(NOBODY_OUT + 'hands = ["Kc 8d", "2s 3s"]')
    assert by_seat(where, after(where, "1: pass")) == (5, 18)


def test_score_add_opponents_three_players_and_nobody_out() -> None:
    where = position(NOBODY_OUT + 'hands = ["Kc 8d", "2s 3s", "Qh"]')
    assert by_seat(where, after(where, "1: pass")) == (0, 0, 0)


@pytest.mark.parametrize("plugins", WITH_SIDES)
def test_score_add_opponents_sides_and_nobody_out(plugins: list[object]) -> None:
    where = position(NOBODY_OUT + 'hands = ["Kc", "2s", "3s", "Qh"]', plugins=plugins)
    score = r5.score_hand(where.rules, after(where, "1: pass"))
    assert score.by_seat == (12, 13, 0, 0)
    assert score.by_side == (12, 13)


@pytest.mark.parametrize("plugins", WITH_SIDES)
def test_score_add_opponents_a_partners_cards_are_not_added(plugins: list[object]) -> None:
    text = 'to_act = 1\nphase = "play"\nhands = ["Kc", "2s", "3s", "Qh"]\ndrawn = ["2s"]\nstock = "6s"\npile = "8c"'
    where = position(text, plugins=plugins, options=AT_ONCE)
    assert by_seat(where, after(where, OUT)) == (0, 13, 0, 0)


def test_score_add_opponents_a_later_rule_by_which_hands_count_has_the_last_word() -> None:
    text = NOBODY_OUT + 'hands = ["Kc 8d", "2s 3s"]'
    plugins: list[object] = [NAME, Deducting()]
    for order, scores in ((plugins, (-18, -5)), (plugins[::-1], (5, 18))):
        rules = r5.compose("classic", order)
        state = played(rules, r5.parse_position(text, rules=rules).state, "1: pass")
        assert r5.score_hand(rules, state).by_seat == scores


# ------------------------------------------------- score.late-layoffs


@pytest.mark.parametrize("preset", CORE_PRESETS)
def test_score_late_layoffs_the_others_are_asked_from_the_left(preset: str) -> None:
    where = position(preset=preset)
    state = after(where, OUT)
    assert (state.public.phase, state.public.to_act, state.public.out, state.public.ended) == ("late", 2, 1, "")
    assert not r5.is_over(state)
    assert legal(where, state) == {"2: lay 6d on m1", "2: pass"}
    state = after(where, OUT, "2: lay 6d on m1", "2: pass")
    assert legal(where, state) == {"0: lay Td on m1", "0: pass"}
    state = after(where, OUT, "2: lay 6d on m1", "2: pass", "0: lay Td on m1", "0: pass")
    assert (state.public.phase, state.public.out, state.public.ended) == ("over", 1, "out")
    assert by_seat(where, state) == (25, 24 + 10 + 10, 18)


def test_score_late_layoffs_off_the_hand_ends_at_once() -> None:
    where = position(options=AT_ONCE)
    state = after(where, OUT)
    assert (state.public.phase, state.public.out) == ("over", 1)
    assert "late" not in where.rules.turn.turn_moves


def test_score_late_layoffs_after_melding_out_as_well() -> None:
    where = position(SHOWN.replace('"2s"', '"2s 2h 2c"', 1))
    state = after(where, "1: meld {2s 2h 2c}")
    assert (state.public.phase, state.public.to_act, state.drawn, state.public.turn) == ("late", 2, 0, r5.Turn())


def test_score_late_layoffs_the_hand_counts_as_things_stand_meanwhile() -> None:
    where = position()
    assert by_seat(where, after(where, OUT)) == (15, 24 + 36, 12)
    assert by_seat(where, after(where, OUT, "2: lay 6d on m1")) == (15, 24 + 30, 18)


@pytest.mark.parametrize(
    ("action", "rule"),
    [
        ("2: lay Qh on m1", "meld.run"),
        ("2: lay 6d on m9", "meld.layoff"),
        ("2: lay Td on m1", "turn.cards"),
        ("2: discard Qh", "turn.phase"),
        ("2: draw", "turn.phase"),
        ("2: take 2s", "turn.phase"),
        ("2: meld {Qh Qd Qs}", "turn.phase"),
        ("2: call 2s on m1", "call.window"),
        ("0: lay Td on m1", "turn.seat"),
        ("0: pass", "turn.seat"),
        ("1: pass", "turn.seat"),
    ],
)
def test_score_late_layoffs_nothing_else_is_done(action: str, rule: str) -> None:
    where = position(options={"call": "full"})
    assert refused(where, after(where, OUT), action) == rule


def test_score_late_layoffs_not_on_ones_own_melds() -> None:
    where = position(SHOWN.replace("6d Qh", "6d 4d"))
    state = after(where, OUT)
    assert legal(where, state) == {"2: lay 6d on m1", "2: pass"}
    refusal = r5.why_not(where.rules, state, r5.parse_action("2: lay 4d on m3", state))
    assert refusal is not None
    assert (refusal.rule, "your own" in refusal.sentence) == ("score.late-layoffs", True)


def test_score_late_layoffs_not_on_melds_of_ones_side() -> None:
    text = SHOWN.replace('"6d Qh"]', '"5d", "6d"]')
    where = position(text, plugins=WITH_SIDES[0])
    state = after(where, OUT)
    assert legal(where, state) == {"2: pass"}
    refusal = r5.why_not(where.rules, state, r5.parse_action("2: lay 5d on m2", state))
    assert refusal is not None
    assert (refusal.rule, "your side's" in refusal.sentence) == ("score.late-layoffs", True)
    assert refused(where, after(where, OUT, "2: pass"), "3: lay 6d on m1") == "score.late-layoffs"


def test_score_late_layoffs_a_seat_without_cards_left_is_not_asked_again() -> None:
    where = position(SHOWN.replace("6d Qh", "6d"))
    state = after(where, OUT, "2: lay 6d on m1")
    assert (state.public.phase, state.public.hand_size(2), state.public.to_act) == ("late", 0, 0)
    assert legal(where, state) == {"0: lay Td on m1", "0: pass"}
    assert r5.status(where.rules, state)[1:] == ()


def test_meld_layoff_after_meld_holds_late() -> None:
    where = position(SHOWN.replace(', "2 {4s 4h 4c}"', ""), preset="north-american")
    state = after(where, OUT)
    assert legal(where, state) == {"2: pass"}
    assert refused(where, state, "2: lay 6d on m1") == "meld.layoff-after-meld"
    assert "0: lay Td on m1" in legal(where, after(where, OUT, "2: pass"))


def test_meld_first_minimum_holds_late() -> None:
    text = SHOWN.replace(', "2 {4s 4h 4c}"', "").replace("Kc Td", "Kc Td Jd")
    where = position(text, options={"meld.first-minimum": 12})
    state = after(where, OUT)
    assert legal(where, state) == {"2: pass"}
    assert refused(where, state, "2: lay 6d on m1") == "meld.first-minimum"
    once = after(where, OUT, "2: pass", "0: lay Td on m1")
    assert "0: lay Jd on m1" in legal(where, once)


def test_score_late_layoffs_by_default_a_seat_passes() -> None:
    where = position()
    state = after(where, OUT)
    default = r5.default_action(where.rules, state, 2)
    assert default is not None
    assert r5.action_text(default, state) == "2: pass"
    assert r5.ask_order(where.rules, state) == (2,)


def test_score_late_layoffs_a_position_in_the_middle_is_written_and_read() -> None:
    where = position()
    state = after(where, OUT, "2: lay 6d on m1")
    table = position_table(r5.Position(where.rules, state))
    assert (table["phase"], table["turn"]["out"]) == ("late", 1)
    assert r5.parse_position("\n".join(toml_lines(table))).state == state


def test_score_late_layoffs_a_position_need_not_say_who_went_out() -> None:
    text = (
        'to_act = 2\nphase = "late"\nhands = ["Kc Td", "", "6d"]\nstock = "6s"\npile = "8c"\nmelds = ["1 [7d 8d 9d]"]'
    )
    where = position(text)
    assert where.state.public.out == NONE
    state = after(where, "2: lay 6d on m1", "0: pass")
    assert (state.public.phase, state.public.out) == ("over", 1)


@pytest.mark.parametrize("first", [True, False])
def test_score_late_layoffs_begin_where_the_hand_would_end_whoever_decides_that(first: bool) -> None:
    plugins: list[object] = [NAME, Floats()]
    rules = r5.compose("classic", plugins if first else plugins[::-1], seats=3)
    text = SHOWN.replace('"2s"', '"2s 2h 2c"', 1).replace("6s 3s", "6s 3s 9c")
    state = played(rules, r5.parse_position(text, rules=rules).state, "1: meld {2s 2h 2c}")
    assert (state.public.phase, state.public.to_act, state.public.out) == ("draw", 2, NONE)
    state = played(rules, state, "2: draw", "2: discard Qh", "0: draw", "0: discard Kc", "1: draw", "1: discard 9c")
    assert (state.public.phase, state.public.to_act, state.public.out) == ("late", 2, 1)


# ------------------------------------------------- what does not go together


def test_score_late_layoffs_need_melds_of_opponents_to_lay_off_on() -> None:
    with pytest.raises(r5.ComposeError, match=r"option meld\.layoff cannot be 'own' with plugin add-opponents-hand"):
        r5.compose("classic", [NAME], {"meld.layoff": "own"})
    assert r5.compose("classic", [NAME], {"meld.layoff": "own", LATE: False}).options["meld.layoff"] == "own"


@pytest.mark.parametrize("first", [True, False])
@pytest.mark.parametrize("layoff", ["any", "own"])
def test_score_late_layoffs_do_not_go_with_oklahoma(layoff: str, first: bool) -> None:
    plugins: list[object] = [NAME, Oklahoma()]
    order = plugins if first else plugins[::-1]
    with pytest.raises(r5.ComposeError, match="add-opponents-hand and oklahoma do not go together with late lay-offs"):
        r5.compose("classic", order, {"meld.layoff": layoff})
    assert r5.compose("classic", order, {LATE: False}).options[LATE] is False


@pytest.mark.parametrize("first", [True, False])
def test_score_add_opponents_does_not_go_with_michigan(first: bool) -> None:
    plugins: list[object] = [NAME, Named("michigan")]
    with pytest.raises(r5.ComposeError, match="add-opponents-hand and michigan do not go together: in Michigan every"):
        r5.compose("classic", plugins if first else plugins[::-1])


# ------------------------------------------------- explain


def told(*plugins: object, seats: int = 3, options: dict[str, object] | None = None) -> dict[str, str]:
    return {one.rule: one.text for one in r5.explain(r5.compose("classic", plugins, options, seats=seats))}


def test_explain_tells_who_adds_what() -> None:
    two, three, sides = told(NAME, seats=2), told(NAME), told(Sides(), NAME, seats=4)
    assert "score.hand" not in two
    assert "each player scores the cards that the other still holds" in two["score.add-opponents"]
    assert "If nobody has gone out, nobody scores them." in three["score.add-opponents"]
    assert "opponents still hold. If nobody has gone out, each side scores" in sides["score.add-opponents"]


@pytest.mark.parametrize("plugin", ["boathouse", "persian"])
def test_explain_lets_nobody_deduct_at_the_stocks_end_in_either_order(plugin: str) -> None:
    pytest.importorskip(f"rummy500_{plugin}")
    for plugins in ([NAME, plugin], [plugin, NAME]):
        holds = told(*plugins, seats=4)
        assert "boathouse" not in holds
        assert not any("counts against" in sentence for sentence in holds.values())
        assert ("each side scores" if plugin == "persian" else "nobody scores them") in holds["score.add-opponents"]


def test_explain_leaves_to_a_floater_how_one_goes_out() -> None:
    assert told(NAME, Named("floating"))["score.late-layoffs"].startswith("When somebody has gone out, the hand is not")


def test_explain_tells_of_late_layoffs_where_there_are_any() -> None:
    late, at_once = told(NAME), told(NAME, options=AT_ONCE)
    assert not {"score.no-late-melds", "out.meld-or-discard"} & set(late)
    assert (
        "by playing all your cards to the table or by discarding your last card, but the hand is not over"
        in late["score.late-layoffs"]
    )
    assert "score.late-layoffs" not in at_once
    assert {"score.no-late-melds", "out.meld-or-discard"} <= set(at_once)


def test_explain_tells_how_one_goes_out_late_lay_offs_or_not() -> None:
    required = told(NAME, options={"out.discard": "required"})["score.late-layoffs"]
    assert required.startswith("You go out by discarding your last card, but the hand is not over yet.")
    assert "has not opened may not" in told(NAME, options={"meld.first-minimum": 30})["score.late-layoffs"]
