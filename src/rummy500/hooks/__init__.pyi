# Written by `uv run python -m tools.pages` from __init__.py: change that, not this file.

from rummy500.actions import Action as Action, NONE as NONE, USE_GROUP as USE_GROUP, USE_LAY as USE_LAY, USE_RUN as USE_RUN
from rummy500.cards.cards import Bag as Bag, EMPTY_BAG as EMPTY_BAG, JOKER as JOKER, RandomBits as RandomBits, SPARE as SPARE, add as add, bag_of as bag_of, card_text as card_text, cards_of as cards_of, common as common, count as count, minus as minus, rank_of as rank_of, remove as remove, size as size, suit_of as suit_of, union as union
from rummy500.cards.pieces import Meld as Meld, natural_piece as natural_piece, piece_card as piece_card, piece_role as piece_role, pieces_text as pieces_text, stands_for as stands_for
from rummy500.engine.card_moves import discard_card as discard_card, draw_cards as draw_cards, give_cards as give_cards, lay_aside as lay_aside, return_card as return_card, show_cards as show_cards, take_from_pile as take_from_pile, turn_up as turn_up
from rummy500.engine.facts import ViewFacts as ViewFacts
from rummy500.engine.judged_move import judged_move as judged_move
from rummy500.engine.moves import CORE_MOVES as CORE_MOVES
from rummy500.engine.opening_minimum import has_opened as has_opened, opening_is_due as opening_is_due, refuse_unopened as refuse_unopened
from rummy500.engine.play_effects import play_cards as play_cards
from rummy500.engine.play_finder import PlayFinder as PlayFinder
from rummy500.engine.plays import at_hand as at_hand, check_at_hand as check_at_hand, not_yet_played as not_yet_played, play_after as play_after
from rummy500.engine.scoring import leaders as leaders, points_in_hand as points_in_hand, wild_cards as wild_cards
from rummy500.engine.step import carry_out as carry_out
from rummy500.engine.stranding import can_finish as can_finish, refuse_stranding as refuse_stranding
from rummy500.engine.table_changes import join_melds as join_melds, move_card as move_card, split_meld as split_meld, swap_card as swap_card
from rummy500.engine.taking import view_after_collecting as view_after_collecting, view_after_take as view_after_take
from rummy500.engine.turns import first_phase as first_phase, hand_ended as hand_ended, mark_acted as mark_acted, next_turn as next_turn, wrong_phase as wrong_phase
from rummy500.errors import IllegalActionError as IllegalActionError, Reason as Reason, Refusal as Refusal
from rummy500.hooks.load import hookimpl as hookimpl
from rummy500.hooks.specs import Options as Options
from rummy500.hooks.plugin import Fixed as Fixed, Pack as Pack, PluginInfo as PluginInfo, Settings as Settings, Wilds as Wilds
from rummy500.records import replace as replace
from rummy500.rules.entry import RuleEntry as RuleEntry, RulesSummary as RulesSummary, Statement as Statement
from rummy500.rules.memory import HandMemory as HandMemory, MatchMemory as MatchMemory, Note as Note, recall as recall, remember as remember
from rummy500.rules.move import Duty as Duty, Effect as Effect, Move as Move, Round as Round, Use as Use, WrapEffect as WrapEffect
from rummy500.rules.options import Option as Option, OptionValue as OptionValue, Preset as Preset
from rummy500.rules.questions import Bar as Bar, Collects as Collects, Deducts as Deducts, FirstPlayer as FirstPlayer, Forbids as Forbids, HandEmptied as HandEmptied, HandSizes as HandSizes, LinesAfter as LinesAfter, MatchLines as MatchLines, MatchWinners as MatchWinners, MustUse as MustUse, NaturalTwo as NaturalTwo, OpeningMinimum as OpeningMinimum, Refused as Refused, ScoreLines as ScoreLines, SideCards as SideCards, Tally as Tally, TurnEnded as TurnEnded, Verdict as Verdict, WildsNow as WildsNow, nobody_deducts as nobody_deducts, whole_pile as whole_pile
from rummy500.rules.rules import Rules as Rules
from rummy500.rules.scores import LineKind as LineKind, Place as Place, ScoreLine as ScoreLine, Unsettled as Unsettled, WILD_IN_HAND as WILD_IN_HAND, meld_points_so_far as meld_points_so_far, points_so_far as points_so_far
from rummy500.state import DRAW_PHASE as DRAW_PHASE, ENDED_OUT as ENDED_OUT, ENDED_STOCK as ENDED_STOCK, MatchSoFar as MatchSoFar, NEW_TURN as NEW_TURN, OFFER_PHASE as OFFER_PHASE, OVER_PHASE as OVER_PHASE, PLAY_PHASE as PLAY_PHASE, PublicState as PublicState, State as State, StateOrView as StateOrView, Turn as Turn, View as View, size_change as size_change

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
    "meld_points_so_far",
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
