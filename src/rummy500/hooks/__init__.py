"""The interface for authors of plugins: `hookimpl`, the types of hooks, and tools of the engine.

"Write a house rule" in the documentation shows how to write a plugin. `rummy500.hooks.specs` declares every hook.
"""

from rummy500.base.lazy import face

face(__name__)
