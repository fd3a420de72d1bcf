"""Tests that the list, the check and the effect of actions all ask plugins."""

from __future__ import annotations

import attrs
import pytest
from tests.hooks.samples import find_slipped, forbidding, play_slipped, plugin
from tests.rules.tables import do, hands, legal, melds, pile, playing, refused, table, under

import rummy500 as r5
from rummy500.cards.cards import EMPTY_BAG, JOKER, ONE, SPARE
from rummy500.cards.pieces import natural_piece, wild_in_run
from rummy500.hooks import HandMemory, Move, Pack, Reason, Refusal, Rules, State, Use, View, Wilds
from rummy500.rules.actions import Action

NO = Reason("sample.rule", "no", "No.")()
SPARES = r5.compose(
    "pagat",
    plugins=[
        plugin(
            pack=lambda pack: Pack(
                pack.cards, bytes([SPARE]), lambda rules, view: ONE[SPARE] if view.seat == 1 else EMPTY_BAG
            ),
            wilds=lambda: Wilds((JOKER, SPARE)),
        )
    ],
    seats=2,
)
SLIPS = plugin("slips", uses=lambda: (Use("slip", find_slipped, play_slipped),))


def listed(where: r5.Position, action: Action) -> bool:
    """Return whether an action is in the list; the check must agree."""
    actions = r5.legal_actions(where.rules, where.state)
    found = action in list(actions)
    assert found == (action in actions) == (r5.why_not(where.rules, where.state, action) is None)
    return found


# ------------------------------------------------------------------ drawing


@pytest.mark.parametrize("allowed", [True, False])
def test_may__who_may_not_draw_takes_or_passes(allowed: bool) -> None:
    stops = plugin(may=forbidding(draw=lambda rules, view: None if allowed else NO))
    where = under(r5.compose("pagat", plugins=[stops], seats=2), table("pagat"))
    assert refused(where, "1: draw") == ("" if allowed else "sample.rule")
    assert ("1: pass" in legal(where)) is not allowed


# ------------------------------------------------------------------ cards beside the hand


@pytest.mark.parametrize(
    ("where", "action"),
    [
        (
            playing("4h 5h 9c 2c", melds=["0 [7s 8s 9s]"]),
            Action(1, "meld", use="run", pieces=(natural_piece(16), natural_piece(17), wild_in_run(SPARE, 18))),
        ),
        (
            playing("4h 9c 2c", melds=["0 [7s 8s 9s]"]),
            Action(1, "lay", use="lay", pieces=(wild_in_run(SPARE, 9),), on=0),
        ),
        (
            table("pagat", hands=["Jc", "5h 2c 3d"], pile="6h"),
            Action(1, "take", 18, 1, "run", (natural_piece(17), natural_piece(18), wild_in_run(SPARE, 19))),
        ),
    ],
    ids=["meld", "lay", "take"],
)
def test_beside__a_card_that_lies_aside_is_played_and_no_hand_has_it(where: r5.Position, action: Action) -> None:
    here = under(SPARES, where)
    assert listed(here, action)
    after = r5.apply(SPARES, here.state, action)
    held = here.state.public.hand_size(1) + (action.verb == "take") - len(action.pieces) + 1
    assert after.public.hand_size(1) == held
    assert SPARE in [piece & 63 for piece in after.public.table[-1].pieces]
    nothing = under(r5.compose("pagat", seats=2), where)
    assert not listed(nothing, action)


# ------------------------------------------------------------------ further uses of a taken card


def slipped(depth: int, card: int) -> Action:
    return Action(1, "take", card, depth, "slip", (natural_piece(card),), 0)


def test_uses__a_plugin_adds_a_use_of_a_taken_card() -> None:
    rules = r5.compose("pagat", plugins=[SLIPS], seats=2)
    where = under(rules, table("pagat", hands=["Jc", "2c 3d"], pile="Kd Ts 4c", melds=["0 [7s 8s 9s]"]))
    assert not listed(where, slipped(1, 42))
    assert listed(where, slipped(2, 9))
    assert not listed(where, slipped(3, 38))
    state = r5.apply(rules, where.state, slipped(2, 9))
    after = attrs.evolve(where, state=state)
    assert (melds(after), pile(after), hands(after)) == (["0 [7s 8s 9s 1:Ts]"], "Kd", ["Jc", "3d 2c 4c"])
    assert state.public.turn.plays == (Action(1, "lay", use="lay", pieces=(natural_piece(9),), on=0),)


def test_uses__where_a_new_meld_is_asked_for_only_of_a_lone_top_card_that_may_be_kept() -> None:
    rules = r5.compose("pagat", plugins=[SLIPS], options={"draw.deep-use": "new-meld"}, seats=2)
    where = under(rules, table("pagat", hands=["Jc", "2c 3d"], pile="Kd Ts 4c", melds=["0 [7s 8s 9s]"]))
    assert not listed(where, slipped(2, 9))
    where = under(rules, table("pagat", hands=["Jc", "2c 3d"], pile="Kd Ts", melds=["0 [7s 8s 9s]"]))
    assert listed(where, slipped(1, 9))


# ------------------------------------------------------------------ refusals in other words


def test_refused__with_the_plugins_sentence_and_never_a_legal_action() -> None:
    words = plugin(may=lambda: {"refusal": lambda rules, view, action, refusal: NO})
    where = under(r5.compose("pagat", plugins=[words], seats=2), table("pagat"))
    assert refused(where, "1: pass") == "sample.rule"
    assert refused(where, "1: draw") == ""


# ------------------------------------------------------------------ memory, and chance in decisions


@attrs.frozen
class Counted:
    """Counts actions, and the draws among them."""

    actions: int = 0
    draws: int = 0


def count(rules: Rules, before: State, action: Action, after: State) -> Counted:
    old = after.memories[0]
    assert isinstance(old, Counted)
    return Counted(old.actions + (action.verb != "discard"), old.draws + (action.verb == "draw"))


def test_memory__is_updated_after_each_action() -> None:
    rules = r5.compose("pagat", plugins=[plugin(memory=lambda: HandMemory(Counted, after=count))], seats=2)
    state = r5.deal(rules, seed=1)
    assert state.memories == (Counted(),)
    drawn = r5.apply(rules, state, Action(1, "draw"))
    assert drawn.memories == (Counted(1, 1),)
    discard = next(action for action in r5.legal_actions(rules, drawn) if action.verb == "discard")
    assert r5.apply(rules, drawn, discard).memories == (Counted(1, 1),)


def test_memory__of_another_type_is_refused_by_name() -> None:
    wrong = plugin("forgets", memory=lambda: HandMemory(Counted, after=lambda *_: 3))
    rules = r5.compose("pagat", plugins=[wrong], seats=2)
    with pytest.raises(TypeError, match="a HandMemory whose after must return a Counted, not an object"):
        r5.apply(rules, r5.deal(rules, seed=1), Action(1, "draw"))


def without(action: Action) -> Action:
    """Return a decision without its outcome of chance."""
    return Action(action.seat, action.verb, action.card)


def falls(rules: Rules, view: View, action: Action) -> Refusal | None:
    return rules.turn.moves["discard"].check(rules, view, without(action))


def fallen(rules: Rules, state: State, action: Action) -> State:
    return rules.turn.moves["discard"].effect(rules, state, without(action))


def falls_over(rules: Rules, state: State, action: Action, random_source: r5.RandomBits) -> Action:
    return Action(action.seat, action.verb, action.card, extra=("over",))


def test_chance__of_a_decision_is_applied_and_is_no_legal_action() -> None:
    fields = ("card", "extra")
    over = Move("discard", check=falls, effect=fallen, fields=fields, suffix="over", outcome=falls_over)
    rules = r5.compose("pagat", plugins=[plugin(moves=lambda: (over,))], seats=2)
    where = under(rules, playing("4h 5h 9c"))
    decision, outcome = Action(1, "discard", 16), Action(1, "discard", 16, extra=("over",))
    assert r5.why_not(rules, where.state, outcome) is None
    actions = r5.legal_actions(rules, where.state)
    assert decision in actions
    assert outcome not in actions
    assert outcome not in list(actions)
    assert pile(attrs.evolve(where, state=r5.apply(rules, where.state, outcome))) == "Qd 4h"
    assert do(where, "1: discard 4h").state == r5.apply(rules, where.state, outcome)
