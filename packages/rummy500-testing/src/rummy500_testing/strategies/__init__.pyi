# Written by `uv run python -m tools.pages` from __init__.py: change that, not this file.

from rummy500_testing.strategies.composing import option_values as option_values, rules as rules
from rummy500_testing.strategies.melding import Card as Card, Cards as Cards, NearMeld as NearMeld, cards as cards, decks as decks, melds as melds, near_melds as near_melds, some_cards as some_cards
from rummy500_testing.strategies.playing import Hand as Hand, PlayedGame as PlayedGame, Try as Try, actions as actions, games as games, hands as hands, legal_actions as legal_actions, nearly_legal_actions as nearly_legal_actions, nonsense_actions as nonsense_actions, tries as tries

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
