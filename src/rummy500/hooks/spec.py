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

#: The type of the argument `options` of hooks: the value of each option in force, by its name.
Options = Mapping[str, OptionValue]

Kind = Literal["VALUE", "TABLE", "RULE", "LIST", "MOVE"]
Merge = Literal["handed on", "wrapped", "joined", "each", "alike"]
Group = Literal["play", "flow", "count", "match"]

#: The kinds of merge: how the answers of several plugins become one, in the order of the plugins.
MERGES: Final[Mapping[Merge, str]] = MappingProxyType(
    {
        "handed on": "each plugin is given the answer so far, and returns another",
        "wrapped": "each plugin is given the function so far, and returns one that may call it",
        "joined": "the tuples of all plugins are joined",
        "each": "the answer of each plugin is used, in the order of the plugins",
        "alike": "plugins that answer must give the same answer; `compose` refuses different ones",
    }
)

#: The groups of hooks. A law of a plugin is skipped if another plugin answers a hook of a group that the law rests on.
GROUPS: Final[Mapping[Group, str]] = MappingProxyType(
    {
        "play": "the cards in play, what a seat may do, and its effects",
        "flow": "the course of a hand: an emptied hand, the end of a turn, moves that plugins add",
        "count": "the score of a hand, except the points of each card",
        "match": "the winners of a match, and the points that the match adds",
    }
)


class KindOfHook(NamedTuple):
    """A kind of hook.

    Attributes:
        merge: how answers merge, unless a hook declares another merge.
        about: the arguments and answers of such hooks.
    """

    merge: Merge
    about: str


#: The kinds of hook, from narrow to wide.
KINDS: Final[Mapping[Kind, KindOfHook]] = MappingProxyType(
    {
        "VALUE": KindOfHook(
            "alike",
            """Called once, when the rules are composed. Returns a value.

A hook may take `options` (the value of each option in force) and `seats` (how many play); `plugin_info` takes nothing.
Return `None` to leave the value as it is.""",
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
            """Called once, when the rules are composed. Returns something that is added to the answers of others.

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
    """A default of a hook that depends on an option of the core.

    Attributes:
        option: the option.
        answers: the default for each of its values.
    """

    option: str
    answers: Mapping[str, Any]


class Spec(NamedTuple):
    """The declaration of a hook.

    Attributes:
        name: its name.
        kind: `VALUE`, `TABLE`, `RULE`, `LIST` or `MOVE`, explained in `KINDS`.
        merge: how the answers of several plugins become one, explained in `MERGES`.
        groups: the groups that it belongs to, explained in `GROUPS`.
        default: the answer of the core. `None` if there is none, or if it is built from options.
        built_in: a default function that the engine never calls, since the engine itself does the same. `Rules` have
            `None` in its place, so that a hook which no plugin answers costs one comparison.
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
        """The name of the argument that is the answer so far (merges `handed on` and `wrapped`)."""
        return self.arguments[self.arguments.index("options") - 1]

    @property
    def contract(self) -> str:
        """The docstring of the hook: what a plugin's function must do."""
        return inspect.getdoc(self.declaration) or ""

    @property
    def answer(self) -> type:
        """The annotated type of an answer that is not a function, or of an item of an answer that is joined.

        It is `object` if an answer may be of several types.
        """
        return _answer_type(self.name)

    @property
    def function_arguments(self) -> tuple[str, ...]:
        """The arguments of the function that a plugin returns; empty if it returns no function."""
        return _function_arguments(self.name)

    def default_for(self, options: Options) -> Any:
        """The core's answer under the given options."""
        default = self.default
        return default.answers[str(options[default.option])] if isinstance(default, ByOption) else default


@cache
def _answer_type(hook: str) -> type:
    from rummy500.rulebook.entry import RuleEntry  # noqa: PLC0415 - slow to import, and only plugins need it

    spec = DECLARED[hook]
    names = {**vars(sys.modules[spec.declaration.__module__]), "RuleEntry": RuleEntry}
    hints = get_type_hints(spec.declaration, names)
    answers = [each for each in get_args(hints["return"]) if each is not type(None)]
    if len(answers) > 1:
        return object  # its own check decides
    answer = answers[0]
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
    """Declare a hook: decorate a function with its name, its arguments and its type. The docstring is its contract.

    Args:
        kind: the kind of the hook.
        groups: the groups that it belongs to.
        merge: how answers of several plugins merge, if not as usual for the kind.
        default: the answer of the core; `built_in` if not given.
        built_in: a default that the engine does not call, as in `Spec`.
    """

    def declare(declaration: F) -> F:
        name = declaration.__name__
        core = built_in if default is None else default
        DECLARED[name] = Spec(name, kind, merge or KINDS[kind].merge, groups, core, built_in, declaration)
        return declaration

    return declare
