"""`turn.no-stranding`: cutting a hand up says what a search of all plays says, and spares it."""

from __future__ import annotations

import random
import sys

import pytest
from tests.hooks.samples import plugin
from tests.rules.tables import Options, playing, table
from tests.rules.test_first_minimum_search import crowded, plainly_finishes, plays

import rummy500 as r5
from rummy500.cards import bag_of, cards_of
from rummy500.engine import finish
from rummy500.engine.cover import Coverer, is_covered
from rummy500.engine.finish import Search
from rummy500.engine.first_minimum import points_missing
from rummy500.engine.gate import FinishGate
from rummy500.engine.plays import view_after
from rummy500.engine.views import seat_view
from rummy500.hooks import Bar, refuse
from rummy500.melds import Meld
from rummy500.records import replace
from rummy500.rules import Rules
from rummy500.state import Turn, View

GAMES: dict[str, tuple[str, Options]] = {
    "no jokers": ("pagat", {"deck.jokers": 0}),
    "jokers": ("pagat", {"deck.jokers": 2, "deck.packs": 1}),
    "two packs": ("pagat", {"deck.jokers": 4, "deck.packs": 2}),
    "two packs, any suits": ("pagat", {"deck.jokers": 2, "deck.packs": 2, "meld.group-suits": "any"}),
    "two packs, no jokers": ("classic", {"deck.jokers": 0, "deck.packs": 2, "meld.group-max": 0}),
    "ace low": ("classic", {"deck.jokers": 2, "deck.packs": 1, "meld.ace": "low"}),
    "ace high": ("classic", {"deck.jokers": 2, "deck.packs": 1, "meld.ace": "high"}),
    "own": ("family", {"deck.jokers": 2, "deck.packs": 1, "meld.layoff": "own"}),
    "after a meld": ("north-american", {"deck.jokers": 1, "deck.packs": 1, "meld.layoff": "after-meld"}),
    "long runs, small groups": ("family", {"deck.packs": 2, "meld.run-min": 4, "meld.group-max": 3}),
    "a discard is required": ("pagat", {"deck.jokers": 2, "deck.packs": 1, "out.discard": "required"}),
    "north-american": ("north-american", {}),
}
NEVER = sys.maxsize


def finishes(rules: Rules, view: View, patience: int) -> bool:
    """What a search says that is given up after so many positions."""
    return Search(rules, patience).can_finish(view)


def positions(rules: Rules, rng: random.Random, preset: str, options: Options) -> list[View]:
    """A view in which all cards came this turn, or one, or none, and such views after a play."""
    where = table(preset, options, phase="play", **crowded(rules, rng))
    view = seat_view(where.rules, where.state, 1)
    held = cards_of(view.hand)
    gained = bag_of(rng.sample(held, rng.choice((0, 1, len(held) - 1, len(held)))))
    view = replace(view, drawn=gained, public=replace(view.public, turn=Turn(gained)))
    after = [each for _, each in plays(where.rules, view)]
    return [view, *rng.sample(after, min(2, len(after)))]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("barred", ["drawn", "lone-top"])
def test_cover__says_what_a_search_says_and_what_every_order_of_plays_says(game: str, barred: str) -> None:
    preset, options = GAMES[game]
    rng = random.Random(f"{game} {barred}")
    answers = set[bool]()
    for minimum in (0, 12, 20, 30):
        asked: Options = {**options, "discard.barred": barred, "meld.first-minimum": minimum}
        rules = r5.compose(preset, options=asked, seats=2)
        assert is_covered(rules)
        for _ in range(8):
            for view in positions(rules, rng, preset, asked):
                cut = finishes(rules, view, 0)
                assert cut is finishes(rules, view, NEVER), view
                assert cut is plainly_finishes(rules, view), view
                answers.add(cut)
    assert answers == {True, False}


def all_came(hand: str, melds: list[str] | None = None, **options: object) -> tuple[Rules, View]:
    """What seat 1 sees where all that it holds came this turn, and so is barred."""
    where = playing(hand, "family", {"deck.packs": 2, "deck.jokers": 4, **with_hyphens(options)}, melds=melds or [])
    view = seat_view(where.rules, where.state, 1)
    return where.rules, replace(view, drawn=view.hand, public=replace(view.public, turn=Turn(view.hand)))


def with_hyphens(options: dict[str, object]) -> dict[str, object]:
    """`meld_run_min` is the option `meld.run-min`."""
    return {name.replace("_", ".", 1).replace("_", "-"): value for name, value in options.items()}


def can_cover(rules: Rules, view: View, missing: int = 0) -> bool:
    return Coverer(rules).can_end(view, missing, rules.finder.natural.targets(view.public.table))


@pytest.mark.parametrize(
    ("hand", "melds", "can"),
    [
        ("4h 5h 6h", [], True),
        ("4h 5h 6h 9c", [], False),
        ("4h 5h *", [], True),
        ("* * *", [], False),  # a meld needs a natural card
        ("* * 4h", [], True),
        ("Qh Kh Ah 2h", [], False),
        ("Qh Kh Ah Ah 2h 3h", [], True),  # an ace at either end
        ("4h 5h 6h 6h 7h 8h", [], True),  # two runs that overlap
        ("4h 5h 6h 6d 6s", [], False),  # the six is in one meld only
        ("4h 5h 6h 6h 6d 6s", [], True),
        ("4h", ["0 [5h 6h 7h]"], True),
        ("3h", ["0 [5h 6h 7h]"], False),
        ("3h *", ["0 [5h 6h 7h]"], True),
        ("4h 4h", ["0 [5h 6h 7h]"], False),
        ("4h 4h", ["0 [5h 6h 7h]", "0 [5h 6h 7h]"], True),
        ("8h 9h 4h", ["0 [5h 6h 7h]"], True),
        ("Ah", ["0 [2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh]"], True),
        ("Ah Ah", ["0 [2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh]"], False),
        ("Ah Ah Kh", ["0 [2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh]"], False),  # a run holds one ace
        ("Ah Kh", ["0 [2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh]"], True),
        ("As", ["0 [Ah 2h 3h]"], False),
        ("6c", ["0 {6s 6h 6d}"], True),
        ("*", ["0 {6s 6h 6d}"], True),
        ("6c 6c 6s", ["0 {6s 6h 6d}"], True),
        ("6c 7c", ["0 {6s 6h 6d}"], False),
    ],
)
def test_cover__every_card_must_be_played_where_none_may_be_discarded(hand: str, melds: list[str], can: bool) -> None:
    rules, view = all_came(hand, melds, meld_group_suits="any", meld_group_max=0)
    assert can_cover(rules, view) is can
    assert plainly_finishes(rules, view) is can


def test_cover__where_a_discard_is_required_melding_everything_ends_nothing() -> None:
    rules, view = all_came("4h 5h 6h", out_discard="required")
    assert not can_cover(rules, view)


def test_cover__fewest_cards_of_a_run_and_most_of_a_group() -> None:
    assert can_cover(*all_came("4h 5h 6h 7h"))
    assert not can_cover(*all_came("4h 5h 6h", meld_run_min=4))
    assert can_cover(*all_came("4h 5h 6h 7h", meld_run_min=4))
    assert can_cover(*all_came("6s 6h 6d 6c"))
    assert not can_cover(*all_came("6s 6h 6d 6c", meld_group_max=3))
    assert can_cover(*all_came("6s 6h 6d 6s 6h 6c", meld_group_max=3))
    assert not can_cover(*all_came("6s 6s 6d", meld_group_suits="different"))


@pytest.mark.parametrize(
    ("hand", "points"),
    [
        ("4h 5h 6h Kd", 15),
        ("4h 5h 6h 7h Kd", 22),
        ("Ah 2h 3h Kd", 6),  # a low ace counts 1
        ("Qh Kh Ah 3d", 35),
        ("Ah 2h 3h Qh Kh 9d", 35),  # the ace at the end where it counts more
        ("As Ah Ad 3c", 45),
        ("4h 5h 6h 6d 6s Kd", 18),  # a six is in one meld only: three of them, or 4-5-6
        ("Th Jh Qh Kh Td Ts Kd", 60),  # the tens, and a run from the jack on
        ("4h 5h 6h", 0),  # nothing would be left to discard
    ],
)
def test_cover__the_most_points_with_a_card_left_to_discard(hand: str, points: int) -> None:
    where = playing(hand, "classic", {"out.discard": "required", "discard.barred": "lone-top"})
    view = seat_view(where.rules, where.state, 1)
    assert can_cover(where.rules, view, points)
    assert not can_cover(where.rules, view, points + 1)


@pytest.mark.parametrize(("minimum", "can"), [(91, True), (92, False)])
def test_cover__a_low_ace_of_this_turn_stays_low_when_its_run_has_all_thirteen(minimum: int, can: bool) -> None:
    hand, melds = "Js Qs Ks As Ah Ac Ad * 8d", ["0 [2s 3s 4s 5s 6s 7s 8s 9s Ts]"]
    options: Options = {"deck.packs": 1, "deck.jokers": 1, "meld.run-min": 5, "meld.first-minimum": minimum}
    where = playing(hand, "pagat", options, melds=melds)
    view = seat_view(where.rules, where.state, 1)
    after = next(each for (_, pieces, _), each in plays(where.rules, view) if pieces == (0,))
    assert points_missing(where.rules, after) == minimum - 1
    for patience in (0, NEVER):
        assert finishes(where.rules, after, patience) is can
    assert plainly_finishes(where.rules, after) is can


@pytest.mark.parametrize(
    ("hand", "drawn", "most"),
    [
        ("As 2s 8d", "", 15),  # the two stays in the hand
        ("As 2s", "2s", 3),  # the two cannot stay, and the ace is low
        ("As 2s 7d 8d 9d", "2s 7d 8d 9d", 27),
        ("As 2s 7d 8d 9d Kc", "2s 7d 8d 9d", 39),
    ],
)
@pytest.mark.parametrize("can", [True, False])
def test_cover__a_high_ace_of_this_turn_turns_low_if_the_two_is_laid(
    hand: str, drawn: str, most: int, can: bool
) -> None:
    melds = ["0 [3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks]"]
    minimum = most if can else most + 1
    options: Options = {"deck.packs": 1, "meld.first-minimum": minimum, "discard.barred": "drawn"}
    where = playing(hand, "classic", options, melds=melds)
    view = replace(seat_view(where.rules, where.state, 1), drawn=bag_of(r5.parse_cards(drawn)))
    after = next(each for (_, pieces, _), each in plays(where.rules, view) if pieces == (0,))
    for patience in (0, NEVER):
        assert finishes(where.rules, after, patience) is can
    assert plainly_finishes(where.rules, after) is can


def test_cover__rules_that_a_plugin_changes_are_left_to_the_search() -> None:
    bars = plugin("bars", bars=lambda: [Bar(lambda rules, view: 0, lambda card: refuse("sample.rule", "no", "No."))])
    ordered = plugin("ordered", may_meld=lambda rule: lambda rules, view, meld, on: None)
    now = plugin("now", wilds_now=lambda rule: lambda rules, view: ())
    assert is_covered(r5.compose("pagat", seats=2))
    for each in (bars, ordered, now):
        assert not is_covered(r5.compose("pagat", plugins=[each], seats=2))


class Counted:
    """Counts the positions that a search looks at."""

    def __init__(self) -> None:
        self.positions = 0

    def __call__(self, view: View, meld: Meld, use: str, pieces: tuple[int, ...], on: int) -> View:
        self.positions += 1
        return view_after(view, meld, use, pieces, on)


#: Each card fits something, but they do not all fit together.
LOST = "As 2s 3s 3s 4s 6s 7s 8s Js 3h 6h Ad 5d 7d 8d 9d Kd Ac 3c 6c * *"


def test_search__looks_at_a_few_positions_whatever_the_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    rules, view = all_came(LOST)
    counted = Counted()
    monkeypatch.setattr(finish, "view_after", counted)
    assert not Search(rules).can_finish(view)
    assert counted.positions == finish.PATIENCE
    assert not finishes(rules, view, NEVER)
    assert counted.positions > 200


def test_gate__of_plays_that_lead_nowhere_few_are_looked_into(monkeypatch: pytest.MonkeyPatch) -> None:
    rules, view = all_came(LOST)
    asked = [play for play, _ in plays(rules, view)]
    counted = Counted()
    monkeypatch.setattr(finish, "view_after", counted)
    gate = FinishGate(rules, view)
    assert not any(gate.allows(*play) for play in asked)
    assert counted.positions <= 2 * finish.PATIENCE < len(asked)
