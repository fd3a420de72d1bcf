"""The name, option, pack and moves of Dealer's gambit, the core's options that it sets, and the round of naming."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

import attrs

from rummy500.hooks import (
    JOKER,
    SPARE,
    Action,
    Deal,
    Fixed,
    Move,
    Option,
    OptionValue,
    Pack,
    PluginInfo,
    Reason,
    Refusal,
    Round,
    Rules,
    Settings,
    State,
    View,
    hookimpl,
    mark_acted,
    remember,
)
from rummy500_dealers_gambit.blocking import BLOCK_MOVE
from rummy500_dealers_gambit.doubling import MELD_DOUBLED, TAKE_DOUBLED
from rummy500_dealers_gambit.memory import DOUBLE, EFFECTS, GAMBIT, JOKERS, NAME, SPLIT, WILD, gambit
from rummy500_dealers_gambit.splitting import TAKE_SPLIT
from rummy500_dealers_gambit.wild import with_dealers_joker

_OPTIONS: Final = (
    Option(
        JOKERS,
        GAMBIT,
        "jokers in the game, the dealer's among them: 2 or 4",
        least=2,
        most=4,
        default=2,
        words={None: "{value} jokers, the dealer's among them"},
    ),
)


@hookimpl
def plugin_info() -> PluginInfo:
    """Describe the plugin and its conflicts."""
    return PluginInfo(
        GAMBIT,
        "the dealer decides what jokers do, and owns one face-up joker",
        source="001",
        conflicts={
            "persian": "the dealer names the effect of jokers, and in Persian they only make groups",
            "oklahoma": "each has its own rules for jokers, and it splits a pile that is taken whole there",
            "throw-down": "a pile is split between older and newer cards, and tossed discards lie in no order",
            "michigan": 'Dealer\'s gambit has no calls, and Michigan is played with the call "Stop"',
        },
        seats=(2, 4),
        options=_OPTIONS,
        rules_version=2,
        title="Dealer's gambit",
    )


_TWO_OR_FOUR: Final = Reason(
    GAMBIT, "jokers", "plugin {plugin}: {option} must be {least:number} or {most:number}, not {given:number}"
)


@hookimpl
def settings(options: Mapping[str, OptionValue]) -> Settings:
    """Set one pack, no calls and the deal to the right, whatever the preset."""
    if options[JOKERS] not in (2, 4):
        return Settings(refuse=_TWO_OR_FOUR(plugin=GAMBIT, option=JOKERS, least=2, most=4, given=options[JOKERS]))
    return Settings(
        sets={"deal.next-dealer": "right"},
        fixes={
            "deck.packs": Fixed(1, "Dealer's gambit is played with one pack"),
            "call": Fixed("none", "Dealer's gambit has no calls"),
            "deck.jokers": Fixed(options[JOKERS], f"{JOKERS} sets the number of jokers"),
        },
    )


@hookimpl
def pack(pack: Pack, options: Mapping[str, OptionValue]) -> Pack:
    """Lay one joker aside for the dealer; the others are dealt and drawn."""
    dealt = int(options[JOKERS]) - 1
    return attrs.evolve(
        pack,
        cards=pack.cards.replace(bytes([JOKER]), b"") + bytes([JOKER]) * dealt,
        side_pack=pack.side_pack + bytes([SPARE]),
        side_cards=with_dealers_joker(pack.side_cards),
    )


@hookimpl
def dealing() -> Deal:
    """Begin a hand with a round in which the dealer names the effect, before anybody looks at their cards."""
    return Deal((Round(NAME, "dealer", blind=True),))


def _names(_rules: Rules, view: View) -> Iterable[Action]:
    return [Action(view.seat, NAME, extra=(effect,)) for effect in EFFECTS]


_NO_EFFECT: Final = Reason(GAMBIT, "no-effect", "The dealer must name wild, double or split.")


def _check_name(rules: Rules, view: View, action: Action) -> Refusal | None:
    return None if action in _names(rules, view) else _NO_EFFECT()


def _named(rules: Rules, state: State, action: Action) -> State:
    """Record the effect; the dealer has acted."""
    named = remember(rules, state, attrs.evolve(gambit(rules, state), named=action.extra[0]))
    return mark_acted(rules, named, action.seat)


#: The points that an effect brings the dealer more than the others, among players of the level *hard* (2 seats).
_WORTH: Final = {WILD: 8.0, DOUBLE: 31.0, SPLIT: 0.0}


def _worth(_rules: Rules, _view: View, action: Action) -> float:
    return _WORTH[action.extra[0]]


@hookimpl
def moves() -> tuple[Move, ...]:
    """Add naming, doubling, splitting and blocking."""
    naming = Move(
        NAME,
        candidates=_names,
        check=_check_name,
        effect=_named,
        phases=(NAME,),
        fields=("extra",),
        worth=_worth,
        label="Name the jokers",
        hint="Doubled melds bring the dealer the most points.",
    )
    return (naming, MELD_DOUBLED, TAKE_DOUBLED, TAKE_SPLIT, BLOCK_MOVE)
