"""Other plugins in play: a law of a plugin holds of its rules, unless another plugin says otherwise.

The rule of a plugin holds only where no other plugin overrides it by a hook. A law takes account of some plugins by
name; it is skipped where any other plugin answers one of the hooks that it rests on.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import lru_cache, wraps
from typing import Final

from rummy500.errors import ComposeError, nearest
from rummy500.hooks.plugin import LoadedPlugin
from rummy500.hooks.specs import SPECS
from rummy500.rules import Place, Rules
from rummy500.testing.law import SKIPPED, Answer, S
from rummy500.testing.model.known import plugins_in_play
from rummy500.testing.model.values import core_value

#: The plugins that come with rummy500; their laws take account of one another.
TOGETHER: Final = frozenset(
    (
        "add-opponents-hand",
        "boathouse",
        "dealers-gambit",
        "displayed-discards",
        "five-ten-fifteen",
        "floating",
        "masters-hand",
        "michigan",
        "must-go-out",
        "oklahoma",
        "partnership",
        "persian",
        "scoring",
        "throw-down",
        "wikipedia",
    )
)
#: The hooks that say what there is to play with, what may be done and what comes of it: what a law rests on that makes
#: a position and plays on from there.
PLAY: Final = (
    "pack",
    "sides",
    "draw_count",
    "wilds",
    "opening",
    "wilds_now",
    "side_cards",
    "may_draw",
    "may_take",
    "may_call",
    "may_meld",
    "may_lay",
    "must_use",
    "pile_brings",
    "hand_emptied",
    "turn_ended",
    "refused",
    "bars",
    "moves",
    "uses",
)
#: The hooks that say what follows an action: one of a plugin's own, or an emptied hand, or the end of a turn.
FLOW: Final = ("hand_emptied", "turn_ended", "moves", "uses")
#: The hooks that say what is seen of hidden cards.
SEEN: Final = ("visible", "lies_open")
#: The hooks that say what a hand counts, beside what each card counts.
COUNT: Final = ("score_lines", "deducts", "point_unit")
#: The hooks that say who has won a match, and what that brings.
MATCH: Final = ("match_winners", "match_lines", "point_unit")

#: Of these a plugin's answer is asked for; any other is taken for one, since it depends on the case.
_ASKED: Final = frozenset(("options", "seats", "rule"))


def others_answer(rules: Rules, *hooks: str, known: Collection[str]) -> bool:
    """Whether a plugin in play that a law knows nothing of answers one of some hooks.

    Args:
        rules: the rules in force.
        hooks: the hooks that the law rests on.
        known: the plugins that the law takes account of by itself, its own among them.

    Raises:
        ValueError: if there is no such hook.

    Examples:
        >>> import rummy500 as r5
        >>> from rummy500.testing.others import others_answer
        >>> others_answer(r5.compose("classic"), "bars", known=())
        False
    """
    _check_hooks(hooks)
    return bool(rules.plugins) and _others_answer(rules, hooks, frozenset(known))


def _check_hooks(hooks: Collection[str]) -> None:
    for hook in hooks:
        if hook not in SPECS:
            raise ValueError(f"there is no hook {hook}; {nearest(hook, SPECS)}")


@lru_cache(maxsize=1024)
def _others_answer(rules: Rules, hooks: tuple[str, ...], known: frozenset[str]) -> bool:
    others = [plugin for plugin in plugins_in_play(rules) if plugin.info.name not in known]
    return any(_answers(plugin, hook, rules) for plugin in others for hook in hooks)


def _answers(plugin: LoadedPlugin, hook: str, rules: Rules) -> bool:
    """Whether a plugin has a hook, and does not leave the question as it is."""
    if hook not in plugin.hooks:
        return False
    if not _ASKED.issuperset(plugin.hooks[hook][1]):
        return True
    try:
        return plugin.call(hook, {"options": rules.options, "seats": rules.seats, "rule": _rule_so_far}) is not None
    except ComposeError:
        return True


def _rule_so_far(*_: object) -> None:
    """Stands for the rule that a plugin is given; nothing is asked of it."""


def unless_others_say(*hooks: str, known: Collection[str]) -> Callable[[Callable[[S], Answer]], Callable[[S], Answer]]:
    """Skip a law where a plugin that it knows nothing of answers one of some hooks.

    Args:
        hooks: the hooks that the law rests on; `PLAY`, `FLOW`, `SEEN`, `COUNT` and `MATCH` are some that go together.
        known: the plugins that the law takes account of by itself, its own among them.

    Raises:
        ValueError: if there is no such hook.

    Examples:
        >>> from rummy500.testing import Counted, Fault
        >>> from rummy500.testing.others import MATCH, unless_others_say
        >>> @unless_others_say(*MATCH, known=["my-plugin"])
        ... def the_first_out_wins(counted: Counted) -> Fault | None:
        ...     '''`my-plugin.out`: whoever goes out wins the match.'''
        ...     won = counted.after.winners
        ...     return None if counted.hand.public.out in won else Fault(f"told to have won are {won}")
    """

    def skipping(function: Callable[[S], Answer]) -> Callable[[S], Answer]:
        @wraps(function)
        def asked(subject: S) -> Answer:
            rules = subject if isinstance(subject, Rules) else subject.rules
            return SKIPPED if others_answer(rules, *hooks, known=known) else function(subject)

        return asked

    _check_hooks(hooks)

    return skipping


def counts_otherwise(rules: Rules, card: int, place: Place, *, role: int | None = None, known: Collection[str]) -> bool:
    """Whether what a card counts at a place is not for the plugins to say that a law knows of.

    It is another's if that one has the last word on it (`card_points`), or says how many points make one
    (`point_unit`).

    Args:
        rules: the rules in force.
        card: the card.
        place: the place, as of the hook `card_points`.
        role: the card that it stands for, itself if left out.
        known: the plugins that the law takes account of by itself, its own among them.
    """
    if not others_answer(rules, "card_points", "point_unit", known=known):
        return False
    if others_answer(rules, "point_unit", known=known):
        return True
    given = {"role": card if role is None else role, "options": rules.options, "seats": rules.seats}
    points = core_value(rules, card, lies_low=place == "low")
    last = ""
    for plugin in plugins_in_play(rules):
        told = plugin.call("card_points", {"card": card, "place": place, "points": points, **given})
        if told is not None:
            points, last = told, plugin.info.name
    return last != "" and last not in known
