"""`__init__.pyi` of each package that users import names from: its names, as type checkers and editors read them."""

from __future__ import annotations

import ast
from importlib import import_module
from pathlib import Path

from tools.pages import COMMAND
from tools.site_hooks import PUBLIC


def stub(package: str, source: str) -> str:
    """Write the stub of a package from the text of its `__init__.py`, where `face` gets the names."""
    tree = ast.parse(source)
    (table,) = (node for node in ast.walk(tree) if isinstance(node, ast.Dict))
    modules = {module: sorted(names.split()) for module, names in ast.literal_eval(table).items()}
    lines = [f"# Written by `{COMMAND}` from __init__.py: change that, not this file.\n"]
    lines += [ast.unparse(node) for node in tree.body if isinstance(node, ast.ImportFrom) and node.module == "typing"]
    for module, names in modules.items():
        if module != package:  # `as`: without it jedi, and so many an editor, takes an import in a stub for private
            lines.append(f"from {module} import {', '.join(f'{name} as {name}' for name in names)}")
    for node in tree.body:
        if isinstance(node, ast.AnnAssign):
            lines.append(f"{ast.unparse(node.target)}: {ast.unparse(node.annotation)}")
    exports = [f'    "{name}",' for names in modules.values() for name in names]
    return "\n".join([*lines, "", "__all__ = [", *sorted(exports), "]", ""])


def pages() -> dict[Path, str]:
    sources = {package: Path(import_module(package).__file__ or "") for package in PUBLIC}
    return {path.with_suffix(".pyi"): stub(package, path.read_text("utf-8")) for package, path in sources.items()}
