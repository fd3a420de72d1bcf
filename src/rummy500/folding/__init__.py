"""Folding preset, plugins and options into `Rules`, once for each game."""

from rummy500.folding.fold import fold

__all__ = ["fold"]
