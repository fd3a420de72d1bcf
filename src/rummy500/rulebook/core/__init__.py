"""The rule catalogue of the core: every rule id that its presets and options use, as data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rummy500.rulebook.core.deal import DEAL_RULES
from rummy500.rulebook.core.melds import MELD_RULES
from rummy500.rulebook.core.scoring import SCORE_RULES
from rummy500.rulebook.core.turn import TURN_RULES
from rummy500.rules.entry import RuleEntry

#: Every rule of the core, section by section, in the order of the catalogue, of `explain` and of the sheet.
CORE_ENTRIES: Final[tuple[RuleEntry, ...]] = (*DEAL_RULES, *MELD_RULES, *TURN_RULES, *SCORE_RULES)
#: The question of players that each rule of the core answers.
QUESTIONS: Final[Mapping[str, str]] = {entry.id: entry.question for entry in CORE_ENTRIES}
