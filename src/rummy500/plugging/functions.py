"""Checking the functions inside what plugins answer."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rummy500.plugging.answers import Hooked, checked_function


def check_functions(
    plugin: Hooked,
    hook: str,
    owner: str,
    functions: Mapping[str, tuple[object, tuple[str, ...]]],
    *,
    named: Mapping[str, tuple[str, ...]] = MappingProxyType({}),
) -> None:
    """Check the functions inside an answer.

    Args:
        plugin: whose answer it is.
        hook: to which hook.
        owner: what they stand in, in a message.
        functions: each function by the name of its field, with the names of its arguments.
        named: by field the arguments that are given by name beside them.

    Raises:
        ComposeError: for what cannot be called with those.
    """
    for field, (function, names) in functions.items():
        says = f"has {owner} whose {field} must be"
        checked_function(plugin, hook, function, names, says=says, named=named.get(field, ()))
