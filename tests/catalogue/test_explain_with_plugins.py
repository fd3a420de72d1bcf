"""Tests of `explain` with plugins: sentences, who set them, their sources, and what they replaced."""

import re

import pytest
from tests.catalogue.every_rules import INSTALLED
from tests.hooks.samples import plugin

import rummy500 as r5
from rummy500.hooks import Settings
from rummy500.rules.options import CORE_PRESETS

#: Preset, plugins and options of a table, and below them rules: who set each; its sources; its sentence; and after `<`
#: the sentence that it replaced. `...` stands for any text.
TOLD = """
pagat, seats=2
  seats: core; ...; Two people play, in seats numbered clockwise.
pagat, seats=8
  seats: core; ...; Eight people play, in seats numbered clockwise.
pagat, deal.next-dealer=winner
  deal.next-dealer: option; ...; Whoever went out deals the next hand....
pagat partnership, deal.next-dealer=winner
  deal.next-dealer: option; ours; ...player on the dealer's left, whoever won it, because a side wins but only one...
pagat partnership, deal.next-dealer=right
  deal.next-dealer: option; 001; After each hand the deal moves to the player on the dealer's right. < ...
pagat, match.reached=reach
  match.target: option; ...; The match ends after the hand in which somebody first has 500 points or more. < ...
pagat partnership, match.reached=reach
  match.target: plugin partnership; ...; ... the hand in which a side first has 500 points or more. < ...
pagat, meld.layoff=own
  match.target: preset pagat; 000; The match ends after the hand in which somebody's score first exceeds 500 points.
  match.highest: core; 000, 001, 002, 003; ...the highest score wins, no matter who reached the target first.
  match.tie: core; 000, 002; If several players tie for the highest score,... one player leads alone. That player...
  match.margin: core; ...by how many points each player has beaten each of the others.
  meld.layoff: option; ...; You may add cards to your own melds: ... < You may add cards to any meld on the table,...
  meld.layoff-own: option; 003; You may not lay off on melds that others started. < You may lay off on every meld.
pagat partnership, match.reached=exceed meld.layoff=own
  match.target: option; 000; The match ends after the hand in which a side's score first exceeds 500 points.
  match.highest: core; 000, 001, 002, 003; ...the side with the highest score wins, no matter which side reached the...
  match.tie: core; 000, 002; If several sides tie for the highest score,... one side leads alone. That side wins,...
  match.margin: core; ...by how many points each side has beaten each of the others.
  meld.layoff: option; ...; You may add cards to your side's melds: ... < You may add cards to any meld on the table,...
  meld.layoff-own: option; 003; You may not lay off on melds that another side started. < You may lay off on every meld.
family partnership, seats=4
  match.highest: core; ours; ...the side with the highest score wins, no matter which side reached the target first.
pagat persian, seats=4
  seats: core; ...; Four people play, in seats numbered clockwise.
  meld.group-suits: plugin persian; 003; The suits in a group do not matter. < ...
  score.values: plugin persian; ...; ...; a jack, queen or king counts 10; an ace counts 15. < ...
  persian.double: plugin persian; 001, 003; ... does not count double. A run of four does not count double.
classic, seats=4
  meld.group-suits: preset classic; 003; The suits in a group do not matter.
classic, seats=5
  meld.group-suits: preset classic; 003; ... not matter; a group may have identical cards of two packs.
classic, deck.packs=2
  meld.group-suits: option; 003; ... a group may have identical cards of two... < The suits in a group do not matter.
pagat persian, stock.empty=strict
  stock.strict: option; ... < You may take from the pile or pass; a pass ends the hand.
pagat persian, meld.layoff=after-meld
  meld.layoff-after-meld: option; ... < You may lay off on every meld.
pagat persian, meld.first-minimum=30
  meld.first-minimum: option; ... < No points needed to open.
  persian.double: ...; 001, 003, ours; ... Towards the points needed to open, it counts only once. A run of four...
pagat persian, call=full
  call.full: option; 000, ours; ... Play continues on the caller's left.
  call.not-own: option; 000, 001, 002, 003; ... cannot call until another turn has ended.
  call.window: option; 000, 003; ... or after the hand is over.
  call.race: option; ours; If several players want to call, the first to call gets the cards.
pagat, seats=4
  call.race: preset pagat; ours; ...
pagat persian, meld.ace=low
  score.values: plugin persian; ...; an ace counts 15. < ...
pagat persian, persian.flavour=001 call=full
  call.race: option; ...
  meld.ace: preset pagat; ...
  score.values: ...; an ace counts 15, but 1 at the low end of a run. < ...
  persian.double: ...; 001, 003, ours; ... does not count double. A run of four does not count double.
pagat five-ten-fifteen persian, meld.ace=both
  score.5-10-15: ...; a ten, jack, queen or king counts 10; an ace counts 15. < ...
pagat persian five-ten-fifteen, meld.ace=both
  score.5-10-15: ...; a ten, jack, queen or king counts 10; an ace counts 15, but 5 at the low end of a run. < ...
pagat boathouse, seats=4
  discard.one: plugin boathouse; 000, 001; You end every turn by discarding one card face up. < ...
  out.meld-or-discard: plugin boathouse; 000, 001; You go out by discarding your last card,...
  out.discard-required: plugin boathouse; 000, 001; ... < You may go out without a discard.
pagat, out.discard=required
  discard.one: option; 000, 001; ...
  out.meld-or-discard: option; 000, 001; ...
  out.discard-required: option; 000, 001; ...
"""


def composed(preset: str, *plugins: str, options: dict[str, object] | None = None, seats: int = 4) -> r5.Rules:
    missing = {preset, *plugins}.difference(INSTALLED, CORE_PRESETS)
    if missing:
        pytest.skip(f"not installed: {', '.join(sorted(missing))}")
    return r5.compose(preset, plugins, options, seats=seats)


@pytest.mark.parametrize("told", re.split(r"\n(?=\w)", TOLD.strip()), ids=lambda told: told.partition("\n")[0])
def test_what_explain_tells(told: str) -> None:
    head, *lines = told.splitlines()
    (preset, *plugins), words = (half.split() for half in head.split(", "))
    options: dict[str, object] = {}
    for name, _, value in (word.partition("=") for word in words):
        options[name] = int(value) if value.isdigit() and name != "persian.flavour" else value
    seats = options.pop("seats", 4)
    assert isinstance(seats, int)
    found = {one.rule: one for one in r5.explain(composed(preset, *plugins, options=options, seats=seats))}
    for rule, _, text in (line.strip().partition(": ") for line in lines):
        one = found[rule]
        shown = f"{one.set_by}; {one.source}; {one.text}" + (f" < {one.replaced}" if one.replaced else "")
        assert re.fullmatch(re.escape(text).replace(r"\.\.\.", ".*"), shown), f"{rule}: {shown}"


@pytest.mark.parametrize("preset", ["pagat", "classic"])
def test_sides_replace_no_sentence_of_the_preset(preset: str) -> None:
    alone, pairs = r5.compose(preset, seats=4), composed(preset, "partnership")
    assert (alone.sides_play, pairs.sides_play) == (False, True)
    lines = [{line.rule: line for line in r5.explain(rules)} for rules in (alone, pairs)]
    assert lines[0]["match.highest"].text != lines[1]["match.highest"].text
    assert not any(line.replaced for line in lines[1].values() if line.set_by == "core")
    assert not lines[1]["match.highest"].replaced


def test_where_nothing_can_be_composed_without_the_options_the_preset_is_compared() -> None:
    too_large = plugin("too-large", settings=lambda: Settings(sets={"deal.size": 30, "call": "none"}))
    with pytest.raises(r5.ComposeError):
        r5.compose("pagat", [too_large])
    found = {one.rule: one for one in r5.explain(r5.compose("pagat", [too_large], {"deal.size": 5}))}
    assert (found["deal.size"].set_by, found["deal.size"].text) == ("option", "Each player is dealt 5 cards.")
    assert found["call.none"].set_by == "plugin too-large"


@pytest.mark.parametrize(
    ("plugins", "points"),
    [
        ([], 1),
        (["persian"], 15),
        (["five-ten-fifteen", "persian"], 15),
        (["persian", "five-ten-fifteen"], 5),
    ],
)
@pytest.mark.parametrize("preset", CORE_PRESETS)
def test_a_low_ace_counts_what_the_engine_counts(preset: str, plugins: list[str], points: int) -> None:
    for ace in ("both", "low", "high"):
        rules = composed(preset, *plugins, options={"meld.ace": ace})
        assert rules.scoring.low_ace_points == rules.scoring.points.piece(0, "low") == points
        assert rules.origin.preset_alone().scoring.low_ace_points == 1
