"""The charts of the page "Who is better".

Their figures are those that the page shows as the output of its programs.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from tools.pages import DOCS

PAGE: Final = DOCS / "who-is-better.md"
#: What each chart measures, by the name of its program.
CHARTS: Final = {
    "seats": "points a hand above the mean",
    "takes": "points a hand above the other player",
    "turns": "turns of a hand above pagat",
}
#: As wide as a phone shows without scaling.
_WIDTH, _TOP, _ROW, _LABEL = 328, 30, 22, 140
_STYLE: Final = (
    "text{font:12px system-ui,sans-serif;fill:#16211b}.q{font-size:11px;fill:#4a5a51}circle{fill:#14665a}"
    "line{stroke:#14665a;stroke-width:2}.n{stroke:#4a5a51;stroke-width:1;stroke-dasharray:3 3}"
    "@media (prefers-color-scheme:dark){text{fill:#e8f0ea}.q{fill:#a9bbb0}circle{fill:#5cc9b4}line{stroke:#5cc9b4}"
    ".n{stroke:#a9bbb0}}"
)


def shown(page: str, program: str) -> dict[str, tuple[float, float]]:
    """Read the means and the reaches of the intervals that a program prints."""
    _, _, output = page.partition(f"$ python {program}.py\n")
    found = re.findall(r"^(\S.*?) +(-?[\d.]+) ± ([\d.]+)$", output.partition("```")[0], re.MULTILINE)
    return {label: (float(mean), float(reach)) for label, mean, reach in found}


def drawn(page: str, program: str) -> str:
    """Draw a dot for each mean, a line for its interval, and a dashed line at 0."""
    found = shown(page, program)
    low = min(0.0, *(mean - reach for mean, reach in found.values()))
    high = max(0.0, *(mean + reach for mean, reach in found.values()))
    scale = (_WIDTH - _LABEL - 12) / (high - low)
    height = _TOP + len(found) * _ROW + 18

    def across(value: float) -> str:
        return f"{_LABEL + (value - low) * scale:.1f}"

    parts = [
        f'<text class="q" x="{_WIDTH - 4}" y="14" text-anchor="end">{CHARTS[program]}</text>',
        f'<line class="n" x1="{across(0)}" x2="{across(0)}" y1="{_TOP - 8}" y2="{height - 16}"/>',
    ]
    parts += [
        f'<text class="q" x="{across(value)}" y="{height - 4}" text-anchor="middle">{value:.0f}</text>'
        for value in sorted({0.0, low if low < -high / 4 else 0.0, high if high > -low / 4 else 0.0})
    ]
    for number, (label, (mean, reach)) in enumerate(found.items()):
        y = _TOP + number * _ROW + 6
        parts += [
            f'<text x="{_LABEL - 10}" y="{y + 4}" text-anchor="end">{label}</text>',
            f'<line x1="{across(mean - reach)}" x2="{across(mean + reach)}" y1="{y}" y2="{y}"/>',
            f'<circle cx="{across(mean)}" cy="{y}" r="4"/>',
        ]
    size = f'width="{_WIDTH}" height="{height}" viewBox="0 0 {_WIDTH} {height}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}><style>{_STYLE}</style>{"".join(parts)}</svg>\n'


def pages() -> dict[Path, str]:
    page = PAGE.read_text("utf-8")
    return {DOCS / "images" / f"{program}.svg": drawn(page, program) for program in CHARTS}
