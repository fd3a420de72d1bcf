# The names that users import: `rummy500.base.lazy` loads them from here, and type checkers and editors read them here.
from typing import Final

from rummy500.base.errors import ComposeError as ComposeError
from rummy500.base.errors import DealError as DealError
from rummy500.base.errors import IllegalActionError as IllegalActionError
from rummy500.base.errors import NotationError as NotationError
from rummy500.base.errors import PositionError as PositionError
from rummy500.base.errors import Refusal as Refusal
from rummy500.base.errors import Rummy500Error as Rummy500Error
from rummy500.base.errors import Sentence as Sentence
from rummy500.cards.cards import RandomBits as RandomBits
from rummy500.cards.cards import card_text as card_text
from rummy500.cards.cards import cards_of as cards_of
from rummy500.cards.cards import cards_text as cards_text
from rummy500.cards.pieces import Meld as Meld
from rummy500.engine.changes import Change as Change
from rummy500.engine.changes import changes as changes
from rummy500.engine.defects import find_defects as find_defects
from rummy500.engine.facts import collected_places as collected_places
from rummy500.engine.listing import LegalActions as LegalActions
from rummy500.engine.listing import ask_order as ask_order
from rummy500.engine.listing import default_action as default_action
from rummy500.engine.listing import legal_actions as legal_actions
from rummy500.engine.match import Match as Match
from rummy500.engine.match import MatchError as MatchError
from rummy500.engine.match import deal as deal
from rummy500.engine.match import draw_for_deal as draw_for_deal
from rummy500.engine.match import next_hand as next_hand
from rummy500.engine.match import play as play
from rummy500.engine.match import record_hand as record_hand
from rummy500.engine.match import start_match as start_match
from rummy500.engine.observe import observe as observe
from rummy500.engine.scoring import score_hand as score_hand
from rummy500.engine.step import Chance as Chance
from rummy500.engine.step import apply as apply
from rummy500.engine.step import chance as chance
from rummy500.engine.step import is_over as is_over
from rummy500.engine.step import resolve_chance as resolve_chance
from rummy500.engine.step import why_not as why_not
from rummy500.hooks.choices import list_options as list_options
from rummy500.hooks.choices import list_plugins as list_plugins
from rummy500.hooks.choices import list_presets as list_presets
from rummy500.hooks.compose import compose as compose
from rummy500.notation.actions import action_text as action_text
from rummy500.notation.actions import decide as decide
from rummy500.notation.actions import parse_action as parse_action
from rummy500.notation.actions import parse_card as parse_card
from rummy500.notation.actions import parse_cards as parse_cards
from rummy500.notation.picture import svg as svg
from rummy500.notation.position import Position as Position
from rummy500.notation.position import parse_position as parse_position
from rummy500.notation.selection import actions_for_cards as actions_for_cards
from rummy500.notation.selection import completions as completions
from rummy500.notation.selection import why_no_action as why_no_action
from rummy500.notation.text import table_text as table_text
from rummy500.notation.translation import action_label as action_label
from rummy500.notation.translation import check_texts as check_texts
from rummy500.notation.translation import option_words as option_words
from rummy500.notation.translation import sentences as sentences
from rummy500.notation.translation import translated as translated
from rummy500.rulebook.explain import explain as explain
from rummy500.rulebook.sheet import diff_rules as diff_rules
from rummy500.rulebook.sheet import sheet as sheet
from rummy500.rules.actions import DECK as DECK
from rummy500.rules.actions import Action as Action
from rummy500.rules.memory import notes as notes
from rummy500.rules.rules import Rules as Rules
from rummy500.rules.scores import HandScore as HandScore
from rummy500.rules.scores import ScoreLine as ScoreLine
from rummy500.rules.state import PublicState as PublicState
from rummy500.rules.state import State as State
from rummy500.rules.state import View as View

__version__: Final[str]
COMPILED: Final[bool]
__all__: list[str]
