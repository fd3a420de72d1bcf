"""Laws that judge the core alone at random play, by the oracle or by a definition of their own.

An author of a plugin need not ask them: they are no part of `rummy500_testing`. Where plugins answer a question, laws
that ask the oracle about it are skipped.
"""

from __future__ import annotations

from typing import Final

from tests.laws.core import composing, melding, scores, seats

from rummy500_testing.laws import laws_in

CORE_LAWS: Final = tuple(law for module in (composing, scores, melding, seats) for law in laws_in(module))
