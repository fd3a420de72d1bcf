# Written by `uv run python -m tools.pages` from __init__.py: change that, not this file.

from typing import Final
from rummy500.actions import Action as Action, DECK as DECK
from rummy500.cards.cards import RandomBits as RandomBits, card_text as card_text, cards_of as cards_of, cards_text as cards_text
from rummy500.cards.pieces import Meld as Meld
from rummy500.engine.advice import ask_order as ask_order, default_action as default_action
from rummy500.engine.listing import LegalActions as LegalActions, legal_actions as legal_actions
from rummy500.engine.scoring import points as points, score_hand as score_hand
from rummy500.engine.status import Defect as Defect, status as status
from rummy500.engine.step import Chance as Chance, apply as apply, chance as chance, is_over as is_over, resolve_chance as resolve_chance, why_not as why_not
from rummy500.engine.taking import collected_places as collected_places
from rummy500.errors import ComposeError as ComposeError, DealError as DealError, IllegalActionError as IllegalActionError, NotationError as NotationError, PositionError as PositionError, Refusal as Refusal, Rummy500Error as Rummy500Error
from rummy500.fast.playouts import playout as playout, playouts as playouts
from rummy500.game.changes import Change as Change, Place as Place, all_changes as all_changes, changes as changes
from rummy500.game.deal import deal as deal, shuffled_pack as shuffled_pack
from rummy500.game.match import DealDraw as DealDraw, Match as Match, MatchError as MatchError, PlayedHand as PlayedHand, draw_for_deal as draw_for_deal, next_hand as next_hand, play as play, record_hand as record_hand, start_match as start_match
from rummy500.game.view import observe as observe, redact as redact
from rummy500.game.worlds import determinize as determinize
from rummy500.hooks.choices import OptionChoice as OptionChoice, PluginChoice as PluginChoice, PresetChoice as PresetChoice, ValueChoice as ValueChoice, list_options as list_options, list_plugins as list_plugins, list_presets as list_presets
from rummy500.hooks.compose import compose as compose, recompose as recompose
from rummy500.notation.actions import action_text as action_text, decide as decide, parse_action as parse_action, parse_card as parse_card, parse_cards as parse_cards
from rummy500.notation.position import Position as Position, parse_position as parse_position
from rummy500.rulebook.explain import RuleInForce as RuleInForce, explain as explain
from rummy500.rulebook.sheet import Difference as Difference, Sheet as Sheet, SheetLine as SheetLine, diff_rules as diff_rules, sheet as sheet
from rummy500.rules.entry import Identity as Identity
from rummy500.rules.memory import Note as Note, match_notes as match_notes, notes as notes
from rummy500.rules.rules import Rules as Rules
from rummy500.rules.scores import HandScore as HandScore, ScoreLine as ScoreLine
from rummy500.selection import Completion as Completion, Completions as Completions, NoAction as NoAction, actions_for_cards as actions_for_cards, completions as completions, why_no_action as why_no_action
from rummy500.show.picture import svg as svg
from rummy500.show.text import table_text as table_text
from rummy500.state import MatchSoFar as MatchSoFar, PublicState as PublicState, State as State, Turn as Turn, View as View
from rummy500.translation import Sentence as Sentence, action_label as action_label, option_words as option_words, sentences as sentences, translated as translated
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
