"""The rules of the cookbook, by the names of their plugins; they are passed as modules, since none is installed."""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import Final

import rummy500_cookbook as cookbook

#: Each module by the name of its plugin.
COOKBOOK: Final[Mapping[str, ModuleType]] = {
    rule.replace("_", "-"): importlib.import_module(f"{cookbook.__name__}.{rule}") for rule in cookbook.RULES
}


def passed(names: Sequence[str]) -> tuple[str | ModuleType, ...]:
    """Return plugins as `compose` takes them: a rule of the cookbook as its module, others by their names."""
    return tuple(COOKBOOK.get(name, name) for name in names)
