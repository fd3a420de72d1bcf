"""The limit: `classic` alone in C (`limit.c`), whole random hands; built where a C compiler is."""

from __future__ import annotations

import ctypes
import os
import random
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Final

from benchmarks.measuring import Contestant

LIMIT: Final = "the limit: classic alone in C"
_SOURCE: Final = Path(__file__).with_name("limit.c")


def contestants() -> tuple[Contestant, ...]:
    """The row of the limit.

    Raises:
        ImportError: without a C compiler, or if it fails.
    """
    compiler = shutil.which(os.environ.get("CC", "cc"))
    if compiler is None:
        raise ImportError("there is no C compiler")
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / "limit.so"
        built = subprocess.run(
            [compiler, "-O3", "-shared", "-fPIC", "-o", str(library), str(_SOURCE)], check=False, capture_output=True
        )
        if built.returncode:
            raise ImportError(f"the C compiler fails: {built.stderr.decode(errors='replace')[:200]}")
        loaded = ctypes.CDLL(str(library))
    loaded.play.restype = ctypes.c_uint64
    loaded.play.argtypes = [ctypes.c_uint64, ctypes.c_uint32, ctypes.POINTER(ctypes.c_int)]

    def play(hands: int, rng: random.Random) -> int:
        return int(loaded.play(rng.getrandbits(48), hands, ctypes.byref(ctypes.c_int())))

    return (Contestant(LIMIT, play, note="no options, no plugins, a generator of its own for all chance"),)
