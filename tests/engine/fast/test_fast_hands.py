"""Fast hands play as the engine does: the lists in order, states, points, trees. They say what they do not play."""

from __future__ import annotations

import functools
import random
from itertools import product
from types import SimpleNamespace
from typing import Any, Final

import attrs
import pytest
from tests.dealt import dealt_under
from tests.engine.fast.agreement import PLUGINS, PRESETS, SEATS, WAYS, compare, compare_hand, played, unread
from tests.hooks.samples import HANDED_ON, handing_on
from tests.test_records import DEFAULTS, others

import rummy500 as r5
from rummy500.base.records import field_names, replace
from rummy500.cards.shapes import MeldShapes
from rummy500.engine.match import shuffled_pack
from rummy500.fast import (
    FastHand,
    FastRules,
    divide,
    fast_deal,
    fast_hand,
    fast_rules,
    perft,
    playout,
    playouts,
    points,
    state_of,
)
from rummy500.fast.reading import DEMANDS
from rummy500.hooks import Deal, Duty, Move, PluginInfo, Reason, Round, Turn, Use, Wilds, hookimpl
from rummy500.hooks.plugin import installed
from rummy500.hooks.specs import SPECS
from rummy500.players import RandomPlayer, play_match
from rummy500.rules.options import CORE_OPTIONS
from rummy500.rules.rules import Origin, Rules
from rummy500.rules.state import PublicState
from rummy500.simulate import simulate
from rummy500_testing.altering import PART_OF, alter

GAMES: Final = list(product(PRESETS, SEATS))
INSTALLED: Final = tuple(name for name in PLUGINS if name in installed())
#: The fields of `Rules` and of its parts that fast hands read, or hand on to the engine that counts points.
READ: Final = frozenset((
    "sides", "must_have_melded", "draw_count", "top_may_be_kept", "deep_take_needs_new_meld", "bar_lifts_on_use",
    "melding_goes_out", "stock_empty", "hand_sizes", "match_memory", "points", "deducts", "score_lines", "answered",
))  # fmt: skip
#: The fields that say nothing about the play of a hand, or only what other fields say.
IDLE: Final = frozenset((
    "identity", "number", "preset", "plugins", "options", "most_barred", "plays_looked_up",
    "only_natural", "natural_phases", "takes_looked_up", "wilds_change", "cache", "base", "packs", "hand_size",
    "cut_ranks", "finder", "bars", "bars_only_gained", "refusal", "turn_moves", "other_moves", "added_moves",
    "hides_memory", "blind_phases", "memory_place", "unit", "deducts_at_stock_end", "target", "match_winners",
    "lone_top_barred", "nobody_deducts", *field_names(Origin),
))  # fmt: skip
DEMANDED: Final = {field for fields in DEMANDS for field in fields.split()}


def hand_of(rules: r5.Rules, state: r5.State) -> FastHand:
    hand = fast_hand(rules, state)
    assert hand is not None
    return hand


# ------------------------------------------------- the same game


@pytest.mark.parametrize(("preset", "seats"), GAMES)
def test_lists_states_and_points_are_those_of_the_engine(preset: str, seats: int) -> None:
    rules, source = r5.compose(preset, seats=seats), random.Random(seats)
    assert sum(compare_hand(rules, source, way) for way in WAYS for _ in range(4)) > 300


def test_they_are_with_random_options_and_plugins_too() -> None:
    assert compare(150, 5, INSTALLED) > 3_000


@pytest.mark.slow
def test_they_are_in_many_hands() -> None:
    assert compare(4_000, 6, INSTALLED) > 100_000


@pytest.mark.parametrize(("preset", "seats"), GAMES)
def test_a_fast_deal_is_the_deal(preset: str, seats: int) -> None:
    for opening in ("upcard", "extra-card"):
        rules = r5.compose(preset, options={"deal.opening": opening}, seats=seats)
        form = fast_rules(rules)
        assert isinstance(form, FastRules)
        for dealer in range(seats):
            deck = shuffled_pack(rules, dealer)
            state = r5.deal(rules, deck=deck, dealer=dealer)
            assert state_of(fast_deal(form, r5.start_match(rules, dealer=dealer).so_far, deck)) == state


def test_a_copy_does_not_change_with_its_original() -> None:
    rules, source = r5.compose("pagat", seats=3), random.Random(1)
    hand = hand_of(rules, r5.deal(rules, seed=1))
    for _ in range(40):
        kept, state = hand.copy(), state_of(hand)
        hand.step(source.choice(hand.actions()))
        assert state_of(kept) == state
        assert state_of(hand) != state


# ------------------------------------------------- what they do not play


@pytest.mark.parametrize("kind", [PublicState, Turn])
def test_a_state_is_refused_unless_a_fast_hand_holds_every_field_of_it(kind: type) -> None:
    rules = r5.compose("pagat", {}, {"stock.empty": "reshuffle"}, seats=2)
    state = r5.deal(rules, seed=1)
    state = r5.apply(rules, state, r5.parse_action("1: draw", state))
    for name in DEFAULTS[kind]:
        whole = state.public.turn if kind is Turn else state.public
        changed = replace(whole, **{name: others(kind)[name]})
        public = replace(state.public, turn=changed) if kind is Turn else changed
        other = replace(state, public=public)
        hand = fast_hand(rules, other)
        assert hand is None or state_of(hand) == other, name
    assert fast_hand(rules, replace(state, public=replace(state.public, gone=others(PublicState)["gone"]))) is None


def test_every_field_of_the_rules_is_read_idle_or_demanded() -> None:
    """A field that somebody adds to `Rules` fails here until fast hands read it, or say that they do not play it."""
    fields = {*PART_OF, *field_names(Rules)} - set(PART_OF.values())
    new = fields - {*READ, *IDLE, *DEMANDED}
    assert not new, f"fast hands neither read nor refuse {new}: add to DEMANDS in src/rummy500/fast/reading.py, or here"
    assert fields == {*READ, *IDLE, *DEMANDED}
    assert len(fields) == len(READ) + len(IDLE) + len(DEMANDED)


def test_every_field_of_the_shapes_is_read_or_demanded() -> None:
    read = {"run_min", "group_max", "different_suits", "packs", "ace_low", "ace_high"}
    demanded = {"wilds", "joker_groups", "natural_two", "round_corner"}
    assert {field.name for field in attrs.fields(MeldShapes)} == read | demanded


#: What each option that is refused is refused with; every value of every other option is played.
REFUSED: Final = {
    ("deck.packs", 2): "other packs than one of 52 cards with up to four jokers (deck.pack)",
    ("deck.packs", 3): "other packs than one of 52 cards with up to four jokers (deck.pack)",
    ("deck.packs", 4): "other packs than one of 52 cards with up to four jokers (deck.pack)",
    ("deal.opening", "offer"): "an upcard on offer (deal.opening-offer)",
    ("meld.ace", "round"): "runs round the corner (meld.ace)",
    ("meld.first-minimum", 1): "an opening minimum (meld.first-minimum)",
    ("call", "top"): "calls of the last discard or the top alone (call.last-discard, call.top)",
    ("call", "last-discard"): "calls of the last discard or the top alone (call.last-discard, call.top)",
}


def values_of(name: str) -> list[int | str | bool]:
    """List every word of an option, both flags, its numbers up to five, and those that are drawn for games."""
    option = CORE_OPTIONS[name]
    numbers = range(option.least, min(option.least + 5, option.most or 9) + 1) if option.least is not None else ()
    return [*option.choices, *numbers, *([0] if option.zero else []), *played()[name]]


@pytest.mark.parametrize("name", CORE_OPTIONS)
def test_each_value_of_each_option_is_played_as_it_is_or_refused_by_its_rule(name: str) -> None:
    for value in values_of(name):
        rules = r5.compose("pagat", options={name: value}, seats=3)
        told = f"{name} = {value!r}"
        assert not (found := unread(rules, name)), f"{told}: {found}"
        form = fast_rules(rules)
        key = (name, 1) if name == "meld.first-minimum" and value else (name, value)
        if key in REFUSED or isinstance(form, str):
            assert form == f"Fast hands do not play {REFUSED.get(key, 'it')}.", f"{told}: give its words in REFUSED"


def test_eight_seats_are_refused() -> None:
    assert fast_rules(r5.compose("pagat", seats=8)) == "Fast hands do not play more than four seats."


#: The field of `Rules` in which the answers to a hook are, where it has another name.
FIELD_OF: Final = {
    "plugin_info": "plugins", "settings": "options", "entries": "origin", "wilds": "shapes", "dealing": "rounds",
    "memory": "hand_memory", "card_points": "points", "may": "may_meld", "effects": "moves", "takes": "collects",
}  # fmt: skip


def test_the_answers_to_every_hook_are_in_a_field_that_is_walked_here() -> None:
    fields = {*READ, *IDLE, *DEMANDED, "origin"}
    new = [hook for hook in SPECS if FIELD_OF.get(hook, hook) not in fields]
    assert not new, f"no field of `Rules` has the name of the hooks {new}: add the fields to FIELD_OF, or read them"


def wrapped_anew(effect: Any) -> Any:
    """Wrap an effect without a change."""
    return functools.partial(effect)


#: An answer to each hook that changes play, beside those of the installed plugins; the sentence that refuses it.
ANSWERS: Final[dict[str, tuple[Any, str]]] = {
    "may": ({"end": Duty(lambda rules, view: None)}, "duties at the end of a turn"),
    "effects": ({"draw": wrapped_anew}, "other moves, or moves"),
    "uses": ((Use("burn", lambda rules, view, card: (), lambda rules, view, pieces, on: view),), "other uses"),
    "moves": (
        (Move("wave", effect=lambda rules, state, action: state, phases=("draw",), whose="others"),),
        "other moves",
    ),
    "dealing": (Deal((Round(begin=lambda rules, state: state),)), "steps between deal and first turn"),
    "wilds": (Wilds((52,), natural_two=Reason("twos.own", "wild", "No wild two.")()), "other wild cards than jokers"),
    "pack": (None, ""),
}  # fmt: skip


@pytest.mark.parametrize("hook", ANSWERS)
def test_an_answer_to_a_hook_that_fields_combine_is_played_or_refused_with_its_plugin(hook: str) -> None:
    answer, sentence = ANSWERS[hook]
    hooks: dict[str, Any] = {"plugin_info": lambda: PluginInfo("probe", "answers a hook"), hook: lambda: answer}
    if hook == "pack":
        hooks[hook] = lambda pack: attrs.evolve(pack, cards=pack.cards[1:])
    rules = r5.compose("pagat", [SimpleNamespace(**{name: hookimpl(each) for name, each in hooks.items()})], seats=3)
    form = fast_rules(rules)
    if sentence:
        assert isinstance(form, str)
        assert form.startswith(f"Fast hands do not play {sentence}")
        assert form.endswith(f" (hook {hook} of plugin probe).")
    else:
        compare_hand(rules, random.Random(1), "often")


@pytest.mark.parametrize("case", HANDED_ON)
def test_rules_with_a_plugin_at_a_hook_are_played_as_they_are_or_refused_with_its_name(case: str) -> None:
    rules = r5.compose("classic", [handing_on(case)], seats=3)
    form = fast_rules(rules)
    if isinstance(form, str):
        assert form.startswith("Fast hands do not play ")
        assert form.endswith(f" (hook {case.partition('.')[0]} of plugin pass-through).")
    else:
        compare_hand(rules, random.Random(3), "often")


@pytest.mark.parametrize("name", sorted(installed()))
def test_each_plugin_is_played_as_it_is_or_refused_with_its_name(name: str) -> None:
    rules = r5.compose("classic", [name], seats=4)
    form = fast_rules(rules)
    if name in PLUGINS:
        source = random.Random(4)
        assert sum(compare_hand(rules, source, "often") for _ in range(10)) > 100
    else:
        assert isinstance(form, str)
        assert form.startswith("Fast hands do not play ")


def test_rules_that_were_altered_have_a_form_of_their_own() -> None:
    rules = r5.compose("classic", seats=3)
    altered = alter(rules, draw_count=2)
    assert isinstance(fast_rules(rules), FastRules)
    compare_hand(altered, random.Random(1), "random")


@pytest.mark.parametrize(
    "changed",
    [
        {"table": (r5.Meld(0, -1, 3, (3 * 65, 16 * 65, 29 * 65), b"\0\0\0"),)},  # cards that the hands hold, too
        {"gone": 1 << 20},
        {"turn": Turn(stock_only=True)},
        {"phase": "offer"},
    ],
)
def test_a_position_that_the_rules_do_not_lead_to_is_left_to_the_engine(changed: dict[str, Any]) -> None:
    rules = r5.compose("classic", seats=2)
    state = r5.deal(rules, deck=bytes(range(52)))
    state = state.__replace__(public=state.public.__replace__(**changed))
    assert fast_hand(rules, state) is None


def test_cards_that_the_pack_does_not_have_are_left_to_the_engine() -> None:
    """Jokers in rules without jokers, and the ace of spades where the pack has none."""
    short = SimpleNamespace(
        plugin_info=hookimpl(lambda: PluginInfo("short", "a pack without the ace of spades")),
        pack=hookimpl(lambda pack: attrs.evolve(pack, cards=pack.cards[1:])),
    )
    for rules, others_pack in (
        (r5.compose("classic", seats=2), r5.compose("pagat", seats=2)),
        (r5.compose("classic", [short], seats=2), r5.compose("classic", seats=2)),
    ):
        state = dealt_under(rules, r5.deal(others_pack, seed=0))
        assert isinstance(fast_rules(rules), FastRules)
        assert fast_hand(rules, state) is None
        results = [playouts(rules, state, 3, random.Random(1), "random", fast=fast) for fast in (True, False)]
        assert results[0] == results[1]


# ------------------------------------------------- used unasked


@pytest.mark.parametrize("policy", ["random", "meld-first", "sensible"])
@pytest.mark.parametrize(("preset", "seats"), GAMES)
def test_playout_gives_the_same_hand_with_and_without(preset: str, seats: int, policy: Any) -> None:
    rules = r5.compose(preset, options={"stock.empty": "reshuffle"}, seats=seats)
    for seed in range(8):
        state = r5.deal(rules, seed=seed)
        ends = [playout(rules, state, random.Random(seed), policy, fast=fast) for fast in (True, False)]
        assert ends[0] == ends[1]
        assert playout(rules, state, random.Random(seed), policy) == ends[0]


@pytest.mark.parametrize("plugins", [(), ("masters-hand",), ("wikipedia",)])
def test_playouts_are_the_points_of_one_playout_after_the_other(plugins: tuple[str, ...]) -> None:
    rules = r5.compose("pagat", plugins, seats=3)
    state, source = r5.deal(rules, seed=3), random.Random(3)
    ends = [playout(rules, state, source, "random") for _ in range(6)]
    for fast in (True, False):
        found = playouts(rules, state, 6, random.Random(3), "random", fast=fast)
        assert found == [points(rules, end) for end in ends]


def test_perft_counts_the_same_with_and_without() -> None:
    for preset, seats in GAMES:
        rules = r5.compose(preset, options={"stock.empty": "reshuffle"}, seats=seats)
        state = r5.deal(rules, seed=seats)
        for depth in range(4):
            assert perft(rules, state, depth) == perft(rules, state, depth, fast=False)
            assert divide(rules, state, depth) == divide(rules, state, depth, fast=False)


@pytest.mark.parametrize(("preset", "seats"), GAMES)
def test_simulate_with_random_players_gives_the_same_results(preset: str, seats: int) -> None:
    rules = r5.compose(preset, options={"stock.empty": "reshuffle", "match.target": 150}, seats=seats)
    for players in (["random"], [RandomPlayer]):
        found = [
            simulate(rules, players, matches=3, seed=seats, max_turns=60, workers=1, fast=fast)
            for fast in (True, False)
        ]
        assert found[0] == found[1]


def test_simulate_uses_them_for_random_players_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    rules, played = r5.compose("classic", seats=2), list[Rules]()

    def play_slowly(*given: Any, **more: Any) -> Any:
        played.append(rules)
        return play_match(*given, **more)

    monkeypatch.setattr("rummy500.simulate.matches.play_match", play_slowly)
    simulate(rules, ["random"], matches=1, seed=1, workers=1)
    assert not played
    simulate(rules, ["random", "medium"], matches=1, seed=1, max_hands=1, workers=1)
    simulate(rules, ["random"], matches=1, seed=1, workers=1, fast=False)
    simulate(rules, ["random"], matches=1, seed=1, workers=1, max_seconds=60)
    simulate(r5.compose("classic", seats=8), ["random"], matches=1, seed=1, max_hands=1, workers=1)
    assert len(played) == 4
