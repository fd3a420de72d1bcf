"""The public names of a package: written in one table, each loaded on its first use."""

import sys
from collections.abc import Mapping
from importlib import import_module


def face(package: str, names: Mapping[str, str]) -> None:
    """Give a package its public names. The module of a name is loaded when the name is first used.

    Beside the package's `__init__.py`, `python -m tools.pages` writes an `__init__.pyi` for type checkers.

    Args:
        package: the `__name__` of the package.
        names: modules, and the names of each with spaces between them.
    """
    namespace = vars(sys.modules[package])
    modules = {name: module for module, listed in names.items() for name in listed.split()}

    def load(name: str) -> object:
        if name not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        found = namespace[name] = getattr(import_module(modules[name]), name)
        return found

    namespace.update(__all__=sorted(modules), __getattr__=load, __dir__=lambda: sorted(modules))
    for name, module in modules.items():
        if module == f"{package}.{name}":  # loading this module later would overwrite its function
            load(name)
