"""`python -m rummy500.wire FOLDER` writes the schema and the TypeScript types of all messages as a package for npm."""

from __future__ import annotations

import argparse
import json
from importlib.resources import files
from pathlib import Path

from rummy500 import __version__


def write_package() -> None:
    """Write the folder."""
    parser = argparse.ArgumentParser(prog="python -m rummy500.wire", description=__doc__)
    parser.add_argument("folder", type=Path, help="a folder, which is made if need be: `npm install ./FOLDER`")
    folder: Path = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    types, schema = "messages.d.ts", "schema.json"
    for name in (types, schema):
        (folder / name).write_text(files("rummy500.wire").joinpath(name).read_text("utf-8"), "utf-8")
    package = {
        "name": "rummy500-messages",
        "version": __version__,
        "description": "Messages of a table of 500 Rummy: JSON Schema and types",
        "license": "MIT",
        "types": types,
        "exports": {".": {"types": f"./{types}"}, f"./{schema}": f"./{schema}"},
    }
    (folder / "package.json").write_text(json.dumps(package, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    write_package()
