"""Load the plugins of this repository, installed or not."""

from __future__ import annotations

import importlib
import sys
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Final

from rummy500.hooks.load import check_plugin
from rummy500.hooks.plugin import GROUP, LoadedPlugin, installed

ROOT: Final = Path(__file__).parents[1]
#: The modules of plugins that were loaded here where none is installed; plugins import each other.
_MODULES: Final[dict[str, ModuleType]] = {}


@cache
def folders() -> Mapping[str, Path]:
    """Find the folder of each plugin, by the plugin's name, sorted."""
    found: dict[str, Path] = {}
    for file in (ROOT / "plugins").glob("*/pyproject.toml"):
        project = tomllib.loads(file.read_text("utf-8"))["project"]
        found.update(dict.fromkeys(project.get("entry-points", {}).get(GROUP, {}), file.parent))
    return dict(sorted(found.items()))


@cache
def plugin(name: str) -> LoadedPlugin:
    """Load a plugin from its sources. Where no plugin is installed, nothing else can import it after that."""
    folder = folders()[name]
    project = tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))["project"]
    module: str = project["entry-points"][GROUP][name]
    sys.path.insert(0, str(folder / "src"))
    sys.modules.update(_MODULES)
    try:
        return check_plugin(importlib.import_module(module), name)
    finally:
        sys.path.remove(str(folder / "src"))
        if not installed():
            folders_of_plugins = str(ROOT / "plugins")
            loaded = [
                each
                for each, module in sys.modules.items()
                if str(getattr(module, "__file__", "")).startswith(folders_of_plugins)
            ]
            _MODULES.update({each: sys.modules.pop(each) for each in loaded})
