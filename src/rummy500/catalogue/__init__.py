"""The rule catalogue of the core: every rule id that its presets and options use, as data.

Code, tests, refusals and documentation cite these ids. `explain` asks each rule what it says under given rules.
"""

from __future__ import annotations

from typing import Final

from rummy500.catalogue.calls import CALL_RULES
from rummy500.catalogue.deal import DEAL_RULES
from rummy500.catalogue.match import MATCH_RULES
from rummy500.catalogue.melds import MELD_RULES
from rummy500.catalogue.scoring import SCORE_RULES
from rummy500.catalogue.turn import TURN_RULES
from rummy500.catalogue.words import value_words
from rummy500.entries import DOCUMENTS, OURS, Facts, RuleEntry, Says

#: Every rule of the core, section by section.
CORE_CATALOGUE: Final[tuple[RuleEntry, ...]] = (
    *DEAL_RULES,
    *MELD_RULES,
    *TURN_RULES,
    *CALL_RULES,
    *SCORE_RULES,
    *MATCH_RULES,
)

__all__ = ["CORE_CATALOGUE", "DOCUMENTS", "OURS", "Facts", "RuleEntry", "Says", "value_words"]
