"""The interface for authors of plugins: `hookimpl`, the types of hooks, and tools of the engine.

"Write a house rule" in the documentation shows how to write a plugin. `rummy500.hooks.specs` declares every hook.
"""

from rummy500.faces import face

face(
    __name__,
    {
        "rummy500.actions": "Action NONE USE_GROUP USE_LAY USE_RUN",
        "rummy500.cards.cards": (
            "Bag EMPTY_BAG JOKER RandomBits SPARE add bag_of card_text cards_of common count minus rank_of remove "
            "size suit_of union"
        ),
        "rummy500.cards.pieces": "Meld natural_piece piece_card piece_role pieces_text stands_for",
        "rummy500.engine.card_moves": (
            "discard_card draw_cards give_cards lay_aside return_card show_cards take_from_pile turn_up"
        ),
        "rummy500.engine.facts": "ViewFacts",
        "rummy500.engine.judged_move": "judged_move",
        "rummy500.engine.moves": "CORE_MOVES",
        "rummy500.engine.opening_minimum": "has_opened opening_is_due refuse_unopened",
        "rummy500.engine.play_effects": "play_cards",
        "rummy500.engine.play_finder": "PlayFinder",
        "rummy500.engine.plays": "at_hand check_at_hand not_yet_played play_after",
        "rummy500.engine.scoring": "leaders points_in_hand wild_cards",
        "rummy500.engine.step": "carry_out",
        "rummy500.engine.stranding": "can_finish refuse_stranding",
        "rummy500.engine.table_changes": "join_melds move_card split_meld swap_card",
        "rummy500.engine.taking": "view_after_collecting view_after_take",
        "rummy500.engine.turns": "first_phase hand_ended mark_acted next_turn wrong_phase",
        "rummy500.errors": "IllegalActionError Reason Refusal",
        "rummy500.hooks.load": "hookimpl",
        "rummy500.hooks.specs": "Options",
        "rummy500.hooks.plugin": "Fixed Pack PluginInfo Settings Wilds",
        "rummy500.records": "replace",
        "rummy500.rules.entry": "RuleEntry RulesSummary Statement",
        "rummy500.rules.memory": "HandMemory MatchMemory Note recall remember",
        "rummy500.rules.move": "Duty Effect Move Round Use WrapEffect",
        "rummy500.rules.options": "Option OptionValue Preset",
        "rummy500.rules.questions": (
            "Bar Collects Deducts FirstPlayer Forbids HandEmptied HandSizes LinesAfter MatchLines MatchWinners "
            "MustUse NaturalTwo OpeningMinimum Refused ScoreLines SideCards Tally TurnEnded Verdict WildsNow "
            "nobody_deducts whole_pile"
        ),
        "rummy500.rules.rules": "Rules",
        "rummy500.rules.scores": "LineKind Place ScoreLine Unsettled WILD_IN_HAND meld_points_so_far points_so_far",
        "rummy500.state": (
            "DRAW_PHASE ENDED_OUT ENDED_STOCK MatchSoFar NEW_TURN OFFER_PHASE OVER_PHASE PLAY_PHASE PublicState "
            "State StateOrView Turn View size_change"
        ),
    },
)
