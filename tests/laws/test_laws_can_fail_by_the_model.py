"""Tests that each law which compares play with the rule catalogue finds a fault planted in the engine."""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import attrs
import pytest
from tests.core_laws import CORE_LAWS
from tests.core_laws import scores as core_scores
from tests.hooks.samples import ends, plugin

import rummy500.engine.moves.call as call_module
import rummy500.engine.moves.discard as discard_module
import rummy500.engine.moves.take as take_module
import rummy500.engine.opening_minimum as opening_module
from rummy500 import Action, ComposeError, Rules, ScoreLine, State, compose
from rummy500.cards.cards import EMPTY_BAG, JOKER, SPARE, RandomBits, add, count, remove, shuffled
from rummy500.cards.pieces import Meld
from rummy500.cards.shapes import MeldShapes
from rummy500.engine.step import resolve_chance
from rummy500.engine.taking import TakeFacts
from rummy500.errors import Reason, Refusal
from rummy500.game.match import DealDraw, Match, record_hand
from rummy500.hooks import NEW_TURN, Duty, Move, PluginInfo, Settings, View, ViewFacts, Wilds, hand_ended, hookimpl
from rummy500.records import replace
from rummy500.rules.questions import Tally, Verdict
from rummy500.rules.rules import alter
from rummy500.rules.scores import HandScore, PointTable
from rummy500_testing import LAWS, Law, LawBroken, Snapshot
from rummy500_testing.law import HANDS
from rummy500_testing.laws import dealing

#: Jokers and the four twos.
TWOS = (JOKER, 1, 14, 27, 40)
LAW: dict[str, Law[Any]] = {law.name: law for law in (*LAWS, *CORE_LAWS)}
Patch = pytest.MonkeyPatch
Fault = Callable[[Patch], Rules]


def with_effect(verb: str, change: Callable[[Rules, State, Action, State], State], **options: Any) -> Fault:
    """Plant a fault: the effect of a core move, with a change."""

    def plant(_: Patch) -> Rules:
        rules = compose("pagat", options=options, seats=3)
        move = rules.turn.moves[verb]

        def effect(rules: Rules, state: State, action: Action) -> State:
            after = move.effect(rules, state, action)
            return change(rules, state, action, after)

        faulty = attrs.evolve(move, effect=effect)
        return alter(rules, moves={**rules.turn.moves, verb: faulty})

    return plant


def with_open(state: State, **changes: Any) -> State:
    return replace(state, public=replace(state.public, **changes))


def a_take_brings_one_card_too_few(_: Rules, before: State, action: Action, after: State) -> State:
    top, seat = before.public.pile[-1], action.seat
    if action.depth == 1 or not count(after.hands[seat], top):
        return after
    hands = list(after.hands)
    hands[seat] = remove(hands[seat], top)
    return replace(after, hands=tuple(hands))


def a_discard_goes_under(_: Rules, before: State, action: Action, after: State) -> State:
    return with_open(after, pile=bytes([action.card]) + before.public.pile)


def a_draw_takes_a_card_of_another(_: Rules, before: State, action: Action, after: State) -> State:
    other = (action.seat + 1) % len(after.hands)
    hands = list(after.hands)
    hands[other] = add(hands[other], before.stock[0]) if before.stock else hands[other]
    return replace(after, hands=tuple(hands))


def a_lay_off_counts_for_the_owner(_: Rules, __: State, action: Action, after: State) -> State:
    meld = after.public.table[action.on]
    table = list(after.public.table)
    table[action.on] = replace(meld, by=bytes([meld.owner]) * len(meld.by))
    return with_open(after, table=tuple(table))


def a_play_is_forgotten(_: Rules, __: State, ___: Action, after: State) -> State:
    return with_open(after, turn=replace(after.public.turn, plays=()))


def a_drawn_card_is_told(_: Rules, before: State, action: Action, after: State) -> State:
    known = list(after.public.known)
    known[action.seat] = after.drawn
    return with_open(after, known=tuple(known))


def the_count_of_idle_turns_stays(_: Rules, before: State, __: Action, after: State) -> State:
    return with_open(after, idle=before.public.idle)


def nothing_goes_stale(_: Rules, __: State, ___: Action, after: State) -> State:
    return with_open(after, stale=False)


def stale_stays_stale(_: Rules, before: State, __: Action, after: State) -> State:
    return with_open(after, stale=before.public.stale)


def a_seat_is_skipped(_: Rules, __: State, ___: Action, after: State) -> State:
    if after.public.phase == "over":
        return after
    return with_open(after, to_act=(after.public.to_act + 1) % len(after.hands))


def an_idle_turn_is_not_counted(_: Rules, __: State, ___: Action, after: State) -> State:
    return with_open(after, idle=0)


def a_minimum_is_short(patch: Patch) -> Rules:
    patch.setattr(opening_module, "points_missing", lambda rules, view: 0)
    return compose("pagat", options={"meld.first-minimum": 60}, seats=2)


def a_knock_asks_for_no_minimum(_: Patch) -> Rules:
    """Plant a fault: a plugin's move ends the hand below the opening minimum."""
    knock = plugin("knock", moves=lambda: (ends_the_hand(),))
    return compose("pagat", [knock], {"meld.first-minimum": 60}, seats=2)


def a_pass_on_asks_for_no_minimum(_: Patch) -> Rules:
    """Plant a fault: a plugin's move ends the turn below the opening minimum."""
    undeclared = attrs.evolve(ends(), ends="")
    return compose("pagat", [plugin("ends", moves=lambda: (undeclared,))], {"meld.first-minimum": 60}, seats=2)


def nobody_asks_duties(patch: Patch) -> Rules:
    """Plant a fault: a discard is legal while a duty is open that a play could meet."""
    patch.setattr(discard_module, "refuse_end", lambda rules, view, move: None)
    return compose("pagat", [plugin("must", duties=lambda: (Duty("must.meld", must_meld),))], seats=2)


def must_meld(_rules: Rules, view: View) -> Refusal | None:
    return None if view.public.turn.plays else Reason("must.meld", "due", "You meld in each turn.")()


def the_turn_stays_where_it_is_asked(_: Patch) -> Rules:
    """Plant a fault: after another seat has been asked something, that seat plays on."""
    return asking(lambda state, _asker: with_open(state, phase="play"))


def the_turn_begins_again(_: Patch) -> Rules:
    """Plant a fault: after another seat has been asked something, that seat draws."""
    return asking(lambda state, _asker: with_open(state, phase="draw", turn=NEW_TURN))


def asking(goes_on: Callable[[State, int], State]) -> Rules:
    """Compose with a plugin by which a seat that has drawn asks the next one something, and then goes on somehow."""

    def ask(rules: Rules, state: State, action: Action) -> State:
        asked = with_open(state, phase="asked", to_act=(action.seat + 1) % rules.seats)
        return replace(asked, drawn=EMPTY_BAG)

    def answer(rules: Rules, state: State, action: Action) -> State:
        return goes_on(state, (action.seat - 1) % rules.seats)

    def lists(verb: str) -> Callable[..., list[Action]]:
        return lambda facts, *, plain: [Action(facts.view.seat, verb)]

    moves = (
        attrs.evolve(ends(), verb="ask", ends="", generate=lists("ask"), effect=ask),
        attrs.evolve(ends(), verb="answer", ends="", phases=("asked",), generate=lists("answer"), effect=answer),
    )
    return compose("pagat", [plugin("asking", moves=lambda: moves)], seats=3)


def ends_the_hand() -> Move:
    """Make a move `knock`, which ends the hand."""

    def effect(rules: Rules, state: State, action: Action) -> State:
        return hand_ended(state, "knock")

    return attrs.evolve(ends(), verb="knock", ends="", effect=effect, generate=lists_a_knock)


def lists_a_knock(facts: ViewFacts, *, plain: bool) -> list[Action]:
    view = facts.view
    return [Action(view.seat, "knock")]


def going_out_asks_for_no_minimum(_: Patch) -> Rules:
    """Plant a fault: a seat may go out with melds below the opening minimum."""
    rules = compose("pagat", options={"deal.size": 3}, seats=2)
    return alter(rules, options={**rules.options, "meld.first-minimum": 500})


def the_first_of_the_tied_deals(patch: Patch) -> Rules:
    def first_of_the_best(_: Rules, __: State, score: HandScore) -> int:
        return score.by_seat.index(max(score.by_seat))

    patch.setattr(core_scores, "next_dealer", first_of_the_best)
    return compose("pagat", options={"deal.next-dealer": "winner"}, seats=3)


def a_joker_is_not_drawn_again(_: Patch) -> Rules:
    rules = compose("pagat", options={"deck.jokers": 2}, seats=3)
    return alter(rules, cut_ranks={**rules.deal.cut_ranks, JOKER: 0})


def the_first_of_the_lowest_deals(patch: Patch) -> Rules:
    def first_round(rules: Rules, deck: Sequence[int]) -> DealDraw:
        drawn = tuple(enumerate(deck[: rules.seats]))
        return DealDraw(min(drawn, key=lambda each: each[1] % 13)[0], (drawn,))

    patch.setattr(core_scores, "draw_for_deal", first_round)
    return compose("pagat", seats=3)


def a_take_need_not_be_used(patch: Patch) -> Rules:
    patch.setattr(take_module, "_is_used", lambda rules, view, come: False)
    return compose("classic", seats=3)


def one_may_call_ones_own(patch: Patch) -> Rules:
    patch.setattr(call_module, "_closed", lambda rules, view: None)
    return compose("pagat", seats=3)


def a_refusal_names_no_rule(patch: Patch) -> Rules:
    patch.setattr(discard_module, "_NOT_HELD", Reason("house.whim", "not-held", "You do not have {card}."))
    return compose("pagat", seats=3)


def with_shapes(patch: Patch, **changes: Any) -> None:
    made = MeldShapes.__init__

    def init(self: MeldShapes, **given: Any) -> None:
        made(self, **{**given, **changes})

    patch.setattr(MeldShapes, "__init__", init)


def composed_anew(name: str, **options: Any) -> Rules:
    """Compose rules without the cache of composed rules."""

    class Plugin:
        @hookimpl
        def plugin_info(self) -> PluginInfo:
            return PluginInfo(name, "changes nothing")

    return compose("pagat", plugins=[Plugin()], options=options, seats=3)


def no_ace_lies_low(patch: Patch) -> Rules:
    with_shapes(patch, ace_low=False)
    return composed_anew("no-low-ace")


def suits_need_not_differ(patch: Patch) -> Rules:
    with_shapes(patch, different_suits=False)
    return composed_anew("any-suits", **{"deck.packs": 2})


def groups_of_three_are_full(patch: Patch) -> Rules:
    with_shapes(patch, group_max=3)
    return composed_anew("small-groups")


def a_run_loses_its_first_card(_: Rules, before: State, action: Action, after: State) -> State:
    number = action.on if action.on >= 0 else len(before.public.table)
    meld = after.public.table[number]
    if not meld.is_run:
        return after
    short = Meld(meld.owner, meld.low, meld.line, meld.pieces[::-1], meld.by[::-1])
    return with_open(after, table=(*after.public.table[:number], short, *after.public.table[number + 1 :]))


def wild_cards_alone_are_a_meld(patch: Patch) -> Rules:
    patch.setattr("rummy500.cards.shapes._check_some_natural", lambda pieces: None)
    return compose("pagat", options={"deck.jokers": 4}, seats=3)


def jokers_count_twenty(_: Patch) -> Rules:
    table = PointTable(lambda card, role, place: 20)
    return alter(compose("pagat", seats=3), points=table)


def a_line_names_no_rule(_: Patch) -> Rules:
    rules = compose("pagat", seats=3)
    lines = (*rules.scoring.score_lines, lambda rules, state: [ScoreLine(0, 0, "house.whim", "line", "for luck")])
    return alter(rules, score_lines=lines)


def a_tie_goes_to_the_first_seat(rules: Rules, tally: Tally) -> Verdict:
    if not any(points > rules.match.target for points in tally.scores):
        return Verdict()
    return Verdict((tally.scores.index(max(tally.scores)),))


def the_deal_passes_twice(patch: Patch) -> Rules:
    def recorded(rules: Rules, match: Match, hand: State) -> Match:
        after = record_hand(rules, match, hand)
        return attrs.evolve(after, so_far=replace(after.so_far, dealer=(after.dealer + 1) % rules.seats))

    patch.setattr("tests.core_laws.scores.record_hand", recorded)
    return compose("pagat", seats=3)


def the_first_seat_wins(_: Patch) -> Rules:
    return alter(compose("pagat", seats=3), match_winners=a_tie_goes_to_the_first_seat)


def the_first_seat_is_not_asked_to_deduct(_: Patch) -> Rules:
    return alter(compose("pagat", seats=3), deducts=lambda rules, state, seat: seat > 0)


def the_first_seat_may_not_take(_: Patch) -> Rules:
    rules = compose("pagat", seats=3)
    refused = discard_module.refuse_taken(SPARE)
    return alter(rules, may_take=lambda rules, view, action: refused if view.seat == 0 else None)


def the_first_seat_draws_at_the_bottom(_: Rules, before: State, action: Action, after: State) -> State:
    return replace(after, stock=after.stock[::-1]) if action.seat == 0 else after


def the_program_shuffles(patch: Patch) -> Rules:
    def order(cards: bytes, _: RandomBits) -> bytes:
        return shuffled(cards, random)

    patch.setattr("rummy500.engine.step.shuffled", order)
    return compose("pagat", options={"stock.empty": "reshuffle"}, seats=3)


def nobody_shuffles(patch: Patch) -> Rules:
    patch.setattr("rummy500.engine.step.shuffled", lambda cards, source: cards)
    return compose("pagat", options={"stock.empty": "reshuffle"}, seats=3)


def a_toss_is_the_programs(patch: Patch) -> Rules:
    patch.setattr(
        dealing,
        "resolve_chance",
        lambda rules, state, action, _: resolve_chance(rules, state, action, random.Random()),
    )
    return compose("pagat", ["throw-down"], seats=3)


def a_take_may_strand(patch: Patch) -> Rules:
    patch.setattr(TakeFacts, "may_finish", lambda *_: True)
    return compose("family", seats=3)


def a_take_may_go_out(patch: Patch) -> Rules:
    patch.setattr(TakeFacts, "may_finish", lambda *_: True)
    return compose("pagat", options={"out.discard": "required"}, seats=3)


def who_melds_is_out(_: Rules, __: State, action: Action, after: State) -> State:
    return with_open(after, out=action.seat)


def a_lay_off_lifts_what_lies(_: Patch) -> Rules:
    class LowTwenty:
        @hookimpl
        def plugin_info(self) -> PluginInfo:
            return PluginInfo("low-twenty", "the low end of a run counts 20")

        @hookimpl
        def card_points(self, place: str) -> int | None:
            return 20 if place == "low" else None

    def moved_down(rules: Rules, state: State, action: Action) -> State:
        after = lay.effect(rules, state, action)
        table = list(after.public.table)
        if table[action.on].is_run:
            table[action.on] = replace(table[action.on], low=0)
        return with_open(after, table=tuple(table))

    rules = compose("pagat", [LowTwenty()], seats=3)
    lay = rules.turn.moves["lay"]
    return alter(rules, moves={**rules.turn.moves, "lay": attrs.evolve(lay, effect=moved_down)})


def every_seed_deals_alike(patch: Patch) -> Rules:
    patch.setattr(sys.modules["rummy500.game.deal"], "shuffled_pack", lambda rules, seed: rules.deal.pack)
    return compose("pagat", seats=3)


def hands_outgrow_the_pack(_: Patch) -> Rules:
    return alter(compose("pagat", seats=3), hand_sizes=lambda rules, match: (match.hand_number,) * rules.seats)


def a_minimum_falls_with_the_hand(_: Patch) -> Rules:
    return alter(compose("pagat", seats=2), opening_minimum=lambda rules, view: 5 * view.public.hand_size(view.seat))


def ones_own_hand_makes_twos_wild(_: Patch) -> Rules:
    def now(rules: Rules, view: View) -> tuple[int, ...]:
        return TWOS if view.hand & 1 << 8 else (JOKER,)

    return compose("pagat", [plugin(wilds=lambda: Wilds(TWOS, now=now))], seats=2)


def a_meld_makes_twos_wild(_: Patch) -> Rules:
    def now(rules: Rules, view: View) -> tuple[int, ...]:
        return TWOS if view.public.table else (JOKER,)

    return compose("pagat", [plugin(wilds=lambda: Wilds(TWOS, now=now))], seats=2)


def a_draw_is_two(_: Patch) -> Rules:
    return alter(compose("pagat", seats=3), draw_count=2)


def plugins_that_refuse_each_other(patch: Patch) -> Rules:
    patch.setattr("rummy500.hooks.load._check_conflicts", lambda ordered: None)

    class One:
        @hookimpl
        def plugin_info(self) -> PluginInfo:
            return PluginInfo("one", "is one", conflicts={"other": "there is one"})

    class Other:
        @hookimpl
        def plugin_info(self) -> PluginInfo:
            return PluginInfo("other", "is another")

    return compose("pagat", [One(), Other()], seats=3)


def a_plugin_refuses_what_is_set_before_it(_: Patch) -> Rules:
    def refuse(options: Mapping[str, object]) -> None:
        if options["meld.run-min"] == 4:
            raise ComposeError("runs of four are too long")

    return compose(
        "pagat",
        [plugin("late", settings=refuse), plugin("early", settings=lambda: Settings({"meld.run-min": 4}))],
        seats=3,
    )


def the_later_plugin_decides_in_silence(_: Patch) -> Rules:
    def answered(*, must: bool) -> Any:
        return lambda rule: lambda rules, view, depth: must

    names = (plugin("never", must_use=answered(must=False)), plugin("always", must_use=answered(must=True)))
    return compose("pagat", names, seats=3)


FAULTS: Mapping[str, tuple[Fault, ...]] = {
    "an action moves the cards that it names": (
        with_effect("take", a_take_brings_one_card_too_few),
        with_effect("discard", a_discard_goes_under),
        with_effect("lay", a_lay_off_counts_for_the_owner),
    ),
    "other hands do not change": (with_effect("draw", a_draw_takes_a_card_of_another),),
    "cards keep their player": (with_effect("lay", a_lay_off_counts_for_the_owner),),
    "the turn is recorded": (with_effect("meld", a_play_is_forgotten),),
    "known cards were seen by all": (with_effect("draw", a_drawn_card_is_told),),
    "the turn goes on": (with_effect("discard", a_seat_is_skipped),),
    "idle turns are counted": (
        with_effect("discard", an_idle_turn_is_not_counted),
        with_effect("call", the_count_of_idle_turns_stays, call="last-discard"),
        with_effect("lay", the_count_of_idle_turns_stays),
    ),
    "no reshuffle without a play": (
        with_effect("reshuffle", nothing_goes_stale, **{"stock.empty": "reshuffle"}),
        with_effect("meld", stale_stays_stale),
    ),
    "the opening minimum is reached": (
        a_minimum_is_short,
        a_knock_asks_for_no_minimum,
        a_pass_on_asks_for_no_minimum,
        going_out_asks_for_no_minimum,
    ),
    "the turn comes back": (the_turn_stays_where_it_is_asked, the_turn_begins_again),
    "chosen ends are declared": (a_knock_asks_for_no_minimum, a_pass_on_asks_for_no_minimum),
    "duties are met": (nobody_asks_duties,),
    "out of turn is refused": (a_take_need_not_be_used, one_may_call_ones_own),
    "every turn can end": (a_take_may_strand, a_take_may_go_out),
    "going out takes a discard": (with_effect("meld", who_melds_is_out, **{"out.discard": "required"}),),
    "refusals name their rule": (a_refusal_names_no_rule,),
    "melds follow the options": (with_effect("meld", a_run_loses_its_first_card),),
    "listed actions are right": (one_may_call_ones_own, suits_need_not_differ),
    "legal actions are listed": (no_ace_lies_low, groups_of_three_are_full),
    "near misses are refused": (suits_need_not_differ,),
    "near-miss hands are listed correctly": (no_ace_lies_low, suits_need_not_differ, wild_cards_alone_are_a_meld),
    "cards count for who played them": (jokers_count_twenty,),
    "only cards score": (a_line_names_no_rule,),
    "a lay-off changes no other card's points": (a_lay_off_lifts_what_lies,),
    "lines name their rule": (a_line_names_no_rule,),
    "the match goes on": (the_deal_passes_twice,),
    "the leader wins": (the_first_seat_wins,),
    "the deal passes on": (the_first_of_the_tied_deals,),
    "the lowest card deals": (the_first_of_the_lowest_deals, a_joker_is_not_drawn_again),
    "lists rotate with the seats": (the_first_seat_may_not_take,),
    "steps rotate with the seats": (with_effect("draw", the_first_seat_draws_at_the_bottom),),
    "scores rotate with the seats": (the_first_seat_is_not_asked_to_deduct, the_first_seat_wins),
    "a reshuffle follows its random source": (the_program_shuffles, nobody_shuffles),
    "an outcome follows its random source": (a_toss_is_the_programs,),
    "a deal follows its seed": (every_seed_deals_alike,),
    "a long match can be dealt": (hands_outgrow_the_pack,),
    "the opening minimum is fixed": (a_minimum_falls_with_the_hand,),
    "wild cards are open and fixed": (ones_own_hand_makes_twos_wild, a_meld_makes_twos_wild),
    "options are followed": (a_draw_is_two,),
    "rules survive pickling": (a_draw_is_two,),
    "any order composes": (a_plugin_refuses_what_is_set_before_it,),
    "an order that matters shows in diff_rules": (the_later_plugin_decides_in_silence,),
    "plugins go together": (plugins_that_refuse_each_other,),
    "card points follow the plugins": (jokers_count_twenty,),
}


def test_without_a_fault_the_turn_comes_back() -> None:
    LAW["the turn comes back"](asking(lambda state, asker: with_open(state, phase="play", to_act=asker)))


def test_every_law_has_a_fault() -> None:
    """Each law is named in a file of this folder, or in one of four others that plant faults."""
    root = Path(__file__).parents[2]
    others = (
        *("tests/test_changes", "tests/kit/test_secrecy_can_fail", "tests/catalogue/test_contradictions"),
        "proofs/matrix/test_matrix",
    )
    files = (*root.glob("tests/laws/test_*.py"), *(root / f"{other}.py" for other in others))
    text = "".join(file.read_text("utf-8") for file in files)
    for law in LAW.values():
        where = "" if law.of is Snapshot else "_by_the_model"
        is_broken = law.name in text or re.search(rf"\b{law.function.__name__}\b", text) is not None
        assert is_broken, (
            f"no fault is planted for the law {law.name!r} of {law.function.__module__}:"
            f" add a line to FAULTS in tests/laws/test_laws_can_fail{where}.py"
        )


#: The faults that replace a function of the engine.
INTERPRETED = (
    a_minimum_is_short,
    nobody_asks_duties,
    a_take_need_not_be_used,
    one_may_call_ones_own,
    a_take_may_strand,
    a_take_may_go_out,
    wild_cards_alone_are_a_meld,
    the_program_shuffles,
    nobody_shuffles,
)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "plant"),
    [
        pytest.param(name, plant, marks=[pytest.mark.interpreted] if plant in INTERPRETED else [])
        for name, plants in FAULTS.items()
        for plant in plants
    ],
    ids=lambda each: getattr(each, "__name__", each),
)
def test_the_fault_is_found_by_its_law(monkeypatch: Patch, name: str, plant: Fault) -> None:
    rules = plant(monkeypatch)
    with pytest.raises(LawBroken) as caught:
        LAW[name](rules, hands=HANDS)
    assert caught.value.law == name
    assert not caught.value.fault.what.startswith(("AttributeError", "TypeError", "IndexError", "KeyError"))
