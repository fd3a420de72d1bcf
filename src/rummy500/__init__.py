"""rummy500: a rules engine for 500 Rummy and its family.

States are immutable and functions are pure. See `compose`, `deal`, `legal_actions`, `apply` and `score_hand`.

Examples:
    >>> import rummy500 as r5
    >>> rules = r5.compose("classic", seats=3)
    >>> hand = r5.deal(rules, seed=7)
    >>> hand = r5.apply(rules, hand, r5.parse_action("1: draw", hand))
    >>> r5.why_not(rules, hand, r5.parse_action("1: draw", hand)).rule
    'draw.once'
"""

from importlib.machinery import ExtensionFileLoader, PathFinder
from typing import Final

from rummy500.faces import face

__version__: Final[str] = "0.1.0"

#: Whether mypyc has compiled the engine. Both builds play the same games.
COMPILED: Final[bool] = isinstance(
    getattr(PathFinder.find_spec("rummy500.state", __path__), "loader", None), ExtensionFileLoader
)

face(
    __name__,
    {
        "rummy500": "COMPILED",
        "rummy500.actions": "Action DECK",
        "rummy500.cards.cards": "RandomBits card_text cards_of cards_text",
        "rummy500.cards.pieces": "Meld",
        "rummy500.engine.advice": "ask_order default_action",
        "rummy500.engine.listing": "LegalActions legal_actions",
        "rummy500.engine.scoring": "points score_hand",
        "rummy500.engine.status": "Defect status",
        "rummy500.engine.step": "Chance apply chance is_over resolve_chance why_not",
        "rummy500.engine.taking": "collected_places",
        "rummy500.errors": (
            "ComposeError DealError IllegalActionError NotationError PositionError Refusal Rummy500Error"
        ),
        "rummy500.fast.playouts": "playout playouts",
        "rummy500.game.changes": "Change Place all_changes changes",
        "rummy500.game.deal": "deal shuffled_pack",
        "rummy500.game.match": (
            "DealDraw Match MatchError PlayedHand draw_for_deal next_hand play record_hand start_match"
        ),
        "rummy500.game.view": "observe redact",
        "rummy500.game.worlds": "determinize",
        "rummy500.hooks.choices": (
            "OptionChoice PluginChoice PresetChoice ValueChoice list_options list_plugins list_presets"
        ),
        "rummy500.hooks.compose": "compose recompose",
        "rummy500.notation.actions": "action_text decide parse_action parse_card parse_cards",
        "rummy500.notation.position": "Position parse_position",
        "rummy500.rulebook.explain": "RuleInForce explain",
        "rummy500.rulebook.sheet": "Difference Sheet SheetLine diff_rules sheet",
        "rummy500.rules.entry": "Identity",
        "rummy500.rules.memory": "Note match_notes notes",
        "rummy500.rules.rules": "Rules",
        "rummy500.rules.scores": "HandScore ScoreLine",
        "rummy500.selection": "Completion Completions NoAction actions_for_cards completions why_no_action",
        "rummy500.show.picture": "svg",
        "rummy500.show.text": "table_text",
        "rummy500.state": "MatchSoFar PublicState State Turn View",
        "rummy500.translation": "Sentence action_label option_words sentences translated",
    },
)
