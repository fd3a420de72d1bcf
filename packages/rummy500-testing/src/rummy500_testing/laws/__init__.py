"""The laws: statements that hold under any rules, about states, actions, hands and matches."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any, Final, cast

from rummy500.actions import Action
from rummy500.rules.rules import Rules
from rummy500.state import State
from rummy500_testing.law import Law, S
from rummy500_testing.laws.answers import ANSWER_LAWS
from rummy500_testing.laws.applying import APPLYING_LAWS
from rummy500_testing.laws.asking import ASKING_LAWS
from rummy500_testing.laws.cards import CARD_LAWS
from rummy500_testing.laws.chance import CHANCE_LAWS
from rummy500_testing.laws.changing import CHANGING_LAWS
from rummy500_testing.laws.composing import COMPOSING_LAWS
from rummy500_testing.laws.dealing import DEALING_LAWS
from rummy500_testing.laws.duties import DUTY_LAWS
from rummy500_testing.laws.ends import END_LAWS
from rummy500_testing.laws.forbidding import FORBIDDING_LAWS
from rummy500_testing.laws.games import GAME_LAWS
from rummy500_testing.laws.hiding import HIDING_LAWS
from rummy500_testing.laws.listing import LISTING_LAWS
from rummy500_testing.laws.matches import MATCH_LAWS
from rummy500_testing.laws.melding import MELDING_LAWS
from rummy500_testing.laws.near_miss_hands import NEAR_MISS_LAWS
from rummy500_testing.laws.options import RULES_LAWS
from rummy500_testing.laws.points import POINT_LAWS
from rummy500_testing.laws.refusals import REFUSAL_LAWS
from rummy500_testing.laws.replaying import REPLAY_LAWS
from rummy500_testing.laws.round_trips import WRITTEN_LAWS
from rummy500_testing.laws.rounds import ROUND_LAWS
from rummy500_testing.laws.seats import SEAT_LAWS
from rummy500_testing.laws.secrecy import SECRECY_LAWS
from rummy500_testing.laws.steps import STEP_LAWS
from rummy500_testing.laws.stranding import STRANDING_LAWS
from rummy500_testing.laws.turns import TURN_LAWS
from rummy500_testing.laws.view_scores import VIEW_SCORE_LAWS
from rummy500_testing.play import Game
from rummy500_testing.plugin_laws import laws_of_plugin
from rummy500_testing.snapshot import Snapshot, take_snapshot

#: Every law; those that others rely on come first.
LAWS: Final[tuple[Law[Any], ...]] = (
    *ANSWER_LAWS,
    *REFUSAL_LAWS,
    *NEAR_MISS_LAWS,
    *COMPOSING_LAWS,
    *FORBIDDING_LAWS,
    *RULES_LAWS,
    *DEALING_LAWS,
    *CARD_LAWS,
    *END_LAWS,
    *STEP_LAWS,
    *CHANGING_LAWS,
    *TURN_LAWS,
    *DUTY_LAWS,
    *ROUND_LAWS,
    *MELDING_LAWS,
    *POINT_LAWS,
    *SEAT_LAWS,
    *CHANCE_LAWS,
    *LISTING_LAWS,
    *STRANDING_LAWS,
    *APPLYING_LAWS,
    *ASKING_LAWS,
    *WRITTEN_LAWS,
    *SECRECY_LAWS,
    *VIEW_SCORE_LAWS,
    *HIDING_LAWS,
    *GAME_LAWS,
    *REPLAY_LAWS,
    *MATCH_LAWS,
)


def laws_of(subject: type[S]) -> tuple[Law[S], ...]:
    """List the laws about one kind of subject.

    Args:
        subject: `Rules`, `Snapshot`, `Step`, `Game` or `Counted`.
    """
    return cast("tuple[Law[S], ...]", tuple(law for law in LAWS if law.of is subject))


def laws_for(rules: Rules, more: Iterable[Law[Any]] = ()) -> tuple[Law[Any], ...]:
    """List the laws that apply to some rules: the general ones, and the laws of the plugins in play.

    Args:
        rules: the rules.
        more: laws of files (`laws_of_file`); those of plugins that are not in play are left out.

    Raises:
        ComposeError: if a plugin's laws do not load.
    """
    names = [name for name, _ in rules.identity.plugins]
    brought = (law for name in names for law in laws_of_plugin(name))
    return (*LAWS, *dict.fromkeys((*brought, *(law for law in more if not law.plugin or law.plugin in names))))


def check_step(rules: Rules, state: State, rng: random.Random, *, costly: bool = True) -> tuple[Action, ...]:
    """Check the laws about states, those of the plugins in play included, on one state.

    Args:
        rules: the rules in force.
        state: a state that play has reached.
        rng: where the seed of the laws' random choices comes from.
        costly: ask the costly laws too.

    Returns:
        The legal actions of the state, which the laws had to list anyway.

    Raises:
        LawBroken: by the first law that does not hold, with a scenario that begins in the state.
    """
    snapshot = take_snapshot(rules, state, rng)
    for law in laws_for(rules):
        if law.of is Snapshot and (costly or not law.costly):
            law.check(snapshot)
    return snapshot.listed


def check_game(game: Game) -> None:
    """Check the laws about whole hands, those of the plugins in play included, on one hand.

    Args:
        game: the hand as it was played.

    Raises:
        LawBroken: by the first law that does not hold.
    """
    for law in laws_for(game.rules):
        if law.of is Game:
            law.check(game)


__all__ = ["LAWS", "check_game", "check_step", "laws_for", "laws_of"]
