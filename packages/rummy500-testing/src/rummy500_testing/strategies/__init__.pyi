# Written by `uv run python -m tools.pages` from __init__.py: change that, not this file.

from rummy500_testing.strategies.composing import option_values, rules
from rummy500_testing.strategies.melding import Card, Cards, NearMeld, cards, decks, melds, near_melds, some_cards
from rummy500_testing.strategies.playing import Hand, PlayedGame, Try, actions, games, hands, legal_actions, nearly_legal_actions, nonsense_actions, tries

__all__ = [
    "Card",
    "Cards",
    "Hand",
    "NearMeld",
    "PlayedGame",
    "Try",
    "actions",
    "cards",
    "decks",
    "games",
    "hands",
    "legal_actions",
    "melds",
    "near_melds",
    "nearly_legal_actions",
    "nonsense_actions",
    "option_values",
    "rules",
    "some_cards",
    "tries",
]
