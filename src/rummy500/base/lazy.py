"""The public names of a package: listed in its stub, each loaded on its first use.

A public function that fails names the plugin that is to blame, or the argument of a wrong class. The stubs are the
only list of the functions that do so. What these call inside is left as it is.
"""

import sys
from collections.abc import Callable, Generator
from functools import wraps
from importlib import import_module
from types import BuiltinFunctionType, FunctionType, GeneratorType
from typing import Any, Final, cast

from rummy500.base.inputs import refuse_arguments

#: The functions that a game calls in each step: there a wrapper costs more than 1 %, so they have a `try` of their own.
_STEP: Final = ("apply", "chance", "is_over", "legal_actions", "observe", "resolve_chance", "why_not")
#: Modules and packages of functions that plugins call, or that call none: whatever calls a plugin names it.
_BARE: Final = ("rummy500.cards", "rummy500.fast.reading", "rummy500.hooks", "rummy500_testing")
#: A function, also one that mypyc has compiled.
_FUNCTIONS: Final = (FunctionType, BuiltinFunctionType)
# Two functions of higher layers, which enter them here, so that this module imports nothing of theirs.
#: Names the plugin to blame for an error: of `rummy500.rules.blame`, which every game loads.
BLAMES: Final[list[Callable[[BaseException], object]]] = []
#: Draws a view for notebooks: `rummy500/__init__.py` enters it.
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
        is_bare = name in _STEP or package.startswith(_BARE) or modules[name].startswith(_BARE)
        if type(found) in _FUNCTIONS and not is_bare:
            found = _naming(found, package)
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


def _naming(function: Callable[..., Any], package: str) -> Callable[..., Any]:
    """A function that names a plugin or a wrong argument when it fails; pickle finds it in the package."""

    @wraps(function)
    def naming(*args: Any, **named: Any) -> Any:
        try:
            found = function(*args, **named)
        except (Exception, SystemExit) as error:
            _name(error)
            raise
        return steps(cast("Generator[Any, Any, Any]", found)) if type(found) is GeneratorType else found

    def steps(found: Generator[Any, Any, Any]) -> Generator[Any, Any, Any]:
        try:
            return (yield from found)
        except (Exception, SystemExit) as error:
            _name(error)
            raise

    naming.__module__ = package
    return naming


def _name(error: BaseException) -> None:
    refuse_arguments(error)
    for blame in BLAMES:
        blame(error)
