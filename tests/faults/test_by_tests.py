"""Tests of the list of faults that tests find: each can be planted, and the command says whether its test finds it."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.faults.by_tests import TestedFault, main, read_list
from tests.kit.faults import ROOT

FAULTS = read_list()


@pytest.mark.parametrize("fault", FAULTS, ids=[fault.name for fault in FAULTS])
def test_a_fault_of_the_list_can_be_planted_and_its_test_exists(fault: TestedFault) -> None:
    change = fault.change
    text = (ROOT / change.file).read_text("utf-8")
    assert text.count(change.old) == 1
    compile(text.replace(change.old, change.new), change.file, "exec")
    file, _, name = fault.test.partition("::")
    assert (ROOT / file).is_file()
    assert not name or f"def {name}(" in (ROOT / file).read_text("utf-8")


def test_each_fault_is_another_one() -> None:
    for named in ([each.name for each in FAULTS], [each.fault for each in FAULTS], [each.change for each in FAULTS]):
        assert len(set(named)) == len(FAULTS)


def listed(tmp_path: Path, **changes: str) -> Path:
    """Write a list of one of our faults, changed."""
    fault = next(each for each in FAULTS if each.name == "E3")
    fields = {"name": "E3", "fault": fault.fault, "file": fault.change.file, "old": fault.change.old}
    fields |= {"new": fault.change.new, "test": fault.test, **changes}
    file = tmp_path / "list.toml"
    file.write_text("[[fault]]\n" + "".join(f"{key} = '{value}'\n" for key, value in fields.items()), "utf-8")
    return file


@pytest.mark.slow
def test_a_fault_is_found_by_its_test_and_by_no_other(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([], listed(tmp_path)) == 0
    assert "1 of 1 found" in capsys.readouterr().out
    other = "tests/rules/test_calls.py::test_call_full__a_layoff_buried_in_the_pile"
    assert main([], listed(tmp_path, test=other)) == 1
    assert f"**not** {other} |" in capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({"old": "nowhere"}, "has the old text 0 times, not once"),
        ({"test": "tests/rules/test_calls.py::test_nothing"}, "exit status 4 of"),
    ],
)
def test_a_list_that_cannot_be_tried_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], changes: dict[str, str], what: str
) -> None:
    assert main([], listed(tmp_path, **changes)) == 2
    assert what in capsys.readouterr().err


def test_a_name_that_is_not_in_the_list_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--only", "E3", "Z9"]) == 2
    assert "there is no fault Z9 in" in capsys.readouterr().err
