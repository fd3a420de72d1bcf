"""Tests of `match.partnership` beside its laws and scenarios: its seats, and what `explain` says."""

from __future__ import annotations

import pytest

import rummy500 as r5


@pytest.mark.parametrize("seats", [2, 3, 5, 6, 7, 8])
def test_match_partnership_is_for_four(seats: int) -> None:
    with pytest.raises(r5.ComposeError, match="plugin partnership is played by 4 seats"):
        r5.compose("classic", ["partnership"], seats=seats)


def test_explain_tells_who_plays_whom() -> None:
    found = {one.rule: one for one in r5.explain(r5.compose("pagat", ["partnership"], seats=4))}
    assert "play against the other pair" in found["match.partnership"].text
    assert found["match.target"].set_by == "plugin partnership"
