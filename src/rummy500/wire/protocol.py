"""The messages of a client as records, and every message of either side by its type."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, get_args

import attrs

from rummy500.wire import messages as records

#: The version of every message. Messages grow without it: it rises only if a client of before could not play on.
VERSION: Final = 1


@attrs.frozen
class Submit:
    """A seat acts."""

    decision: int  #: the number of the decision that it answers.
    action: str  #: the action, as text: `draw`, `take 4d with {4d 4h 4c}`.


@attrs.frozen
class LetCallGo:
    """A seat will not call in this window. Optional, and the seat may still call while the window lasts.

    No window gets shorter by it but that which is held for the seat on turn alone.
    """

    decision: int  #: the number of the decision that it answers.


@attrs.frozen
class Undo:
    """A seat asks to take its last action back."""

    decision: int  #: the number of the decision that is open.


@attrs.frozen
class AnswerUndo:
    """A seat answers whether another may take its action back."""

    decision: int  #: the number of the decision that is open.
    agree: bool  #: whether it agrees.


@attrs.frozen
class Select:
    """A seat has selected some cards: which actions use them?"""

    cards: tuple[str, ...]  #: the cards, of its hand and of the pile.


@attrs.frozen
class AskWhy:
    """Ask why an action is not legal."""

    action: str  #: the action, as text. If that is not an action, the answer is an `error`.


@attrs.frozen
class AskHint:
    """Ask what a program would do. A table may refuse to say."""


@attrs.frozen
class Describe:
    """Ask for the rules of the table, or for their sheet."""

    what: Literal["rules", "sheet"]  #: `rules` or `sheet`.


@attrs.frozen
class AskChoices:
    """Ask what a new table can be opened with."""

    preset: str  #: the preset whose options are asked for.
    plugins: tuple[str, ...] = ()  #: the plugins beside it.


@attrs.frozen
class AskUpdate:
    """Ask how the table stands, and with a number for the events after it, at most 100 in an update."""

    #: the number of the last event that the client has; 0 for the first events; `null` for none.
    since: int | None = None


#: A message of a server.
Answer = (
    records.UpdateData
    | records.RefusalData
    | records.ErrorData
    | records.SelectedData
    | records.WhyData
    | records.HintData
    | records.RulesData
    | records.SheetData
    | records.ChoicesData
    | records.ViewData
    | records.LegalData
    | records.ScoreData
    | records.MatchData
    | records.ChangesData
)
#: A message of a client.
Request = Submit | LetCallGo | Undo | AnswerUndo | AskUpdate | Select | AskWhy | AskHint | Describe | AskChoices

#: The messages of a server, by type.
ANSWERS: Final[Mapping[str, type[Answer]]] = {
    kind.__name__.removesuffix("Data").lower(): kind for kind in get_args(Answer)
}
#: The messages of a client, by type.
REQUESTS: Final[Mapping[str, type[Request]]] = {
    "submit": Submit,
    "let-go": LetCallGo,
    "undo": Undo,
    "answer-undo": AnswerUndo,
    "ask-update": AskUpdate,
    "select": Select,
    "ask-why": AskWhy,
    "ask-hint": AskHint,
    "describe": Describe,
    "ask-choices": AskChoices,
}
