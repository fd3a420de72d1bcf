# The names that users import: `rummy500.base.lazy` loads them from here, and type checkers and editors read them here.
from rummy500_testing.strategies.composing import option_values as option_values
from rummy500_testing.strategies.composing import rules as rules
from rummy500_testing.strategies.melding import Card as Card
from rummy500_testing.strategies.melding import Cards as Cards
from rummy500_testing.strategies.melding import NearMeld as NearMeld
from rummy500_testing.strategies.melding import cards as cards
from rummy500_testing.strategies.melding import decks as decks
from rummy500_testing.strategies.melding import melds as melds
from rummy500_testing.strategies.melding import near_melds as near_melds
from rummy500_testing.strategies.melding import some_cards as some_cards
from rummy500_testing.strategies.playing import Hand as Hand
from rummy500_testing.strategies.playing import PlayedGame as PlayedGame
from rummy500_testing.strategies.playing import Try as Try
from rummy500_testing.strategies.playing import actions as actions
from rummy500_testing.strategies.playing import games as games
from rummy500_testing.strategies.playing import hands as hands
from rummy500_testing.strategies.playing import legal_actions as legal_actions
from rummy500_testing.strategies.playing import nearly_legal_actions as nearly_legal_actions
from rummy500_testing.strategies.playing import nonsense_actions as nonsense_actions
from rummy500_testing.strategies.playing import tries as tries

__all__: list[str]
