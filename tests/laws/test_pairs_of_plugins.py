"""Every pair of installed plugins is refused with both names and a reason, or plays under all laws."""

from __future__ import annotations

from itertools import permutations

import pytest

import rummy500 as r5
from rummy500.plugging.discover import installed
from rummy500.presets import CORE_PRESETS
from rummy500.testing import lawful_hand
from rummy500.testing.pairs import main, pair_refusal

PAIRS = list(permutations(sorted(installed()), 2))


def tables(first: str, second: str) -> list[r5.Rules]:
    """The pair on the first number of seats that each preset allows."""
    found: list[r5.Rules] = []
    for preset in CORE_PRESETS:
        for seats in (3, 4, 2, 5):
            try:
                found.append(r5.compose(preset, [first, second], seats=seats))
            except r5.ComposeError:
                continue
            break
    return found


@pytest.mark.parametrize(("first", "second"), PAIRS, ids="+".join)
def test_a_pair_is_refused_with_both_names_or_plays_under_all_laws(first: str, second: str) -> None:
    why = pair_refusal(first, second)
    if why:
        assert first in why
        assert second in why
        assert pair_refusal(second, first)
        return
    rules = tables(first, second)
    assert len(rules) == len(CORE_PRESETS)
    for each in rules:
        lawful_hand(each, f"{first} {second} {each.preset.name}")


@pytest.mark.skipif(not {"boathouse", "five-ten-fifteen"} <= set(installed()), reason="needs two plugins")
def test_the_command_plays_the_pairs_of_one_plugin(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--plugin", "five-ten-fifteen", "--hands", "8", "--workers", "1"]) == 0
    said = capsys.readouterr().out
    assert "boathouse + five-ten-fifteen: 8 hands" in said
    assert len(said.splitlines()) == len(installed()) - 1
