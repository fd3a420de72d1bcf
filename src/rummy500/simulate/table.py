"""Format the results as a table of players and seats."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from rummy500.simulate.summary import Simulation, Standing

#: The headings of the columns; the column of names has none.
HEADS: Final = ("", "played", "won", "won %", "mean score", "lowest", "highest")


def standing_rows(found: Simulation) -> list[tuple[str, ...]]:
    """Make the cells of the table, row by row: players first, then seats.

    Args:
        found: the results.
    """
    rows = [_row(name, standing) for name, standing in found.by_player.items()]
    return rows + [_row(f"seat {seat}", standing) for seat, standing in enumerate(found.by_seat)]


def notes(found: Simulation) -> list[str]:
    """Write the notes below the table.

    Args:
        found: the results.
    """
    lines = [f"hands per match {found.hands_per_match:.1f}, turns per hand {found.turns_per_hand:.1f}"]
    if found.truncated:
        lines.append(f"{found.truncated} cut off before somebody had won: nobody's win, but scores count")
    return lines


def table(found: Simulation) -> str:
    """Format the whole table as text.

    Args:
        found: the results.
    """
    rows = [HEADS, *standing_rows(found)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEADS))]
    lines = [
        "  ".join(
            cell.rjust(width) if column else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
    return "\n".join([*lines, "", *notes(found)])


def _row(name: str, standing: Standing) -> tuple[str, ...]:
    return (
        name,
        str(standing.played),
        str(standing.wins),
        f"{100 * standing.wins / standing.played:.1f}",
        f"{standing.mean:.1f}",
        str(standing.least),
        str(standing.most),
    )
