"""Tests of the server of tools/build_web, without a browser."""

from __future__ import annotations

import gzip
import threading
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from tools.build_web import server

TEXT: Final = "// The same line again.\n" * 500


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """The address of a folder with a module and an archive."""
    (tmp_path / "page.js").write_text(TEXT, "utf-8")
    (tmp_path / "library.zip").write_bytes(TEXT.encode())
    with server(tmp_path, 0) as serving:
        threading.Thread(target=serving.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{serving.server_port}/"
        serving.shutdown()


def fetched(address: str, **headers: str) -> tuple[str | None, bytes]:
    """The encoding of what the server sends, and the bytes of it."""
    with urllib.request.urlopen(urllib.request.Request(address, headers=headers), timeout=10) as answer:
        return answer.headers["Content-Encoding"], answer.read()


def test_the_page_is_served_compressed(address: str) -> None:
    encoding, body = fetched(f"{address}page.js", **{"Accept-Encoding": "gzip, br"})
    assert (encoding, gzip.decompress(body)) == ("gzip", TEXT.encode())
    assert len(body) < len(TEXT) / 10


def test_a_file_that_has_changed_is_served_as_it_is_now(address: str, tmp_path: Path) -> None:
    fetched(f"{address}page.js", **{"Accept-Encoding": "gzip"})
    (tmp_path / "page.js").write_text("now", "utf-8")
    assert gzip.decompress(fetched(f"{address}page.js", **{"Accept-Encoding": "gzip"})[1]) == b"now"


def test_what_is_compressed_or_not_wanted_so_is_sent_as_it_is(address: str) -> None:
    assert fetched(f"{address}page.js") == (None, TEXT.encode())
    assert fetched(f"{address}library.zip", **{"Accept-Encoding": "gzip"}) == (None, TEXT.encode())
