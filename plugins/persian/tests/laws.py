"""Laws of Persian (`persian.*`): the game, its jokers, and groups of four that count double."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

import attrs

import rummy500 as r5
from rummy500 import Match, State, card_text, parse_cards, parse_position, record_hand, score_hand, start_match
from rummy500.engine.match import match_with_scores
from rummy500.hooks import JOKER, OptionValue, Rules, ScoreLine, Tally, Verdict, cards_of, rank_of
from rummy500.rules.actions import USE_GROUP
from rummy500.rules.scores import Place, PointTable
from rummy500_persian.names import FLAVOUR, TO_500
from rummy500_persian.partners import draw_for_partners
from rummy500_testing import SKIPPED, Answer, Counted, Fault, Game, Law, law
from rummy500_testing.altering import alter, hand_in_match
from rummy500_testing.overrides import card_points_overridden

#: The plugin whose laws these are.
PLUGIN: Final = "persian"
#: pytest asks the laws under these rules, on every preset.
RULES: Final[dict[str, dict[str, object]]] = {
    "003": {"seats": 4},
    "001": {"options": {"persian.flavour": "001"}, "seats": 4},
    "with calls, a minimum and a discard to go out": {
        "options": {"call": "full", "meld.first-minimum": 30, "out.discard": "required"},
        "seats": 4,
    },
    "suits that differ, a stock made anew": {
        "options": {"meld.group-suits": "different", "stock.empty": "reshuffle"},
        "seats": 4,
    },
}
#: Plugins that answer the same questions, and that these laws take into account.
BESIDE: Final = frozenset(("five-ten-fifteen", "masters-hand", "must-go-out", "partnership", "scoring", "wikipedia"))
_PLUGIN: Final = "plugin persian"
_FIFTHS: Final = "scoring.fifths"
SIDES: Final = (0, 1, 0, 1)
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


#: In the flavour of 003.
_SETS_TO_500: Final[dict[str, OptionValue]] = {"meld.ace": "high", "score.ace": "by-use", "match.reached": "reach"}


@law(rests_on=("pack", "sides", "settings.point_unit"), beside=BESIDE)
def its_game_is_set(rules: Rules) -> Fault | None:
    """Two sides of two play with 52 cards and four jokers.

    Rule `persian.game`. An option that the caller or a later plugin sets is left alone.
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


@law(name="a joker's points")
def a_jokers_points(rules: Rules) -> Answer:
    """A joker counts 20.

    Rule `persian.jokers`. Skipped where another plugin decides that.
    """
    return _count_fault(rules, (JOKER,))


@law(name="an ace's points")
def an_aces_points(rules: Rules) -> Answer:
    """In the flavour of 003 an ace counts 15, low or high.

    Rule `persian.game`. Skipped in the flavour of 001, and where another plugin decides what aces count.
    """
    return _count_fault(rules, range(_ACE, JOKER, 13))


@law(name="other cards' points")
def other_cards_points(rules: Rules) -> Answer:
    """2 to 9 count their faces, ten to king 10.

    Rule `persian.game`. Skipped where another plugin decides that.
    """
    return _count_fault(rules, [card for card in range(JOKER) if rank_of(card) != _ACE])


def _count_fault(rules: Rules, cards: Iterable[int]) -> Answer:
    """Find the first card with wrong points; `SKIPPED` if Persian decides the points of none of them."""
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
    """Return the points of a card at any place; `None` if another plugin decides them."""
    if any(card_points_overridden(rules, card, place, beside={PLUGIN, *BESIDE}) for place in _PLACES):
        return None
    if card == JOKER:
        return as_told(rules, 20)
    if _OTHER_VALUES & set(rules.plugins):
        return None
    if rank_of(card) == _ACE:
        return 15 if rules.options[FLAVOUR] == TO_500 else None
    return min(rank_of(card) + 1, 10)


@law()
def fours_at_once_count_double(game: Game) -> Fault | None:
    """A group of exactly four that one action laid down counts twice; no other meld does.

    Rule `persian.double`. Followed through the actions of the hand; groups that lay there when it began were not laid
    down at once. What other plugins add for such a group counts twice, too.
    """
    rules, doubled, whole = game.rules, [0] * game.rules.seats, set[int]()
    for at, state in enumerate(game.states):
        if at and game.actions[at - 1].use == USE_GROUP and len(game.actions[at - 1].pieces) == 4:
            action = game.actions[at - 1]
            doubled[action.seat] += sum(rules.scoring.points.piece(piece, "group") for piece in action.pieces)
            whole.add(len(state.public.table) - 1)
        due, told = list(doubled), [0] * rules.seats
        for line in score_hand(rules, state).lines:
            if line.rule == "persian.double":
                told[line.seat] += line.points
            elif line.rule != "score.hand" and line.meld in whole:
                due[line.seat] += line.points
        if told != due:
            return Fault(f"points for four at once by seat: expected {due}, found {told}", state=state)
    return None


def as_told(rules: Rules, points: int) -> int:
    """Convert points to those of the score: with fifths each five are one (`score.fifths`)."""
    return points // 5 if rules.options.get(_FIFTHS) else points


@law(rests_on=("settings.point_unit",), beside=BESIDE)
def going_out_pays(counted: Counted) -> Fault | None:
    """A player who goes out earns 25.

    Rule `persian.out-bonus`.
    """
    rules, hand = counted.rules, counted.hand
    out = hand.public.out
    told = [(each.seat, each.points) for each in score_hand(rules, hand).lines if each.rule == "persian.out-bonus"]
    due = [(out, as_told(rules, 25))] if out >= 0 else []
    return None if told == due else Fault(f"points for going out by seat: expected {due}, found {told}", state=hand)


@law(name="hands count at the stock's end", rests_on=("pack", "count", "settings.point_unit"), beside=BESIDE)
def hands_count_at_the_stocks_end(rules: Rules) -> Answer:
    """In the flavour of 003, if the stock ends the hand, every hand counts against its player.

    Rule `persian.game`. Skipped with a plugin by which nobody deducts, and in the flavour of 001.
    """
    if rules.options[FLAVOUR] != TO_500:
        return SKIPPED
    hand = _ended(rules, -1)
    due = tuple(-sum(rules.scoring.points.in_hand[card] for card in cards_of(held)) for held in hand.hands)
    made = score_hand(rules, hand).by_seat
    return None if made == due else Fault(f"every hand counts: expected {due}, found {made}", state=hand)


def _ended(rules: Rules, out: int) -> State:
    return _over(
        rules, ["" if seat == out else cards for seat, cards in enumerate(("3h Kd", "4h *", "Qh", "9s Ac"))], out
    )


def _over(rules: Rules, hands: list[str], out: int = -1) -> State:
    ended = 'ended = "stock"' if out < 0 else f'ended = "out", out = {out}'
    return parse_position(f'phase = "over"\nhands = {hands}\nturn = {{ {ended} }}', rules=rules).state


#: What the two sides have beyond the target with the hand counted.
_BEYOND: Final = ((-1, -20), (0, -1), (1, 0), (0, 1), (20, 40), (0, 0), (30, 30), (-30, -30), (-60, 1))


@law(rests_on=("pack", "sides", "match", "settings.point_unit"), beside=BESIDE)
def the_match_to_500(rules: Rules) -> Answer:
    """The higher side at the target wins, and gets 50.

    Rule `persian.game`. Checked with generated hands, each with scores around the target, and after a tie. Skipped in
    the flavour of 001. `must-go-out` decides who has won: beside it the winners are not judged, the 50 are.
    """
    if rules.options[FLAVOUR] != TO_500:
        return SKIPPED
    for out in (-1, 0, 1):
        hand = _ended(rules, out)
        made = score_hand(rules, hand).by_side
        for beyond in _BEYOND:
            for playoff in (False, True):
                scores = tuple(rules.match.target + beyond[side] - made[side] for side in SIDES)
                before = Match(match_with_scores(rules, scores, playoff=playoff))
                moved = hand_in_match(hand, before.so_far)
                fault = _counted_fault(rules, before, record_hand(rules, before, moved), moved)
                if fault is not None:
                    return fault
    return None


@law(rests_on=("pack", "sides", "match", "settings.point_unit"), beside=BESIDE)
def the_match_of_two_deals(rules: Rules) -> Answer:
    """After two deals the better side wins, and gets 50.

    Rule `persian.game`. Skipped in the flavour of 003.
    """
    if rules.options[FLAVOUR] == TO_500:
        return SKIPPED
    tied = _over(rules, ["7h", "7d", "7c", "7s"])
    for first in (tied, _ended(rules, 0), _ended(rules, 1)):
        for second in (tied, _ended(rules, 1), _ended(rules, -1)):
            match = start_match(rules)
            for hand in (first, second, tied, _ended(rules, 2)):
                if match.winners:
                    break
                moved = hand_in_match(hand, match.so_far)
                before, match = match, record_hand(rules, match, moved)
                fault = _counted_fault(rules, before, match, moved)
                if fault is not None:
                    return fault
    ahead = match_with_scores(rules, (10, 700, 10, 700), hand_number=2)
    known = record_hand(rules, Match(ahead), hand_in_match(tied, ahead))
    return None if known.winners == (1, 3) else Fault(f"a match that had a deal is won by {known.winners}", state=tied)


@law(rests_on=("sides", "match", "settings.point_unit"), beside=BESIDE)
def the_winner_of_a_match(counted: Counted) -> Fault | None:
    """The match is won by the rule of its flavour, unless the winner must go out, and the winners get 50.

    Rule `persian.game`. `must-go-out` decides who has won: beside it the winners are not judged, the 50 are.
    """
    return _counted_fault(counted.rules, counted.before, counted.after, counted.hand)


def _counted_fault(rules: Rules, before: Match, after: Match, hand: State) -> Fault | None:
    by_side = score_hand(rules, hand).by_side
    scores = [score + by_side[side] for score, side in zip(before.scores, SIDES, strict=True)]
    winner = _winner(rules, scores, len(before.hands) + 1, playoff=before.playoff)
    won = tuple(seat for seat in range(4) if SIDES[seat] == winner)
    if "must-go-out" in rules.plugins:
        won = after.winners
    due = tuple(score + (as_told(rules, 50) if seat in won else 0) for seat, score in enumerate(scores))
    if tuple(sorted(after.winners)) != won:
        return Fault(f"with scores of {scores} the winners should be {won}, and are {after.winners}", state=hand)
    if after.scores != due:
        return Fault(f"the scores of the match should be {due}, and are {after.scores}", state=hand)
    return None


def _winner(rules: Rules, scores: Sequence[int], deals: int, *, playoff: bool) -> int:
    """Return the side that has won, -1 for none."""
    best = max(scores)
    if rules.options[FLAVOUR] == TO_500:
        more = best > rules.match.target if rules.options["match.reached"] == "exceed" else best >= rules.match.target
        over = playoff or more
    else:
        over = deals >= 2
    return -1 if not over or scores[0] == scores[1] else 0 if scores[0] == best else 1


#: What is drawn for partners, and the players from the lowest draw to the highest.
_DRAWS: Final[tuple[tuple[str, tuple[int, ...]], ...]] = (
    ("Kh 3c 9d * Ac", (3, 1, 2, 0)),
    ("2s Qh Jd Ts", (0, 3, 2, 1)),
    ("As Ks 2d 3c", (0, 2, 3, 1)),
    ("* * 7h 4c 5d 2h", (1, 3, 0, 2)),
    ("5s 5h Kd 2c 9s 3h", (3, 1, 0, 2)),
    ("8s 4c 8h 8d Kc 2h 6s", (1, 2, 3, 0)),
)


@law(rests_on=("pack",), beside=BESIDE)
def partners_are_drawn(rules: Rules) -> Answer:
    """In the draw for partners the two highest cards play the two lowest, and the lowest deals.

    Rule `persian.game`. Skipped where a plugin ranks jokers in a draw.
    """
    if rules.deal.cut_ranks[JOKER] is not None:
        return SKIPPED
    for deck, order in _DRAWS:
        draw = draw_for_partners(rules, deck=parse_cards(deck))
        due = (order[0], order[3], order[1], order[2])
        if draw.seating != due or draw.dealer != 0:
            return Fault(f"after {deck} the seats are {draw.seating}, {due} is due, and seat {draw.dealer} deals")
    return None


# ---------------------------------------------------------------- faults


def _rules() -> Rules:
    return r5.compose("classic", [PLUGIN], seats=4)


def _two_deals() -> Rules:
    return r5.compose("classic", [PLUGIN], {FLAVOUR: "001"}, seats=4)


def _base() -> Rules:
    return r5.compose("pagat", ["partnership"], {"deck.jokers": 4, "meld.group-suits": "any"}, seats=4)


def _tens_count_nine() -> Rules:
    def points(card: int, role: int, place: Place) -> int:
        return 9 if card_text(card) == "Td" else _rules().scoring.points.piece(card + 64 * role, place)

    return alter(_rules(), points=PointTable(points))


def _any_group_counts_twice(rules: Rules, state: State) -> Iterable[ScoreLine]:
    for meld in state.public.table:
        if not meld.is_run:
            yield ScoreLine(meld.owner, sum(rules.scoring.points.meld(meld)), "persian.double", "line", "twice")


def _partners_are_paid(_: Rules, state: State) -> Iterable[ScoreLine]:
    yield ScoreLine((state.public.out + 2) % 4, 25, "persian.out-bonus", "line", "out")


def _exceeded(rules: Rules, tally: Tally) -> Verdict:
    return _base().match.match_winners(alter(rules, target=rules.match.target + 1), tally)


def _highest_first() -> Rules:
    """Plant a fault: whoever draws the highest card counts as the lowest."""
    ranks = _rules().deal.cut_ranks
    return alter(_rules(), cut_ranks={card: None if rank is None else -rank for card, rank in ranks.items()})


#: A line for each hand that is counted.
_EACH_HAND: Final = (ScoreLine(0, 50, "persian.game", "line", "for a hand"),)


def _with_lines(rules: Rules, *lines: ScoreLine) -> Callable[[Rules, Tally], Verdict]:
    """Plant a fault: each verdict has these lines and no others."""
    return lambda _, tally: attrs.evolve(rules.match.match_winners(rules, tally), lines=lines)


#: Each fault breaks its law: rules, in which hands are played, or a step or a game.
FAULTS: Final[tuple[tuple[Law[Any], Callable[[], object]], ...]] = (
    (its_game_is_set, lambda: alter(_rules(), pack=_rules().deal.pack[:-1])),
    (a_jokers_points, lambda: alter(_rules(), points=_base().scoring.points)),
    (an_aces_points, lambda: alter(_rules(), points=_base().scoring.points)),
    (other_cards_points, _tens_count_nine),
    (
        fours_at_once_count_double,
        lambda: alter(_rules(), score_lines=(*_rules().scoring.score_lines, _any_group_counts_twice)),
    ),
    (going_out_pays, lambda: alter(_rules(), score_lines=(*_base().scoring.score_lines, _partners_are_paid))),
    (hands_count_at_the_stocks_end, lambda: alter(_rules(), deducts=lambda *_: False)),
    (the_match_to_500, lambda: alter(_rules(), match_winners=_with_lines(_rules()))),
    (the_match_to_500, lambda: alter(_rules(), match_winners=_exceeded)),
    (the_match_of_two_deals, lambda: alter(_two_deals(), match_winners=_with_lines(_two_deals()))),
    (the_match_of_two_deals, lambda: alter(_two_deals(), match_winners=_base().match.match_winners)),
    (the_winner_of_a_match, lambda: alter(_rules(), match_winners=_with_lines(_rules(), *_EACH_HAND))),
    (partners_are_drawn, _highest_first),
)
