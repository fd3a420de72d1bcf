"""Tests that each law finds a planted fault."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from types import MappingProxyType, SimpleNamespace
from typing import Any

import attrs
import pytest
from tests.hooks.round_plugins import Shown, check_card, generate_card, show_card, show_one
from tests.hooks.secret_plugins import Sealed, sealed_bids

from rummy500 import (
    Action,
    HandScore,
    Rules,
    State,
    View,
    apply,
    compose,
    deal,
    is_over,
    observe,
    parse_action,
    parse_position,
)
from rummy500.engine.scoring import score_hand
from rummy500.hooks import (
    EMPTY_BAG,
    HandMemory,
    Move,
    PluginInfo,
    Reason,
    Refusal,
    ScoreLine,
    StateOrView,
    Unsettled,
    ViewFacts,
    hookimpl,
    mark_acted,
    next_turn,
    recall,
    remember,
    size,
    wrong_phase,
)
from rummy500.hooks.build_moves import added_moves
from rummy500.notation.position import Position, position_table
from rummy500.records import replace
from rummy500.rules.rules import alter
from rummy500_testing import Game, Law, LawBroken, Snapshot, check_game, check_step, laws_of, random_game, take_snapshot
from rummy500_testing.laws import listing, secrecy
from rummy500_testing.laws import listing as asking
from rummy500_testing.laws import scores as ends
from rummy500_testing.laws import writing as round_trips

RULES = compose("pagat", seats=3)
DEALT = deal(RULES, seed=7)
DRAWN = apply(RULES, DEALT, parse_action("1: draw", DEALT))
OVER = random_game(RULES, random.Random(1)).states[-1]
BY_NAME = {law.name: law for law in laws_of(Snapshot)}

Patch = pytest.MonkeyPatch
Fault = Callable[[Patch], tuple[Rules, State]]


def with_move(verb: str, **changes: Any) -> Rules:
    """Replace a move of the rules by one with a fault."""
    move = attrs.evolve(RULES.turn.moves[verb], **changes)

    def swapped(by_phase: Any) -> Any:
        return MappingProxyType(
            {phase: tuple(move if one.verb == verb else one for one in moves) for phase, moves in by_phase.items()}
        )

    turn_moves = swapped(RULES.turn.turn_moves)
    return alter(
        RULES,
        moves=MappingProxyType({**RULES.turn.moves, verb: move}),
        turn_moves=turn_moves,
        added_moves=added_moves(turn_moves),
        other_moves=swapped(RULES.turn.other_moves),
    )


def drawing(*actions: Action) -> Rules:
    """Make rules that list some actions in place of a draw."""

    def generate(facts: ViewFacts, *, plain: bool) -> Iterator[Action]:
        return iter(actions)

    return with_move("draw", generate=generate)


def with_open(state: State, **changes: Any) -> State:
    return replace(state, public=replace(state.public, **changes))


def a_card_is_lost(_: Patch) -> tuple[Rules, State]:
    return RULES, replace(DEALT, stock=DEALT.stock[1:])


def a_count_is_wrong(_: Patch) -> tuple[Rules, State]:
    return RULES, with_open(DEALT, sizes=DEALT.public.sizes + 1)


def a_known_card_is_elsewhere(_: Patch) -> tuple[Rules, State]:
    return RULES, with_open(DEALT, known=(DEALT.hands[1], 0, 0))


def a_phase_is_unknown(_: Patch) -> tuple[Rules, State]:
    return RULES, with_open(DEALT, phase="tea")


def a_hand_is_over_for_no_reason(_: Patch) -> tuple[Rules, State]:
    return RULES, with_open(OVER, ended="")


def a_seat_plays_on_without_a_card(_: Patch) -> tuple[Rules, State]:
    rules = alter(RULES, hand_emptied=lambda rules, state, action: state)
    last = parse_position('phase = "play"\nto_act = 0\nhands = ["9h", "2c 3c", "4d"]\nmelds = ["1 {9s 9d 9c}"]').state
    return rules, apply(rules, last, parse_action("0: lay 9h on m1", last))


def a_total_is_wrong(patch: Patch) -> tuple[Rules, State]:
    def generous(rules: Rules, state: State) -> HandScore:
        score = score_hand(rules, state)
        return attrs.evolve(score, by_seat=(score.by_seat[0] + 5, *score.by_seat[1:]))

    patch.setattr(ends, "score_hand", generous)
    return RULES, OVER


def a_draw_is_listed_twice(_: Patch) -> tuple[Rules, State]:
    return drawing(Action(1, "draw"), Action(1, "draw")), DEALT


def a_discard_is_listed_before_the_draw(_: Patch) -> tuple[Rules, State]:
    return drawing(Action(1, "discard", 0)), DEALT


def any_word_is_accepted(_: Patch) -> tuple[Rules, State]:
    def check(rules: Rules, view: View, action: Action) -> None:
        return None

    return with_move("discard", check=check), DRAWN


def the_list_is_another_each_time(_: Patch) -> tuple[Rules, State]:
    source = random.Random(3)

    def generate(facts: ViewFacts, *, plain: bool) -> Iterator[Action]:
        view = facts.view
        return (Action(view.seat, "discard", card) for card in source.sample(range(52), 5))

    return with_move("discard", generate=generate), DRAWN


def nothing_is_plain(_: Patch) -> tuple[Rules, State]:
    """Plant a fault: `plain` lists an action that is not legal."""
    honest = RULES.turn.moves["discard"].generate

    def generate(facts: ViewFacts, *, plain: bool) -> Any:
        return iter([Action(facts.view.seat, "discard", 52)]) if plain else honest(facts, plain=plain)

    return with_move("discard", generate=generate), DRAWN


def drawing_changes_nothing(_: Patch) -> tuple[Rules, State]:
    def effect(rules: Rules, state: State, action: Action) -> State:
        return state

    return with_move("draw", effect=effect), DEALT


def an_effect_writes_into_the_state(_: Patch) -> tuple[Rules, State]:
    honest = RULES.turn.moves["draw"].effect

    def effect(rules: Rules, state: State, action: Action) -> State:
        after = honest(rules, state, action)
        object.__setattr__(state, "stock", b"")
        return after

    return with_move("draw", effect=effect), deal(RULES, seed=8)


def nobody_is_asked(patch: Patch) -> tuple[Rules, State]:
    patch.setattr(asking, "ask_order", lambda *_: ())
    return RULES, DEALT


def everybody_passes_by_default(patch: Patch) -> tuple[Rules, State]:
    patch.setattr(asking, "default_action", lambda rules, state, seat: Action(seat, "pass"))
    return RULES, DEALT


def no_card_is_read(patch: Patch) -> tuple[Rules, State]:
    patch.setattr(asking, "actions_for_cards", lambda *_: ())
    return RULES, DRAWN


def a_word_is_not_written(_: Patch) -> tuple[Rules, State]:
    return drawing(Action(1, "draw", cards=b"\x01")), DEALT


def a_stock_is_not_written(patch: Patch) -> tuple[Rules, State]:
    def forgetful(position: Position) -> dict[str, Any]:
        return {key: value for key, value in position_table(position).items() if key != "stock"}

    patch.setattr(round_trips, "position_table", forgetful)
    return RULES, DRAWN


def a_slot_does_not_come_back(_: Patch) -> tuple[Rules, State]:
    return RULES, replace(DEALT, memories=(object(),))


def a_move_depends_on_what_is_remembered(_: Patch) -> tuple[Rules, State]:
    """Plant a fault: a view without memory lists other actions than the state."""
    state = parse_position(
        'hands = ["2c 3c", "9h 9s", "4d 5d"]\nto_act = 1\nphase = "play"\nknown = ["2c", "", ""]'
    ).state
    honest = RULES.turn.moves["discard"].generate

    def generate(facts: ViewFacts, *, plain: bool) -> Any:
        return honest(facts, plain=plain) if any(facts.view.public.known) else iter(())

    return with_move("discard", generate=generate), state


def the_stock_is_shown(patch: Patch) -> tuple[Rules, State]:
    def telling(rules: Rules, state: State, seat: int | None, **memory: Any) -> View:
        return replace(observe(rules, state, seat, **memory), memories=(state.stock,))

    patch.setattr(secrecy, "observe", telling)
    return RULES, DEALT


def chance_falls_as_another_card(patch: Patch) -> tuple[Rules, State]:
    def falling(rules: Rules, state: State, action: Action, random_source: random.Random) -> Action:
        return replace(action, card=action.card ^ 1)

    patch.setattr(listing, "resolve_chance", falling)
    return RULES, DRAWN


def a_view_is_scored_in_silence(_: Patch) -> tuple[Rules, State]:
    """Plant a fault: a score line leaves out a hidden hand without saying so."""

    def unsaid(rules: Rules, sight: StateOrView) -> Iterator[ScoreLine]:
        for seat in range(rules.seats):
            hand = sight.hand_of(seat)
            if hand is not None:
                yield ScoreLine(seat, -size(hand), "score.hand", "line", "a point for each card")

    return alter(RULES, score_lines=(unsaid,)), DEALT


def nobody_can_move(_: Patch) -> tuple[Rules, State]:
    return alter(RULES, turn_moves={}, other_moves={}, added_moves={}), DEALT


def any_text_is_trusted(patch: Patch) -> None:
    """Plant a fault: text acts for the seat that it names."""

    def trusting(rules: Rules, state: State, seat: int, text: str, random_source: random.Random) -> Action:
        return parse_action(text, state, seat=seat, rules=rules)

    patch.setattr(asking, "decide", trusting)


def a_seat_acts_for_another(patch: Patch) -> tuple[Rules, State]:
    any_text_is_trusted(patch)
    return RULES, DEALT


def a_seat_orders_the_stock(patch: Patch) -> tuple[Rules, State]:
    any_text_is_trusted(patch)
    due = parse_position(
        'rules = { options = { "stock.empty" = "reshuffle" } }\nphase = "reshuffle"\n'
        'hands = ["9s", "2c", "3d"]\npile = "4c 5h Qd"'
    )
    return due.rules, due.state


def a_round(**hooks: Any) -> tuple[Rules, State]:
    """Compose with the plugin `show-one`, some of its hooks replaced, and deal."""
    wrong = SimpleNamespace(**{**vars(show_one()), **{name: hookimpl(hook) for name, hook in hooks.items()}})
    rules = compose("pagat", [wrong], seats=3)
    return rules, deal(rules, seed=7)


def showing(**changes: Any) -> Callable[[], tuple[Move, ...]]:
    """Make the hook `moves` of `show-one` with a fault in its move."""
    move = Move("show", ("show",), "pending", generate_card, check_card, show_card, wrong_phase, ("card",))
    return lambda: (attrs.evolve(move, **changes),)


def a_pending_seat_can_do_nothing(_: Patch) -> tuple[Rules, State]:
    def generate(facts: ViewFacts, *, plain: bool) -> Any:
        return generate_card(facts, plain=plain) if facts.view.seat else ()

    return a_round(moves=showing(generate=generate))


def a_card_cannot_be_shown_after_another(_: Patch) -> tuple[Rules, State]:
    def check(rules: Rules, view: View, action: Action) -> Refusal | None:
        higher = max(recall(rules, view, Shown).cards) > action.card
        return Reason("turn.cards", "low", "Too low.")() if higher else check_card(rules, view, action)

    def generate(facts: ViewFacts, *, plain: bool) -> Any:
        every = generate_card(facts, plain=plain)
        return [action for action in every if check(facts.rules, facts.view, action) is None]

    return a_round(moves=showing(check=check, generate=generate))


def the_order_of_a_round_is_remembered(_: Patch) -> tuple[Rules, State]:
    def effect(rules: Rules, state: State, action: Action) -> State:
        cards = (*recall(rules, state, Shown).cards, action.card)
        return mark_acted(rules, remember(rules, state, Shown(cards)), action.seat)

    return a_round(moves=showing(effect=effect))


def a_bid_is_hidden_otherwise_each_time(_: Patch) -> tuple[Rules, State]:
    def other_bids(rules: Rules, record: Sealed, seat: int) -> Sealed:
        return Sealed(tuple(points + 1 for points in record.points))

    rules = compose("pagat", [sealed_bids(seen=other_bids)], seats=3)
    return rules, deal(rules, seed=7)


FAULTS: dict[str, Fault] = {
    "a view hides the same again": a_bid_is_hidden_otherwise_each_time,
    "each pending seat can act": a_pending_seat_can_do_nothing,
    "pending seats do not wait": a_card_cannot_be_shown_after_another,
    "a round has no order": the_order_of_a_round_is_remembered,
    "cards are conserved": a_card_is_lost,
    "counts match the cards": a_count_is_wrong,
    "known cards are in the hand": a_known_card_is_elsewhere,
    "positions have no defect": a_phase_is_unknown,
    "play can go on": nobody_can_move,
    "an empty hand ends its turn": a_seat_plays_on_without_a_card,
    "the end has a reason": a_hand_is_over_for_no_reason,
    "scores add up": a_total_is_wrong,
    "listed once": a_draw_is_listed_twice,
    "listed actions are accepted": a_discard_is_listed_before_the_draw,
    "unlisted actions are refused": any_word_is_accepted,
    "chance is resolved": chance_falls_as_another_card,
    "the list is a sequence": the_list_is_another_each_time,
    "plain() is a part of the list": nothing_is_plain,
    "listed actions can be applied": drawing_changes_nothing,
    "applying changes no state": an_effect_writes_into_the_state,
    "ask_order names who may act": nobody_is_asked,
    "the default is legal": everybody_passes_by_default,
    "selected cards give their actions": no_card_is_read,
    "text acts for its own seat only": a_seat_acts_for_another,
    "no player decides chance": a_seat_orders_the_stock,
    "actions are read back": a_word_is_not_written,
    "positions are read back": a_stock_is_not_written,
    "pickles are read back": a_slot_does_not_come_back,
    "a view is enough": a_move_depends_on_what_is_remembered,
    "hidden cards make no difference": the_stock_is_shown,
    "the score of a view is certain": a_view_is_scored_in_silence,
}


def check_often(law: Law[Snapshot], rules: Rules, state: State) -> None:
    """Check a law several times, because some laws make random choices and may miss the fault once."""
    for seed in range(100):
        law.check(take_snapshot(rules, state, random.Random(seed)))


@pytest.mark.parametrize(
    ("name", "plant"),
    [
        pytest.param(
            name, plant, id=name, marks=[pytest.mark.interpreted] if plant is an_effect_writes_into_the_state else []
        )
        for name, plant in FAULTS.items()
    ],
)
def test_a_planted_fault_breaks(name: str, plant: Fault, monkeypatch: Patch) -> None:
    rules, state = plant(monkeypatch)
    with pytest.raises(LawBroken) as caught:
        check_often(BY_NAME[name], rules, state)
    assert caught.value.law == name
    assert caught.value.fault.what
    assert name in str(caught.value)
    assert caught.value.__cause__ is None, "the fault crashed the law instead of breaking it"


@pytest.mark.parametrize("name", BY_NAME)
def test_without_a_fault_nothing_breaks(name: str) -> None:
    for state in (DEALT, DRAWN, OVER):
        BY_NAME[name].check(take_snapshot(RULES, state, random.Random(1)))


def floats(rules: Rules, state: State, action: Action) -> State:
    """Let an empty hand end only the turn."""
    return next_turn(rules, state)


@pytest.mark.parametrize(("rules", "holds"), [(RULES, False), (alter(RULES, hand_emptied=floats), True)])
def test_an_empty_hand_goes_on_only_where_it_does_not_end_the_hand(rules: Rules, holds: bool) -> None:
    floater = replace(with_open(DEALT, sizes=DEALT.public.sizes - (7 << 8)), hands=(DEALT.hands[0], 0, DEALT.hands[2]))
    cases = (("an empty hand ends its turn", "seat 1 has no card"), ("positions have no defect", "empty-hand"))
    for name, fault in cases:
        found = broken_by(name, rules, floater)
        assert (fault in found) != holds


@pytest.mark.parametrize(
    ("phase", "empty", "holds"), [("draw", True, False), ("late", True, True), ("late", False, False)]
)
def test_a_seat_is_out_before_the_end_only_in_a_phase_of_a_plugin(phase: str, empty: bool, holds: bool) -> None:
    rules = alter(RULES, hand_emptied=floats, turn_moves={**RULES.turn.turn_moves, "late": ()})
    hands = tuple(0 if empty and seat == 1 else hand for seat, hand in enumerate(DEALT.hands))
    state = replace(with_open(DEALT, phase=phase, out=1), hands=hands)
    assert ("the hand goes on and has ended" in broken_by("the end has a reason", rules, state)) != holds
    assert broken_by("the end has a reason", RULES, state), "there is no such phase where an empty hand ends the hand"


def broken_by(name: str, rules: Rules, state: State) -> str:
    """Return the fault that a law finds, empty if it holds."""
    try:
        BY_NAME[name].check(take_snapshot(rules, state, random.Random(1)))
    except LawBroken as error:
        return str(error.fault.what)
    return ""


def guessed(rules: Rules, sight: StateOrView) -> Iterator[ScoreLine]:
    """Score the hidden cards of a hand as if they counted nothing."""
    for seat in range(rules.seats):
        yield ScoreLine(seat, -size(sight.hand_of(seat) or EMPTY_BAG), "score.hand", "line", "a point for each card")


def never_sure(rules: Rules, sight: StateOrView) -> Iterator[Unsettled]:
    if isinstance(sight, View):
        yield from map(Unsettled, range(rules.seats))


@pytest.mark.parametrize(
    ("lines", "state", "fault"),
    [
        (guessed, DEALT, "which hidden cards change"),
        (never_sure, parse_position('hands = ["", "9h", ""]\nphase = "over"').state, "not the whole score"),
    ],
)
def test_a_view_has_no_line_too_many_and_none_too_few(lines: Any, state: State, fault: str) -> None:
    assert fault in broken_by("the score of a view is certain", alter(RULES, score_lines=(lines,)), state)


def test_a_crash_is_a_broken_law() -> None:
    def effect(rules: Rules, state: State, action: Action) -> State:
        raise RuntimeError("out of order")

    with pytest.raises(LawBroken, match="RuntimeError: out of order"):
        check_step(with_move("draw", effect=effect), DEALT, random.Random(1))


def test_an_action_after_which_nobody_can_do_anything_is_found() -> None:
    def effect(rules: Rules, state: State, action: Action) -> State:
        return with_open(RULES.turn.moves["draw"].effect(rules, state, action), phase="late")

    drawing_into_nowhere = with_move("draw", effect=effect)
    rules = alter(drawing_into_nowhere, turn_moves={**drawing_into_nowhere.turn.turn_moves, "late": ()})
    assert broken_by("listed actions can be applied", rules, DEALT) == "after the action nobody can do anything"


def whole_hand(**changes: Any) -> Game:
    return attrs.evolve(random_game(RULES, random.Random(2)), **changes)


def test_another_deck_is_no_replay() -> None:
    game = whole_hand()
    with pytest.raises(LawBroken, match="the deal is right"):
        check_game(attrs.evolve(game, deck=game.deck[::-1]))


def test_another_state_on_the_way_is_no_replay() -> None:
    game = whole_hand()
    states = (*game.states[:5], game.states[4], *game.states[6:])
    with pytest.raises(LawBroken, match="'a replay gives the same states'"):
        check_game(attrs.evolve(game, states=states))


def test_a_hand_that_stops_has_not_ended() -> None:
    game = whole_hand()
    assert is_over(game.states[-1])
    half = attrs.evolve(game, actions=game.actions[:5], states=game.states[:6])
    assert half.how == "cut"
    with pytest.raises(LawBroken, match="hands end"):
        check_game(half)


def test_a_memory_that_shows_the_stock_is_found() -> None:
    @attrs.frozen
    class Seen:
        card: int = -1

    class Telling:
        @hookimpl
        def plugin_info(self) -> PluginInfo:
            return PluginInfo("telling", "remembers the next card of the stock, for all to see")

        @hookimpl
        def memory(self) -> HandMemory:
            return HandMemory(Seen, after=lambda _rules, _before, _action, after: Seen(after.stock[0]))

    rules = compose("pagat", [Telling()], seats=3)
    state = apply(rules, deal(rules, seed=7), parse_action("1: draw", b""))
    with pytest.raises(LawBroken) as caught:
        check_often(BY_NAME["hidden cards make no difference"], rules, state)
    assert "remembers" in caught.value.fault.what or "view" in caught.value.fault.what
