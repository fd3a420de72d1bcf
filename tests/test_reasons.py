"""Tests that every `noqa` and `type: ignore` in the repository names its codes, with the reason on the same line."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[1]
#: A comment that turns a check off. Those of whole files and `pragma: no cover` are not in use, and have no form here.
EXCEPTION: Final = re.compile(r"#\s*(noqa|ruff:\s*noqa|pragma:|(?:type|pyright|mypy):\s*ignore)")
#: mypy and pyright read `# type: ignore[code]` alone: the reason is a comment of its own.
WITH_REASON: Final = re.compile(
    r"# (?:noqa: [A-Z]+\d+(?:, [A-Z]+\d+)* - |(?:type|pyright): ignore\[[\w, -]+\] # (?!noqa|type:|pyright:))\w+"
)


def without_reason(line: str) -> bool:
    return any(WITH_REASON.match(line, found.start()) is None for found in EXCEPTION.finditer(line))


@pytest.mark.skipif(
    shutil.which("git") is None or not (ROOT / ".git").exists(), reason="git lists the files of the repository"
)
def test_every_exception_has_its_reason_on_the_same_line() -> None:
    listed = subprocess.run(["git", "ls-files", "-z", "*.py", "*.py.tmpl"], cwd=ROOT, check=True, capture_output=True)
    files = [ROOT / name for name in listed.stdout.decode().split("\0") if name]
    assert len(files) > 500
    lacking = [
        f"{file.relative_to(ROOT)}:{number}: {line.strip()}"
        for file in files
        if file.is_file() and file != Path(__file__)
        for number, line in enumerate(file.read_text("utf-8").splitlines(), 1)
        if without_reason(line)
    ]
    assert lacking == []
