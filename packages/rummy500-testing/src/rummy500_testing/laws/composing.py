"""Laws of composed rules: they pickle, the order of plugins is honest, every rule is explained."""

from __future__ import annotations

import random
from typing import Any, Final

from rummy500 import (
    ComposeError,
    Rules,
    State,
    apply,
    compose,
    deal,
    diff_rules,
    is_over,
    legal_actions,
    score_hand,
    why_not,
)
from rummy500.engine.match import Match, match_with_scores, record_hand
from rummy500.hooks.compose import recompose
from rummy500.hooks.load import check_plugin
from rummy500.hooks.plugin import PluginObject
from rummy500.rulebook.explain import entries_in_force, explain, wrong_claim
from rummy500_testing.altering import hand_in_match
from rummy500_testing.law import Fault, law
from rummy500_testing.play import pickled, random_game

#: Hands that are played in both orders of the plugins.
_HANDS: Final = 2
_MOST_TURNS: Final = 60
#: The number of a hand late in a match, by which a rule may end it.
_LATE: Final = 100
_UNTOLD: Final = " than this order of the plugins, and diff_rules shows no difference"


@law()
def rules_survive_pickling(rules: Rules) -> Fault | None:
    """Rules that are unpickled, or composed again from their identity, are equal and have the same explanation."""
    passed = rules.origin.passed_plugins
    for word, back in (
        ("a pickle", rules if passed else pickled(rules)),
        ("their identity", recompose(rules.identity, passed)),
    ):
        if back != rules or hash(back) != hash(rules):
            return Fault(f"from {word} they come back as {back!r}")
        if explain(back) != explain(rules):
            return Fault(f"from {word} they come back with other explanations")
    return None


@law()
def any_order_composes(rules: Rules) -> Fault | None:
    """Plugins that compose in one order compose in every order."""
    try:
        _other_order(rules)
    except ComposeError as error:
        return Fault(f"with the plugins in the other order they are refused: {error}")
    return None


@law(name="an order that matters shows in diff_rules")
def an_order_that_matters_shows_in_diff_rules(rules: Rules) -> Fault | None:
    """If the order of plugins changes the legal actions, the score or the winners of a match, diff_rules shows it.

    If your rule breaks it beside another, make it independent of the order. To forbid moves, use `may` rather than
    another hook: a refusal counts in any order. For example, a limit to the cards that a take brings is a function of
    `may` that counts `collected_places(rules, view, action)`, not a `Takes.collects`, which a later plugin
    replaces. If both rules must answer the hook, name the other plugin in `conflicts`.
    """
    other = _other_order(rules)
    if other is None or diff_rules(rules, other):
        return None
    found = (_played_otherwise(rules, other, random.Random(f"order {number}")) for number in range(_HANDS))
    return next(filter(None, found), None)


@law()
def every_rule_is_explained(rules: Rules) -> Fault | None:
    """Explain lists each rule once with a sentence, and no two rules contradict each other."""
    explained = explain(rules)
    ids = [line.rule for line in explained]
    twice = next((rule for rule in ids if ids.count(rule) > 1), None)
    if twice is not None:
        return Fault(f"{twice} is explained twice")
    silent = next((line.rule for line in explained if not line.text.strip()), None)
    if silent is not None:
        return Fault(f"nothing is said of {silent}")
    against = contradictions(rules)
    return Fault(f"two rules contradict each other about {against[0]}") if against else None


def contradictions(rules: Rules) -> tuple[str, ...]:
    """Name the matters in which two rules in force claim different answers, and claims with a mistake."""
    claimed: dict[str, dict[str, str]] = {}
    wrong: list[str] = []
    plugins = {entry.id: plugin for plugin, entry in rules.origin.entries}
    for entry, in_force in entries_in_force(rules):
        statement = None if in_force.is_idle else entry.under(rules)
        if statement is None:
            continue
        error = wrong_claim(statement.claims, plugins.get(entry.id, ""))
        if error:
            wrong.append(f"{entry.id} has {error}")
        for matter, answer in statement.claims.items():
            claimed.setdefault(matter, {}).setdefault(answer, entry.id)
    return *wrong, *(
        f"{matter}: " + ", but ".join(f"{answer!r} ({rule})" for answer, rule in answers.items())
        for matter, answers in claimed.items()
        if len(answers) > 1
    )


def named_plugins(rules: Rules) -> list[Any]:
    """List the plugins of some rules in their order, by name or as they were passed, without those of the preset."""
    brought = set(rules.preset.plugins)
    passed = [each.plugin for each in rules.origin.passed_plugins if isinstance(each, PluginObject)]
    objects = {check_plugin(each).info.name: each for each in passed}
    return [objects.get(name, name) for name, _ in rules.identity.plugins if name not in brought]


def _other_order(rules: Rules) -> Rules | None:
    """Compose the rules with their plugins in reverse order; `None` where that makes no difference."""
    other = compose(rules.identity.preset, named_plugins(rules)[::-1], dict(rules.identity.options), seats=rules.seats)
    return None if other.identity == rules.identity else other


def _played_otherwise(rules: Rules, other: Rules, rng: random.Random) -> Fault | None:
    """Find the first difference of a random hand played under both rules."""
    game = random_game(rules, rng, max_turns=_MOST_TURNS)
    state = deal(other, deck=game.deck, dealer=game.state.public.match.dealer)
    for action, before in zip(game.actions, game.states, strict=False):
        if set(legal_actions(other, state)) != set(legal_actions(rules, before)):
            return Fault(f"the other order lists other actions{_UNTOLD}", state=before)
        if why_not(other, state, action) is not None:
            return Fault(f"the other order refuses an action{_UNTOLD}", action, state=before)
        state = apply(other, state, action)
    if score_hand(other, state).by_seat != score_hand(rules, game.states[-1]).by_seat:
        return Fault(f"the other order scores otherwise{_UNTOLD}", state=game.states[-1])
    if is_over(state) and _winners(other, state) != _winners(rules, game.states[-1]):
        return Fault(f"late in a match, the other order finds other winners after the hand{_UNTOLD}", state=state)
    return None


def _winners(rules: Rules, hand: State) -> list[tuple[int, ...]]:
    """The winners after a hand late in a match: with equal scores below the target, and with one seat at it."""
    found: list[tuple[int, ...]] = []
    for ahead in (0, rules.match.target):
        scores = tuple(ahead * (rules.sides[seat] == rules.sides[0]) for seat in range(rules.seats))
        before = match_with_scores(rules, scores, dealer=hand.public.match.dealer, hand_number=_LATE)
        found.append(record_hand(rules, Match(before), hand_in_match(hand, before)).winners)
    return found
