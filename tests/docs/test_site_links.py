"""Tests that links of the READMEs lead somewhere, and that links of a built site are checked."""

from __future__ import annotations

from pathlib import Path

import pytest
from tools.site_links import readme_faults, site_faults

ROOT = Path(__file__).parents[2]


def test_links_of_the_readmes_lead_somewhere() -> None:
    assert list(readme_faults(ROOT)) == []


def test_a_link_of_a_readme_that_leads_nowhere_is_found(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "page.md").write_text("# A page\n\n## Two words\n\n### `x` { #own }\n", "utf-8")
    (tmp_path / "README.md").write_text(
        "[a](docs/page.md#two-words) [b](docs/page.md#own) [c](docs/page.md#three) [d](docs/other.md)"
        ' <img src="docs/x.svg"> [e](https://example.org/x) [f](https:///x) `[g](docs/none.md)`\n',
        "utf-8",
    )
    assert list(readme_faults(tmp_path)) == [
        "README.md: docs/page.md#three: there is no such anchor",
        "README.md: docs/other.md: there is no such file",
        "README.md: docs/x.svg: there is no such file",
        "README.md: https:///x: an address without a host",
    ]


@pytest.mark.parametrize(
    ("body", "faults"),
    [
        ('<a href="../two/#here">x</a> <a href="#top">x</a>', []),
        ('<a href="../two/#there">x</a>', ["one/index.html: ../two/#there: there is no such anchor"]),
        ('<a href="/three/">x</a>', ["one/index.html: /three/: there is no such file"]),
        ('<a href="javascript:x()">x</a>', ["one/index.html: javascript:x(): no link begins with javascript"]),
        ('<img src="../two/index.html">', ["one/index.html: the image ../two/index.html has no text"]),
    ],
)
def test_a_link_of_the_site_that_leads_nowhere_is_found(tmp_path: Path, body: str, faults: list[str]) -> None:
    for name, text in {"one": f'<p id="top">{body}</p>', "two": '<a id="here"></a>'}.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "index.html").write_text(text, "utf-8")
    assert list(site_faults(tmp_path)) == faults
