"""Tests of matches on a Dask cluster: equal results, and nothing lost if a worker ends that Dask replaces."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.players.simulate.troublesome import hangs_at, killed_at, killed_once

import rummy500 as r5
from rummy500.simulate import MatchFailedError, MatchResult, WorkersBrokeError, each_match, simulate

dask = pytest.importorskip("dask")
distributed = pytest.importorskip("distributed")

# Warnings of Dask and its dependencies are ignored.
pytestmark = pytest.mark.filterwarnings("default")

RULES = r5.compose("classic", seats=3, options={"match.target": 60})
NAMES = ("medium", "random")


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0") as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


def test_results_are_the_same_on_a_cluster(client: Any) -> None:
    found = simulate(RULES, NAMES, matches=40, seed=4, executor=client.get_executor(), workers=2)
    assert found == simulate(RULES, NAMES, matches=40, seed=4, workers=1)


def test_a_worker_of_a_cluster_that_ends_loses_nothing(client: Any, tmp_path: Path) -> None:
    player = killed_once(tmp_path / "flag")
    found = list(each_match(RULES, [player, "medium"], matches=12, seed=5, executor=client.get_executor()))
    assert (tmp_path / "flag").exists()
    assert found == list(each_match(RULES, [player, "medium"], matches=12, seed=5, workers=1))


def test_a_match_that_ends_every_worker_of_a_cluster_is_named() -> None:
    # Dask retries on another worker; here it must give up at once.
    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 0}),
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0") as cluster,
        distributed.Client(cluster) as client,
    ):
        # A result that its worker still has when it ends is never answered by Dask: there is time to fetch it before.
        player = killed_at(9, 3, pause=0.5)
        results = each_match(RULES, [player], matches=8, seed=9, executor=client.get_executor(), workers=2)
        found: list[MatchResult] = []
        with pytest.raises(WorkersBrokeError, match="a worker has ended in match 3 of seed 9: KilledWorker"):  # noqa: PT012 - results come until one raises
            for result in results:
                found.append(result)  # noqa: PERF402 - one by one: the last one raises
        numbers = [result.number for result in found]
        assert numbers[:3] == [0, 1, 2]
        assert numbers == sorted({*numbers} - {3})


def test_a_player_that_takes_too_long_on_a_cluster_is_named(client: Any, tmp_path: Path) -> None:
    player = hangs_at(tmp_path, 6, 1)
    try:
        with pytest.raises(MatchFailedError, match=r"match 1 of seed 6 .* took longer than 3 seconds"):
            simulate(RULES, [player], matches=5, seed=6, max_seconds=3, executor=client.get_executor(), workers=2)
    finally:
        (tmp_path / "released").touch()
