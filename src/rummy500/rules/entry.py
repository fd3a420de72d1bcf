"""`RuleEntry`, a rule of the rulebook, and `Identity`, the names and values that rules were composed from."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Final

import attrs

from rummy500.cards.cards import JOKER
from rummy500.rules.options import MELD_LAYOFF, CoreOption, OptionValue, V

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
class RulesSummary:
    """The facts about the rules of a game that a sentence about them may depend on.

    Attributes:
        options: the value of every option in force.
        seats: how many play.
        sides: the number of sides; as many as seats if everybody plays alone.
        packs: the number of packs of 52 that are shuffled together.
        jokers: the number of jokers in all packs together.
        hand_size: the number of cards dealt to each seat.
        group_cap: the most cards that a group can have, by options and packs.
        draw_count: the number of cards that a draw from the stock gives.
        wild_jokers: whether there are jokers and they are wild.
        wilds: the faces that are wild, or can be.
        wilds_change: whether the wild faces change during play.
        joker_points: the points of a joker.
        low_ace_points: the points of an ace at the low end of a run.
        ace_points: the points of an ace elsewhere in a run.
        plugins: the names of the plugins in play, in order.
        unit: the number of points that make one point of the score.
        nobody_deducts: whether no hand ever counts against its player.
        deducts_at_stock_end: whether the text of a variant in play deducts hands when the stock ends the hand.
        dealt_by: the names of the plugins that add steps between the deal and the first turn, in order.
        first_by: the name of the plugin that chooses who plays the first turn; empty if none does.
    """

    options: Mapping[str, OptionValue]
    seats: int
    sides: int
    packs: int
    jokers: int
    hand_size: int
    group_cap: int
    draw_count: int = 1
    wild_jokers: bool = False
    wilds: tuple[int, ...] = ()
    wilds_change: bool = False
    joker_points: int = 15
    low_ace_points: int = 1
    ace_points: int = 15
    plugins: tuple[str, ...] = ()
    unit: int = 1
    nobody_deducts: bool = False
    deducts_at_stock_end: bool = False
    dealt_by: tuple[str, ...] = ()
    first_by: str = ""

    @property
    def sides_play(self) -> bool:
        """Whether partners play together."""
        return self.sides < self.seats

    def has(self, option: CoreOption[V] | str, *values: V) -> bool:
        """Whether an option has one of some values; an option of a plugin is given by name."""
        return self.options[option if isinstance(option, str) else option.name] in values

    @property
    def layoffs(self) -> str:
        """The melds on which a seat may lay off, as claimed in the matter `lay-offs`."""
        if not self.has(MELD_LAYOFF, "own"):
            return "any meld"
        return "melds of one's side" if self.sides_play else "one's own melds"

    @property
    def only_jokers_wild(self) -> bool:
        """Whether only jokers, or spare cards, can be wild."""
        return all(face >= JOKER for face in self.wilds)


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


def _always(_summary: RulesSummary) -> bool:
    return True


@attrs.frozen
class Omission:
    """The reason why a rule of the core has no line on the sheet although it is in force."""

    why: str
    instead: str = ""
    when: Callable[[RulesSummary], bool] = _always


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
        statement: returns its statement under given rules, `None` if it is idle; left out for a rule that always says
            `about`.
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
    statement: Callable[[RulesSummary], Statement | None] | None = None
    replaces: tuple[str, ...] = ()
    question: str = ""
    omission: Omission | None = None
    claims: Mapping[str, str] = attrs.field(factory=dict[str, str], hash=False)
    tables: tuple[str, ...] | None = attrs.field(default=None, eq=False)  # derived where it is left out

    def under(self, summary: RulesSummary) -> Statement | None:
        """State the rule under given rules.

        Args:
            summary: a summary of those rules.

        Returns:
            The sentence and its sources, or `None` if the rule is idle under them.
        """
        if self.statement is not None:
            return self.statement(summary)
        # A rule that is ours only where some documents do not say is not ours under the others.
        known = tuple(source for source in self.sources if source != OURS) if self.ours_for else self.sources
        return Statement(self.about, known, self.claims)


def counted(number: int, one: str, many: str = "") -> str:
    """A number with its noun.

    Examples:
        >>> counted(1, "joker"), counted(4, "joker")
        ('1 joker', '4 jokers')
    """
    return f"{number} {one if number == 1 else many or one + 's'}"
