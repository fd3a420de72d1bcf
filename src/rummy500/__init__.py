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
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:  # `_LATER` loads the module of a name on its first use, so that `rummy500 --help` loads no engine
    from rummy500.actions import DECK, Action
    from rummy500.cards.cards import RandomBits, card_text, cards_of, cards_text
    from rummy500.cards.pieces import Meld
    from rummy500.engine.advice import ask_order, default_action
    from rummy500.engine.listing import LegalActions, legal_actions
    from rummy500.engine.scoring import points, score_hand
    from rummy500.engine.status import Defect, status
    from rummy500.engine.step import Chance, apply, chance, is_over, resolve_chance, why_not
    from rummy500.engine.taking import collected_places
    from rummy500.errors import (
        ComposeError,
        DealError,
        IllegalActionError,
        NotationError,
        PositionError,
        Refusal,
        Rummy500Error,
    )
    from rummy500.fast.playouts import playout, playouts
    from rummy500.game.changes import Change, Place, all_changes, changes
    from rummy500.game.deal import deal, shuffled_pack
    from rummy500.game.match import (
        DealDraw,
        Match,
        MatchError,
        PlayedHand,
        draw_for_deal,
        next_hand,
        play,
        record_hand,
        start_match,
    )
    from rummy500.game.view import observe, redact
    from rummy500.game.worlds import determinize
    from rummy500.hooks.choices import (
        OptionChoice,
        PluginChoice,
        PresetChoice,
        ValueChoice,
        list_options,
        list_plugins,
        list_presets,
    )
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

__version__ = "0.1.0"

#: Whether mypyc has compiled the engine. Both builds play the same games.
COMPILED: Final[bool] = isinstance(
    getattr(PathFinder.find_spec("rummy500.state", __path__), "loader", None), ExtensionFileLoader
)

__all__ = [
    "COMPILED",
    "DECK",
    "Action",
    "Chance",
    "Change",
    "Completion",
    "Completions",
    "ComposeError",
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


if not TYPE_CHECKING:  # type checkers read the imports above, and know a name that is not there
    #: The module of each name. No module may have one of these names: loading the module would overwrite the name.
    _LATER = MappingProxyType(
        {
            name: module
            for module, names in {
                "actions": "DECK Action",
                "cards.cards": "RandomBits card_text cards_of cards_text",
                "cards.pieces": "Meld",
                "engine.advice": "ask_order default_action",
                "engine.listing": "LegalActions legal_actions",
                "engine.scoring": "points score_hand",
                "engine.status": "Defect status",
                "engine.step": "Chance apply chance is_over resolve_chance why_not",
                "engine.taking": "collected_places",
                "errors": "ComposeError DealError IllegalActionError NotationError PositionError Refusal Rummy500Error",
                "fast.playouts": "playout playouts",
                "game.changes": "Change Place all_changes changes",
                "game.deal": "deal shuffled_pack",
                "game.match": "DealDraw Match MatchError PlayedHand"
                " draw_for_deal next_hand play record_hand start_match",
                "game.view": "observe redact",
                "game.worlds": "determinize",
                "hooks.choices": "OptionChoice PluginChoice PresetChoice ValueChoice"
                " list_options list_plugins list_presets",
                "hooks.compose": "compose recompose",
                "notation.actions": "action_text decide parse_action parse_card parse_cards",
                "notation.position": "Position parse_position",
                "rulebook.explain": "RuleInForce explain",
                "rulebook.sheet": "Difference Sheet SheetLine diff_rules sheet",
                "translation": "Sentence action_label option_words sentences translated",
                "rules.entry": "Identity",
                "rules.memory": "Note match_notes notes",
                "rules.rules": "Rules",
                "rules.scores": "HandScore ScoreLine",
                "selection": "Completion Completions NoAction actions_for_cards completions why_no_action",
                "show.picture": "svg",
                "show.text": "table_text",
                "state": "MatchSoFar PublicState State Turn View",
            }.items()
            for name in names.split()
        }
    )

    def __getattr__(name):  # noqa: ANN001, ANN202 - type checkers do not see it
        if name not in _LATER:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module  # noqa: PLC0415 - beside its only use: no name of the package

        found = globals()[name] = getattr(import_module(f"{__name__}.{_LATER[name]}"), name)
        return found

    def __dir__():  # noqa: ANN202 - type checkers do not see it
        return sorted({*globals(), *__all__})
