"""Tests of hints: each gives the reason for which the greedy player chooses."""

from __future__ import annotations

import pytest

import rummy500 as r5
from rummy500.players.players import hint

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
            "Kd goes with no other card of your hand, and would cost 10 there.",
            id="the costliest card",
        ),
        pytest.param(
            'phase = "play"\nhands = ["Kd 4h", "4d 5s 6c 8s"]\ndrawn = ["4h"]\npile = "Ks Kh 3h"',
            "0: discard 4h",
            "4h is a safer discard than Kd, which others may be able to use.",
            id="the costliest card makes a meld of the pile",
        ),
    ],
)
def test_a_hint_gives_the_reason_of_the_choice(position: str, action: str, reason: str) -> None:
    found = r5.parse_position(f"{_BASE}{position}")
    view = r5.observe(found.rules, found.state, seat=0)
    given = hint(found.rules, view, r5.legal_actions(found.rules, view))
    assert given.action is not None
    assert (r5.action_text(given.action, view), str(given.reason)) == (action, reason)


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
