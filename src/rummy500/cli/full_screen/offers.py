"""Offers: the actions to list if nothing is chosen, for chosen cards, and for a meld that was clicked."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Final

import attrs

from rummy500.actions import USE_LAY, Action
from rummy500.cards import cards_text
from rummy500.cli.game import Asked
from rummy500.cli.human import prompt_of
from rummy500.cli.show import Reader
from rummy500.cli.typed import MOST_LISTED, listed, of_cards, read_action
from rummy500.melds import meld_text
from rummy500.rules import Rules
from rummy500.selection import actions_for_cards, completions

_MOST_COMPLETIONS: Final = 30


@attrs.frozen
class Offer:
    """Actions to choose from, with a sentence about them.

    Attributes:
        actions: the actions.
        words: the sentence.
        added: the cards that must be added to the chosen ones, for each of the last actions.
    """

    actions: tuple[Action, ...]
    words: str
    added: tuple[str, ...] = ()

    @property
    def notes(self) -> tuple[str, ...]:
        """The cards to add for each action; empty where the chosen cards are enough."""
        return (*[""] * (len(self.actions) - len(self.added)), *self.added)


def every_action(rules: Rules, asked: Asked) -> Offer:
    """Offer the legal actions that waste no wild card."""
    actions = listed(asked.legal)
    return Offer(actions, prompt_of(rules, asked.view, actions))


def with_cards(rules: Rules, asked: Asked, cards: Sequence[int]) -> Offer:
    """Offer the actions that use exactly the chosen cards, then those that need more cards.

    Args:
        rules: the rules in force.
        asked: the decision.
        cards: the chosen cards.
    """
    if not cards:
        return every_action(rules, asked)
    exact = of_cards(rules, asked.view, cards).actions
    grown = completions(rules, asked.view, asked.seat, cards, limit=_MOST_COMPLETIONS).found
    if len(exact) == 1:
        words = "Enter does what uses exactly these cards."
    elif exact:
        words = "Several moves use exactly these cards."
    else:
        words = "Add a card, or choose a move." if grown else "No move uses exactly these cards: w says why."
    actions = (*exact, *(each.action for each in grown))
    return Offer(actions, words, tuple(cards_text(each.add) for each in grown))


def on_meld(rules: Rules, asked: Asked, cards: Sequence[int], meld: int, reader: Reader) -> Offer:
    """Offer the lay-offs on a meld: of the chosen cards, or of any where none is chosen.

    Args:
        rules: the rules in force.
        asked: the decision.
        cards: the chosen cards.
        meld: the place of the meld on the table, from 0.
        reader: who reads.

    Returns:
        The lay-offs. Where there is none, the sentence says why the cards do not go there, or describes the meld.
    """
    shown = asked.view.public.table[meld]
    about = f"m{meld + 1} is a {'run' if shown.is_run else 'group'} of {reader.name(shown.owner)}"
    about = f"{about.replace(' of you', ' of yours')}: {meld_text(shown).partition(' ')[2]}."
    if cards:
        fits = tuple(each for each in actions_for_cards(rules, asked.view, asked.seat, cards) if _is_on(each, meld))
        why = "" if fits else read_action(rules, asked.view, f"lay {cards_text(cards)} on m{meld + 1}").words
        return Offer(fits, why or "Which of these?")
    fits = tuple(islice((each for each in asked.legal.plain() if _is_on(each, meld)), MOST_LISTED))
    return Offer(
        fits, f"{about} {'The list shows what you can lay off there.' if fits else 'You cannot lay off there now.'}"
    )


def _is_on(action: Action, meld: int) -> bool:
    return action.use == USE_LAY and action.on == meld
