"""Tests of `dealers-gambit`: the pack, the options, the naming, the dealer's joker, refusals, sentences."""

from __future__ import annotations

import pickle
import random
from collections.abc import Callable
from typing import Any

import pytest

import rummy500 as r5
from rummy500.cards.cards import JOKER, SPARE
from rummy500.engine.listing import list_natural
from rummy500.engine.views import settled
from rummy500.hooks import PluginInfo, hookimpl
from rummy500.notation.position import position_table
from rummy500.rules.options import CORE_PRESETS
from rummy500.rules.questions import FixedMinimum
from rummy500_dealers_gambit import Gambit

NAME = "dealers-gambit"
Place = Callable[..., Any]


class Named:
    """A stand-in for a plugin of some name."""

    def __init__(self, name: str) -> None:
        self.name = name

    @hookimpl
    def plugin_info(self) -> PluginInfo:
        return PluginInfo(self.name, "a stand-in")


@pytest.mark.parametrize("jokers", [2, 4])
@pytest.mark.parametrize("preset", CORE_PRESETS)
def test_dealers_gambit_one_joker_lies_aside_and_the_others_are_dealt(preset: str, jokers: int) -> None:
    rules = r5.compose(preset, [NAME], {"dealers-gambit.jokers": jokers}, seats=3)
    assert rules.deal.pack.count(JOKER) == jokers - 1
    assert rules.deal.side_pack == bytes([SPARE])
    assert len(rules.deal.pack) + len(rules.deal.side_pack) == 52 + jokers
    assert rules.options["call"] == "none"
    assert rules.options["deal.next-dealer"] == "right"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_dealers_gambit_is_for_two_to_four(seats: int) -> None:
    assert r5.compose("classic", [NAME], seats=seats).seats == seats
    with pytest.raises(r5.ComposeError, match="2 to 4 seats, not 5"):
        r5.compose("classic", [NAME], seats=5)


@pytest.mark.parametrize(
    ("option", "value", "why"),
    [
        ("dealers-gambit.jokers", 3, "must be 2 or 4, not 3"),
        ("dealers-gambit.jokers", 0, "it must be"),
        ("deck.jokers", 4, "dealers-gambit.jokers sets the number"),
        ("deck.packs", 2, "one pack"),
        ("call", "full", "no calls"),
        ("deal.size", 26, "deal.size can be at most 2"),
    ],
)
def test_dealers_gambit_refuses_what_makes_no_sense(option: str, value: object, why: str) -> None:
    with pytest.raises(r5.ComposeError, match=why):
        r5.compose("classic", [NAME], {option: value}, seats=2)


@pytest.mark.parametrize("other", ["persian", "oklahoma", "throw-down", "michigan"])
def test_dealers_gambit_names_what_it_does_not_go_with(other: str) -> None:
    with pytest.raises(r5.ComposeError, match=rf"(?s)(?=.*{NAME})(?=.*{other})"):
        r5.compose("classic", [NAME, Named(other)])


def test_dealers_gambit_options_may_change_what_is_only_set() -> None:
    assert r5.compose("classic", [NAME], {"deal.next-dealer": "left"}).options["deal.next-dealer"] == "left"
    assert r5.compose("classic", [NAME], {"match.target": 250}).match.target == 250


def test_dealers_gambit_goes_with_partners(place: Place) -> None:
    rules = r5.compose("pagat", [NAME], {"meld.first-minimum": 30, "out.discard": "required"}, seats=4)
    assert rules.melding.opening_minimum == FixedMinimum(30)
    assert pickle.loads(pickle.dumps(rules)) == rules


@pytest.mark.parametrize(
    ("opening", "phase", "firsts"),
    [
        ("upcard", "draw", {"draw"}),
        ("offer", "offer", {"take", "pass"}),
        ("extra-card", "play", {"discard"}),
    ],
)
def test_dealers_gambit_after_naming_the_core_begins(opening: str, phase: str, firsts: set[str]) -> None:
    rules = r5.compose("classic", [NAME], {"deal.opening": opening, "deal.size": 2}, seats=3)
    state = r5.deal(rules, seed=3, dealer=2)
    assert (state.public.phase, state.public.to_act) == ("name", 2)
    state = r5.apply(rules, state, r5.parse_action("2: name double", state, rules=rules))
    assert (state.public.phase, state.public.to_act) == (phase, 0)
    assert {action.verb for action in r5.legal_actions(rules, state, seat=0)} >= firsts


@pytest.mark.parametrize(
    ("action", "rule"),
    [
        ("0: name triple", "dealers-gambit"),
        ("0: name wild double", "dealers-gambit"),
        ("0: name", "dealers-gambit"),
        ("0: block", "turn.phase"),
        ("1: block", "turn.phase"),
        ("1: name wild", "turn.seat"),
        ("0: draw", "turn.phase"),
        ("0: take 3s", "turn.phase"),
        ("0: take 3s with {3s 3h 3d} split below with *d", "turn.phase"),
        ("0: meld {3s 3h 3d} doubled with *d", "turn.phase"),
        ("0: discard 4s", "turn.phase"),
    ],
)
def test_dealers_gambit_in_phase_name_nothing_but_naming(place: Place, action: str, rule: str) -> None:
    where = place("4s Kc / * 5h 6h", act=0, phase="name")
    assert where.why_not(action) == rule


def test_dealers_gambit_name_is_said_once(place: Place) -> None:
    where = place("4s Kc / * 5h 6h", act=0, phase="name").after("0: name split")
    assert where.memory == Gambit("split")
    assert where.why_not("1: name wild") == "turn.phase"
    assert where.why_not("0: name wild") == "turn.seat"


def test_dealers_gambit_before_the_naming_nobody_sees_a_hand(place: Place) -> None:
    where = place("4s Kc / * 5h 6h", act=0, phase="name")
    for seat in (0, 1, None):
        assert r5.observe(where.rules, where.state, seat).hand == 0
    named = where.after("0: name wild")
    assert r5.observe(named.rules, named.state, 1).hand == named.state.hands[1]


def test_dealers_gambit_nothing_is_done_with_jokers_in_a_position_without_a_name(place: Place) -> None:
    where = place("4s 5s Kc / * 5h 6h 2c")
    assert where.why_not("1: meld [5h 6h *=7h]") == "dealers-gambit"
    assert where.why_not("1: meld [4h 5h 6h] doubled with *d") == "dealers-gambit"


@pytest.mark.parametrize("named", ["wild", "double", "split"])
def test_dealers_gambit_jokers_in_hand_count_nothing(place: Place, named: str) -> None:
    where = place("4s / * * Kc", named, options='"dealers-gambit.jokers" = 4')
    assert where.points == (-4, -10)


def test_dealers_gambit_a_position_tells_what_is_not_as_at_the_start(place: Place) -> None:
    where = place("4s Kc / 5h 6h 7h 2c", "double", melds="0 {9h 9d 9c}; 0 [3d 4d 5d]", joker="used", sealed="2")
    table = position_table(r5.Position(where.rules, where.state))
    assert table["plugin"] == {NAME: {"named": "double", "joker": "used", "sealed": [2]}}
    plain = place("4s Kc / 5h 6h", act=0, phase="name")
    assert "plugin" not in position_table(r5.Position(plain.rules, plain.state))


def test_dealers_gambit_explains_itself() -> None:
    for jokers in (2, 4):
        rules = r5.compose("pagat", [NAME], {"dealers-gambit.jokers": jokers})
        held = {holding.rule: holding for holding in r5.explain(rules)}
        assert f"{52 + jokers} cards" in held[NAME].text
        assert {f"{NAME}.{word}" for word in ("wild", "double", "split", "block")} <= set(held)
        assert not {"deck.pack", "deck.no-jokers", "meld.joker"} & set(held)
        assert "a joker counts nothing" in held["score.values"].text


@pytest.mark.parametrize("named", ["wild", "double", "split"])
def test_dealers_gambit_lists_without_a_joker_at_hand_are_looked_up(named: str) -> None:
    """The eager list is what the generators list, and nobody's joker is among the cards that they play."""
    rules, rng, at_once = r5.compose("classic", [NAME], seats=2), random.Random(5), 0
    for seed in range(4):
        state = r5.deal(rules, seed=seed)
        state = r5.apply(rules, state, r5.parse_action(f"{state.public.to_act}: name {named}", rules=rules))
        while not r5.is_over(state):
            every = list(r5.legal_actions(rules, state))
            assert every == r5.legal_actions(rules, state)[:10_000]
            at_once += list_natural(settled(rules, state), state, None, plain=False) is not None
            state = r5.apply(rules, state, rng.choice(every))
    assert at_once > 20


def test_a_hand_that_nobody_has_looked_at_looks_alike() -> None:
    """In phase `name` nobody can distinguish two deals with the same upcard."""
    rules = r5.compose("classic", [NAME], seats=3)
    deck = list(rules.deal.pack)
    upcard = 3 * rules.deal.hand_size
    views: set[tuple[r5.View, ...]] = set()
    for number in range(20):
        others = [card for place, card in enumerate(deck) if place != upcard]
        random.Random(number).shuffle(others)
        state = r5.deal(rules, deck=[*others[:upcard], deck[upcard], *others[upcard:]], dealer=1)
        views.add(tuple(r5.observe(rules, state, seat) for seat in (0, 1, 2)))
        assert [r5.action_text(action) for action in r5.legal_actions(rules, state)] == [
            "1: name wild",
            "1: name double",
            "1: name split",
        ]
    assert len(views) == 1
