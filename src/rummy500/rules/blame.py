"""Blame the plugin for an error that it raises during play: find its name, its hook, and the file and line.

`blame` adds them to the error as a note (`add_note`). The public functions do so (`rummy500.base.lazy`), and then raise
the error again, with its type and traceback. They catch `SystemExit`, too: a rule must not end the program.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from inspect import unwrap
from types import CodeType, FrameType
from typing import TYPE_CHECKING, Final, TypeVar, cast

from rummy500.base.lazy import BLAMES

if TYPE_CHECKING:
    from rummy500.rules.rules import Rules

E = TypeVar("E", bound=Exception)

#: Packages whose functions only hand an error on.
_OURS: Final = ("rummy500", "rummy500_terminal")
#: The words of a note after the plugin or the player that it names.
RAISED: Final = " raised this error"
#: The words of a note between the plugin and the place.
_RAISED: Final = f"{RAISED} in "


def blame(error: BaseException, rules: Rules | None = None) -> str:
    """Add a note to an error that names the plugin which raised it; return the note, empty if no plugin did.

    Without rules it looks for those of the functions through which the error has passed. For a `SystemExit` of a plugin
    it raises a `RuntimeError` with the note instead.
    """
    if any(RAISED in note for note in getattr(error, "__notes__", ())):
        return blamed(error)  # empty for an error of a player, whose code may stand beside a plugin's
    outside = list(_outside(error))
    if not outside:  # most errors have passed no code but rummy500's
        return ""
    for each in _rules_in(error) if rules is None else (rules,):
        for frame, line in outside:
            if who := _plugin_of(each, frame):
                note = f"{who}{_RAISED}{frame_text(frame, line)}"
                if not isinstance(error, SystemExit):
                    error.add_note(note)
                    return note
                named = RuntimeError(f"{who} would end the program: {error!r}")
                named.add_note(note)
                raise named from error
    return ""


BLAMES.append(blame)


def _rules_in(error: BaseException) -> Iterator[Rules]:
    """The rules among the arguments and variables of functions that an error has passed, and those of a table there."""
    from traceback import walk_tb  # noqa: PLC0415 - needed when something has gone wrong

    from rummy500.rules.rules import Rules  # noqa: PLC0415 - likewise

    known: set[int] = set()  # an endless recursion passes the same rules a thousand times
    for frame, _ in walk_tb(error.__traceback__):
        values: list[object] = []
        for each in frame.f_locals.values() if _is_ours(_module(frame)) else ():
            values += cast("tuple[object, ...]", each) if type(each) is tuple else (each,)
        for value in values:
            # Other objects are not asked: an attribute of a plugin's may raise an error of its own.
            found = getattr(value, "rules", value) if _is_ours(str(type(value).__module__)) else None
            if isinstance(found, Rules) and id(found) not in known:
                known.add(id(found))
                yield found


def raised_text(error: BaseException) -> str:
    """Describe an error in a line, with its place outside rummy500 if it has one."""
    place = next((f" ({frame_text(frame, line)})" for frame, line in _outside(error)), "")
    return f"{type(error).__name__}: {error}{place}"


def _outside(error: BaseException) -> Iterator[tuple[FrameType, int]]:
    """The frames and lines outside rummy500 that an error has passed, the innermost first."""
    from traceback import walk_tb  # noqa: PLC0415 - needed when something has gone wrong

    frames = reversed(list(walk_tb(error.__traceback__)))
    return ((frame, line) for frame, line in frames if not _is_ours(_module(frame)))


def blame_function(error: E, plugin: str, hook: str, function: Callable[..., object]) -> E:
    """Add the note of `blame` to an error of rummy500 about what a function of a plugin returned; return the error."""
    start = unwrap(function)
    code = getattr(start, "__code__", None) or getattr(type(start).__call__, "__code__", None)
    place = _code_text(code, code.co_firstlineno) if isinstance(code, CodeType) else type(start).__name__
    error.add_note(f"plugin {plugin} (hook {hook}){_RAISED}{place}")
    return error


def type_text(found: object) -> str:
    """Describe what a plugin returned by its type alone: it may have hidden cards."""
    return "None" if found is None else f"an object of the type {type(found).__name__}"


def blamed(error: BaseException) -> str:
    """The note that `blame` added to an error, empty if there is none."""
    notes: list[str] = getattr(error, "__notes__", [])
    return next((note for note in notes if _RAISED in note), "")


def blamed_parts(error: BaseException) -> tuple[str, str]:
    """The plugin (with its hook) and the place that the note of `blame` has, both empty if there is none."""
    who, _, place = blamed(error).partition(_RAISED)
    return who, place


def plugin_error_text(error: BaseException) -> str:
    """Describe an error of a plugin in a line: the plugin, the error, the place. Empty for any other error."""
    blame(error)
    who, place = blamed_parts(error)
    message = " ".join(str(error).split())
    return f"{who} raised {type(error).__name__}{message and f': {message}'} (in {place})" if who else ""


def frame_text(frame: FrameType, line: int) -> str:
    """Describe a place in the code; an `__init__.py` has the name of its package in front."""
    return _code_text(frame.f_code, line)


def _code_text(code: CodeType, line: int) -> str:
    from pathlib import PurePath  # noqa: PLC0415 - needed when something has gone wrong

    file = PurePath(code.co_filename)
    name = f"{file.parent.name}/{file.name}" if file.stem == "__init__" else file.name
    return f"{name}, line {line}, in {code.co_name}"


def _module(frame: FrameType) -> str:
    return str(frame.f_globals.get("__name__", ""))


def _plugin_of(rules: Rules, frame: FrameType) -> str:
    """The plugin whose code a frame runs, with the hook if it runs one; empty if it is not a plugin's code."""
    module, name = _module(frame), frame.f_code.co_qualname
    in_hooks: dict[str, list[str]] = {}
    in_modules: list[str] = []
    for plugin, functions in rules.origin.hook_functions.items():
        named = {
            hook: tuple(str(getattr(unwrap(function), name, "")) for name in ("__module__", "__qualname__"))
            for hook, function in functions.items()
        }
        hooks = [hook for hook, (home, inside) in named.items() if home == module and _begins(name, inside)]
        if hooks:
            in_hooks[plugin] = hooks
        if any(_begins(module, home.rpartition(".")[0] or home) for home, _ in named.values()):
            in_modules.append(plugin)
    found = list(in_hooks) or in_modules
    if len(found) != 1:
        return f"one of the plugins {', '.join(found)}" if found else ""
    hooks = in_hooks.get(found[0], [])
    return f"plugin {found[0]} (hook {hooks[0]})" if len(hooks) == 1 else f"plugin {found[0]}"


def _is_ours(module: str) -> bool:
    return module.partition(".")[0] in _OURS


def _begins(name: str, first: str) -> bool:
    """Whether a dotted name is `first`, or is inside it."""
    return name == first or name.startswith(f"{first}.")
