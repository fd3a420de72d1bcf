"""Hash the sources of the core and of the installed plugins."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from rummy500.hooks.plugin import installed

_CORE: Final = "rummy500"
_DIGITS: Final = 16


def code_hash() -> str:
    """Hash all sources, independent of their folder; any changed, new or removed file changes it."""
    found = hashlib.sha256()
    modules = {point.module.partition(".")[0] for points in installed().values() for point in points}
    for module in sorted({_CORE, *modules}):
        for name, content in _sources(module):
            found.update(f"{module} {name} {len(content)}\n".encode())
            found.update(content)
    return found.hexdigest()[:_DIGITS]


def _sources(module: str) -> Iterator[tuple[str, bytes]]:
    """List the Python files of a package, or the file of a module; empty if there is none."""
    spec = find_spec(module)
    if spec is None:
        return
    for folder in map(Path, spec.submodule_search_locations or ()):
        for file in sorted(folder.rglob("*.py")):
            yield file.relative_to(folder).as_posix(), file.read_bytes()
    if spec.submodule_search_locations is None and spec.origin is not None:
        yield "", Path(spec.origin).read_bytes()
