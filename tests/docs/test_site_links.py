"""Tests that links of the READMEs lead somewhere, and that links of a built site are checked."""

from __future__ import annotations

from pathlib import Path

from tools.site_links import readme_faults

ROOT = Path(__file__).parents[2]


def test_links_of_the_readmes_lead_somewhere() -> None:
    assert list(readme_faults(ROOT)) == []
