"""Build every distribution and install each as a user would, in new environments: `python -m tools.try_wheels`.

A wheel is built from its source distribution, so that both are whole. A plugin of a stranger comes along.

`python -m tools.try_wheels 0.2.0` tries a release: it sets that version in a copy of the tree, uploads what it builds
there to an index on this machine, and installs each package from that index by name. If the environment has
`HATCH_BUILD_HOOK_ENABLE_CUSTOM=1`, the wheel of the library is the compiled one.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from tools.licences import without_licence
from tools.version import set_version

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
#: Each plugin that is found plays a hand; the arguments are those that must be.
_EVERYTHING: Final = """
import importlib.metadata
import random
import sys
import rummy500

assert rummy500.__file__.startswith(sys.prefix), rummy500.__file__
names = {plugin.name for plugin in importlib.metadata.entry_points(group="rummy500.plugins")}
assert names.issuperset(sys.argv[1:]), names
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
#: Files of scenarios that the core alone judges.
_SCENARIOS: Final = sorted(ROOT.glob("tests/scenarios/*.toml"))[:3]


def main(version: str | None = None) -> None:
    """Build, read the lists of files, install and play.

    Args:
        version: the version to try a release with; None leaves the release out.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        dist = folder / "dist"
        tree = ROOT if version is None else _tree_at(version, folder / "tree")
        _run("uv", "build", "--quiet", "--python", sys.executable, "--all-packages", "--out-dir", dist, at=tree)
        if version is not None:
            _try_release(folder, version)
        lacking = without_licence(dist)
        assert not lacking, f"without the licence: {lacking}"
        _run(sys.executable, tree / "tools" / "third_party.py", folder / "stranger")
        _run("uv", "build", "--quiet", "--python", sys.executable, folder / "stranger", "--out-dir", dist)
        (wheel,) = dist.glob("rummy500-*.whl")
        (kit,) = dist.glob("rummy500_testing-*.whl")
        (terminal,) = dist.glob("rummy500_terminal-*.whl")
        (stranger,) = dist.glob("rummy500_three_deep-*.whl")
        _check_files(wheel, kit)
        alone = _installed(folder / "alone", wheel, stranger)
        _run(alone, "-I", "-c", _ALONE, at=folder)
        _no_terminal(alone, at=folder)
        _run(_installed(folder / "terminal", wheel, terminal).with_name("rummy500"), "check", *_SCENARIOS, at=folder)
        # by name, as after a release: ours from the folder
        variants = _installed(folder / "variants", "--find-links", dist, "rummy500[cli,variants]")
        for rules in ("--plugin", "oklahoma"), ("--preset", "wikipedia"):
            _run(variants.with_name("rummy500"), "play", "--auto", "--seed", "1", *rules, at=folder)
        everything = _installed(folder / "empty", *dist.glob("*.whl"))
        _run(everything, "-I", "-c", _EVERYTHING, "three-deep", at=folder)


def _tree_at(version: str, tree: Path) -> Path:
    """Copy the tree and set its version."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    for file in filter(None, listed.split("\0")):
        (tree / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / file, tree / file)
    set_version(version, tree)
    return tree


def _try_release(folder: Path, version: str) -> None:
    """Check, upload and install what was built, with all extras, and each plugin alone."""
    files = sorted((folder / "dist").glob("rummy500*"))
    _run("uvx", "--quiet", "--from", "twine>=7,<8", "twine", "check", "--strict", *files)
    with _index(folder / "index") as address:
        upload = ("uv", "publish", "--quiet", "--trusted-publishing", "never", "--publish-url", address)
        _run(*upload, "--username", "anyone", "--password", "any", *files)
        index = ("--index", f"{address}simple/")
        extras = f"rummy500[cli,testing,tui,variants]=={version}"
        everything = _installed(folder / "released", *index, extras, f"rummy500-learn=={version}")
        for asked in ("--version",), ("play", "--auto", "--seed", "1"):
            _run(everything.with_name("rummy500"), *asked, at=folder)
        for plugin in sorted(file.parent.name for file in ROOT.glob("plugins/*/pyproject.toml")):
            alone = _installed(folder / plugin, *index, f"rummy500-{plugin}=={version}")
            _run(alone, "-I", "-c", _EVERYTHING, plugin, at=folder)


@contextmanager
def _index(folder: Path) -> Iterator[str]:
    """Serve a folder as a package index that accepts uploads; yield its address, which ends with `/`."""
    folder.mkdir()
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    serve = ("uvx", "--quiet", "--from", "pypiserver>=2.3,<3", "pypi-server", "run", "--interface", "127.0.0.1")
    unlocked = ("--passwords", ".", "--authenticate", ".", "--disable-fallback")
    with subprocess.Popen([*serve, "--port", str(port), *unlocked, str(folder)]) as server:
        try:
            while server.poll() is None:
                try:
                    socket.create_connection(("127.0.0.1", port)).close()
                    break
                except ConnectionRefusedError:
                    time.sleep(0.1)
            yield f"http://127.0.0.1:{port}/"
        finally:
            server.terminate()


def _check_files(wheel: Path, kit: Path) -> None:
    """Types in the library's wheel, and no test, terminal or kit; the plugin for pytest in the kit's."""
    own = zipfile.ZipFile(wheel).namelist()
    assert "rummy500/py.typed" in own, "no py.typed in the wheel"
    assert not [
        name
        for name in own
        if name.startswith(("tests/", "rummy500_terminal/", "rummy500_testing/", "pytest_rummy500/"))
    ], own
    assert "pytest_rummy500/__init__.py" in zipfile.ZipFile(kit).namelist(), "no pytest plugin in the kit's wheel"


def _no_terminal(python: Path, at: Path) -> None:
    """Check that the command of the library alone says what to install."""
    done = subprocess.run([python.with_name("rummy500")], cwd=at, check=False, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, ""), done
    assert "needs the package rummy500-terminal: pip install" in done.stderr, done


def _installed(venv: Path, *what: str | Path) -> Path:
    """Install something in a new environment; return its interpreter."""
    _run("uv", "venv", "--quiet", "--python", sys.executable, venv)
    own = venv / ("Scripts" if os.name == "nt" else "bin") / "python"
    _run("uv", "pip", "install", "--quiet", "--python", own, *what)
    return own


def _run(*command: str | Path, at: Path | None = None) -> None:
    subprocess.run([str(part) for part in command], cwd=at, check=True)


if __name__ == "__main__":
    main(*sys.argv[1:2])
