"""Tests of the check of a folder of records."""

from __future__ import annotations

from pathlib import Path

import pytest

from rummy500_testing.golden import record_faults

GOLDEN = Path(__file__).parent


def test_a_missing_or_differing_record_is_named(tmp_path: Path) -> None:
    golden = (GOLDEN / "classic.golden.toml").read_text("utf-8")
    (tmp_path / "classic.golden.toml").write_text(golden.replace(": draw", ": pass", 1), "utf-8")
    perft = (GOLDEN / "classic.perft.toml").read_text("utf-8")
    (tmp_path / "classic.perft.toml").write_text(perft.replace("counts = [", "counts = [9"), "utf-8")
    missing, *others = record_faults(tmp_path, ["classic", "pagat"])
    assert "pagat.golden.toml" in missing
    assert any(fault.startswith("classic.golden.toml: ") for fault in others)
    assert any(fault.startswith("classic.perft.toml: ") for fault in others)


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("bad.golden.toml", b"steps = [", "bad.golden.toml: line 1, column "),
        ("bad.perft.toml", b'format = "rummy500 perft 9"', "bad.perft.toml: line 1, column "),
        ("bad.perft.toml", b"\xff", "bad.perft.toml: 'utf-8' codec can't decode "),
    ],
)
def test_a_file_that_cannot_be_read_is_named_and_the_others_are_still_compared(
    tmp_path: Path, name: str, data: bytes, said: str
) -> None:
    perft = (GOLDEN / "classic.perft.toml").read_text("utf-8")
    (tmp_path / "classic.perft.toml").write_text(perft.replace("counts = [", "counts = [9", 1), "utf-8")
    (tmp_path / name).write_bytes(data)
    faults = record_faults(tmp_path, [])
    assert [fault for fault in faults if fault.startswith(said)]
    assert [fault for fault in faults if fault.startswith("classic.perft.toml: entry 1 ")]


def test_a_record_whose_plugin_is_not_installed_is_named(tmp_path: Path) -> None:
    golden = (GOLDEN / "classic.golden.toml").read_text("utf-8")
    changed = golden.replace('preset = "classic"', 'preset = "classic", plugins = ["nope"]')
    (tmp_path / "classic.golden.toml").write_text(changed, "utf-8")
    (fault,) = record_faults(tmp_path, [])
    assert fault.startswith("classic.golden.toml: ")
    assert "there is no plugin 'nope'" in fault


def test_a_folder_that_is_none_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NotADirectoryError, match=r"there is no folder .*recrods"):
        record_faults(tmp_path / "recrods", [])


def test_a_name_without_a_list_is_refused() -> None:
    with pytest.raises(TypeError, match=r"names is a list of names, \['classic'\] say, not 'classic'"):
        record_faults(GOLDEN, "classic")
