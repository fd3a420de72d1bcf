"""What all tests share: property tests try the same examples in every run, and say how to repeat a failing one.

`uv run pytest --hypothesis-profile=search` tries other and more examples each time.
"""

from __future__ import annotations

import re
from collections.abc import Generator

import pytest
from hypothesis import settings
from tests.bounded import bounded as in_time

from rummy500 import COMPILED, ComposeError

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


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave tests of the interpreted engine alone out where it is compiled."""
    if COMPILED:
        reason = "compiled code finds no function put in another's place, and its records cannot be written at all"
        for item in items:
            if item.get_closest_marker("interpreted"):
                item.add_marker(pytest.mark.skip(reason))


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
