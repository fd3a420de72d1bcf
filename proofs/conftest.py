"""The settings of `tests/` hold here, too: what is collected, time limits, the profile of hypothesis, the sample."""

from tests.conftest import pytest_collect_file, pytest_runtest_call  # noqa: F401 - pytest finds them here
