"""Tests of Boathouse beside its laws and scenarios: what it is refused with, other plugins, `explain`."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

import rummy500 as r5
from rummy500.hooks import Deducts, PluginInfo, Rules, StateOrView, hookimpl, nobody_deducts

FLOATING = SimpleNamespace(plugin_info=hookimpl(lambda: PluginInfo("floating", "a stand-in")))
#: The hand has ended: the stock was empty, and nobody took.
EMPTY = 'phase = "over"\nhands = ["2c Kc", "9h 8s"]\nturn = { ended = "stock" }'


@pytest.mark.parametrize("is_first", [True, False])
@pytest.mark.parametrize(
    ("plugins", "options", "why"),
    [
        (["boathouse"], {"out.discard": "optional"}, "it must be 'required', Boathouse requires a discard to go out"),
        (["boathouse", FLOATING], {}, "boathouse and floating do not go together: a floater has no card left"),
    ],
)
def test_out_discard_required_is_refused(
    plugins: list[object], options: dict[str, object], why: str, is_first: bool
) -> None:
    with pytest.raises(r5.ComposeError, match=why):
        r5.compose("classic", plugins if is_first else plugins[::-1], options)


@pytest.mark.parametrize("way", ["pile", "reshuffle", "strict"])
def test_stock_empty_is_the_pile_unless_an_option_says_otherwise(way: str) -> None:
    assert r5.compose("pagat", ["boathouse"]).turn.stock_empty == "pile"
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


def spared_at_the_end(rule: Deducts) -> Deducts:
    """Spare hands when the stock ends the hand, unless the text of a variant deducts them."""

    def deducted(rules: Rules, sight: StateOrView, seat: int) -> bool | None:
        spared = sight.public.ended == "stock" and not rules.scoring.deducts_at_stock_end
        return not spared and rule(rules, sight, seat)

    return deducted


@pytest.mark.parametrize("is_first", [True, False])
@pytest.mark.parametrize(
    ("deducts", "scores", "is_told"),
    [(hookimpl(lambda: nobody_deducts), (0, 0), False), (hookimpl(spared_at_the_end), (-12, -17), True)],
    ids=["nobody ever deducts", "spared at the end"],
)
def test_boathouse_hands_count_unless_nobody_ever_deducts(
    deducts: object, scores: tuple[int, ...], is_told: bool, is_first: bool
) -> None:
    spares = SimpleNamespace(plugin_info=hookimpl(lambda: PluginInfo("spares", "hands are spared")), deducts=deducts)
    rules = r5.compose("classic", ["boathouse", spares] if is_first else [spares, "boathouse"])
    assert r5.score_hand(rules, r5.parse_position(EMPTY, rules=rules).state).by_seat == scores
    assert ("boathouse" in {one.rule for one in r5.explain(rules)}) is is_told


@pytest.mark.parametrize("draws", [1, 2])
def test_explain_tells_the_discard_the_draw_and_the_end(draws: int) -> None:
    rules = r5.compose("pagat", ["boathouse"], {"boathouse.draw-two": draws == 2})
    holds = {one.rule: (one.text, one.set_by) for one in r5.explain(rules)}
    assert holds["out.discard-required"][1] == holds["boathouse"][1] == "plugin boathouse"
    assert "every hand counts" in holds["boathouse"][0]
    assert ("draw.stock-two" in holds) == ("draw.stock" not in holds) == (draws == 2)
