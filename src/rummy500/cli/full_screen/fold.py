"""`Fold`: a part of the screen with more lines than fit, which knows how many are hidden."""

from __future__ import annotations

from textual.containers import VerticalScroll
from textual.message import Message


class Fold(VerticalScroll, can_focus=False):
    """Lines of which some may be hidden above and below."""

    class Changed(Message):
        """Other lines are hidden now."""

    @property
    def above(self) -> int:
        """How many lines are hidden above."""
        return max(0, round(self.scroll_y))  # anchored, a part with room left has a position below 0

    @property
    def below(self) -> int:
        """How many lines are hidden below."""
        return max(0, self.max_scroll_y - self.above)

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Report that the lines were scrolled."""
        super().watch_scroll_y(old_value, new_value)
        self.post_message(self.Changed())

    def watch_virtual_size(self) -> None:
        """Report that there are more or fewer lines; an anchored part is scrolled to its end only by the refresh."""
        self.call_after_refresh(self.post_message, self.Changed())

    def on_resize(self) -> None:
        """Report that another number of lines fits."""
        self.post_message(self.Changed())
