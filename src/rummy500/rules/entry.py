"""`RuleEntry`, a rule of the rulebook, and `Identity`, the names and values that rules were composed from."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import TYPE_CHECKING, Final

import attrs

from rummy500.rules.options import Option, OptionValue

if TYPE_CHECKING:
    from rummy500.rules.rules import Rules

#: Increased by one when the core plays differently than before.
RULES_VERSION: Final = 1


@attrs.frozen
class Identity:
    """The names and values that a game was composed from; `recompose` makes equal rules of them.

    Attributes:
        preset: the preset's name.
        plugins: each plugin's name and rules version, in order.
        options: the options that the caller set, by name.
        seats: how many play.
        core: the rules version of the core.
    """

    preset: str
    plugins: tuple[tuple[str, int], ...]
    options: tuple[tuple[str, OptionValue], ...]
    seats: int
    core: int = RULES_VERSION

    @property
    def number(self) -> int:
        """A number below 2**53 of all but the rules versions, which scenarios and shipped clients outlive.

        It is the same in every process. States carry it (`MatchSoFar.rules_number`).
        """
        named = (self.preset, [name for name, _ in self.plugins], self.options, self.seats)
        return int(sha256(repr(named).encode()).hexdigest()[:13], 16)


# ---------------------------------------------------------------- entry

#: The five source documents, by the first three digits of their names.
DOCUMENTS: Final = ("000", "001", "002", "003", "004")
#: Listed with the documents if no source decides a point, so that the reading is ours.
OURS: Final = "ours"


@attrs.frozen
class Statement:
    """The sentence of a rule under given rules, with its sources.

    Attributes:
        sentence: the rule, in a player's words.
        sources: the documents that say so, and `ours` if part of the reading is ours.
        claims: the answers that the rule claims, by matter: `{"first turn": "left of the dealer"}`. `MATTERS` lists the
            answers. Rules in force together never claim different answers in one matter.
    """

    sentence: str
    sources: tuple[str, ...]
    claims: Mapping[str, str] = attrs.field(factory=dict[str, str], hash=False)


@attrs.frozen
class Omission:
    """The reason why a rule of the core has no line on the sheet although it is in force."""

    why: str
    instead: str = ""  # the rule whose line says it; if that rule is not in force, this one has a line after all
    when: Callable[[Rules], bool] = lambda _: True


@attrs.frozen
class RuleEntry:
    """A rule of the rulebook: its id, its sentence under given rules, its sources.

    Attributes:
        id: the rule id, which code, tests, refusals and documentation cite.
        section: its heading in the catalogue and on the sheet: one of the core's, or a new one for a variant.
        about: the rule in our words, whatever the options are; its sentence if no option changes it.
        sources: the documents that have it, and `ours` if a reading is ours.
        ours: the part that is our reading, empty if there is none.
        ours_for: the documents that do not say, so that under their presets the rule is ours.
        partly_for: the documents that have only part of it, so that under their presets the rest is ours.
        options: the options that change it.
        statement: gets the rules in force and returns its statement, `None` if it is idle; left out for a rule that
            always says `about`.
        replaces: the rules that it replaces; these are no longer in force.
        question: the question of players that it answers; differences between rules are grouped by it. A plugin's rule
            without one answers the question of the rule that it replaces.
        omission: why the sheet has no line for it; `None` for a rule that has one.
        claims: as in `Statement`, for a rule that always says `about`.
        tables: the answers of its plugin that the sentence states: `card_points`, `cut_ranks` (of the pack), or both.
            `explain` lists the cards for which a later plugin answers differently, and calls the rule idle if these
            are all its cards. Most plugins can leave this out: if such answers are all that the plugin changes, its
            rules state them. Otherwise a rule that answers "What do the cards count?" states `card_points`, and one
            that answers "Who deals first?" states `cut_ranks`. If no rule does, the cards are listed at every rule of
            the plugin without `tables`, and none is called idle, since its sentence may say more.
    """

    id: str
    section: str
    about: str
    sources: tuple[str, ...]
    ours: str = ""
    ours_for: tuple[str, ...] = ()
    partly_for: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    statement: Callable[[Rules], Statement | None] | None = None
    replaces: tuple[str, ...] = ()
    question: str = ""
    omission: Omission | None = None
    claims: Mapping[str, str] = attrs.field(factory=dict[str, str], hash=False)
    tables: tuple[str, ...] | None = attrs.field(default=None, eq=False)  # derived where it is left out

    def under(self, rules: Rules) -> Statement | None:
        """State the rule under given rules; `None` if it is idle under them."""
        if self.statement is not None:
            return self.statement(rules)
        # A rule that is ours only where some documents do not say is not ours under the others.
        known = tuple(source for source in self.sources if source != OURS) if self.ours_for else self.sources
        return Statement(self.about, known, self.claims)


def by_option(
    option: Option, statements: Mapping[OptionValue, Statement | Callable[[Rules], Statement]]
) -> Callable[[Rules], Statement | None]:
    """Make the function for a rule whose statement is that of an option's value; idle under values without one."""

    def statement(rules: Rules) -> Statement | None:
        found = statements.get(rules.options[option.name])
        return found(rules) if callable(found) else found

    return statement


def counted(number: int, one: str) -> str:
    """A number with its noun.

    Examples:
        >>> counted(1, "joker"), counted(4, "joker")
        ('1 joker', '4 jokers')
    """
    return f"{number} {one if number == 1 else one + 's'}"
