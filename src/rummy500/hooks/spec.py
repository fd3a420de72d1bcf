"""`hook` declares a hook: its kind, how answers of several plugins merge, its default and its groups.

`rummy500.hooks.specs` is the table of all hooks. Everything else that depends on a hook is derived from its `Spec`: the
checks of plugins, the merging of answers, the reference page, and the groups by which laws of plugins are skipped.

`docs/design/words.md` explains kinds, merges, groups of hooks and our other words.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple, TypeVar, cast, get_args, get_origin, get_type_hints

from rummy500.options import OptionValue

F = TypeVar("F", bound=Callable[..., Any])

#: The arguments `options` and `seats` of hooks: the value of each option in force by its name, and how many play.
Options = Mapping[str, OptionValue]

Kind = Literal["VALUE", "TABLE", "RULE", "LIST", "MOVE"]
Merge = Literal["last", "handed on", "wrapped", "joined", "each", "alike"]
Group = Literal["play", "flow", "seen", "count", "match"]

#: How the answers of several plugins become one, in the order of the plugins.
MERGES: Final[Mapping[Merge, str]] = MappingProxyType(
    {
        "last": "the last plugin that answers decides",
        "handed on": "each plugin is given the answer so far, and returns another",
        "wrapped": "each plugin is given the function so far, and returns one that may call it",
        "joined": "the tuples of all plugins are joined",
        "each": "the answer of each plugin is used, in the order of the plugins",
        "alike": "plugins that answer must give the same answer",
    }
)

#: What the hooks of a group decide. A law of a plugin is skipped where another plugin answers a hook that it rests on.
GROUPS: Final[Mapping[Group, str]] = MappingProxyType(
    {
        "play": "what there is to play with, what a seat may do, and what follows from it",
        "flow": "what follows an action: an emptied hand, the end of a turn, moves that plugins add",
        "seen": "what a seat sees of hidden cards",
        "count": "what a hand counts, beside the points of each card",
        "match": "who has won a match, and the points that the match adds",
    }
)


class KindOfHook(NamedTuple):
    """A kind of hook.

    Attributes:
        merge: how its answers merge, unless a hook says otherwise.
        about: what hooks of this kind take and return.
    """

    merge: Merge
    about: str


#: The kinds of hook, from narrow to wide.
KINDS: Final[Mapping[Kind, KindOfHook]] = MappingProxyType(
    {
        "VALUE": KindOfHook(
            "last",
            """Called once, when the rules are composed. Returns a value.

A hook may take `options` (the value of each option in force) and `seats` (how many play); `plugin_info`, `options` and
`presets` take nothing. Return `None` to leave the value as it is.""",
        ),
        "TABLE": KindOfHook(
            "handed on",
            """Called once for each case, when the rules are composed. During play the answers are looked up.

The answer so far, of the core and of earlier plugins, is an argument. Return `None` to leave it as it is. A hook may
also take `options` and `seats`.""",
        ),
        "RULE": KindOfHook(
            "wrapped",
            """Called once, when the rules are composed. Returns a function, which the engine calls during play.

`rule` is the function so far, of the core and of earlier plugins. Return a function of the same arguments that calls
`rule` wherever your rule adds nothing, or `None` to leave `rule` as it is. A hook may also take `options` and `seats`.
A function that decides what a seat may do is given that seat's `View` and never the state; equal views must get equal
answers.""",
        ),
        "LIST": KindOfHook(
            "each",
            """Called once, when the rules are composed. Returns something that is added to what others have.

A hook may take `options` and `seats`. Return `None` to add nothing.""",
        ),
        "MOVE": KindOfHook(
            "joined",
            """Called once, when the rules are composed. Returns whole kinds of move.

A hook may take `options` and `seats`. Return `None` to add nothing. The generator and the check of a move are given the
seat's view, its effect is given the state.""",
        ),
    }
)


class ByOption(NamedTuple):
    """A default that depends on an option of the core.

    Attributes:
        option: the option.
        answers: the default for each of its values.
    """

    option: str
    answers: Mapping[str, Any]


class Spec(NamedTuple):
    """A hook as it is declared.

    Attributes:
        name: its name.
        kind: `VALUE`, `TABLE`, `RULE`, `LIST` or `MOVE`, explained in `KINDS`.
        merge: how the answers of several plugins become one, explained in `MERGES`.
        groups: the groups that it belongs to, explained in `GROUPS`.
        default: the answer of the core. `None` where there is none, or where it is made from options.
        built_in: a default function that the engine need not call, since it acts by it on its own. `Rules` hold `None`
            in its place, so that a question which no plugin answers costs one comparison.
        declaration: the function that declares it; its docstring is the contract of the hook.
    """

    name: str
    kind: Kind
    merge: Merge
    groups: tuple[Group, ...]
    default: Any
    built_in: Callable[..., Any] | None
    declaration: Callable[..., Any]

    @property
    def arguments(self) -> tuple[str, ...]:
        """The arguments that a plugin's function may take."""
        code = self.declaration.__code__  # `inspect.signature` takes ten times as long
        return code.co_varnames[: code.co_argcount]

    @property
    def so_far(self) -> str:
        """The argument that is the answer so far, where answers are handed on or wrapped: the one before `options`."""
        return self.arguments[self.arguments.index("options") - 1]

    @property
    def contract(self) -> str:
        """What a plugin's function must do."""
        return inspect.getdoc(self.declaration) or ""

    @property
    def answer(self) -> type:
        """The annotated type of an answer that is no function, or of each item where tuples are joined."""
        return _answer_type(self.name)

    @property
    def function_arguments(self) -> tuple[str, ...]:
        """The arguments of the function that a plugin returns: those of the core's. Empty if it returns no function."""
        return _function_arguments(self.name)

    def default_for(self, options: Options) -> Any:
        """The default under some options."""
        default = self.default
        return default.answers[str(options[default.option])] if isinstance(default, ByOption) else default


@cache
def _answer_type(hook: str) -> type:
    spec = DECLARED[hook]
    hints = get_type_hints(spec.declaration, vars(sys.modules[spec.declaration.__module__]))
    answer = next(each for each in get_args(hints["return"]) if each is not type(None))
    if spec.merge == "joined":
        answer = get_args(answer)[0]
    found: type = get_origin(answer) or answer
    return found


@cache
def _function_arguments(hook: str) -> tuple[str, ...]:
    core: object = DECLARED[hook].default
    if isinstance(core, ByOption):
        core = next(iter(core.answers.values()))
    if isinstance(core, tuple):
        core = next(iter(cast("tuple[object, ...]", core)), None)
    return tuple(inspect.signature(core).parameters) if inspect.isroutine(core) else ()


#: Every hook by its name, in the order of declaration; `rummy500.hooks.specs` fills it.
DECLARED: Final[dict[str, Spec]] = {}


def hook(
    kind: Kind,
    *groups: Group,
    merge: Merge | None = None,
    default: Any = None,
    built_in: Callable[..., Any] | None = None,
) -> Callable[[F], F]:
    """Declare a hook by a function of its name, its arguments and its type, whose docstring is its contract.

    Args:
        kind: the kind of the hook.
        groups: the groups that it belongs to.
        merge: how answers of several plugins merge, if not as is usual for the kind.
        default: the answer of the core; `built_in` if left out.
        built_in: as in `Spec`.
    """

    def declare(declaration: F) -> F:
        name = declaration.__name__
        core = built_in if default is None else default
        DECLARED[name] = Spec(name, kind, merge or KINDS[kind].merge, groups, core, built_in, declaration)
        return declaration

    return declare
