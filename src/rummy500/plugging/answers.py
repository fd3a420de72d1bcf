"""Folding what plugins answer into single answers: the last word has the plugin that comes last."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar, cast

import attrs

from rummy500.errors import ComposeError
from rummy500.hooks.values import PluginInfo

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")


@attrs.frozen(eq=False)
class Hooked:
    """A plugin whose hooks have been checked.

    Attributes:
        info: what it says about itself.
        hooks: its hook functions by the name of the hook, each with the arguments that it takes.
    """

    info: PluginInfo
    hooks: Mapping[str, tuple[Callable[..., Any], tuple[str, ...]]]

    @property
    def functions(self) -> Mapping[str, Callable[..., object]]:
        """Its hook functions by the name of the hook."""
        return {hook: function for hook, (function, _) in self.hooks.items()}

    def ask(self, hook: str, **given: Any) -> Any:
        """Call a hook with those of the given arguments that it takes; `None` if the plugin does not have it.

        Raises:
            ComposeError: naming plugin and hook, if it raises anything else.
        """
        return self.answer(hook, given)

    def answer(self, hook: str, given: Mapping[str, Any]) -> Any:
        """The same with the arguments as a mapping.

        Raises:
            ComposeError: naming plugin and hook, if it raises anything else.
        """
        if hook not in self.hooks:
            return None
        function, arguments = self.hooks[hook]
        try:
            return function(**{name: given[name] for name in arguments})
        except ComposeError:
            raise
        except Exception as error:
            raise self.error(hook, f"raised {type(error).__name__}: {error}") from error

    def error(self, hook: str, what: str) -> ComposeError:
        """The error that names the plugin and one of its hooks."""
        return ComposeError(f"plugin {self.info.name}: hook {hook} {what}")


@attrs.frozen(eq=False)
class Answers:
    """What some plugins answer, in their order.

    Attributes:
        plugins: the plugins.
        given: the arguments that every hook may take: `options` and `seats`.
    """

    plugins: tuple[Hooked, ...] = ()
    given: Mapping[str, object] = attrs.field(factory=dict[str, object])

    def each(self, hook: str, kind: type[T]) -> Iterator[tuple[Hooked, T]]:
        """Each plugin's answer of a type, where it has one.

        Raises:
            ComposeError: for an answer of another type.
        """
        for plugin in self.plugins:
            told = plugin.ask(hook, **self.given)
            if told is not None:
                yield plugin, cast("T", _of_type(plugin, hook, told, kind))

    def changed(self, hook: str, value: T) -> T:
        """A value as each plugin in turn changes it; the hook takes it under its own name."""
        for plugin in self.plugins:
            told = plugin.ask(hook, **self.given, **{hook: value})
            if told is not None:
                value = cast("T", _of_type(plugin, hook, told, type(value)))
        return value

    def rule(self, hook: str, rule: F) -> F:
        """A rule as each plugin in turn changes it.

        Raises:
            ComposeError: for an answer that is no function of the same arguments.
        """
        core = rule
        for plugin in self.plugins:
            told = plugin.ask(hook, **self.given, rule=rule)
            if told is not None:
                rule = cast("F", checked_function(plugin, hook, told, _arguments_of(core)))
        return rule

    def rule_or_none(self, hook: str, rule: F) -> F | None:
        """The same, or `None` where no plugin changes it."""
        changed = self.rule(hook, rule)
        return None if changed is rule else changed

    def functions(self, hook: str, like: F) -> tuple[F, ...]:
        """Each plugin's function for a list, each of the same arguments as one that is `like` it."""
        return tuple(
            cast("F", checked_function(plugin, hook, answer, _arguments_of(like)))
            for plugin, answer in self.each(hook, object)
        )

    def items(self, hook: str, kind: type[T]) -> list[tuple[Hooked, T]]:
        """The items of all plugins' lists, each of a type."""
        found: list[tuple[Hooked, T]] = []
        for plugin, answer in self.each(hook, object):
            if not isinstance(answer, Sequence) or isinstance(answer, (str, bytes)):
                raise plugin.error(hook, f"must return a tuple of {kind.__name__}, not {answer!r}")
            found += [
                (plugin, cast("T", _of_type(plugin, hook, item, kind))) for item in cast("Sequence[object]", answer)
            ]
        return found

    def table(
        self, hook: str, base: Callable[..., T], kind: type, names: tuple[str, ...], so_far: str
    ) -> Callable[..., tuple[tuple[str, T], ...]]:
        """A table as each plugin in turn changes it; the hook takes the answer so far under a name of its own.

        Args:
            hook: the hook.
            base: the table before; it takes its arguments by position.
            kind: the type of an answer.
            names: the names of the arguments.
            so_far: the name under which the hook takes the answer so far.

        Returns:
            A function of the same arguments that gives every answer with its plugin, in order. The first is that of
            the base, with an empty name; the last one plays.
        """
        mine = [plugin for plugin in self.plugins if hook in plugin.hooks]

        def asked(*case: object) -> tuple[tuple[str, T], ...]:
            answers = [("", base(*case))]
            given = {**self.given, **dict(zip(names, case, strict=True))} if mine else {}
            for plugin in mine:
                given[so_far] = answers[-1][1]
                changed = plugin.answer(hook, given)
                if changed is not None:
                    answers.append((plugin.info.name, cast("T", _of_type(plugin, hook, changed, kind))))
            return tuple(answers)

        return asked


def _arguments_of(function: Callable[..., Any]) -> tuple[str, ...]:
    return tuple(inspect.signature(function).parameters)


def _of_type(plugin: Hooked, hook: str, answer: object, kind: type | tuple[type, ...]) -> object:
    if type(answer) is kind:
        return answer
    kinds = kind if isinstance(kind, tuple) else (kind,)
    if isinstance(answer, kinds) and (bool in kinds or object in kinds or not isinstance(answer, bool)):
        return answer
    wanted = " or ".join(each.__name__ for each in kinds)
    raise plugin.error(hook, f"must return {wanted} or None, not {answer!r}")


def checked_function(
    plugin: Hooked,
    hook: str,
    answer: object,
    names: tuple[str, ...],
    *,
    says: str = "must return",
    named: tuple[str, ...] = (),
) -> Callable[..., Any]:
    """A function that a plugin gives, if it takes what it will be given.

    Args:
        plugin: whose it is.
        hook: the hook that gives it.
        answer: what should be a function.
        names: what it is given by position.
        says: what it should be, up to "a function of".
        named: what it is given by name beside.

    Raises:
        ComposeError: naming plugin and hook, if it is no function or one of other arguments.
    """
    shown = ", ".join((*(name.strip("_") or "_" for name in names), *(("*", *named) if named else ())))
    many = len(names) + len(named)
    wanted = f"{says} a function of {many} argument{'s' if many > 1 else ''} ({shown})"
    if not callable(answer):
        raise plugin.error(hook, f"{wanted}, not {answer!r}")
    try:
        inspect.signature(answer).bind(*names, **dict.fromkeys(named))
    except (TypeError, ValueError):
        raise plugin.error(hook, wanted) from None
    return answer
