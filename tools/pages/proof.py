"""The numbers of `docs/testing/proof.md` that can be counted. All else there is written by hand."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from tests.laws.core import CORE_LAWS
from tools import workspace
from tools.pages import DOCS, ROOT
from tools.pages.matrix import FIGURES

from rummy500_testing import LAWS, laws_of_file

PAGE: Final = DOCS / "testing" / "proof.md"


def counts() -> Mapping[str, int]:
    """Count by the words around each number, where `N` stands for it."""
    plugins = workspace.folders().values()
    return {
        "**N scenarios** of the core": _scenarios((ROOT / "tests" / "scenarios").glob("*.toml")),
        "**N scenarios** of the plugins": _scenarios(ROOT.glob("plugins/*/tests/scenarios/*.toml")),
        "**N hands** of combinations": _hands(),
        "**N [planted faults]": len(list((ROOT / "proofs" / "faults").glob("*.fault.toml"))),
        "**N more** in sampled": _entries("faults/by_tests.toml", "fault"),
        "**N [mutants]": _entries("mutants/list.toml", "mutant"),
        "the N laws of the test kit": len(LAWS),
        "first day. N more": len(CORE_LAWS),
        "**N laws** of the sixteen plugins": sum(len(laws_of_file(each / "tests" / "laws.py")) for each in plugins),
    }


def _hands() -> int:
    recorded: Mapping[str, Mapping[str, int]] = tomllib.loads(FIGURES.read_text("utf-8"))
    return sum(each["hands"] for each in recorded.values())


def _entries(file: str, kind: str) -> int:
    return len(tomllib.loads((ROOT / "proofs" / file).read_text("utf-8"))[kind])


def _scenarios(files: Iterable[Path]) -> int:
    return sum(len(tomllib.loads(file.read_text("utf-8")).get("scenario", [0])) for file in files)


def pages() -> dict[Path, str]:
    text = PAGE.read_text("utf-8")
    for words, count in counts().items():
        text, found = re.subn(re.escape(words).replace("N", "[0-9,]+", 1), words.replace("N", f"{count:,}", 1), text)
        if found != 1:
            raise ValueError(f"{PAGE.name} must have the words {words!r} once")
    return {PAGE: text}
