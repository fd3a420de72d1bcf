"""Check that the order of plugins makes no difference, except in the listed questions.

`LATER_DECIDES` lists every question that two plugins of this repository answer differently, with the reason why the one
named later decides. Rules that are composed in two orders of names must agree on everything else that play and scoring
read, and random hands must be the same under both.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Final, cast

import attrs

from rummy500.base.records import field_names, replace
from rummy500.cards.cards import JOKER, NATURALS, SPARE, shuffled
from rummy500.engine.listing import legal_actions
from rummy500.engine.match import Match, deal, record_hand
from rummy500.engine.scoring import score_hand
from rummy500.engine.step import apply, chance, is_over, resolve_chance, why_not
from rummy500.hooks.compose import compose
from rummy500.hooks.specs import SPECS
from rummy500.notation.actions import action_text
from rummy500.rules.actions import Action
from rummy500.rules.options import CORE_OPTIONS, OptionValue
from rummy500.rules.rules import Rules
from rummy500.rules.scores import Place
from rummy500.rules.state import State
from rummy500_testing.altering import PART_OF, answer_of
from rummy500_testing.play import MOST_LISTED
from rummy500_testing.positions import begins_late, late_position

#: The low end of a run comes last: under some values of `meld.ace` no ace lies there.
_TABLE_PLACES: Final[tuple[Place, ...]] = ("group", "run", "low")
#: Attributes of rules that play and scoring do not read, or that follow from others.
_NOT_PLAYED: Final = frozenset(
    (
        # The origin of the rules contains the order itself.
        "identity", "number", "titles", "preset", "plugins", "set_by", "entries", "passed_plugins", "recompose",
        "preset_alone", "memory_place", "hook_functions", "table_answers", "answered",
        # Compared by `compared`, value by value.
        "options", "option_kinds",
        # Made from the other attributes.
        "book", "cache", "finder", "barred",
    )
)  # fmt: skip
#: RULE hooks wrap each other, so the two orders give two functions: random hands show whether these agree.
_WRAPPED: Final = frozenset(name for name, spec in SPECS.items() if spec.kind == "RULE") | {"finder_now", "side_cards"}
#: The share of hands that begin as late positions.
_NEAR_THEIR_END: Final = 0.5
#: The most turns of a hand that are compared.
_MOST_ACTIONS: Final = 150
#: If there are more actions than `MOST_LISTED`, this many are checked under the other order.
_CHECKED: Final = 20


@attrs.frozen
class LaterDecides:
    """A question that two plugins answer differently, so that the one named later decides.

    Attributes:
        plugins: both names, sorted.
        answer: where composed rules differ: the name of an option, or an attribute of `Rules`.
        question: the question that players would ask.
        why: the reason, from the sources or *ours*.
        options: options under which it shows.
    """

    plugins: tuple[str, str]
    answer: str
    question: str
    why: str
    options: Mapping[str, OptionValue] = attrs.field(factory=dict[str, OptionValue])


#: Every question that the order of two names decides.
LATER_DECIDES: Final = (
    LaterDecides(
        ("five-ten-fifteen", "persian"),
        "points",
        "What does an ace count at the low end of a run?",
        "5 in 000 and 001, always 15 in 003. Persian has no low ace unless `meld.ace` is set (*ours*: no source plays"
        " both).",
        {"meld.ace": "both"},
    ),
    LaterDecides(
        ("five-ten-fifteen", "scoring"),
        "points",
        "What does an ace count?",
        "5, 10 and 15 are the table of 001 and a variation in 000, the aces of `scoring` are variations in 001. No"
        " source says which of them holds where a player names both (*ours*).",
        {"scoring.ace": "twenty-five"},
    ),
    LaterDecides(
        ("persian", "scoring"),
        "points",
        "What does an ace count?",
        "Always 15 in Persian by 003, 25 or 5 by the variations of 001 (*ours*: no source plays both).",
        {"scoring.ace": "twenty-five"},
    ),
)


def order_fault(
    preset: str, plugins: Sequence[object], options: Mapping[str, OptionValue], seats: int, *, hands: int, seed: int = 0
) -> str:
    """Find a difference by the order of two names that `LATER_DECIDES` does not list.

    Args:
        preset: the preset.
        plugins: two plugins that compose in either order, by their names or as objects.
        options: options of the game.
        seats: how many play.
        hands: the number of random hands under both orders, 0 or more; about half of them begin close to their end.
            None is played where card points differ as `LATER_DECIDES` says.
        seed: the same seed plays the same hands.

    Returns:
        The difference; empty if there is none.

    Raises:
        ComposeError: if the game is refused.
    """
    found, (first, second) = compared(preset, plugins, options, seats)
    listed = {entry.answer for entry in LATER_DECIDES if set(entry.plugins) <= set(first.plugins)}
    surprising = [answer for answer in found if answer not in listed]
    where = f"{' + '.join(first.plugins)} on {preset} with {seats} seats and {dict(options)}"
    if surprising:
        return f"the order of names decides {', '.join(surprising)}: {where}"
    if any(answer not in CORE_OPTIONS for answer in found):
        return ""
    for number in range(hands):
        fault = hand_fault(first, second, f"{seed} {where} {number}")
        if fault:
            return f"the order of names makes a difference in hand {number} of {where}: {fault}"
    return ""


def compared(
    preset: str, plugins: Sequence[object], options: Mapping[str, OptionValue], seats: int
) -> tuple[tuple[str, ...], tuple[Rules, Rules]]:
    """Compose a game in two orders of names and compare what play and scoring read.

    Options that differ are set as the first order has them, so that all else can be compared.

    Args:
        preset: the preset.
        plugins: the plugins in the first order, by their names or as objects; they are reversed for the second.
        options: options of the game.
        seats: how many play.

    Returns:
        The options and attributes of `Rules` that differ, and the rules in both orders once the options are set.

    Raises:
        ComposeError: if the game is refused.
    """
    orders = (tuple(plugins), tuple(reversed(plugins)))
    first, second = (compose(preset, order, options, seats=seats) for order in orders)
    apart = {name: value for name, value in first.options.items() if second.options[name] != value}
    if apart:
        first, second = (compose(preset, order, {**options, **apart}, seats=seats) for order in orders)
    return (*apart, *differing(first, second)), (first, second)


def differing(first: Rules, second: Rules) -> tuple[str, ...]:
    """List the attributes that differ in two sets of rules, among those that play and scoring read."""
    one, other = _played(first), _played(second)
    return tuple(name for name, value in one.items() if other[name] != value)


def _played(rules: Rules) -> dict[str, object]:
    """Return the parts of rules that play and scoring read, in comparable form."""
    found: dict[str, object] = {}
    whole = (name for name in field_names(Rules) if name not in PART_OF.values())
    for name in (*whole, *PART_OF):
        value = answer_of(rules, name)
        if name in _WRAPPED:
            found[name] = value is None
        elif name not in _NOT_PLAYED:
            found[name] = _comparable(value)
    found["points"] = dict(_points(rules))
    found["sides"] = rules.sides
    return found


def _comparable(value: object) -> object:
    """Replace functions in a value by their names, and convert tuples recursively."""
    if isinstance(value, Mapping):
        return {key: _comparable(each) for key, each in cast("Mapping[object, object]", value).items()}
    if isinstance(value, tuple):
        return Counter(repr(_comparable(each)) for each in cast("tuple[object, ...]", value))
    kind: Any = type(value)
    if attrs.has(kind):
        return {field.name: _comparable(getattr(value, field.name)) for field in attrs.fields(kind)}
    if callable(value):
        return f"{value.__module__}.{getattr(value, '__qualname__', type(value).__qualname__)}"
    return value


def _points(rules: Rules) -> Iterator[tuple[tuple[int, int, str], int]]:
    """Return the points of each card, in every role and place that it can have."""
    shapes = rules.melding.shapes
    places = _TABLE_PLACES if shapes.ace_low else _TABLE_PLACES[:-1]
    for card in (*range(NATURALS), JOKER, SPARE):
        yield (card, card, "hand"), rules.scoring.points.in_hand[card]
        roles = (card, *range(NATURALS), *range(64, 77)) if card in shapes.wilds else (card,)
        for role in roles:
            for place in places:
                yield (card, role, place), rules.scoring.points.piece(card + 64 * role, place)


# ------------------------------------------------- the same hand under both


def hand_fault(first: Rules, second: Rules, seed: str) -> str:
    """Play a random hand under two sets of rules and say where they differ: in actions, states or scores.

    Args:
        first: the rules that list the actions to choose from.
        second: the other rules, with the same pack.
        seed: the same text plays the same hand; about half of them begin near their end.
    """
    both = (first, second)
    rng = random.Random(seed)
    deck, dealer, begins = shuffled(first.deal.pack, rng), rng.randrange(first.seats), rng.random()
    states = [deal(rules, deck=deck, dealer=dealer) for rules in both]
    if begins_late(seed, _NEAR_THEIR_END):
        states = [late_position(rules, state, random.Random(begins)) for rules, state in zip(both, states, strict=True)]
    for step in range(_MOST_ACTIONS):
        fault = _states_fault(both, states)
        if fault:
            return f"after {step} actions {fault}"
        if is_over(states[0]):
            return ""
        due = chance(first, states[0])
        if due is not None:
            chosen = due.sample(rng)
        else:
            chosen, fault = _choose(both, states, rng)
            if fault:
                return f"after {step} actions {fault}"
        fall = rng.random()
        states = [
            apply(rules, state, resolve_chance(rules, state, chosen, random.Random(fall)))
            for rules, state in zip(both, states, strict=True)
        ]
    return ""


def _choose(both: tuple[Rules, Rules], states: Sequence[State], rng: random.Random) -> tuple[Action, str]:
    """Choose a legal action, and find the actions that are legal under one of the rules only."""
    lists = [
        {action_text(action, state): action for action in islice(legal_actions(rules, state), MOST_LISTED)}
        for rules, state in zip(both, states, strict=True)
    ]
    texts = sorted(lists[0])
    chosen = lists[0][rng.choice(texts)]
    if min(map(len, lists)) < MOST_LISTED:
        odd = sorted(set(lists[0]) ^ set(lists[1]))
        return chosen, f"{odd[0]!r} is legal in one order only" if odd else ""
    some = rng.sample(texts, min(len(texts), _CHECKED))
    refused = [text for text in some if why_not(both[1], states[1], lists[0][text]) is not None]
    return chosen, f"{refused[0]!r} is legal in one order only" if refused else ""


def _states_fault(both: tuple[Rules, Rules], states: Sequence[State]) -> str:
    """Describe the differences between two states and their scores."""
    one, other = (_told(rules, state) for rules, state in zip(both, states, strict=True))
    return next((f"{what} differs: {said} or {other[what]}" for what, said in one.items() if other[what] != said), "")


def _told(rules: Rules, state: State) -> Mapping[str, object]:
    """Describe a state, its score and the match after it, independent of the order of names."""
    memory, before = rules.memory, state.public.match
    public = replace(state.public, match=replace(before, memories=(), rules_number=0))
    score = score_hand(rules, state)
    found: dict[str, object] = {
        "the state": (public, state.hands, state.drawn, state.stock),
        "what plugins remember": dict(zip((name for name, _ in memory.hand_memory), state.memories, strict=True)),
        "their memory of the match": dict(zip((name for name, _ in memory.match_memory), before.memories, strict=True)),
        "the score": score.by_seat,
        "the lines of the score": sorted(map(repr, score.lines)),
    }
    if is_over(state):
        match = record_hand(rules, Match(before), state)
        found["the match"] = (match.scores, match.winners, match.dealer, match.playoff, sorted(map(repr, match.lines)))
    return found
