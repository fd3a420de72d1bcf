"""Load the laws of the plugins of this repository from their tests."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from rummy500_testing import Law, laws_of_file
from rummy500_testing.available import plugins

_ROOT: Final = Path(__file__).parents[3]


def plugin_laws() -> tuple[Law[Any], ...]:
    """Load the laws of every installed plugin of this repository."""
    files = {file.parents[1].name: file for file in _ROOT.glob("plugins/*/tests/laws.py")}
    return tuple(law for name in plugins() if name in files for law in laws_of_file(files[name]))
