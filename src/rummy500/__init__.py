"""rummy500: a rules engine for 500 Rummy and its family.

States are immutable and functions are pure. See `compose`, `deal`, `legal_actions`, `apply` and `score_hand`.

Examples:
    >>> import rummy500 as r5
    >>> rules = r5.compose("classic", seats=3)
    >>> hand = r5.deal(rules, seed=7)
    >>> hand = r5.apply(rules, hand, r5.parse_action("1: draw", hand))
    >>> r5.why_not(rules, hand, r5.parse_action("1: draw", hand)).rule
    'draw.once'
"""

from __future__ import annotations

from importlib.machinery import ExtensionFileLoader, PathFinder
from typing import TYPE_CHECKING, Final

from rummy500.base.lazy import PICTURE, face

if TYPE_CHECKING:
    from rummy500.rules.state import View

__version__: Final[str] = "0.1.0"

_RULES: Final = [f"{folder}/rules" for folder in __path__]
#: Whether mypyc has compiled the engine. Both builds play the same games.
COMPILED: Final[bool] = isinstance(getattr(PathFinder.find_spec("state", _RULES), "loader", None), ExtensionFileLoader)


def _picture(view: View) -> str:
    from rummy500.notation.picture import svg  # noqa: PLC0415 - only notebooks draw

    return svg(None, view)


PICTURE.append(_picture)
face(__name__)
