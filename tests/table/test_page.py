"""Tests that tables are loaded only where they are used."""

from __future__ import annotations

import subprocess
import sys


def test_importing_rummy500_loads_no_table() -> None:
    program = "import rummy500, sys; assert not [name for name in sys.modules if name.startswith('rummy500.table')]"
    subprocess.run([sys.executable, "-c", program], check=True)
