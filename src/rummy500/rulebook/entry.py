"""An entry of the rulebook: a rule's id, what it says under given rules, its sources, its place on the sheet."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

import attrs

from rummy500.cards import JOKER
from rummy500.options import OptionValue

#: The five source documents, by the first three digits of their names.
DOCUMENTS: Final = ("000", "001", "002", "003", "004")
#: Stands beside the documents where no source decides and the reading is ours.
OURS: Final = "ours"


@attrs.frozen
class RulesSummary:
    """The facts about the rules of a game that a sentence about them may depend on.

    Attributes:
        options: the value of every option in force.
        seats: how many play.
        sides: how many sides they play on; as many as seats where everybody plays alone.
        packs: how many packs of 52 are shuffled together.
        jokers: the jokers in all packs together.
        hand_size: the cards dealt to each seat.
        group_cap: the most cards that a group can have, all things considered.
        draw_count: how many cards a draw from the stock gives.
        wild_jokers: whether there are jokers and they are wild.
        wilds: the faces that are wild, or can be.
        wilds_change: whether which of them are wild changes in play.
        joker_points: what a joker counts.
        low_ace_points: what an ace counts at the low end of a run.
        ace_points: what it counts elsewhere in a run.
        plugins: the names of the plugins in play, in order.
        unit: how many points make one in the score.
        nobody_deducts: whether no hand ever counts against its player.
        deducts_at_stock_end: whether the text of a variant in play deducts hands when the stock ends the hand.
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

    @property
    def sides_play(self) -> bool:
        """Whether sides play, and not everybody alone."""
        return self.sides < self.seats

    def has(self, option: str, *values: OptionValue) -> bool:
        """Whether an option has one of some values."""
        return self.options[option] in values

    @property
    def layoffs(self) -> str:
        """On whose melds a seat may lay off."""
        if not self.has("meld.layoff", "own"):
            return "any meld"
        return "melds of one's side" if self.sides_play else "one's own melds"

    @property
    def only_jokers_wild(self) -> bool:
        """Whether no card but jokers is ever wild."""
        return all(face >= JOKER for face in self.wilds)


@attrs.frozen
class Statement:
    """What a rule says under given rules.

    Attributes:
        sentence: what holds, in a player's words.
        sources: the documents that say so, and `ours` where part of the reading is ours.
        claims: the answers in it that exclude others, by the matter that they decide: `{"first turn": "left of the
            dealer"}`. `MATTERS` lists the answers. Rules in force together never claim different answers in one
            matter.
    """

    sentence: str
    sources: tuple[str, ...]
    claims: Mapping[str, str] = attrs.field(factory=dict[str, str], hash=False)


def _always(_summary: RulesSummary) -> bool:
    return True


@attrs.frozen
class Omission:
    """Why a rule of the core that is in force has no line on the sheet.

    Attributes:
        why: the reason.
        instead: the rule whose line says the same; where that rule is not in force, this one gets a line after all.
        when: under which rules it is left out.
    """

    why: str
    instead: str = ""
    when: Callable[[RulesSummary], bool] = _always


@attrs.frozen
class RuleEntry:
    """A rule of the catalogue.

    Attributes:
        id: the rule id, which code, tests, refusals and documentation cite.
        section: its heading in the catalogue and on the sheet: one of the core's, or a new one for a variant.
        about: the rule in our words, whatever the options say; what it says if nothing steers it.
        sources: the documents that know it, and `ours` where a reading is ours.
        ours: what exactly is our reading, empty if nothing is.
        ours_for: the documents that are silent here, so that under their presets the rule is ours.
        partly_for: the documents that have only part of it, so that under their presets the rest is ours.
        options: the options that steer it.
        says: what it says under given rules, `None` where it is idle; left out for a rule that always says `about`.
        replaces: the rules that this one takes out of force.
        question: what players ask before they deal and this rule answers: differences are grouped by it. A plugin's
            rule may leave it out: it answers the question of the rule that it replaces.
        omission: why the sheet has no line for it; `None` for a rule that has one.
        claims: as in `Statement`, of a rule that always says `about`.
        tables: the TABLE hooks of its plugin whose answers the sentence states, `card_points` say: where a later plugin
            answers otherwise `explain` marks the rule as overridden. Left out, `card_points` for a rule that answers
            "What do the cards count?", `cut_rank` for one that answers "Who deals first?", and all of them for a
            plugin that has no other hook that changes play.
    """

    id: str
    section: str
    about: str
    sources: tuple[str, ...]
    ours: str = ""
    ours_for: tuple[str, ...] = ()
    partly_for: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    says: Callable[[RulesSummary], Statement | None] | None = None
    replaces: tuple[str, ...] = ()
    question: str = ""
    omission: Omission | None = None
    claims: Mapping[str, str] = attrs.field(factory=dict[str, str], hash=False)
    tables: tuple[str, ...] | None = attrs.field(default=None, eq=False)  # derived where it is left out

    def under(self, summary: RulesSummary) -> Statement | None:
        """What the rule says under given rules.

        Args:
            summary: what those rules come down to.

        Returns:
            The sentence and its sources, or `None` if the rule is idle under them.
        """
        if self.says is not None:
            return self.says(summary)
        # A rule that is ours only where some documents are silent is not ours where another tells it.
        known = tuple(source for source in self.sources if source != OURS) if self.ours_for else self.sources
        return Statement(self.about, known, self.claims)


def counted(number: int, one: str, many: str = "") -> str:
    """A number with its noun.

    >>> counted(1, "joker"), counted(4, "joker")
    ('1 joker', '4 jokers')
    """
    return f"{number} {one if number == 1 else many or one + 's'}"
