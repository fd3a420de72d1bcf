"""Tests of `run_page`: the Python blocks of a page run in order, and a page without any is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from rummy500_testing.pages import run_page


def test_blocks_run_one_after_the_other(tmp_path: Path) -> None:
    page = tmp_path / "README.md"
    page.write_text("```python\none = 1\n```\n\n```toml\none = 3\n```\n\n```python\ntwo = one + 1\n```\n", "utf-8")
    names = run_page(page)
    assert (names["one"], names["two"]) == (1, 2)


def test_an_error_in_a_block_is_raised(tmp_path: Path) -> None:
    page = tmp_path / "README.md"
    page.write_text("```python\none + 1\n```\n", "utf-8")
    with pytest.raises(NameError, match="one"):
        run_page(page)


def test_a_page_without_code_is_refused(tmp_path: Path) -> None:
    page = tmp_path / "README.md"
    page.write_text("Nothing but words.\n", "utf-8")
    with pytest.raises(ValueError, match=r"README\.md has no block of Python"):
        run_page(page)
