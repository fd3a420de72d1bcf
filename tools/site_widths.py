"""List what scrolls sideways on the built site: `uv run --group web python -m tools.site_widths site`.

Chromium opens each page as wide as on a phone and as on a laptop. A page must not scroll sideways, nor a table in it; a
block of code may.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, Final

SCREENS: Final = {
    "phone": {"width": 360, "height": 740},
    "laptop": {"width": 1280, "height": 800},
}
#: Run in a page: what is wider than its place, each with its width.
_TOO_WIDE: Final = """() => {
    const name = (table) => [...table.querySelectorAll('th')].map((head) => head.innerText.trim()).join(' | ');
    const page = document.documentElement.scrollWidth;
    const wide = page > innerWidth ? [`the page: ${page} px`] : [];
    for (const table of document.querySelectorAll('.md-content table:not(.highlighttable)')) {
        const place = table.closest('.md-typeset__scrollwrap') ?? table.parentElement;
        if (place.scrollWidth > place.clientWidth + 1) wide.push(`the table ${name(table)}: ${place.scrollWidth} px`);
    }
    return wide;
}"""


def too_wide(site: Path, browser: Any) -> Iterator[str]:
    """List the pages and tables that are wider than a screen.

    Args:
        site: the folder of the built site.
        browser: Chromium, as Playwright launched it.
    """
    page = browser.new_page()
    for file in sorted(site.resolve().rglob("index.html")):
        name = file.parent.relative_to(site.resolve()).as_posix()
        if name == "play":
            continue  # a game of its own, with tests in tests/web
        page.goto(file.as_uri())
        for screen, size in SCREENS.items():
            page.set_viewport_size(size)
            yield from (f"{screen}: {name}: {each}" for each in page.evaluate(_TOO_WIDE))


def main(site: Path) -> int:
    """Print what is too wide; the exit status is 1 if anything is."""
    driver = import_module("playwright.sync_api")  # of the group `web`, which the other tools do without
    with driver.sync_playwright() as playwright:
        # Containers have no sandbox; the pages are our own.
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        faults = list(too_wide(site, browser))
        browser.close()
    print("\n".join(faults) if faults else f"every page and table fits a {' and a '.join(SCREENS)}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
