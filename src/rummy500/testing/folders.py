"""Folders of records, as a suite runs them: every playthrough and every file of counts compared."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from rummy500.testing.golden import compare_golden, missing_records
from rummy500.testing.perft import check_perft


def record_faults(folder: Path, names: Iterable[str]) -> list[str]:
    """What is wrong with the golden playthroughs and counted trees of a folder.

    Args:
        folder: the folder.
        names: what must have both, `NAME.golden.toml` and `NAME.perft.toml`.

    Returns:
        A sentence for each file that is missing, and for what goes otherwise than recorded; empty if nothing does.
    """
    faults = [f"{name} is missing" for name in missing_records(folder, names)]
    for file in sorted(folder.glob("*.golden.toml")):
        difference = compare_golden(file.read_text("utf-8"))
        faults += [f"{file.name}: {difference}"] if difference is not None else []
    for file in sorted(folder.glob("*.perft.toml")):
        faults += [f"{file.name}: {difference}" for difference in check_perft(file.read_text("utf-8"))]
    return faults
