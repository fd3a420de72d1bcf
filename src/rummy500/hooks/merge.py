"""Merges what plugins answer to a hook into one answer, in the order of the plugins.

Each method is a way to merge. `rummy500.hooks.spec.MERGES` explains them, and the declaration of a hook in
`rummy500.hooks.specs` names its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

import attrs

from rummy500.errors import ComposeError
from rummy500.hooks.check import check_function
from rummy500.hooks.plugin import LoadedPlugin
from rummy500.hooks.spec import Merge, Options, Spec
from rummy500.hooks.specs import SPECS

#: For each case of a TABLE hook every answer with the name of its plugin; the core's is the first, with no name.
Cases = Callable[..., tuple[tuple[str, Any], ...]]


@attrs.frozen(eq=False)
class HookAnswers:
    """The answers of some plugins.

    Attributes:
        plugins: the plugins, in order.
        options: the value of every option in force.
        seats: how many play.
    """

    plugins: tuple[LoadedPlugin, ...] = ()
    options: Options = attrs.field(factory=dict[str, Any])
    seats: int = 0

    def each(self, hook: str) -> list[tuple[LoadedPlugin, Any]]:
        """The answers of all plugins that answer, each with its plugin.

        Raises:
            ComposeError: for an answer of a wrong type.
        """
        return self._answers(_declared(hook, "each"))

    def last(self, hook: str, check: Callable[[LoadedPlugin, Any], None]) -> Any:
        """The answer of the last plugin that answers; the default of the hook if none does.

        Args:
            hook: the hook.
            check: raises a `ComposeError` for a wrong answer.

        Raises:
            ComposeError: for a wrong answer.
        """
        spec = _declared(hook, "last")
        answer = spec.default_for(self.options)
        for plugin, answer in self._answers(spec):
            check(plugin, answer)
        return answer

    def alike(self, hook: str) -> tuple[str, Any]:
        """The one answer that plugins give, and the last plugin that gives it; the default and no name if none does.

        Raises:
            ComposeError: for an answer of a wrong type, and if two plugins answer differently.
        """
        spec = _declared(hook, "alike")
        name, answer = "", spec.default_for(self.options)
        for plugin, other in self._answers(spec):
            if name and other != answer:
                raise ComposeError(
                    f"plugins {name} and {plugin.info.name} do not go together: {hook} of the one is {answer!r}, of the"
                    f" other {other!r}"
                )
            name, answer = plugin.info.name, other
        return name, answer

    def joined(self, hook: str) -> list[tuple[LoadedPlugin, Any]]:
        """The items of the tuples of all plugins, each with its plugin.

        Raises:
            ComposeError: for an answer that is no tuple, or an item of a wrong type.
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

    def handed_on(self, hook: str, core: Any) -> Any:
        """A value as each plugin in turn changes it.

        Args:
            hook: the hook.
            core: the value of the core.

        Raises:
            ComposeError: for an answer of a wrong type.
        """
        return self._hand_on(_declared(hook, "handed on"), core)

    def wrapped(self, hook: str) -> Callable[..., Any] | None:
        """A function as each plugin in turn wraps it; `None` for the built-in default of the hook.

        Raises:
            ComposeError: for an answer that is no function, or one of other arguments.
        """
        spec = _declared(hook, "wrapped")
        rule = self._hand_on(spec, spec.default_for(self.options))
        return None if rule is spec.built_in else rule

    def cases(self, hook: str) -> Cases:
        """A table as each plugin in turn changes it.

        Returns:
            A function of a case that gives every answer with the name of its plugin: first the core's, with no name.
            The last one decides.
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

    def _hand_on(self, spec: Spec, answer: Any) -> Any:
        for plugin in self.plugins:
            given = {spec.so_far: answer, "options": self.options, "seats": self.seats}
            changed = plugin.call(spec.name, given)
            if changed is not None:
                _check(plugin, spec, changed)
                answer = changed
        return answer


def _declared(hook: str, merge: Merge) -> Spec:
    """The declaration of a hook, whose answers merge in this way.

    Raises:
        ValueError: if it is declared to merge in another way.
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
