"""Find the plugins that override a rule on which a law rests.

A law of a plugin states the plugin's rule, and a rule holds only where no other plugin overrides it by a hook. So a law
names the hooks that it rests on, one by one or by their group, and is skipped where another plugin answers one of them.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from rummy500 import Rules
from rummy500.base.errors import nearest
from rummy500.hooks.specs import GROUPS, SPECS
from rummy500.rules.scores import WILD_IN_HAND, Place
from rummy500_testing.model import answers, core_value, plugins_in_play


def hooks_of(names: Collection[str]) -> tuple[str, ...]:
    """Expand names of hooks, of parts of hooks (`may.lay`, `settings.point_unit`), and of groups of hooks.

    Args:
        names: names of hooks and of groups of hooks.

    Raises:
        ValueError: for a name that is neither.

    Examples:
        >>> hooks_of(["match", "may.discard"])
        ('match_winners', 'may.discard')
    """
    found: list[str] = []
    for name in names:
        if name in GROUPS:
            found += [hook for hook, spec in SPECS.items() if name in spec.groups]
        elif name in SPECS or ("." in name and _has_part(*name.split(".", 1))):
            found.append(name)
        else:
            raise ValueError(f"there is no hook {name}; {nearest(name, (*SPECS, *GROUPS))}")
    return tuple(found)


def _has_part(hook: str, part: str) -> bool:
    if hook == "may":  # whose parts are verbs, of plugins too
        return bool(part)
    return hook in SPECS and part in getattr(SPECS[hook].answer, "__slots__", ())


def overridden_by(rules: Rules, rests_on: Collection[str], *, beside: Collection[str] = ()) -> tuple[str, ...]:
    """List the plugins in play that answer one of some hooks.

    Args:
        rules: the rules in force.
        rests_on: names of hooks, of parts of hooks, and of groups of hooks.
        beside: plugins whose answers do not matter.

    Raises:
        ValueError: for a name that is neither a hook nor a group.

    Examples:
        >>> import rummy500 as r5
        >>> from rummy500_testing.overrides import overridden_by
        >>> overridden_by(r5.compose("classic"), ["may.discard"])
        ()
    """
    hooks = hooks_of(rests_on)
    return _overridden_by(rules, hooks, frozenset(beside)) if rules.plugins else ()


@lru_cache(maxsize=1024)
def _overridden_by(rules: Rules, hooks: tuple[str, ...], beside: frozenset[str]) -> tuple[str, ...]:
    others = [plugin for plugin in plugins_in_play(rules) if plugin.info.name not in beside]
    return tuple(plugin.info.name for plugin in others if any(answers(plugin, rules, hook) for hook in hooks))


def card_points_overridden(
    rules: Rules, card: int, place: Place, *, role: int | None = None, beside: Collection[str]
) -> bool:
    """Return whether a plugin that a law does not take into account decides what a card counts.

    It decides if its answer to `card_points` is the last one, or if it sets `Settings.point_unit`.

    Args:
        rules: the rules in force.
        card: the card.
        place: the place, as of the hook `card_points`.
        role: the card that it stands for; if left out itself, or `WILD_IN_HAND` for a wild card in the hand.
        beside: the plugins that the law takes into account, its own among them.
    """
    if not overridden_by(rules, ("card_points", "settings.point_unit"), beside=beside):
        return False
    if overridden_by(rules, ("settings.point_unit",), beside=beside):
        return True
    if role is None:
        role = WILD_IN_HAND if place == "hand" and card in rules.melding.shapes.wilds else card
    given = {"role": role, "role_points": 0, "options": rules.options, "seats": rules.seats}
    points = core_value(rules, card, lies_low=place == "low")
    last = ""
    for plugin in plugins_in_play(rules):
        told = plugin.call("card_points", {"card": card, "place": place, "points": points, **given})
        if told is not None:
            points, last = told, plugin.info.name
    return last != "" and last not in beside
