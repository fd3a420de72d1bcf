"""Write the methods of records into a source file, as mypyc needs them: `python tools/write_records.py FILE...`.

mypyc compiles a class to a native class only if its fields and methods are in the source. The build hook of the
compiled wheel (`tools/compiled_wheel.py`) runs this on its copy of the package; the repository has no such file.
"""

from __future__ import annotations

import ast
import sys
import textwrap
from pathlib import Path
from typing import Final

from rummy500.records import record, reduced, shown, written_methods

_IMPORTED: Final = f"from {record.__module__} import {record.__name__}\n"
_IMPORTED_WRITTEN: Final = (
    f"from typing import Final\nfrom {record.__module__} import {reduced.__name__}, {shown.__name__}\n"
)


def written_out(source: str) -> str:
    """Write out each class of a module's source that is decorated with `@record`.

    The methods replace the fields. The module must import `record` on a line of its own.

    Args:
        source: the source.
    """
    lines = source.splitlines(keepends=True)
    classes = [node for node in ast.parse(source).body if isinstance(node, ast.ClassDef)]
    for node in reversed(classes):  # from the end, so that earlier line numbers stay valid
        decorators = [each for each in node.decorator_list if isinstance(each, ast.Name) and each.id == record.__name__]
        if decorators:
            declared = [each for each in node.body if isinstance(each, ast.AnnAssign)]
            lines[declared[0].lineno - 1 : declared[-1].end_lineno] = [_body(node, declared)]
            del lines[decorators[0].lineno - 1]
    return "".join(lines).replace(_IMPORTED, _IMPORTED_WRITTEN)


def _body(node: ast.ClassDef, declared: list[ast.AnnAssign]) -> str:
    """Write the fields of a class and the methods generated from them, indented."""
    names = tuple(ast.unparse(each.target) for each in declared)
    defined = {each.name for each in node.body if isinstance(each, ast.FunctionDef)}
    annotated = "".join(f"{ast.unparse(each.target)}: Final[{ast.unparse(each.annotation)}]\n" for each in declared)
    methods = "\n".join(written_methods(node.name, names, [ast.unparse(each) for each in declared], defined))
    head = f"__match_args__: Final = {names!r}\n__slots__ = __match_args__\n"
    return textwrap.indent(f"{head}\n{annotated}\n{methods}", "    ")


def main(files: list[str]) -> int:
    """Rewrite files in place."""
    for file in map(Path, files):
        file.write_text(written_out(file.read_text("utf-8")), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
