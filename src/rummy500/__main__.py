"""The command `rummy500`, and `python -m rummy500`: they start the terminal, a distribution of its own."""

import sys
from typing import Final, NoReturn

_INTERRUPTED: Final = 130
_HOW: Final = "pip install 'rummy500[cli]' (in a clone: pip install . ./packages/rummy500-terminal)"


def main() -> NoReturn:
    """Run the command line and exit."""
    try:
        from rummy500_terminal.app import app  # noqa: PLC0415 - it may be missing: the library does without
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "rummy500_terminal":
            raise
        sys.stderr.write(f"rummy500: the command line needs the package rummy500-terminal: {_HOW}\n")
        raise SystemExit(2) from None
    except KeyboardInterrupt:
        sys.stderr.write("rummy500: interrupted\n")
        raise SystemExit(_INTERRUPTED) from None
    raise SystemExit(app())


if __name__ == "__main__":
    main()
