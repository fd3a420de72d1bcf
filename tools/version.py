"""Set the version of every package of this repository: `uv run python -m tools.version 0.2.0`.

A package requires the others from its own version on, and below the next major one. The changelog gets a heading with
the date. `tests/test_packages.py` compares the places.
"""

from __future__ import annotations

import re
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
_VERSION: Final = re.compile(r"(\d+)\.\d+\.\d+((a|b|rc|\.dev)\d+)?")
#: The files that have a version, each with the text before it and the character after it.
_PLACES: Final = {
    "pyproject.toml": (r'^version = "', '"'),
    "*/*/pyproject.toml": (r'^version = "', '"'),
    "src/rummy500/__init__.py": (r'^__version__: Final\[str\] = "', '"'),
    "README.md": (r"^\*\*Status:\*\* ", ","),
    "SECURITY.md": (r"at present ", " "),
    "docs/about.md": (r"describe rummy500 ", ","),
}
#: The files that require packages of this repository; the page's example does.
_REQUIREMENTS: Final = ("pyproject.toml", "*/*/pyproject.toml", "docs/write-a-house-rule.md")
_EXACT: Final = re.compile(r'("rummy500(?:-[\w-]+)?(?:\[[\w,]+\])?==)[^"]+')
_FROM: Final = re.compile(r'("rummy500(?:-[\w-]+)?(?:\[[\w,]+\])?>=)[^"]+')
_UNRELEASED: Final = "## [Unreleased]\n"


def set_version(version: str, root: Path = ROOT) -> None:
    """Write a version to every place, or to none.

    Raises:
        ValueError: if it is no version of three numbers, or a place is gone.
    """
    read = _VERSION.fullmatch(version)
    if read is None:
        raise ValueError(f"{version!r} is not a version such as 0.2.0 or 0.2.0rc1")
    texts = {file: file.read_text("utf-8") for files in (*_PLACES, *_REQUIREMENTS) for file in root.glob(files)}
    for files, (before, after) in _PLACES.items():
        for file in root.glob(files):
            place = re.compile(f"({before})[^{after}]+", re.MULTILINE)
            texts[file], count = place.subn(rf"\g<1>{version}", texts[file])
            if count != 1:
                raise ValueError(f"{file} has {count} places for the version")
    for files in _REQUIREMENTS:
        for file in root.glob(files):
            text = _EXACT.sub(rf"\g<1>{version}", texts[file])
            texts[file] = _FROM.sub(rf"\g<1>{version},<{int(read[1]) + 1}", text)
    changelog = root / "CHANGELOG.md"
    texts[changelog] = changelog.read_text("utf-8")
    if f"## [{version}]" not in texts[changelog]:
        released = f"{_UNRELEASED}\n## [{version}] - {datetime.now(UTC):%Y-%m-%d}\n"
        texts[changelog] = texts[changelog].replace(_UNRELEASED, released, 1)
    for file, text in texts.items():
        file.write_text(text, "utf-8")


if __name__ == "__main__":
    set_version(sys.argv[1])
