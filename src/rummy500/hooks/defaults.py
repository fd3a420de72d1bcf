"""What the core answers to hooks where nothing restricts play and nothing is added."""

from __future__ import annotations

from collections.abc import Iterable

from rummy500.actions import Action
from rummy500.cards import NATURALS
from rummy500.errors import Refusal
from rummy500.rules import Rules, Tally, Verdict
from rummy500.scores import ScoreLine
from rummy500.state import State, View


def all_wild(rules: Rules, _view: View) -> tuple[int, ...]:
    """Every face that is ever wild is wild now."""
    return rules.melding.shapes.wilds


def no_spare_cards(_rules: Rules, _view: View) -> int:
    """No spare card may be played."""
    return 0


def draw_freely(_rules: Rules, _view: View) -> Refusal | None:
    """Nothing restricts drawing."""
    return None


def act_freely(_rules: Rules, _view: View, _action: Action) -> Refusal | None:
    """Nothing restricts a take or a call."""
    return None


def lay_off_anywhere(_rules: Rules, _view: View, _on: int) -> Refusal | None:
    """A seat may lay off on every meld."""
    return None


def hide_nothing(_rules: Rules, view: View) -> View:
    """A seat sees its whole view."""
    return view


def nothing_lies_open(rules: Rules, _view: View) -> tuple[int, ...]:
    """No card of a hand lies open."""
    return (0,) * rules.seats


def refuse_unchanged(_rules: Rules, _view: View, _action: Action, refusal: Refusal) -> Refusal:
    """A refusal keeps its words."""
    return refusal


def no_lines(_rules: Rules, _state: State) -> Iterable[ScoreLine]:
    """Nothing is added to the score of a hand."""
    return ()


def no_match_lines(_rules: Rules, _tally: Tally, _verdict: Verdict) -> Iterable[ScoreLine]:
    """The match adds nothing to the scores."""
    return ()


def ace_low_rank(card: int) -> int | None:
    """`deal.first-dealer`: the rank in the draw for the deal, from 0 for an ace; `None` for a joker, drawn again."""
    return card % 13 if card < NATURALS else None
