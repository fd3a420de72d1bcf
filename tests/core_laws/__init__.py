"""Laws that judge the core alone, most of them by a model: the rule catalogue written a second time, and plainly.

An author of a plugin need not ask them: they are no part of `rummy500_testing`. Where a plugin answers a hook they are
silent on that question and judge all others. Of the engine they use what they do not judge: views, the names of moves,
how a meld is stored, and random play to reach a position.
"""

from __future__ import annotations

from typing import Final

from tests.core_laws import composing, melding, scores, seats

from rummy500_testing.laws import laws_in

CORE_LAWS: Final = tuple(law for module in (composing, scores, melding, seats) for law in laws_in(module))
