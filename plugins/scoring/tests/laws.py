"""Laws of the plugin's card values: each value written down once more, and lines counted."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from rummy500 import card_text
from rummy500.hooks import JOKER, Place, Rules, rank_of
from rummy500.testing import SKIPPED, Answer, Fault, Law
from rummy500.testing.overrides import card_points_overridden
from rummy500_scoring.names import ACE, BY_USE, FIFTEEN, FIFTHS, HUNDRED, TEN_FIVE, TWENTY_FIVE

#: The plugin whose laws these are.
PLUGIN: Final = "scoring"
#: Plugins that answer the same questions, and that these laws take into account.
BESIDE: Final = frozenset(
    (
        "dealers-gambit",
        "five-ten-fifteen",
        "persian",
    )
)
_NAME: Final = "scoring"
_THREE_VALUES: Final = "five-ten-fifteen"
_PLACES: Final[tuple[Place, ...]] = ("hand", "group", "run", "low")
_RANK_OF_ACE: Final = 0
_TEN: Final = 9
#: Plugins by which a joker is something else, whichever comes first.
_OTHER_JOKERS: Final = ("persian", "dealers-gambit")
#: A joker may stand for any of these, and for a card of a rank where it lies in a group.
_ROLES: Final = (0, 1, 2, 9, 12, 64, 65, 76)


def _unit(rules: Rules) -> int:
    return 5 if rules.options[FIFTHS] else 1


def _ace(rules: Rules, place: Place) -> int | None:
    """What an ace counts; nothing is said where another plugin has the last word."""
    names = list(rules.plugins)
    later = names[names.index(_NAME) + 1 :]
    way, fives = rules.options[ACE], rules.options[TEN_FIVE] or _THREE_VALUES in names
    if "persian" in names or (_THREE_VALUES in later and way != HUNDRED):
        return None
    if way == FIFTEEN:
        return 15
    if way == TWENTY_FIVE:
        return 25
    if way == HUNDRED:
        return 15 if place != "low" else 5 if fives else 1
    if rules.options[TEN_FIVE]:
        return 5
    if _THREE_VALUES in names:
        return None
    return 1 if place == "low" or rules.options["score.ace"] == "one" else 15


def _joker(rules: Rules) -> int | None:
    """What a joker counts; nothing is said where a plugin makes it something else."""
    if any(name in rules.plugins for name in _OTHER_JOKERS):
        return None
    return 5 if rules.options[TEN_FIVE] else 15


def _due(rules: Rules, card: int, place: Place) -> int | None:
    if card_points_overridden(rules, card, place, beside={PLUGIN, *BESIDE}):
        return None
    if card == JOKER:
        return _joker(rules)
    rank = rank_of(card)
    if rank == _RANK_OF_ACE:
        return _ace(rules, place)
    if rank >= _TEN:
        return 10
    if rules.options[TEN_FIVE] or _THREE_VALUES in rules.plugins:
        return 5
    return rank + 1


def what_an_ace_counts(rules: Rules) -> Answer:
    """`score.ace-fifteen`, `score.ace-25`, `score.ace-hundred`, `score.ten-five`, `score.fifths`: aces.

    Skipped where another plugin decides what aces count: Persian, a later five-ten-fifteen, or a plugin unknown here.
    """
    return _count_fault(rules, range(_RANK_OF_ACE, JOKER, 13))


def what_a_joker_counts(rules: Rules) -> Answer:
    """`score.ten-five`, `score.fifths`: a joker counts 15, or 5.

    Skipped where another plugin decides what jokers count: Persian, Dealer's gambit, or a plugin unknown here.
    """
    return _count_fault(rules, (JOKER,))


def what_other_cards_count(rules: Rules) -> Answer:
    """`score.ten-five`, `score.fifths`: twos to kings.

    Skipped where a plugin that is unknown here decides what they count.
    """
    return _count_fault(rules, [card for card in range(JOKER) if rank_of(card) != _RANK_OF_ACE])


def _count_fault(rules: Rules, cards: Iterable[int]) -> Answer:
    """The first of some cards that counts something else; `SKIPPED` if others decide what each of them counts."""
    judged = False
    for card in cards:
        for place in _PLACES:
            due = _due(rules, card, place)
            if due is None:
                continue
            judged = True
            roles = _ROLES if card == JOKER else (card,)
            found = {rules.scoring.points.piece(card + 64 * role, place) for role in roles}
            if place == "hand":
                found.add(rules.scoring.points.in_hand[card])
            if found != {due // _unit(rules)}:
                return Fault(
                    f"points of {card_text(card)} at the place {place!r}: expected {due // _unit(rules)}, found {found}"
                )
    return None if judged else SKIPPED


def points_to_reach(rules: Rules) -> Fault | None:
    """`score.fifths`: the target and the first minimum of the preset are divided by five and rounded up, as all points.

    A value that is set as an option is taken as it is; a target of Persian's two deals means nothing.
    """
    if rules.scoring.unit != _unit(rules):
        return Fault(f"{rules.scoring.unit} points are told as one")
    for option, found in (("match.target", rules.match.target), ("meld.first-minimum", rules.melding.opening_minimum)):
        points = rules.preset.options[option]
        if rules.origin.set_by[option] == "option" or "persian" in rules.plugins or not isinstance(points, int):
            continue
        due = -(-points // _unit(rules))
        if found != due or rules.options[option] != due:
            return Fault(f"{option} should be {due}, and is {found}")
    return None


def aces_give_way(rules: Rules) -> Fault | None:
    """`score.ace` gives way to what this plugin says of aces, under every preset."""
    says = rules.options[ACE] != BY_USE or rules.options[TEN_FIVE]
    ace = rules.options["score.ace"]
    return Fault(f"score.ace is {ace!r}") if says and ace != "by-use" else None


LAWS: Final[tuple[Law[Any], ...]] = (
    Law(
        "scoring: an ace's points",
        "An ace counts what scoring.ace says, or 5 with ten-five; with fifths that is divided by five.",
        Rules,
        what_an_ace_counts,
    ),
    Law(
        "scoring: a joker's points",
        "A joker counts 15, or 5 with ten-five; with fifths that is divided by five.",
        Rules,
        what_a_joker_counts,
    ),
    Law(
        "scoring: other cards' points",
        "2 to 9 count their faces, or 5 each with ten-five, and ten to king 10; with fifths that is divided by five.",
        Rules,
        what_other_cards_count,
    ),
    Law(
        "scoring: points to reach",
        "With fifths the target and the first minimum are a fifth of the preset's, rounded up; else they stay.",
        Rules,
        points_to_reach,
        rests_on=("point_unit",),
    ),
    Law("scoring: score.ace gives way", "score.ace gives way to what scoring says of aces.", Rules, aces_give_way),
)
