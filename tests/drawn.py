"""Which sample of a large family of cases the tests draw: always the same one, unless somebody asks for another.

    RUMMY500_DRAW=7 uv run pytest -m slow -n auto

Each number draws other cases; pytest prints it in its first lines. The commands in CONTRIBUTING.md play whole
families.
"""

from __future__ import annotations

import os
from typing import Final

#: The number of the sample.
DRAW: Final = int(os.environ.get("RUMMY500_DRAW", "0"))
