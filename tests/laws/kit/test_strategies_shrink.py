"""Runs the tests of `shrinking.py`.

Hypothesis also tries the constants of all local modules that are loaded. In a process with other tests the examples
that it finds would depend on which tests ran before.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]


@pytest.mark.slow
def test_failing_examples_shrink_to_a_short_form() -> None:
    file = Path(__file__).with_name("shrinking.py").relative_to(ROOT)
    alone = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-n", "0", str(file)]
    done = subprocess.run(command, cwd=ROOT, env=alone, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert " passed" in done.stdout
