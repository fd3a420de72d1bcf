"""Tests of the README: short, with commands of one line, every variant by its name, and of the security policy."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
README: Final = (ROOT / "README.md").read_text("utf-8")
PROJECT: Final = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
_LONGEST: Final = 70


def test_it_is_short() -> None:
    assert len(README.splitlines()) <= _LONGEST


def test_its_commands_are_lines_of_their_own() -> None:
    assert re.findall(r"^```console\n(.*?)^```", README, re.MULTILINE | re.DOTALL) == [
        "$ pip install uv && uv run --extra cli rummy500 play --auto\n",
        "$ pip install uv && uv run pytest -n auto\n",
    ]


def test_it_says_the_version_the_state_and_the_licence() -> None:
    (state,) = (each for each in PROJECT["classifiers"] if each.startswith("Development Status"))
    assert f"**Status:** {PROJECT['version']}, {state.rpartition(' - ')[2].lower()}." in README
    assert f"**Licence:** [{PROJECT['license']}](LICENSE)" in README


def test_it_names_every_variant_as_its_page_does() -> None:
    found = {name: title for title, name in re.findall(r"\[([^\]]+)\]\(docs/variants/([\w-]+)\.md\)", README)}
    pages = {file.parent.name: ROOT / "docs/variants" / f"{file.parent.name}.md" for file in ROOT.glob("plugins/*/src")}
    assert len(pages) == 16
    assert found == {
        name: page.read_text("utf-8").partition("\n")[0].removeprefix("# ") for name, page in pages.items()
    }


def test_the_security_policy_names_the_version_and_a_private_way_to_report__and_is_linked() -> None:
    policy = (ROOT / "SECURITY.md").read_text("utf-8")
    assert f"at present {PROJECT['version']}" in policy
    assert re.findall("^## (.*)", policy, re.MULTILINE) == [
        *("Report a problem", "Supported versions", "What we promise", "What we do not promise")
    ]
    assert "*Report a vulnerability*" in policy
    assert "@" not in policy  # the forge's private reports: no address that nobody reads
    for page in ("README.md", "CONTRIBUTING.md"):
        assert "](SECURITY.md)" in (ROOT / page).read_text("utf-8")
    assert "`SECURITY.md`" in (ROOT / "docs/about.md").read_text("utf-8")
