"""Generate all cases of small decks: every distribution of a few cards, every position of small game trees."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, permutations, product
from typing import Any, Final

import rummy500 as r5
from proofs.agreement.compare import can_end
from proofs.agreement.games import as_position

#: The cards to distribute, with a meld on the table (or none) and the play of the turn.
DECKS: Final[tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...]] = (
    ("2h 3h 4h 4s 4d 5h", (), ()),
    ("3h 4h 4s 4d 5h", ("1 [6h 7h 8h]",), ()),
    ("3h 4h 4s 5h", ("0 [6h 7h 8h]", "1 {4d 4c *=4}"), ()),
    ("Ah 2h 3h Kh", ("1 {Qs Qd Qc}", "0 [Th Jh Qh]"), ()),
    ("5h 6h 5s 5d", ("0 [2h 3h 4h]",), ("[2h 3h 4h]",)),
)
JOKER_DECKS: Final[tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...]] = (
    ("3h 4h 4s 4d *", (), ()),
    ("2h 3h Jh *", ("1 [Qh *=Kh Ah]",), ()),
    ("3h 4h * *", ("1 [5h 6h 7h]",), ()),
    ("5h 6h 5s *", ("0 [2h 3h *=4h]",), ("[2h 3h *=4h]",)),
)

#: Options that every deck is tried with, beside the unchanged preset.
OPTIONS: Final[tuple[Mapping[str, str | int], ...]] = (
    {},
    {"meld.first-minimum": 12, "call": "last-discard"},
    {"out.discard": "required", "discard.barred": "drawn", "call": "full"},
    {"out.discard": "required", "draw.top": "free", "discard.barred": "lone-top", "call": "top"},
    {"meld.layoff": "own", "draw.top": "must-meld", "call": "layoffs"},
    {"meld.layoff": "after-meld", "draw.deep-use": "new-meld", "call": "full"},
    {"meld.ace": "high", "meld.run-min": 4, "stock.empty": "reshuffle"},
    {"meld.first-minimum": 13, "score.ace": "one", "out.discard": "required", "discard.barred": "drawn"},
    {"meld.ace": "round", "call": "full", "meld.first-minimum": 27},
)
_MOST_IN_PILE: Final = 3
#: A card that fits nothing, so that no hand is empty before the draw.
_FILLER: Final = "9c"
_OTHERS: Final = "Jc"

Positions = Iterator[tuple[r5.Rules, r5.State]]


def every_distribution(preset: str, *, every: int, turn: int = 0) -> Positions:
    """Yield every distribution of every deck under every set of options; `every` = 3 yields each third one.

    Args:
        preset: the preset.
        every: yield one distribution in this many.
        turn: which of them, counted from any number.
    """
    decks = DECKS if preset == "classic" else DECKS + JOKER_DECKS
    number = 0
    for options in OPTIONS:
        rules = r5.compose(preset, options=options, seats=2)
        for deck, melds, plays in decks:
            if "*" in " ".join(melds) and preset == "classic":
                continue
            if any(_is_short(meld, rules) for meld in melds):
                continue
            for table in _distributed(deck.split(), melds, plays):
                number += 1
                if (number + turn) % every == 0:
                    state = _read(preset, options, table)
                    # No legal take or meld leads to a turn that cannot end; only a card drawn unseen could.
                    if not ("taken" in table or "turn" in table) or can_end(rules, state):
                        yield rules, state


def _is_short(meld: str, rules: r5.Rules) -> bool:
    """Return whether a meld, in the text of a position, is a run of too few cards (`meld.run-min`)."""
    _, brackets = meld.split(" ", 1)
    return brackets.startswith("[") and len(brackets.split()) < int(str(rules.options["meld.run-min"]))


def _read(preset: str, options: Mapping[str, str | int], table: Mapping[str, Any]) -> r5.State:
    rules = {"preset": preset, "options": dict(options), "seats": 2}
    return as_position({"rules": rules, **table}).state


def _distributed(cards: Sequence[str], melds: Sequence[str], plays: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Yield positions with each card in the hand of seat 0, in the pile or out of play, in all possible phases."""
    seen: set[str] = set()
    for places in product("hpx", repeat=len(cards)):
        hand = [card for card, place in zip(cards, places, strict=True) if place == "h"]
        heap = [card for card, place in zip(cards, places, strict=True) if place == "p"]
        if len(heap) > _MOST_IN_PILE:
            continue
        for pile in sorted(set(permutations(heap))):
            tables = () if plays else _before_the_draw(hand, pile)
            for table in (*tables, *_after_the_draw(hand, pile, plays)):
                whole = table | {"melds": list(melds), "dealer": 1}
                if str(whole) not in seen:
                    seen.add(str(whole))
                    yield whole


def _before_the_draw(hand: Sequence[str], pile: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Return the position with seat 0 to draw, and with seat 1 to draw, so that seat 0 may call."""
    heap = " ".join(pile)
    for to_act, stock in ((0, ""), (0, "8c"), (1, "8c")):
        mine = " ".join(hand or [_FILLER])
        yield {
            "to_act": to_act, "phase": "draw", "hands": [mine, _OTHERS], "pile": heap, "stock": stock,
            "last": 1 - to_act,
        }  # fmt: skip


def _after_the_draw(hand: Sequence[str], pile: Sequence[str], plays: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Yield positions in which seat 0 has drawn any card of the hand, or taken any one or two."""
    if pile or not hand:
        return
    gains: list[tuple[str, Sequence[str]]] = [("drawn", [card]) for card in dict.fromkeys(hand)]
    gains += [("taken", [card]) for card in dict.fromkeys(hand)]
    gains += [("taken", list(two)) for two in dict.fromkeys(combinations(hand, 2))]
    for key, gained in gains:
        table: dict[str, Any] = {
            "to_act": 0, "phase": "play", "hands": [" ".join(hand), _OTHERS], "pile": "", "stock": "8c",
            "last": 1, key: list(gained),
        }  # fmt: skip
        yield table | ({"turn": {"plays": list(plays)}} if plays else {})


#: Deals of trees: hands, pile and stock, of which the first cards are used.
TREES: Final[tuple[tuple[tuple[str, str], str, str], ...]] = (
    (("4h 4s 5h 7d 2c 2d", "6h 4d 9s 9d 7h 7s"), "3h", "7c 8h"),
    (("Ah Kh 2s 3s 4d 5d", "Qh As 2h 4h 6d 7d"), "3h", "Jh 4s"),
)
JOKER_TREES: Final[tuple[tuple[tuple[str, str], str, str], ...]] = (
    (("4h * 9s 2c 2d 8s", "4s 6h 9d 7h 7s Kd"), "5h", "3h 9h"),
)


def every_tree(preset: str, *, cards: int, stock: int) -> Positions:
    """Yield every position that play reaches from small deals, each once."""
    trees = TREES if preset == "classic" else TREES + JOKER_TREES
    for options in (OPTIONS[0], OPTIONS[3]):
        rules = r5.compose(preset, options=options, seats=2)
        for hands, pile, rest in trees:
            table = {
                "dealer": 1,
                "to_act": 0,
                "phase": "draw",
                "hands": [" ".join(hand.split()[:cards]) for hand in hands],
                "pile": pile,
                "stock": " ".join(rest.split()[:stock]),
            }
            yield from ((rules, state) for state in _reached(rules, _read(preset, options, table)))


def _reached(rules: r5.Rules, start: r5.State) -> Iterator[r5.State]:
    seen = {start}
    waiting = [start]
    while waiting:
        state = waiting.pop()
        yield state
        due = r5.chance(rules, state)
        actions = (
            [r5.Action(r5.DECK, "reshuffle", cards=bytes(order)) for order in sorted(set(permutations(due.cards)))]
            if due is not None
            else list(r5.legal_actions(rules, state))
        )
        for action in actions:
            after = r5.apply(rules, state, action)
            if after not in seen:
                seen.add(after)
                waiting.append(after)
