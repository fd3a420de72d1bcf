"""Laws of Persian (`persian.*`), for `rummy500.testing`: the game, its jokers, and what counts double.

Those of going out and of the match are in `laws_of_matches`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from rummy500 import (
    State,
    apply,
    card_text,
    parse_action,
    parse_cards,
    parse_position,
    score_hand,
    why_not,
)
from rummy500.hooks import JOKER, USE_GROUP, OptionValue, Place, Rules, piece_card, rank_of
from rummy500.testing import SKIPPED, Answer, Fault, Game, Law, Spot, Step
from rummy500.testing.others import FLOW, PLAY, TOGETHER, counts_otherwise, unless_others_say
from rummy500_persian.laws_of_matches import MATCH_LAWS, SIDES, as_told
from rummy500_persian.names import FLAVOUR, TO_500

_PLUGIN: Final = "plugin persian"
_ACE: Final = 0
#: Others that say what cards count, and what aces count.
_OTHER_VALUES: Final = frozenset(("five-ten-fifteen", "scoring"))
_PLACES: Final[tuple[Place, ...]] = ("hand", "group", "run", "low")
_SETS: Final[dict[str, OptionValue]] = {
    "deck.jokers": 4,
    "deck.packs": 1,
    "deal.size": "auto",
    "meld.group-suits": "any",
    "meld.group-max": 0,
    "stock.empty": "pile",
    "call": "none",
}
#: As 003 tells it.
_SETS_TO_500: Final[dict[str, OptionValue]] = {"meld.ace": "high", "score.ace": "by-use", "match.reached": "reach"}


@unless_others_say("pack", "sides", "point_unit", known=TOGETHER)
def the_game(rules: Rules) -> Fault | None:
    """`persian.game`: four seats on two sides, 56 cards, and the options as the source has them.

    An option that the caller or a later plugin sets is left alone.
    """
    if rules.seats != 4 or rules.sides != SIDES:
        return Fault(f"it is played by the sides {rules.sides}")
    if sorted(rules.deal.pack) != [*range(52), *[JOKER] * 4] or rules.deal.side_pack:
        return Fault(f"the pack has {len(rules.deal.pack)} cards, {rules.deal.pack.count(JOKER)} of them jokers")
    if rules.origin.set_by["deal.size"] == _PLUGIN and rules.deal.hand_size != 7:
        return Fault(f"each seat is dealt {rules.deal.hand_size} cards")
    due = _SETS | (_SETS_TO_500 if rules.options[FLAVOUR] == TO_500 else {})
    for name, value in due.items():
        if rules.origin.set_by[name] == _PLUGIN and rules.options[name] != value:
            return Fault(f"{name} is {rules.options[name]!r}, and {value!r} is due")
    if (
        rules.options[FLAVOUR] == TO_500
        and rules.origin.set_by["match.target"] == _PLUGIN
        and rules.match.target != as_told(rules, 500)
    ):
        return Fault(f"it is played to {rules.match.target}")
    return None


@unless_others_say("wilds", "wilds_now", "moves", "uses", known=TOGETHER)
def jokers_among_themselves(spot: Spot) -> Fault | None:
    """`persian.jokers`: no listed action puts a joker into a run, beside another card or as another card."""
    for action in spot.listed:
        cards = [piece_card(piece) for piece in action.pieces]
        if JOKER not in cards:
            continue
        alone = set(action.pieces) == {JOKER + 64 * JOKER}
        meld = spot.state.public.table[action.on] if action.use == "lay" else None
        on_jokers = meld is None or set(meld.pieces) == {JOKER + 64 * JOKER}
        if not alone or not on_jokers or action.use not in (USE_GROUP, "lay"):
            return Fault("a joker makes groups of jokers and nothing else", action, "may_not")
    return None


@unless_others_say("wilds", "wilds_now", *FLOW, known=TOGETHER)
def jokers_on_the_table(step: Step) -> Fault | None:
    """`persian.jokers`: what holds a joker on the table is a group of three or four of them."""
    for meld in step.after.public.table:
        jokers = [piece for piece in meld.pieces if piece_card(piece) == JOKER]
        if jokers and (meld.is_run or len(jokers) != len(meld.pieces) or not 3 <= len(jokers) <= 4):
            return Fault(f"on the table lies {meld}")
    return None


#: What a hand of three jokers may do, and what not: the hand, the action of seat 1, whether it is legal.
_JOKERS: Final[tuple[tuple[str, str, bool], ...]] = (
    ("* * * 5c 9d", "meld {* * *}", True),
    ("* * * * 5c 9d", "meld {* * * *}", True),
    ("* * 5c 9d Kd", "meld {* *}", False),
    ("* 6s 6h 5c 9d", "meld {6s 6h *}", False),
    ("* 6s 6h 5c 9d", "meld {6s 6h *=6}", False),
    ("* 6s 7s 5c 9d", "meld [6s 7s *=8s]", False),
    ("* * * 6h 5c 9d", "meld {* * * 6h}", False),
    ("* 5c 9d", "lay * on m1", False),
    ("* 5c 9d", "lay *=4 on m1", False),
    ("* 5c 9d", "lay *=5h on m2", False),
    ("8h 5c 9d", "lay 8h on m2", False),
)


@unless_others_say(*PLAY, known=TOGETHER)
def what_jokers_do(rules: Rules) -> Fault | None:
    """`persian.jokers` in generated positions: three or four make a group, and they stand for nothing.

    With a first minimum only what is refused is checked, since a plugin may count jokers less than it. A fourth joker
    on a group of another seat is checked where lay-offs go on any meld.
    """
    for hand, text, legal in _JOKERS:
        if legal and rules.melding.opening_minimum:
            continue
        fault = _may(rules, hand, ["1 {4s 4h 4d}", "0 [Th Jh Qh]"], text, legal=legal)
        if fault is not None:
            return fault
    if rules.options["meld.layoff"] == "any" and not rules.melding.opening_minimum:
        return _may(rules, "* 5c 9d", ["0 {* * *}"], "lay * on m1", legal=True)
    return None


def _position(rules: Rules, hand: str, melds: Sequence[str]) -> State:
    hands = ["Ks 2d", hand, "Js 2c", "Qs 3c"]
    text = f'to_act = 1\nphase = "play"\nhands = {hands}\nstock = "8d 8c"\npile = "7d"\nmelds = {list(melds)}'
    return parse_position(text, rules=rules).state


def _may(rules: Rules, hand: str, melds: Sequence[str], text: str, *, legal: bool) -> Fault | None:
    state = _position(rules, hand, melds)
    action = parse_action(f"1: {text}", state, rules=rules)
    if (why_not(rules, state, action) is None) == legal:
        return None
    return Fault(f"{action} should be {'legal' if legal else 'refused'}", action, "may" if legal else "may_not", state)


@unless_others_say(*PLAY, known=TOGETHER)
def aces_lie_high(rules: Rules) -> Answer:
    """`persian.game`, 003: a run holds an ace above the king, not below the two.

    Skipped where Persian does not set `meld.ace`, and with options that need other melds: a first minimum, long runs.
    """
    if (
        rules.origin.set_by["meld.ace"] != _PLUGIN
        or rules.melding.opening_minimum
        or rules.options["meld.run-min"] != 3
    ):
        return SKIPPED
    low = _may(rules, "As 2s 3s 9d 5c", [], "meld [As 2s 3s]", legal=False)
    return low or _may(rules, "Qh Kh Ah 9d 5c", [], "meld [Qh Kh Ah]", legal=True)


def what_a_joker_counts(rules: Rules) -> Answer:
    """`persian.jokers`: a joker counts 20, in hand and in a group. Skipped where another plugin decides that."""
    return _count_fault(rules, (JOKER,))


def what_an_ace_counts(rules: Rules) -> Answer:
    """`persian.game`, 003: an ace counts 15, in hand and on the table.

    Skipped in the flavour of 001, and where another plugin decides what aces count.
    """
    return _count_fault(rules, range(_ACE, JOKER, 13))


def what_other_cards_count(rules: Rules) -> Answer:
    """`persian.game`: 2 to 9 count their faces, ten to king 10. Skipped where another plugin decides that."""
    return _count_fault(rules, [card for card in range(JOKER) if rank_of(card) != _ACE])


def _count_fault(rules: Rules, cards: Iterable[int]) -> Answer:
    """The first of some cards that counts something else; `SKIPPED` if Persian decides what none of them counts."""
    judged = False
    for card in cards:
        due = _counts(rules, card)
        shown = [rules.scoring.points.in_hand[card]]
        shown += [
            rules.scoring.points.piece(card * 65, place) for place in _PLACES[1:] if card != JOKER or place == "group"
        ]
        if due is not None and set(shown) != {due}:
            return Fault(f"{card_text(card)} in hand and on the table: expected {due} points, found {shown}")
        judged = judged or due is not None
    return None if judged else SKIPPED


def _counts(rules: Rules, card: int) -> int | None:
    """What a card counts wherever it is; `None` if that is not Persian's to say."""
    if any(counts_otherwise(rules, card, place, known=TOGETHER) for place in _PLACES):
        return None
    if card == JOKER:
        return as_told(rules, 20)
    if _OTHER_VALUES & set(rules.plugins):
        return None
    if rank_of(card) == _ACE:
        return 15 if rules.options[FLAVOUR] == TO_500 else None
    return min(rank_of(card) + 1, 10)


def fours_at_once_count_twice(game: Game) -> Fault | None:
    """`persian.double`: each group of exactly four that one action laid down counts its cards once more, and no other.

    Told from the actions of the hand; what lay there when it began was not laid down all at once.
    """
    rules, doubled = game.rules, [0] * game.rules.seats
    for at, state in enumerate(game.states):
        if at and game.actions[at - 1].use == USE_GROUP and len(game.actions[at - 1].pieces) == 4:
            action = game.actions[at - 1]
            doubled[action.seat] += sum(rules.scoring.points.piece(piece, "group") for piece in action.pieces)
        lines = [line for line in score_hand(rules, state).lines if line.rule == "persian.double"]
        told = [sum(line.points for line in lines if line.seat == seat) for seat in range(rules.seats)]
        if told != doubled:
            return Fault(f"laid down four at once are {doubled}, by seat, and the score says {told}", state=state)
    return None


#: What seat 1 lays down in one turn, and which of it counts once more.
_DOUBLES: Final[tuple[tuple[str, tuple[str, ...], str], ...]] = (
    ("6s 6h 6d 6c 9d 5c", ("meld {6s 6h 6d 6c}",), "6s 6h 6d 6c"),
    ("6s 6h 6d 6c 9d 5c", ("meld {6s 6h 6d}", "lay 6c on m1"), ""),
    ("6s 6h 6d 9d 5c", ("meld {6s 6h 6d}",), ""),
    ("6s 7s 8s 9s 9d 5c", ("meld [6s 7s 8s 9s]",), ""),
    ("* * * * 9d 5c", ("meld {* * * *}",), "* * * *"),
    ("* * * * 9d 5c", ("meld {* * *}", "lay * on m1"), ""),
    ("As Ah Ad Ac 9d 5c", ("meld {As Ah Ad Ac}",), "As Ah Ad Ac"),
)


@unless_others_say(*PLAY, known=TOGETHER)
def what_counts_twice(rules: Rules) -> Fault | None:
    """`persian.double` in positions that are made: groups of four at once, not by and by, not runs.

    Doubling does not help to reach a first minimum. A play that the rules in force refuse is left out.
    """
    for hand, texts, cards in _DOUBLES:
        state = _position(rules, hand, [])
        for text in texts:
            action = parse_action(f"1: {text}", state, rules=rules)
            if why_not(rules, state, action) is not None:
                break
            state = apply(rules, state, action)
        else:
            due = sum(rules.scoring.points.piece(card * 65, "group") for card in parse_cards(cards))
            if cards and due < rules.melding.opening_minimum:
                return Fault(f"{due} points do not open, doubled or not", state=state)
            told = sum(line.points for line in score_hand(rules, state).lines if line.rule == "persian.double")
            if told != due:
                return Fault(f"after {texts} {due} points should count once more, and {told} do", state=state)
    return None


LAWS: Final[tuple[Law[Any], ...]] = (
    Law("persian: the game", "Two sides of two play with 52 cards and four jokers.", Rules, the_game),
    Law(
        "persian: jokers among themselves",
        "No action puts a joker into a run, beside another card or in the place of one.",
        Spot,
        jokers_among_themselves,
    ),
    Law(
        "persian: jokers on the table",
        "A joker on the table lies in a group of three or four jokers.",
        Step,
        jokers_on_the_table,
    ),
    Law("persian: what jokers do", "Three jokers make a group, a fourth fits it, nothing else.", Rules, what_jokers_do),
    Law("persian: aces", "As 003 tells it an ace lies above the king, not below the two.", Rules, aces_lie_high),
    Law("persian: a joker's points", "A joker counts 20.", Rules, what_a_joker_counts),
    Law("persian: an ace's points", "As 003 tells it an ace counts 15, low or high.", Rules, what_an_ace_counts),
    Law("persian: other cards' points", "2 to 9 count their faces, ten to king 10.", Rules, what_other_cards_count),
    Law(
        "persian: fours at once",
        "A group of exactly four that one action laid down counts its cards once more; nothing else does.",
        Game,
        fours_at_once_count_twice,
    ),
    Law("persian: what counts twice", "Groups of four at once; not by and by, not runs.", Rules, what_counts_twice),
    *MATCH_LAWS,
)
