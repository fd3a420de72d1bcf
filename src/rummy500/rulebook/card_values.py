"""`card_values` describes the points of the cards in words, from the point table that scores are made with."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Final, TypeVar

import attrs

from rummy500.cards.cards import ACE, JOKER, NATURALS
from rummy500.cards.pieces import natural_piece, wild_in_group, wild_in_run
from rummy500.rules.rules import Rules
from rummy500.rules.scores import Place

_RANKS: Final = 13
_TEN: Final = 9
#: The ranks in the order in which players name them: 2 to 10, the court cards, the ace.
_ORDER: Final = (*range(1, _RANKS), ACE)
_COURT: Final = {10: "jack", 11: "queen", 12: "king", ACE: "ace"}
_SUITS: Final = ("spades", "hearts", "diamonds", "clubs")
_ITS_NUMBER: Final = "its number"
#: The fewest neighbouring ranks that share a row, such as `2 to 10`.
_NEIGHBOURS: Final = 3

L = TypeVar("L")
#: The points of a card on the table and in hand, in words.
_Worth = tuple[str, str]


@attrs.frozen
class CardValue:
    """The points of some cards, which all count the same.

    Attributes:
        cards: the cards, in words.
        table: the points of each on the table, in words.
        hand: the points that each costs its player when left in hand, in words.
    """

    cards: str
    table: str
    hand: str

    @property
    def words(self) -> str:
        """The value as a sentence."""
        on_table = self.table if self.hand == self.table else f"{self.table}; left in hand {self.hand}"
        return f"{self.cards[:1].upper()}{self.cards[1:]}: {on_table}."


def card_values(rules: Rules) -> tuple[CardValue, ...]:
    """Describe the points of all cards, from the 2 up to the ace and the joker.

    Args:
        rules: the rules, whose point table decides.

    Returns:
        One row for all cards of equal value.

    Examples:
        >>> import rummy500 as r5
        >>> for value in card_values(r5.compose("classic")):
        ...     print(value.words)
        2 to 10: its number.
        Jack, queen and king: 10.
        Ace: 15, but 1 as the low end of a run; left in hand 15.
    """
    return _rows(_worth(rules))


def different_values(first: Rules, second: Rules) -> tuple[tuple[CardValue, ...], tuple[CardValue, ...]]:
    """Describe the points of the cards that count differently under two sets of rules."""
    one, other = _worth(first), _worth(second)
    same = {rank for rank in _ORDER if all(one[card] == other[card] for card in _suits(rank))}
    if one.get(JOKER) == other.get(JOKER):
        same.add(_RANKS)
    return _rows(one, same), _rows(other, same)


def named_cards(labels: Mapping[int, str]) -> Mapping[str, str]:
    """Name the cards that share a label, by the label."""
    return _by_label(_named(labels))


def _worth(rules: Rules) -> dict[int, _Worth]:
    """Find the points of each card, on the table and left in hand."""
    faces = (*range(NATURALS), JOKER) if JOKER in rules.deal.pack else range(NATURALS)
    return {card: (_on_table(rules, card), _points(rules.scoring.points.in_hand[card])) for card in faces}


def _rows(worth: dict[int, _Worth], without: Container[int] = ()) -> tuple[CardValue, ...]:
    """Group cards of equal value in rows, without the cards of some ranks; the joker has rank 13."""
    shown = {
        card: counts
        for card, counts in (worth | _by_number(worth)).items()
        if (_RANKS if card == JOKER else card % _RANKS) not in without
    }
    return tuple(CardValue(names, *counts) for counts, names in _by_label(_named(shown, other="any other ")).items())


def _named(labels: Mapping[int, L], other: str = "") -> Iterator[tuple[int, str, L]]:
    """Name cards, each with its place among the ranks and its label: a whole rank at once if all its cards share it.

    With `other`, a rank is named by that word and the label of most of its cards; only the rest come separately.
    """
    for place, rank in enumerate(_ORDER):
        cards = [card for card in _suits(rank) if card in labels]
        of_rank = [labels[card] for card in cards]
        apart = [card for card in cards if labels[card] != max(of_rank, key=of_rank.count)]
        name = _COURT.get(rank, str(rank + 1))
        if len(cards) == len(_SUITS) and (other or not apart):
            yield place, f"{other if apart else ''}{name}", max(of_rank, key=of_rank.count)
        else:
            apart = cards
        for card in apart:
            yield place, f"{name} of {_SUITS[card // _RANKS]}", labels[card]
    if JOKER in labels:
        yield _RANKS, "joker", labels[JOKER]


def _by_label(named: Iterable[tuple[int, str, L]]) -> dict[L, str]:
    """Join the names of cards, each with its place among the ranks, that share a label."""
    rows: dict[L, list[tuple[int, str]]] = {}
    for place, name, label in named:
        rows.setdefault(label, []).append((place, name))
    return {label: _joined(names) for label, names in rows.items()}


def _suits(rank: int) -> range:
    return range(rank, NATURALS, _RANKS)


def _on_table(rules: Rules, card: int) -> str:
    own = _as_itself(rules, card)
    if card not in rules.melding.shapes.wilds:
        return own
    as_others = _as_others(rules, card)
    least, most = (_points(limit(points for points, _ in as_others)) for limit in (min, max))
    if least == most and own in (least, ""):
        return f"{least}, whatever it stands for"
    if not own and all(points == counts for points, counts in as_others):
        return "as many points as the card that it stands for"
    by_role = least if least == most else f"{least} to {most}, by the card that it stands for"
    return f"{own}; as a wild card {by_role}" if own else by_role


def _as_itself(rules: Rules, card: int) -> str:
    """Describe the points of a card that stands for itself; empty for a joker that never does."""
    shapes, piece, points = rules.melding.shapes, natural_piece(card), rules.scoring.points.piece
    group, run, low = _points(points(piece, "group")), _points(points(piece, "run")), _points(points(piece, "low"))
    if card == JOKER:
        return "" if JOKER in shapes.wilds and not shapes.joker_groups else group
    is_ace = card % _RANKS == ACE
    text = group
    if run != group and (not is_ace or shapes.ace_high):
        text = f"{text} in a group and {run} in a run"
    if low != group and is_ace and shapes.ace_low:
        text = f"{text}, but {low} as the low end of a run"
    return text


def _as_others(rules: Rules, card: int) -> list[tuple[int, int]]:
    """The points of a wild card in each role, with the points of the card that it stands for."""
    points, shapes = rules.scoring.points, rules.melding.shapes
    cases: list[tuple[int, int, Place]] = [
        (wild_in_group(card, role % _RANKS), role, "group") for role in range(NATURALS)
    ]
    for role in range(NATURALS):
        if role == card:
            continue
        if role % _RANKS != ACE or shapes.ace_high:
            cases.append((wild_in_run(card, role), role, "run"))
        if role % _RANKS == ACE and shapes.ace_low:
            cases.append((wild_in_run(card, role), role, "low"))
    return [(points.piece(piece, place), points.piece(natural_piece(role), place)) for piece, role, place in cases]


def _points(points: int) -> str:
    return str(points) if points else "nothing"


def _by_number(worth: dict[int, _Worth]) -> dict[int, _Worth]:
    """Replace the points of neighbouring ranks that count their number by the words `its number`."""
    found: dict[int, _Worth] = {}
    fitting = [rank for rank in range(1, _TEN + 1) if {worth[card] for card in _suits(rank)} == {(str(rank + 1),) * 2}]
    for _, neighbours in groupby(enumerate(fitting), lambda each: each[1] - each[0]):
        ranks = [rank for _, rank in neighbours]
        if len(ranks) >= _NEIGHBOURS:
            found |= {card: (_ITS_NUMBER, _ITS_NUMBER) for rank in ranks for card in _suits(rank)}
    return found


def _joined(names: Sequence[tuple[int, str]]) -> str:
    """Join names of cards; three or more consecutive numbers are shortened to the first and the last."""
    parts: list[str] = []
    # Consecutive numbers are as far from their index as each other; any other name makes a group of its own.
    keyed = [(place - at if name.isdigit() else name, name) for at, (place, name) in enumerate(names)]
    for _, alike in groupby(keyed, itemgetter(0)):
        stretch = [name for _, name in alike]
        parts += [f"{stretch[0]} to {stretch[-1]}"] if len(stretch) >= _NEIGHBOURS else stretch
    return in_words(parts)


def in_words(names: Sequence[str]) -> str:
    """Join names as a sentence lists them: `a, b and c`."""
    return ", ".join(names[:-1]) + (" and " if names[1:] else "") + names[-1]
