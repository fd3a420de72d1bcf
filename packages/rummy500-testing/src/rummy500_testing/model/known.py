"""Read options, and the hooks that plugins answer, from composed rules."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from rummy500.actions import Action
from rummy500.cards.cards import JOKER
from rummy500.engine.moves import CORE_MOVES
from rummy500.engine.scoring import deducts_always, match_winners
from rummy500.engine.turns import goes_out
from rummy500.hooks.load import check_plugin, installed_plugin
from rummy500.hooks.plugin import LoadedPlugin, Pack
from rummy500.rules.move import Move
from rummy500.rules.rules import Rules, answer_of
from rummy500.state import MatchSoFar

_CORE: Final = {move.verb: move for move in CORE_MOVES}
#: The value in the rules if a plugin has a hook but leaves the rule as it is.
_LEFT: Final[dict[str, object]] = {
    "deducts": deducts_always,
    "hand_emptied": goes_out,
    "match_winners": match_winners,
    "uses": {},
}
_TWO_PACKS_FROM: Final = 5


@lru_cache(maxsize=256)
def _in_play(names: tuple[str, ...], passed_plugins: tuple[Any, ...]) -> tuple[LoadedPlugin, ...]:
    passed = [check_plugin(each.plugin) for each in passed_plugins]
    objects = {plugin.info.name: plugin for plugin in passed}
    return tuple(objects[name] if name in objects else installed_plugin(name) for name in names)


def plugins_in_play(rules: Rules) -> tuple[LoadedPlugin, ...]:
    """List the plugins in play with their hooks, in their order."""
    return _in_play(tuple(rules.plugins), rules.origin.passed_plugins)


def has_hook(rules: Rules, question: str) -> bool:
    """Return whether a plugin in play has a hook, or answers a part of one (`may.lay`, `settings.point_unit`)."""
    there = [plugin for plugin in plugins_in_play(rules) if hook_of(question) in plugin.hooks]
    return bool(there) and ("." not in question or _any_part(rules, question))


@lru_cache(maxsize=1024)
def _any_part(rules: Rules, question: str) -> bool:
    return any(answers_part(plugin, rules, question) for plugin in plugins_in_play(rules))


def hook_of(question: str) -> str:
    """Return the hook of a question: `may` of `may.lay`, and any other hook itself."""
    return question.partition(".")[0]


def answers_part(plugin: LoadedPlugin, rules: Rules, question: str) -> bool:
    """Return whether a plugin answers a part of a hook.

    Args:
        plugin: the plugin.
        rules: the rules in force.
        question: a deed that `may` forbids (`may.lay`), or a field of what a hook returns (`settings.point_unit`).
    """
    hook, _, part = question.partition(".")
    by_preset = plugin.info.name in rules.preset.plugins
    pack = Pack(rules.deal.pack, rules.deal.side_pack)
    given = {"options": rules.options, "seats": rules.seats, "by_preset": by_preset, "pack": pack}
    answer: object = plugin.call(hook, given)
    return part in answer if isinstance(answer, Mapping) else getattr(answer, part, None) is not None


def answered(rules: Rules, question: str) -> bool:
    """Return whether a plugin in play answers a hook, so that the model does not judge that question.

    Args:
        rules: the rules in force.
        question: a hook whose answer is a field of the rules, or a deed that plugins may forbid (`may.lay`).
    """
    if not has_hook(rules, question):
        return False
    if "." in question:
        return True
    left = _LEFT.get(question)
    now = answer_of(rules, question)
    return now is not left and now != left


def any_answered(rules: Rules, *questions: str) -> bool:
    """Return whether a plugin answers one of some questions."""
    return bool(rules.plugins) and any(answered(rules, question) for question in questions)


def core_move(rules: Rules, action: Action, phase: str) -> Move | None:
    """Return the core's move of an action in a phase; `None` if the move is a plugin's own."""
    mine = _CORE.get(action.verb)
    if not has_hook(rules, "moves"):
        return mine
    move = rules.turn.move_of(action, phase)
    return mine if mine is not None and move is not None and move.check is mine.check else None


def core_effect(rules: Rules, action: Action, phase: str) -> bool:
    """Return whether an action has the core's effect; a plugin may have replaced it."""
    mine = _CORE.get(action.verb)
    if mine is None or not (has_hook(rules, "moves") or has_hook(rules, "effects")):
        return mine is not None
    move = rules.turn.move_of(action, phase)
    return move is not None and move.effect is mine.effect and move.in_play is None


def packs(rules: Rules) -> int:
    """Return the number of packs: one, two for five players or more, or the number of the option (`deck.pack`)."""
    asked = rules.options["deck.packs"]
    return asked if isinstance(asked, int) else 2 if rules.seats >= _TWO_PACKS_FROM else 1


def number(rules: Rules, option: str) -> int:
    """Return the value of an option if it is a number, else 0."""
    value = rules.options[option]
    return value if isinstance(value, int) else 0


def hand_sizes(rules: Rules, match: MatchSoFar) -> tuple[int, ...]:
    """Return the number of cards that each seat is dealt, before an extra card (`deal.size`)."""
    sizes = rules.deal.hand_sizes
    return (rules.deal.hand_size,) * rules.seats if sizes is None else sizes(rules, match)


def wilds(rules: Rules) -> tuple[int, ...]:
    """Return the faces that are wild now or at another time (`meld.joker`)."""
    if has_hook(rules, "wilds"):
        return rules.melding.shapes.wilds
    return (JOKER,) if JOKER in (*rules.deal.pack, *rules.deal.side_pack) else ()


def joker_groups(rules: Rules) -> bool:
    """Return whether jokers that stand for themselves make groups, as only a plugin can decide."""
    return has_hook(rules, "wilds") and rules.melding.shapes.joker_groups


def cards_drawn(rules: Rules) -> int:
    """Return how many cards a draw gives: one, or the number of a plugin (`draw.stock`)."""
    return rules.turn.draw_count if has_hook(rules, "draw_count") else 1
