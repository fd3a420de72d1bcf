"""Tests of the server of tools/build_web, without a browser."""

from __future__ import annotations

import gzip
import http.client
import http.server
import io
import re
import sys
import threading
import urllib.request
import zipfile
from collections.abc import Iterator
from email.message import Message
from pathlib import Path
from typing import Final

import pytest
from tools import build_web
from tools.build_web import server

TEXT: Final = "// The same line again.\n" * 500


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """The address of a folder with a module and an archive."""
    (tmp_path / "page.js").write_text(TEXT, "utf-8")
    (tmp_path / "library.zip").write_bytes(TEXT.encode())
    (tmp_path / "index.html").write_text(TEXT, "utf-8")
    with server(tmp_path, 0) as serving:
        threading.Thread(target=serving.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{serving.server_port}/"
        serving.shutdown()


def fetched(address: str, **headers: str) -> tuple[str | None, bytes]:
    """The encoding of what the server sends, and the bytes of it."""
    with urllib.request.urlopen(urllib.request.Request(address, headers=headers), timeout=60) as answer:
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


def asked(address: str, path: str, **headers: str) -> tuple[int, Message, bytes]:
    """The status of an answer, its headers and its body."""
    connection = http.client.HTTPConnection(address.removeprefix("http://").rstrip("/"), timeout=60)
    connection.request("GET", f"/{path}", headers=headers)
    answer = connection.getresponse()
    found = answer.status, answer.headers, answer.read()
    connection.close()
    return found


@pytest.mark.parametrize("coding", ["gzip", "identity"])
@pytest.mark.parametrize("path", ["page.js", "library.zip", "", "?table=1"])
def test_a_browser_loads_a_file_once_until_it_changes(address: str, tmp_path: Path, path: str, coding: str) -> None:
    _, headers, _ = asked(address, path, **{"Accept-Encoding": coding})
    assert headers["Cache-Control"] == "no-cache"  # a browser keeps the file, and asks whether it has changed
    tag = headers["ETag"]
    for known in (tag, f'"other", W/{tag}'):
        status, headers, body = asked(address, path, **{"Accept-Encoding": coding, "If-None-Match": known})
        assert (status, headers["ETag"], body) == (304, tag, b"")
    assert asked(address, path, **{"Accept-Encoding": coding, "If-None-Match": '"other"'})[0] == 200
    (tmp_path / (path.partition("?")[0] or "index.html")).write_text("now", "utf-8")
    assert asked(address, path, **{"Accept-Encoding": coding, "If-None-Match": tag})[0] == 200


def test_a_compressed_file_and_the_file_as_it_is_have_tags_of_their_own(address: str) -> None:
    found = [asked(address, "page.js", **{"Accept-Encoding": coding})[1] for coding in ("gzip", "identity")]
    assert len({headers["ETag"] for headers in found}) == 2
    assert [headers["Vary"] for headers in found] == ["Accept-Encoding"] * 2


def test_the_address_is_written_before_anybody_is_served__also_into_a_pipe(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    written, seen = io.BytesIO(), []
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written))  # holds lines back, as a pipe does
    monkeypatch.setattr(sys, "argv", ["build_web", "--only-page", "--serve", "--site", str(tmp_path), "--port", "0"])
    monkeypatch.setattr(build_web, "build_page", lambda page: page)

    def serve(serving: http.server.ThreadingHTTPServer) -> None:
        seen.append((written.getvalue().decode(), serving.server_port))
        serving.server_close()

    monkeypatch.setattr(http.server.ThreadingHTTPServer, "serve_forever", serve)
    build_web.main()
    ((text, port),) = seen
    assert text.splitlines()[-1:] == [f"http://127.0.0.1:{port}/play/"]


def test_the_library_has_of_the_test_kit_what_checks_laws(tmp_path: Path) -> None:
    """No cookbook, and nothing that imports pytest or Hypothesis: the page has neither."""
    kit = Path(build_web.ROOT, "packages", "rummy500-testing", "src")
    with zipfile.ZipFile(tmp_path / "kit.whl", "w") as wheel:
        for file in kit.rglob("*.py"):
            wheel.write(file, file.relative_to(kit))
    packed = dict(build_web.wheel_files(tmp_path))
    assert {"rummy500_testing/__init__.py", "rummy500_testing/laws/secrecy.py"} <= set(packed)
    assert {name.partition("/")[0] for name in packed} == {"rummy500_testing"}
    for name, data in packed.items():
        assert not re.search(rb"^(from|import) (pytest|hypothesis)", data, re.MULTILINE), name


def test_the_library_has_nothing_of_the_package_for_learning(tmp_path: Path) -> None:
    learn = Path(build_web.ROOT, "packages", "rummy500-learn", "src")
    with zipfile.ZipFile(tmp_path / "learn.whl", "w") as wheel:
        for file in learn.rglob("*.py"):
            wheel.write(file, file.relative_to(learn))
        wheel.writestr("rummy500_learn-0.1.0.dist-info/METADATA", "")
        wheel.writestr("rummy500/__init__.py", "")
    assert [name for name, _ in build_web.wheel_files(tmp_path)] == ["rummy500/__init__.py"]
