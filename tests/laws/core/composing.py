"""Laws of composed rules: options, plugins and their answers end where they belong."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterator, Mapping
from itertools import islice, product
from typing import Any, Final

import attrs
from tests.dealt import dealt_under
from tests.laws.core.scores import oracle_of

import rummy500 as r5
from rummy500.base.errors import Reason, Refusal
from rummy500.cards.cards import JOKER, NATURALS, card_text
from rummy500.cards.pieces import Meld, natural_piece
from rummy500.engine.listing import legal_actions
from rummy500.engine.moves import CORE_MOVES
from rummy500.engine.step import why_not
from rummy500.hooks import PluginInfo, hookimpl
from rummy500.hooks.compose import compose
from rummy500.hooks.plugin import Pack, Settings
from rummy500.rules.actions import CALL, DRAW, LAY, MELD, TAKE, USE_GROUP, USE_LAY, USE_RUN, Action
from rummy500.rules.rules import Rules
from rummy500.rules.scores import WILD_IN_HAND, Place
from rummy500.rules.state import State, View
from rummy500_testing.law import Fault, law
from rummy500_testing.laws.composing import named_plugins
from rummy500_testing.model import core_value, plugins_in_play
from rummy500_testing.play import MOST_LISTED, random_game

# ---------------------------------------------------------------- options
# Laws of composed rules: pack, hand size, draw and card points follow from options and plugins.

_PLACES: Final[tuple[Place, ...]] = ("hand", "group", "run", "low")


@law()
def options_are_followed(rules: Rules) -> Fault | None:
    """The pack, the size of a hand, the cards of a draw and the sides follow from options, seats and plugins."""
    oracle = oracle_of(rules)
    due, draw, sides = Pack(bytes(map(r5.parse_card, oracle.pack().elements()))), 1, tuple(range(rules.seats))
    given = {"options": rules.options, "seats": rules.seats}
    for plugin in plugins_in_play(rules):
        due = plugin.call("pack", {"pack": due, **given}) or due
        settings = plugin.call("settings", given | {"by_preset": plugin.info.name in rules.preset.plugins})
        draw = (settings and settings.draw_count) or draw
        sides = plugin.call("sides", given) or sides
    for found, wanted, what in (
        (sorted(rules.deal.pack), sorted(due.cards), "the pack (deck.pack)"),
        (sorted(rules.deal.side_pack), sorted(due.side_pack), "the cards beside the pack"),
        (rules.sides, sides, "the sides"),
        (rules.turn.draw_count, draw, "the cards of a draw (draw.stock)"),
        (rules.deal.hand_size, oracle.hand_size(), "the cards of a hand (deal.size)"),
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
        if info.even_seats and rules.seats % 2:
            return Fault(f"plugin {info.name} is played by an even number of seats")
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
            asked = {"card": card, "role": role, "place": place, "role_points": 0, "points": due}
            answer = plugin.call("card_points", {**asked, **given})
            due = due if answer is None else answer
        found = (
            rules.scoring.points.in_hand[card]
            if place == "hand"
            else rules.scoring.points.piece(natural_piece(card), place)
        )
        if found != due // unit:
            where = "in hand" if place == "hand" else f"at the place {place!r}"
            return Fault(f"{card_text(card)} should count {due // unit} {where} and counts {found}")
    return None


# ---------------------------------------------------------------- forbidding
# Laws of what plugins forbid: no plugin lifts a refusal, and a plugin that refuses nothing changes nothing.

#: The most turns of the hand whose states are asked about, and how many of those are.
_MOST_TURNS: Final = 30
_ASKED: Final = 6
#: How many actions of a state are checked one by one.
_CHECKED: Final = 6
_CORE: Final = frozenset(move.verb for move in CORE_MOVES)
#: The deeds that a play with a use does.
_PLAYED: Final = {USE_RUN: (MELD,), USE_GROUP: (MELD,), USE_LAY: (MELD, LAY)}
_STRICT: Final = Reason("turn.parts", "strict", "This is forbidden.")()


@attrs.frozen
class _House:
    """A plugin that answers for some deeds, and refuses all of them or none."""

    name: str
    deeds: tuple[str, ...]
    refuses: bool

    @hookimpl
    def plugin_info(self) -> PluginInfo:
        """Name the plugin."""
        return PluginInfo(self.name, "forbids all or nothing")

    @hookimpl
    def may(self) -> Mapping[str, Callable[..., Refusal | None]]:
        """Answer for each deed."""
        refusal = _STRICT if self.refuses else None

        def of_view(_rules: Rules, _view: View) -> Refusal | None:
            return refusal

        def of_case(_rules: Rules, _view: View, _case: object) -> Refusal | None:
            return refusal

        def of_meld(_rules: Rules, _view: View, _meld: Meld, _on: int) -> Refusal | None:
            return refusal

        answers: dict[str, Callable[..., Refusal | None]] = {DRAW: of_view, MELD: of_meld}
        return {deed: answers.get(deed, of_case) for deed in self.deeds}


@law()
def no_plugin_lifts_a_refusal(rules: Rules) -> Fault | None:
    """If one plugin forbids a deed, it stays forbidden, whichever plugin before or after it allows it.

    The law adds two plugins, one that refuses and one that allows, in both orders; then two that allow, which must
    change nothing. If there are duties, it skips the second part: when a plugin restricts plays, the search for an
    end of the turn tries every order of plays, and may reach its limit.
    """
    rng = random.Random(repr(rules.identity))
    states = _states(rules, rng)
    own = sorted({verb for verb, move in rules.turn.moves.items() if move.whose != "deck"} - _CORE)
    for deeds in ((DRAW, TAKE, CALL, *own), (MELD,), (LAY,)):
        silent, strict = _House("silent", deeds, refuses=False), _House("strict", deeds, refuses=True)
        for order in ((strict, silent), (silent, strict)):
            beside = _beside(rules, order)
            for state in states:
                action = next(_allowed(rules, beside, state, deeds), None)
                if action is not None:
                    pair = f"{order[0].name} and {order[1].name}, of which strict forbids {', '.join(deeds)}"
                    return Fault(f"a {action.verb} is legal beside the plugins {pair}", action, state=state)
    return None if rules.turn.duties else _change(rules, states, own)


def _change(rules: Rules, states: Collection[State], own: Collection[str]) -> Fault | None:
    """Find a state whose legal actions two plugins that forbid nothing change."""
    every = (DRAW, TAKE, CALL, MELD, LAY, *own)
    both = _beside(rules, (_House("first", every, refuses=False), _House("second", every, refuses=False)))
    for state in states:
        plain, other = (_listed(each, state) for each in (rules, both))
        odd = next(iter(plain ^ other), None) if max(len(plain), len(other)) < MOST_LISTED else None
        if odd is not None:
            return Fault("two plugins that forbid nothing change what is legal", odd, state=state)
    return None


def _states(rules: Rules, rng: random.Random) -> list[State]:
    """Some states of a random hand."""
    states = random_game(rules, rng, max_turns=_MOST_TURNS).states
    return rng.sample(states, min(_ASKED, len(states)))


def _beside(rules: Rules, plugins: Collection[_House]) -> Rules:
    """Compose rules again with more plugins."""
    named: list[Any] = [*named_plugins(rules), *plugins]
    return compose(rules.identity.preset, named, dict(rules.identity.options), seats=rules.seats)


def _listed(rules: Rules, state: State) -> set[Action]:
    return set(islice(legal_actions(rules, dealt_under(rules, state)), MOST_LISTED))


def _allowed(rules: Rules, beside: Rules, state: State, deeds: Collection[str]) -> Iterator[Action]:
    """Find forbidden actions that are listed, or that are not refused."""
    yield from (action for action in _listed(beside, state) if _is_one_of(action, deeds))
    legal = islice((action for action in legal_actions(rules, state) if _is_one_of(action, deeds)), _CHECKED)
    yield from (action for action in legal if why_not(beside, dealt_under(beside, state), action) is None)


def _is_one_of(action: Action, deeds: Collection[str]) -> bool:
    """Whether an action does one of some deeds; a lay-off makes a longer meld, and so does both `lay` and `meld`."""
    if action.verb in deeds:
        return True
    return action.verb in _CORE and any(deed in deeds for deed in _PLAYED.get(action.use, ()))
