"""Run the code of Markdown pages, so that no page shows code that no longer works."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

_BLOCK: Final = re.compile(r"^```python\n(.*?)^```", re.DOTALL | re.MULTILINE)


def run_page(page: Path) -> dict[str, object]:
    """Run the Python blocks of a Markdown page one after the other.

    Args:
        page: the page.

    Returns:
        The names that the blocks have defined.

    Raises:
        ValueError: if there is no block.
    """
    blocks: list[str] = _BLOCK.findall(page.read_text("utf-8"))
    if not blocks:
        raise ValueError(f"{page.name} has no block of Python")
    names: dict[str, object] = {"__name__": page.stem}
    for block in blocks:
        exec(compile(block, str(page), "exec"), names)  # noqa: S102 - a page of one's own
    return names
