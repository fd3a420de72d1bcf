"""Tests that the search of the built site finds what readers look for. They need node and the group docs."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import pytest
from tools.pages.questions import ALSO
from tools.site_hooks import KEYWORDS, SEARCH

ROOT: Final = Path(__file__).parents[2]
QUESTIONS: Final = "rules/questions/"
#: What players and programmers type, and the pages of which one is the first.
FIRST: Final[Mapping[str, Sequence[str]]] = {
    "how to play": ["how-to-play/"],
    "who goes first": [QUESTIONS],
    "three of a kind": [QUESTIONS, "how-to-play/"],
    "tie": [QUESTIONS, "how-to-play/"],
    "wild cards": [QUESTIONS, "how-to-play/"],
    "glossary": ["how-to-play/"],
    "faq": [QUESTIONS],
    "oklahoma": ["variants/oklahoma/"],
    "tutorial": ["first-program/"],
    "bot": ["write-a-player/"],
    "undo": ["guide/"],
    "save": ["guide/"],
    "polling": ["run-a-server/"],
    "multiplayer": ["put-it-online/"],
    "plugin": ["write-a-house-rule/"],
    "hooks": ["reference/hooks/"],
    "licence": ["about/"],
    "version": ["about/"],
    "runs": [QUESTIONS],
    "how to win": [QUESTIONS],
    "swap joker": ["variants/oklahoma/"],
    "pause": ["play-in-a-terminal/"],
}
#: Words for which one of several pages is right, and the page that is among the first two.
SECOND: Final[Mapping[str, str]] = {
    "changelog": "about/",
    "server": "put-it-online/",
    "websocket": "put-it-online/",
    "reconnect": "write-a-client/",
    "play": "play/",
    "link to a position": "put-it-online/",
}
#: Questions of players, and the section that answers first on its page.
SECTIONS: Final[Mapping[str, str]] = {
    "What is a meld?": "what-is-a-meld",
    "runs": "what-is-a-meld",
    "Do we need two packs?": "which-cards-do-you-need",
    "Must I meld if I can?": "must-you-meld",
    "Must I discard?": "how-does-a-turn-end",
    "What if there is a tie?": "who-wins-the-match",
    "Can I take the whole discard pile?": "can-you-take-a-card-from-deeper-in-the-pile",
    "take five cards from the pile": "can-you-take-a-card-from-deeper-in-the-pile",
    "lay off somebody else's meld": "who-may-lay-off-and-where",
    "Is the ace low or high?": "is-the-ace-high-or-low-in-a-run",
}
#: All questions of the page: their page is among the first two, and nearly always the right section is its first.
ASKED: Final = [each for text in [*ALSO, *ALSO.values()] for each in re.findall(r"[^?]+\?", text)]

pytestmark = pytest.mark.skipif(
    shutil.which("node") is None or find_spec("mkdocs") is None,
    reason="the site is built with the group docs, and searched with node",
)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the documentation, built."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--site-dir", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True)
    return folder


@pytest.fixture(scope="module")
def hits(site: Path) -> Mapping[str, list[list[str]]]:
    """Return the hits of each query, by page."""
    queries = list(dict.fromkeys([*FIRST, *SECOND, *SECTIONS, *ASKED]))
    command = ["node", str(Path(__file__).with_name("search.cjs")), str(site)]
    done = subprocess.run(command, input=json.dumps(queries), capture_output=True, text=True, check=True)
    return dict(zip(queries, json.loads(done.stdout), strict=True))


def pages(found: Sequence[Sequence[str]]) -> list[str]:
    """List the pages that a query finds, the best first."""
    return [page[0].partition("#")[0] for page in found]


def sections(found: Sequence[Sequence[str]]) -> list[str]:
    """List the sections of the page of questions that a query finds, if the page is one of the first two."""
    return [hit.partition("#")[2] for page in found[:2] for hit in page if hit.startswith(f"{QUESTIONS}#")]


def test_a_query_finds_its_page_first_or_second(hits: Mapping[str, list[list[str]]]) -> None:
    assert [query for query, first in FIRST.items() if pages(hits[query])[0] not in first] == []
    assert [query for query, page in SECOND.items() if page not in pages(hits[query])[:2]] == []


def test_a_question_finds_the_section_that_answers(hits: Mapping[str, list[list[str]]]) -> None:
    assert [query for query, section in SECTIONS.items() if sections(hits[query])[0] != section] == []


def test_every_question_finds_the_page_of_questions(hits: Mapping[str, list[list[str]]]) -> None:
    assert [query for query in ASKED if QUESTIONS not in pages(hits[query])[:2]] == []


def test_nothing_is_found_that_the_site_does_not_show(site: Path) -> None:
    found = json.loads((site / "search" / "search_index.json").read_text("utf-8"))["docs"]
    locations = {entry["location"] for entry in found}
    assert [each for each in locations if each.startswith("play/")] == ["play/"]  # the game, in place of that page
    assert not any("tags" in entry for entry in found)  # shown below each hit
    assert set(KEYWORDS) - locations == set()


def test_the_worker_of_the_site_begins_with_ours(site: Path) -> None:
    (worker,) = site.glob("assets/javascripts/workers/*.js")
    assert worker.read_text("utf-8").startswith(SEARCH.read_text("utf-8"))
