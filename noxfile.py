"""The commands that judge a change: `uvx nox -s check` while you work, `uvx nox` for everything that must hold.

    uvx nox -l                          what there is
    uvx nox -s check                    before a commit: style, layers, types, the quick tests of the rooms you changed
    uvx nox -s check -- main            the same for all that has changed since the commit main
    uvx nox -s tests-3.12 -- -k joker   more arguments go to pytest

Each session has an environment of its own under `.nox/`, which `uv run` brings up to date. `bash .ci/run` prepares a
machine and runs all of them.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

import nox

nox.needs_version = ">=2025.2.9"
nox.options.default_venv_backend = "uv"
nox.options.reuse_venv = "yes"

ROOT = Path(__file__).parent
sys.path.insert(0, str(ROOT))
from tools.rooms import changed_since, quick_tests  # noqa: E402 - found by the path above

FIRST, *_ = PYTHONS = ("3.11", "3.12", "3.13")
AHEAD = "3.14"  # not promised yet: its tests run when they are named, `-s tests-3.14`
PLUGINS = sorted(file.parent.name for file in ROOT.glob("plugins/*/pyproject.toml"))
#: Pages, catalogues and recorded games are compared as text, and bags of cards, fast hands, players and random play are
#: the same whole numbers on every Python: these rooms are asked on the first Python alone.
ON_THE_FIRST = (
    *("proofs/agreement", "proofs/faults", "proofs/matrix", "proofs/oracle"),
    *(f"tests/{room}" for room in ("catalogue", "docs", "engine/fast", "engine/golden", "engine/melds", "laws")),
    *("tests/players/test_*", "tests/scenarios"),
)


def uv_run(session: nox.Session, *command: str) -> None:
    """Run a command as `uv run` does for a person, in the environment of the session."""
    venv = str(Path(session.virtualenv.location).resolve())
    session.run(
        "uv", "run", "--quiet", *command, external=True, env={"UV_PROJECT_ENVIRONMENT": venv, "UV_PYTHON": venv}
    )


# ---------------------------------------------------------------- while you work


@nox.session(python=FIRST, default=False)
def check(session: nox.Session) -> None:
    """One to three minutes: style, layers, types, quick tests of what has changed (`-- COMMIT`: since then)."""
    _style(session)
    uv_run(session, "--group", "lint", "mypy")
    changed = changed_since(session.posargs[0] if session.posargs else "HEAD")
    tests = quick_tests(changed)
    session.log(f"{len(changed)} changed files ask {' '.join(tests) or 'no test'}")
    if tests:
        uv_run(session, "--all-packages", "pytest", "-q", "-n", "auto", "--ignore-glob=*/tests/laws.py", *tests)


def _style(session: nox.Session) -> None:
    uv_run(session, "--group", "lint", "ruff", "check")
    uv_run(session, "--group", "lint", "ruff", "format", "--check")
    uv_run(session, "--group", "lint", "lint-imports", "--no-cache")


# ---------------------------------------------------------------- everything


@nox.session(python=FIRST)
def lint(session: nox.Session) -> None:
    """Style, layers, the types of everything by mypy and pyright, and what `rummy500 new-plugin` writes."""
    _style(session)
    uv_run(session, "--group", "lint", "mypy")
    for plugin in PLUGINS:  # one by one: their tests share module names, which mypy refuses in one run
        session.env["MYPYPATH"] = f"plugins/{plugin}/src"
        uv_run(session, "--all-packages", "--group", "lint", "mypy", f"plugins/{plugin}")
    uv_run(session, "--all-packages", "--group", "lint", "pyright")
    workflows = sorted(map(str, ROOT.glob(".github/workflows/*.yml")))
    schema = ("check-jsonschema", "--quiet", "--builtin-schema")
    uv_run(session, "--group", "lint", *schema, "vendor.github-workflows", *workflows)
    uv_run(session, "--group", "lint", *schema, "vendor.dependabot", ".github/dependabot.yml")
    uv_run(session, "--group", "lint", "zizmor", "--offline", "--quiet", ".github")
    kinds = ("score", "bonus", "bar", "memory", "move", "match", "secret")
    with tempfile.TemporaryDirectory() as folder:
        for name in (f"{first}-{kind}" for first in "az" for kind in kinds):
            written = ("--directory", folder, "--project", str(ROOT), "rummy500", "new-plugin", name)
            uv_run(session, "--all-packages", "--extra", "cli", *written, "--kind", name[2:])
        # Only our own files are in packages, have a docstring for each function, and our order of imports.
        ours = ("--ignore", "D103,I001,INP001")
        uv_run(session, "--group", "lint", "ruff", "check", "--no-cache", *ours, folder)
        uv_run(session, "--group", "lint", "ruff", "format", "--check", "--no-cache", folder)


@nox.session(python=PYTHONS)
def tests(session: nox.Session) -> None:
    """The quick tests: on the first Python as README says, on the others without a plugin and without texts."""
    _tests(session)


@nox.session(name=f"tests-{AHEAD}", python=AHEAD, default=False)
def tests_ahead(session: nox.Session) -> None:
    """The quick tests on a Python that is not promised yet; they may fail there."""
    _tests(session)


def _tests(session: nox.Session) -> None:
    if session.python == FIRST:
        uv_run(session, "pytest", "-n", "auto", *session.posargs)
    else:
        rooms = [f"--ignore-glob={room}" for room in ON_THE_FIRST]
        alone = ("--exact", "--no-default-groups", "--group", "test")
        uv_run(session, *alone, "pytest", "-n", "auto", *rooms, *session.posargs)


@nox.session(python=FIRST)
def slow(session: nox.Session) -> None:
    """Run the slow tests: hands under all laws, many positions, whole processes."""
    uv_run(session, "pytest", "-m", "slow", "-n", "auto", *session.posargs)


@nox.session(python=FIRST)
def plugins(session: nox.Session) -> None:
    """All plugins together, then each with what it requires alone: none needs its neighbours."""
    folders = [f"plugins/{plugin}" for plugin in PLUGINS]
    uv_run(session, "--all-packages", "pytest", "-n", "auto", *folders, *session.posargs)
    for plugin in PLUGINS:
        alone = ("--exact", "--package", f"rummy500-{plugin}", "--no-default-groups", "--group", "test")
        uv_run(session, *alone, "pytest", "-q", "-n", "auto", "--ignore-glob=*/tests/laws.py", f"plugins/{plugin}")


@nox.session(python=FIRST)
def learn(session: nox.Session) -> None:
    """The suites of PettingZoo and OpenSpiel; simulation on a Dask cluster, and its recipe for plots."""
    uv_run(session, "--group", "learn", "pytest", "packages/rummy500-learn", *session.posargs)
    tests = [f"tests/players/simulate/test_{name}.py" for name in ("cluster", "page", "showing")]
    uv_run(session, "--group", "cluster", "--with", "matplotlib>=3.8,<4", "pytest", *tests, *session.posargs)


@nox.session(python=FIRST)
def web(session: nox.Session) -> None:
    """The page that plays: built, its form and types, and its tests in Chromium."""
    if shutil.which("npm") is None:
        session.skip("npm is not on this machine")
    uv_run(session, "python", "-m", "tools.build_web", "--only-page")
    session.run(
        "build/web/node_modules/.bin/prettier", "--check", "--log-level", "warn", "web/*.{js,ts,css}", external=True
    )
    session.run("build/web/node_modules/.bin/tsc", "-p", "web/tsconfig.json", external=True)
    if not any(map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))):
        session.skip("Chromium is not on this machine")
    uv_run(session, "--group", "web", "pytest", "tests/web", *session.posargs)


@nox.session(python=FIRST)
def server(session: nox.Session) -> None:
    """The online table, a project of its own outside of the workspace; its README has the longer tests."""
    session.chdir("examples/online-table")
    uv_run(session, "--extra", "postgres", "--group", "lint", "mypy")
    uv_run(session, "--extra", "postgres", "pytest", "-q", *session.posargs)


@nox.session(python=FIRST)
def docs(session: nox.Session) -> None:
    """The site as it must pass, its search and its links; all scenarios by `rummy500 check`."""
    # `mkdocs --quiet` would drop the warnings before `strict` counts them
    uv_run(session, "--group", "docs", "mkdocs", "build", "--strict")
    uv_run(session, "--group", "docs", "pytest", "tests/docs/test_search.py")
    uv_run(session, "python", "-m", "tools.site_links", "site")
    places = ("tests/scenarios", "plugins/*/tests/scenarios", "../shared/scenarios")
    files = sorted(str(file) for place in places for file in ROOT.glob(f"{place}/*.toml"))
    uv_run(session, "--all-packages", "--extra", "cli", "rummy500", "check", *files)


@nox.session(python=FIRST)
def wheels(session: nox.Session) -> None:
    """Every distribution, built from its source distribution, and installed as a user would."""
    uv_run(session, "python", "-m", "tools.try_wheels")


@nox.session(python=FIRST, default=False)
def release(session: nox.Session) -> None:
    """Try a release: a copy of the tree at another version, built and installed from a local index: `-- 0.2.0`."""
    uv_run(session, "python", "-m", "tools.try_wheels", *session.posargs)


@nox.session(python=FIRST)
def speed(session: nox.Session) -> None:
    """No case of the gate is more than 9 % slower than where the branch left main (needs valgrind)."""
    uv_run(session, "--all-packages", "python", "-m", "benchmarks.gate", *session.posargs)
