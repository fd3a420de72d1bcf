"""The marks of hooks: `hookimpl` on a plugin's functions, `hookspec` on the questions themselves."""

from __future__ import annotations

from typing import Final

import pluggy

#: The name under which pluggy knows the hooks.
PROJECT: Final = "rummy500"

hookspec: Final = pluggy.HookspecMarker(PROJECT)
#: Marks a function of a plugin as the implementation of the hook whose name it has.
hookimpl: Final = pluggy.HookimplMarker(PROJECT)
