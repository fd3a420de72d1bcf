"""Run the source of another commit in the environment of this checkout, as it is or compiled."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from typing import Final, Literal, get_args

Build = Literal["pure", "compiled"]
BUILDS: Final[tuple[Build, ...]] = get_args(Build)
ROOT: Final = Path(__file__).parents[1]


def git(*command: str) -> str | None:
    """Run git in this repository and return its output, `None` if it fails."""
    done = subprocess.run(["git", *command], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.strip() if not done.returncode else None


def unpacked(commit: str, folder: Path) -> Path:
    """Unpack the files of a commit into a folder, and return the folder.

    Raises:
        ValueError: if this copy of the repository does not have the commit.
    """
    packed = subprocess.run(["git", "archive", commit], cwd=ROOT, capture_output=True, check=False)
    if packed.returncode:
        raise ValueError(f"this copy of the repository has no commit {commit}")
    with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as files:
        files.extractall(folder, filter="data")
    return folder


def environment(source: Path, build: Build, folder: Path) -> dict[str, str]:
    """Return the variables of a process that imports a source with its plugins.

    Args:
        source: the root of a checkout, or of a commit unpacked.
        build: as it is, or the compiled wheel, which is built first.
        folder: where the wheel is built and unpacked.

    Raises:
        subprocess.CalledProcessError: if the source does not compile.
    """
    core = source / "src" if build == "pure" else _compiled(source, folder)
    paths = [core, *sorted(source.glob("plugins/*/src"))]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, paths))}


def _compiled(source: Path, folder: Path) -> Path:
    hook = {**os.environ, "HATCH_BUILD_HOOK_ENABLE_CUSTOM": "1"}
    hook.pop("VIRTUAL_ENV", None)
    build = ["uv", "build", "--quiet", "--wheel", "--python", sys.executable, "--out-dir", str(folder), str(source)]
    subprocess.run(build, check=True, env=hook, stdin=subprocess.DEVNULL)
    (wheel,) = folder.glob("rummy500-*.whl")
    with zipfile.ZipFile(wheel) as files:
        files.extractall(folder)
    return folder
