"""Write the example package of the page "Write a house rule" into a folder.

python tools/third_party.py FOLDER
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

_PAGE = Path(__file__).parents[1] / "docs" / "write-a-house-rule.md"
_FILE = re.compile(
    r'^```\w+ title="(?P<name>[^"]+)"(?: hl_lines="[^"]+")?\n(?P<text>.*?)^```$', re.MULTILINE | re.DOTALL
)
_OF_THE_PACKAGE = ("pyproject.toml", "rummy500_three_deep.py")


def main(folder: Path) -> None:
    """Write the files that make the package."""
    shown = {found["name"]: found["text"] for found in _FILE.finditer(_PAGE.read_text(encoding="utf-8"))}
    folder.mkdir(parents=True, exist_ok=True)
    for name in _OF_THE_PACKAGE:
        (folder / name).write_text(shown[name], encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
