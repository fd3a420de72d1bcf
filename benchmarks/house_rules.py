"""Duels of *hard* against a copy of itself that plays one house rule differently: never knocks, say, or never buys.

uv run --all-packages python -m benchmarks.house_rules
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import product
from typing import Final

import rummy500 as r5
from rummy500.hooks import PlayFinder, add, piece_card, stands_for
from rummy500.players import HardPlayer
from rummy500.players.players import HARD_TERMS
from rummy500.players.registry import PlayerMaker
from rummy500.players.worth import Worth
from rummy500.simulate import Entrant, duel

#: Written down before the run. A deal with sales takes four times as long.
SEED, DEALS, DEALS_WITH_SALES = 2048, 800, 400
_NO: Final = -1000.0
_Value = Callable[[Worth, r5.Action, float], float]


class _Other(HardPlayer):
    def __init__(self, random_source: r5.RandomBits, verb: str, value: _Value) -> None:
        super().__init__(random_source)
        self._verb, self._value = verb, value

    def added(self, worth: Worth, found: Iterable[r5.Action]) -> Iterator[tuple[float, r5.Action]]:
        for value, action in super().added(worth, found):
            is_other = action.verb == self._verb and action.extra != ("decline",)
            yield self._value(worth, action, value) if is_other else value, action


def _as_the_table_shows(worth: Worth, action: r5.Action, value: float) -> float:
    move = worth.rules.turn.move_of(action, worth.view.public.phase)
    return value if move is None or move.worth is None else value - move.worth(worth.rules, worth.view, action)


def _as_soon_as_allowed(worth: Worth, _: r5.Action, __: float) -> float:
    return _NO if any(PlayFinder(worth.rules, worth.view, worth.view.hand).plays(worth.view.hand)) else 1.0


def _if_it_plays(worth: Worth, _: r5.Action, __: float) -> float:
    card = worth.view.public.pile[-1]
    hand = add(worth.view.hand, card)
    return 1.0 if any(PlayFinder(worth.rules, worth.view, hand).plays_with(hand, card)) else _NO


def _for_a_new_meld(worth: Worth, action: r5.Action, value: float) -> float:
    card = piece_card(action.pieces[0])
    wild = next(piece_card(each) for each in worth.view.public.table[action.on].pieces if card in stands_for(each))
    hand = add(worth.view.hand, wild)
    melds = PlayFinder(worth.rules, worth.view, hand).new_melds(hand)
    return value if any(wild in map(piece_card, pieces) for _, pieces, _ in melds) else _NO


def _others(verb: str, **values: _Value) -> Mapping[str, PlayerMaker]:
    values = {"never": lambda *_: _NO, **values}
    return {name.replace("_", " "): partial(_Other, verb=verb, value=value) for name, value in values.items()}


_SPEND: Final = partial(HardPlayer, terms=[term for term in HARD_TERMS if term != "wilds"])
_REDEEM: Final = _others("redeem", for_a_new_meld=_for_a_new_meld, as_the_table_shows=_as_the_table_shows)
_BUY: Final = _others("may-i", if_it_plays=_if_it_plays, as_the_table_shows=_as_the_table_shows)
#: For each option its values, the other players, and the numbers of seats.
ROWS: Final[Mapping[str, tuple[tuple[int | str, ...], Mapping[str, PlayerMaker], tuple[int, int]]]] = {
    "knock": ((10, 25), _others("knock", as_soon_as_allowed=_as_soon_as_allowed), (2, 3)),
    "buys": ((3,), _BUY, (3, 4)),
    "redeem": (("anybody", "owner"), _REDEEM, (2, 3)),
    "wild-points": ((15, 50, "as-card"), {"spend": _SPEND}, (2, 3)),
}


def main() -> None:
    """Play the duels, in `classic`, with two jokers where a wild card matters."""
    for option, (values, others, numbers) in ROWS.items():
        jokers = {"deck.jokers": 2} if option in ("redeem", "wild-points") else {}
        deals = DEALS_WITH_SALES if option == "buys" else DEALS
        for value, (name, maker), seats in product(values, others.items(), numbers):
            rules = r5.compose("classic", ["house-rules"], {f"house-rules.{option}": value, **jokers}, seats=seats)
            found = duel(rules, ["hard", *[Entrant(name, maker)] * (seats - 1)], deals=deals, seed=SEED, workers=1)
            print(f"{option} {value} over {name}, {seats} seats, {deals} deals: {found.leads['hard']}", flush=True)


if __name__ == "__main__":
    main()
