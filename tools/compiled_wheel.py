"""The build hook of the compiled wheel: mypyc compiles the modules that `pyproject.toml` names.

The wheel also has the source of compiled modules, for tracebacks and type checkers, with records written out
(`tools/write_records.py`). The hook is off unless the environment has `HATCH_BUILD_HOOK_ENABLE_CUSTOM=1`, and does
nothing for an editable install. It writes nothing to the source tree. `.ci/compiled` builds the wheel and tests it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_SETUP: Final = """
from mypyc.build import mypycify
from setuptools import setup

setup(name="rummy500", ext_modules=mypycify({files!r}, opt_level="3", debug_level="0", group_name="rummy500"))
"""


class CompiledWheel(BuildHookInterface[Any]):
    """Compiles the option `modules` of the hook and puts the extension modules into the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile in a scratch folder, and list the files of the wheel.

        Raises:
            RuntimeError: if mypyc does not compile it, with the output of mypyc.
        """
        if version == "editable":
            return
        self._scratch = Path(tempfile.mkdtemp())
        package = self._scratch / "rummy500"
        shutil.copytree(Path(self.root, "src", "rummy500"), package, ignore=shutil.ignore_patterns("__pycache__"))
        files = [f"rummy500/{module}.py" for module in self.config["modules"]]
        before = [(self._scratch / file).read_bytes() for file in files]
        self._run("write the records of", str(Path(self.root, "tools", "write_records.py")), *files)
        (self._scratch / "setup.py").write_text(_SETUP.format(files=files), encoding="utf-8")
        built = self._scratch / "built"
        self._run("compile", "setup.py", "build_ext", "--build-lib", str(built))
        written = [
            file for file, source in zip(files, before, strict=True) if (self._scratch / file).read_bytes() != source
        ]
        build_data["force_include"].update({str(self._scratch / file): file for file in written})
        extensions = [file for file in built.rglob("*") if file.is_file()]
        build_data["force_include"].update({str(file): file.relative_to(built).as_posix() for file in extensions})
        build_data["infer_tag"] = True
        build_data["pure_python"] = False

    def _run(self, what: str, *command: str) -> None:
        """Run Python in the scratch folder, where it imports the copy of the package."""
        # pip finds the dependencies of a build by PYTHONPATH.
        paths = os.pathsep.join(filter(None, (str(self._scratch), os.environ.get("PYTHONPATH"))))
        environment = {**os.environ, "PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1"}
        done = subprocess.run(
            [sys.executable, *command], cwd=self._scratch, env=environment, capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise RuntimeError(f"could not {what} rummy500:\n{done.stdout}\n{done.stderr}")

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Clean up."""
        if version != "editable":
            shutil.rmtree(self._scratch)
