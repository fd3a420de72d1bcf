"""Tests of selections: what they can grow into, and why one is not an action."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from tests.counted import at_most
from tests.hooks.samples import plugin

import rummy500 as r5
from rummy500.cards.cards import Bag, bag_of, cards_of, common
from rummy500.cards.pieces import pieces_bag
from rummy500.engine.observe import observe
from rummy500.hooks import Move
from rummy500.notation.selection import Completions
from rummy500_testing.play import walk
from rummy500_testing.positions import late_position

#: Positions with more actions than this are left out: the filter that results are compared with needs all of them.
_MOST = 2_000
_GAMES = [
    ("pagat", ()),
    ("north-american", ()),
    ("classic", ()),
    ("family", ()),
    ("classic", ("oklahoma",)),
    ("pagat", ("dealers-gambit",)),
    ("classic", ("throw-down",)),
    ("pagat", ("floating",)),
    ("classic", ("michigan",)),
    ("pagat", ("add-opponents-hand",)),
]


def position(text: str, *plugins: str, preset: str = "pagat", **options: object) -> r5.Position:
    named = {name.replace("_", "."): value for name, value in options.items()}
    return r5.parse_position(text, rules=r5.compose(preset, plugins, named, seats=2))


AUDIT = position('to_act = 0\nhands = ["4h 4c 9s Kd", "2c 3c"]\npile = "Jd 4d Kc"\nstock = "5s"')


def used(action: r5.Action) -> Bag:
    return pieces_bag(action.pieces) or (bag_of((action.card,)) if action.card >= 0 else Bag(0))


def picks(rng: random.Random, reach: list[int], uses: list[Bag]) -> Iterator[Bag]:
    """Selections of cards that can be seen, and parts of what some legal action uses."""
    yield bag_of(rng.sample(sorted(set(reach)), min(len(set(reach)), rng.randint(1, 3))))
    for bag in rng.sample(uses, min(3, len(uses))):
        if cards := cards_of(bag):
            yield bag_of(rng.sample(cards, rng.randint(1, len(cards))))


@pytest.mark.parametrize(("preset", "plugins"), _GAMES)
def test_completions_equal_the_filter_of_all_legal_actions(preset: str, plugins: tuple[str, ...]) -> None:
    rng = random.Random(f"{preset} {plugins}")
    rules = r5.compose(preset, plugins, seats=3)
    asked = 0
    for game in range(4):
        dealt = r5.deal(rules, seed=rng.getrandbits(32))
        start = late_position(rules, dealt, rng) if game % 2 else dealt
        for _, state in walk(rules, start, rng):
            if rng.random() > 0.2 or r5.is_over(state):
                continue
            seat = rng.choice((state.public.to_act, rng.randrange(3)))
            legal = r5.legal_actions(rules, state, seat=seat)[: _MOST + 1]
            view = observe(rules, state, seat)
            reach = [*view.cards, *view.public.pile]
            if len(legal) > _MOST or not reach:
                continue
            uses = [used(action) for action in legal]
            for pick in picks(rng, reach, uses):
                bigger = {a for a, bag in zip(legal, uses, strict=True) if bag != pick and common(bag, pick) == pick}
                exact = {a for a, bag in zip(legal, uses, strict=True) if bag == pick}
                found = r5.completions(rules, view, seat, cards_of(pick), limit=1_000)
                actions = [each.action for each in found.found]
                assert len(set(actions)) == len(actions)
                assert set(actions) <= bigger
                assert found.more == (len(bigger) > 1_000)  # so the search is not cut, and its order holds
                assert found.more or set(actions) == bigger
                assert [len(each.add) for each in found.found] == sorted(len(each.add) for each in found.found)
                assert set(r5.actions_for_cards(rules, view, seat, cards_of(pick))) == exact
                assert all(used(each.action) == bag_of((*cards_of(pick), *each.add)) for each in found.found)
                few = r5.completions(rules, state, seat, cards_of(pick), limit=2)
                assert len(few.found) == min(2, len(actions))
                assert few.more == (len(bigger) > 2 or found.more)
                asked += 1
    assert asked > 20


@pytest.mark.parametrize(("selected", "add"), [("4d", "4h 4c"), ("4h 4c", "4d"), ("4d 4h", "4c")])
def test_completions_find_the_take_of_a_card_deep_in_the_pile(selected: str, add: str) -> None:
    found = r5.completions(AUDIT.rules, AUDIT.state, 0, selected)
    assert not found.more
    assert [r5.action_text(each.action, AUDIT.state) for each in found.found] == ["0: take 4d with {4h 4d 4c}"]
    assert r5.cards_text(found.found[0].add) == add


def test_completions_find_what_plain_leaves_out() -> None:
    hand = position('phase = "play"\nto_act = 0\nhands = ["9h 9s 9c * Kd", "2c 3c"]\nstock = "5d"')
    wasteful = r5.parse_action("0: meld {9s 9h *=9}", hand.state)
    assert wasteful not in list(r5.legal_actions(hand.rules, hand.state).plain())
    found = r5.completions(hand.rules, hand.state, 0, "* 9h").found
    assert wasteful in [each.action for each in found]
    assert [len(each.add) for each in found] == sorted(len(each.add) for each in found)


def test_actions_for_cards_find_what_a_plugin_leaves_out_of_plain_lists() -> None:
    def candidates(rules: r5.Rules, view: r5.View, *, plain: bool = False) -> list[r5.Action]:
        return [] if plain else [r5.Action(view.seat, "show", card) for card in view.cards]

    def effect(rules: r5.Rules, state: r5.State, action: r5.Action) -> r5.State:
        return state

    show = Move("show", candidates=candidates, effect=effect, fields=("card",))
    rules = r5.compose("pagat", [plugin("shows-one", moves=lambda: (show,))], seats=2)
    hand = r5.parse_position('phase = "play"\nto_act = 0\nhands = ["9h Kd", "2c"]\nstock = "5d"', rules=rules)
    found = r5.actions_for_cards(rules, hand.state, 0, "9h")
    assert [each.verb for each in found] == ["discard", "show"]


#: Eight wild twos, and cards of every rank.
MANY = """to_act = 0
hands = ["2s 2s 2h 2h 2d 2d 2c 2c 4h 5h 6d 7c 8s 9h Td Jc Qs Kd As", "3c"]
stock = "5s 6s"
"""


@pytest.mark.parametrize("phase", ["play", "draw"])
@pytest.mark.parametrize("selected", ["2s", "2s 2h 2d 2c", "4d", "Kc 2d"])
def test_completions_are_few_steps_with_eight_wild_cards(phase: str, selected: str) -> None:
    pile = "3d 4d 9c 8c Th Jd Qd 5c 5d 6h 7h Ks Ah 3s 4s 9s Kc"
    hand = position(f'{MANY}phase = "{phase}"\npile = "{pile}"', "oklahoma")
    with at_most(2_000_000):
        r5.completions(hand.rules, hand.state, 0, selected, limit=50)


def test_completions_end_early_and_say_so() -> None:
    hand = position(f'{MANY}phase = "play"', "oklahoma")
    found = r5.completions(hand.rules, hand.state, 0, "2s", limit=1_000)
    assert found.more
    assert len(found.found) <= 1_000


@pytest.mark.parametrize("cards", [[-1], [54], [99]])
def test_a_number_that_is_no_card_is_no_selection(cards: list[int]) -> None:
    assert r5.actions_for_cards(AUDIT.rules, AUDIT.state, 0, cards) == ()
    assert r5.completions(AUDIT.rules, AUDIT.state, 0, cards).found == ()


@pytest.mark.parametrize("nothing", ["", ()])
def test_an_empty_selection_is_no_error(nothing: str | tuple[int, ...]) -> None:
    rules, state = AUDIT.rules, AUDIT.state
    assert r5.actions_for_cards(rules, state, 0, nothing) == ()
    assert r5.completions(rules, state, 0, nothing).found == ()
    assert r5.why_no_action(rules, state, 0, nothing) is None


def test_completions_of_nothing_hidden_or_too_many_cards_are_none() -> None:
    for selected in ("", "??", "9h 9h 9h 9h 9h", "2c"):
        assert r5.completions(AUDIT.rules, AUDIT.state, 0, selected) == Completions((), more=False)


@pytest.mark.parametrize(
    ("selected", "guess", "rule"),
    [
        ("Kd", "0: discard Kd", "turn.parts"),
        ("4d", "0: take 4d/2", "draw.deep"),
        ("4h 4c", "0: meld {4h 4c}", "turn.parts"),
        ("Jd 4d", "0: take Jd/3 with [4d Jd]", "meld.size"),
    ],
)
def test_why_no_action_names_the_guess_and_the_rule(selected: str, guess: str, rule: str) -> None:
    refused = r5.why_no_action(AUDIT.rules, AUDIT.state, 0, selected)
    assert refused is not None
    assert (str(refused.guess), refused.refusal.rule) == (guess, rule)
    assert refused == r5.why_no_action(AUDIT.rules, observe(AUDIT.rules, AUDIT.state, 0), 0, selected)


def test_why_no_action_is_none_for_a_legal_selection() -> None:
    assert r5.why_no_action(AUDIT.rules, AUDIT.state, 0, "Kc") is None


def test_why_no_action_answers_every_selection() -> None:
    rng = random.Random(5)
    for preset, plugins in _GAMES[::3]:
        rules = r5.compose(preset, plugins, seats=3)
        for _, state in walk(rules, r5.deal(rules, seed=9), rng):
            if rng.random() < 0.3:
                cards = [rng.randrange(54) for _ in range(rng.randint(1, 20))]
                refused = r5.why_no_action(rules, state, rng.randrange(3), cards)
                assert refused is None or refused.refusal.sentence
