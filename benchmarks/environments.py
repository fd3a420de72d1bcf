"""Make Python environments for a checkout of rummy500: of its source, or of its compiled wheel."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path
from typing import Final, Literal, get_args

Build = Literal["pure", "compiled"]
BUILDS: Final[tuple[Build, ...]] = get_args(Build)

_HOOK: Final = {"HATCH_BUILD_HOOK_ENABLE_CUSTOM": "1"}
#: The files that a build depends on.
_SOURCES: Final = (
    "pyproject.toml",
    "tools/compiled_wheel.py",
    "tools/write_records.py",
    "src/**/*",
    "plugins/*/pyproject.toml",
    "plugins/*/src/**/*",
)


def compiled_environment(checkout: Path, folder: Path, *, with_plugins: bool = False) -> Path:
    """Build the compiled wheel of a checkout and install it in a new environment.

    Args:
        checkout: the root of the repository.
        folder: where the wheels and the environment are written.
        with_plugins: install the checkout's plugins, too.

    Returns:
        The environment's interpreter.

    Raises:
        subprocess.CalledProcessError: if `uv` or the compiler fails.
        FileNotFoundError: without `uv`.
    """
    python = _new_environment(folder)
    wheels, plugins = folder / "wheels", folder / "plugins"
    build = ("uv", "build", "--quiet", "--wheel", "--python", sys.executable)
    _run(*build, "--out-dir", str(wheels), str(checkout), compiled=True)
    (wheel,) = wheels.glob("rummy500-*.whl")
    packages = [wheel]
    if with_plugins:
        _run(*build, "--all-packages", "--out-dir", str(plugins), str(checkout))
        packages += [each for each in plugins.glob("*.whl") if not each.name.startswith("rummy500-")]
    _run("uv", "pip", "install", "--quiet", "--python", str(python), *map(str, packages))
    return python


def pure_environment(checkout: Path, folder: Path) -> Path:
    """Install the source of a checkout and of its plugins, editable, in a new environment.

    Args:
        checkout: the root of the repository; nothing is written there.
        folder: where the environment is written.

    Returns:
        The environment's interpreter.

    Raises:
        subprocess.CalledProcessError: if `uv` fails.
        FileNotFoundError: without `uv`.
    """
    python = _new_environment(folder)
    projects = [checkout, *(file.parent for file in sorted(checkout.glob("plugins/*/pyproject.toml")))]
    editable = [word for project in projects for word in ("--editable", str(project))]
    _run("uv", "pip", "install", "--quiet", "--python", str(python), *editable)
    return python


def interpreter(checkout: Path, build: Build, folder: Path) -> Path:
    """Return the Python that runs a checkout with its plugins; make an environment if there is none yet.

    The source runs in the checkout's own `.venv` if it has one. A compiled environment in `folder` is reused until a
    source file of the checkout changes.

    Args:
        checkout: the root of the repository.
        build: the source, or the compiled wheel.
        folder: the folder of environments.

    Raises:
        subprocess.CalledProcessError: if `uv` or the compiler fails.
        FileNotFoundError: without `uv`.
    """
    own = checkout / ".venv" / "bin" / "python"
    if build == "pure" and own.exists():
        return own
    home = folder / f"{build}-{sources_digest(checkout)}"
    ready, python = home / "ready", home / "venv" / "bin" / "python"
    if not ready.exists():
        if build == "compiled":
            compiled_environment(checkout, home, with_plugins=True)
        else:
            pure_environment(checkout, home)
        ready.touch()
    return python


def sources_digest(checkout: Path) -> str:
    """Return twelve hex digits of a checkout's source files, its path and the Python in use."""
    digest = hashlib.sha256(f"{checkout} {sys.version}".encode())
    files = {file for pattern in _SOURCES for file in checkout.glob(pattern)}
    for file in sorted(files):
        if file.is_file() and file.suffix != ".pyc":
            digest.update(f"{file.relative_to(checkout)}\0".encode() + file.read_bytes() + b"\0")
    return digest.hexdigest()[:12]


def clean_environment() -> dict[str, str]:
    """Return the environment variables, without those that would add another source or environment."""
    return {name: value for name, value in os.environ.items() if name not in ("VIRTUAL_ENV", "PYTHONPATH")}


def _new_environment(folder: Path) -> Path:
    _run("uv", "venv", "--quiet", "--clear", "--python", sys.executable, str(folder / "venv"))
    return folder / "venv" / "bin" / "python"


def _run(*command: str, compiled: bool = False) -> None:
    environment = clean_environment() | (_HOOK if compiled else {})
    subprocess.run(command, check=True, env=environment, stdin=subprocess.DEVNULL)
