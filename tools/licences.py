"""Check that every distribution in a folder holds the licence of this repository.

python tools/licences.py FOLDER
"""

from __future__ import annotations

import sys
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

_LICENCE = Path(__file__).parents[1] / "LICENSE"


def without_licence(folder: Path) -> list[str]:
    """List the wheels and source distributions of a folder that lack the licence or hold another text."""
    return [name for name, text in _licences(folder) if text != _LICENCE.read_bytes()]


def _licences(folder: Path) -> Iterator[tuple[str, bytes | None]]:
    for wheel in sorted(folder.glob("*.whl")):
        with zipfile.ZipFile(wheel) as packed:
            where = f"{'-'.join(wheel.name.split('-')[:2])}.dist-info/licenses/LICENSE"
            yield wheel.name, packed.read(where) if where in packed.namelist() else None
    for source in sorted(folder.glob("*.tar.gz")):
        with tarfile.open(source) as packed_source:
            where = f"{source.name.removesuffix('.tar.gz')}/LICENSE"
            found = where in packed_source.getnames() and packed_source.extractfile(where)
            yield source.name, found.read() if found else None


if __name__ == "__main__":
    lacking = without_licence(Path(sys.argv[1]))
    sys.exit(f"without the licence: {', '.join(lacking)}" if lacking else 0)
