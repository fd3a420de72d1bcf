"""The build hook of the compiled wheel: mypyc makes native code of the modules that `pyproject.toml` names.

Their source stays beside it, for tracebacks and type checkers. The hook is off unless the environment says
`HATCH_BUILD_HOOK_ENABLE_CUSTOM=1`, and does nothing for an editable install. Nothing is written to the source tree.
`.ci/compiled` builds the wheel and proves it.
"""

from __future__ import annotations

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
        """Compile in a scratch folder, and say what goes where in the wheel.

        Raises:
            RuntimeError: if mypyc does not compile it, with what mypyc says.
        """
        if version == "editable":
            return
        self._scratch = Path(tempfile.mkdtemp())
        shutil.copytree(Path(self.root, "src", "rummy500"), self._scratch / "rummy500")
        files = [f"rummy500/{module}.py" for module in self.config["modules"]]
        (self._scratch / "setup.py").write_text(_SETUP.format(files=files), encoding="utf-8")
        built = self._scratch / "built"
        command = [sys.executable, "setup.py", "build_ext", "--build-lib", str(built)]
        done = subprocess.run(command, cwd=self._scratch, capture_output=True, text=True, check=False)
        if done.returncode:
            raise RuntimeError(f"mypyc did not compile rummy500:\n{done.stdout}\n{done.stderr}")
        extensions = [file for file in built.rglob("*") if file.is_file()]
        build_data["force_include"].update({str(file): file.relative_to(built).as_posix() for file in extensions})
        build_data["infer_tag"] = True
        build_data["pure_python"] = False

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Clean up."""
        if version != "editable":
            shutil.rmtree(self._scratch)
