"""Build every distribution and install each as a user would, in new environments: `python -m tools.try_wheels PYTHON`.

A wheel is built from its source distribution, so that both are whole. A plugin of a stranger comes along.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import Final

from tools.licences import without_licence

ROOT: Final = Path(__file__).parents[1]

#: The core with a stranger's plugin and nothing else: what is missing is named, with the package to install.
_ALONE: Final = """
import rummy500

rules = rummy500.compose("pagat", plugins=["three-deep"], seats=3)
print(rules, len(rummy500.legal_actions(rules, rummy500.deal(rules, seed=1))))
for preset, plugins in ("classic", ["oklahoma"]), ("wikipedia", []):
    try:
        rummy500.compose(preset, plugins)
    except rummy500.ComposeError as error:
        print(error)
        name = (plugins or [preset])[0]
        advice = f"install rummy500-{name} (in a clone: pip install ./plugins/{name}), or rummy500[variants]"
        assert advice in str(error), error
    else:
        raise AssertionError(f"{preset} with {plugins} composes without its package")
"""
#: All wheels: each plugin that is found plays a hand.
_EVERYTHING: Final = """
import importlib.metadata
import random
import rummy500

assert "empty" in rummy500.__file__, rummy500.__file__
names = {plugin.name for plugin in importlib.metadata.entry_points(group="rummy500.plugins")}
assert "three-deep" in names, names
for name in sorted(names):
    rules = rummy500.compose("classic", plugins=[name], seats=4)
    source, hand = random.Random(1), rummy500.deal(rules, seed=1)
    while not rummy500.is_over(hand):
        due = rummy500.chance(rules, hand)
        legal = rummy500.legal_actions(rules, hand)
        hand = rummy500.apply(rules, hand, due.sample(source) if due else source.choice(legal))
    print("plugin", name, rummy500.score_hand(rules, hand).by_seat)
print("rummy500", importlib.metadata.version("rummy500"), "imported from its wheel")
"""


def main(python: str) -> None:
    """Build, read the lists of files, install and play.

    Args:
        python: the interpreter to build and install with.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        dist = folder / "dist"
        _run("uv", "build", "--quiet", "--python", python, "--all-packages", "--out-dir", dist, at=ROOT)
        lacking = without_licence(dist)
        assert not lacking, f"without the licence: {lacking}"
        _run(python, ROOT / "tools" / "third_party.py", folder / "stranger")
        _run("uv", "build", "--quiet", "--python", python, folder / "stranger", "--out-dir", dist)
        (wheel,) = dist.glob("rummy500-*.whl")
        (kit,) = dist.glob("rummy500_testing-*.whl")
        (stranger,) = dist.glob("rummy500_three_deep-*.whl")
        _check_files(wheel, kit)
        _run(_installed(python, folder / "alone", wheel, stranger), "-I", "-c", _ALONE, at=folder)
        # by name, as after a release: ours from the folder
        variants = _installed(python, folder / "variants", "--find-links", dist, "rummy500[cli,variants]")
        for rules in ("--plugin", "oklahoma"), ("--preset", "wikipedia"):
            _run(variants.with_name("rummy500"), "play", "--auto", "--seed", "1", *rules, at=folder)
        _run(_installed(python, folder / "empty", *dist.glob("*.whl")), "-I", "-c", _EVERYTHING, at=folder)


def _check_files(wheel: Path, kit: Path) -> None:
    """Types in the library's wheel, and neither tests nor the kit; the plugin for pytest in the kit's."""
    own = zipfile.ZipFile(wheel).namelist()
    assert "rummy500/py.typed" in own, "no py.typed in the wheel"
    assert not [name for name in own if name.startswith(("tests/", "rummy500_testing/", "pytest_rummy500/"))], own
    assert "pytest_rummy500/__init__.py" in zipfile.ZipFile(kit).namelist(), "no pytest plugin in the kit's wheel"


def _installed(python: str, venv: Path, *what: str | Path) -> Path:
    """Install something in a new environment; return its interpreter."""
    _run("uv", "venv", "--quiet", "--python", python, venv)
    own = venv / ("Scripts" if os.name == "nt" else "bin") / "python"
    _run("uv", "pip", "install", "--quiet", "--python", own, *what)
    return own


def _run(*command: str | Path, at: Path | None = None) -> None:
    subprocess.run([str(part) for part in command], cwd=at, check=True)


if __name__ == "__main__":
    main(sys.argv[1])
