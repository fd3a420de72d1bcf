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
#: The bars, of games of rummy alone: what readers know an engine or a game of ours by, and its row in the table.
BARS: Final[Mapping[str, str]] = {
    "rummy500, pagat": f"rummy500 {DEFAULT_PRESET}",
    "rummy500, classic": "rummy500 classic",
    "classic, compiled": "rummy500 classic, compiled",
    "Oklahoma": "rummy500 + oklahoma",
    "Dealer's gambit": "rummy500 + dealers-gambit",
    "OpenSpiel gin": "openspiel gin_rummy",
    "OpenSpiel gin, tuned": "openspiel gin_rummy, root cached, chance from legal_actions",
    "RLCard gin": "rlcard gin-rummy, environment",
    "PettingZoo gin": "pettingzoo gin_rummy_v4",
}
#: What the chart shows, for those who do not see it.
TEXT: Final = (
    "Bars of decisions a second in engines for rummy games, as multiples of OpenSpiel's gin_rummy. With its default "
    "rules rummy500 makes more than that, but mostly fewer than OpenSpiel when tuned. Compiled, it makes more than "
    "both; with its slowest variants it makes fewer than either. RLCard and PettingZoo are slower. A table has the "
    "figures."
)
#: As wide as a phone shows without scaling.
_WIDTH, _TOP, _ROW, _LABEL = 328, 30, 26, 134
_STYLE: Final = (
    "text{font:12px system-ui,sans-serif;fill:#16211b}.q{font-size:11px;fill:#4a5a51}.b{fill:#93a298}.o{fill:#14665a}"
    "line{stroke:#4a5a51;stroke-dasharray:3 3}"
    "@media (prefers-color-scheme:dark){text{fill:#e8f0ea}.q{fill:#a9bbb0}.b{fill:#56675c}.o{fill:#5cc9b4}"
    "line{stroke:#a9bbb0}}"
)


def ratios(page: str) -> Mapping[str, tuple[float, float]]:
    """Read the lowest and the highest ratio of each engine from the table of a page."""
    rows = re.findall(r"^\| ([^|]+) \| ([\d.]+)(?: to ([\d.]+))? \|", page, re.MULTILINE)
    return {engine: (float(low), float(high or low)) for engine, low, high in rows}


def drawn(page: str) -> str:
    """Draw the chart of a page: a bar from 0 to the lowest ratio, and on to the highest in a paler colour."""
    found = ratios(page)
    scale = (_WIDTH - _LABEL - 76) / max(found[row][1] for row in BARS.values())
    parts = [f'<text class="q" x="{_LABEL}" y="16">times OpenSpiel gin_rummy</text>']
    for number, (label, row) in enumerate(BARS.items()):
        low, high = found[row]
        y, kind = _TOP + number * _ROW, "o" if row.startswith("rummy500") else "b"
        words = f"{low:g}" if low == high else f"{low:g} to {high:g}"
        parts += [
            f'<text x="{_LABEL - 8}" y="{y + 14}" text-anchor="end">{label}</text>',
            f'<rect class="{kind}" x="{_LABEL}" y="{y + 2}" width="{low * scale:.1f}" height="16"/>',
            f'<rect class="{kind}" x="{_LABEL}" y="{y + 2}" width="{high * scale:.1f}" height="16" opacity=".45"/>',
            f'<text class="q" x="{_LABEL + high * scale + 6:.1f}" y="{y + 14}">{words}</text>',
        ]
    height = _TOP + len(BARS) * _ROW
    at = _LABEL + scale
    parts.append(f'<line x1="{at:.1f}" x2="{at:.1f}" y1="{_TOP - 4}" y2="{height}"/>')
    size = f'width="{_WIDTH}" height="{height}" viewBox="0 0 {_WIDTH} {height}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}><style>{_STYLE}</style>{"".join(parts)}</svg>\n'


def pages() -> dict[Path, str]:
    return {FILE: drawn(PAGE.read_text("utf-8"))}
