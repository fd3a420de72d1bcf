"""Laws of Dealer's gambit in positions that are made: what jokers may do under each name, and what they may not."""

from __future__ import annotations

from typing import Any, Final

import attrs

from rummy500 import State, apply, cards_text, legal_actions, parse_action, parse_position, score_hand, why_not
from rummy500.hooks import Rules, cards_of
from rummy500.testing import SKIPPED, Answer, Fault, Law
from rummy500.testing.others import PLAY, TOGETHER, unless_others_say


@attrs.frozen
class _Tried:
    """One action, and whether it is legal.

    Attributes:
        named: what jokers do, or what else is remembered.
        hand: the hand of seat 1, or of seat 0, the dealer, where it acts.
        action: what is tried.
        legal: whether it is legal.
    """

    named: str
    hand: str
    action: str
    legal: bool


_WILD: Final = 'named = "wild"'
_DOUBLE: Final = 'named = "double"'
_SPLIT: Final = 'named = "split"'
_USED: Final = ', joker = "used"'
_DEAD: Final = ', joker = "dead"'
_SEALED: Final = ", sealed = [1]"
_RUN: Final = "4h 5h 6h * 9c Kd"
_NINES: Final = "9s 9d * 4c Kd"
_TAKE: Final = "take 9h with {9h 9s 9d}"

#: In phase `play`; on the table lies `[4s 5s 6s]` of seat 0.
_PLAYS: Final = (
    _Tried(_WILD, _RUN, "1: meld [4h 5h *=6h]", legal=True),
    _Tried(_WILD, "4h 4d * 9c Kd", "1: meld {4h 4d *=4}", legal=True),
    _Tried(_WILD, _RUN, "1: lay *=7s on m1", legal=True),
    _Tried(_WILD, _RUN, "1: meld [4h 5h 6h] doubled with *", legal=False),
    _Tried(_WILD, _RUN, "1: meld [4h 5h *d=6h]", legal=False),
    _Tried(_WILD, _RUN, "0: meld [4h 5h *d=6h]", legal=True),
    _Tried(_WILD + _USED, _RUN, "0: meld [4h 5h *d=6h]", legal=False),
    _Tried(_WILD + _DEAD, _RUN, "0: meld [4h 5h *d=6h]", legal=False),
    _Tried(_WILD + _DEAD, _RUN, "1: meld [4h 5h *=6h]", legal=True),
    _Tried(_DOUBLE, _RUN, "1: meld [4h 5h 6h] doubled with *", legal=True),
    _Tried(_DOUBLE, _RUN, "1: meld [4h 5h 6h] doubled with *d", legal=False),
    _Tried(_DOUBLE, "4h 5h 6h 9c Kd", "1: meld [4h 5h 6h] doubled with *", legal=False),
    _Tried(_DOUBLE, _RUN, "0: meld [4h 5h 6h] doubled with *d", legal=True),
    _Tried(_DOUBLE + _USED, _RUN, "0: meld [4h 5h 6h] doubled with *d", legal=False),
    _Tried(_DOUBLE + _DEAD, _RUN, "0: meld [4h 5h 6h] doubled with *d", legal=False),
    _Tried(_DOUBLE, _RUN, "1: meld [4h 5h *=6h]", legal=False),
    _Tried(_DOUBLE, "7s * 9c Kd", "1: lay 7s on m1", legal=True),
    _Tried(_DOUBLE + _SEALED, "7s * 9c Kd", "1: lay 7s on m1", legal=False),
    _Tried(_DOUBLE + _SEALED, "7s * 9c Kd", "0: lay 7s on m1", legal=False),
    _Tried(_SPLIT, _RUN, "1: meld [4h 5h *=6h]", legal=False),
    _Tried(_SPLIT, _RUN, "1: meld [4h 5h 6h] doubled with *", legal=False),
    _Tried(_SPLIT, _RUN, "1: discard *", legal=True),
)
#: In phase `draw`.
_TAKES: Final = (
    _Tried(_SPLIT, _NINES, f"1: {_TAKE}", legal=True),
    _Tried(_SPLIT, _NINES, f"1: {_TAKE} split below with *", legal=True),
    _Tried(_SPLIT, _NINES, f"1: {_TAKE} split above with *", legal=True),
    _Tried(_SPLIT, "9s 9d 4c Kd", f"1: {_TAKE} split above with *", legal=False),
    _Tried(_SPLIT, _NINES, f"1: {_TAKE} split above with *d", legal=False),
    _Tried(_SPLIT, _NINES, f"0: {_TAKE} split below with *d", legal=True),
    _Tried(_SPLIT + _USED, _NINES, f"0: {_TAKE} split below with *d", legal=False),
    _Tried(_SPLIT + _DEAD, _NINES, f"0: {_TAKE} split below with *d", legal=False),
    _Tried(_SPLIT, _NINES, f"1: {_TAKE} doubled with *", legal=False),
    _Tried(_WILD, _NINES, f"1: {_TAKE} split below with *", legal=False),
    _Tried(_DOUBLE, _NINES, f"1: {_TAKE} split below with *", legal=False),
    _Tried(_DOUBLE, _NINES, f"1: {_TAKE} doubled with *", legal=True),
    _Tried(_WILD, "9s * 4c Kd", "1: take 9h with {9s 9h *=9}", legal=True),
    _Tried(_DOUBLE, "9s * 4c Kd", "1: take 9h with {9s 9h *=9}", legal=False),
)
#: Whether the seat that holds the hand may block; the other of the two is on turn, before its draw.
_BLOCKS: Final = (
    _Tried(_WILD, "* Kd", "1: block", legal=True),
    _Tried(_DOUBLE, "* Kd", "1: block", legal=True),
    _Tried(_SPLIT, "* Kd", "1: block", legal=True),
    _Tried(_WILD, "*", "1: block", legal=False),
    _Tried(_WILD, "4c Kd", "1: block", legal=False),
    _Tried(_WILD, "* Kd", "0: block", legal=False),
    _Tried(_WILD + _USED, "* Kd", "1: block", legal=False),
    _Tried(_WILD + _DEAD, "* Kd", "1: block", legal=False),
)
_PILE: Final = "3s 5c 9h Jd Th"


def _position(rules: Rules, tried: _Tried, phase: str, *, on_turn: bool = True) -> State:
    seat = int(tried.action[0])
    hands = ["8c Qs", "8d Qc", "2c 2d", "3c 3d"][: rules.seats]
    hands[seat] = tried.hand
    text = (
        f'dealer = 0\nto_act = {seat if on_turn else 1 - seat}\nphase = "{phase}"\nhands = {hands}\nstock = "7d Tc"\n'
    )
    text += f'pile = "{_PILE}"\nmelds = ["0 [4s 5s 6s]"]\nplugin.dealers-gambit = {{ {tried.named} }}'
    return parse_position(text, rules=rules).state


@unless_others_say(*PLAY, known=TOGETHER)
def what_jokers_may_do(rules: Rules) -> Fault | None:
    """`dealers-gambit.wild`, `.double`, `.split`, `.block` in positions that are made: what is legal, and what is not.

    With a first minimum, with runs of four or more and with lay-offs on one's own melds only what is refused is asked.
    """
    plain = (
        not rules.melding.opening_minimum
        and rules.options["meld.run-min"] == 3
        and rules.options["meld.layoff"] == "any"
    )
    plain = plain and rules.options["draw.deep-use"] in ("any", "new-meld")
    for phase, tries, on_turn in (("play", _PLAYS, True), ("draw", _TAKES, True), ("draw", _BLOCKS, False)):
        for tried in tries:
            if tried.legal and not plain:
                continue
            state = _position(rules, tried, phase, on_turn=on_turn)
            action = parse_action(tried.action, state, rules=rules)
            if (why_not(rules, state, action) is None) != tried.legal or (
                (action in legal_actions(rules, state)) != tried.legal
            ):
                told = "legal" if tried.legal else "refused"
                return Fault(f"it should be {told}", action, "may" if tried.legal else "may_not", state)
    return None


#: A split, what the hand holds then beside the deuce and the king, and what has left for good.
_SPLITS: Final = (
    (f"{_TAKE}", "4c Kd * Jd Th", "", "3s 5c"),
    (f"{_TAKE} split below with *", "4c Kd Jd Th", "3s 5c *", ""),
    (f"{_TAKE} split above with *", "4c Kd 3s 5c", "Jd Th *", ""),
)


@unless_others_say(*PLAY, known=TOGETHER)
def what_a_split_brings(rules: Rules) -> Fault | None:
    """`dealers-gambit.split`: the side that is named leaves for good with the joker, the other side comes.

    A take that the rules in force refuse is left out.
    """
    for text, hand, gone, pile in _SPLITS:
        state = _position(rules, _Tried(_SPLIT, _NINES, f"1: {text}", legal=True), "draw")
        action = parse_action(f"1: {text}", state, rules=rules)
        if why_not(rules, state, action) is not None:
            continue
        after = apply(rules, state, action)
        due = [sorted(each.split()) for each in (hand, gone, pile)]
        shown = (after.cards(1), cards_of(after.public.gone), after.public.pile)
        told = [sorted(cards_text(each).split()) for each in shown]
        if told != due:
            return Fault(f"hand, what has left and pile should be {due}, and are {told}", action, state=state)
    return None


@unless_others_say(*PLAY, "score_lines", known=TOGETHER)
def what_a_double_counts(rules: Rules) -> Answer:
    """`dealers-gambit.double`: the cards of a doubled meld count twice, the joker nothing; it helps nobody to open.

    Skipped where the rules in force refuse the meld.
    """
    tried = _Tried(_DOUBLE, _RUN, "1: meld [4h 5h 6h] doubled with *", legal=True)
    state = _position(rules, tried, "play")
    action = parse_action(tried.action, state, rules=rules)
    points = sum(rules.scoring.points.piece(piece, "run") for piece in action.pieces)
    if why_not(rules, state, action) is not None:
        return SKIPPED
    if points < rules.melding.opening_minimum:
        return Fault(f"{points} points do not open", action, "may_not", state)
    after = apply(rules, state, action)
    lines = [line for line in score_hand(rules, after).lines if line.seat == 1 and line.about != "left in hand"]
    told = sum(line.points for line in lines)
    return (
        None if told == 2 * points else Fault(f"it should count {2 * points}, and counts {told}", action, state=state)
    )


@unless_others_say(*PLAY, known=TOGETHER)
def a_block_is_for_good(rules: Rules) -> Fault | None:
    """`dealers-gambit.block`: after it the dealer's joker is dead for the hand, and there is nothing more to block."""
    tried = _Tried(_WILD, "* * Kd" if rules.deal.pack.count(52) > 1 else "* Kd", "1: block", legal=True)
    before = _position(rules, tried, "play", on_turn=False)
    before = apply(rules, before, parse_action("1: block", before, rules=rules))
    again = parse_action("1: block", before, rules=rules)
    if why_not(rules, before, again) is None:
        return Fault("a dead joker is not blocked", again, "may_not", before)
    if any(53 in [piece % 64 for piece in action.pieces] for action in legal_actions(rules, before, seat=0)):
        return Fault("the dealer's joker is dead, and the dealer can play it", state=before)
    return None


MADE_LAWS: Final[tuple[Law[Any], ...]] = (
    Law(
        "dealers-gambit: what jokers may do",
        "Under each name jokers do what it says and nothing else; the dealer's only for the dealer, and once; others"
        " block with a joker that is not their last card.",
        Rules,
        what_jokers_may_do,
    ),
    Law(
        "dealers-gambit: what a split brings",
        "Below sends the older cards away and above the newer ones; the others come with the card selected.",
        Rules,
        what_a_split_brings,
    ),
    Law(
        "dealers-gambit: what a double counts",
        "A doubled meld counts its cards twice and its joker nothing, and opens no more than it would by itself.",
        Rules,
        what_a_double_counts,
    ),
    Law(
        "dealers-gambit: a block is for good",
        "Once blocked the dealer's joker is played by nobody, and not blocked again.",
        Rules,
        a_block_is_for_good,
    ),
)
