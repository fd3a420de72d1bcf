# Written by `uv run python -m tools.pages` from __init__.py: change that, not this file.

from typing import Final
from rummy500.actions import Action, DECK
from rummy500.cards.cards import RandomBits, card_text, cards_of, cards_text
from rummy500.cards.pieces import Meld
from rummy500.engine.advice import ask_order, default_action
from rummy500.engine.listing import LegalActions, legal_actions
from rummy500.engine.scoring import points, score_hand
from rummy500.engine.status import Defect, status
from rummy500.engine.step import Chance, apply, chance, is_over, resolve_chance, why_not
from rummy500.engine.taking import collected_places
from rummy500.errors import ComposeError, DealError, IllegalActionError, NotationError, PositionError, Refusal, Rummy500Error
from rummy500.fast.playouts import playout, playouts
from rummy500.game.changes import Change, Place, all_changes, changes
from rummy500.game.deal import deal, shuffled_pack
from rummy500.game.match import DealDraw, Match, MatchError, PlayedHand, draw_for_deal, next_hand, play, record_hand, start_match
from rummy500.game.view import observe, redact
from rummy500.game.worlds import determinize
from rummy500.hooks.choices import OptionChoice, PluginChoice, PresetChoice, ValueChoice, list_options, list_plugins, list_presets
from rummy500.hooks.compose import compose, recompose
from rummy500.notation.actions import action_text, decide, parse_action, parse_card, parse_cards
from rummy500.notation.position import Position, parse_position
from rummy500.rulebook.explain import RuleInForce, explain
from rummy500.rulebook.sheet import Difference, Sheet, SheetLine, diff_rules, sheet
from rummy500.rules.entry import Identity
from rummy500.rules.memory import Note, match_notes, notes
from rummy500.rules.rules import Rules
from rummy500.rules.scores import HandScore, ScoreLine
from rummy500.selection import Completion, Completions, NoAction, actions_for_cards, completions, why_no_action
from rummy500.show.picture import svg
from rummy500.show.text import table_text
from rummy500.state import MatchSoFar, PublicState, State, Turn, View
from rummy500.translation import Sentence, action_label, option_words, sentences, translated
__version__: Final[str]
COMPILED: Final[bool]

__all__ = [
    "Action",
    "COMPILED",
    "Chance",
    "Change",
    "Completion",
    "Completions",
    "ComposeError",
    "DECK",
    "DealDraw",
    "DealError",
    "Defect",
    "Difference",
    "HandScore",
    "Identity",
    "IllegalActionError",
    "LegalActions",
    "Match",
    "MatchError",
    "MatchSoFar",
    "Meld",
    "NoAction",
    "NotationError",
    "Note",
    "OptionChoice",
    "Place",
    "PlayedHand",
    "PluginChoice",
    "Position",
    "PositionError",
    "PresetChoice",
    "PublicState",
    "RandomBits",
    "Refusal",
    "RuleInForce",
    "Rules",
    "Rummy500Error",
    "ScoreLine",
    "Sentence",
    "Sheet",
    "SheetLine",
    "State",
    "Turn",
    "ValueChoice",
    "View",
    "action_label",
    "action_text",
    "actions_for_cards",
    "all_changes",
    "apply",
    "ask_order",
    "card_text",
    "cards_of",
    "cards_text",
    "chance",
    "changes",
    "collected_places",
    "completions",
    "compose",
    "deal",
    "decide",
    "default_action",
    "determinize",
    "diff_rules",
    "draw_for_deal",
    "explain",
    "is_over",
    "legal_actions",
    "list_options",
    "list_plugins",
    "list_presets",
    "match_notes",
    "next_hand",
    "notes",
    "observe",
    "option_words",
    "parse_action",
    "parse_card",
    "parse_cards",
    "parse_position",
    "play",
    "playout",
    "playouts",
    "points",
    "recompose",
    "record_hand",
    "redact",
    "resolve_chance",
    "score_hand",
    "sentences",
    "sheet",
    "shuffled_pack",
    "start_match",
    "status",
    "svg",
    "table_text",
    "translated",
    "why_no_action",
    "why_not",
]
