"""The rule catalogue of the core: every rule id that its presets and options use, as data.

Code, tests, refusals and documentation cite these ids. `explain` asks each rule what it says under given rules.
"""

from __future__ import annotations

from typing import Final

from rummy500.rulebook.core.calls import CALL_RULES
from rummy500.rulebook.core.deal import DEAL_RULES
from rummy500.rulebook.core.match import MATCH_RULES
from rummy500.rulebook.core.melds import MELD_RULES
from rummy500.rulebook.core.scoring import SCORE_RULES
from rummy500.rulebook.core.turn import TURN_RULES
from rummy500.rulebook.core.words import value_words
from rummy500.rulebook.entry import DOCUMENTS, OURS, RuleEntry, RulesSummary, Statement

#: Every rule of the core, section by section.
CORE_ENTRIES: Final[tuple[RuleEntry, ...]] = (
    *DEAL_RULES,
    *MELD_RULES,
    *TURN_RULES,
    *CALL_RULES,
    *SCORE_RULES,
    *MATCH_RULES,
)

__all__ = ["CORE_ENTRIES", "DOCUMENTS", "OURS", "RuleEntry", "RulesSummary", "Statement", "value_words"]
