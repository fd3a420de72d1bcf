"""Tests of Boathouse: `out.discard-required`, `draw.stock-two`, the stock's end, refusals, `explain`."""

from __future__ import annotations

import pytest

import rummy500 as r5
from rummy500.hooks import Deducts, PluginInfo, Rules, StateOrView, hookimpl, nobody_deducts
from rummy500.rules.options import CORE_PRESETS

DRAW_TWO = {"boathouse.draw-two": True}


class Spares:
    """A house rule by which no hand counts."""

    @hookimpl
    def plugin_info(self) -> PluginInfo:
        return PluginInfo("spares", "hands are spared")

    @hookimpl
    def deducts(self) -> Deducts:
        return nobody_deducts


class SparesAtTheEnd:
    """A house rule that spares hands when the stock ends the hand, unless the text of a variant deducts them."""

    @hookimpl
    def plugin_info(self) -> PluginInfo:
        return PluginInfo("spares-at-the-end", "hands are spared at the stock's end")

    @hookimpl
    def deducts(self, rule: Deducts) -> Deducts:
        def deducted(rules: Rules, sight: StateOrView, seat: int) -> bool | None:
            spared = sight.public.ended == "stock" and not rules.scoring.deducts_at_stock_end
            return not spared and rule(rules, sight, seat)

        return deducted


class Floating:
    """A stand-in for the plugin of that name."""

    @hookimpl
    def plugin_info(self) -> PluginInfo:
        return PluginInfo("floating", "a stand-in")


def legal(rules: r5.Rules, state: r5.State) -> set[str]:
    return {r5.action_text(action, state) for action in r5.legal_actions(rules, state)}


def position(text: str, rules: r5.Rules | None = None) -> r5.State:
    named = 'rules = { preset = "classic", plugins = ["boathouse"] }'
    return r5.parse_position(f"{named}\nto_act = 1\n{text}", rules=rules).state


def after(rules: r5.Rules, state: r5.State, *actions: str) -> r5.State:
    for action in actions:
        state = r5.apply(rules, state, r5.parse_action(action, state))
    return state


@pytest.mark.parametrize("preset", CORE_PRESETS)
@pytest.mark.parametrize("seats", [2, 5, 8])
def test_out_discard_required_whatever_the_preset(preset: str, seats: int) -> None:
    rules = r5.compose(preset, ["boathouse"], seats=seats)
    assert not rules.turn.melding_goes_out
    assert rules.origin.set_by["out.discard"] == "plugin boathouse"
    assert (rules.turn.stock_empty, rules.turn.draw_count) == ("pile", 1)


def test_out_discard_required_three_threes_do_not_go_out() -> None:
    """The example of 001: two threes in hand, and the third was drawn."""
    rules = r5.compose("classic", ["boathouse"])
    state = position('phase = "play"\nhands = ["Kc 8c", "3s 3h 3d"]\ndrawn = ["3d"]\nstock = "Td"\npile = "9s"')
    assert legal(rules, state) == {"1: discard 3s", "1: discard 3h", "1: discard 3d"}
    refusal = r5.why_not(rules, state, r5.parse_action("1: meld {3s 3h 3d}", state))
    assert refusal is not None
    assert refusal.rule == "out.discard-required"


def test_out_discard_required_cannot_be_switched_off() -> None:
    with pytest.raises(r5.ComposeError, match="it must be 'required', Boathouse requires a discard to go out"):
        r5.compose("classic", ["boathouse"], {"out.discard": "optional"})


@pytest.mark.parametrize("first", [True, False])
def test_out_discard_required_does_not_go_with_floating(first: bool) -> None:
    plugins: list[object] = ["boathouse", Floating()]
    with pytest.raises(r5.ComposeError, match="boathouse and floating do not go together: a floater has no card left"):
        r5.compose("classic", plugins if first else plugins[::-1])


@pytest.mark.parametrize(("stock", "drawn"), [("8s Jh 9c", "8s Jh"), ("8s", "8s")])
def test_draw_stock_two_gives_two_or_what_is_left(stock: str, drawn: str) -> None:
    rules = r5.compose("classic", ["boathouse"], DRAW_TWO)
    state = after(rules, position(f'hands = ["Kc", "4h Kd"]\nstock = "{stock}"\npile = "6s"', rules), "1: draw")
    assert r5.cards_text(r5.cards_of(state.drawn)) == drawn
    assert state.public.stock_count == len(stock.split()) - len(drawn.split())


@pytest.mark.parametrize("way", ["pile", "reshuffle", "strict"])
def test_stock_empty_is_the_pile_unless_an_option_says_otherwise(way: str) -> None:
    assert r5.compose("pagat", ["boathouse"], {"stock.empty": way}).turn.stock_empty == way


def test_stock_strict_beside_oklahoma_in_either_order_of_names_and_on_the_sheet() -> None:
    pytest.importorskip("rummy500_oklahoma")
    one, other = (
        r5.compose("classic", names, seats=3) for names in (["oklahoma", "boathouse"], ["boathouse", "oklahoma"])
    )
    assert one.turn.stock_empty == other.turn.stock_empty == "strict"
    assert r5.diff_rules(one, other) == ()
    block = "The turn in which the last card of the stock is drawn is the last turn of the hand."
    assert any(line.text == block for line in r5.sheet(one).lines)


@pytest.mark.parametrize("plugins", [[SparesAtTheEnd(), "boathouse"], ["boathouse", SparesAtTheEnd()], ["boathouse"]])
def test_boathouse_hands_count_where_the_stock_has_ended_the_hand(plugins: list[object]) -> None:
    rules = r5.compose("classic", plugins)
    over = after(rules, position('hands = ["2c Kc", "9h 8s"]\nstock = ""\npile = "3d 6s"', rules), "1: pass")
    assert r5.score_hand(rules, over).by_seat == (-12, -17)


@pytest.mark.parametrize("plugins", [[Spares(), "boathouse"], ["boathouse", Spares()]])
def test_boathouse_deducts_nothing_where_nobody_ever_deducts(plugins: list[object]) -> None:
    rules = r5.compose("classic", plugins)
    assert "boathouse" not in {one.rule for one in r5.explain(rules)}
    over = after(rules, position('hands = ["2c Kc", "9h 8s"]\nstock = ""\npile = "3d 6s"', rules), "1: pass")
    assert r5.score_hand(rules, over).by_seat == (0, 0)


def test_boathouse_says_nothing_about_hands_where_somebody_went_out() -> None:
    rules = r5.compose("classic", [Spares(), "boathouse"])
    last = 'phase = "play"\nhands = ["2c Kc", "9h"]\ndrawn = ["9h"]\nstock = "Td"\npile = "3d 6s"'
    assert r5.score_hand(rules, after(rules, position(last, rules), "1: discard 9h")).by_seat == (0, 0)


@pytest.mark.parametrize("draws", [1, 2])
def test_explain_tells_the_discard_the_draw_and_the_end(draws: int) -> None:
    rules = r5.compose("pagat", ["boathouse"], DRAW_TWO if draws == 2 else {})
    holds = {one.rule: (one.text, one.set_by) for one in r5.explain(rules)}
    assert holds["out.discard-required"][1] == holds["boathouse"][1] == "plugin boathouse"
    assert "every hand counts" in holds["boathouse"][0]
    assert ("draw.stock-two" in holds) == ("draw.stock" not in holds) == (draws == 2)
