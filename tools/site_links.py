"""Check every link, anchor and image of the built site and of the READMEs: `uv run python -m tools.site_links site`.

`mkdocs build --strict` checks links between Markdown files. This also checks raw HTML, generated anchors, the pages of
docstrings, pictures without a text, and files that GitHub shows. Links to other sites are checked for their form alone.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from html.parser import HTMLParser
from pathlib import Path
from typing import Final
from urllib.parse import SplitResult, unquote, urlsplit

ROOT: Final = Path(__file__).parents[1]
#: Pages that people read on GitHub, with their links as seen from there.
READMES: Final = (
    *("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"),
    *("plugins/*/README.md", "proofs/**/README.md", "web/*.md", "examples/**/*.md"),
)
_FENCED: Final = re.compile(r"^( *)```.*?^\1```|`[^`\n]*`", re.MULTILINE | re.DOTALL)
_LINK: Final = re.compile(r"\]\(([^)\s]+)\)|(?:href|src)=\"([^\"]+)\"")
_ELSEWHERE: Final = ("http", "https", "mailto", "data")
_HTML: Final = ".html"


class _Page(HTMLParser):
    """The anchors of a page, its links, and its images without a text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[str] = []
        self.wordless: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.anchors |= {each for each in (found.get("id"), found.get("name")) if each}
        self.links += [each for each in (found.get("href"), found.get("src")) if each]
        if tag == "img" and not found.get("alt"):
            self.wordless.append(found.get("src") or "")


def site_faults(site: Path) -> Iterator[str]:
    """List the links of a built site that lead nowhere, and its images without a text.

    Args:
        site: the folder of the site.
    """
    root = site.resolve()
    pages = {file: _Page(file.read_text("utf-8")) for file in sorted(root.rglob(f"*{_HTML}"))}
    anchors = {file: page.anchors for file, page in pages.items()}
    for file, page in pages.items():
        name = file.relative_to(root).as_posix()
        yield from (f"{name}: the image {image} has no text" for image in page.wordless)
        for link in dict.fromkeys(page.links):
            if fault := _fault(file, link, root, anchors):
                yield f"{name}: {link}: {fault}"


def readme_faults(root: Path) -> Iterator[str]:
    """List the links of READMEs that lead nowhere.

    Args:
        root: the folder of the repository.
    """
    files = sorted({file for pattern in READMES for file in root.glob(pattern) if "node_modules" not in file.parts})
    for file in files:
        for found in _LINK.findall(_FENCED.sub("", file.read_text("utf-8"))):
            link = found[0] or found[1]
            path = (file.parent / unquote(urlsplit(link).path)).resolve() if urlsplit(link).path else file
            anchors = {path: _headings(path)} if path.suffix == ".md" and path.exists() else {}
            if fault := _fault(file, link, root, anchors):
                yield f"{file.relative_to(root).as_posix()}: {link}: {fault}"


def _fault(file: Path, link: str, root: Path, anchors: Mapping[Path, set[str]]) -> str:
    """Return what is wrong with a link, empty if nothing is."""
    to: SplitResult = urlsplit(link)
    if to.scheme in _ELSEWHERE:
        return "" if to.netloc or to.scheme in {"mailto", "data"} else "an address without a host"
    if to.scheme or to.netloc:
        return f"no link begins with {to.scheme or '//'}"
    path = _file(file, unquote(to.path), root)
    if not path.exists():
        return "there is no such file"
    # `play/#preset=pagat` is a game to open, and no anchor: tests/docs/test_variant_pages.py composes each.
    is_game = "=" in to.fragment and path == root / "play" / f"index{_HTML}"
    if to.fragment and not is_game and path in anchors and unquote(to.fragment) not in anchors[path]:
        return "there is no such anchor"
    return ""


def _file(file: Path, path: str, root: Path) -> Path:
    """Return the file that a path in a link from another file leads to."""
    if not path:
        return file
    found = (root / path.lstrip("/") if path.startswith("/") else file.parent / path).resolve()
    return found / f"index{_HTML}" if found.is_dir() and file.suffix == _HTML else found


def _headings(file: Path) -> set[str]:
    """Return the anchors of a Markdown file, as GitHub and the site make them."""
    text = _FENCED.sub(lambda code: code[0].strip("`") if "\n" not in code[0] else "", file.read_text("utf-8"))
    headings = re.findall(r"^#+ (.*?)(?: \{ #([\w.-]+) \})?$", text, re.MULTILINE)
    return {own or re.sub(r"\s+", "-", re.sub(r"[^\w\s-]", "", heading).strip().lower()) for heading, own in headings}


def main(site: Path) -> int:
    """Print the faults; the exit status is 1 if there are any."""
    faults = [*site_faults(site), *readme_faults(ROOT)]
    print("\n".join(faults) if faults else "every link, anchor and image is right")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
