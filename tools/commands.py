"""Run every command of the README, CONTRIBUTING and the documentation as a reader would.

    python -m tools.commands                      (an hour or more)
    python -m tools.commands --page README.md docs/cli.md
    python -m tools.commands --list

A command is a line after `$ ` in a `console` or `text` block, or a span of code that begins with a program of
`tools/commands.toml` and one argument. Each page is run on its own, in the order in which it shows files and commands,
in a fresh clone of the last commit. Of the caller's environment only the path, certificates and proxies are used; the
home folder and the caches are empty at first, and the virtual environment has only pip. Pages without an installation
begin with one. `tools/commands.toml` lists the commands to shorten, stop or leave out, with reasons. A command with a
placeholder (FILE, PATH/TO/..., three dots) or an unknown program is an error.
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import textwrap
import time
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

import attrs

ROOT: Final = Path(__file__).parents[1]
TABLE: Final = Path(__file__).with_suffix(".toml")
#: The variables that a clean environment takes from the caller's: for the network, and the path.
PASSED_ON: Final = (
    "PATH",
    "SSL_CERT_FILE",
    "SSL_CERT_DIR",
    "REQUESTS_CA_BUNDLE",
    "NODE_EXTRA_CA_CERTS",
    "HTTP_PROXY",
    "HTTPS_PROXY",
    "NO_PROXY",
)
_FENCE: Final = re.compile(
    r'^( *)```(\w+)(?: title="([^"]+)")?(?: hl_lines="[^"]+")?\n(.*?)^\1```', re.MULTILINE | re.DOTALL
)
_SPAN: Final = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
_COMMENT: Final = re.compile(r"\s{2,}#.*$")
_PLACEHOLDER: Final = re.compile(r"\.\.\.|\bpath/to\b|(?<![\w.$-])(?!HEAD\b)[A-Z]{4,}(?:/[A-Z]+)*(?![\w=.-])")
_ASSIGNMENT: Final = re.compile(r"[A-Z_]+=\S*")


@attrs.frozen
class Command:
    """A command of a page.

    Attributes:
        page: the page, from the root of the repository.
        line: its line.
        text: the command as on the page.
    """

    page: str
    line: int
    text: str

    def __str__(self) -> str:
        """Format the place and the command."""
        return f"{self.page}:{self.line}: {self.text}"


@attrs.frozen
class File:
    """A file that a page shows, which its reader saves before the next command."""

    line: int
    name: str
    text: str


@attrs.frozen
class Plan:
    """The plan for running a command.

    Attributes:
        text: the text for the shell; empty if it is not run.
        entries: the entries of the table that apply to it.
        seconds: the longest time that it may take.
        status: the exit status of a success.
        stop: the seconds after which it is stopped, as a success; 0 if it ends by itself.
        needs: a command that fails if this machine cannot run the plan.
    """

    text: str
    entries: tuple[Mapping[str, Any], ...]
    seconds: float
    status: int = 0
    stop: float = 0
    needs: str = ""

    @property
    def why(self) -> str:
        """Return why the command does not run as on its page."""
        return "; ".join(entry["why"] for entry in self.entries)


class UnknownCommandError(Exception):
    """Raised for a command that cannot be run, even with the table."""


@cache
def table() -> Mapping[str, Any]:
    """Read the table of `tools/commands.toml`."""
    return tomllib.loads(TABLE.read_text("utf-8"))


def pages() -> list[Path]:
    """List every page whose commands are run."""
    return sorted({page for pattern in table()["pages"] for page in ROOT.glob(pattern)})


def steps(page: Path) -> list[Command | File]:
    """List the files and commands of a page in the order of reading, each command once."""
    text, name = page.read_text("utf-8"), page.relative_to(ROOT).as_posix()
    found: list[Command | File] = []
    for line, each in sorted((*_blocks(text), *_spans(text)), key=lambda pair: pair[0]):
        if isinstance(each, File):
            found.append(each)
        elif all(not isinstance(other, Command) or other.text != each for other in found):
            found.append(Command(name, line, each))
    return found


def _blocks(text: str) -> Iterator[tuple[int, File | str]]:
    for block in _FENCE.finditer(text):
        first = text.count("\n", 0, block.start()) + 1
        _, language, title, code = block.groups()
        if title:
            yield first, File(first, title, textwrap.dedent(code))
        elif language in ("console", "text"):
            for number, line in enumerate(textwrap.dedent(code).splitlines(), start=first + 1):
                if line.startswith("$ "):
                    yield number, _COMMENT.sub("", line.removeprefix("$ "))


def _spans(text: str) -> Iterator[tuple[int, str]]:
    outside = _FENCE.sub(lambda block: "\n" * block[0].count("\n"), text)
    for number, line in enumerate(outside.splitlines(), start=1):
        for span in _SPAN.findall(line):
            if program(span) in table()["programs"] and len(span.split()) > 1:
                yield number, span


def program(command: str) -> str:
    """Return the program of a command, which may begin with variables."""
    words = command.split()
    return next((word for word in words if not _ASSIGNMENT.fullmatch(word)), "")


def plan(command: Command) -> Plan:
    """Plan how to run a command.

    Raises:
        UnknownCommandError: if it begins with an unknown program, or has a placeholder that the table does not fill.
    """
    text, entries = command.text, list[Mapping[str, Any]]()
    for change in table()["change"]:
        changed = re.sub(change["find"], change["use"], text)
        if changed != text and _is_about(change, command):
            text = changed
            entries.append(change)
    rules = (rule for rule in table()["rule"] if _is_about(rule, command) and re.search(rule["find"], text))
    rule: Mapping[str, Any] = next(rules, {})
    entries += [rule] if rule else []
    if rule.get("skip"):
        return Plan("", tuple(entries), 0)
    for part in re.split(r" && | \| ", text):
        if program(part) not in table()["programs"]:
            raise UnknownCommandError(f"{command}: {program(part)!r} is not a program of {TABLE.name}")
    left = _PLACEHOLDER.search(text)
    if left:
        raise UnknownCommandError(f"{command}: nothing in {TABLE.name} says what {left[0]!r} stands for")
    options = {name: rule[name] for name in ("status", "stop", "needs") if name in rule}
    return Plan(text, tuple(entries), rule.get("seconds", table()["seconds"]), **options)


def _is_about(entry: Mapping[str, Any], command: Command) -> bool:
    return command.page in entry.get("pages", [command.page])


# ---------------------------------------------------------------- running them


@attrs.define
class Reader:
    """A reader who follows one page on a clean machine.

    Attributes:
        page: the page.
        folder: the folder of all files of this reader.
        home: the home folder, which holds the caches that all readers of a run share.
        at: the folder of the next command.
    """

    page: Path
    folder: Path
    home: Path
    at: Path = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        """Begin in the clone."""
        self.at = self.clone

    def prepare(self) -> None:
        """Clone the repository, make the virtual environment, and install unless the page does it."""
        _quiet("git", "clone", "--quiet", str(ROOT), str(self.clone))
        _quiet(sys.executable, "-m", "venv", str(self.folder / "venv"))
        name = self.page.relative_to(ROOT)
        if not any(name.match(pattern) for pattern in table()["bare"]):
            for command in table()["install"]:
                done = self.run(Plan(command, (), table()["seconds"]))
                if done is not None:
                    raise RuntimeError(f"{name}: {command}: {done}")
        if any(isinstance(step, File) for step in steps(self.page)):
            self.at = self.folder / "work"  # the files of the page are a project of the reader's own
            self.at.mkdir()

    @property
    def clone(self) -> Path:
        """Return the folder of the clone."""
        return self.folder / "rummy500"

    def environment(self) -> dict[str, str]:
        """Return a clean environment, with the virtual environment activated."""
        kept = {name: os.environ[name] for name in (*PASSED_ON, *map(str.lower, PASSED_ON)) if name in os.environ}
        venv = self.folder / "venv"
        own = {"HOME": str(self.home), "VIRTUAL_ENV": str(venv), "PATH": f"{venv / 'bin'}{os.pathsep}{kept['PATH']}"}
        own |= {"CLONE": str(self.clone), "UV_PYTHON_DOWNLOADS": "never", "LANG": "C.UTF-8"}
        return kept | own

    def save(self, file: File) -> None:
        """Save a file that the page shows."""
        path = self.at / file.name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(file.text, "utf-8")

    def can(self, needs: str) -> bool:
        """Return whether this machine can run the command: its probe succeeds."""
        return not needs or self.run(Plan(needs, (), 60)) is None

    def run(self, how: Plan) -> str | None:
        """Run a command in a shell, in the folder where the last one ended.

        Returns:
            The error, with the end of the output; `None` for a success.
        """
        log, ended_at = self.folder / "log", self.folder / "ended-at"
        script = f"trap 'pwd >{shlex.quote(str(ended_at))}' EXIT\n{how.text}\n"
        with log.open("wb") as output:
            process = subprocess.Popen(
                ["bash", "-c", script],
                cwd=self.at,
                env=self.environment(),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
            try:
                status = process.wait(how.stop or how.seconds)
            except subprocess.TimeoutExpired:
                status = None
            finally:
                _end(process)
        if status is None and how.stop:
            return None
        if ended_at.exists():
            self.at = Path(ended_at.read_text("utf-8").strip())
        if status == how.status and not how.stop:
            return None
        ended = f"still running after {how.seconds:.0f} s" if status is None else f"exit status {status}"
        return "\n    ".join([ended, *log.read_text("utf-8", "replace").splitlines()[-25:]])


def _quiet(*command: str) -> None:
    subprocess.run(command, check=True, stdin=subprocess.DEVNULL)


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a process and its children, which are a process group."""
    for how in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(process.pid, how)
        except ProcessLookupError:
            break
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            continue
    process.wait()


def follow(page: Path, home: Path) -> Iterator[tuple[Command, str]]:
    """Follow a page in a temporary folder; yield each command with its plan and result."""
    with tempfile.TemporaryDirectory(prefix="reader-") as folder:
        reader = Reader(page, Path(folder).resolve(), home)
        reader.prepare()
        for step in steps(page):
            if isinstance(step, File):
                reader.save(step)
                continue
            how = plan(step)
            if not how.text:
                yield step, f"left out: {how.why}"
            elif not reader.can(how.needs):
                yield step, f"left out: this machine fails `{how.needs}`; {how.why}"
            else:
                began = time.monotonic()
                wrong = reader.run(how)
                ran = f"{time.monotonic() - began:.1f} s" + (f", as `{how.text}`" if how.text != step.text else "")
                yield step, f"ok, {ran}" if wrong is None else f"FAILED, {ran}: {wrong}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the commands; 0 if none failed."""
    parser = argparse.ArgumentParser(prog="python -m tools.commands", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--page", nargs="+", metavar="PAGE", help="only these pages, from the root of the repository")
    parser.add_argument("--list", action="store_true", help="say what would be run, and run nothing")
    asked = parser.parse_args(arguments)
    chosen = [page for page in pages() if not asked.page or page.relative_to(ROOT).as_posix() in asked.page]
    if not chosen:
        parser.error(f"no page with commands is {' or '.join(asked.page)}")
    commands = [step for page in chosen for step in steps(page) if isinstance(step, Command)]
    try:
        plans = [(command, plan(command)) for command in commands]
    except UnknownCommandError as error:
        parser.error(str(error))
    if asked.list:
        for command, how in plans:
            print(command, *([f"    {how.text or 'left out'}", f"    {how.why}"] if how.entries else []), sep="\n")
        return 0
    came: list[tuple[Command, str]] = []
    with tempfile.TemporaryDirectory(prefix="home-") as home:
        for page in chosen:
            if any(isinstance(step, Command) for step in steps(page)):
                for command, result in follow(page, Path(home).resolve()):
                    print(f"{command}\n    {result}", flush=True)
                    came.append((command, result))
    failed = [command for command, result in came if result.startswith("FAILED")]
    left_out = sum(result.startswith("left out") for _, result in came)
    print(f"\n{len(came) - len(failed) - left_out} ran, {left_out} left out, {len(failed)} failed")
    for command in failed:
        print(f"  {command}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
