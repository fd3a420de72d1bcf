"""Tests that each law finds a planted fault: a table of laws and faults, and what a law must not take for a fault."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping, Sequence
from inspect import unwrap
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import attrs
import pytest
from tests.hooks.round_plugins import Shown, check_card, generate_card, show_card, show_one
from tests.hooks.samples import ends, plugin, taking
from tests.hooks.secret_plugins import Sealed, next_of_stock, noting, sealed_bids
from tests.laws.core import CORE_LAWS

import rummy500 as r5
from rummy500 import Action, Rules, ScoreLine, State, View
from rummy500.base.records import replace
from rummy500.cards.cards import cards_text, shuffled
from rummy500.cards.finder import MeldFinder
from rummy500.cards.shapes import MeldShapes
from rummy500.engine.match import DealDraw, record_hand
from rummy500.engine.step import Chance
from rummy500.engine.turns import core_goes_out
from rummy500.hooks import (
    EMPTY_BAG,
    JOKER,
    Duty,
    Move,
    PluginInfo,
    Reason,
    Settings,
    Unsettled,
    Verdict,
    Wilds,
    add,
    card_text,
    cards_of,
    compose,
    core_next_turn,
    hand_ended,
    mark_acted,
    nobody_deducts,
    recall,
    remember,
    remove,
    size,
)
from rummy500.hooks.build_moves import added_moves
from rummy500.notation.position import position_table
from rummy500.players.search import ExpertPlayer
from rummy500.rules.scores import PointTable
from rummy500.rules.state import NEW_TURN
from rummy500_testing import LAWS, Law, LawBroken, Snapshot, check_game, check_step, random_game, take_snapshot
from rummy500_testing.altering import alter
from rummy500_testing.law import HANDS

PAGAT = r5.compose("pagat", seats=3)
DEALT = r5.deal(PAGAT, seed=7)
DRAWN = r5.apply(PAGAT, DEALT, r5.parse_action("1: draw", DEALT))
OVER = random_game(PAGAT, random.Random(1)).states[-1]
LAW: dict[str, Law[Any]] = {law.name: law for law in (*LAWS, *CORE_LAWS)}
SOURCE = random.Random(3)
#: Where a law looks at states: rules and one of them. Otherwise hands are played under the rules.
Where = Rules | tuple[Rules, State]
Patch = pytest.MonkeyPatch
Plant = Callable[[Patch], Where]


def composed(*plugins: object, seats: int = 3, **options: Any) -> Rules:
    return r5.compose("pagat", plugins, options, seats=seats)


# ------------------------------------------------- ways to plant a fault


@attrs.frozen
class Patched:
    """A fault in a function of a module."""

    target: str
    value: object
    where: Callable[[], Where] = lambda: PAGAT

    def __call__(self, patch: Patch) -> Where:
        patch.setattr(self.target, self.value)
        if self.target.startswith("rummy500.cards."):
            # Finders remember what they have judged: these rules share none with rules of other tests.
            patch.setattr("rummy500.hooks.build_rules.shared_finder", MeldFinder)
            patch.setattr("rummy500.hooks.compose._composed", unwrap(compose._composed))
        return self.where()


def law_reads(name: str, value: object, where: Where = (PAGAT, DRAWN)) -> Patched:
    """Plant a fault in what a module of laws reads: `secrecy.observe`."""
    return Patched(f"rummy500_testing.laws.{name}", value, lambda: where)


def altered(rules: Rules = PAGAT, **changes: Any) -> Plant:
    return lambda _: alter(rules, **changes)


def shown(state: State = DEALT, **changes: Any) -> Plant:
    """Plant a fault in what all see of a state."""
    return lambda _: (PAGAT, opened(state, **changes))


def opened(state: State, **changes: Any) -> State:
    return replace(state, public=replace(state.public, **changes))


def move(verb: str, state: State, **changes: Any) -> Plant:
    """Plant a fault in a move of the core, where a law looks at a state."""
    return lambda _: (with_move(verb, **changes), state)


def with_move(verb: str, rules: Rules = PAGAT, **changes: Any) -> Rules:
    wrong = attrs.evolve(rules.turn.moves[verb], **changes)

    phases = {
        phase: tuple(wrong if one.verb == verb else one for one in moves)
        for phase, moves in rules.turn.turn_moves.items()
    }
    return alter(rules, moves={**rules.turn.moves, verb: wrong}, turn_moves=phases, added_moves=added_moves(phases))


def lists(*actions: Action) -> Plant:
    """List some actions in place of a draw."""
    return move("draw", DEALT, generate=lambda facts, *, plain: iter(actions))


def effect(verb: str, change: Callable[[State, Action, State], State], **options: Any) -> Plant:
    """Plant a fault: the effect of a core move, with a change of the state after it."""
    rules = composed(**options)
    honest = rules.turn.moves[verb].effect
    wrong = attrs.evolve(
        rules.turn.moves[verb],
        effect=lambda rules, state, action: change(state, action, honest(rules, state, action)),
    )
    return lambda _: alter(rules, moves={**rules.turn.moves, verb: wrong})


def a_round(**hooks: Any) -> Where:
    """Compose with the plugin `show-one`, some of its hooks replaced, and deal."""
    sample = {name: hook for name, hook in vars(show_one()).items() if name not in {"plugin_info", *hooks}}
    rules = composed(plugin("show-one", None, **sample, **hooks))
    return rules, r5.deal(rules, seed=7)


def showing(**changes: Any) -> Where:
    """Compose with `show-one` and a fault in its move."""
    show = Move(
        "show",
        candidates=generate_card,
        check=check_card,
        effect=show_card,
        phases=("show",),
        whose="pending",
        fields=("card",),
    )
    return a_round(moves=lambda: (attrs.evolve(show, **changes),))


# ------------------------------------------------- faults that take a few lines


def an_empty_hand_plays_on(_: Patch) -> Where:
    rules = alter(PAGAT, hand_emptied=lambda rules, state, action: state)
    last = r5.parse_position(
        'phase = "play"\nto_act = 0\nhands = ["9h", "2c 3c", "4d"]\nmelds = ["1 {9s 9d 9c}"]'
    ).state
    return rules, r5.apply(rules, last, r5.parse_action("0: lay 9h on m1", last))


def after_a_draw(**hooks: Any) -> Where:
    """Compose with a plugin, deal and draw."""
    rules = composed(plugin("loses", **hooks))
    dealt = r5.deal(rules, seed=7)
    return rules, r5.apply(rules, dealt, r5.parse_action("1: draw", dealt))


def loses_a_card(rules: Rules, state: State, action: Action) -> State:
    return replace(core_goes_out(rules, state, action), stock=state.stock[1:])


def plain_lists_what_is_not_legal(facts: Any, *, plain: bool) -> Any:
    honest = PAGAT.turn.moves["discard"].generate
    return iter([Action(facts.view.seat, "discard", 52)]) if plain else honest(facts, plain=plain)


def nothing_without_memory(facts: Any, *, plain: bool) -> Any:
    honest = PAGAT.turn.moves["discard"].generate
    return honest(facts, plain=plain) if any(facts.view.public.known) else iter(())


def an_effect_writes_into_the_state(_: Patch) -> Where:
    honest = PAGAT.turn.moves["draw"].effect

    def writes(rules: Rules, state: State, action: Action) -> State:
        after = honest(rules, state, action)
        object.__setattr__(state, "stock", b"")
        return after

    return with_move("draw", effect=writes), r5.deal(PAGAT, seed=8)


def a_view_is_scored_in_silence(rules: Rules, sight: Any) -> Any:
    """Leave out a hidden hand without saying so."""
    for seat in range(rules.seats):
        hand = sight.hand_of(seat)
        if hand is not None:
            yield ScoreLine(seat, -size(hand), "score.hand", "line", "a point for each card")


def a_view_is_guessed(rules: Rules, sight: Any) -> Any:
    """Count the hidden cards of a hand for nothing."""
    for seat in range(rules.seats):
        yield ScoreLine(seat, -size(sight.hand_of(seat) or EMPTY_BAG), "score.hand", "line", "a point for each card")


def a_view_is_never_sure(rules: Rules, sight: Any) -> Any:
    if isinstance(sight, View):
        yield from map(Unsettled, range(rules.seats))


def a_view_without_memory_counts_spades(rules: Rules, state: State, seat: int | None, *, memory: Any = "full") -> View:
    view = r5.observe(rules, state, seat, memory=memory)
    return view if memory == "full" else replace(view, memories=(spades(state),))


def a_player_peeks(patch: Patch) -> Where:
    """Let a player of the library see a record with a secret."""

    def choose(rules: Rules, view: View, legal: r5.LegalActions) -> Any:
        sly: Any = view.memories[0]
        return legal[sly.secret % len(legal)]

    patch.setattr("rummy500_testing.laws.secrecy.observe", slyly)
    patch.setattr("rummy500_testing.laws.secrecy.SHIPPED", {"peeking": lambda _: SimpleNamespace(choose=choose)})
    return PAGAT, DRAWN


def any_text_is_trusted(where: Where) -> Patched:
    """Plant a fault: text acts for the seat that it names."""

    def trusting(rules: Rules, state: State, seat: int, text: str, _: random.Random) -> Action:
        return r5.parse_action(text, state, seat=seat, rules=rules)

    return law_reads("listing.decide", trusting, where)


def a_reshuffle_is_due() -> Where:
    due = r5.parse_position(
        'rules = { options = { "stock.empty" = "reshuffle" } }\nphase = "reshuffle"\n'
        'hands = ["9s", "2c", "3d"]\npile = "4c 5h Qd"'
    )
    return due.rules, due.state


def too_low_after_another(rules: Rules, view: View, action: Action) -> Any:
    higher = max(recall(rules, view, Shown).cards) > action.card
    return Reason("turn.cards", "low", "Too low.")() if higher else check_card(rules, view, action)


def the_order_of_a_round_is_remembered(rules: Rules, state: State, action: Action) -> State:
    cards = (*recall(rules, state, Shown).cards, action.card)
    return mark_acted(rules, remember(rules, state, Shown(cards)), action.seat)


def another_bid_each_time(_: Patch) -> Where:
    rules = composed(sealed_bids(seen=lambda rules, record, seat: Sealed(tuple(bid + 1 for bid in record.points))))
    return rules, r5.deal(rules, seed=7)


@attrs.frozen
class Sly:
    """A record with a secret that is neither compared nor shown."""

    secret: int = attrs.field(default=0, eq=False, repr=False)


def slyly(rules: Rules, state: State, seat: int | None, **memory: Any) -> View:
    return replace(r5.observe(rules, state, seat, **memory), memories=(Sly(state.stock[0]),))


def spades(state: State) -> int:
    return sum(card < 13 for hand in state.hands for card in cards_of(hand))


def a_refusal_looks_at_the_stock(rules: Rules, state: State, action: Action) -> Any:
    if action.card == state.stock[0]:
        return Reason("turn.cards", "in-stock", "{card} lies in the stock.")(card=card_text(action.card))
    return r5.why_not(rules, state, action)


def an_error_shows_a_hand(rules: Rules, state: State, action: Action) -> State:
    held = cards_text(state.cards(state.public.to_act))
    raise r5.IllegalActionError(Reason("turn.seat", "not-yours", "Not now: {held}.")(held=held))


def text_is_not_read_for_the_reason_of_another_hand(text: str, where: State, *, rules: Rules) -> Action:
    raise r5.NotationError("no action", expected=cards_text(where.cards(0)))


STATES: Mapping[str, Sequence[Plant]] = {
    "cards are conserved": [lambda _: (PAGAT, replace(DEALT, stock=DEALT.stock[1:]))],
    "counts match the cards": [shown(sizes=DEALT.public.sizes + 1)],
    "known cards are in the hand": [shown(known=(DEALT.hands[1], 0, 0))],
    "positions have no defect": [shown(phase="tea")],
    "emptied hands and ended turns go on": [
        lambda _: after_a_draw(turn_ended=lambda: lambda rules, state: opened(state, phase="limbo")),
        lambda _: after_a_draw(hand_emptied=lambda: loses_a_card),
    ],
    "the end has a reason": [shown(OVER, ended="")],
    "play can go on": [lambda _: (alter(PAGAT, turn_moves={}, other_moves={}, added_moves={}), DEALT)],
    "an empty hand ends its turn": [an_empty_hand_plays_on],
    "pickles are read back": [lambda _: (PAGAT, replace(DEALT, memories=(object(),)))],
    "listed once": [lists(Action(1, "draw"), Action(1, "draw"))],
    "listed actions are accepted": [lists(Action(1, "discard", 0))],
    "actions are read back": [lists(Action(1, "draw", cards=b"\x01"))],
    "unlisted actions are refused": [move("discard", DRAWN, check=lambda *_: None)],
    "the list is a sequence": [
        move("discard", DRAWN, generate=lambda facts, *, plain: (Action(1, "discard", SOURCE.randrange(52)),))
    ],
    "plain() is a part of the list": [move("discard", DRAWN, generate=plain_lists_what_is_not_legal)],
    "listed actions can be applied": [move("draw", DEALT, effect=lambda rules, state, action: state)],
    "applying changes no state": [an_effect_writes_into_the_state],
    "a view is enough": [
        move(
            "discard",
            r5.parse_position(
                'hands = ["2c 3c", "9h 9s", "4d 5d"]\nto_act = 1\nphase = "play"\nknown = ["2c", "", ""]'
            ).state,
            generate=nothing_without_memory,
        )
    ],
    "ask_order names who may act": [law_reads("listing.ask_order", lambda *_: ())],
    "the default is legal": [law_reads("listing.default_action", lambda rules, state, seat: Action(seat, "pass"))],
    "selected cards give their actions": [law_reads("listing.actions_for_cards", lambda *_: ())],
    "chance is resolved": [
        law_reads("listing.resolve_chance", lambda rules, state, action, _: replace(action, card=action.card ^ 1))
    ],
    "text acts for its own seat only": [any_text_is_trusted((PAGAT, DEALT))],
    "no player decides chance": [any_text_is_trusted(a_reshuffle_is_due())],
    "positions are read back": [
        law_reads("writing.position_table", lambda position: {**position_table(position), "stock": ""})
    ],
    "scores add up": [
        law_reads(
            "scores.score_hand",
            lambda rules, state: attrs.evolve(score := r5.score_hand(rules, state), by_seat=(5, *score.by_seat[1:])),
            (PAGAT, OVER),
        )
    ],
    "the score of a view is certain": [
        lambda _: (alter(PAGAT, score_lines=(a_view_is_scored_in_silence,), deducts=nobody_deducts), DEALT),
        lambda _: (alter(PAGAT, score_lines=(a_view_is_guessed,), deducts=nobody_deducts), DEALT),
        lambda _: (
            alter(PAGAT, score_lines=(a_view_is_never_sure,)),
            r5.parse_position('hands = ["", "9h", ""]\nphase = "over"').state,
        ),
    ],
    "a view hides the same again": [another_bid_each_time],
    "each pending seat can act": [
        lambda _: showing(candidates=lambda rules, view: generate_card(rules, view) if view.seat else ())
    ],
    "pending seats do not wait": [
        lambda _: showing(check=too_low_after_another),
    ],
    "a round has no order": [lambda _: showing(effect=the_order_of_a_round_is_remembered)],
    "hidden cards make no difference": [
        lambda _: (
            rules := composed(noting(next_of_stock)),
            r5.apply(rules, r5.deal(rules, seed=7), Action(1, "draw")),
        ),
        law_reads(
            "secrecy.legal_actions",
            lambda rules, state, *, seat: list(r5.legal_actions(rules, state, seat=seat))[state.stock[0] < 26 :],
        ),
        law_reads(
            "secrecy.observe",
            lambda rules, state, seat, **memory: replace(r5.observe(rules, state, seat, **memory), drawn=state.drawn),
        ),
        law_reads("secrecy.ask_order", lambda rules, state: (1,) if state.cards(0)[0] < 13 else ()),
        law_reads(
            "secrecy.default_action",
            lambda rules, state, seat: r5.default_action(rules, state, seat) if state.stock[0] < 26 else None,
        ),
        law_reads("secrecy.chance", lambda rules, state: Chance("peek", state.stock[:1])),
        law_reads("secrecy.observe", a_view_without_memory_counts_spades),
        law_reads("secrecy.why_not", a_refusal_looks_at_the_stock),
    ],
    "texts show no hidden card": [
        Patched(
            "rummy500.State.__repr__", lambda state: f"<State: {cards_text(state.cards(2))}>", lambda: (PAGAT, DRAWN)
        ),
        law_reads("secrecy.observe", slyly),
        law_reads("secrecy.action_text", lambda action, where, **_: card_text(getattr(where, "stock", b"0")[0])),
        law_reads("secrecy.chance", lambda rules, state: state.stock),
        law_reads(
            "secrecy.actions_for_cards",
            lambda rules, state, seat, cards: (
                r5.actions_for_cards(rules, state, seat, cards) if state.stock[0] < 26 else ()
            ),
        ),
        law_reads("secrecy.parse_action", text_is_not_read_for_the_reason_of_another_hand),
        law_reads("secrecy.apply", an_error_shows_a_hand),
        law_reads("secrecy.legal_actions", lambda rules, state, *, seat: f"<{spades(state)} found>"),
    ],
    "players choose by what they see": [
        a_player_peeks,
        lambda patch: (
            patch.setattr(ExpertPlayer, "choose", lambda _self, _rules, _view, legal: SOURCE.choice(legal)),
            (PAGAT, DRAWN),
        )[1],
    ],
}


# ------------------------------------------------- faults that show in play


def owned(_: State, action: Action, after: State) -> State:
    """Let a lay-off count for the owner of the meld."""
    melds = list(after.public.table)
    melds[action.on] = replace(melds[action.on], by=bytes([melds[action.on].owner]) * len(melds[action.on].by))
    return opened(after, table=tuple(melds))


def of_another(before: State, action: Action, after: State) -> State:
    """Give a card of the stock to the next seat, too."""
    other = (action.seat + 1) % len(after.hands)
    hands = list(after.hands)
    hands[other] = add(hands[other], before.stock[0]) if before.stock else hands[other]
    return replace(after, hands=tuple(hands))


def one_too_few(before: State, action: Action, after: State) -> State:
    top, seat = before.public.pile[-1], action.seat
    if action.depth == 1 or top not in after.cards(seat):
        return after
    return replace(after, hands=tuple(remove(h, top) if s == seat else h for s, h in enumerate(after.hands)))


def known(_: State, action: Action, after: State) -> State:
    """Let all know a drawn card."""
    return opened(after, known=tuple(after.drawn if s == action.seat else k for s, k in enumerate(after.public.known)))


def skipped(_: State, __: Action, after: State) -> State:
    over = after.public.phase == "over"
    return after if over else opened(after, to_act=(after.public.to_act + 1) % len(after.hands))


def reversed_run(before: State, action: Action, after: State) -> State:
    """Write the cards of a run from its end."""
    number = action.on if action.on >= 0 else len(before.public.table)
    meld = after.public.table[number]
    if not meld.is_run:
        return after
    wrong = replace(meld, pieces=meld.pieces[::-1], by=meld.by[::-1])
    return opened(after, table=(*after.public.table[:number], wrong, *after.public.table[number + 1 :]))


def knocks(**changes: Any) -> Rules:
    """Compose with a move of a plugin that ends the hand, or what is given, and does not say so."""
    knock = attrs.evolve(
        ends(),
        verb="knock",
        ends="",
        effect=lambda rules, state, action: hand_ended(state, "knock"),
    )
    moves = (attrs.evolve(knock, **changes),)
    return composed(plugin("knock", moves=lambda: moves), seats=2, **{"meld.first-minimum": 60})


def asking(goes_on: Callable[[State, int], State]) -> Rules:
    """Compose with a plugin by which a seat that has drawn asks the next one something, and then goes on somehow."""

    def ask(rules: Rules, state: State, action: Action) -> State:
        asked = opened(state, phase="asked", to_act=(action.seat + 1) % rules.seats)
        return replace(asked, drawn=EMPTY_BAG)

    def answer(rules: Rules, state: State, action: Action) -> State:
        return goes_on(state, (action.seat - 1) % rules.seats)

    moves = (
        attrs.evolve(ends(), verb="ask", ends="", effect=ask),
        attrs.evolve(ends(), verb="answer", ends="", phases=("asked",), effect=answer),
    )
    return composed(plugin("asking", moves=lambda: moves))


def shapes(where: Callable[[], Rules], **changes: Any) -> Patched:
    """Plant a fault in the shapes of melds; the rules must be composed anew."""
    made = MeldShapes.__init__
    return Patched(
        "rummy500.cards.shapes.MeldShapes.__init__",
        lambda self, **given: made(self, **{**given, **changes}),
        where,
    )


def anew(name: str, **options: Any) -> Callable[[], Rules]:
    return lambda: composed(plugin(name), **options)


def a_lay_off_lifts_what_lies(_: Patch) -> Rules:
    def moved_down(rules: Rules, state: State, action: Action) -> State:
        after = lay.effect(rules, state, action)
        melds = list(after.public.table)
        if melds[action.on].is_run:
            melds[action.on] = replace(melds[action.on], low=0)
        return opened(after, table=tuple(melds))

    rules = composed(plugin("low-twenty", card_points=lambda place: 20 if place == "low" else None))
    lay = rules.turn.moves["lay"]
    return alter(rules, moves={**rules.turn.moves, "lay": attrs.evolve(lay, effect=moved_down)})


def the_first_wins(rules: Rules, tally: Any) -> Verdict:
    best = max(tally.scores)
    return Verdict((tally.scores.index(best),)) if best > rules.match.target else Verdict()


def the_deal_passes_twice(rules: Rules, match: Any, hand: State) -> Any:
    after = record_hand(rules, match, hand)
    return attrs.evolve(after, so_far=replace(after.so_far, dealer=(after.dealer + 1) % rules.seats))


def the_first_of_the_lowest(rules: Rules, deck: Sequence[int]) -> DealDraw:
    drawn = tuple(enumerate(deck[: rules.seats]))
    return DealDraw(min(drawn, key=lambda each: each[1] % 13)[0], (drawn,))


def twos_are_wild(when: Callable[[View], bool]) -> Plant:
    twos = (JOKER, 1, 14, 27, 40)
    wilds = Wilds(twos, now=lambda rules, view: twos if when(view) else (JOKER,))
    return lambda _: composed(plugin(wilds=lambda: wilds), seats=2)


def a_plugin_refuses_what_is_set_before_it(_: Patch) -> Rules:
    def refuse(options: Mapping[str, object]) -> None:
        if options["meld.run-min"] == 4:
            raise r5.ComposeError("runs of four are too long")

    return composed(plugin("late", settings=refuse), plugin("early", settings=lambda: Settings({"meld.run-min": 4})))


def the_later_plugin_decides_in_silence(_: Patch) -> Rules:
    def answered(*, must: bool) -> Any:
        return taking(must_use=lambda rules, view, depth: must)

    return composed(plugin("never", takes=answered(must=False)), plugin("always", takes=answered(must=True)))


def duty() -> Rules:
    due = Reason("must.meld", "due", "You meld in each turn.")
    must = Duty(lambda rules, view: None if view.public.turn.plays else due())
    return composed(plugin("must", may=lambda: {"end": must}), seats=2)


RESHUFFLE: Mapping[str, Any] = {"stock.empty": "reshuffle"}
KNOCKS: Sequence[Plant] = [lambda _: knocks(), lambda _: knocks(effect=ends().effect)]
TWO = (
    plugin("one", PluginInfo("one", "is one", conflicts={"other": "there is one"})),
    plugin("other", PluginInfo("other", "is another")),
)
PLAY: Mapping[str, Sequence[Plant]] = {
    "an action moves the cards that it names": [
        effect("take", one_too_few),
        effect("discard", lambda before, action, after: opened(after, pile=bytes([action.card]) + before.public.pile)),
    ],
    "an action shows no hidden card": [effect("draw", known)],
    "other hands do not change": [effect("draw", of_another)],
    "cards keep their player": [effect("lay", owned)],
    "the turn is recorded": [
        effect("meld", lambda _, __, after: opened(after, turn=replace(after.public.turn, plays=())))
    ],
    "known cards were seen by all": [effect("draw", known)],
    "the turn goes on": [effect("discard", skipped)],
    "idle turns are counted": [
        effect("discard", lambda _, __, after: opened(after, idle=0)),
        effect("call", lambda before, _, after: opened(after, idle=before.public.idle), call="last-discard"),
    ],
    "no reshuffle without a play": [
        effect("reshuffle", lambda _, __, after: opened(after, stale=False), **RESHUFFLE),
        effect("meld", lambda before, _, after: opened(after, stale=before.public.stale)),
    ],
    "the opening minimum is reached": [
        Patched(
            "rummy500.engine.opening_minimum.points_missing",
            lambda *_: 0,
            lambda: composed(seats=2, **{"meld.first-minimum": 60}),
        ),
        *KNOCKS,
        lambda _: alter(
            rules := composed(seats=2, **{"deal.size": 3}), options={**rules.options, "meld.first-minimum": 500}
        ),
    ],
    "chosen ends are declared": KNOCKS,
    "the turn comes back": [
        lambda _: asking(lambda state, _: opened(state, phase="play")),
        lambda _: asking(lambda state, _: opened(state, phase="draw", turn=NEW_TURN)),
    ],
    "duties are met": [Patched("rummy500.engine.moves.discard.refuse_end", lambda *_: None, duty)],
    "out of turn is refused": [
        Patched(
            "rummy500.engine.moves.take._is_used",
            lambda *_: False,
            lambda: r5.compose("classic", seats=3),
        ),
    ],
    "every turn can end": [
        Patched("rummy500.engine.facts.TakeFacts.may_finish", lambda *_: True, lambda: r5.compose("family", seats=3))
    ],
    "going out takes a discard": [
        effect("meld", lambda _, action, after: opened(after, out=action.seat), **{"out.discard": "required"})
    ],
    "refusals name their rule": [
        Patched("rummy500.engine.moves.discard._NOT_HELD", Reason("house.whim", "not-held", "You do not have {card}."))
    ],
    "melds follow the options": [effect("meld", reversed_run)],
    "listed actions are right": [Patched("rummy500.engine.moves.call._closed", lambda *_: None)],
    "legal actions are listed": [shapes(anew("no-low-ace"), ace_low=False)],
    "near misses are refused": [shapes(anew("any-suits", **{"deck.packs": 2}), different_suits=False)],
    "near-miss hands are listed correctly": [
        Patched("rummy500.cards.shapes._check_some_natural", lambda *_: None, lambda: composed(**{"deck.jokers": 4}))
    ],
    "cards count for who played them": [altered(points=PointTable(lambda card, role, place: 20))],
    "card points follow the plugins": [altered(points=PointTable(lambda card, role, place: 20))],
    "only cards score": [altered(score_lines=(lambda *_: [ScoreLine(0, 5, "house.whim", "line", "for luck")],))],
    "lines name their rule": [altered(score_lines=(lambda *_: [ScoreLine(0, 0, "house.whim", "line", "for luck")],))],
    "a lay-off changes no other card's points": [a_lay_off_lifts_what_lies],
    "the match goes on": [Patched("tests.laws.core.scores.record_hand", the_deal_passes_twice)],
    "the leader wins": [altered(match_winners=the_first_wins)],
    "the deal passes on": [
        Patched(
            "tests.laws.core.scores.next_dealer",
            lambda rules, state, score: score.by_seat.index(max(score.by_seat)),
            lambda: r5.compose("pagat", options={"deal.next-dealer": "winner"}, seats=3),
        )
    ],
    "the lowest card deals": [
        Patched("tests.laws.core.scores.draw_for_deal", the_first_of_the_lowest),
        lambda _: alter(rules := composed(**{"deck.jokers": 2}), cut_ranks={**rules.deal.cut_ranks, JOKER: 0}),
    ],
    "lists rotate with the seats": [
        altered(
            may_take=lambda rules, view, action: None if view.seat else Reason("turn.cards", "not-first", "Not you.")()
        )
    ],
    "steps rotate with the seats": [
        effect("draw", lambda _, action, after: after if action.seat else replace(after, stock=after.stock[::-1]))
    ],
    "scores rotate with the seats": [altered(deducts=lambda rules, state, seat: seat > 0)],
    "a reshuffle follows its random source": [
        Patched(
            "rummy500.engine.step.shuffled",
            lambda cards, _: shuffled(cards, random),
            lambda: composed(**RESHUFFLE),
        ),
    ],
    "an outcome follows its random source": [
        Patched(
            "rummy500_testing.laws.dealing.resolve_chance",
            lambda rules, state, action, _: r5.resolve_chance(rules, state, action, random.Random()),
            lambda: composed("throw-down"),
        )
    ],
    "a deal follows its seed": [Patched("rummy500.engine.match.shuffled_pack", lambda rules, seed: rules.deal.pack)],
    "a long match can be dealt": [
        altered(hand_sizes=(("odd", lambda rules, match, sizes: (match.hand_number,) * rules.seats),))
    ],
    "the opening minimum is fixed": [
        altered(composed(seats=2), opening_minimum=lambda rules, view: 5 * view.public.hand_size(view.seat))
    ],
    "wild cards are open and fixed": [twos_are_wild(lambda view: bool(view.hand & 1 << 8))],
    "options are followed": [altered(draw_count=2)],
    "rules survive pickling": [altered(draw_count=2)],
    "any order composes": [a_plugin_refuses_what_is_set_before_it],
    "an order that matters shows in diff_rules": [the_later_plugin_decides_in_silence],
    "plugins go together": [
        Patched("rummy500.hooks.load._check_conflicts", lambda ordered: None, lambda: composed(*TWO))
    ],
}


def cases(table: Mapping[str, Sequence[Plant]], *marks: Any) -> list[Any]:
    """Make a case of each fault; those in functions of the engine need it interpreted."""
    return [
        pytest.param(
            name,
            plant,
            id=f"{name} {number}",
            marks=[*marks, *[pytest.mark.interpreted] * (plant is an_effect_writes_into_the_state or engine)],
        )
        for name, plants in table.items()
        for number, plant in enumerate(plants, 1)
        for engine in [isinstance(plant, Patched) and plant.target.startswith("rummy500.")]
    ]


def look(law: Law[Any], where: Where) -> None:
    """Play hands, or look at a state a few times: a law of random choices may miss a fault once."""
    if isinstance(where, Rules):
        law(where, hands=HANDS)
    else:
        for seed in range(100):
            law.check(take_snapshot(*where, random.Random(seed)))


@pytest.mark.parametrize(("name", "plant"), [*cases(STATES), *cases(PLAY, pytest.mark.slow)])
def test_a_planted_fault_breaks(name: str, plant: Plant, monkeypatch: Patch) -> None:
    where = plant(monkeypatch)
    with pytest.raises(LawBroken) as caught:
        look(LAW[name], where)
    assert caught.value.law == name
    assert caught.value.fault.what
    assert name in str(caught.value)
    assert caught.value.__cause__ is None, "the fault crashed the law instead of breaking it"


@pytest.mark.parametrize("name", [law.name for law in LAWS if law.of is Snapshot])
def test_without_a_fault_nothing_breaks(name: str) -> None:
    for state in (DEALT, DRAWN, OVER):
        assert broken_by(name, PAGAT, state) == ""


def test_without_a_fault_the_turn_comes_back() -> None:
    LAW["the turn comes back"](asking(lambda state, asker: opened(state, phase="play", to_act=asker)))


def test_every_law_has_a_fault() -> None:
    """Each law is named in a file of this folder, or in one of three others that plant faults."""
    root = Path(__file__).parents[2]
    others = ("tests/test_changes", "tests/catalogue/test_contradictions", "proofs/matrix/test_matrix")
    files = (*root.glob("tests/laws/test_*.py"), *(root / f"{other}.py" for other in others))
    text = "".join(file.read_text("utf-8") for file in files)
    unbroken = [name for name, law in LAW.items() if not re.search(rf"{re.escape(name)}|{law.function.__name__}", text)]
    assert unbroken == [], "no fault is planted for them: add a line to STATES or PLAY"


def broken_by(name: str, rules: Rules, state: State) -> str:
    """Return the fault that a law finds, empty if it holds."""
    try:
        LAW[name].check(take_snapshot(rules, state, random.Random(1)))
    except LawBroken as error:
        return str(error.fault.what)
    return ""


FLOATS = alter(
    PAGAT, hand_emptied=lambda rules, state, action: core_next_turn(rules, state), answered=frozenset(["hand_emptied"])
)


@pytest.mark.parametrize(("rules", "holds"), [(PAGAT, False), (FLOATS, True)])
def test_an_empty_hand_goes_on_only_where_it_does_not_end_the_hand(rules: Rules, holds: bool) -> None:
    floater = replace(opened(DEALT, sizes=DEALT.public.sizes - (7 << 8)), hands=(DEALT.hands[0], 0, DEALT.hands[2]))
    cases = (("an empty hand ends its turn", "seat 1 has no card"), ("positions have no defect", "empty-hand"))
    for name, fault in cases:
        assert (fault in broken_by(name, rules, floater)) != holds


@pytest.mark.parametrize(
    ("phase", "empty", "holds"), [("draw", True, False), ("late", True, True), ("late", False, False)]
)
def test_a_seat_is_out_before_the_end_only_in_a_phase_of_a_plugin(phase: str, empty: bool, holds: bool) -> None:
    rules = alter(FLOATS, turn_moves={**PAGAT.turn.turn_moves, "late": ()})
    hands = tuple(0 if empty and seat == 1 else hand for seat, hand in enumerate(DEALT.hands))
    state = replace(opened(DEALT, phase=phase, out=1), hands=hands)
    assert ("the hand goes on and has ended" in broken_by("the end has a reason", rules, state)) != holds
    assert broken_by("the end has a reason", PAGAT, state), "there is no such phase where an empty hand ends the hand"


def test_a_crash_is_a_broken_law() -> None:
    def out_of_order(rules: Rules, state: State, action: Action) -> State:
        raise RuntimeError("out of order")

    with pytest.raises(LawBroken, match="RuntimeError: out of order"):
        check_step(with_move("draw", effect=out_of_order), DEALT, random.Random(1))


def test_an_action_after_which_nobody_can_do_anything_is_found() -> None:
    honest = PAGAT.turn.moves["draw"].effect
    nowhere = with_move("draw", effect=lambda *asked: opened(honest(*asked), phase="late"))
    rules = alter(nowhere, turn_moves={**nowhere.turn.turn_moves, "late": ()})
    assert broken_by("listed actions can be applied", rules, DEALT) == "after the action nobody can do anything"


def test_laws_of_a_whole_hand_find_another_deck_another_state_and_a_hand_that_stops() -> None:
    game = random_game(PAGAT, random.Random(2))
    check_game(game)
    half = attrs.evolve(game, actions=game.actions[:5], states=game.states[:6])
    assert half.how == "cut"
    for wrong, law in (
        (attrs.evolve(game, deck=game.deck[::-1]), "the deal is right"),
        (
            attrs.evolve(game, states=(*game.states[:5], game.states[4], *game.states[6:])),
            "'a replay gives the same states'",
        ),
        (half, "hands end"),
    ):
        with pytest.raises(LawBroken, match=law):
            check_game(wrong)
