"""Write the methods of records into a source file, as mypyc needs them: `python tools/write_records.py FILE...`.

mypyc compiles a class to a native class only if its fields and methods are in the source. The build hook of the
compiled wheel (`tools/compiled_wheel.py`) runs this on its copy of the package; the repository has no such file.
"""

from __future__ import annotations

import ast
import sys
import textwrap
from collections.abc import Container, Mapping, Sequence
from pathlib import Path
from typing import Final

from rummy500.base.records import record, record_text, reduced, shared_methods

_FIRST_IMPORT: Final = "from __future__ import annotations\n"
_IMPORTED: Final = (
    "from types import EllipsisType\nfrom typing import Final\n"
    f"from {record.__module__} import {reduced.__name__}, {record_text.__name__}\n"
)


def written_out(source: str) -> str:
    """Write out each class of a module's source that is decorated with `@record`.

    The methods replace the fields. The module must import `annotations` from `__future__`.

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
            lines[node.lineno - 1] = f"class {node.name}:\n"  # without `Record`, which mypyc cannot derive from
            del lines[decorators[0].lineno - 1]
    written = "".join(lines)
    return written if written == source else written.replace(_FIRST_IMPORT, _FIRST_IMPORT + _IMPORTED)


def _body(node: ast.ClassDef, declared: list[ast.AnnAssign]) -> str:
    """Write the fields of a class and the methods generated from them, indented."""
    fields = {ast.unparse(each.target): ast.unparse(each.annotation) for each in declared}
    defined = {each.name for each in node.body if isinstance(each, ast.FunctionDef)}
    annotated = "".join(f"{name}: Final[{kind}]\n" for name, kind in fields.items())
    methods = "\n".join(_methods(node.name, fields, [ast.unparse(each) for each in declared], defined))
    head = f"__match_args__: Final = {tuple(fields)!r}\n__slots__ = __match_args__\n"
    return textwrap.indent(f"{head}\n{annotated}\n{methods}", "    ")


def _methods(name: str, fields: Mapping[str, str], parameters: Sequence[str], defined: Container[str]) -> list[str]:
    """The sources of a record's methods, for a class that mypyc compiles."""
    fill = "".join(f"    self.{each} = {each}\n" for each in fields)
    changes = ", ".join(f"{each}: {kind} | EllipsisType = ..." for each, kind in fields.items())
    values = ", ".join(f"self.{each} if {each} is ... else {each}" for each in fields)
    return [
        f"def __init__(self, {', '.join(parameters)}) -> None:\n{fill}",
        f"def __replace__(self, *, {changes}) -> {name}:\n    return {name}({values})\n",
        *shared_methods(name, tuple(fields), defined),
    ]


def main(files: list[str]) -> int:
    """Rewrite files in place."""
    for file in map(Path, files):
        file.write_text(written_out(file.read_text("utf-8")), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
