"""`rummy500 mutate`."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import Final

import click

from rummy500.base.errors import nearest
from rummy500.hooks.plugin import installed
from rummy500_terminal.files import Trouble
from rummy500_testing_cli.mutants import Mutant, changed_line, in_order, mutants_of, mutated, name_at

#: These functions describe a plugin in words and numbers that no play shows.
_DESCRIBES: Final = ("plugin_info", "entries")
#: A mutant that takes so many times as long as unchanged code, and so many seconds more, is stopped.
_PATIENCE: Final = 3
_GRACE: Final = 10


@click.command("mutate")
@click.argument("plugin", metavar="PLUGIN")
@click.option("--scenarios", "paths", multiple=True, required=True, metavar="PATH", help="A file or a folder.")
@click.option("--laws", "files", multiple=True, metavar="FILE", help="Check the laws of a Python file, too.")
@click.option("--mutants", metavar="N", type=click.IntRange(1), default=40, show_default=True, help="How many changes.")
@click.option("--seed", metavar="N", type=click.IntRange(0), default=0, show_default=True, help="Draws the sample.")
@click.option("--hands", metavar="N", type=click.IntRange(0), default=4, show_default=True, help="Hands under laws.")
@click.option("--preset", default="classic", show_default=True, help="The rules of these hands.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of these hands.")
@click.option("--seats", type=int, default=3, show_default=True, help="The seats of these hands.")
def command(  # noqa: PLR0913 - one argument for each option
    *,
    plugin: str,
    paths: Sequence[str],
    files: Sequence[str],
    mutants: int,
    seed: int,
    hands: int,
    preset: str,
    options: Sequence[str],
    seats: int,
) -> int:
    """Do my scenarios and laws pin my rule? Change the source of PLUGIN, and list the changes that nothing notices.

    PLUGIN is the name of an installed plugin, or its file ./rule.py. A copy of its source is changed at one place
    after the other: another comparison, another number, a condition the other way round. Its scenarios and then the
    laws in random hands run with each change. The changes that neither notices are listed by line: each needs another
    scenario, or makes no difference. Exit code 1 if there is one. It needs the package cosmic-ray.
    """
    try:
        source = _source_of(plugin)
        with tempfile.TemporaryDirectory(prefix="mutate-") as folder:
            copy = Path(folder) / source.name
            (shutil.copytree if source.is_dir() else shutil.copy2)(source, copy)
            named = ["--plugin", str(copy)] if source.is_file() else []
            scenarios = [str(file) for path in paths for file in _scenarios(Path(path))]
            laws = ["--plugin", str(copy) if named else plugin, "--preset", preset, "--seats", str(seats)]
            laws += [word for option in options for word in ("--option", option)]
            laws += [word for file in files for word in ("--laws", str(Path(file).resolve()))]
            laws += [word for path in paths for word in ("--scenarios", str(Path(path).resolve()))]
            stages = {"scenarios": ["check", *named, *scenarios]}
            if hands:
                stages["laws"] = ["laws", *laws, "--hands", str(hands)]
            return _judge(copy, islice(_sample(copy, seed), mutants), stages)
    except ModuleNotFoundError as error:
        raise Trouble(f"{error}: install cosmic-ray") from None


def _source_of(plugin: str) -> Path:
    """Return the file of a plugin, or the folder of its package."""
    if plugin.endswith(".py"):
        if not Path(plugin).is_file():
            raise Trouble(f"there is no file {plugin}")
        return Path(plugin).resolve()
    points = installed().get(plugin)
    if not points:
        raise Trouble(f"there is no plugin {plugin!r}; {nearest(plugin, installed())}")
    spec = find_spec(points[0].value.partition(":")[0].partition(".")[0])
    if spec is None or spec.origin is None:
        raise Trouble(f"the source of the plugin {plugin} is not found")
    file = Path(spec.origin)
    return file.parent if file.stem == "__init__" else file


def _scenarios(path: Path) -> list[Path]:
    found = sorted(path.rglob("*.scenario.toml")) if path.is_dir() else [path]
    if not found:
        raise Trouble(f"there are no scenarios in {path}")
    return [file.resolve() for file in found]


def _sample(copy: Path, seed: int) -> Iterator[tuple[Path, Mutant, str]]:
    """List changes of a plugin in the order of a seed, each with its file and the changed code."""
    code_files = [copy] if copy.is_file() else sorted(copy.rglob("*.py"))
    files = {file.relative_to(copy.parent).as_posix(): file for file in code_files}
    codes = {name: file.read_text("utf-8") for name, file in files.items()}
    for mutant in in_order((mutant for name, code in codes.items() for mutant in mutants_of(name, code)), seed):
        code = codes[mutant.file]
        changed = None if name_at(code, mutant.line) in _DESCRIBES else mutated(code, mutant)
        if changed is not None:
            yield files[mutant.file], mutant, changed


def _judge(copy: Path, sample: Iterator[tuple[Path, Mutant, str]], stages: dict[str, list[str]]) -> int:
    """Run scenarios and laws with each change, and show the changes that nothing notices."""
    limits: dict[str, float] = {}
    for name, stage in stages.items():
        began = time.monotonic()
        failed = _run(copy, stage, None)
        if failed:
            raise Trouble(f"the {name} fail before anything is changed:\n{failed}")
        limits[name] = (time.monotonic() - began) * _PATIENCE + _GRACE
    noticed, survivors = Counter[str](), list[str]()
    for file, mutant, changed in sample:
        original = file.read_text("utf-8")
        file.write_text(changed, "utf-8")
        by = next((name for name, stage in stages.items() if _run(copy, stage, limits[name])), "")
        file.write_text(original, "utf-8")
        noticed[by] += 1
        if not by:
            before, after = changed_line(original, changed)
            place = f"{mutant.file}:{mutant.line} {name_at(original, mutant.line)}".rstrip()
            survivors.append(f"{place}\n  - {before}\n  + {after}")
            click.echo(survivors[-1])
    found = ", ".join(f"{noticed[name]} by the {name}" for name in stages)
    click.echo(f"{noticed.total()} changes: {found}, {len(survivors)} by nothing")
    return 1 if survivors else 0


def _run(copy: Path, arguments: Sequence[str], limit: float | None) -> str:
    """Run a command of rummy500 with the copy in place of the plugin; return what it shows if it fails."""
    path = os.pathsep.join([str(copy.parent), *filter(None, [os.environ.get("PYTHONPATH")])])
    environment = {**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}
    # Without -P the current folder would come first, and with it the unchanged file.
    command = [sys.executable, "-P", "-m", "rummy500", *arguments]
    try:
        ran = subprocess.run(  # noqa: S603 - rummy500 itself, with files that the user names
            command, env=environment, capture_output=True, text=True, check=False, timeout=limit
        )
    except subprocess.TimeoutExpired:
        return "it takes too long"
    return "" if ran.returncode == 0 else (ran.stdout + ran.stderr) or f"exit code {ran.returncode}"
