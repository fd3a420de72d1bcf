"""The makers of generated pages. Each module has `pages()`: the text of each file that it writes, by its path."""

from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
DOCS: Final = ROOT / "docs"
COMMAND: Final = "uv run python -m tools.pages"
