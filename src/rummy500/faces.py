"""The public names of a package: listed in its stub, each loaded on its first use."""

import sys
from collections.abc import Callable
from functools import wraps
from importlib import import_module
from types import FunctionType
from typing import Any, Final

from rummy500.inputs import refuse_arguments

#: Modules and packages with functions that a game calls in each step: there a wrapper costs more than 1 %.
_STEP: Final = ("rummy500.engine.listing", "rummy500.engine.step", "rummy500.game.view")
_QUICK: Final = (*_STEP, "rummy500.cards", "rummy500.fast", "rummy500.hooks", "rummy500_testing")
#: The function that draws a view for notebooks. It is of a higher layer than views: `rummy500/__init__.py` enters it.
PICTURE: Final[list[Callable[[Any], str]]] = []


def face(package: str) -> None:
    """Give a package its public names. The module of a name is loaded when the name is first used.

    The names are those of the package's stub, `__init__.pyi`, which type checkers and editors read.
    """
    namespace = vars(sys.modules[package])
    modules = _listed(package, namespace)
    made: dict[str, object] = {}

    def load(name: str) -> object:
        if name not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        found = getattr(import_module(modules[name]), name)
        if type(found) is FunctionType and not any(each.startswith(_QUICK) for each in (package, modules[name])):
            found = _refusing(found, package)
        found = namespace[name] = made.setdefault(name, found)  # the same for threads that ask at once
        return found

    namespace.update(__all__=sorted(modules), __getattr__=load, __dir__=lambda: sorted(modules))
    for name, module in modules.items():
        if module == f"{package}.{name}":  # loading this module later would overwrite its function
            load(name)


def _listed(package: str, namespace: dict[str, Any]) -> dict[str, str]:
    """The module of each name that a stub lists: one import in a line, or a constant of the package itself."""
    modules: dict[str, str] = {}
    stub = f"{namespace['__file__'].rpartition('.')[0]}.pyi"
    # The loader reads it, since the package may lie in a zip. Splitting lines takes a tenth of the time of `ast`.
    for line in namespace["__spec__"].loader.get_data(stub).decode().splitlines():
        match line.split():
            case ["from", module, "import", name, "as", _]:
                modules[name] = module
            case [name, _] if name.endswith(":") and not name.startswith("_"):
                modules[name[:-1]] = package
            case _:
                pass
    return modules


def _refusing(function: Callable[..., Any], package: str) -> Callable[..., Any]:
    """A function that names a wrong argument when it fails; pickle finds it in the package."""

    @wraps(function)
    def refusing(*args: Any, **named: Any) -> Any:
        try:
            return function(*args, **named)
        except Exception as error:
            refuse_arguments(error)
            raise

    refusing.__module__ = package
    return refusing
