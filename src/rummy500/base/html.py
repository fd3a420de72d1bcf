"""`html_table` writes what notebooks show of matches and results."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape


def html_table(heads: Iterable[object], rows: Iterable[Iterable[object]]) -> str:
    """Write a table."""
    head = "".join(f"<th>{escape(str(cell))}</th>" for cell in heads)
    body = ("".join(f"<td>{escape(str(cell))}</td>" for cell in row) for row in rows)
    return f"<table><tr>{head}</tr>{''.join(f'<tr>{row}</tr>' for row in body)}</table>"
