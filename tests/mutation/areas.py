"""The areas to mutate: the files that decide legality and scores."""

from __future__ import annotations

from pathlib import Path
from typing import Final

SOURCE: Final = "src/rummy500"

#: Folders (with their subfolders) and files of each area; where both fit, the longer name wins.
AREAS: Final[dict[str, tuple[str, ...]]] = {
    "rules": ("rules", "hooks/build_rules.py", "hooks/build_moves.py", "hooks/build_cards.py"),
    "melds": ("cards",),
    "engine": ("engine",),
    "scoring": (
        "engine/scoring.py",
        "game/match.py",
        "rules/scores.py",
    ),
}


def area_of(name: str) -> str | None:
    """Return the area of a file, `None` if it has none.

    Args:
        name: the file, relative to the package: `engine/scoring.py`.
    """
    fitting = [
        (len(part), area)
        for area, parts in AREAS.items()
        for part in parts
        if name == part or name.startswith(f"{part}/")
    ]
    return max(fitting)[1] if fitting else None


def files_of(area: str, root: Path) -> list[str]:
    """List the files of an area in a copy of the project, by name."""
    package = root / SOURCE
    names = sorted(file.relative_to(package).as_posix() for file in package.rglob("*.py"))
    return [f"{SOURCE}/{name}" for name in names if area_of(name) == area]
