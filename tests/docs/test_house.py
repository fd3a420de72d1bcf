"""Tests of the design pages: every file that they name exists, and the tree of the source names every file."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "rummy500"
DESIGN = ROOT / "docs" / "design"
DRAWING = (DESIGN / "architecture.md").read_text("utf-8")
#: The folders at which a path on a design page may begin.
_ROOMS = ("engine", "fast", "hooks")
_BASES = (ROOT, SOURCE, *(SOURCE / room for room in _ROOMS), *(ROOT.glob("packages/*/src")))
_PATH = re.compile(r"`((?:\w+/)*\w+\.py|(?:\w+/)+)`")


@pytest.mark.parametrize("page", sorted(DESIGN.glob("*.md")), ids=lambda page: page.stem)
def test_a_file_that_a_page_names_is_there(page: Path) -> None:
    named = set(_PATH.findall(page.read_text("utf-8")))
    missing = sorted(path for path in named if not any((base / path).exists() for base in _BASES))
    assert missing == []


@pytest.mark.parametrize("room", [SOURCE, SOURCE / "engine"], ids=lambda room: room.name)
def test_the_drawing_names_every_file(room: Path) -> None:
    files = [
        path.name if path.suffix == ".py" else f"{path.name}/"
        for path in room.iterdir()
        if path.suffix == ".py" or any(path.glob("*.py"))
    ]
    parts = [name for name in files if re.fullmatch(r"[a-z]\w*(\.py|/)", name)]
    assert sorted(name for name in parts if not re.search(rf"\b{re.escape(name)}", DRAWING)) == []
