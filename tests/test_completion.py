"""Tests of what editors complete, by jedi, which reads source and stubs. Spyder, Vim and JupyterLab use it."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module

import pytest
from tools.site_hooks import PUBLIC

import rummy500 as r5


@pytest.fixture(scope="module", autouse=True)
def cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep what jedi parses out of the home of the person who tests."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(import_module("jedi").settings, "cache_directory", str(tmp_path_factory.mktemp("jedi")))
        yield


def completed(source: str) -> set[str]:
    """Complete a text at its end."""
    jedi = import_module("jedi")  # it takes long to load, and collecting the tests does without it
    script = jedi.Script(source, environment=jedi.InterpreterEnvironment())
    return {each.name for each in script.complete()}


@pytest.mark.parametrize("package", PUBLIC)
def test_every_public_name_is_completed(package: str) -> None:
    names = set(import_module(package).__all__)
    assert len(names) > 5
    assert names <= completed(f"import {package} as it\nit.")
    assert names <= completed(f"from {package} import ")


def test_what_a_function_returns_is_completed() -> None:
    shown = completed('import rummy500 as r5\nrules = r5.compose("pagat")\nrules.')
    assert {name for name in dir(r5.compose("pagat")) if not name.startswith("_")} <= shown
