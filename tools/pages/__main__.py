"""Write every generated page, schema and picture of the repository.

    uv run python -m tools.pages
    uv run python -m tools.pages --check              (writes nothing; exit status 1 if a file is out of date)
    uv run python -m tools.pages --played run.jsonl   (first records a run of `python -m proofs.matrix`)

It also prints rules without code, test or scenario, words of options without a scenario, and sentences of sources
without a line on a rule sheet; then the exit status is 1, too. All plugins must be installed.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Final

from tools.pages import ROOT

_GOOD: Final = "every page is up to date, every rule has code and an example, and every word of an option a scenario"
#: The modules that make pages.
MAKERS: Final = (
    *("wire", "hooks", "names", "cli", "rulebook", "cookbook", "questions", "rules", "sources", "matrix"),
    *("laws", "proof", "pictures", "terminal", "speed_chart", "interval_charts"),
)


def outdated(maker: str) -> dict[Path, str]:
    """Return the new text of each file of a maker that is out of date."""
    pages: dict[Path, str] = import_module(f"tools.pages.{maker}").pages()
    return {file: text for file, text in pages.items() if not file.exists() or file.read_text("utf-8") != text}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    description, _, epilog = (__doc__ or "").partition("\n\n")
    parser = argparse.ArgumentParser(
        "python -m tools.pages", None, description, epilog, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--check", action="store_true", help="write nothing")
    parser.add_argument("--played", nargs="+", type=Path, metavar="RESULTS", help="files of results of the matrix")
    given = parser.parse_args(arguments)
    if given.played:
        from tools.pages import matrix  # noqa: PLC0415 - tests read the names of makers without all that they import

        matrix.record_files(given.played)
    faults = []
    for maker in MAKERS:
        for file, text in outdated(maker).items():
            name = file.relative_to(ROOT)
            if given.check:
                faults.append(f"{name} is out of date")
            else:
                file.write_text(text, "utf-8")
                print(f"wrote {name}")
    from tools.pages import rules, sources  # noqa: PLC0415 - as above

    faults += [*rules.faults(), *sources.faults()]
    print("\n".join(faults or [_GOOD]))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
