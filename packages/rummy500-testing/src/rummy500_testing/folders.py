"""Check a folder of records: replay every playthrough and count every tree again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from rummy500.errors import Rummy500Error
from rummy500.notation.toml import read_toml_file
from rummy500_testing.golden import compare_golden, missing_records
from rummy500_testing.perft import check_perft


def record_faults(folder: Path, names: Iterable[str]) -> list[str]:
    """Compare the golden playthroughs and counted trees of a folder with the engine.

    Args:
        folder: the folder.
        names: the names that must have both `NAME.golden.toml` and `NAME.perft.toml`.

    Returns:
        A sentence for each missing file, each file that cannot be read or whose rules are refused, and each difference
        from the record; empty if there are none.

    Raises:
        NotADirectoryError: if there is no such folder.
        TypeError: if `names` is a single text.
    """
    if isinstance(names, str):
        raise TypeError(f"names is a list of names, [{names!r}] say, not {names!r}")
    if not folder.is_dir():
        raise NotADirectoryError(f"there is no folder {folder}")
    faults = [f"{name} is missing" for name in missing_records(folder, names)]
    for kind, check in (("golden", _compared), ("perft", check_perft)):
        for file in sorted(folder.glob(f"*.{kind}.toml")):
            faults += _faults(file, check)
    return faults


def _compared(text: str) -> list[str]:
    difference = compare_golden(text)
    return [] if difference is None else [difference]


def _faults(file: Path, check: Callable[[str], Sequence[str]]) -> list[str]:
    """Run a check on a file; a file that cannot be read is a fault too, so that the others are still checked."""
    try:
        return [f"{file.name}: {difference}" for difference in check(read_toml_file(file))]
    except (OSError, UnicodeError, Rummy500Error) as error:
        return [f"{file.name}: {error}"]
