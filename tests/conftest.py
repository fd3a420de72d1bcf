"""What all tests share: property tests try the same examples in every run, and say how to repeat a failing one.

`uv run pytest --hypothesis-profile=search` tries other and more examples each time.
"""

from __future__ import annotations

import re
from collections.abc import Generator

import pytest
from hypothesis import settings
from tests.bounded import bounded as in_time

from rummy500 import ComposeError

settings.register_profile("ci", derandomize=True, print_blob=True, deadline=None)
settings.register_profile("search", print_blob=True, deadline=None, max_examples=1000)
settings.load_profile("ci")

#: What composing says where a test names a plugin and none at all is installed.
_NONE_INSTALLED = re.compile(r"there is no (plugin '[\w-]+'; none is known|preset 'wikipedia')")


@pytest.fixture
def bounded() -> Generator[None]:
    """Fails a test that hangs, in a pool of processes say."""
    with in_time():
        yield


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Generator[None, None, None]:
    """Leave a test out that needs a plugin, where no plugin is installed; where one is, all of them are."""
    try:
        yield
    except ComposeError as error:
        found = _NONE_INSTALLED.match(str(error))
        if found is None:
            raise
        pytest.skip(str(error))
