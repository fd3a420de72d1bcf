"""Copy the project to a folder for mutants; the checkout is never changed."""

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
        root: the folder, which is created.
        commit: the commit.
        added: files of the checkout to copy over the commit, such as tests that are not committed yet.
    """
    root.mkdir(parents=True)
    packed = subprocess.run(["git", "archive", commit], cwd=checkout, stdout=subprocess.PIPE, check=True).stdout
    subprocess.run(["tar", "x", "-C", str(root)], input=packed, check=True)
    for name in added:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(checkout / name, root / name)


@contextmanager
def changed(file: Path, code: str) -> Iterator[None]:
    """Replace the code of a file in the copy while the block runs.

    Args:
        file: the file.
        code: the code in the meantime.
    """
    original = file.read_text(encoding="utf-8")
    _write(file, code)
    try:
        yield
    finally:
        _write(file, original)


def _write(file: Path, code: str) -> None:
    file.write_text(code, encoding="utf-8")
    # Python finds bytecode by the file's size and second, and two mutants of one second may have one size.
    for compiled in file.parent.glob(f"__pycache__/{file.stem}.*.pyc"):
        compiled.unlink()
