"""The quick tests of what has changed, by the map in `tests/README.md`: `python -m tools.rooms [COMMIT]` lists them."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
MAP: Final = ROOT / "tests" / "README.md"
_ROW: Final = re.compile(r"^\| (`.*?) \| .* \| (.*?) ?\|$", re.MULTILINE)
_NAME: Final = re.compile(r"`([^`]+)`")
#: Where rooms beside `tests/` lie.
_OUTSIDE: Final = ("proofs/", "plugins/", "examples/")
#: Rooms whose tests have a session of their own, and files that take too long for a minute.
_NOT_QUICK: Final = ("tests/web", "examples/", "packages/rummy500-learn")


def rooms() -> Iterator[tuple[list[str], list[str]]]:
    """List the rows of the map: folders of tests, and the sources whose changes ask for them."""
    for tests, sources in _ROW.findall(MAP.read_text(encoding="utf-8")):
        named = [name if name.startswith(_OUTSIDE) else f"tests/{name}" for name in _NAME.findall(tests)]
        yield named, _NAME.findall(sources)


def quick_tests(changed: Iterable[str]) -> list[str]:
    """List the tests to run for changed files: of the rooms that the map names, and changed test files themselves."""
    asked: dict[str, None] = {}
    for file in sorted(changed):
        if file.startswith("plugins/"):
            asked["/".join([*file.split("/")[:2], "tests"])] = None
        elif Path(file).name.startswith("test_") and file.endswith(".py") and (ROOT / file).exists():
            asked[file] = None
        for tests, sources in rooms():
            if not file.endswith(".md"):  # what tests of a room share: helpers, tables, scenarios
                asked.update({test: None for test in tests if file not in asked and file.startswith(f"{test}/")})
            if any(file == source or file.startswith(f"{source}/") for source in sources if "NAME" not in source):
                asked.update(dict.fromkeys(tests))
    quick = [test for test in asked if not test.startswith(_NOT_QUICK) and (ROOT / test).exists()]
    return [test for test in quick if not any(test.startswith(f"{other}/") for other in quick)]


def changed_since(commit: str) -> list[str]:
    """List the files that differ from a commit, new ones too; those of the last commit if nothing differs.

    Raises:
        subprocess.CalledProcessError: if there is no such commit.
    """

    def listed(*command: str) -> list[str]:
        done = subprocess.run(["git", *command], cwd=ROOT, capture_output=True, text=True, check=True)
        return done.stdout.splitlines()

    new = listed("ls-files", "--others", "--exclude-standard")
    return [*listed("diff", "--name-only", commit), *new] or listed("diff", "--name-only", "HEAD^", "HEAD")


if __name__ == "__main__":
    print(*quick_tests(changed_since(sys.argv[1] if sys.argv[1:] else "HEAD")))
