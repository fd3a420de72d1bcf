"""The messages of a client as records, and every message of either side by its type."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, get_args

import attrs

from rummy500.wire import messages as records

#: The version of every message. Messages grow without it: it rises only if a client of before could not play on.
VERSION: Final = 1


@attrs.frozen
class SubmitMessage:
    """A seat acts."""

    decision: int  #: the number of the decision that it answers.
    action: str  #: the action, as text: `draw`, `take 4d with {4d 4h 4c}`.


@attrs.frozen
class LetCallGoMessage:
    """A seat will not call in this window. Optional, and the seat may still call while the window lasts.

    No window gets shorter by it but that which is held for the seat on turn alone.
    """

    decision: int  #: the number of the decision that it answers.


@attrs.frozen
class UndoMessage:
    """A seat asks to take its last action back."""

    decision: int  #: the number of the decision that is open.


@attrs.frozen
class AnswerUndoMessage:
    """A seat answers whether another may take its action back."""

    decision: int  #: the number of the decision that is open.
    agree: bool  #: whether it agrees.


@attrs.frozen
class SelectMessage:
    """A seat has selected some cards: which actions use them?"""

    cards: tuple[str, ...]  #: the cards, of its hand and of the pile.


@attrs.frozen
class AskWhyMessage:
    """Ask why an action is not legal."""

    action: str  #: the action, as text. If that is not an action, the answer is an `error`.


@attrs.frozen
class AskHintMessage:
    """Ask what a program would do. A table may refuse to say."""


@attrs.frozen
class DescribeMessage:
    """Ask for the rules of the table, or for their sheet."""

    what: Literal["rules", "sheet"]  #: `rules` or `sheet`.


@attrs.frozen
class AskChoicesMessage:
    """Ask what a new table can be opened with."""

    preset: str  #: the preset whose options are asked for.
    plugins: tuple[str, ...] = ()  #: the plugins beside it.


@attrs.frozen
class AskUpdateMessage:
    """Ask how the table stands, and with a number for the events after it, at most 100 in an update."""

    #: the number of the last event that the client has; 0 for the first events; `null` for none.
    since: int | None = None


#: A message of a server.
Answer = (
    records.UpdateMessage
    | records.RefusalData
    | records.ErrorMessage
    | records.SelectedMessage
    | records.WhyMessage
    | records.HintMessage
    | records.RulesMessage
    | records.SheetMessage
    | records.ChoicesMessage
    | records.ViewData
    | records.LegalData
    | records.ScoreData
    | records.MatchData
    | records.ChangesMessage
)
#: A message of a client.
TableRequest = (
    SubmitMessage
    | LetCallGoMessage
    | UndoMessage
    | AnswerUndoMessage
    | AskUpdateMessage
    | SelectMessage
    | AskWhyMessage
    | AskHintMessage
    | DescribeMessage
    | AskChoicesMessage
)

#: The messages of a server, by type.
ANSWERS: Final[Mapping[str, type[Answer]]] = {
    kind.__name__.removesuffix("Data").removesuffix("Message").lower(): kind for kind in get_args(Answer)
}
#: The messages of a client, by type.
REQUESTS: Final[Mapping[str, type[TableRequest]]] = {
    "submit": SubmitMessage,
    "let-go": LetCallGoMessage,
    "undo": UndoMessage,
    "answer-undo": AnswerUndoMessage,
    "ask-update": AskUpdateMessage,
    "select": SelectMessage,
    "ask-why": AskWhyMessage,
    "ask-hint": AskHintMessage,
    "describe": DescribeMessage,
    "ask-choices": AskChoicesMessage,
}
