"""The command line (extra `cli`).

The commands are `rummy500 play`, `simulate`, `duel`, `check`, `replay`, `legal`, `list`, `rules`,
`laws`, `mutate`, `perft` and `new-plugin`.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
from typing import NoReturn

_EXTRA = ("click", "rich")


def main() -> NoReturn:
    """Run the command line and exit."""
    missing = [name for name in _EXTRA if importlib.util.find_spec(name) is None]
    if missing:
        how = "pip install 'rummy500[cli]' (in a clone: pip install '.[cli]')"
        sys.stderr.write(f"rummy500: the command line needs {' and '.join(missing)}: {how}\n")
        raise SystemExit(2)
    try:
        app = importlib.import_module("rummy500.cli.app").app
    except KeyboardInterrupt:
        sys.stderr.write("rummy500: interrupted\n")
        raise SystemExit(130) from None
    raise SystemExit(app())
