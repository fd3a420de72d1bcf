"""Settings of all tests: property tests try the same examples in every run, and print how to repeat a failure.

`uv run pytest --hypothesis-profile=search` tries other and more examples each time.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Generator
from contextlib import nullcontext

import pytest
from hypothesis import settings
from tests.bounded import LIMIT, SLOW_LIMIT, bounded
from tests.drawn import DRAW

from rummy500 import COMPILED, ComposeError
from rummy500.hooks.plugin import installed

settings.register_profile("ci", derandomize=True, print_blob=True, deadline=None)
settings.register_profile("search", print_blob=True, deadline=None, max_examples=1000)
settings.load_profile("ci")

# Without bytecode each worker, and each process that a test starts, compiles the library and its dependencies anew.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

#: The refusal of a plugin, or of a plugin's preset, that is not installed.
_MISSING = "is not installed"


def pytest_report_header() -> str:
    """Name the sample of large families, so that a failure can be repeated."""
    return f"RUMMY500_DRAW={DRAW}"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave out tests of the interpreted engine if it is compiled."""
    if COMPILED:
        reason = "compiled code finds no function put in another's place, and its records cannot be written at all"
        for item in items:
            if item.get_closest_marker("interpreted"):
                item.add_marker(pytest.mark.skip(reason))


@pytest.hookimpl(wrapper=True)
def pytest_collect_file() -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Look for no examples in docstrings of tests: `--doctest-modules`, a second kind of module, is for the library."""
    return [each for each in (yield) if type(each) is pytest.Module or not isinstance(each, pytest.Module)]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, None, None]:
    """Limit the time of a test, and skip one that needs a plugin if no plugin is installed."""
    try:
        limit = SLOW_LIMIT if item.get_closest_marker("slow") else LIMIT
        with nullcontext() if item.get_closest_marker("long") else bounded(limit):
            yield
    except ComposeError as error:
        if installed() or _MISSING not in str(error):
            raise
        pytest.skip(str(error))
