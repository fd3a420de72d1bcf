"""`card_values` describes the points of the cards in words, from the point table that scores are made with."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import Final

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
    worths = _worth(first), _worth(second)
    same = {rank for rank in _ORDER if all(worths[0][card] == worths[1][card] for card in _suits(rank))}
    if worths[0].get(JOKER) == worths[1].get(JOKER):
        same.add(_RANKS)
    one, other = (_rows(worth, without=same) for worth in worths)
    return one, other


def named_cards(labels: Mapping[int, str]) -> Mapping[str, str]:
    """Name the cards that share a label, by the label."""
    rows: dict[str, list[tuple[int, str]]] = {}
    for place, rank in enumerate(_ORDER):
        of_rank = [(card, labels[card]) for card in _suits(rank) if card in labels]
        name = _COURT.get(rank, str(rank + 1))
        if len(of_rank) == len(_SUITS) and len({label for _, label in of_rank}) == 1:
            rows.setdefault(of_rank[0][1], []).append((place, name))
        else:
            for card, label in of_rank:
                rows.setdefault(label, []).append((place, f"{name} of {_SUITS[card // _RANKS]}"))
    if JOKER in labels:
        rows.setdefault(labels[JOKER], []).append((_RANKS, "joker"))
    return {label: _joined(names) for label, names in rows.items()}


def _worth(rules: Rules) -> dict[int, _Worth]:
    """Find the points of each card, on the table and left in hand."""
    faces = (*range(NATURALS), JOKER) if JOKER in rules.deal.pack else range(NATURALS)
    return {card: (_on_table(rules, card), _points(rules.scoring.points.in_hand[card])) for card in faces}


def _rows(worth: dict[int, _Worth], without: Container[int] = ()) -> tuple[CardValue, ...]:
    """Group cards of equal value in rows, without the cards of some ranks; the joker has rank 13."""
    rows: dict[_Worth, list[tuple[int, str]]] = {}
    for rank, place, name, counts in _named(worth | _by_number(worth)):
        if rank not in without:
            rows.setdefault(counts, []).append((place, name))
    return tuple(CardValue(_joined(names), *counts) for counts, names in rows.items())


def _suits(rank: int) -> range:
    return range(rank, NATURALS, _RANKS)


def _on_table(rules: Rules, card: int) -> str:
    own = _as_itself(rules, card)
    if card not in rules.melding.shapes.wilds:
        return own
    as_others = _as_others(rules, card)
    points = {points for points, _ in as_others}
    text = _points(min(points))
    if len(points) == 1 and own in (text, ""):
        return f"{text}, whatever it stands for"
    if own == "" and all(points == counts for points, counts in as_others):
        return "as many points as the card that it stands for"
    most = _points(max(points))
    by_role = text if text == most else f"{text} to {most}, by the card that it stands for"
    return f"{own}; as a wild card {by_role}" if own else by_role


def _as_itself(rules: Rules, card: int) -> str:
    """Describe the points of a card that stands for itself; empty for a joker that never does."""
    shapes, piece = rules.melding.shapes, natural_piece(card)
    if card == JOKER:
        never = JOKER in shapes.wilds and not shapes.joker_groups
        return "" if never else _points(rules.scoring.points.piece(piece, "group"))
    is_ace = card % _RANKS == ACE
    group = rules.scoring.points.piece(piece, "group")
    text = _points(group)
    if not is_ace or shapes.ace_high:
        run = rules.scoring.points.piece(piece, "run")
        text = text if run == group else f"{text} in a group and {_points(run)} in a run"
    if is_ace and shapes.ace_low:
        low = rules.scoring.points.piece(piece, "low")
        text = text if low == group else f"{text}, but {_points(low)} as the low end of a run"
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
    fitting: list[int] = []
    for rank in range(1, _TEN + 2):
        number = str(rank + 1)
        if rank <= _TEN and all(worth[card] == (number, number) for card in _suits(rank)):
            fitting.append(rank)
            continue
        if len(fitting) >= _NEIGHBOURS:
            found |= {card: (_ITS_NUMBER, _ITS_NUMBER) for each in fitting for card in _suits(each)}
        fitting = []
    return found


def _named(worth: dict[int, _Worth]) -> Iterator[tuple[int, int, str, _Worth]]:
    """Each rank with its place, name and points; cards that count differently from their rank come separately."""
    for place, rank in enumerate(_ORDER):
        of_rank = [worth[card] for card in _suits(rank)]
        usual = max(of_rank, key=of_rank.count)
        apart = [card for card in _suits(rank) if worth[card] != usual]
        name = _COURT.get(rank, str(rank + 1))
        yield rank, place, f"any other {name}" if apart else name, usual
        for card in apart:
            yield rank, place, f"{name} of {_SUITS[card // _RANKS]}", worth[card]
    if JOKER in worth:
        yield _RANKS, _RANKS, "joker", worth[JOKER]


def _joined(names: Sequence[tuple[int, str]]) -> str:
    """Join names of cards; three or more consecutive numbers are shortened to the first and the last."""
    parts: list[str] = []
    for stretch in _stretches(names):
        parts += [f"{stretch[0]} to {stretch[-1]}"] if len(stretch) >= _NEIGHBOURS else stretch
    return in_words(parts)


def in_words(names: Sequence[str]) -> str:
    """Join names as a sentence lists them: `a, b and c`."""
    return ", ".join(names[:-1]) + (" and " if names[1:] else "") + names[-1]


def _stretches(names: Iterable[tuple[int, str]]) -> Iterator[list[str]]:
    """Group names: consecutive numbers together, every other name by itself."""
    last, stretch = -1, list[str]()
    for place, name in names:
        if stretch and not (place == last + 1 and name.isdigit() and stretch[-1].isdigit()):
            yield stretch
            stretch = []
        stretch.append(name)
        last = place
    if stretch:
        yield stretch
