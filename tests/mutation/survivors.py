"""The mutants that no test can tell from the engine, each with its reason: `survivors.toml`."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Final

import attrs

#: The file of a mutant, the function around it, the line before and after.
Key = tuple[str, str, str, str]
FILE: Final = Path(__file__).with_name("survivors.toml")


@attrs.frozen
class Survivor:
    """A mutant that survives, and why.

    Attributes:
        file: its file, counted from the project.
        where: the function around it.
        before: the line as it stands.
        after: the line as it was changed.
        why: why no test can tell.
    """

    file: str
    where: str
    before: str
    after: str
    why: str

    @property
    def key(self) -> Key:
        """What it is known by: `Result.key`."""
        return self.file, self.where, self.before, self.after


def read_survivors() -> list[Survivor]:
    """Every survivor that is explained."""
    if not FILE.exists():
        return []
    with FILE.open("rb") as file:
        return [Survivor(**table) for table in tomllib.load(file).get("survivor", [])]
