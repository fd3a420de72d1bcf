"""Tests of a time limit on laws: a function that hangs is named and fails; a stop between two steps passes."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

import pytest
from tests.hooks.samples import plugin

import rummy500 as r5
from rummy500.hooks import Rules, View
from rummy500_testing import Fault, Law, LawsBroken, Snapshot, check_laws

#: Far more seconds than any hand without laws takes, on a busy machine too.
ENOUGH = 2


def forever(*_: object) -> None:
    """Hang, and handle every `Exception`."""
    while True:
        try:
            sum(range(1000))
        except Exception:  # noqa: BLE001 - as careless as a plugin may be
            continue


def rules_with(meld: Callable[[Rules, View, Any, Any], None]) -> Rules:
    """Compose rules with a plugin that looks at each meld."""
    return r5.compose("classic", [plugin("slow", may=lambda: {"meld": meld})], seats=3)


def hangs_in_hand_2(_: Rules, view: View, *__: object) -> None:
    """Hang in the second hand."""
    if view.public.match.hand_number > 1:
        forever()


def test_a_hang_in_the_second_hand_is_named_and_fails() -> None:
    report = check_laws(rules_with(hangs_in_hand_2), hands=6, laws=(), seconds=ENOUGH)
    assert report.hands == 1
    assert not report.passed
    assert ": 1 hand from seed 0, not finished; stopped after 2 s in the hand 2 of 6; plugin slow" in report.headline
    assert " was still running in test_hangs.py, line " in report.hangs
    assert report.hangs.endswith(", in forever")
    with pytest.raises(LawsBroken, match="not finished"):
        report.require()


def test_a_hang_in_the_first_law_is_named_and_fails() -> None:
    def endless(_: Snapshot) -> Fault | None:
        forever()
        return None

    law = Law("my law", "It never ends.", Snapshot, endless)
    report = check_laws(r5.compose("classic", seats=3), hands=2, laws=(law,), seconds=ENOUGH)
    assert (report.hands, report.passed) == (0, False)
    assert report.headline.endswith(", in forever, for the law 'my law'")
    assert ": 0 hands from seed 0, not finished; stopped after 2 s in the hand 1 of 2; a function" in report.headline


def test_a_hang_is_stopped_in_any_thread() -> None:
    found: list[str] = []
    rules = rules_with(forever)
    thread = threading.Thread(target=lambda: found.append(check_laws(rules, laws=(), seconds=ENOUGH).hangs))
    thread.start()
    thread.join()
    assert found[0].startswith("plugin slow")


def test_time_that_runs_out_in_a_function_that_returns_passes() -> None:
    def thinks(_: Rules, view: View, *__: object) -> None:
        if view.public.match.hand_number > 1:
            time.sleep(0.02)

    report = check_laws(rules_with(thinks), hands=100_000, laws=(), seconds=ENOUGH)
    assert report.hands > 0
    assert report.passed
    assert f"every law held; stopped after 2 s in the hand {report.hands + 1} of 100000" in report.headline
    assert report.hangs == ""
