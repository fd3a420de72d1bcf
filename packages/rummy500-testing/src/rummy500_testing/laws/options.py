"""Laws of composed rules: pack, hand size, draw and card points follow from options and plugins.

These laws do not judge a plugin's own answers; they check that the rules use them, in the order of the plugins.
"""

from __future__ import annotations

from itertools import product
from typing import Final

from rummy500.cards.cards import JOKER, NATURALS, card_text
from rummy500.hooks.plugin import Pack, Settings
from rummy500.rules.rules import Rules
from rummy500.rules.scores import WILD_IN_HAND, Place
from rummy500_testing.law import Fault, law
from rummy500_testing.model.cards import as_itself
from rummy500_testing.model.known import number, packs, plugins_in_play
from rummy500_testing.model.values import core_value

_TWO_SEATS: Final = 13
_MORE_SEATS: Final = 7
_PLACES: Final[tuple[Place, ...]] = ("hand", "group", "run", "low")


@law()
def options_are_followed(rules: Rules) -> Fault | None:
    """The pack, the size of a hand, the cards of a draw and the sides follow from options, seats and plugins."""
    cards = [*range(NATURALS)] * packs(rules) + [JOKER] * number(rules, "deck.jokers") * packs(rules)
    due, draw, sides = Pack(bytes(sorted(cards))), 1, tuple(range(rules.seats))
    given = {"options": rules.options, "seats": rules.seats}
    for plugin in plugins_in_play(rules):
        due = plugin.call("pack", {"pack": due, **given}) or due
        draw = plugin.call("draw_count", given) or draw
        sides = plugin.call("sides", given) or sides
    size = number(rules, "deal.size") or (_TWO_SEATS if rules.seats == 2 else _MORE_SEATS)
    for found, wanted, what in (
        (sorted(rules.deal.pack), sorted(due.cards), "the pack (deck.pack)"),
        (sorted(rules.deal.side_pack), sorted(due.side_pack), "the cards beside the pack"),
        (rules.sides, sides, "the sides"),
        (rules.turn.draw_count, draw, "the cards of a draw (draw.stock)"),
        (rules.deal.hand_size, size, "the cards of a hand (deal.size)"),
    ):
        if found != wanted:
            return Fault(f"{what} should be {wanted!r} and is {found!r}")
    return None


@law()
def plugins_go_together(rules: Rules) -> Fault | None:
    """No two plugins in play conflict, each has the plugins that it requires, and fixed options are fixed."""
    there = plugins_in_play(rules)
    names = {plugin.info.name for plugin in there}
    for plugin in there:
        info = plugin.info
        refused = names & set(info.conflicts)
        if refused:
            return Fault(f"plugin {info.name} cannot be played with {min(refused)}, and it is")
        if not set(info.requires) <= names:
            return Fault(f"plugin {info.name} requires {min(set(info.requires) - names)}, which is not in play")
        if not info.seats[0] <= rules.seats <= info.seats[1]:
            return Fault(f"plugin {info.name} is played by {info.seats[0]} to {info.seats[1]} seats")
        by_preset = info.name in rules.preset.plugins
        asked = plugin.call("settings", {"options": rules.options, "seats": rules.seats, "by_preset": by_preset})
        for option, fixed in asked.fixes.items() if isinstance(asked, Settings) else ():
            if rules.options[option] != fixed.value:
                return Fault(
                    f"plugin {info.name} fixes {option} to {fixed.value!r}, and it is {rules.options[option]!r}"
                )
    return None


@law()
def card_points_follow_the_plugins(rules: Rules) -> Fault | None:
    """The points of a card are those of the core's table, changed by the plugins in their order."""
    there = plugins_in_play(rules)
    given = {"options": rules.options, "seats": rules.seats}
    unit = 1
    for plugin in there:
        settings = plugin.call("settings", {**given, "by_preset": plugin.info.name in rules.preset.plugins})
        unit = (settings and settings.point_unit) or unit
    for card, place in product((*range(NATURALS), JOKER), _PLACES):
        due = core_value(rules, card, lies_low=place == "low")
        role = WILD_IN_HAND if place == "hand" and card in rules.melding.shapes.wilds else card
        for plugin in there:
            asked = {"card": card, "role": role, "place": place, "points": due}
            answer = plugin.call("card_points", {**asked, **given})
            due = due if answer is None else answer
        found = (
            rules.scoring.points.in_hand[card]
            if place == "hand"
            else rules.scoring.points.piece(as_itself(card), place)
        )
        if found != due // unit:
            where = "in hand" if place == "hand" else f"at the place {place!r}"
            return Fault(f"{card_text(card)} should count {due // unit} {where} and counts {found}")
    return None


RULES_LAWS = (options_are_followed, plugins_go_together, card_points_follow_the_plugins)
