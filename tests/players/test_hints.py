"""Tests of hints: each gives the reason for which *hard* chooses."""

from __future__ import annotations

import pytest
from tests.hooks.samples import plugin

import rummy500 as r5
from rummy500.base.records import replace
from rummy500.cards.cards import bag_of
from rummy500.hooks import HandEmptied, core_next_turn
from rummy500.hooks.plugin import installed
from rummy500.players import hint
from rummy500.players.worth import Worth

_BASE = 'rules = { preset = "pagat" }\nto_act = 0\nstock = "2d 4s 5d 6h 9h Th Kc Qc"\n'


@pytest.mark.parametrize(
    ("position", "action", "reason"),
    [
        pytest.param(
            'hands = ["* 9c Kd 2h", "4d 5s 6c 8s"]\npile = "3h 7c"',
            "0: take 7c with [7c *=8c 9c]",
            "It scores 31, safe on the table.",
            id="the top discard alone",
        ),
        pytest.param(
            'hands = ["8c 9c Kd 2h", "4d 5s 6c 8s"]\npile = "3h 7c Ks"',
            "0: take 7c with [7c 8c 9c]",
            "It scores 24 now, and the other cards are worth more than they cost in hand.",
            id="a deep take",
        ),
        pytest.param(
            'phase = "play"\nhands = ["Ac 2c 3c Kd", "4d 5s 6c 8s"]\ndrawn = ["Kd"]\npile = "3h"',
            "0: meld [Ac 2c 3c]",
            "It scores 6, safe on the table.",
            id="a meld",
        ),
        pytest.param(
            'phase = "play"\nhands = ["Kd 4h", "4d 5s 6c 8s"]\ndrawn = ["4h"]\npile = "3h"',
            "0: discard Kd",
            "Kd combines with nothing in your hand. If the hand ends, it costs you 10.",
            id="the costliest card",
        ),
        pytest.param(
            'phase = "play"\nhands = ["Kd Kh", "4d 5s 6c 8s"]\ndrawn = ["Kh"]\npile = "3s"',
            "0: discard Kh",
            "You need Kh least, counting its points.",
            id="a card that combines, and helps nobody",
        ),
        pytest.param(
            'phase = "play"\nhands = ["Jd Kd 3h", "4d 5s 6c"]\ndrawn = ["3h"]\npile = "7s"',
            "0: discard Jd",
            "You need Jd least, counting its points.",
            id="a high card that combines, before a low one that does not",
        ),
        pytest.param(
            'phase = "play"\nhands = ["Kd 4h", "4d 5s 6c 8s"]\ndrawn = ["4h"]\npile = "Ks Kh 3h"',
            "0: discard 4h",
            "4h is a safer discard than Kd, which an opponent may be able to use.",
            id="the costliest card makes a meld of the pile",
        ),
        pytest.param(
            'phase = "play"\nhands = ["Ks Jh 3d 7d", "4d 5s 6c 8s"]\ndrawn = ["Jh"]\npile = "Kh"',
            "0: discard 7d",
            "Kh is on the pile: throw Ks, and anyone with a third card can meld. 7d is safer.",
            id="a card of the pile feeds others",
        ),
        pytest.param(
            'phase = "play"\nhands = ["Ah", "4d 5s 6c 8s"]\npile = "3h"',
            "0: discard Ah",
            "You go out with your last card.",
            id="a last card that goes out",
        ),
    ],
)
def test_a_hint_gives_the_reason_of_the_choice(position: str, action: str, reason: str) -> None:
    found = r5.parse_position(f"{_BASE}{position}")
    view = r5.observe(found.rules, found.state, seat=0)
    given = hint(found.rules, view, r5.legal_actions(found.rules, view))
    assert given.action is not None
    assert (r5.action_text(given.action, view), str(given.reason)) == (action, reason)


def test_a_hint_names_the_seat_that_a_discard_would_give_a_meld() -> None:
    hands = 'phase = "play"\nhands = ["Kd 4h 8h", "Ks Kh 6c 8s"]\ndrawn = ["4h"]\npile = "3h"'
    found = r5.parse_position(f"{_BASE}{hands}")
    seen = (found.state.public.known[0], bag_of(r5.parse_cards("Ks Kh")))
    state = replace(found.state, public=replace(found.state.public, known=seen))
    view = r5.observe(found.rules, state, seat=0)
    given = hint(found.rules, view, r5.legal_actions(found.rules, view))
    assert str(given.reason) == "Kd would give seat 1 a meld with cards that everyone has seen. 8h is safer."


@pytest.mark.parametrize(
    ("plugin", "position", "seat", "action", "reason"),
    [
        pytest.param(
            "dealers-gambit",
            'phase = "name"\ndealer = 0\nturn.pending = [0]\nhands = ["Kd", "4d 5s"]\nstock = "2d 4s"\npile = "3h"',
            0,
            "0: name double",
            "Doubled melds bring the dealer the most points.",
            id="a choice with points",
        ),
        pytest.param(
            "dealers-gambit",
            'dealer = 0\nhands = ["2s 9c 4h", "* 3d 8s Kc"]\nstock = "7d 5h 2d"\npile = "Qh"\n'
            'plugin.dealers-gambit.named = "split"',
            1,
            "1: block",
            "The dealer can no longer use the joker, which costs the dealer more than yours costs you.",
            id="a block",
        ),
        pytest.param(
            "dealers-gambit",
            'phase = "play"\nhands = ["Kd 7d 7h 7c", "4d 5s"]\ndrawn = ["Kd"]\nstock = "2d 4s"\npile = "3h"\n'
            'plugin.dealers-gambit.named = "double"',
            0,
            "0: meld {7h 7d 7c} doubled with *d",
            "It brings you the most points as far as the program can see.",
            id="a move that says nothing of its own",
        ),
        pytest.param(
            "floating",
            'phase = "play"\nhands = ["4s", "2s 2c 4c"]\ndrawn = ["4s"]\nstock = "4d 4h Jh"\npile = "Qc"\n'
            'melds = ["0 [5s 6s 7s]"]',
            0,
            "0: discard 4s",
            "It ends the hand. If you lay 4s off, the others play on.",
            id="a last card that ends the hand",
        ),
        pytest.param(
            "floating",
            'phase = "play"\nhands = ["4s", "2s 2c 4c"]\nstock = "4d 4h Jh"\npile = "Qc"',
            0,
            "0: discard 4s",
            "You go out with your last card.",
            id="a last card where a hand emptied by melding may play on",
        ),
        pytest.param(
            "persian",
            'phase = "play"\nhands = ["*", "2s", "2c", "4c"]\nstock = "4d 4h Jh"\npile = "Qc"',
            0,
            "0: discard *",
            "You go out with your last card.",
            id="a joker as the last card",
        ),
        pytest.param(
            "dealers-gambit",
            'dealer = 0\nhands = ["Kd", "* 5s 6c"]\nstock = "2d 4s"\npile = "3h"\nplugin.dealers-gambit.named = "wild"',
            1,
            None,
            "Let it go: what it takes may be worth more to you later.",
            id="a joker is not spent",
        ),
    ],
)
def test_a_hint_in_a_variant_has_a_reason_of_its_own(
    plugin: str, position: str, seat: int, action: str | None, reason: str
) -> None:
    rules = f'rules = {{ preset = "pagat", plugins = ["{plugin}"] }}'
    found = r5.parse_position(f"{rules}\nto_act = 0\n{position}")
    view = r5.observe(found.rules, found.state, seat=seat)
    given = hint(found.rules, view, r5.legal_actions(found.rules, view))
    assert (given.action and r5.action_text(given.action, view), str(given.reason)) == (action, reason)


def test_a_last_card_after_which_the_hand_goes_on_goes_out_in_no_hint() -> None:
    floats = plugin("floats", hand_emptied=lambda: lambda rules, state, action: core_next_turn(rules, state))
    rules = r5.compose("pagat", [floats], seats=2)
    position = 'phase = "play"\nto_act = 0\nhands = ["4s", "2s 2c 4c"]\nstock = "4d 4h Jh"\npile = "Qc"'
    view = r5.observe(rules, r5.parse_position(position, rules=rules).state, seat=0)
    assert str(hint(rules, view, r5.legal_actions(rules, view)).reason) == "It is your last card."


def test_a_last_card_that_ends_the_hand_in_no_way_is_laid_off() -> None:
    def goes_on() -> HandEmptied:
        return lambda rules, state, action: state

    rules = r5.compose("pagat", [plugin("going-on", hand_emptied=goes_on)], seats=2)
    position = (
        'phase = "play"\nto_act = 0\nhands = ["4s", "2s 2c"]\nstock = "4d"\npile = "Qc"\nmelds = ["0 [5s 6s 7s]"]'
    )
    view = r5.observe(rules, r5.parse_position(position, rules=rules).state, seat=0)
    given = hint(rules, view, r5.legal_actions(rules, view))
    assert given.action is not None
    assert given.action.verb == "lay"


def test_a_top_discard_that_is_kept_brings_no_other_cards() -> None:
    """Who must go out by a discard keeps the third king: a meld of all three would leave no card to discard."""
    options = 'rules = { preset = "pagat", options = { "out.discard" = "required" } }'
    position = f'{options}\n{_BASE.partition(chr(10))[2]}hands = ["Ks Kd", "4d 5s 6c 8s"]\npile = "3h Kh"'
    found = r5.parse_position(position)
    view = r5.observe(found.rules, found.state, seat=0)
    given = hint(found.rules, view, r5.legal_actions(found.rules, view))
    assert given.action is not None
    assert r5.action_text(given.action, view) == "0: take Kh"
    assert str(given.reason) == "The card is worth more to you than it would cost in hand."


def test_a_partner_is_no_taker() -> None:
    text = """
rules = { preset = "pagat", plugins = [PLUGINS], seats = 4 }
to_act = 0
phase = "play"
hands = ["Ks 5c 2s", "4d", "Kd Kc 9h", "6c"]
known = ["", "", "Kd Kc", ""]
stock = "2d 4s"
pile = "3h"
"""
    kings = r5.parse_cards("Ks")[0]
    for plugins, seat in (("", 2), ('"partnership"', None)):
        if plugins and "partnership" not in installed():
            continue
        found = r5.parse_position(text.replace("PLUGINS", plugins))
        assert Worth(found.rules, r5.observe(found.rules, found.state, seat=0)).taker(kings) == seat
