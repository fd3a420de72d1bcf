"""What the author of a plugin needs: the mark of hooks, what hooks return, and the engine's own tools.

See "Write a house rule" in the documentation; every hook stands in `rummy500.hooks.specs`.
"""

from rummy500.actions import NONE, Action
from rummy500.cards import (
    JOKER,
    SPARE,
    add,
    bag_of,
    card_text,
    cards_of,
    common,
    count,
    minus,
    rank_of,
    remove,
    size,
    suit_of,
    union,
)
from rummy500.engine.bring import view_bringing, view_with
from rummy500.engine.finding import PlayFinder
from rummy500.engine.finish import can_finish, has_opened, refuse_stranding
from rummy500.engine.moves import CORE_MOVES
from rummy500.engine.moves.phases import wrong_phase
from rummy500.engine.plays import at_hand, check_held, play_after
from rummy500.engine.turns import hand_ended, next_turn
from rummy500.engine.winning import leaders
from rummy500.entries import Facts, RuleEntry, Says
from rummy500.errors import Refusal, refuse
from rummy500.hooks.markers import hookimpl
from rummy500.melds import Meld, piece_card, piece_role
from rummy500.options import Option, OptionValue
from rummy500.plugging.info import Fixed, Pack, PluginInfo, Settings, Wilds
from rummy500.presets import Preset
from rummy500.records import replace
from rummy500.rules import Bar, HandMemory, MatchMemory, Move, Opening, Place, Rules, Tally, Use, Verdict
from rummy500.scores import ScoreLine
from rummy500.slots import recall, remember
from rummy500.state import DRAW_PHASE, OFFER_PHASE, OVER_PHASE, PLAY_PHASE, Open, State, Turn, View

__all__ = [
    "CORE_MOVES",
    "DRAW_PHASE",
    "JOKER",
    "NONE",
    "OFFER_PHASE",
    "OVER_PHASE",
    "PLAY_PHASE",
    "SPARE",
    "Action",
    "Bar",
    "Facts",
    "Fixed",
    "HandMemory",
    "MatchMemory",
    "Meld",
    "Move",
    "Open",
    "Opening",
    "Option",
    "OptionValue",
    "Pack",
    "Place",
    "PlayFinder",
    "PluginInfo",
    "Preset",
    "Refusal",
    "RuleEntry",
    "Rules",
    "Says",
    "ScoreLine",
    "Settings",
    "State",
    "Tally",
    "Turn",
    "Use",
    "Verdict",
    "View",
    "Wilds",
    "add",
    "at_hand",
    "bag_of",
    "can_finish",
    "card_text",
    "cards_of",
    "check_held",
    "common",
    "count",
    "hand_ended",
    "has_opened",
    "hookimpl",
    "leaders",
    "minus",
    "next_turn",
    "piece_card",
    "piece_role",
    "play_after",
    "rank_of",
    "recall",
    "refuse",
    "refuse_stranding",
    "remember",
    "remove",
    "replace",
    "size",
    "suit_of",
    "union",
    "view_bringing",
    "view_with",
    "wrong_phase",
]
