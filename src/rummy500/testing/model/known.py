"""What the model reads of composed rules: options, and which hooks plugins answer."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from rummy500.actions import Action
from rummy500.cards import JOKER
from rummy500.engine.moves import CORE_MOVES
from rummy500.engine.scoring import deducts_always
from rummy500.engine.turns import goes_out
from rummy500.engine.winning import match_winners
from rummy500.hooks.load import check_plugin, installed_plugin
from rummy500.hooks.plugin import LoadedPlugin
from rummy500.rules import Move, Rules, answer_of

_CORE: Final = {move.verb: move for move in CORE_MOVES}
#: What stands in the rules where a plugin has the hook of a question and leaves it as it is.
_LEFT: Final[dict[str, object]] = {
    "deducts": deducts_always,
    "hand_emptied": goes_out,
    "match_winners": match_winners,
    "uses": {},
}
#: Questions whose answers stand in the rules under another name.
_ELSEWHERE: Final = {"wilds_now": "finder_now"}
_TWO_PACKS_FROM: Final = 5


@lru_cache(maxsize=256)
def _in_play(names: tuple[str, ...], inline: tuple[Any, ...]) -> tuple[LoadedPlugin, ...]:
    passed = [check_plugin(each.plugin) for each in inline]
    objects = {plugin.info.name: plugin for plugin in passed}
    return tuple(objects[name] if name in objects else installed_plugin(name) for name in names)


def plugins_in_play(rules: Rules) -> tuple[LoadedPlugin, ...]:
    """The plugins in play with their hooks, in their order."""
    return _in_play(tuple(rules.plugins), rules.origin.passed_plugins)


def has_hook(rules: Rules, hook: str) -> bool:
    """Whether a plugin in play has a hook."""
    return any(hook in plugin.hooks for plugin in plugins_in_play(rules))


def answered(rules: Rules, question: str) -> bool:
    """Whether a plugin in play answers a hook, so that the model is silent on that question.

    Args:
        rules: the rules in force.
        question: the hook of a question whose answer stands in the rules.
    """
    if not has_hook(rules, question):
        return False
    left = _LEFT.get(question)
    now = answer_of(rules, _ELSEWHERE.get(question, question))
    return now is not left and now != left


def any_answered(rules: Rules, *questions: str) -> bool:
    """Whether a plugin answers one of some questions."""
    return bool(rules.plugins) and any(answered(rules, question) for question in questions)


def core_move(rules: Rules, action: Action, phase: str) -> Move | None:
    """The core's kind of move that an action is in a phase; `None` where it is a plugin's own."""
    mine = _CORE.get(action.verb)
    if not has_hook(rules, "moves"):
        return mine
    move = rules.move_of(action, phase)
    return mine if mine is not None and move is not None and move.check is mine.check else None


def core_effect(rules: Rules, action: Action, phase: str) -> bool:
    """Whether what an action does is the core's to say; a plugin may have put its own in the place of that."""
    mine = _CORE.get(action.verb)
    if mine is None or not has_hook(rules, "moves"):
        return mine is not None
    move = rules.move_of(action, phase)
    return move is not None and move.effect is mine.effect


def packs(rules: Rules) -> int:
    """`deck.pack`: one pack, two from five players on, or as many as asked for."""
    asked = rules.options["deck.packs"]
    return asked if isinstance(asked, int) else 2 if rules.seats >= _TWO_PACKS_FROM else 1


def number(rules: Rules, option: str) -> int:
    """The value of an option that is a number; 0 where it is a word."""
    value = rules.options[option]
    return value if isinstance(value, int) else 0


def wilds(rules: Rules) -> tuple[int, ...]:
    """The faces that are wild, whether now or at another time (`meld.joker`)."""
    if has_hook(rules, "wilds"):
        return rules.melding.shapes.wilds
    return (JOKER,) if JOKER in (*rules.deal.pack, *rules.deal.side_pack) else ()


def joker_groups(rules: Rules) -> bool:
    """Whether jokers that stand for themselves make groups; only where a plugin says so."""
    return has_hook(rules, "wilds") and rules.melding.shapes.joker_groups


def cards_drawn(rules: Rules) -> int:
    """`draw.stock`: one card, or as many as a plugin says."""
    return rules.turn.draw_count if has_hook(rules, "draw_count") else 1
