"""Entry points that are read from folders are those that `importlib.metadata` finds; anything unusual is left to it."""

from __future__ import annotations

import sys
import zipfile
from collections.abc import Iterator, Mapping
from importlib import metadata
from importlib.machinery import PathFinder
from pathlib import Path

import pytest
from tests.hooks.installing import importable

from rummy500.plugging.discover import Point, installed
from rummy500.plugging.entry_points import entry_points_in_folders

GROUP = "rummy500.plugins"
HEADER = f"[{GROUP}]\n"


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A folder that comes first on the path."""
    if any(each is not PathFinder and hasattr(each, "find_distributions") for each in sys.meta_path):
        # The backport of `importlib.metadata`, which dask brings along, takes the place of the finder of Python itself.
        pytest.skip("another finder than Python's own knows of distributions here")
    with importable(tmp_path):
        yield tmp_path


def put(folder: Path, info: str, text: str | bytes) -> None:
    (folder / info).mkdir(parents=True)
    name = info.partition("-")[0]
    (folder / info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", "utf-8")
    (folder / info / "entry_points.txt").write_bytes(text.encode() if isinstance(text, str) else text)


def told() -> list[tuple[str, str]]:
    return [(point.name, point.value) for point in metadata.entry_points(group=GROUP)]


def found() -> Mapping[str, str]:
    values = entry_points_in_folders(GROUP)
    assert values is not None
    return values


@pytest.mark.parametrize(
    "text",
    [
        f"{HEADER}one = module\ntwo=package.module:thing.inside\n",
        f"[console_scripts]\nzero = other:main\n\n{HEADER}one = module\n[another]\nthree = no\n",
        f"# a comment\n{HEADER}\n  # one more\n  one  =  module : thing  \n",
        f"{HEADER}one = module:thing [extra, more]\ntwo = a = b\n",
        f"{HEADER}one = module\r\ntwo = more\r\n",
        f"{HEADER}one = module\n[console_scripts]\nzero = other:main\n{HEADER}two = more",
        f"[{GROUP}.more]\none = module\n",
        f"[ {GROUP} ]\none = module\n",
        f"one = module\n{HEADER}",
        f"{HEADER}größe = module\n",
        "",
    ],
)
@pytest.mark.parametrize("info", ["one-1.0.dist-info", "one-1.0-py3.11.egg-info", "one.egg-info"])
def test_a_file_reads_as_importlib_metadata_reads_it(folder: Path, info: str, text: str) -> None:
    put(folder, info, text)
    assert list(found().items()) == told()


def test_of_a_distribution_that_lies_in_two_folders_the_first_counts(folder: Path) -> None:
    put(folder / "first", "Some_One-2.0.dist-info", f"{HEADER}one = new\n")
    put(folder / "second", "some.one-1.0.dist-info", f"{HEADER}one = old\ntwo = old\n")
    with importable(folder / "second"), importable(folder / "first"):
        assert told()[0] == ("one", "new")
        assert list(found().items()) == told()


def test_a_first_one_without_entry_points_hides_the_second(folder: Path) -> None:
    (folder / "first" / "one-2.0.dist-info").mkdir(parents=True)
    put(folder / "second", "one-1.0.dist-info", f"{HEADER}one = old\n")
    with importable(folder / "second"), importable(folder / "first"):
        assert list(found().items()) == told()
        assert "one" not in found()


def test_folders_that_are_not_there_and_files_beside_do_not_matter(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "old-1.0.egg-info").write_text("Name: old\n", "utf-8")
    (folder / "link-1.0.dist-info" / "entry_points.txt").mkdir(parents=True)
    put(folder, "one-1.0.dist-info", f"{HEADER}one = module\n")
    monkeypatch.setattr(sys, "path", [str(folder / "nowhere"), *sys.path])
    assert found()["one"] == "module"
    assert list(found().items()) == told()


def test_the_folder_at_work(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(folder / "here", "one-1.0.dist-info", f"{HEADER}one = module\n")
    monkeypatch.chdir(folder / "here")
    monkeypatch.setattr(sys, "path", ["", *sys.path])
    assert found()["one"] == "module"


# ------------------------------------------------- what is left to importlib.metadata


def test_an_archive_on_the_path(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with zipfile.ZipFile(folder / "packed.zip", "w") as archive:
        archive.writestr("one-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: one\nVersion: 1.0\n")
        archive.writestr("one-1.0.dist-info/entry_points.txt", f"{HEADER}packed-one = module\n")
    monkeypatch.syspath_prepend(str(folder / "packed.zip"))
    assert entry_points_in_folders(GROUP) is None
    assert installed()["packed-one"] == (Point("packed-one", "module", "one"),)


def test_an_egg_on_the_path(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(folder / "one-1.0-py3.11.egg", "EGG-INFO", f"{HEADER}one = module\n")
    (folder / "one-1.0-py3.11.egg" / "EGG-INFO" / "METADATA").rename(
        folder / "one-1.0-py3.11.egg" / "EGG-INFO" / "PKG-INFO"
    )
    monkeypatch.syspath_prepend(str(folder / "one-1.0-py3.11.egg"))
    assert entry_points_in_folders(GROUP) is None
    assert installed()["one"][0].value == "module"


class Distribution(metadata.Distribution):
    """A distribution that lies in no folder."""

    def read_text(self, filename: str) -> str | None:
        files = {"METADATA": "Name: nowhere\n", "entry_points.txt": f"{HEADER}from-nowhere = module\n"}
        return files.get(filename)

    def locate_file(self, path: object) -> Path:
        return Path(str(path))


class Finder(metadata.DistributionFinder):
    """A finder that knows of a distribution."""

    def find_distributions(self, context: object = None) -> Iterator[metadata.Distribution]:
        yield Distribution()

    def find_spec(self, *_: object) -> None:
        return None


@pytest.mark.usefixtures("folder")
def test_a_finder_of_somebody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path, Finder()])
    assert entry_points_in_folders(GROUP) is None
    assert installed()["from-nowhere"] == (Point("from-nowhere", "module", "nowhere"),)


@pytest.mark.parametrize(
    ("info", "text"),
    [
        ("one-1.0.dist-info", f"{HEADER}one = module\none = other\n"),
        ("one-1.0.dist-info", f"{HEADER}no value\n"),
        ("one-1.0.dist-info", HEADER.encode() + b"one = \xff\n"),
        ("one-1.0.DIST-INFO", f"{HEADER}one = module\n"),
        ("-1.0.dist-info", f"{HEADER}one = module\n"),
    ],
)
def test_what_is_not_as_it_should_be(folder: Path, info: str, text: str | bytes) -> None:
    put(folder, info, text)
    assert entry_points_in_folders(GROUP) is None


# ------------------------------------------------- loading what they name


@pytest.mark.parametrize(
    "value", ["os.path:join", "os", "os:path.join", "os.path : join", "os.path:join [extra]", "os [extra]"]
)
def test_an_entry_point_loads_what_importlib_metadata_loads(value: str) -> None:
    known = metadata.EntryPoint("one", value, GROUP)
    point = Point("one", value)
    assert point.load() is known.load()
    assert point.module == known.module
