"""The chart that opens the page about speed.

Its figures are those of the page's own table, which `benchmarks.peers` has printed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from tools.pages import DOCS

from rummy500.rules.options import DEFAULT_PRESET

PAGE: Final = DOCS / "performance.md"
FILE: Final = DOCS / "performance" / "peers.svg"
#: The bars, of games of rummy alone: what readers know a game by, and its row and column in the table.
BARS: Final[Mapping[str, tuple[str, int]]] = {
    "rummy500, pagat": (DEFAULT_PRESET, 1),
    "pagat, compiled": (DEFAULT_PRESET, 2),
    "Oklahoma": ("+ oklahoma", 1),
    "Oklahoma, compiled": ("+ oklahoma", 2),
    "Dealer's gambit": ("+ dealers-gambit", 1),
    "Gambit, compiled": ("+ dealers-gambit", 2),
    "OpenSpiel gin": ("openspiel gin_rummy", 1),
    "OpenSpiel gin, tuned": ("openspiel gin_rummy, root cached, chance from legal_actions", 1),
    "RLCard gin": ("rlcard gin-rummy, environment", 1),
    "PettingZoo gin": ("pettingzoo gin_rummy_v4", 1),
}
#: What the chart shows, for those who do not see it.
TEXT: Final = (
    "Bars of decisions a second in engines for rummy games, as multiples of OpenSpiel's gin_rummy. With its default "
    "rules rummy500 makes more than that, but fewer than OpenSpiel when tuned. Compiled, it makes more than both. "
    "With Dealer's gambit it makes fewer, compiled more. RLCard and PettingZoo are slower. Tables have the figures."
)
#: As wide as a phone shows without scaling.
_WIDTH, _TOP, _ROW, _LABEL = 328, 30, 26, 134
_STYLE: Final = (
    "text{font:12px system-ui,sans-serif;fill:#16211b}.q{font-size:11px;fill:#4a5a51}.b{fill:#93a298}.o{fill:#14665a}"
    "line{stroke:#4a5a51;stroke-dasharray:3 3}"
    "@media (prefers-color-scheme:dark){text{fill:#e8f0ea}.q{fill:#a9bbb0}.b{fill:#56675c}.o{fill:#5cc9b4}"
    "line{stroke:#a9bbb0}}"
)


def ratio(page: str, row: str, column: int) -> float:
    """Read the ratio of an engine from the table of a page."""
    (line,) = re.findall(rf"^\| {re.escape(row)} \|.*", page, re.MULTILINE)
    return float(line.split("|")[1 + column])


def drawn(page: str) -> str:
    """Draw the chart of a page."""
    found = {label: (row, ratio(page, row, column)) for label, (row, column) in BARS.items()}
    scale = (_WIDTH - _LABEL - 40) / max(each for _, each in found.values())
    parts = [f'<text class="q" x="{_LABEL}" y="16">times OpenSpiel gin_rummy</text>']
    for number, (label, (row, speed)) in enumerate(found.items()):
        y, kind = _TOP + number * _ROW, "b" if "gin" in row else "o"
        parts += [
            f'<text x="{_LABEL - 8}" y="{y + 14}" text-anchor="end">{label}</text>',
            f'<rect class="{kind}" x="{_LABEL}" y="{y + 2}" width="{speed * scale:.1f}" height="16"/>',
            f'<text class="q" x="{_LABEL + speed * scale + 6:.1f}" y="{y + 14}">{speed:g}</text>',
        ]
    height = _TOP + len(BARS) * _ROW
    at = _LABEL + scale
    parts.append(f'<line x1="{at:.1f}" x2="{at:.1f}" y1="{_TOP - 4}" y2="{height}"/>')
    size = f'width="{_WIDTH}" height="{height}" viewBox="0 0 {_WIDTH} {height}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}><style>{_STYLE}</style>{"".join(parts)}</svg>\n'


def pages() -> dict[Path, str]:
    return {FILE: drawn(PAGE.read_text("utf-8"))}
