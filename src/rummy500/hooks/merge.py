"""Merges the answers of several plugins to a hook into one, in the order of the plugins.

Each method is one kind of merge. `rummy500.hooks.spec.MERGES` explains them, and each hook declares its own in
`rummy500.hooks.specs`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, cast

import attrs

from rummy500.errors import ComposeError
from rummy500.hooks.check import check_function
from rummy500.hooks.plugin import LoadedPlugin
from rummy500.hooks.spec import Merge, Options, Spec
from rummy500.hooks.specs import SPECS

#: For a case of a TABLE hook: every answer with the name of its plugin; the core's is first, with an empty name.
Cases = Callable[..., tuple[tuple[str, Any], ...]]


@attrs.frozen(eq=False)
class HookAnswers:
    """The answers of plugins to hooks, merged on request.

    Attributes:
        plugins: the plugins, in order.
        options: the value of every option in force.
        seats: how many play.
    """

    plugins: tuple[LoadedPlugin, ...] = ()
    options: Options = attrs.field(factory=dict[str, Any])
    seats: int = 0

    def each(self, hook: str) -> list[tuple[LoadedPlugin, Any]]:
        """Every answer to a hook, with its plugin.

        Raises:
            ComposeError: for an answer of a wrong type.
        """
        return self._answers(_declared(hook, "each"))

    def alike(self, hook: str, check: Callable[[LoadedPlugin, Any], None]) -> Any:
        """The answer that all plugins give to a hook; its default if none answers.

        Args:
            hook: the hook.
            check: raises a `ComposeError` for a wrong answer.

        Raises:
            ComposeError: for a wrong answer, and if two plugins answer differently.
        """
        spec = _declared(hook, "alike")
        name, answer = "", spec.default_for(self.options)
        for plugin, other in self._answers(spec):
            check(plugin, other)
            if name and other != answer:
                raise ComposeError(
                    f"plugins {name} and {plugin.info.name} do not go together: {name} answers hook {hook} with"
                    f" {answer}, {plugin.info.name} with {other}"
                )
            name, answer = plugin.info.name, other
        return answer

    def joined(self, hook: str) -> list[tuple[LoadedPlugin, Any]]:
        """Every item of the tuples that plugins answer to a hook, with its plugin.

        Raises:
            ComposeError: for an answer that is not a tuple, or an item of a wrong type.
        """
        spec = _declared(hook, "joined")
        found: list[tuple[LoadedPlugin, Any]] = []
        for plugin in self.plugins:
            answer = plugin.call(hook, {"options": self.options, "seats": self.seats})
            if answer is None:
                continue
            if not isinstance(answer, Sequence) or isinstance(answer, (str, bytes)):
                raise plugin.error(hook, f"must return a tuple of {spec.answer.__name__}, not {answer!r}")
            for item in cast("Sequence[object]", answer):
                _check(plugin, spec, item)
                found.append((plugin, item))
        return found

    def handed_on(self, hook: str, core: Any) -> list[tuple[LoadedPlugin, Any]]:
        """The values into which each plugin in turn changes the core's, with their plugins.

        Args:
            hook: the hook.
            core: the value of the core.

        Raises:
            ComposeError: for an answer of a wrong type.
        """
        return list(self._hand_on(_declared(hook, "handed on"), core))

    def wrapped(self, hook: str, core: Callable[..., Any] | None = None) -> Callable[..., Any] | None:
        """The core's function after each plugin in turn has wrapped it; `None` if that is the built-in one.

        Args:
            hook: the hook.
            core: the core's function; the default of the hook if left out.

        Raises:
            ComposeError: for an answer that is not a function or takes other arguments.
        """
        spec = _declared(hook, "wrapped")
        first = core or spec.default_for(self.options)
        rule = [first, *(rule for _, rule in self._hand_on(spec, first))][-1]
        return None if rule is spec.built_in else rule

    def cases(self, hook: str) -> Cases:
        """The core's table after each plugin in turn has changed it.

        Returns:
            A function of a case that returns every answer with the name of its plugin; the core's is first, with an
            empty name. The last answer decides.
        """
        spec = _declared(hook, "handed on")
        core, arguments, so_far = spec.default_for(self.options), spec.function_arguments, spec.so_far
        plugins = [plugin for plugin in self.plugins if hook in plugin.hooks]
        given: dict[str, Any] = {"options": self.options, "seats": self.seats}

        def ask(*case: object) -> tuple[tuple[str, Any], ...]:
            answers = [("", core(*case))]
            if plugins:
                given.update(zip(arguments, case, strict=True))
            for plugin in plugins:
                given[so_far] = answers[-1][1]
                changed = plugin.call(hook, given)
                if changed is not None:
                    _check(plugin, spec, changed)
                    answers.append((plugin.info.name, changed))
            return tuple(answers)

        return ask

    def _answers(self, spec: Spec) -> list[tuple[LoadedPlugin, Any]]:
        found: list[tuple[LoadedPlugin, Any]] = []
        for plugin in self.plugins:
            answer = plugin.call(spec.name, {"options": self.options, "seats": self.seats})
            if answer is not None:
                _check(plugin, spec, answer)
                found.append((plugin, answer))
        return found

    def _hand_on(self, spec: Spec, answer: Any) -> Iterator[tuple[LoadedPlugin, Any]]:
        for plugin in self.plugins:
            given = {spec.so_far: answer, "options": self.options, "seats": self.seats}
            changed = plugin.call(spec.name, given)
            if changed is not None:
                _check(plugin, spec, changed)
                answer = changed
                yield plugin, answer


def _declared(hook: str, merge: Merge) -> Spec:
    """Look up the declaration of a hook.

    Raises:
        ValueError: if the hook declares another kind of merge.
    """
    spec = SPECS[hook]
    if spec.merge != merge:
        raise ValueError(f"answers to hook {hook} are merged as {merge!r}; it is declared as {spec.merge!r}")
    return spec


def _check(plugin: LoadedPlugin, spec: Spec, answer: object) -> None:
    """Check the type of an answer, or of an item of one."""
    if spec.kind != "TABLE" and spec.function_arguments:
        check_function(plugin, spec.name, answer, spec.function_arguments)
        return
    wanted = spec.answer
    if type(answer) is wanted:
        return
    if not isinstance(answer, wanted) or (isinstance(answer, bool) and wanted is not bool):
        raise plugin.error(spec.name, f"must return {wanted.__name__} or None, not {answer!r}")
