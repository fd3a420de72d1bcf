"""Tests of hooks in play: the list, the check and the effect of an action agree."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from types import SimpleNamespace
from typing import Any

import attrs
import pytest
from tests.hooks import samples
from tests.hooks.samples import forbidding

import rummy500 as r5
from rummy500.engine.opening_minimum import minimum_of
from rummy500.engine.plays import judge_play, view_after
from rummy500.hooks import (
    CORE_MOVES,
    EMPTY_BAG,
    Collects,
    HandMemory,
    Meld,
    PlayFinder,
    PublicState,
    Reason,
    Refusal,
    Rules,
    State,
    Turn,
    View,
    bag_of,
    can_finish,
    common,
    recall,
    size,
)
from rummy500.rules.rules import alter
from rummy500.state import MatchSoFar, packed_sizes
from rummy500_testing import hand_under_laws

#: Costly laws are asked in one state of so many, and where a phase or a kind of action is new.
EVERY = 10
CALLS = ("none", "full", "layoffs", "top", "last-discard")
#: The rule id is one of the core's: a new one would need an entry.
#: The match before a first hand that seat 1 deals.
BEFORE = MatchSoFar(1, (0, 0))
NO = Reason("turn.phase", "no", "No.")()


#: The plugins of this file, by number, so that they can be pickled, as the laws require.
MADE: list[SimpleNamespace] = []


class Numbered(SimpleNamespace):
    """A plugin that pickles as its number."""

    def __reduce__(self) -> tuple[Callable[[int], SimpleNamespace], tuple[int]]:
        return made, (next(number for number, each in enumerate(MADE) if each is self),)


def made(number: int) -> SimpleNamespace:
    return MADE[number]


def plugin(**hooks: Callable[..., Any]) -> SimpleNamespace:
    """Make a plugin of some hooks."""
    MADE.append(Numbered(**vars(samples.plugin(**hooks))))
    return MADE[-1]


def at(rules: Rules, text: str) -> State:
    return r5.parse_position(text, rules=rules).state


def texts(rules: Rules, state: State, verb: str, seat: int | None = None) -> list[str]:
    return [r5.action_text(a, state) for a in r5.legal_actions(rules, state, seat=seat) if a.verb == verb]


def refusal(rules: Rules, state: State, text: str) -> str:
    why = r5.why_not(rules, state, r5.parse_action(text, state, rules=rules))
    assert why is not None
    return str(why)


# ------------------------------------------------- what comes with a card of the pile


def only_it(_rules: Rules, _view: View, depth: int) -> tuple[int, ...]:
    return (depth,)


def everything(_rules: Rules, view: View, _depth: int) -> tuple[int, ...]:
    return tuple(range(1, len(view.public.pile) + 1))


def nothing_of_the_top(rules: Rules, view: View, depth: int) -> tuple[int, ...]:
    return () if depth == 1 else tuple(range(1, depth + 1))


def collected_places(answer: Collects) -> SimpleNamespace:
    return plugin(collects=lambda rule: answer)


THREE_NINES = """
dealer = 1
to_act = 0
last = 0
hands = ["2c 3c", "Kd Qd 5h"]
stock = "4d 5d"
pile = "9s 9d 9c"
melds = ["0 [6s 7s 8s]", "0 [6c 7c 8c]"]
"""


def test_a_call_has_only_the_cards_that_come() -> None:
    rules = r5.compose("pagat", [collected_places(only_it)], {"call": "full"})
    state = at(rules, THREE_NINES)
    assert texts(rules, state, "call") == ["1: call 9c on m2", "1: call {9s 9d 9c}", "1: call 9s on m1"]
    after = r5.apply(rules, state, r5.parse_action("1: call 9s on m1", state, rules=rules))
    assert r5.cards_text(after.public.pile) == "9d 9c"


def test_a_call_has_what_comes_with_each_of_its_cards() -> None:
    def with_the_next(_rules: Rules, _view: View, depth: int) -> tuple[int, ...]:
        return (depth - 1, depth) if depth > 1 else (depth,)

    rules = r5.compose("pagat", [collected_places(with_the_next)], {"call": "full"})
    pile = THREE_NINES.replace("9s 9d 9c", "Ts 9s Jc 9d Qc 9c")
    state = at(rules, pile)
    called = r5.parse_action("1: call {9s 9d 9c}", state, rules=rules)
    assert (
        r5.collected_places(rules, state, called)
        == r5.collected_places(rules, r5.observe(rules, state, 1), called)
        == (1, 2, 3, 4, 5)
    )
    after = r5.apply(rules, state, called)
    assert r5.cards_text(after.public.pile) == "Ts"
    assert r5.cards_text(r5.cards_of(after.hands[1])) == "5h Qd Kd Jc Qc"
    deeper = r5.parse_action("1: call {9s/6 9d 9c}", state, rules=rules)
    assert str(r5.why_not(rules, state, deeper)).startswith("A call takes no deeper")


def test_a_call_has_all_the_cards_that_come() -> None:
    rules = r5.compose("pagat", [collected_places(everything)], {"call": "full"})
    state = at(rules, THREE_NINES)
    called = next(a for a in r5.legal_actions(rules, state) if a.verb == "call" and len(a.pieces) == 3)
    assert called.depth == 3  # the deepest claimed card
    assert r5.why_not(rules, state, called) is None
    assert r5.apply(rules, state, called).public.pile == b""


@pytest.mark.parametrize(("answer", "wanted"), [(only_it, ["1: call 9c on m2", "1: call 9s on m1"]), (everything, [])])
def test_a_call_of_the_top_melds_all_that_comes(answer: Collects, wanted: list[str]) -> None:
    rules = r5.compose("pagat", [collected_places(answer)], {"call": "top"})
    state = at(rules, THREE_NINES)
    assert [text for text in texts(rules, state, "call") if " on " in text] == wanted
    for text in {"1: call 9c on m2", "1: call 9s on m1"} - set(wanted):
        assert "top of the pile" in refusal(rules, state, text)


@pytest.mark.parametrize("answer", [only_it, everything])
def test_the_last_discard_is_laid_off_from_where_it_lies(answer: Collects) -> None:
    rules = r5.compose("pagat", [collected_places(answer)], {"call": "last-discard"})
    state = at(rules, THREE_NINES)
    assert texts(rules, state, "call") == ["1: call 9c on m2"]
    after = r5.apply(rules, state, r5.parse_action("1: call 9c on m2", state, rules=rules))
    assert r5.cards_text(after.public.pile) == "9s 9d"


@pytest.mark.parametrize("call", ["full", "last-discard"])
def test_what_cannot_be_taken_cannot_be_called(call: str) -> None:
    rules = r5.compose("pagat", [collected_places(nothing_of_the_top)], {"call": call})
    state = at(rules, THREE_NINES)
    assert "1: call 9c on m2" not in texts(rules, state, "call")
    assert refusal(rules, state, "1: call 9c on m2") == "9c cannot be taken from there. (draw.deep)"


@pytest.mark.slow
@pytest.mark.parametrize("answer", [only_it, everything])
@pytest.mark.parametrize("call", CALLS)
def test_the_laws_hold_whatever_comes_with_a_card(answer: Collects, call: str) -> None:
    for preset in ("pagat", "classic"):
        rules = r5.compose(preset, [collected_places(answer)], {"call": call, "deck.jokers": 2}, seats=3)
        hand_under_laws(rules, f"{answer.__name__} {call}", every=EVERY)


# ------------------------------------------------- plays that depend on the plays before


def runs_before_groups(rules: Rules, view: View, meld: Meld, on: int) -> Refusal | None:
    late = on < 0 and meld.low >= 0 and any(play.use == "group" for play in view.public.turn.plays)
    return NO if late else None


def groups_fall(rules: Rules, view: View, meld: Meld, on: int) -> Refusal | None:
    last = view.public.table[-1] if view.public.table else None
    rises = on < 0 and meld.low < 0 and last is not None and last.low < 0 and last.line < meld.line
    return NO if rises else None


def lay_offs_first(rules: Rules, view: View, on: int) -> Refusal | None:
    return NO if view.public.turn.plays else None


def lay_offs_on_even_tables(rules: Rules, view: View, on: int) -> Refusal | None:
    return NO if len(view.public.table) % 2 else None


BY_ORDER: Mapping[str, SimpleNamespace] = {
    "runs before groups": plugin(may=forbidding(meld=runs_before_groups)),
    "groups fall": plugin(may=forbidding(meld=groups_fall)),
    "lay-offs first": plugin(may=forbidding(lay=lay_offs_first)),
    "lay-offs on even tables": plugin(may=forbidding(lay=lay_offs_on_even_tables)),
}


def tried_out(rules: Rules, view: View) -> bool:
    """Return whether the turn can end, by trying every sequence of plays."""
    free = size(view.hand) > size(common(view.hand, rules.turn.barred(rules, view)))
    points = sum(
        rules.scoring.points.play(meld, play.pieces)
        for play in view.public.turn.plays
        if isinstance(meld := made_of(rules, view, play), Meld)
    )
    if not view.public.turn.plays or points >= minimum_of(rules, view):
        if not view.hand:
            return rules.turn.melding_goes_out
        if free:
            return True
    for use, pieces, on in PlayFinder(rules, view, view.hand).plays(view.hand):
        meld = judge_play(rules, view, use, pieces, on)
        if isinstance(meld, Meld) and tried_out(rules, view_after(view, meld, use, pieces, on)):
            return True
    return False


def made_of(rules: Rules, view: View, play: r5.Action) -> Meld | Refusal:
    if play.on >= 0:
        return view.public.table[play.on]
    return rules.finder_for(view).new_meld(play.pieces, play.seat, is_run=play.use == "run")


def positions(rules: Rules, rng: random.Random, many: int) -> Iterator[View]:
    """Generate hands of neighbouring cards, nearly all of them gained in this turn."""
    for _ in range(many):
        suits, low = rng.sample(range(4), 2), rng.randrange(9)
        near = [suit * 13 + rank for suit in suits for rank in range(low, low + 5)]
        near += [suit * 13 + rank for suit in range(4) for rank in (low, low + 1)]
        cards = list(dict.fromkeys(near))
        rng.shuffle(cards)
        hand = cards[: rng.randint(3, 7)]
        run = tuple((suits[0] * 13 + rank) * 65 for rank in range(low + 1, low + 4))
        meld = rules.melding.shapes.new_run(run, 1)
        lies = rng.random() < 0.6 and not {card & 63 for card in run} & set(hand)
        table = (meld,) if lies and isinstance(meld, Meld) else ()
        drawn = bag_of(hand[rng.choice((0, 0, 0, 1)) :])
        sizes = packed_sizes((len(hand), 3))
        yield View(
            0,
            PublicState("play", 0, 1, b"", table, Turn(drawn), sizes, (EMPTY_BAG, EMPTY_BAG), 5, BEFORE),
            bag_of(hand),
            EMPTY_BAG,
        )


@pytest.mark.parametrize("name", BY_ORDER)
@pytest.mark.parametrize("minimum", [0, 30])
def test_the_end_of_a_turn_is_exact_where_plays_depend_on_plays(name: str, minimum: int) -> None:
    options: dict[str, object] = {"discard.barred": "drawn", "deck.jokers": 0, "meld.first-minimum": minimum}
    rules = r5.compose("family", [BY_ORDER[name]], options)
    ends = 0
    for view in positions(rules, random.Random(name), 400):
        expected = tried_out(rules, view)
        assert can_finish(rules, view) == expected, (name, view)
        ends += expected
    assert 0 < ends < 400


def test_a_group_that_must_wait_for_a_run_waits() -> None:
    rules = r5.compose("family", [BY_ORDER["runs before groups"]], {"deck.jokers": 0, "discard.barred": "drawn"})
    cards = "3s 3d 3c 4h 5h 6h"
    drawn = ", ".join(f'"{card}"' for card in cards.split())
    state = at(
        rules,
        f'phase = "play"\nto_act = 0\ndealer = 1\nhands = ["{cards}", "Kd Qd"]\nstock = "4d 5d"\npile = "9s"\n'
        f"drawn = [{drawn}]",
    )
    assert can_finish(rules, r5.observe(rules, state, 0))
    assert texts(rules, state, "meld") == ["0: meld [4h 5h 6h]"]


@pytest.mark.slow
@pytest.mark.parametrize("name", BY_ORDER)
def test_the_laws_hold_where_plays_depend_on_plays(name: str) -> None:
    for barred in ("lone-top", "drawn"):
        rules = r5.compose("family", [BY_ORDER[name]], {"discard.barred": barred, "meld.first-minimum": 30})
        hand_under_laws(rules, name, every=EVERY)


def test_a_search_in_vain_ends_soon() -> None:
    """If a plugin restricts melds and every card of a long hand is barred, not all orders are tried."""
    rules = r5.compose("classic", [plugin(may=forbidding(meld=three_to_meld))], {"meld.first-minimum": 120})
    asked = 0
    may_meld = rules.melding.may_meld
    assert may_meld is not None

    def counting(rules: Rules, view: View, meld: Meld, on: int) -> Refusal | None:
        nonlocal asked
        asked += 1
        return may_meld(rules, view, meld, on)

    hand = [suit * 13 + rank for suit in range(4) for rank in range(1, 6)]
    group = tuple(card * 65 for card in (2, 15, 28))
    new = rules.melding.shapes.new_group(group, 0)
    assert isinstance(new, Meld)
    held = [card for card in hand if card * 65 not in group]
    begun = Turn(EMPTY_BAG, (r5.Action(0, "meld", use="group", pieces=group),))
    public = PublicState(
        "play", 0, 1, b"", (new,), begun, packed_sizes((len(held), 3)), (EMPTY_BAG, EMPTY_BAG), 5, MatchSoFar(1, (0, 0))
    )
    assert not can_finish(alter(rules, may_meld=counting), View(0, public, bag_of(held), EMPTY_BAG))
    assert asked < 1000


# ------------------------------------------------- rules about the hand, and about what the seat does not see


def three_in_hand(rules: Rules, view: View, on: int) -> Refusal | None:
    return NO if size(view.hand) < 3 else None


def few_in_hand(rules: Rules, view: View, on: int) -> Refusal | None:
    return NO if size(view.hand) > 4 else None


def three_to_meld(rules: Rules, view: View, meld: Meld, on: int) -> Refusal | None:
    return NO if size(view.hand) < 3 else None


def drew_a_card(rules: Rules, view: View, on: int) -> Refusal | None:
    return None if view.drawn else NO


@attrs.frozen
class Actions:
    """A memory of the number of actions."""

    many: int = 0


def counted() -> HandMemory:
    return HandMemory(
        Actions, after=lambda rules, before, action, state: Actions(recall(rules, state, Actions).many + 1)
    )


def hidden() -> HandMemory:
    return attrs.evolve(counted(), seen=lambda rules, record, seat: Actions())


def at_even_counts(rules: Rules, view: View, on: int) -> Refusal | None:
    return NO if recall(rules, view, Actions).many % 2 else None


def all_at_even_counts(rule: Collects) -> Collects:
    return lambda rules, view, depth: (
        (depth,) if recall(rules, view, Actions).many % 2 == 0 else rule(rules, view, depth)
    )


BY_VIEW: Mapping[str, SimpleNamespace] = {
    "three in hand": plugin(may=forbidding(lay=three_in_hand)),
    "few in hand": plugin(may=forbidding(lay=few_in_hand)),
    "three to meld": plugin(may=forbidding(meld=three_to_meld)),
    "drew a card": plugin(may=forbidding(lay=drew_a_card)),
    "hidden memory": plugin(memory=hidden, may=forbidding(lay=at_even_counts)),
    "hidden memory of the pile": plugin(memory=hidden, collects=all_at_even_counts),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", BY_VIEW)
@pytest.mark.parametrize("call", CALLS)
def test_the_laws_hold_whatever_of_the_view_is_looked_at(name: str, call: str) -> None:
    preset = ("pagat", "classic")[(list(BY_VIEW).index(name) + CALLS.index(call)) % 2]
    rules = r5.compose(preset, [BY_VIEW[name]], {"call": call}, seats=3)
    hand_under_laws(rules, f"{name} {call}", every=EVERY)


ONE_NINE = """
dealer = 1
to_act = 0
last = 0
hands = ["2c 3c", "Kd Qd 5h"]
stock = "4d 5d"
pile = "9s"
melds = ["0 [6s 7s 8s]"]
"""


def test_a_last_discard_is_laid_off_by_a_caller_with_three_cards() -> None:
    rules = r5.compose("pagat", [BY_VIEW["three in hand"]], {"call": "last-discard"})
    state = at(rules, ONE_NINE)
    assert texts(rules, state, "call") == ["1: call 9s on m1"]
    after = r5.apply(rules, state, r5.parse_action("1: call 9s on m1", state, rules=rules))
    assert len(after.public.table[0].pieces) == 4


@pytest.mark.parametrize("name", ["three in hand", "few in hand"])
def test_an_effect_asks_no_hook_again(name: str) -> None:
    """The check asks about the view once, and the effect does not ask about another one."""
    rules = r5.compose("pagat", [BY_VIEW[name]], {"call": "none", "draw.top": "must-meld"})
    hand = "2c 3c 4c" if name == "three in hand" else "2c 3c 4c Kh"
    state = at(
        rules,
        f'dealer = 1\nto_act = 0\nhands = ["{hand}", "Kd Qd 5h"]\nstock = "4d 5d"\npile = "9s"\n'
        'melds = ["0 [6s 7s 8s]"]',
    )
    take = r5.parse_action("0: take 9s with 9s on m1", state, rules=rules)
    assert r5.why_not(rules, state, take) is None
    assert take in tuple(r5.legal_actions(rules, state))

    def never(*_: object) -> Refusal:
        raise AssertionError("an effect asks whether a meld may lie there")

    mute = alter(rules, may_lay=never, may_meld=never)
    assert len(rules.turn.moves["take"].effect(mute, state, take).public.table[0].pieces) == 4


# ------------------------------------------------- picked cards


def test_selected_cards_are_read_in_the_real_view() -> None:
    rules = r5.compose("pagat", [BY_VIEW["three in hand"]])
    state = at(
        rules,
        'phase = "play"\nto_act = 0\nhands = ["9s 2c 3c 4d", "Kd Qd 5h"]\nstock = "5d"\npile = "Jh"\n'
        'melds = ["0 [6s 7s 8s]"]',
    )
    found = [r5.action_text(action, state) for action in r5.actions_for_cards(rules, state, 0, "9s")]
    assert found == ["0: discard 9s", "0: lay 9s on m1"]


# ------------------------------------------------- a draw that is refused, a verb of a plugin


def five_in_stock(rules: Rules, view: View) -> Refusal | None:
    return NO if view.public.stock_count < 5 else None


def test_a_hand_may_end_with_cards_in_a_stock_that_nobody_may_draw() -> None:
    rules = r5.compose("classic", [plugin(may=forbidding(draw=five_in_stock))])
    hands = (hand_under_laws(rules, f"few {number}") for number in range(12))
    assert ("stock", 4) in ((hand.how, len(hand.states[-1].stock)) for hand in hands)


def test_a_plugins_verb_for_a_core_move_is_refused_by_its_own_name() -> None:
    move: Callable[[str], Any] = {move.verb: move for move in CORE_MOVES}.__getitem__
    declare = attrs.evolve(move("meld"), verb="declare")
    rules = r5.compose("classic", [plugin(moves=lambda: (declare,))])
    state = r5.deal(rules, seed=1)
    said = r5.Action(state.public.to_act, "declare", use="run", pieces=(65, 130, 195))
    assert str(r5.why_not(rules, state, said)) == "You must draw before you declare. (turn.parts)"
