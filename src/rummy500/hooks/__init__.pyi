# Written by `uv run python -m tools.pages` from __init__.py: change that, not this file.

from rummy500.actions import Action, NONE, USE_GROUP, USE_LAY, USE_RUN
from rummy500.cards.cards import Bag, EMPTY_BAG, JOKER, RandomBits, SPARE, add, bag_of, card_text, cards_of, common, count, minus, rank_of, remove, size, suit_of, union
from rummy500.cards.pieces import Meld, natural_piece, piece_card, piece_role, pieces_text, stands_for
from rummy500.engine.card_moves import discard_card, draw_cards, give_cards, lay_aside, return_card, show_cards, take_from_pile, turn_up
from rummy500.engine.facts import ViewFacts
from rummy500.engine.judged_move import judged_move
from rummy500.engine.moves import CORE_MOVES
from rummy500.engine.opening_minimum import has_opened, opening_is_due, refuse_unopened
from rummy500.engine.play_effects import play_cards
from rummy500.engine.play_finder import PlayFinder
from rummy500.engine.plays import at_hand, check_at_hand, not_yet_played, play_after
from rummy500.engine.scoring import leaders, points_in_hand, wild_cards
from rummy500.engine.step import carry_out
from rummy500.engine.stranding import can_finish, refuse_stranding
from rummy500.engine.table_changes import join_melds, move_card, split_meld, swap_card
from rummy500.engine.taking import view_after_collecting, view_after_take
from rummy500.engine.turns import first_phase, hand_ended, mark_acted, next_turn, wrong_phase
from rummy500.errors import IllegalActionError, Reason, Refusal
from rummy500.hooks.load import hookimpl
from rummy500.hooks.specs import Options
from rummy500.hooks.plugin import Fixed, Pack, PluginInfo, Settings, Wilds
from rummy500.records import replace
from rummy500.rules.entry import RuleEntry, RulesSummary, Statement
from rummy500.rules.memory import HandMemory, MatchMemory, Note, recall, remember
from rummy500.rules.move import Duty, Effect, Move, Round, Use, WrapEffect
from rummy500.rules.options import Option, OptionValue, Preset
from rummy500.rules.questions import Bar, Collects, Deducts, FirstPlayer, Forbids, HandEmptied, HandSizes, LinesAfter, MatchLines, MatchWinners, MustUse, NaturalTwo, OpeningMinimum, Refused, ScoreLines, SideCards, Tally, TurnEnded, Verdict, WildsNow, nobody_deducts, whole_pile
from rummy500.rules.rules import Rules
from rummy500.rules.scores import LineKind, Place, ScoreLine, Unsettled, WILD_IN_HAND, points_so_far
from rummy500.state import DRAW_PHASE, ENDED_OUT, ENDED_STOCK, MatchSoFar, NEW_TURN, OFFER_PHASE, OVER_PHASE, PLAY_PHASE, PublicState, State, StateOrView, Turn, View, size_change

__all__ = [
    "Action",
    "Bag",
    "Bar",
    "CORE_MOVES",
    "Collects",
    "DRAW_PHASE",
    "Deducts",
    "Duty",
    "EMPTY_BAG",
    "ENDED_OUT",
    "ENDED_STOCK",
    "Effect",
    "FirstPlayer",
    "Fixed",
    "Forbids",
    "HandEmptied",
    "HandMemory",
    "HandSizes",
    "IllegalActionError",
    "JOKER",
    "LineKind",
    "LinesAfter",
    "MatchLines",
    "MatchMemory",
    "MatchSoFar",
    "MatchWinners",
    "Meld",
    "Move",
    "MustUse",
    "NEW_TURN",
    "NONE",
    "NaturalTwo",
    "Note",
    "OFFER_PHASE",
    "OVER_PHASE",
    "OpeningMinimum",
    "Option",
    "OptionValue",
    "Options",
    "PLAY_PHASE",
    "Pack",
    "Place",
    "PlayFinder",
    "PluginInfo",
    "Preset",
    "PublicState",
    "RandomBits",
    "Reason",
    "Refusal",
    "Refused",
    "Round",
    "RuleEntry",
    "Rules",
    "RulesSummary",
    "SPARE",
    "ScoreLine",
    "ScoreLines",
    "Settings",
    "SideCards",
    "State",
    "StateOrView",
    "Statement",
    "Tally",
    "Turn",
    "TurnEnded",
    "USE_GROUP",
    "USE_LAY",
    "USE_RUN",
    "Unsettled",
    "Use",
    "Verdict",
    "View",
    "ViewFacts",
    "WILD_IN_HAND",
    "Wilds",
    "WildsNow",
    "WrapEffect",
    "add",
    "at_hand",
    "bag_of",
    "can_finish",
    "card_text",
    "cards_of",
    "carry_out",
    "check_at_hand",
    "common",
    "count",
    "discard_card",
    "draw_cards",
    "first_phase",
    "give_cards",
    "hand_ended",
    "has_opened",
    "hookimpl",
    "join_melds",
    "judged_move",
    "lay_aside",
    "leaders",
    "mark_acted",
    "minus",
    "move_card",
    "natural_piece",
    "next_turn",
    "nobody_deducts",
    "not_yet_played",
    "opening_is_due",
    "piece_card",
    "piece_role",
    "pieces_text",
    "play_after",
    "play_cards",
    "points_in_hand",
    "points_so_far",
    "rank_of",
    "recall",
    "refuse_stranding",
    "refuse_unopened",
    "remember",
    "remove",
    "replace",
    "return_card",
    "show_cards",
    "size",
    "size_change",
    "split_meld",
    "stands_for",
    "suit_of",
    "swap_card",
    "take_from_pile",
    "turn_up",
    "union",
    "view_after_collecting",
    "view_after_take",
    "whole_pile",
    "wild_cards",
    "wrong_phase",
]
