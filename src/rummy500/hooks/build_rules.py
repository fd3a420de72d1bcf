"""Builds `Rules` from preset, plugins and options. Every hook is called here, once, and never during play."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from rummy500.actions import CALL
from rummy500.cards.cards import EMPTY_BAG, Bag, bag_max
from rummy500.engine.asking import ASKED, ASKED_MEMORY, asking
from rummy500.errors import ComposeError, Reason, Refusal
from rummy500.hooks.answers import HookAnswers, added_rules, check_draw_count, check_round
from rummy500.hooks.build_cards import (
    build_finder_now,
    build_pack,
    build_points,
    build_shapes,
    check_enough,
    check_wilds,
    shared_finder,
)
from rummy500.hooks.build_moves import (
    added_moves,
    build_duties,
    build_effects,
    build_may,
    build_moves,
    build_uses,
    by_phase,
    plugin_moves,
)
from rummy500.hooks.check_memory import build_memory, declared_memory
from rummy500.hooks.check_play import (
    checked_answer,
    checked_lines,
    checked_pile,
    comes_last,
    guarded,
    is_core,
    is_no_seat,
    named,
    outside_its_score,
)
from rummy500.hooks.plugin import APART, LoadedPlugin, PluginInfo, Wilds
from rummy500.hooks.resolve_options import ResolvedOptions
from rummy500.hooks.specs import SPECS
from rummy500.records import field_names
from rummy500.rules.entry import Identity
from rummy500.rules.move import Move, Round
from rummy500.rules.options import (
    CALLS,
    DEAL_OPENING,
    DISCARD_BARRED,
    DRAW_DEEP_USE,
    DRAW_TOP,
    MATCH_TARGET,
    MELD_FIRST_MINIMUM,
    MELD_LAYOFF,
    OUT_DISCARD,
    STOCK_EMPTY,
    Preset,
    hand_size_of,
    pack_count,
)
from rummy500.rules.parts import (
    DealRules,
    MatchRules,
    MeldingRules,
    Origin,
    ScoringRules,
    TurnRules,
    ViewRules,
)
from rummy500.rules.questions import Bar, FixedMinimum, Verdict, nobody_deducts, top_brings_all
from rummy500.rules.rules import Rules, derived_fields
from rummy500.rules.scores import ScoreLine, Unsettled
from rummy500.state import State, View

#: The hooks whose functions list lines of a score, each with the types of a line.
_LINES: Final[Mapping[str, tuple[type, ...]]] = MappingProxyType(
    {"score_lines": (ScoreLine, Unsettled), "match_lines": (ScoreLine,)}
)

Recompose = Callable[[Identity, tuple[object, ...]], Rules]


def build_rules(
    identity: Identity,
    base: Preset,
    plugins: tuple[LoadedPlugin, ...],
    resolved: ResolvedOptions,
    passed: tuple[object, ...],
    recompose: Recompose,
    preset_alone: Callable[[], Rules],
) -> Rules:
    """Build the rules of a game."""
    options, seats = resolved.values, identity.seats
    answers = HookAnswers(plugins, options, seats)
    packs = pack_count(options, seats)
    pack, cut_ranks = build_pack(answers, options, packs)
    hand_size = hand_size_of(options, seats)
    check_enough(pack.cards, seats, hand_size)
    wilds: Wilds = answers.alike("wilds", check_wilds)
    shapes = build_shapes(wilds, options, packs, pack)
    finder = shared_finder(shapes)
    functions = _functions(answers, resolved.set_by)
    last_lines: tuple[str, ...] = functions.pop("last_lines")
    uses = build_uses(answers)
    declared: list[tuple[LoadedPlugin, Round]] = answers.joined("dealt")
    added = plugin_moves(answers, declared)
    forbidden = build_may(answers, added)
    duties = build_duties(answers, minimum=functions["opening_minimum"] is not None)
    unwrapped = build_moves(added, tuple(uses), options, forbidden, duties)
    wraps = build_effects(answers, [move.verb for move in unwrapped.every])
    moves = unwrapped.wrapped(wraps)
    turn_moves = by_phase(moves.every, "turn", "pending")
    out_of_turn = [move for move in moves.every if move.by or move.verb != CALL or CALLS.of(options) != "none"]
    bars = forbidden.bars
    own_cards_only = pack.side_cards is None and not uses
    hand_memory, match_memory = declared_memory(answers.each("memory"))
    steps = _rounds(declared, moves.every)
    rounds = tuple([step for _, step in steps if step.asks is None])
    between = tuple([step for _, step in steps if step.asks is not None])
    if any(step.answers for _, step in steps):
        hand_memory.append((LoadedPlugin(PluginInfo(ASKED, "answers of a round"), {}), ASKED_MEMORY))
    if between:
        functions["turn_ended"] = asking(functions["turn_ended"])
    points, point_answers = build_points(answers, shapes, resolved.unit)
    melding = MeldingRules(
        shapes=shapes,
        finder=finder,
        finder_now=build_finder_now(answers, wilds, shapes),
        side_cards=pack.side_cards,
        must_have_melded=MELD_LAYOFF.of(options) == "after-meld",
        may_meld=forbidden.of("meld"),
        may_lay=forbidden.of("lay"),
        **_of(MeldingRules, functions),
    )
    turn = TurnRules(
        draw_count=answers.alike("draw_count", check_draw_count),
        may_draw=forbidden.of("draw"),
        may_take=forbidden.of("take"),
        may_call=forbidden.of("call"),
        uses=MappingProxyType(uses),
        top_may_be_kept=DRAW_TOP.of(options) == "free",
        deep_take_needs_new_meld=DRAW_DEEP_USE.of(options) == "new-meld",
        bars=bars,
        bar_lifts_on_use=all(bar.until_used for bar in bars) and own_cards_only,
        bars_only_gained=all(bar.gained_only for bar in bars) and own_cards_only,
        follow_ups=tuple(move.follow_ups for move in moves.every if move.follow_ups is not None),
        lone_top_barred=DISCARD_BARRED.of(options) == "lone-top" and "may.discard" not in answers.answered,
        barred=bars[0].cards if len(bars) == 1 else _joined(bars),
        duties=duties,
        melding_goes_out=OUT_DISCARD.of(options) == "optional",
        stock_empty=STOCK_EMPTY.of(options),
        call=CALLS.of(options),
        moves=moves.plain,
        phased=moves.phased,
        suffixed=moves.suffixed,
        turn_moves=turn_moves,
        added_moves=added_moves(turn_moves),
        other_moves=by_phase(out_of_turn, "others", "pending"),
        **_of(TurnRules, functions),
    )
    brought = {*base.plugins, *(name for plugin in plugins for name in plugin.info.requires)}
    return Rules(
        identity=identity,
        number=identity.number,
        preset=base,
        plugins=MappingProxyType({plugin.info.name: plugin.info.about for plugin in plugins}),
        options=MappingProxyType(dict(options)),
        seats=seats,
        sides=_sides(answers, seats),
        origin=Origin(
            option_kinds=MappingProxyType(dict(resolved.kinds)),
            set_by=MappingProxyType(dict(resolved.set_by)),
            titles=(base.title, *(plugin.info.title for plugin in plugins if plugin.info.name not in brought)),
            entries=tuple((plugin.info.name, entry) for plugin, entry in added_rules(answers, resolved.kinds)),
            table_answers=MappingProxyType({"card_points": point_answers, "cut_ranks": cut_ranks}),
            dealt_by=tuple(dict.fromkeys([name for name, step in steps if step.asks is None])),
            last_lines=last_lines,
            effect_wraps=MappingProxyType(
                {verb: tuple(plugin.info.name for plugin, _ in found) for verb, found in wraps.items()}
            ),
            hook_functions=MappingProxyType({plugin.info.name: plugin.functions for plugin in plugins}),
            passed_plugins=passed,
            recompose=recompose,
            preset_alone=preset_alone,
        ),
        deal=DealRules(
            pack=pack.cards,
            side_pack=pack.side_pack,
            packs=packs,
            hand_size=hand_size,
            cut_ranks=MappingProxyType({card: ranked[-1][1] for card, ranked in cut_ranks.items()}),
            rounds=rounds,
            between=between,
            **_of(DealRules, functions),
        ),
        melding=melding,
        turn=turn,
        views=ViewRules(
            hides_memory=any(each.seen for _, each in hand_memory) or any(each.seen for _, each in match_memory),
            blind_phases=frozenset([step.phase for step in rounds if step.blind]),
        ),
        scoring=ScoringRules(
            points=points,
            unit=resolved.unit.points,
            deducts_at_stock_end=resolved.deducts_at_stock_end,
            **_of(ScoringRules, functions),
        ),
        match=MatchRules(
            target=0 if MATCH_TARGET.name in resolved.idle else MATCH_TARGET.of(options),
            **_of(MatchRules, functions),
        ),
        memory=build_memory(hand_memory, match_memory, seats),
        answered=frozenset(answers.answered),
        **derived_fields(seats, melding, turn),
    )


def _of(part: type, functions: Mapping[str, Any]) -> dict[str, Any]:
    """Select the functions that belong to a part of the rules."""
    return {name: functions[name] for name in field_names(part) if name in functions}


_WHO_BEGINS: Final = Reason(
    "compose.option", "begins", "plugin {plugin} does not go with {option} = {given}, which decides who begins"
)


def _functions(answers: HookAnswers, set_by: Mapping[str, str]) -> dict[str, Any]:
    """Merge the functions that the engine calls during play, by the name of their hook."""
    functions: dict[str, Any] = {}
    points = MELD_FIRST_MINIMUM.of(answers.options)
    minimum = FixedMinimum(points) if points else None
    for name, spec in SPECS.items():
        if spec.merge == "wrapped":
            functions[name] = answers.wrapped(name, minimum if name == "opening_minimum" else None, check=_checked_rule)
        elif spec.merge == "one":
            functions[name] = answers.one(name, check=_checked_rule)
            if functions[name] is not None and DEAL_OPENING.of(answers.options) != "upcard":
                by = answers.last(name).info.name
                kind, _, setter = set_by[DEAL_OPENING.name].partition(" ")
                if kind == "plugin":
                    raise ComposeError(APART(plugin=by, other=setter, why="both decide who begins"))
                raise ComposeError(
                    _WHO_BEGINS(plugin=by, option=DEAL_OPENING.name, given=DEAL_OPENING.of(answers.options))
                )
        elif spec.kind == "LIST" and spec.merge == "each" and name != "may":  # `build_may` joins it, deed by deed
            added = answers.each(name)
            if name in _LINES:
                added = [(plugin, checked_lines(plugin, name, find, _LINES[name])) for plugin, find in added]
            if name == "score_lines":
                added.sort(key=lambda found: comes_last(found[1]))
                functions["last_lines"] = tuple(plugin.info.name for plugin, find in added if comes_last(find))
            functions[name] = tuple([function for _, function in added])
    if functions["collects"] not in (None, top_brings_all):
        functions["collects"] = checked_pile(answers.last("collects"), functions["collects"])
    functions["nobody_deducts"] = functions["deducts"] is nobody_deducts
    return functions


#: The types that functions of a hook may return, where they are called seldom enough for a check each time.
_RETURNS: Final[Mapping[str, tuple[type, ...]]] = MappingProxyType(
    {
        "first_player": (int,),
        "hand_emptied": (State,),
        "turn_ended": (State,),
        "must_use": (bool,),
        "deducts": (bool, type(None)),
        "match_winners": (Verdict,),
        "refused": (Refusal,),
        "opening_minimum": (int,),
    }
)


def _checked_rule(plugin: LoadedPlugin, hook: str, rule: Callable[..., Any]) -> Callable[..., Any]:
    """A rule of a plugin whose answers are checked during play; one of the core, which others recognize, stays."""
    if hook not in _RETURNS or is_core(rule):
        return rule
    wanted = {"first_player": "a seat", "opening_minimum": "a whole number"}.get(hook) or named(_RETURNS[hook])
    must, guard = f"must return a function that returns {wanted}", is_no_seat if hook == "first_player" else None
    checked = checked_answer(plugin, hook, rule, must, *_RETURNS[hook], guard=guard)
    return outside_its_score(plugin, hook, checked) if hook == "deducts" else checked


def _rounds(declared: Iterable[tuple[LoadedPlugin, Round]], moves: Sequence[Move]) -> list[tuple[str, Round]]:
    """The steps after the deal and between two turns, with the phases of all plugins, each with its plugin's name."""
    found: list[tuple[str, Round]] = []
    for plugin, each in declared:
        check_round(plugin, each, moves, [other.phase for _, other in found])
        found.append((plugin.info.name, guarded(plugin, "dealt", "a Round", each)))
    return found


def _sides(answers: HookAnswers, seats: int) -> tuple[int, ...]:
    def check(plugin: LoadedPlugin, sides: tuple[object, ...]) -> None:
        if len(sides) != seats or not all(type(side) is int and 0 <= side < seats for side in sides):
            raise plugin.error("sides", f"must return a side for each of {seats} seats, not {sides!r}")

    return answers.alike("sides", check) or tuple(range(seats))


def _joined(bars: Sequence[Bar]) -> Callable[[Rules, View], Bag]:
    """Make a function of all cards that any of the bars bars."""
    every = tuple(bar.cards for bar in bars)

    def barred(rules: Rules, view: View) -> Bag:
        bag = EMPTY_BAG
        for cards in every:
            if more := cards(rules, view):
                bag = bag_max(bag, more) if bag else more
        return bag

    return barred
