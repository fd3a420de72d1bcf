"""Folding preset, plugins and options into `Rules`: the core's answers, and what plugins make of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, cast

from rummy500.actions import Action
from rummy500.book import ActionBook
from rummy500.cards import JOKER, NATURALS, at_least
from rummy500.engine.moves.discard import refuse_drawn, refuse_taken
from rummy500.engine.moves.take import must_use
from rummy500.engine.plays import barred_drawn, barred_lone_top, may_lay_after_meld, may_lay_own
from rummy500.engine.scoring import deducts_always, hand_lines, table_lines
from rummy500.engine.turns import goes_out, next_turn
from rummy500.engine.winning import match_winners
from rummy500.errors import Refusal
from rummy500.folding.moves import by_phase, fold_moves, fold_uses, out_of_turn
from rummy500.folding.points import point_table
from rummy500.folding.shapes import check_enough, fold_finder_now, fold_pack, fold_shapes, number
from rummy500.melds import MeldFinder
from rummy500.options import Option, hand_size_of, pack_count
from rummy500.plugging.answers import Answers, Hooked
from rummy500.plugging.checks import check_bar, check_opening, checked_pile, slots_of
from rummy500.plugging.settle import Settled
from rummy500.presets import Preset
from rummy500.rules import (
    Bar,
    HandMemory,
    Identity,
    MatchMemory,
    MayLay,
    Move,
    Opening,
    Rules,
    Tally,
    Verdict,
    all_above,
    any_meld,
    top_brings_all,
)
from rummy500.scores import ScoreLine
from rummy500.state import State, View

if TYPE_CHECKING:
    from rummy500.rulebook.entry import RuleEntry

Remake = Callable[[Identity, tuple[object, ...]], Rules]


def fold(
    identity: Identity,
    base: Preset,
    plugins: tuple[Hooked, ...],
    settled: Settled,
    inline: tuple[object, ...],
    remake: Remake,
) -> Rules:
    """Fold everything that a game is played by into rules; `auto` depends on the seats (`deck.pack`, `deal.size`).

    Args:
        identity: what they are known by.
        base: the preset that they begin with.
        plugins: the plugins in play, in order.
        settled: the options.
        inline: the plugins that were passed as objects.
        remake: composes equal rules again.

    Raises:
        ComposeError: for what does not go together, and for a plugin that answers a hook with something else.
    """
    options, seats = settled.values, identity.seats
    answers = Answers(plugins, {"options": options, "seats": seats})
    packs = pack_count(options, seats)
    pack = fold_pack(answers, options, packs)
    hand_size = hand_size_of(options, seats)
    check_enough(pack.cards, seats, hand_size)
    shapes = fold_shapes(answers, options, packs, pack)
    finder = MeldFinder(shapes)
    beside = answers.rule_or_none("beside", _nothing_beside)
    uses = fold_uses(answers)
    moves = fold_moves(answers, tuple(uses), options)
    bars = (_BARS[str(options["discard.barred"])], *_more_bars(answers))
    must_have_melded = options["meld.layoff"] == "after-meld"
    hand_memory = tuple(answers.each("memory", HandMemory))
    match_memory = tuple(answers.each("match_memory", MatchMemory))
    pile_brings = answers.rule_or_none("pile_brings", all_above)
    points, point_answers = point_table(answers, options, shapes, settled.unit)
    cut_answers = _cut_answers(answers)
    return Rules(
        identity=identity,
        preset=base,
        plugins=MappingProxyType({plugin.info.name: plugin.info.about for plugin in plugins}),
        options=MappingProxyType(dict(options)),
        option_kinds=MappingProxyType(dict(settled.kinds)),
        set_by=MappingProxyType(dict(settled.set_by)),
        seats=seats,
        sides=_sides(answers, seats),
        pack=pack.cards,
        aside=pack.aside,
        packs=packs,
        hand_size=hand_size,
        draw_count=_draw_count(answers),
        shapes=shapes,
        finder=finder,
        finder_now=fold_finder_now(answers, shapes, finder),
        points=points,
        unit=settled.unit.points,
        beside=beside,
        may_draw=answers.rule_or_none("may_draw", _may_draw),
        may_take=answers.rule_or_none("may_take", _may_act),
        may_call=answers.rule_or_none("may_call", _may_act),
        may_meld=answers.rule_or_none("may_meld", any_meld),
        may_lay=_may_lay(answers, _MAY_LAY[str(options["meld.layoff"])]),
        must_have_melded=must_have_melded,
        first_minimum=number(options["meld.first-minimum"]),
        top_free=options["draw.top"] == "free",
        deep_new_only=options["draw.deep-use"] == "new-meld",
        must_use=answers.rule_or_none("must_use", must_use),
        pile_brings=pile_brings if pile_brings in (None, top_brings_all) else checked_pile(pile_brings),
        uses=MappingProxyType(uses),
        bars=bars,
        barred=bars[0].cards if len(bars) == 1 else _joined(bars),
        used_are_free=all(bar.until_used for bar in bars) and beside is None and not uses,
        old_are_free=all(bar.gained_only for bar in bars) and beside is None and not uses,
        melding_out=options["out.discard"] == "optional",
        stock_empty=str(options["stock.empty"]),
        call=str(options["call"]),
        turn_ended=answers.rule_or_none("turn_ended", next_turn),
        hand_emptied=answers.rule("hand_emptied", goes_out),
        deducts=answers.rule("deducts", deducts_always),
        deducts_at_stock_end=settled.deducts_at_stock_end,
        score_lines=(table_lines, hand_lines, *answers.functions("score_lines", _no_lines)),
        target=number(options["match.target"]),
        match_winners=answers.rule("match_winners", match_winners),
        match_lines=answers.functions("match_lines", _no_match_lines),
        cut_rank={card: answered[-1][1] for (card,), answered in cut_answers.items()}.get,
        visible=answers.rule_or_none("visible", _all_visible),
        lies_open=answers.rule_or_none("lies_open", _nothing_lies_open),
        refused=answers.rule_or_none("refused", _as_refused),
        opening=_opening(answers, moves.every),
        hand_memory=tuple((plugin.info.name, memory) for plugin, memory in hand_memory),
        match_memory=tuple((plugin.info.name, memory) for plugin, memory in match_memory),
        slot_of=slots_of(hand_memory, match_memory, seats),
        moves=moves.plain,
        phased=moves.phased,
        suffixed=moves.suffixed,
        ahead=tuple(move.ahead for move in moves.every if move.ahead is not None),
        turn_moves=by_phase(moves.every, "turn"),
        other_moves=by_phase(out_of_turn(moves.every, options), "others"),
        book=ActionBook(seats, finder.natural),
        entries=_entries(answers, settled.kinds),
        table_answers=MappingProxyType({"card_points": point_answers, "cut_rank": cut_answers}),
        hook_functions=MappingProxyType({plugin.info.name: plugin.functions for plugin in plugins}),
        inline=inline,
        remake=remake,
    )


_MAY_LAY: Final[Mapping[str, MayLay | None]] = {
    "any": None,
    "after-meld": may_lay_after_meld,
    "own": may_lay_own,
}

_BARS: Final[Mapping[str, Bar]] = {
    "lone-top": Bar(barred_lone_top, refuse_taken, gained_only=True, until_used=True, most=1),
    "drawn": Bar(barred_drawn, refuse_drawn, gained_only=True),
}


# ------------------------------------------------- the core's answers where nothing restricts


def _nothing_beside(_rules: Rules, _view: View) -> int:
    return 0


def _may_draw(_rules: Rules, _view: View) -> Refusal | None:
    return None


def _may_act(_rules: Rules, _view: View, _action: Action) -> Refusal | None:
    return None


def _may_lay_anywhere(_rules: Rules, _view: View, _on: int) -> Refusal | None:
    return None


def _all_visible(_rules: Rules, view: View) -> View:
    return view


def _nothing_lies_open(rules: Rules, _view: View) -> tuple[int, ...]:
    return (0,) * rules.seats


def _as_refused(_rules: Rules, _view: View, _action: Action, refusal: Refusal) -> Refusal:
    return refusal


def _no_lines(_rules: Rules, _state: State) -> Iterable[ScoreLine]:
    return ()


def _no_match_lines(_rules: Rules, _tally: Tally, _verdict: Verdict) -> Iterable[ScoreLine]:
    return ()


def ace_low_rank(card: int) -> int | None:
    """`deal.first-dealer`: the ace is low, a joker is drawn again."""
    return card % 13 if card < NATURALS else None


# ------------------------------------------------- what plugins make of them


def _cut_answers(answers: Answers) -> Mapping[tuple[int], tuple[tuple[str, int | None], ...]]:
    ranks = answers.table("cut_rank", ace_low_rank, int, ("card",), "rank")
    return {(card,): ranks(card) for card in (*range(NATURALS), JOKER)}


def _sides(answers: Answers, seats: int) -> tuple[int, ...]:
    sides = tuple(range(seats))
    for plugin, found in answers.each("sides", cast("type[tuple[int, ...]]", tuple)):
        sides = found
        if len(sides) != seats or not all(type(side) is int and 0 <= side < seats for side in sides):
            raise plugin.error("sides", f"must return a side for each of {seats} seats, not {sides!r}")
    return sides


def _draw_count(answers: Answers) -> int:
    cards = 1
    for plugin, cards in answers.each("draw_count", int):
        if cards < 1:
            raise plugin.error("draw_count", f"must return 1 or more, not {cards}")
    return cards


def _may_lay(answers: Answers, core: MayLay | None) -> MayLay | None:
    return answers.rule("may_lay", core) if core is not None else answers.rule_or_none("may_lay", _may_lay_anywhere)


def _opening(answers: Answers, moves: Sequence[Move]) -> Opening | None:
    opening = None
    for plugin, opening in answers.each("opening", Opening):
        check_opening(plugin, opening, moves)
    return opening


def _more_bars(answers: Answers) -> list[Bar]:
    bars: list[Bar] = []
    for plugin, bar in answers.items("bars", Bar):
        check_bar(plugin, bar)
        bars.append(bar)
    return bars


def _entries(answers: Answers, options: Mapping[str, Option]) -> tuple[tuple[str, RuleEntry], ...]:
    if not answers.plugins:
        return ()
    from rummy500.plugging.added_rules import added_rules  # noqa: PLC0415 - the catalogue is loaded when it is added to

    return tuple((plugin.info.name, entry) for plugin, entry in added_rules(answers, options))


def _joined(bars: Sequence[Bar]) -> Callable[[Rules, View], int]:
    """The cards that any of some bars bars."""

    def barred(rules: Rules, view: View) -> int:
        bag = 0
        for bar in bars:
            if more := bar.cards(rules, view):
                bag = at_least(bag, more) if bag else more
        return bag

    return barred
