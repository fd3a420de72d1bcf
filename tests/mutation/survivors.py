"""Read `survivors.toml`: mutants that no test can distinguish from the engine, each with its reason."""

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
        why: the reason why no test fails.
    """

    file: str
    where: str
    before: str
    after: str
    why: str

    @property
    def key(self) -> Key:
        """Return its key, as `Result.key`."""
        return self.file, self.where, self.before, self.after


def read_survivors() -> list[Survivor]:
    """Read every explained survivor."""
    if not FILE.exists():
        return []
    with FILE.open("rb") as file:
        return [Survivor(**table) for table in tomllib.load(file).get("survivor", [])]
