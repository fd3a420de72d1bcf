"""Tests of the two lists of faults: each fault is another one and can be planted, and the test that finds it exists."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from proofs.faults.by_tests import read_list
from proofs.faults.planting import ROOT, Change, read_faults


def not_plantable(changes: Iterable[Change]) -> Iterator[str]:
    for change in changes:
        text = (ROOT / change.file).read_text("utf-8")
        if text.count(change.old) != 1:
            yield f"{change.file} has it {text.count(change.old)} times: {change.old}"
        else:
            compile(text.replace(change.old, change.new), change.file, "exec")


def test_faults_for_the_laws_can_be_planted() -> None:
    assert [(fault.name, why) for fault in read_faults() for why in not_plantable(fault.changes)] == []


def test_faults_for_tests_can_be_planted_and_their_tests_exist() -> None:
    faults = read_list()
    assert [(fault.name, why) for fault in faults for why in not_plantable([fault.change])] == []
    for fault in faults:
        file, _, name = fault.test.partition("::")
        assert (ROOT / file).is_file(), fault.name
        assert not name or f"def {name.partition('[')[0]}(" in (ROOT / file).read_text("utf-8"), fault.name


def test_each_fault_is_another_one() -> None:
    by_laws, by_tests = read_faults(), read_list()
    described = [fault.fault for fault in by_laws] + [fault.fault for fault in by_tests]
    assert len(set(described)) == len(described)
    assert len({fault.name for fault in by_tests}) == len(by_tests)
