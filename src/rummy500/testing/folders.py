"""Folders of records, as a suite runs them: every playthrough and every file of counts compared."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from rummy500.errors import Rummy500Error
from rummy500.notation.located import read_toml_file
from rummy500.testing.golden import compare_golden, missing_records
from rummy500.testing.perft import check_perft


def record_faults(folder: Path, names: Iterable[str]) -> list[str]:
    """What is wrong with the golden playthroughs and counted trees of a folder.

    Args:
        folder: the folder.
        names: what must have both, `NAME.golden.toml` and `NAME.perft.toml`.

    Returns:
        A sentence for each file that is missing, for each that cannot be read or whose rules are refused, and for what
        goes otherwise than recorded; empty if nothing is wrong.

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
    """What a check finds in a file; a file that it cannot read does not keep the others from being looked at."""
    try:
        return [f"{file.name}: {difference}" for difference in check(read_toml_file(file))]
    except (OSError, UnicodeError, Rummy500Error) as error:
        return [f"{file.name}: {error}"]
