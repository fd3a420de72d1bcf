"""Laws of `score.5-10-15`, for `rummy500.testing`: the three values, written down once more and counted by hand."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, Final

from rummy500 import card_text, cards_of, parse_position, score_hand
from rummy500.hooks import JOKER, Meld, Place, Rules, State, piece_card, rank_of
from rummy500.testing import Fault, Law, Spot
from rummy500.testing.others import TOGETHER, counts_otherwise, unless_others_say

_NAME: Final = "five-ten-fifteen"
#: Another table for the same cards, which the preset `wikipedia` may be played with.
_TEN_FIVE: Final = "scoring.ten-five"
_PLACES: Final[tuple[Place, ...]] = ("hand", "group", "run", "low")
_ACE: Final = 0
_TEN: Final = 9
#: Plugins by which a joker is something else, whichever comes first.
_OTHER_JOKERS: Final = ("persian", "dealers-gambit", "oklahoma")
#: A joker may stand for any of these, and for a card of a rank where it lies in a group.
_ROLES: Final = (0, 1, 2, 9, 12, 64, 65, 76)


def _due(card: int, place: Place) -> int:
    """2 to 9 five, ten to king ten, an ace 15 but 5 as the low end of a run, a joker 15."""
    if card == JOKER:
        return 15
    if rank_of(card) == _ACE:
        return 5 if place == "low" else 15
    return 10 if rank_of(card) >= _TEN else 5


def _unit(rules: Rules) -> int:
    """So many points are told as one (`score.fifths`)."""
    return 5 if rules.options.get("scoring.fifths") else 1


def _judged(rules: Rules, card: int, place: Place) -> bool:
    """Whether this rule has the last word on a card.

    Jokers are those of Persian, of Dealer's gambit or of ten-five where these are in play; aces those of a later
    plugin that says what they count; and any card another's that a plugin counts which this one knows nothing of.
    """
    if counts_otherwise(rules, card, place, known=TOGETHER):
        return False
    if card >= JOKER:
        others = any(name in rules.plugins for name in _OTHER_JOKERS)
        return card == JOKER and not others and not rules.options.get(_TEN_FIVE)
    if rank_of(card) != _ACE:
        return True
    names = list(rules.plugins)
    later = names[names.index(_NAME) + 1 :]
    by_scoring = "scoring" in later and (rules.options["scoring.ace"] != "by-use" or rules.options[_TEN_FIVE])
    return not by_scoring and "persian" not in later


def what_cards_count(rules: Rules) -> Fault | None:
    """`score.5-10-15`: each card at each place, a joker in any role.

    Nothing is said of what another plugin decides: see `_judged`.
    """
    for card in range(JOKER + 1):
        for place in filter(partial(_judged, rules, card), _PLACES):
            for role in _ROLES if card == JOKER else (card,):
                points = rules.scoring.points.piece(card + 64 * role, place)
                due = _due(card, place) // _unit(rules)
                if points != due:
                    return Fault(f"{card_text(card)} should count {due} at the place {place!r}, and counts {points}")
        if _judged(rules, card, "hand") and rules.scoring.points.in_hand[card] != _due(card, "hand") // _unit(rules):
            return Fault(f"{card_text(card)} counts {rules.scoring.points.in_hand[card]} in hand")
    return None


def the_ace_is_by_use(rules: Rules) -> Fault | None:
    """`score.5-10-15`: `score.ace = one` gives way, under every preset."""
    ace = rules.options["score.ace"]
    return None if ace == "by-use" else Fault(f"score.ace is {ace!r}")


def what_lies_and_what_is_held(spot: Spot) -> Fault | None:
    """`score.5-10-15`: what each seat has melded and what it holds, counted card by card.

    What does not count against its holder is a matter of other plugins: then a hand takes nothing away. Tables and
    hands with a card of which another plugin has the last word are left out.
    """
    return _counted(spot.rules, spot.state)


def _counted(rules: Rules, state: State) -> Fault | None:
    told = [[0, 0] for _ in range(rules.seats)]
    for line in score_hand(rules, state).lines:
        if line.rule == "score.hand":
            told[line.seat][line.points < 0] += abs(line.points)
    for seat, (down, left) in enumerate(told):
        there = [each for meld in state.public.table for each in _of_seat(meld, seat)]
        if all(_judged(rules, card, place) for card, place in there):
            due = sum(_due(card, place) for card, place in there) // _unit(rules)
            if due != down:
                return Fault(f"seat {seat} has melded {due} points, and the score says {down}")
        hand = cards_of(state.hands[seat])
        if all(_judged(rules, card, "hand") for card in hand):
            due = sum(_due(card, "hand") for card in hand) // _unit(rules)
            if left not in (0, due):
                return Fault(f"seat {seat} holds {due} points, and the score takes {left} away")
    return None


def _of_seat(meld: Meld, seat: int) -> Iterator[tuple[int, Place]]:
    for index, (piece, player) in enumerate(zip(meld.pieces, meld.by, strict=True)):
        if player == seat:
            place: Place = "group" if meld.low < 0 else "low" if meld.low == index == 0 else "run"
            yield piece_card(piece), place


_MADE: Final = """
to_act = 0
hands = {hands}
stock = "4c 5c"
pile = "3s"
melds = {melds}
"""
#: Runs with an ace at one end, each with the value of `meld.ace` that forbids it.
_RUNS: Final = (("0 [Ah 2h 3h 4h 5h 6h 7h 1:8h]", "high"), ("0 [7d 8d 9d Td Jd Qd Kd 1:Ad]", "low"))


@unless_others_say("pack", known=TOGETHER)
def a_table_that_is_made(rules: Rules) -> Fault | None:
    """`score.5-10-15`: a made position with an ace at each end that a run may have, lay-offs and cards in hands."""
    hands = ["2c 9h Tc Kc As Ac", "Js 9s", *[""] * (rules.seats - 2)]
    melds = [run for run, forbidden_by in _RUNS if rules.options["meld.ace"] != forbidden_by] + ["1 {6s 6c 6d}"]
    return _counted(rules, parse_position(_MADE.format(hands=hands, melds=melds), rules=rules).state)


LAWS: Final[tuple[Law[Any], ...]] = (
    Law(
        "five-ten-fifteen: what cards count",
        "2 to 9 count 5, ten to king 10, an ace 15 but 5 as the low end of a run, a joker 15, in hand as on the table.",
        Rules,
        what_cards_count,
    ),
    Law("five-ten-fifteen: aces by use", "score.ace = one gives way.", Rules, the_ace_is_by_use),
    Law(
        "five-ten-fifteen: a table that is made",
        "Runs with an ace at either end, groups, lay-offs and hands count what the three values come to.",
        Rules,
        a_table_that_is_made,
    ),
    Law(
        "five-ten-fifteen: melded and held",
        "What a seat has melded, and what its hand takes away, is what the three values come to.",
        Spot,
        what_lies_and_what_is_held,
        dear=True,
    ),
)
