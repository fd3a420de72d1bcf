"""Builds `Rules` of checked answers: the pack, the shapes of melds, the points of each card, and every other part."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final

import attrs

from rummy500.base.errors import ComposeError, Reason
from rummy500.base.records import field_names
from rummy500.cards.cards import JOKER, MOST_COPIES, MOST_COUNTED, NATURALS, SPARE, card_text
from rummy500.cards.finder import MeldFinder
from rummy500.cards.pieces import Computed, stands_for
from rummy500.cards.shapes import MeldShapes
from rummy500.engine.judged_move import ASKED, ASKED_MEMORY
from rummy500.hooks import checks
from rummy500.hooks.answers import HookAnswers, added_rules
from rummy500.hooks.build_memory import build_memory
from rummy500.hooks.build_moves import build_turn, of_part
from rummy500.hooks.plugin import APART, CUT_RANKS, LoadedPlugin, Pack, PluginInfo, Wilds
from rummy500.hooks.resolve_options import PointUnit, ResolvedOptions
from rummy500.hooks.specs import SPECS
from rummy500.rules.entry import Identity
from rummy500.rules.move import Deal, FirstPlayer, FixedMinimum, LinesAfter, Takes, Verdict, nobody_deducts
from rummy500.rules.options import (
    DEAL_OPENING,
    DEAL_SIZE,
    DECK_JOKERS,
    MATCH_TARGET,
    MELD_ACE,
    MELD_FIRST_MINIMUM,
    MELD_GROUP_MAX,
    MELD_GROUP_SUITS,
    MELD_LAYOFF,
    MELD_RUN_MIN,
    OptionValue,
    Preset,
    hand_size_of,
    pack_count,
)
from rummy500.rules.rules import (
    DealRules,
    MatchRules,
    MeldingRules,
    Origin,
    Rules,
    ScoringRules,
    ViewRules,
    derived_fields,
)
from rummy500.rules.scores import WILD_IN_HAND, Place, PointTable, TableAnswer, TableAnswers
from rummy500.rules.state import State, View

_WHERE: Final[Mapping[Place, str]] = {
    "hand": "in hand",
    "group": "in a group",
    "run": "in a run",
    "low": "at the low end of a run",
}
#: The most cards that the error about points that do not divide names.
_SHOWN: Final = 4
#: The most finders and tables of points that rules share.
_MOST_SHARED: Final = 64
#: A card, its role and its place.
_Case = tuple[int, int, Place]


# ------------------------------------------------- the pack and the shapes of melds


_PACK: Final = Reason(
    "deck.pack",
    "counts",
    "a pack has each natural card four times at most, at most 15 jokers in all, and only spare cards aside;"
    " this one has {jokers:number} jokers",
)
_JOKERS: Final = Reason(
    "deck.pack", "jokers", "option {option} can be at most {most:number} here: a game has at most 15 jokers in all"
)
_TOO_FEW: Final = Reason(
    "deck.enough",
    "too-few",
    "option {option} can be at most {most:number} here: {seats:number} hands of {size:number}, a first card and a stock"
    " need {needed:number} cards; the pack has {found:number}",
)


#: The core's answer for each rank in the draw for the deal; all rules share them.
_RANKED: Final[Mapping[int | None, TableAnswer]] = {rank: (("", rank),) for rank in CUT_RANKS.values()}


def build_pack(answers: HookAnswers, packs: int) -> tuple[Pack, Mapping[int, TableAnswer]]:
    """Build the pack, changed by plugins (`deck.pack`), and every rank that they give a card in the draw for a deal."""
    jokers = DECK_JOKERS.of(answers.options) * packs
    if jokers > MOST_COUNTED:
        raise ComposeError(_JOKERS(option=DECK_JOKERS.name, least=0, most=MOST_COUNTED // packs))
    pack = Pack(bytes(sorted(list(range(NATURALS)) * packs)) + bytes([JOKER]) * jokers)
    ranks: dict[int, TableAnswer] = {card: _RANKED[rank] for card, rank in pack.cut_ranks.items()}
    by: LoadedPlugin | None = None
    for plugin, changed in answers.handed_on("pack", pack):
        if changed.side_cards is not pack.side_cards:
            by = plugin
        pack = changed
        for card, ranked in ranks.items():
            rank = pack.cut_ranks.get(card)
            if rank is not None and type(rank) is not int:
                raise plugin.error("pack", f"ranks {card_text(card)} as {rank!r}: cut_ranks must hold numbers or None")
            if rank != ranked[-1][1]:
                ranks[card] = (*ranked, (plugin.info.name, rank))
    if set(pack.side_pack) - {SPARE} or any(
        pack.cards.count(card) > (MOST_COUNTED if card == JOKER else MOST_COPIES) or card > JOKER
        for card in set(pack.cards)
    ):
        raise ComposeError(_PACK(jokers=pack.cards.count(JOKER)))
    pack = attrs.evolve(pack, cards=bytes(sorted(pack.cards)))
    return checks.guarded(by, pack) if by else pack, ranks


def check_enough(pack: bytes, seats: int, hand_size: int) -> None:
    """Check that the pack is large enough for every hand, the upcard and a stock of one card (`deck.enough`)."""
    most = (len(pack) - 2) // seats
    if hand_size > most:
        found = {"size": hand_size, "needed": seats * hand_size + 2, "found": len(pack)}
        raise ComposeError(_TOO_FEW(option=DEAL_SIZE.name, least=1, most=most, seats=seats, **found))


def build_shapes(wilds: Wilds, options: Mapping[str, OptionValue], packs: int, pack: Pack) -> MeldShapes:
    """Build the shapes of melds. A face that the pack does not have is not wild (`deck.no-jokers`)."""
    return MeldShapes(
        run_min=MELD_RUN_MIN.of(options),
        group_max=MELD_GROUP_MAX.of(options),
        different_suits=MELD_GROUP_SUITS.of(options) == "different",
        ace_low=MELD_ACE.of(options) in ("both", "low"),
        ace_high=MELD_ACE.of(options) != "low",
        round_corner=MELD_ACE.of(options) == "round",
        packs=max([packs, *(pack.cards.count(card) for card in set(pack.cards) - {JOKER})]),
        wilds=tuple(face for face in wilds.faces if face in pack.cards or face in pack.side_pack),
        joker_groups=wilds.groups_of_jokers,
        natural_two=wilds.natural_two,
    )


#: The finder of melds of some shapes; rules with equal shapes share it, and what it has found.
shared_finder: Final = lru_cache(maxsize=_MOST_SHARED)(MeldFinder)


def build_finder_now(
    answers: HookAnswers, wilds: Wilds, shapes: MeldShapes
) -> Callable[[Rules, View], MeldFinder] | None:
    """Make a function that chooses the finder of melds for a view; `None` if the same cards are always wild."""
    now = wilds.now
    if now is None:
        return None
    plugin = answers.having("wilds")[-1]

    def find(faces: tuple[int, ...]) -> MeldFinder:
        if not set(faces) <= set(wilds.faces):
            what = f"has a Wilds whose now must return some of its faces {wilds.faces}, not {faces}"
            raise checks.error_in_play(plugin, "wilds", now, ValueError, what)
        return shared_finder(attrs.evolve(shapes, wilds=tuple(face for face in shapes.wilds if face in faces)))

    finders = Computed(find)

    def finder_now(rules: Rules, view: View) -> MeldFinder:
        faces = now(rules, view)
        if type(faces) is not tuple:
            if not hasattr(faces, "__iter__"):
                raise checks.wrong_answer(plugin, "wilds", now, "has a Wilds whose now must return faces", faces)
            faces = tuple(faces)
        return finders[faces]

    return finder_now


# ------------------------------------------------- points


def build_points(answers: HookAnswers, shapes: MeldShapes, unit: PointUnit) -> tuple[PointTable, TableAnswers]:
    """Build the points of each card, and every answer of plugins for each case, before the unit divides it."""
    if unit.points == 1 and not answers.having("card_points"):
        return PointTable(SPECS["card_points"].default_for(answers.options), shapes.wilds), {}
    # Call the hooks for every case now, so that none is called during play and every wrong answer is found.
    answered: dict[_Case, tuple[tuple[str, int], ...]] = {}

    def of_role(case: _Case) -> Mapping[str, int]:
        """The points of the natural card for which a wild card lies, whose case comes before."""
        card, role, place = case
        known = () if role == WILD_IN_HAND else stands_for(card + 64 * role)
        return {"role_points": min([answered[natural, natural, place][-1][1] for natural in known], default=0)}

    answered.update(answers.cases("card_points", _cases(shapes.wilds), of_role))  # one by one: later cases read earlier
    if unit.points > 1:
        others = sorted({name for every in answered.values() for name, _ in every} - {"", unit.by})
        _check_divided({case: points for case, (*_, (_, points)) in answered.items()}, shapes, unit, others)
    return _point_table(tuple(answered.items()), shapes.wilds, unit.points)


@lru_cache(maxsize=_MOST_SHARED)
def _point_table(
    answered: tuple[tuple[_Case, tuple[tuple[str, int], ...]], ...], wilds: tuple[int, ...], unit: int
) -> tuple[PointTable, TableAnswers]:
    """Make the table of points of all answers. Rules with equal answers share it: it has more than a thousand cases."""
    points_of = {case: every[-1][1] // unit for case, every in answered}
    most: dict[int, int] = {}
    for (card, _, place), points in points_of.items():
        if place != "hand":
            most[card] = max(points, most.get(card, points))

    def look_up(card: int, role: int, place: Place) -> int:
        # `PointTable.most` also asks for roles that a card cannot have. These must not count more than the others.
        found = points_of.get((card, role, place))
        return most[card] if found is None else found

    return PointTable(look_up, wilds), MappingProxyType(dict(answered))


_UNDIVIDED: Final = Reason(
    "compose.points",
    "undivided",
    "plugin {plugin}: scores cannot be divided by {unit:number}{beside}, because {unit:number} does not divide the"
    " points of these cards: {points}. Add a plugin or an option that gives them other points (score.fifths)",
)


def _check_divided(points_of: Mapping[_Case, int], shapes: MeldShapes, unit: PointUnit, others: Sequence[str]) -> None:
    """Refuse points that the unit does not divide, naming some of the cards."""
    undivided: dict[tuple[str, Place], int] = {
        (card_text(card), place): points
        for (card, _, place), points in points_of.items()
        if points % unit.points and (place != "low" or shapes.ace_low)
    }
    if not undivided:
        return
    by_card = {card: f"{card} ({points} {_WHERE[place]})" for (card, place), points in reversed(undivided.items())}
    shown = list(reversed(by_card.values()))
    beside = f" with {', '.join(others)}" if others else ""
    more = f" and {len(shown) - _SHOWN} more" if len(shown) > _SHOWN else ""
    raise ComposeError(
        _UNDIVIDED(plugin=unit.by, unit=unit.points, beside=beside, points=", ".join(shown[:_SHOWN]) + more)
    )


def _cases(wilds: tuple[int, ...]) -> Iterator[_Case]:
    """Every card in every role and place that it can have."""
    for card in (*range(NATURALS), JOKER, SPARE):
        for place in _WHERE:
            yield card, card, place
    for face in wilds:
        yield face, WILD_IN_HAND, "hand"
        for role in range(NATURALS):
            yield face, role, "run"
            yield face, role, "low"
        for rank in range(13):
            yield face, 64 + rank, "group"


# ---------------------------------------------------------------- rules


def build_rules(
    identity: Identity,
    base: Preset,
    plugins: tuple[LoadedPlugin, ...],
    resolved: ResolvedOptions,
    passed: tuple[object, ...],
    recompose: Callable[[Identity, tuple[object, ...]], Rules],
    preset_alone: Callable[[], Rules],
) -> Rules:
    """Build the rules of a game."""
    options, seats = resolved.values, identity.seats
    answers = HookAnswers(plugins, options, seats)
    packs = pack_count(options, seats)
    pack, cut_ranks = build_pack(answers, packs)
    hand_size = hand_size_of(options, seats)
    check_enough(pack.cards, seats, hand_size)
    wilds: Wilds = answers.alike("wilds")
    shapes = build_shapes(wilds, options, packs, pack)
    finder = shared_finder(shapes)
    functions = _functions(answers)
    asked: dict[str, tuple[str, ...]] = functions.pop("asked")
    deals = _deals(answers)
    turn, forbidden, wraps, steps = build_turn(
        answers, functions, deals, draw_count=resolved.draw[0], has_side_cards=pack.side_cards is not None
    )
    first_by, first_player = _who_begins(answers, deals, resolved.set_by)
    rounds = tuple([step for _, step in steps if not step.between])
    memories = answers.each("memory")
    if any(step.answers or step.again for _, step in steps):
        memories.append((LoadedPlugin(PluginInfo(ASKED, "answers of a round"), {}), ASKED_MEMORY))
    memory = build_memory(memories, seats)
    points, point_answers = build_points(answers, shapes, resolved.unit)
    melding = MeldingRules(
        shapes=shapes,
        finder=finder,
        finder_now=build_finder_now(answers, wilds, shapes),
        side_cards=pack.side_cards,
        must_have_melded=MELD_LAYOFF.of(options) == "after-meld",
        may_meld=forbidden.get("meld"),
        may_lay=forbidden.get("lay"),
        **of_part(MeldingRules, functions),
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
            dealt_by=tuple(dict.fromkeys([name for name, step in steps if not step.between])),
            first_by=first_by,
            asked=MappingProxyType({event: names for event, names in asked.items() if names}),
            effect_wraps=MappingProxyType(
                {verb: tuple(plugin.info.name for plugin, _ in found) for verb, found in wraps.items()}
            ),
            hook_functions=MappingProxyType(
                {plugin.info.name: {hook: call for hook, (call, _) in plugin.hooks.items()} for plugin in plugins}
            ),
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
            between=tuple([step for _, step in steps if step.between]),
            hand_sizes=tuple([(plugin.info.name, deal.sizes) for plugin, deal in deals if deal.sizes is not None]),
            first_player=first_player,
            **of_part(DealRules, functions),
        ),
        melding=melding,
        turn=turn,
        views=ViewRules(
            hides_memory=any(each.seen for _, each in memory.hand_memory)
            or any(each.seen for _, each in memory.match_memory),
            blind_phases=frozenset([step.phase for step in rounds if step.blind]),
        ),
        scoring=ScoringRules(
            points=points,
            unit=resolved.unit.points,
            deducts_at_stock_end=resolved.deducts_at_stock_end,
            **of_part(ScoringRules, functions),
        ),
        match=MatchRules(
            target=0 if MATCH_TARGET.name in resolved.idle else MATCH_TARGET.of(options),
            **of_part(MatchRules, functions),
        ),
        memory=memory,
        answered=frozenset(answers.answered),
        **derived_fields(seats, melding, turn),
    )


_WHO_BEGINS: Final = Reason(
    "compose.option", "begins", "plugin {plugin} does not go with {option} = {given}, which decides who begins"
)


def _functions(answers: HookAnswers) -> dict[str, Any]:
    """Merge the functions that the engine calls during play, by the name of their hook."""
    functions: dict[str, Any] = {"asked": {}}
    points = MELD_FIRST_MINIMUM.of(answers.options)
    minimum = FixedMinimum(points) if points else None
    for name, spec in SPECS.items():
        if spec.merge == "wrapped":
            functions[name] = answers.wrapped(name, _checked_rule, minimum if name == "opening_minimum" else None)
        elif spec.merge == "asked":
            functions[name], functions["asked"][name] = answers.asked(name, _checked_rule)
    added = [(plugin, checks.checked_lines(plugin, find)) for plugin, find in answers.each("score_lines")]
    added.sort(key=lambda found: isinstance(found[1], LinesAfter))
    functions["asked"]["score_lines"] = tuple(
        [plugin.info.name for plugin, find in added if isinstance(find, LinesAfter)]
    )
    functions["score_lines"] = tuple([find for _, find in added])
    functions |= _takes(answers)
    functions["nobody_deducts"] = functions["deducts"] is nobody_deducts
    return functions


def _takes(answers: HookAnswers) -> dict[str, Any]:
    """The functions of the hook `takes` by their names; `None` where they are the core's."""
    core: Takes = SPECS["takes"].default
    handed_on = answers.handed_on("takes", core, lambda plugin, _, takes: checks.guarded(plugin, takes))
    takes = handed_on[-1][1] if handed_on else core
    found = {name: getattr(takes, name) for name in field_names(Takes)}
    return {name: None if function is getattr(core, name) else function for name, function in found.items()}


def _deals(answers: HookAnswers) -> list[tuple[LoadedPlugin, Deal]]:
    """The answers to the hook `dealing`, checked."""
    found: list[tuple[LoadedPlugin, Deal]] = answers.each("dealing")
    for plugin, deal in found:
        for step in deal.steps:
            checks.check_fields_of(plugin, step)
    return [(plugin, checks.guarded(plugin, deal)) for plugin, deal in found]


def _who_begins(
    answers: HookAnswers, deals: Sequence[tuple[LoadedPlugin, Deal]], set_by: Mapping[str, str]
) -> tuple[str, FirstPlayer | None]:
    """The plugin that chooses who begins, and its function; an option or another plugin that does, too, is refused."""
    found = [(plugin.info.name, deal.first_player) for plugin, deal in deals if deal.first_player is not None]
    if not found:
        return "", None
    by, opening = found[0][0], DEAL_OPENING.of(answers.options)
    kind, _, setter = set_by[DEAL_OPENING.name].partition(" ")
    other = found[1][0] if len(found) > 1 else setter if opening != "upcard" and kind == "plugin" else ""
    if other:
        raise ComposeError(APART(plugin=by, other=other, why="both decide who begins"))
    if opening != "upcard":
        raise ComposeError(_WHO_BEGINS(plugin=by, option=DEAL_OPENING.name, given=opening))
    return found[0]


#: The types that functions of a hook may return, where they are called seldom enough for a check each time.
_RETURNS: Final[Mapping[str, tuple[type, ...]]] = MappingProxyType(
    {
        "hand_emptied": (State, type(None)),
        "turn_ended": (State, type(None)),
        "deducts": (bool, type(None)),
        "match_winners": (Verdict,),
        "opening_minimum": (int,),
    }
)


def _checked_rule(plugin: LoadedPlugin, hook: str, rule: Callable[..., Any]) -> Callable[..., Any]:
    """A rule of a plugin whose answers are checked during play; one of the core, which others recognize, stays."""
    if hook not in _RETURNS or checks.is_core(rule):
        return rule
    wanted = "a whole number" if hook == "opening_minimum" else checks.named(_RETURNS[hook])
    wanted = "None or a State" if SPECS[hook].merge == "asked" else wanted
    must = f"must return a function that returns {wanted}"
    guard = checks.has_no_lines if hook == "match_winners" else None
    checked = checks.checked_answer(plugin, hook, rule, must, *_RETURNS[hook], guard=guard)
    return checks.outside_its_score(plugin, hook, checked) if hook == "deducts" else checked


def _sides(answers: HookAnswers, seats: int) -> tuple[int, ...]:
    def fits(sides: tuple[object, ...]) -> bool:
        return len(sides) == seats and all(type(side) is int and 0 <= side < seats for side in sides)

    return answers.alike("sides", checks.Must(fits, f"a side for each of {seats} seats")) or tuple(range(seats))
