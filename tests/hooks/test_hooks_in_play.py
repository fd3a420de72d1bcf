"""Tests of hooks in play: what comes with a called card, and plays that depend on the plays before."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import attrs
import pytest
from tests.hooks.samples import forbidding, plugin, taking
from tests.hooks.steps import do, refused, texts

import rummy500 as r5
from rummy500.engine.opening_minimum import minimum_of
from rummy500.engine.plays import judge_play, view_after
from rummy500.hooks import (
    CORE_MOVES,
    EMPTY_BAG,
    MatchSoFar,
    Meld,
    PlayFinder,
    Reason,
    Turn,
    bag_of,
    can_finish,
    common,
    size,
)
from rummy500.rules.state import packed_sizes

#: The rule id is one of the core's: a new one would need an entry.
NO = Reason("turn.phase", "no", "No.")()

THREE_NINES = """
dealer = 1
to_act = 0
last = 0
hands = ["2c 3c", "Kd Qd 5h"]
stock = "4d 5d"
pile = "9s 9d 9c"
melds = ["0 [6s 7s 8s]", "0 [6c 7c 8c]"]
"""


def called(call: str, collects: Callable[[int, int], tuple[int, ...]], pile: str = "9s 9d 9c") -> tuple[Any, ...]:
    """Return rules under which some places of the pile come with a card, a position, and its calls."""
    collecting = plugin(takes=taking(collects=lambda rules, view, depth: collects(depth, len(view.public.pile))))
    rules = r5.compose("pagat", [collecting], {"call": call})
    state = r5.parse_position(THREE_NINES.replace("9s 9d 9c", pile), rules=rules).state
    return rules, state, [text for text in texts(rules, state) if "call" in text]


def only_it(depth: int, size: int) -> tuple[int, ...]:
    return (depth,)


def everything(depth: int, size: int) -> tuple[int, ...]:
    return tuple(range(1, size + 1))


def test_a_call_has_only_the_cards_that_come() -> None:
    rules, state, calls = called("full", only_it)
    assert calls == ["1: call 9c on m2", "1: call {9s 9d 9c}", "1: call 9s on m1"]
    assert r5.cards_text(do(rules, state, "1: call 9s on m1").public.pile) == "9d 9c"


def test_a_call_has_what_comes_with_each_of_its_cards() -> None:
    rules, state, _ = called("full", lambda depth, size: tuple({max(1, depth - 1), depth}), "Ts 9s Jc 9d Qc 9c")
    action = r5.parse_action("1: call {9s 9d 9c}", state, rules=rules)
    for sight in (state, r5.observe(rules, state, 1)):
        assert r5.collected_places(rules, sight, action) == (1, 2, 3, 4, 5)
    after = r5.apply(rules, state, action)
    assert (r5.cards_text(after.public.pile), r5.cards_text(after.cards(1))) == ("Ts", "5h Qd Kd Jc Qc")
    assert refused(rules, state, "1: call {9s/6 9d 9c}").startswith("A call takes no deeper")


@pytest.mark.parametrize(
    ("collects", "wanted"), [(only_it, ["1: call 9c on m2", "1: call 9s on m1"]), (everything, [])]
)
def test_a_call_of_the_top_melds_all_that_comes(collects: Any, wanted: list[str]) -> None:
    rules, state, calls = called("top", collects)
    assert [text for text in calls if " on " in text] == wanted
    for text in {"1: call 9c on m2", "1: call 9s on m1"} - set(wanted):
        assert "top of the pile" in refused(rules, state, text)


@pytest.mark.parametrize("collects", [only_it, everything])
def test_the_last_discard_is_laid_off_from_where_it_lies(collects: Any) -> None:
    rules, state, calls = called("last-discard", collects)
    assert calls == ["1: call 9c on m2"]
    assert r5.cards_text(do(rules, state, *calls).public.pile) == "9s 9d"


@pytest.mark.parametrize("call", ["full", "last-discard"])
def test_what_cannot_be_taken_cannot_be_called(call: str) -> None:
    rules, state, calls = called(call, lambda depth, size: () if depth == 1 else tuple(range(1, depth + 1)))
    assert "1: call 9c on m2" not in calls
    assert refused(rules, state, "1: call 9c on m2") == "9c cannot be taken from there. (draw.deep)"


def runs_before_groups(rules: r5.Rules, view: r5.View, meld: Meld, on: int) -> r5.Refusal | None:
    late = on < 0 and meld.low >= 0 and any(play.use == "group" for play in view.public.turn.plays)
    return NO if late else None


def groups_fall(rules: r5.Rules, view: r5.View, meld: Meld, on: int) -> r5.Refusal | None:
    last = view.public.table[-1] if view.public.table else None
    rises = on < 0 and meld.low < 0 and last is not None and last.low < 0 and last.line < meld.line
    return NO if rises else None


def lay_offs_first(rules: r5.Rules, view: r5.View, on: int) -> r5.Refusal | None:
    return NO if view.public.turn.plays else None


def lay_offs_on_even_tables(rules: r5.Rules, view: r5.View, on: int) -> r5.Refusal | None:
    return NO if len(view.public.table) % 2 else None


BY_ORDER: dict[str, SimpleNamespace] = {
    "runs before groups": plugin(may=forbidding(meld=runs_before_groups)),
    "groups fall": plugin(may=forbidding(meld=groups_fall)),
    "lay-offs first": plugin(may=forbidding(lay=lay_offs_first)),
    "lay-offs on even tables": plugin(may=forbidding(lay=lay_offs_on_even_tables)),
}


def tried_out(rules: r5.Rules, view: r5.View) -> bool:
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


def made_of(rules: r5.Rules, view: r5.View, play: r5.Action) -> Meld | r5.Refusal:
    if play.on >= 0:
        return view.public.table[play.on]
    return rules.finder_for(view).new_meld(play.pieces, play.seat, is_run=play.use == "run")


def positions(rules: r5.Rules, rng: random.Random, many: int) -> Iterator[r5.View]:
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
        turn, sizes = Turn(bag_of(hand[rng.choice((0, 0, 0, 1)) :])), packed_sizes((len(hand), 3))
        match, known = MatchSoFar(1, (0, 0)), (EMPTY_BAG, EMPTY_BAG)
        public = r5.PublicState("play", 0, 1, b"", table, turn, sizes, known, 5, match)
        yield r5.View(0, public, bag_of(hand), EMPTY_BAG)


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


def test_a_plugins_verb_for_a_core_move_is_refused_by_its_own_name() -> None:
    meld = next(move for move in CORE_MOVES if move.verb == "meld")
    rules = r5.compose("classic", [plugin(moves=lambda: (attrs.evolve(meld, verb="declare"),))])
    state = r5.deal(rules, seed=1)
    said = r5.Action(state.public.to_act, "declare", use="run", pieces=(65, 130, 195))
    assert str(r5.why_not(rules, state, said)) == "You must draw before you declare. (turn.parts)"
