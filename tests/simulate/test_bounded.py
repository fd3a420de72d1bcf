"""Tests of the time limit of tests that wait for workers."""

from __future__ import annotations

import multiprocessing
import signal
import time
from concurrent.futures import ProcessPoolExecutor

import pytest
from tests.bounded import bounded

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGALRM"), reason="the system has no alarm")


def test_workers_that_hang_end_the_test_and_not_the_run() -> None:
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        assert pool.submit(sum, (1, 2)).result() == 3
        with pytest.raises(TimeoutError, match=r"it took longer than 0\.5 seconds"), bounded(0.5):
            pool.submit(time.sleep, 60).result()


def test_work_within_the_limit_is_not_disturbed() -> None:
    before, left = signal.getsignal(signal.SIGALRM), signal.getitimer(signal.ITIMER_REAL)[0]
    with bounded(3600):
        assert signal.getitimer(signal.ITIMER_REAL)[0] > 3000
    assert left - 60 < signal.getitimer(signal.ITIMER_REAL)[0] <= left, "the bound of the test itself goes on"
    assert signal.getsignal(signal.SIGALRM) is before


def test_without_a_bound_around_it_none_is_left() -> None:
    signal.setitimer(signal.ITIMER_REAL, 0)
    with bounded(3600):
        pass
    assert signal.getitimer(signal.ITIMER_REAL)[0] == 0


def test_every_test_has_minutes() -> None:
    assert 60 < signal.getitimer(signal.ITIMER_REAL)[0] <= 300
