"""Tests of the hook `may`: each deed is forbidden alone and by two plugins, whichever move does it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import permutations
from types import SimpleNamespace
from typing import Final

import attrs
import pytest
from tests.hooks.samples import forbidding, plugin

import rummy500 as r5
from rummy500.hooks import (
    CORE_MOVES,
    EMPTY_BAG,
    Bar,
    PlayFinder,
    Reason,
    bag_of,
    common,
    judged_move,
    play_after,
)

NINES: Final = 'melds = ["0 {9s 9d 9c}"]'
DRAWING: Final = f'to_act = 0\nhands = ["4s 4d Th Jh", "5c 6c"]\nstock = "8d 8s"\npile = "2s 9h 4h"\n{NINES}'
PLAYING: Final = (
    f'phase = "play"\nto_act = 0\nhands = ["4s 4d 4h 9h Kd Kc", "5c 6c"]\nstock = "8d"\npile = "2s"\n{NINES}'
)
CALLING: Final = f'to_act = 0\nlast = 0\nhands = ["4s 4d", "5c 6c"]\nstock = "8d 8s"\npile = "2s 9h"\n{NINES}'
KING: Final = r5.parse_card("Kd")


def no(name: str) -> r5.Refusal:
    return Reason("turn.parts", name, "Not at this table.")()


DEED_NAMES: Final = ("draw", "take", "call", "meld", "lay")


def always(name: str) -> Mapping[str, object]:
    """Refuse each deed of the core, with the name of the plugin as the reason."""
    king = Bar(lambda rules, view: common(view.hand, bag_of([KING])), lambda card: no(name))
    return {**{deed: lambda *_: no(name) for deed in DEED_NAMES}, "discard": king}


def never() -> Mapping[str, object]:
    """Allow each deed of the core."""
    nothing = Bar(lambda rules, view: EMPTY_BAG, lambda card: no("never"))
    return {**{deed: lambda *_: None for deed in DEED_NAMES}, "discard": nothing}


#: For each deed: a position, and actions that do it, whichever move they are made by.
DEEDS: Final[Mapping[str, tuple[str, tuple[str, ...]]]] = {
    "draw": (DRAWING, ("0: draw",)),
    "take": (DRAWING, ("0: take 4h", "0: take 4h with {4s 4h 4d}", "0: take 9h with 9h on m1")),
    "call": (CALLING, ("1: call 9h on m1",)),
    "meld": (DRAWING, ("0: take 4h with {4s 4h 4d}", "0: take 9h with 9h on m1")),
    "lay": (DRAWING, ("0: take 9h with 9h on m1",)),
    "discard": (PLAYING, ("0: discard Kd",)),
}
#: More positions for the deeds that several moves do.
MORE: Final[Mapping[str, tuple[tuple[str, tuple[str, ...]], ...]]] = {
    "meld": ((PLAYING, ("0: meld {4s 4h 4d}", "0: lay 9h on m1")), (CALLING, ("1: call 9h on m1",))),
    "lay": ((PLAYING, ("0: lay 9h on m1",)), (CALLING, ("1: call 9h on m1",))),
}
CASES: Final = [
    (deed, position, text) for deed in DEEDS for position, texts in (DEEDS[deed], *MORE.get(deed, ())) for text in texts
]


def composed(*plugins: object) -> r5.Rules:
    return r5.compose("pagat", plugins, seats=2)


def why(rules: r5.Rules, position: str, text: str) -> str:
    """The reason why an action is refused; empty if it is legal, which the list must confirm."""
    state = r5.parse_position(position, rules=rules).state
    action = r5.parse_action(text, state, rules=rules)
    refused = r5.why_not(rules, state, action)
    listed = action in list(r5.legal_actions(rules, state))
    assert listed is (refused is None) is (action in r5.legal_actions(rules, state))
    if refused is not None:
        with pytest.raises(r5.IllegalActionError):
            r5.apply(rules, state, action)
    return "" if refused is None else refused.reason


@pytest.mark.parametrize(("deed", "position", "text"), CASES)
def test_of_two_plugins_every_refusal_stands_in_both_orders(deed: str, position: str, text: str) -> None:
    strict = plugin("strict", may=forbidding(**{deed: always("strict")[deed]}))
    mild = plugin("mild", may=forbidding(**{deed: never()[deed]}))
    also = plugin("also", may=forbidding(**{deed: always("also")[deed]}))
    for order in permutations((strict, mild)):
        assert why(composed(*order), position, text) == "strict"
    for order in permutations((strict, mild, also)):
        first = next(each for each in order if each is not mild)
        # The plugins are asked in their order.
        assert why(composed(*order), position, text) == first.plugin_info().name


def test_two_bars_bar_both_cards() -> None:
    def barring(name: str, card: str) -> SimpleNamespace:
        cards = bag_of([r5.parse_card(card)])
        bar = Bar(lambda rules, view: common(view.hand, cards), lambda _: no(name))
        return plugin(name, may=forbidding(discard=(bar,)))

    for order in permutations((barring("diamond", "Kd"), barring("club", "Kc"))):
        rules = composed(*order)
        assert [why(rules, PLAYING, f"0: discard {card}") for card in ("Kd", "Kc", "4s")] == ["diamond", "club", ""]


def test_a_plugin_cannot_allow_what_the_core_forbids() -> None:
    """Nothing that a function of `may` answers loosens `meld.layoff`: an answer can only refuse."""
    mild = plugin("mild", may=never)
    for layoff, expected in (("after-meld", "not-melded"), ("own", "not-own")):
        for plugins in ((), (mild,)):
            rules = r5.compose("pagat", plugins, {"meld.layoff": layoff}, seats=2)
            position = PLAYING.replace('"0 {9s', '"1 {9s')
            assert why(rules, position, "0: lay 9h on m1") == expected


def candidates(rules: r5.Rules, view: r5.View) -> Iterable[r5.Action]:
    """Generate melds and lay-offs under a verb of its own."""
    for use, pieces, on in PlayFinder(rules, view, view.hand).plays(view.hand):
        yield r5.Action(view.seat, "slap", use=use, pieces=pieces, on=on)


def judge(rules: r5.Rules, view: r5.View, action: r5.Action) -> r5.View | r5.Refusal:
    return play_after(rules, view, action.use, action.pieces, action.on)


SLAP: Final = judged_move("slap", judge, candidates, fields=("use", "pieces", "on"))
SLAPPING: Final = plugin("slapping", moves=lambda: (SLAP,))
SLAPS: Final = ("0: slap {4s 4h 4d}", "0: slap 9h on m1")


@pytest.mark.parametrize("strict_first", [True, False])
def test_plays_of_a_plugins_move_are_asked_about(strict_first: bool) -> None:
    def reasons(**deeds: object) -> list[str]:
        strict = plugin("strict", may=forbidding(**deeds))
        rules = composed(*((strict, SLAPPING) if strict_first else (SLAPPING, strict)))
        return [why(rules, PLAYING, slap) for slap in SLAPS]

    assert reasons() == ["", ""]
    assert reasons(meld=always("meld")["meld"]) == ["meld", "meld"]
    assert reasons(lay=always("lay")["lay"]) == ["", "lay"]


@pytest.mark.parametrize("strict_first", [True, False])
def test_the_verb_of_a_plugin_is_a_deed(strict_first: bool) -> None:
    def no_groups(rules: r5.Rules, view: r5.View, action: r5.Action) -> r5.Refusal | None:
        return no("groups") if action.use == "group" else None

    strict = plugin("strict", may=forbidding(slap=no_groups))
    mild = plugin("mild", may=forbidding(slap=lambda *_: None))
    for order in permutations((strict, mild)):
        rules = composed(*((*order, SLAPPING) if strict_first else (SLAPPING, *order)))
        assert [why(rules, PLAYING, slap) for slap in SLAPS] == ["groups", ""]
    assert [why(composed(SLAPPING, mild), PLAYING, slap) for slap in SLAPS] == ["", ""]


def test_a_core_verb_that_a_plugin_adds_is_asked_about() -> None:
    """A plugin's take of its own kind need not ask what other plugins forbid."""

    def candidates(rules: r5.Rules, view: r5.View) -> Iterable[r5.Action]:
        pile = view.public.pile
        return [r5.Action(view.seat, "take", pile[-1], 1, extra=("boldly",))] if pile else []

    def check(rules: r5.Rules, view: r5.View, action: r5.Action) -> r5.Refusal | None:
        return None if action.extra == ("boldly",) else no("words")

    take = next(move for move in CORE_MOVES if move.verb == "take")
    bold = attrs.evolve(take, candidates=candidates, check=check, fields=(*take.fields, "extra"), suffix="boldly")
    taking = plugin("taking", moves=lambda: (bold,))
    for strict_first in (True, False):
        strict = plugin("strict", may=forbidding(take=always("strict")["take"]))
        rules = composed(*((strict, taking) if strict_first else (taking, strict)))
        assert why(rules, DRAWING, "0: take 4h boldly") == "strict"
    rules = composed(taking)
    state = r5.parse_position(DRAWING, rules=rules).state
    assert r5.parse_action("0: take 4h boldly", state, rules=rules) in list(r5.legal_actions(rules, state))
