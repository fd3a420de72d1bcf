"""`TypedLine`: the line where a person types."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.events import Key
from textual.widgets import Input


class TypedLine(Input):
    """The line where a person types. Enter empties it at once, so that the keys after it begin a new line.

    Args:
        placeholder: what it shows while it is empty.
        id: the id of the widget.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "screen.clear", "Back to the list"),
        Binding("up", "app.focus_previous", "Up", show=False),
        Binding("down", "app.focus_next", "Down", show=False),
    ]

    def __init__(self, placeholder: str, *, id: str) -> None:  # noqa: A002 - the name is textual's
        # Selected on focus, what was typed before the focus came would be replaced by the next key.
        super().__init__(placeholder=placeholder, id=id, compact=True, select_on_focus=False)

    async def on_key(self, event: Key) -> None:
        """Submit the line on Enter before the next key is read, which a binding would not do."""
        if event.key == "enter":
            event.stop()
            event.prevent_default()
            await self.action_submit()

    async def action_submit(self) -> None:
        """Submit the line, and begin a new one."""
        await super().action_submit()
        self.value = ""
