"""Rules that differ in little share what they can: a server has many of them in memory at once."""

from __future__ import annotations

import gc
import tracemalloc

import pytest

import rummy500 as r5


def of_target(target: int, plugins: tuple[str, ...] = (), options: dict[str, str] | None = None) -> r5.Rules:
    return r5.compose("classic", plugins, {"match.target": target, **(options or {})}, seats=3)


def test_rules_that_differ_in_the_target_share_finder_points_and_actions() -> None:
    one, other = of_target(300), of_target(305)
    assert one != other
    assert one.melding.finder is other.melding.finder
    assert one.cache.actions is other.cache.actions
    assert one.cache is not other.cache


def test_rules_with_other_shapes_share_no_finder() -> None:
    assert of_target(300).melding.finder is not of_target(300, options={"meld.ace": "high"}).melding.finder


def test_points_of_plugins_are_shared_only_where_they_are_equal() -> None:
    pytest.importorskip("rummy500_five_ten_fifteen")
    one, other = (of_target(target, ("five-ten-fifteen",)) for target in (300, 305))
    assert one.scoring.points is other.scoring.points
    assert one.scoring.points is not of_target(300).scoring.points
    assert one.scoring.points.in_hand != of_target(300).scoring.points.in_hand


@pytest.mark.interpreted
@pytest.mark.parametrize("plugins", [(), ("oklahoma",)], ids=["core", "oklahoma"])
def test_rules_that_differ_in_the_target_take_little_memory(plugins: tuple[str, ...]) -> None:
    if plugins:
        pytest.importorskip("rummy500_oklahoma")
    number = 8
    of_target(995, plugins)
    gc.collect()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    found = [of_target(500 + 5 * more, plugins) for more in range(number)]
    gc.collect()
    each = (tracemalloc.get_traced_memory()[0] - before) / number
    tracemalloc.stop()
    assert len(found) == number
    assert each < 50_000, f"{each} bytes for each"
