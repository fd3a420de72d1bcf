"""A copy of the project in a folder of its own: mutants are put there, never into the checkout."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path


def make_copy(checkout: Path, root: Path, *, commit: str, added: Iterable[str] = ()) -> None:
    """Unpack a commit into an empty folder.

    Args:
        checkout: the checkout.
        root: the folder, which is made.
        commit: which commit.
        added: files of the checkout, as they are now, that are laid over the commit: tests that are not committed yet.
    """
    root.mkdir(parents=True)
    packed = subprocess.run(["git", "archive", commit], cwd=checkout, stdout=subprocess.PIPE, check=True).stdout
    subprocess.run(["tar", "x", "-C", str(root)], input=packed, check=True)
    for name in added:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(checkout / name, root / name)


@contextmanager
def changed(file: Path, code: str) -> Iterator[None]:
    """A file of the copy with other code in it, for as long as the block runs.

    Args:
        file: the file.
        code: what stands in it meanwhile.
    """
    original = file.read_text(encoding="utf-8")
    _write(file, code)
    try:
        yield
    finally:
        _write(file, original)


def _write(file: Path, code: str) -> None:
    file.write_text(code, encoding="utf-8")
    # Compiled code is known by its file's size and second, and two mutants of one second may be of one size.
    for compiled in file.parent.glob(f"__pycache__/{file.stem}.*.pyc"):
        compiled.unlink()
