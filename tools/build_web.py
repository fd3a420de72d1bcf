"""Builds the page that plays, and on request serves it with the documentation.

    uv run --group docs python -m tools.build_web --serve     the whole site, at http://127.0.0.1:8000/play/
    uv run python -m tools.build_web --only-page              the page alone, into site/play

npm (20 or later) is asked for Pyodide and lit-html, at the versions in web/package.json. The page asks no other host
for anything: all that it loads lies beside it.
"""

from __future__ import annotations

import argparse
import gzip
import http.server
import importlib.metadata
import io
import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path
from typing import BinaryIO, Final
from urllib.parse import urlsplit

from rummy500.notation.picture import SUIT_SHAPES

ROOT: Final = Path(__file__).resolve().parent.parent
WEB: Final = ROOT / "web"
BUILD: Final = ROOT / "build" / "web"
PYODIDE: Final = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
#: What the page is made of; package.json and tsconfig.json are for the build and the checks.
PAGE_SUFFIXES: Final = (".html", ".css", ".js", ".py", ".svg")
#: What is compressed already.
UNZIPPED: Final = (".zip", ".png", ".woff2")
SUIT_IDS: Final = ("suit-s", "suit-h", "suit-d", "suit-c", "suit-j")
#: What the page does not use: rules to copy, what imports pytest or Hypothesis, and the screens of the terminal.
UNUSED: Final = (
    "rummy500_cookbook/",
    "pytest_rummy500/",
    "rummy500_learn",  # and what its wheel says of itself
    "rummy500_terminal",
    "rummy500_testing_cli/",
    "rummy500_testing/strategies/",
    "rummy500_testing/machine.py",
    "rummy500_testing/pytest_plugin.py",
)
#: What it uses of them: it replays transcripts, and checks laws.
USED: Final = tuple(f"rummy500_terminal/{name}.py" for name in ("__init__", "judging", "time_limit"))
#: An entry of a zip has a time; one for all makes equal builds equal.
ZIP_TIME: Final = (1980, 1, 1, 0, 0, 0)


def main() -> None:
    parser = argparse.ArgumentParser(description="Build the page that plays.")
    parser.add_argument("--site", type=Path, default=ROOT / "site", help="the folder of the built documentation")
    parser.add_argument("--only-page", action="store_true", help="do not build the documentation first")
    parser.add_argument("--serve", action="store_true", help="serve the site when it is built")
    parser.add_argument("--port", type=int, default=8000)
    asked = parser.parse_args()
    if not asked.only_page:
        command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(asked.site)]
        subprocess.run(command, cwd=ROOT, check=True, env=os.environ | {"NO_MKDOCS_2_WARNING": "1"})
    page = build_page(asked.site / "play")
    print(f"{sum(each.stat().st_size for each in page.rglob('*') if each.is_file()) / 1e6:.1f} MB in {page}")
    if asked.serve:
        serving = server(asked.site, asked.port)
        print(f"http://127.0.0.1:{serving.server_port}/play/", flush=True)  # into a pipe, too
        serving.serve_forever()


def build_page(target: Path) -> Path:
    """Build the page into a folder, which is emptied first."""
    packages = npm_packages()
    shutil.rmtree(target, ignore_errors=True)
    vendor = target / "vendor"
    (vendor / "lit-html" / "directives").mkdir(parents=True)
    (vendor / "pyodide").mkdir()
    for name in PYODIDE:
        shutil.copy(packages / "pyodide" / name, vendor / "pyodide")
    for folder in (Path(), Path("directives")):
        for file in (packages / "lit-html" / folder).glob("*.js"):
            # The maps of lit-html are not copied: a browser's tools would ask for them in vain.
            text = re.sub(r"\n//# sourceMappingURL=.*", "", file.read_text("utf-8"))
            (vendor / "lit-html" / folder / file.name).write_text(text, "utf-8")
    for file in WEB.iterdir():
        if file.suffix in PAGE_SUFFIXES:
            shutil.copy(file, target)
    index = target / "index.html"
    index.write_text(index.read_text("utf-8").replace("<!-- suits -->", suits()), "utf-8")
    (target / "library.zip").write_bytes(library())
    compile_start(packages / "pyodide", target)
    return target


def npm_packages() -> Path:
    """The installed packages of web/package.json."""
    BUILD.mkdir(parents=True, exist_ok=True)
    wanted = (WEB / "package.json").read_text("utf-8")
    here = BUILD / "package.json"
    if not (BUILD / "node_modules").is_dir() or not here.exists() or here.read_text("utf-8") != wanted:
        here.write_text(wanted, "utf-8")
        npm = shutil.which("npm")
        if npm is None:
            raise SystemExit("npm was not found: install node 20 or later, or build the documentation alone")
        command = [npm, "install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock", "--silent"]
        subprocess.run(command, cwd=BUILD, check=True)
        vendor = BUILD / "vendor"  # where the page imports them from, so that the type checker finds their types
        shutil.rmtree(vendor, ignore_errors=True)
        vendor.mkdir()
        for name in ("lit-html", "pyodide"):
            (vendor / name).symlink_to(BUILD / "node_modules" / name)
    return BUILD / "node_modules"


def compile_start(pyodide: Path, target: Path) -> None:
    """Add to a page the bytecode of what it loads at its start, compiled by its Pyodide."""
    node = shutil.which("node")
    if node is None:
        raise SystemExit("node was not found: install node 20 or later, or build the documentation alone")
    done = subprocess.run(
        [node, str(ROOT / "tools" / "bytecode.mjs"), str(pyodide), str(target)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    if done.returncode:
        raise SystemExit(f"Pyodide did not compile the page's start: {done.stdout.decode()[-1000:]}")


def suits() -> str:
    """The shapes of the suits, as symbols that the page uses by id."""
    symbols = (
        f'<symbol id="{name}" viewBox="0 0 24 24"><path d="{shape}"/></symbol>'
        for name, shape in zip(SUIT_IDS, SUIT_SHAPES, strict=True)
    )
    return f'<svg class="symbols" aria-hidden="true">{"".join(symbols)}</svg>'


def library() -> bytes:
    """The wheels of core and plugins and the packages that they need, as one zip to unpack."""
    wheels = BUILD / "wheels"
    shutil.rmtree(wheels, ignore_errors=True)
    command = ["uv", "build", "--quiet", "--wheel", "--all-packages", "--out-dir", str(wheels)]
    subprocess.run(command, cwd=ROOT, check=True)
    found = io.BytesIO()
    with zipfile.ZipFile(found, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as merged:
        for name, data in sorted(wheel_files(wheels)) + sorted(dependency_files()):
            merged.writestr(zipfile.ZipInfo(name, ZIP_TIME), data, zipfile.ZIP_DEFLATED)
    return found.getvalue()


def wheel_files(wheels: Path) -> Iterator[tuple[str, bytes]]:
    for wheel in wheels.glob("*.whl"):
        with zipfile.ZipFile(wheel) as opened:
            for name in opened.namelist():
                if name in USED or not name.startswith(UNUSED):
                    yield name, opened.read(name)


def dependency_files() -> Iterator[tuple[str, bytes]]:
    """The files of what the core depends on, as installed here: all of it is pure Python."""
    for requirement in importlib.metadata.requires("rummy500") or ():
        if "extra ==" in requirement:
            continue
        name = re.split(r"[^A-Za-z0-9_.-]", requirement)[0]
        for file in importlib.metadata.distribution(name).files or ():
            if file.suffix in (".so", ".pyd"):
                raise SystemExit(f"{name} is not pure Python: {file}")
            if file.suffix in (".py", "") and "__pycache__" not in file.parts and ".." not in file.parts:
                yield file.as_posix(), file.read_binary()


@cache
def zipped(file: Path, _changed: int) -> bytes:
    """A file, compressed once for as long as it does not change."""
    return gzip.compress(file.read_bytes(), 6)


class Handler(http.server.SimpleHTTPRequestHandler):
    """Serves a folder, compressed, with the types that browsers insist on; what a browser has is not sent again."""

    extensions_map = http.server.SimpleHTTPRequestHandler.extensions_map | {
        ".js": "text/javascript",
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
    }

    def send_head(self) -> io.BytesIO | BinaryIO | None:
        file = Path(self.translate_path(self.path))
        if urlsplit(self.path).path.endswith("/"):
            file /= "index.html"
        if not file.is_file():
            return super().send_head()
        changed = file.stat().st_mtime_ns
        zips = file.suffix not in UNZIPPED and "gzip" in self.headers.get("Accept-Encoding", "")
        tag = f'"{changed:x}{"-gzip" if zips else ""}"'
        is_known = tag in self.headers.get("If-None-Match", "")
        self.send_response(304 if is_known else 200)
        self.send_header("ETag", tag)
        self.send_header("Cache-Control", "no-cache")  # a browser keeps a file, and asks whether it has changed
        self.send_header("Vary", "Accept-Encoding")
        body = b"" if is_known else zipped(file, changed) if zips else file.read_bytes()
        if not is_known:
            self.send_header("Content-Type", self.guess_type(file))
            self.send_header("Content-Length", str(len(body)))
            if zips:
                self.send_header("Content-Encoding", "gzip")
        self.end_headers()
        return io.BytesIO(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name in the base class
        """Stay silent."""


def server(folder: Path, port: int) -> http.server.ThreadingHTTPServer:
    """A server of a folder; port 0 finds a free one."""
    return http.server.ThreadingHTTPServer(("127.0.0.1", port), partial(Handler, directory=str(folder)))


if __name__ == "__main__":
    main()
