"""`turn.no-stranding`: what cutting a hand up tells where plugins have a say, against a plain search of all moves."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence

import attrs
import pytest
from tests.hooks.samples import plugin
from tests.rules.tables import table

import rummy500 as r5
from rummy500.cards import JOKER, bag_of, cards_of, size
from rummy500.engine import finish
from rummy500.engine.finding import PlayFinder
from rummy500.engine.finish import Search, has_free_card
from rummy500.engine.first_minimum import points_missing
from rummy500.engine.plays import at_hand, check_held, judge_play, shape_play, view_after
from rummy500.engine.rough import Rough
from rummy500.engine.views import seat_view
from rummy500.hooks import MayMeld, Refusal, refuse
from rummy500.melds import Meld
from rummy500.melds.pieces import natural_piece, pieces_text
from rummy500.options import OptionValue
from rummy500.records import replace
from rummy500.rules import Rules
from rummy500.slots import remember
from rummy500.state import DRAW_PHASE, PLAY_PHASE, Turn, View, packed_sizes

Options = Mapping[str, OptionValue]
#: Presets, plugins and options, and what the dealer has named; `*` where a joker lies in a meld.
GAMES: dict[str, tuple[str, Sequence[str], Options, str]] = {
    "gambit, wild": ("pagat", ["dealers-gambit"], {}, "wild"),
    "gambit, double": ("pagat", ["dealers-gambit"], {}, "double"),
    "gambit, split": ("pagat", ["dealers-gambit"], {}, "split"),
    "gambit, own melds": ("pagat", ["dealers-gambit"], {"meld.layoff": "own"}, "wild"),
    "oklahoma": ("pagat", ["oklahoma"], {}, ""),
    "oklahoma, jokers": ("pagat", ["oklahoma"], {"oklahoma.jokers": 4}, "*"),
    "persian": ("pagat", ["persian"], {}, ""),
}
SEAT = 1
#: Values of an option that Oklahoma sets itself.
BARRED = ("", "drawn")


def plainly(rules: Rules, view: View) -> bool:
    """Whether the turn can end after some plays and other moves of it, maybe none: each in every order."""
    if not points_missing(rules, view) and (has_free_card(rules, view) if view.hand else rules.melding_out):
        return True
    return any(plainly(rules, after) for after in each_after(rules, view))


def each_after(rules: Rules, view: View) -> Iterable[View]:
    """What the seat may see next."""
    hand = at_hand(rules, view)
    for use, pieces, on in PlayFinder(rules, view, hand).plays(hand):
        meld = judge_play(rules, view, use, pieces, on)
        if isinstance(meld, Meld):
            yield view_after(view, meld, use, pieces, on)
    if view.hand:
        for look_ahead in rules.ahead:
            yield from look_ahead(rules, view)


def crowded(rules: Rules, named: str, rng: random.Random) -> View:
    """What seat 1 sees with a hand of few ranks and suits; melds of it and of seat 0 lie on the table."""
    begun = r5.deal(rules, seed=rng.randrange(1000))
    lowest, suits = rng.randrange(13), rng.sample(range(4), 3)
    wilds = [card for card in rules.pack if card in rules.shapes.wilds or card == JOKER]
    natural = [
        card for card in rules.pack if card not in wilds and (card % 13 - lowest) % 13 < 5 and card // 13 in suits
    ]
    rng.shuffle(natural)
    held = rng.randrange(4, 7)
    hand = [*rng.sample(wilds, min(len(wilds), rng.randrange(3))), *natural][:held]
    rest = natural[held:]
    melds: list[Meld] = []
    for _ in range(rng.randrange(3)):
        bag = bag_of([*rest, JOKER] if "*" in named and not melds else rest)
        made = [(True, pieces) for pieces in rules.finder.new_runs(bag)]
        made += [(False, pieces) for pieces in rules.finder.new_groups(bag)]
        if made:
            is_run, pieces = rng.choice(made)
            meld = rules.finder.new_meld(pieces, rng.randrange(2), is_run=is_run)
            assert isinstance(meld, Meld)
            melds.append(meld)
            for piece in pieces:
                if piece & 63 in rest:
                    rest.remove(piece & 63)
    gained = bag_of(rng.sample(hand, rng.choice((1, held - 1, held))))
    sizes = packed_sizes(tuple(held if seat == SEAT else 5 for seat in range(rules.seats)))
    public = replace(
        begun.public, phase=PLAY_PHASE, to_act=SEAT, dealer=rng.randrange(2), table=tuple(melds), sizes=sizes,
        turn=Turn(gained),
    )  # fmt: skip
    view = seat_view(rules, replace(begun, public=replace(public, phase=DRAW_PHASE)), SEAT)
    view = replace(view, hand=bag_of(hand), drawn=gained, public=public)
    return naming(rules, view, named)


@pytest.mark.parametrize(
    ("game", "barred"), [(game, barred) for game in GAMES for barred in BARRED if "oklahoma" not in game or not barred]
)
def test_rough__where_plugins_have_a_say_it_says_what_every_order_of_moves_says(game: str, barred: str) -> None:
    preset, plugins, options, named = GAMES[game]
    rng = random.Random(f"{game} {barred}")
    answers = set[bool]()
    for minimum in (0, 20, 50):
        asked = {**options, "meld.first-minimum": minimum}
        if barred:
            asked |= {"discard.barred": barred, "out.discard": rng.choice(("optional", "required"))}
        rules = r5.compose(preset, plugins, options=asked, seats=4 if plugins == ["persian"] else 2)
        for _ in range(20):
            view = crowded(rules, named, rng)
            after = list(each_after(rules, view))
            for each in (view, *rng.sample(after, min(2, len(after)))):
                plain = plainly(rules, each)
                if plain and (points_missing(rules, each) or not has_free_card(rules, each)):
                    assert Rough(rules).may_end(each), each
                assert Search(rules, patience=0).can_finish(each) is plain, (each, cards_of(each.hand))
                assert Search(rules).can_finish(each) is plain
                answers.add(plain)
    assert answers == {True, False}


@pytest.mark.parametrize("game", [game for game in GAMES if "gambit" in game or "oklahoma" in game])
def test_rough__proposes_plays_of_cards_at_hand_that_shape_allows(game: str) -> None:
    preset, plugins, options, named = GAMES[game]
    rng = random.Random(f"ways of {game}")
    proposed = 0
    for minimum in (20, 40):
        rules = r5.compose(preset, plugins, options={**options, "meld.first-minimum": minimum}, seats=2)
        for _ in range(40):
            view = crowded(rules, named, rng)
            for plays in Rough(rules).ways(view):
                after = view
                for use, pieces, on in plays:
                    assert check_held(at_hand(rules, after), pieces) is None
                    finder = rules.finder_for(after)
                    meld = shape_play(finder, after.public.table, SEAT, use, pieces, on)
                    assert isinstance(meld, Meld)
                    after = view_after(after, meld, use, pieces, on)
                proposed += 1
    assert proposed > 10


def test_rough__a_deuce_that_is_played_for_itself_is_no_wild_card_any_more() -> None:
    rules = r5.compose("pagat", ["oklahoma"], options={"meld.first-minimum": 45}, seats=2)
    begun = r5.deal(rules, seed=1)
    hand = bag_of(r5.parse_cards("2h 3h 4h 8s 9s 2s Kd"))
    public = replace(begun.public, phase=PLAY_PHASE, to_act=SEAT, sizes=packed_sizes((5, 7)))
    ways = list(Rough(rules).ways(View(SEAT, public, hand, 0, begun.slots)))
    assert [[pieces_text(pieces) for _, pieces, _ in plays] for plays in ways] == [["2h 3h 4h", "8s 9s 2s=Ts"]]


@pytest.mark.parametrize("named", ["wild", "double"])
def test_rough__a_joker_that_could_leave_the_hand_may_be_what_is_discarded(named: str) -> None:
    """Jh is laid off on a run and the joker discarded; the group that takes Jh as well is forbidden."""

    def no_groups(rule: MayMeld) -> MayMeld:
        def may(rules: Rules, view: View, meld: Meld, on: int) -> Refusal | None:
            return refuse("sample.rule", "group", "No groups.") if meld.low < 0 else rule(rules, view, meld, on)

        return may

    asked: Options = {"meld.first-minimum": 10, "out.discard": "required"}
    melds = ["0 [7h 8h 9h Th]", "0 [8d 9d Td]", "0 {Js Jd Jc}"]
    one_pack = {**asked, "deck.jokers": 1, "deck.packs": 1}
    hands = ["2c", "Jh 7d Tc *"]
    where = table("pagat", one_pack, phase="play", hands=hands, stock="4c", pile="3c", melds=melds)
    rules = r5.compose("pagat", ["dealers-gambit", plugin("no-groups", may_meld=no_groups)], options=asked, seats=2)
    view = seat_view(where.rules, where.state, SEAT)
    taken = bag_of(r5.parse_cards("Tc"))
    view = replace(view, slots=r5.deal(rules, seed=1).slots, public=replace(view.public, turn=Turn(taken)))
    view = naming(rules, view, named)
    (piece,) = (natural_piece(card) for card in r5.parse_cards("7d"))
    meld = judge_play(rules, view, "lay", (piece,), 1)
    assert isinstance(meld, Meld)
    after = view_after(view, meld, "lay", (piece,), 1)
    assert plainly(rules, after)
    assert Search(rules, patience=0).can_finish(after)


@pytest.mark.interpreted
@pytest.mark.parametrize("named", ["wild", "double"])
def test_rough__a_bad_hand_is_found_out_in_few_positions(named: str, monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[int] = []

    def counted(view: View, meld: Meld, use: str, pieces: tuple[int, ...], on: int) -> View:
        looked.append(on)
        return view_after(view, meld, use, pieces, on)

    rules = r5.compose("pagat", ["dealers-gambit"], options={"meld.first-minimum": 100}, seats=2)
    monkeypatch.setattr(finish, "view_after", counted)
    most = dict.fromkeys((finish.PATIENCE, 1000), 0)
    for seed in range(12):
        for each in list(each_after(rules, dealt(rules, named, seed)))[:3]:
            for patience in most:
                looked.clear()
                Search(rules, patience).can_finish(each)
                most[patience] = max(most[patience], len(looked))
    assert most[finish.PATIENCE] <= 2 * finish.PATIENCE
    assert most[1000] > 10 * finish.PATIENCE


def dealt(rules: Rules, named: str, seed: int) -> View:
    """What seat 1 sees with the cards of both seats and a joker in its hand."""
    begun = r5.deal(rules, seed=seed)
    hand = bag_of([*{*cards_of(begun.hands[0]), *cards_of(begun.hands[1])} - {JOKER}, JOKER])
    public = replace(begun.public, phase=PLAY_PHASE, to_act=SEAT, sizes=packed_sizes((13, size(hand))))
    return naming(rules, View(SEAT, public, hand, 0, begun.slots), named)


def naming(rules: Rules, view: View, named: str) -> View:
    """The view where the dealer has named what jokers do; as it is in games without a dealer's joker."""
    for _, memory in rules.hand_memory:
        if named and hasattr(memory.start, "named"):
            view = remember(rules, view, attrs.evolve(memory.start, named=named))
    return view
