"""Install a plugin for one test: its files and metadata, in a folder on `sys.path`."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import rummy500 as r5
from rummy500.hooks import load
from rummy500.hooks import plugin as installed

#: Installs a plugin under a name, from the source of its module; its entry point may name something else.
Install = Callable[..., None]


def forget_plugins() -> None:
    """Forget which plugins are installed, as a new process would."""
    installed.installed.cache_clear()
    for cached in (load.installed_plugin, vars(sys.modules[r5.compose.__module__])["_composed"]):
        cached.cache_clear()


def forget_files() -> None:
    """Forget which plugins were loaded from a file, as a new process would."""
    vars(installed)["_ADDED"].clear()
    forget_plugins()


def dist_info(
    folder: Path, distribution: str, points: Mapping[str, str], version: str = "1.0", *, group: str = installed.GROUP
) -> None:
    """Write the metadata of an installed distribution."""
    info = folder / f"{distribution.replace('-', '_')}-{version}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {distribution}\nVersion: {version}\n", "utf-8")
    lines = "".join(f"{name} = {value}\n" for name, value in points.items())
    (info / "entry_points.txt").write_text(f"[{group}]\n{lines}", "utf-8")


@contextmanager
def importable(folder: Path) -> Iterator[None]:
    """Add a folder to `sys.path`; afterwards remove it, and all modules imported from it."""
    sys.path.insert(0, str(folder))
    importlib.invalidate_caches()
    forget_plugins()
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        for name, module in list(sys.modules.items()):
            if str(getattr(module, "__file__", None)).startswith(str(folder)):
                del sys.modules[name]
        importlib.invalidate_caches()
        forget_files()


@contextmanager
def installing(folder: Path) -> Iterator[Install]:
    """Install plugins into a folder: `install("cap", source)`."""

    def install(name: str, source: str, *, value: str = "", distribution: str = "", module: str = "") -> None:
        module = module or f"installed_{name.replace('-', '_')}"
        (folder / f"{module}.py").write_text(source, "utf-8")
        dist_info(folder, distribution or f"rummy500-{name}", {name: value or module})
        forget_plugins()

    with importable(folder):
        yield install
