"""Generate the positions to compare, from random rules and random hands."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any, Final

import rummy500 as r5
from proofs.agreement.late_positions import late_position
from proofs.agreement.variants import Variant
from rummy500.cards.cards import card_text, count
from rummy500.notation.position import position_table
from rummy500.notation.toml import toml_lines
from rummy500.rules.options import CORE_OPTIONS, CORE_PRESETS, OptionValue
from rummy500_testing.available import values

PRESETS: Final = tuple(CORE_PRESETS)
SEATS: Final = (2, 3, 5)

#: Numbers to choose from; of an option without a line here, every value that is tried of it anywhere.
NUMBERS: Final[Mapping[str, tuple[int, ...]]] = {
    "deck.jokers": (0, 1, 2, 3),
    "meld.group-max": (0, 3, 4, 5),
    "meld.run-min": (3, 4),
    "meld.first-minimum": (0, 12, 20, 30),
}
#: Options that a random game may change, with the values to choose from; the size of a hand is always small.
CHANGES: Final[Mapping[str, tuple[OptionValue, ...]]] = {
    name: NUMBERS.get(name) or values(option) for name, option in CORE_OPTIONS.items() if name != "deal.size"
}

_LONGEST: Final = 150
#: Positions in a variant's own phase are rare, so all of them are used.
_USUAL: Final = ("draw", "play", "over", "offer", "name", "reshuffle")
_MOST_JOKERS: Final = 4
_MOST_CARDS: Final = 26


def random_rules(preset: str, chance: random.Random, variant: Variant | None = None) -> r5.Rules:
    """Choose a preset with small hands; in three games of four some of its options are changed."""
    plugins = () if variant is None else (variant.plugin,)
    instead: Mapping[str, tuple[OptionValue, ...]] = {} if variant is None else variant.instead
    while True:
        options: dict[str, object] = {"deal.size": chance.randint(4, 7)}
        if variant is not None:
            options.update({name: chance.choice(values) for name, values in variant.changes.items()})
        if chance.random() < 0.75:
            for name in chance.sample(sorted(CHANGES), chance.randint(1, 5)):
                options[name] = chance.choice(instead.get(name, CHANGES[name]))
        try:
            seats = chance.choice(SEATS if variant is None else variant.seats)
            return r5.compose(preset, plugins, options, seats=seats)
        except r5.ComposeError:
            continue


def as_table(rules: r5.Rules, state: r5.State) -> dict[str, Any]:
    """Write the position as both sides read it, with the number of seats."""
    table = position_table(r5.Position(rules, state))
    table["rules"]["seats"] = rules.seats
    return table


def as_position(table: Mapping[str, Any]) -> r5.Position:
    """Read a table with the library."""
    return r5.parse_position("\n".join(toml_lines(table)))


def dealt(rules: r5.Rules, chance: random.Random, variant: Variant | None = None) -> r5.State:
    """Deal a hand; in three of four the stock is cut short, so that it runs out.

    If a variant asks for late positions, two of three are.
    """
    state = r5.deal(rules, seed=chance.getrandbits(30), dealer=chance.randrange(rules.seats))
    if variant is not None and variant.fewest is not None and state.public.phase == "draw" and chance.random() < 0.67:
        state = as_position(late_position(as_table(rules, state), chance, variant.fewest)).state
    if chance.random() < 0.25:
        return state
    table = as_table(rules, state)
    words = str(table["stock"]).split()
    table["stock"] = " ".join(words[: chance.randint(1, 20)])
    return as_position(table).state


def small_enough(
    rules: r5.Rules, state: r5.State, most_wilds: int = _MOST_JOKERS, most_cards: int = _MOST_CARDS
) -> bool:
    """Return whether brute force can handle the position in good time."""
    return within_reach(rules, state, state.public.to_act, len(state.public.pile), most_wilds, most_cards)


def within_reach(
    rules: r5.Rules,
    state: r5.State,
    seat: int,
    depth: int = 0,
    most_wilds: int = _MOST_JOKERS,
    most_cards: int = _MOST_CARDS,
) -> bool:
    """Return whether brute force can judge a play from a hand and so many cards of the pile in good time."""
    pile = state.public.pile[-depth:] if depth else b""
    wilds = sum(pile.count(face) + count(state.hands[seat], face) for face in rules.melding.shapes.wilds)
    return wilds <= most_wilds and state.public.hand_size(seat) + len(pile) <= most_cards


def random_action(rules: r5.Rules, state: r5.State, chance: random.Random) -> r5.Action:
    """Choose a random outcome or decision, each kind of move equally likely."""
    due = r5.chance(rules, state)
    if due is not None:
        return due.sample(chance)
    kinds: dict[str, list[r5.Action]] = {}
    for action in r5.legal_actions(rules, state):
        kinds.setdefault(action.verb, []).append(action)
    action = chance.choice(kinds[chance.choice(sorted(kinds))])
    return action if action.verb != "discard" else tossed(rules, state, action, chance)


def random_step(rules: r5.Rules, state: r5.State, chance: random.Random) -> r5.State:
    """Return the state after a random outcome or decision."""
    return r5.apply(rules, state, random_action(rules, state, chance))


def tossed(rules: r5.Rules, state: r5.State, action: r5.Action, chance: random.Random) -> r5.Action:
    """Add the outcome to a discard: under throw-down.cover it usually lies on some earlier ones."""
    if "throw-down" not in {name for name, *_ in rules.identity.plugins} or chance.random() < 0.3:
        return action
    text = toss_text(state, r5.action_text(action, state), chance)
    return r5.parse_action(text, state, rules=rules)


def toss_text(state: r5.State, text: str, chance: random.Random) -> str:
    """Write a discard with the cards of the pile that it lies on."""
    pile = [card_text(card) for card in state.public.pile]
    if not pile:
        return text
    places = sorted(chance.sample(range(len(pile)), chance.randint(1, min(3, len(pile)))))
    words = [pile[i] if pile.count(pile[i]) == 1 else f"{pile[i]}/{len(pile) - i}" for i in places]
    return f"{text} over {' '.join(words)}"


def random_positions(preset: str, seed: int, variant: Variant | None = None) -> Iterator[tuple[r5.Rules, r5.State]]:
    """Yield endless positions at random steps of random hands of a preset, with or without a variant."""
    chance = random.Random(f"{preset} {seed}" if variant is None else f"{preset} {variant.plugin} {seed}")
    most_wilds = _MOST_JOKERS if variant is None else variant.most_wilds
    while True:
        rules = random_rules(preset, chance, variant)
        state = dealt(rules, chance, variant)
        for _ in range(_LONGEST):
            wanted = chance.random() < 0.4 or state.public.phase not in _USUAL
            if wanted and small_enough(rules, state, most_wilds):
                yield rules, state
            if r5.is_over(state):
                break
            state = random_step(rules, state, chance)
