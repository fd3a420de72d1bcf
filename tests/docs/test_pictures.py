"""Tests that each picture of the pages has a text beside it, and shows what its page says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tools import page_picture
from tools.pages import DOCS, ROOT
from tools.pages.pictures import PICTURES, SCORE

import rummy500 as r5
from rummy500.notation.picture import cards_svg

_LARGEST_PICTURE = 60_000
_LARGEST_MOVING = 2_500_000
_IMAGE = re.compile(r"^!\[([^\]]+)\]\((?:docs/|\.\./)?images/([\w-]+)\.svg\)$", re.MULTILINE)
_COUNT = re.compile(r"^\| (?:Ann|Ben) \| points \|\n\| --- \| --- \|\n((?:\|.*\n)+)", re.MULTILINE)
_POINTS = re.compile(r"^\| [^|]+ \| ([^|]+) \|$", re.MULTILINE)


def images(page: Path) -> dict[str, str]:
    """List the pictures of a page, each with its text."""
    return {name: text for text, name in _IMAGE.findall(page.read_text("utf-8"))}


PAGES = {page: DOCS / page for page in ("index.md", "how-to-play.md")} | {
    page.stem: page for page in sorted((DOCS / "variants").glob("*.md")) if images(page)
}


@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
def test_a_picture_has_its_text_for_screen_readers(page: Path) -> None:
    found = images(page)
    assert found
    assert found == {name: PICTURES[name].text for name in found}


def test_every_picture_is_on_a_page() -> None:
    assert {name for page in PAGES.values() for name in images(page)} == set(PICTURES)


@pytest.mark.parametrize(
    ("page", "file", "text", "begins", "most"),
    [
        ("README.md", page_picture.MOVING, page_picture.MOVING_TEXT, b"GIF89a", _LARGEST_MOVING),
        ("docs/play.md", page_picture.FILE, page_picture.TEXT, b"\x89PNG", _LARGEST_PICTURE),
    ],
)
def test_the_page_that_plays_is_shown_with_its_text(page: str, file: Path, text: str, begins: bytes, most: int) -> None:
    """Its looks are not compared: `tools.page_picture` takes the pictures in a browser."""
    from_page = file.relative_to((ROOT / page).parent)
    assert f"\n![{text}]({from_page.as_posix()})\n" in (ROOT / page).read_text("utf-8")
    assert file.read_bytes().startswith(begins)
    assert file.stat().st_size < most
    assert f"`{page_picture.COMMAND}`" in (ROOT / "CONTRIBUTING.md").read_text("utf-8")


def test_the_score_of_the_lesson_is_that_of_its_picture() -> None:
    """The page counts as `score_hand` does, line by line."""
    found = SCORE.reached()
    score = r5.score_hand(found.rules, found.state)
    counts = map(_POINTS.findall, _COUNT.findall((DOCS / "how-to-play.md").read_text("utf-8")))
    shown = [[int(points.replace("\N{MINUS SIGN}", "-").strip("*")) for points in count] for count in counts]
    lines = [[line.points for line in score.lines if line.seat == seat] for seat in (0, 1)]
    assert shown == [[*points, total] for points, total in zip(lines, score.by_seat, strict=True)]


def test_cards_svg_escapes_its_texts_and_refuses_a_width_out_of_range() -> None:
    pieces = r5.parse_action("0: meld {9s 9h *=9}").pieces
    drawn = cards_svg("<b>", [("<i>", pieces)], width=300)
    assert "<b>" not in drawn
    assert "<i>" not in drawn
    assert re.findall('data-card="([^"]+)"', drawn) == ["9s", "9h", "*=9"]
    with pytest.raises(ValueError, match="width must be from 240 to 2,000, not 10"):
        cards_svg("", [], width=10)
