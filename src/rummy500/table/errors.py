"""`TableError`: what a table refuses, as data."""

from __future__ import annotations

from typing import NoReturn

from rummy500.errors import Refusal, Rummy500Error, refuse


class TableError(Rummy500Error, ValueError):
    """Something that the table does not allow now; the table does not change.

    Attributes:
        refusal: the reason. `refusal.rule` and `refusal.reason` are a key for translations, such as `table.decision`
            and `late`.
    """

    def __init__(self, refusal: Refusal) -> None:
        self.refusal = refusal
        super().__init__(refusal)

    def __str__(self) -> str:
        """The sentence."""
        return self.refusal.sentence


def decline(rule: str, reason: str, template: str, **facts: object) -> NoReturn:
    """Raise a `TableError`.

    Args:
        rule: the first part of its key, which begins with `table.`.
        reason: the second part of its key.
        template: the English sentence, with a name in braces for each fact.
        **facts: the facts.

    Raises:
        TableError: always.
    """
    raise TableError(refuse(rule, reason, template, **facts))
