"""Melds: their pieces and shapes, melds on the table, and finders of melds and lay-offs."""

from rummy500.melds.finder import MeldFinder
from rummy500.melds.pieces import (
    group_order,
    natural_piece,
    piece_card,
    piece_role,
    piece_text,
    pieces_bag,
    run_order,
    wild_in_group,
    wild_in_run,
)
from rummy500.melds.shapes import MeldShapes
from rummy500.melds.table import GROUP, Meld, meld_text

__all__ = [
    "GROUP",
    "Meld",
    "MeldFinder",
    "MeldShapes",
    "group_order",
    "meld_text",
    "natural_piece",
    "piece_card",
    "piece_role",
    "piece_text",
    "pieces_bag",
    "run_order",
    "wild_in_group",
    "wild_in_run",
]
