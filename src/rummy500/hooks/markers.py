"""`hookimpl`, the mark of a plugin's hook functions."""

from __future__ import annotations

from typing import Final

import pluggy

#: The name under which pluggy knows the hooks.
PROJECT: Final = "rummy500"
#: Marks a function of a plugin as the implementation of the hook whose name it has.
hookimpl: Final = pluggy.HookimplMarker(PROJECT)
