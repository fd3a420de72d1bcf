"""Reads what a person types: a number of a list, an action, its verb and cards, or cards alone."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import islice
from types import MappingProxyType
from typing import Final

import attrs

from rummy500.actions import CALL, DISCARD, LAY, MELD, TAKE, Action
from rummy500.cards.cards import cards_text
from rummy500.engine.listing import LegalActions
from rummy500.errors import IllegalActionError, NotationError
from rummy500.inputs import quoted
from rummy500.notation.actions import bare_text, parse_cards, read_decision
from rummy500.rules.plugin_errors import blame
from rummy500.rules.rules import Rules
from rummy500.selection import actions_for_cards, why_no_action
from rummy500.state import View

#: The most actions that are listed: with wild cards there can be millions.
MOST_LISTED: Final = 500
#: The most digits of a number in the list; Python refuses to read numbers of several thousand digits.
_DIGITS: Final = 9
#: A card, or a ten after `=`: a joker in a group.
_CARD: Final = re.compile(r"(?<![\w*])(=?)(10|[2-9atjqk])([shdc♠♥♦♣])(?!\w)|(?<==)(10)(?!\w)", re.IGNORECASE)
_SUITS: Final = {"♠": "s", "♥": "h", "♦": "d", "♣": "c"}
_RANKS: Final = {"10": "T"}
#: What to type after a verb that needs cards.
_WHICH: Final[Mapping[str, str]] = MappingProxyType(
    {
        DISCARD: "Which card? Type discard and a card: discard 7h.",
        LAY: "Which card? Type lay and a card: lay 7h.",
        MELD: "Which cards? Type meld and the cards: meld 7h 8h 9h.",
        TAKE: "Which card? Type take and a card of the pile: take 7h.",
    }
)
#: The most other actions that an answer names.
_SHOWN_OTHERS: Final = 3


def listed(legal: LegalActions) -> tuple[Action, ...]:
    """List the first legal actions that waste no wild card."""
    return tuple(islice(legal.plain(), MOST_LISTED))


@attrs.frozen
class Typed:
    """The reading of a typed line: an action, several to choose from, or the reason why it is none."""

    actions: tuple[Action, ...] = ()
    words: str = ""

    @property
    def action(self) -> Action | None:
        """The action, if there is just one."""
        return self.actions[0] if len(self.actions) == 1 else None


def as_cards(text: str) -> str:
    """Write the cards of a typed line as the notation has them: `10h`, `th` and `10♥` as `Th`."""
    return _CARD.sub(_as_card, text)


def _as_card(found: re.Match[str]) -> str:
    if found[4]:
        return _RANKS[found[4]]
    rank, suit = found[2].upper(), found[3].lower()
    return f"{found[1]}{_RANKS.get(rank, rank)}{_SUITS.get(suit, suit)}"


def read_typed(rules: Rules, view: View, legal: LegalActions, text: str, shown: Sequence[Action]) -> Typed:
    """Read a line that a person typed; a number chooses from the actions shown, from 1."""
    text = as_cards(text)
    word = text.partition(" ")[0].lower()
    if word == "rummy":
        return _call(rules, legal)
    if text.isdecimal():
        return _numbered(text, shown)
    if word in rules.turn.moves or (word.rstrip(":").isdecimal() and ":" in word):
        return read_action(rules, view, text)
    return _selected(rules, view, text)


def read_action(rules: Rules, view: View, text: str) -> Typed:
    """Read an action in full or by its verb and cards, or explain why it is not legal."""
    word, _, rest = text.partition(" ")
    verb = word.lower()
    if verb in _WHICH and not rest.strip():
        return Typed(words=_WHICH[verb])
    try:
        return Typed((read_decision(rules, view, f"{verb} {rest}"),))
    except NotationError as error:
        unread = Typed(words=f"{error.message}; expected {error.expected}" if error.expected else error.message)
    except IllegalActionError as error:
        return Typed(words=str(error))
    return (_with_verb(rules, view, verb, rest) if verb in _WHICH else None) or unread


def _with_verb(rules: Rules, view: View, verb: str, text: str) -> Typed | None:
    """Read the cards after a verb as a selection; `None` where the text is not just cards."""
    try:
        cards = parse_cards(text)
        found = actions_for_cards(rules, view, view.seat, cards)
    except ValueError as error:
        if blame(error, rules):
            raise  # a plugin's mistake, not the person's
        return None
    fits = tuple(each for each in found if each.verb == verb)
    if fits:
        return Typed(fits)
    if verb == DISCARD and len(cards) > 1:
        return Typed(words="You discard one card.")
    if verb == LAY and not view.public.table:
        return Typed(words="There is no meld on the table to lay off on.")
    if verb == LAY:  # each meld has its own reason why the cards do not fit
        return Typed(words=f"On which meld? Type lay {cards_text(cards)} on m1, for example.")
    if found:
        others = " or ".join(bare_text(each, view) for each in found[:_SHOWN_OTHERS])
        return Typed(words=f"You can {others}, but not {verb} {cards_text(cards)}.")
    return of_cards(rules, view, cards)


def _numbered(text: str, shown: Sequence[Action]) -> Typed:
    if len(text) > _DIGITS:
        return Typed(words="There is no number of so many digits in the list.")
    number = int(text)
    if 1 <= number <= len(shown):
        return Typed((shown[number - 1],))
    return Typed(words=f"There is no number {number} in the list.")


def _call(rules: Rules, legal: LegalActions) -> Typed:
    calls = tuple(action for action in listed(legal) if action.verb == CALL)
    if calls:
        return Typed(calls)
    if rules.turn.call == "none":
        return Typed(words='There is no calling "Rummy!" in these rules.')
    return Typed(words="There is nothing that you can call now.")


def _selected(rules: Rules, view: View, text: str) -> Typed:
    """Read a list of cards: the only action with them, those to choose from, or why there is none."""
    try:
        return of_cards(rules, view, parse_cards(text))
    except NotationError as error:
        word = text.split(maxsplit=1)[0]
        words = f"I do not know {quoted(word)}" if word.isalpha() and error.column == 1 else error.message
        return Typed(words=f"{words}; type `help` for the commands.")
    except ValueError as error:
        if blame(error, rules):
            raise
        return Typed(words=f"{error}.")


def of_cards(rules: Rules, view: View, cards: Sequence[int]) -> Typed:
    """Find the actions that use exactly the cards that a person has selected."""
    found = actions_for_cards(rules, view, view.seat, cards)
    if found:
        return Typed(found)
    refused = why_no_action(rules, view, view.seat, cards)
    return Typed(words=f"{bare_text(refused.guess, view)}: {refused.refusal}" if refused else "")
