"""Measures the processor time of the page's start, of several builds in turn, in Chromium.

    uv run --group web python -m tools.start_of_page OLD/site/play site/play

Each start is that of a new browser that has stored nothing, from the address to the first card that can be clicked.
"""

from __future__ import annotations

import argparse
import os
import shutil
import threading
from pathlib import Path
from statistics import median
from typing import Final

from playwright.sync_api import sync_playwright
from tools.build_web import server

CHROMIUM: Final = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
PATIENCE_MS: Final = 300_000


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the processor time of the page's start.")
    parser.add_argument("pages", type=Path, nargs="+", help="folders of built pages; the first is compared with")
    parser.add_argument("--times", type=int, default=5)
    asked = parser.parse_args()
    found: dict[Path, list[float]] = {page: [] for page in asked.pages}
    for _ in range(asked.times):
        for page, seconds in found.items():
            seconds.append(start(page))
    first = median(found[asked.pages[0]])
    for page, seconds in found.items():
        middle = median(seconds)
        print(f"{middle:6.2f} s ({min(seconds):.2f} to {max(seconds):.2f}), {middle / first:.2f} of the first: {page}")


def start(page: Path) -> float:
    """Open a page in a new browser.

    Returns:
        The seconds of processor time of all its processes until the first card can be clicked.
    """
    serving = server(page, 0)
    threading.Thread(target=serving.serve_forever, daemon=True).start()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        opened = browser.new_page()
        before = used()
        opened.goto(f"http://127.0.0.1:{serving.server_port}/")
        opened.wait_for_selector(".hand button.card:enabled", timeout=PATIENCE_MS)
        seconds = used() - before
        browser.close()
    serving.shutdown()
    serving.server_close()
    return seconds


def used() -> float:
    """The processor time of the processes that this one has started, and of theirs."""
    parents: dict[int, int] = {}
    ticks: dict[int, int] = {}
    for file in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = file.read_text().rpartition(") ")[2].split()
        except OSError:
            continue  # it has ended
        pid = int(file.parent.name)
        parents[pid], ticks[pid] = int(fields[1]), int(fields[11]) + int(fields[12])
    ours = {os.getpid()}
    while more := {pid for pid, parent in parents.items() if parent in ours} - ours:
        ours |= more
    return sum(ticks[pid] for pid in ours - {os.getpid()}) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    main()
