"""Compare fast hands with the engine in many hands: `python -m tests.engine.fast.agreement --hands 100000`.

At each decision the lists are compared in order, and cut ones with their beginning; after each action the states, and
now and then a hand that was read back and copied; at the end the points. The hands are spread over presets, seats,
options and plugins, and over three ways to play.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final, Literal

import attrs

import rummy500 as r5
from rummy500.base.errors import ComposeError
from rummy500.fast import reading
from rummy500.rulebook.core import CORE_ENTRIES
from rummy500.rules.options import CORE_OPTIONS, OptionValue
from rummy500_testing.available import values

PRESETS: Final = ("classic", "pagat", "family", "north-american")
SEATS: Final = (2, 3, 4)
#: Numbers to choose from where fast hands play those that the option takes, and not only its least ones.
NUMBERS: Final[Mapping[str, Sequence[int]]] = {
    "deck.jokers": (0, 1, 2, 3, 4),
    "deck.packs": (1,),
    "deal.size": (3, 5, 7, 10),
    "meld.group-max": (0, 3, 4, 5),
    "meld.run-min": (3, 4, 5, 7),
    "meld.first-minimum": (0,),
    "match.target": (500,),
}


@cache
def played() -> Mapping[str, Sequence[OptionValue]]:
    """List the words of each option, or numbers for it, that fast hands do not refuse."""
    return {name: [value for value in _tried(name) if _is_played(name, value)] for name in CORE_OPTIONS}


def _tried(name: str) -> Sequence[OptionValue]:
    option = CORE_OPTIONS[name]
    return (*option.choices, *NUMBERS[name]) if name in NUMBERS else values(option)


def _is_played(name: str, value: OptionValue) -> bool:
    return not isinstance(reading.fast_rules(r5.compose("pagat", options={name: value}, seats=3)), str)


#: Plugins that only set options or answer tables, or count what fast hands hand on.
PLUGINS: Final = ("boathouse", "five-ten-fifteen", "house-rules", "must-go-out", "partnership", "scoring", "wikipedia")
#: Ways to play: cards are played at random, often, or seldom. Seldom makes long piles, with jokers deep in them.
Way = Literal["random", "often", "seldom"]
WAYS: Final[tuple[Way, ...]] = ("random", "often", "seldom")
#: A game is one of these presets as it is, or one with random options.
_AS_IT_IS: Final = 0.4
_WITH_PLUGIN: Final = 0.25
_SOURCE: Final = "src/rummy500/fast/reading.py"


@attrs.frozen
class Difference(Exception):  # noqa: N818 - a finding
    """The first difference in a hand.

    Attributes:
        what: what differs, with both sides.
    """

    what: str

    def __str__(self) -> str:
        """The difference."""
        return self.what


def games(source: random.Random, plugins: Sequence[str] = ()) -> Iterator[r5.Rules]:
    """Rules that fast hands play, over and over."""
    while True:
        preset, seats = source.choice(PRESETS), source.choice(SEATS)
        options: dict[str, OptionValue] = {}
        if source.random() >= _AS_IT_IS:
            options = {name: source.choice(values) for name, values in played().items() if source.random() < 0.4}
        with_plugin = [source.choice(plugins)] if plugins and source.random() < _WITH_PLUGIN else []
        try:
            rules = r5.compose(preset, with_plugin, options, seats=seats)
        except ComposeError:
            continue
        if not isinstance(reading.fast_rules(rules), str):
            yield rules


def compare_hand(rules: r5.Rules, source: random.Random, way: Way) -> int:
    """Play a hand twice, by the engine and fast; return the number of decisions.

    Raises:
        Difference: if they differ.
    """
    state = r5.deal(rules, seed=source.getrandbits(60), dealer=source.randrange(rules.seats))
    hand = _read(rules, state)
    decisions = 0
    while not r5.is_over(state):
        due = r5.chance(rules, state)
        if due is not None:
            outcome = due.sample(source)
            hand.reshuffle(outcome.cards)
            state = r5.apply(rules, state, outcome)
        else:
            legal, codes = list(r5.legal_actions(rules, state)), hand.actions()
            listed = [reading.action_of(hand, code) for code in codes]
            if listed != legal:
                raise Difference(f"{rules} {state}: the list is {listed}, the engine's {legal}")
            most = source.randint(1, len(codes))
            if hand.actions(most) != codes[:most]:
                raise Difference(f"{rules} {state}: the first {most} actions are others than in the whole list")
            liked = [place for place, action in enumerate(legal) if bool(action.pieces) == (way == "often")]
            follows = way != "random" and liked and source.random() < 0.8
            place = source.choice(liked) if follows else source.randrange(len(legal))
            state = r5.apply(rules, state, legal[place])
            hand.step(codes[place])
            decisions += 1
        _same(rules, hand, state)
        if source.random() < 0.05:
            hand, before = _read(rules, state), hand
            _same(rules, hand.copy(), state)
            if before.actions() != hand.actions():
                raise Difference(f"{rules} {state}: a hand that was read lists other actions")
    score = r5.score_hand(rules, state)
    if reading.points_of(hand) != score.by_side:
        raise Difference(f"{rules} {state}: the points are {reading.points_of(hand)}, the engine's {score.by_side}")
    return decisions


#: Positions that random play hardly reaches: long runs and their aces, a hand with many jokers.
POSITIONS: Final = (
    ("both high low", "play", '["Ah 5c 6c", "2c"]', '["0 [2h 3h 4h 5h 6h 7h 8h 1:9h Th Jh Qh Kh]"]', "9s"),
    ("both", "play", '["2h 5c 6c", "2c"]', '["1 [3h 4h 5h 6h 7h 8h 9h 0:Th Jh Qh 0:Kh 0:Ah]"]', "9s"),
    ("both high", "draw", '["3c 5c 6c", "2c"]', '["0 [2h 3h 4h 5h 6h 7h 8h 1:9h Th Jh Qh Kh]"]', "9s Ah 4c"),
    ("both high", "play", '["5c 6c 7d 8d", "2c"]', '["0 [1:Ah 2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh *=Kh]"]', "9s"),
    ("both low", "play", '["* 5c 6c", "2c"]', '["0 [Ah 2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh]"]', "9s"),
    ("both", "play", '["* * * 9d Tc", "2c"]', "[]", "9s"),
    ("both", "play", '["* 9d Tc", "7s"]', '["1 {9h *=9 *=9}", "0 [2c 3c *=4c]"]', "9s"),
)


def compare_positions() -> None:
    """Compare the lists of these positions, and the states after each of their actions.

    Raises:
        Difference: if they differ.
    """
    for aces, phase, hands, melds, pile in POSITIONS:
        for ace in aces.split():
            rules = r5.compose("pagat", options={"meld.ace": ace, "deck.jokers": 4}, seats=2)
            text = f'phase = "{phase}"\nto_act = 0\nhands = {hands}\nmelds = {melds}\npile = "{pile}"\nstock = "3s 4s"'
            state = r5.parse_position(text, rules=rules).state
            hand, legal = _read(rules, state), list(r5.legal_actions(rules, state))
            _same(rules, hand, state)
            listed = [reading.action_of(hand, code) for code in hand.actions()]
            if listed != legal:
                raise Difference(f"{rules} {state}: the list is {listed}, the engine's {legal}")
            for code, action in zip(hand.actions(), legal, strict=True):
                after = hand.copy()
                after.step(code)
                _same(rules, after, r5.apply(rules, state, action))


def _read(rules: r5.Rules, state: r5.State) -> Any:
    hand = reading.fast_hand(rules, state)
    if hand is None:
        raise Difference(f"{rules} {state}: it is not read")
    return hand


def _same(rules: r5.Rules, hand: Any, state: r5.State) -> None:
    written = reading.state_of(hand)
    if written != state:
        raise Difference(f"{rules}: the state is {written.public}, {written.hands}; the engine's {state.public}")


def unread(rules: r5.Rules, option: str) -> str:
    """Describe how fast hands fail to read an option's value: empty if they play it, or refuse it by its rule."""
    form = reading.fast_rules(rules)
    if isinstance(form, str):
        ids = [entry.id for entry in CORE_ENTRIES if option in entry.options]
        return "" if any(rule in form for rule in ids) else f"fast hands do not read it ({_SOURCE}): {form}"
    try:
        for way in WAYS:
            compare_hand(rules, random.Random(3), way)
    except Difference as found:
        return f"fast hands play it wrongly ({_SOURCE}): {found}"
    return ""


def compare(hands: int, seed: int, plugins: Sequence[str] = ()) -> int:
    """Compare so many hands, ten of each game; return the number of decisions.

    Raises:
        Difference: for the first difference.
    """
    compare_positions()
    source, decisions = random.Random(seed), 0
    every = games(source, plugins)
    rules = next(every)
    for number in range(hands):
        if number % 10 == 0:
            rules = next(every)
        decisions += compare_hand(rules, source, WAYS[number % len(WAYS)])
    return decisions


def main() -> int:
    """Compare, and print how many hands and decisions agreed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    began, decisions, done = time.process_time(), 0, 0
    while done < given.hands:
        part = min(1_000, given.hands - done)
        decisions += compare(part, given.seed + done, PLUGINS)
        done += part
        print(f"{done:,} hands, {decisions:,} decisions: no difference", flush=True)  # noqa: T201 - a program
    print(f"{time.process_time() - began:,.0f} s of CPU time")  # noqa: T201 - a program
    return 0


if __name__ == "__main__":
    sys.exit(main())
