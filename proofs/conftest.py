"""The settings of `tests/` hold here, too: its time limits, its profile of hypothesis, its sample."""

from tests.conftest import pytest_runtest_call  # noqa: F401 - pytest finds it here
