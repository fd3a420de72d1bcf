"""Folding preset, plugins and options into `Rules`, once for each game."""

from rummy500.folding.fold import TWO_PACKS_FROM, fold

__all__ = ["TWO_PACKS_FROM", "fold"]
