"""Tests of the two lists of faults: each fault is another one and can be planted, and the test that finds it exists."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from proofs.faults.by_tests import TestedFault, read_list
from proofs.faults.planting import ROOT, Change, PlantedFault, read_faults

BY_LAWS = read_faults()
BY_TESTS = read_list()


def can_be_planted(changes: Iterable[Change]) -> bool:
    for change in changes:
        text = (ROOT / change.file).read_text("utf-8")
        assert text.count(change.old) == 1, f"{change.file} has it {text.count(change.old)} times: {change.old}"
        compile(text.replace(change.old, change.new), change.file, "exec")
    return True


@pytest.mark.parametrize("fault", BY_LAWS, ids=lambda fault: fault.name)
def test_a_fault_for_the_laws_can_be_planted(fault: PlantedFault) -> None:
    assert can_be_planted(fault.changes)


@pytest.mark.parametrize("fault", BY_TESTS, ids=lambda fault: fault.name)
def test_a_fault_for_a_test_can_be_planted_and_its_test_exists(fault: TestedFault) -> None:
    assert can_be_planted([fault.change])
    file, _, name = fault.test.partition("::")
    assert (ROOT / file).is_file()
    assert not name or f"def {name.partition('[')[0]}(" in (ROOT / file).read_text("utf-8")


def test_each_fault_is_another_one() -> None:
    assert len({*(fault.fault for fault in BY_LAWS), *(fault.fault for fault in BY_TESTS)}) == len(BY_LAWS) + len(
        BY_TESTS
    )
    assert len({fault.name for fault in BY_TESTS}) == len(BY_TESTS)
