"""Tests of `oklahoma.out-bonus` and `oklahoma.target`: the bonus for going out, the winners and their bonus."""

from __future__ import annotations

from importlib.metadata import entry_points

import pytest
from plugins.oklahoma.tests.oklahoma_tables import after, position, recorded

import rummy500 as r5
from rummy500.notation.json import match_from_json, match_to_json
from rummy500.notation.position import position_table
from rummy500.notation.toml import toml_lines
from rummy500_oklahoma.winning import Reserved

INSTALLED = {point.name for point in entry_points(group="rummy500.plugins")}
needs_partnership = pytest.mark.skipif("partnership" not in INSTALLED, reason="needs partnership")
JOKERS = '"oklahoma.jokers" = 4'
#: Seat 1 goes out with 15 on the table from before, and 100.
LATER = ("1 {5h 5d 5c}", "6s", ["1: discard 6s"])
#: Seat 1 goes out with 30 in one turn, and 250.
AT_ONCE = ("", "8h 8d 8c 6s", ["1: meld {8h 8d 8c}", "1: discard 6s"])


def ended(
    how: tuple[str, str, list[str]],
    others: tuple[str, ...] = ("3s",),
    *,
    scores: str = "[]",
    match: str = "{}",
    options: str = "",
    plugins: str = '"oklahoma"',
) -> r5.Match:
    """Return the match after seat 1 has gone out; by default the others have 3s each."""
    melds, holds, actions = how
    hands = " / ".join((others[0], holds, *others[1:]))
    more = f'phase = "play"\nscores = {scores}\nmatch = {match}' if scores != "[]" else 'phase = "play"'
    where = position(hands, melds=melds, options=options, plugins=plugins, more=more)
    return recorded(after(where, *actions))


def bonuses(where: r5.Position) -> list[int]:
    lines = r5.score_hand(where.rules, where.state).lines
    return [line.points for line in lines if line.rule == "oklahoma.out-bonus"]


def reserved(*points: int) -> str:
    return f"{{ plugin = {{ oklahoma = {{ reserved = {list(points)} }} }} }}"


@pytest.mark.parametrize(("how", "bonus"), [(LATER, 100), (AT_ONCE, 250)])
def test_oklahoma_out_bonus_is_a_line_of_its_own(how: tuple[str, str, list[str]], bonus: int) -> None:
    lines = [line for line in ended(how).hands[-1].score.lines if line.rule == "oklahoma.out-bonus"]
    assert [(line.seat, line.points) for line in lines] == [(1, bonus)]


def test_oklahoma_out_bonus_is_no_line_while_the_hand_goes_on() -> None:
    where = after(position("3s / 8h 8d 8c 6s"), "1: meld {8h 8d 8c}")
    assert not any(line.rule == "oklahoma.out-bonus" for line in r5.score_hand(where.rules, where.state).lines)


@pytest.mark.parametrize(("melds", "bonus"), [("1 [3h 4h 5h]", 100), ("0 [3h 1:4h 5h]", 100), ("0 [3h 4h 5h]", 250)])
def test_oklahoma_out_bonus_asks_for_what_lay_there_before(melds: str, bonus: int) -> None:
    where = position("3s / 8d 8c 8s 6s", melds=melds)
    assert bonuses(after(where, "1: meld {8s 8d 8c}", "1: discard 6s")) == [bonus]


def test_oklahoma_out_bonus_is_not_deceived_by_a_joker_that_goes_round() -> None:
    around = ["1: meld {8d 8c *=8}", "1: swap 8s on m2", "1: meld {7d 7c *=7}", "1: lay 7h on m3", "1: discard 6s"]
    before = position("3s / 4h 8d 8c 8s 7d 7c 7h 6s", melds="1 [3h *=4h 5h]", options=JOKERS)
    assert bonuses(after(before, "1: swap 4h on m1", *around)) == [100]
    nothing = position("3s / * 8d 8c 8s 7d 7c 7h 6s", melds="0 [3h 4h 5h]", options=JOKERS)
    assert bonuses(after(nothing, *around)) == [250]


def test_oklahoma_out_bonus_is_reserved_from_hand_to_hand() -> None:
    match = ended(AT_ONCE, ("3s", "4s"), scores="[0, 250, 0]", match=reserved(0, 250, 0))
    assert match.memories == (Reserved((0, 500, 0)),)
    assert r5.match_notes(r5.compose("classic", ["oklahoma"], seats=3), match) == (r5.Note("bonus apart", "500", 1),)
    assert ended(LATER, ("3s", "4s"), scores="[0, 250, 0]", match=reserved(0, 250, 0)).memories == (
        Reserved((0, 250, 0)),
    )


@needs_partnership
def test_oklahoma_out_bonus_is_reserved_for_the_side() -> None:
    match = ended(AT_ONCE, ("3s", "4s", "4d"), plugins='"partnership", "oklahoma"')
    assert match.memories == (Reserved((0, 250, 0, 250)),)


def test_oklahoma_out_bonus_the_match_is_written_and_read_back() -> None:
    match = ended(AT_ONCE)
    rules = r5.compose("classic", ["oklahoma"])
    assert match_from_json(match_to_json(rules, match)) == (rules, match)
    where = position("3s / 6s", more='phase = "play"\nscores = [0, 300]\nmatch = ' + reserved(0, 250))
    table = position_table(where)
    assert table["match"] == {"plugin": {"oklahoma": {"reserved": [0, 250]}}}
    assert r5.parse_position("\n".join(toml_lines(table))).match == where.match


def test_oklahoma_out_bonus_equal_scores_lifted_by_it_are_no_tied_end() -> None:
    where = position("3s / 6s", more='phase = "play"\nscores = [1040, 1040]\nmatch = ' + reserved(250, 250))
    assert not where.playoff


@pytest.mark.parametrize(
    ("scores", "back", "winners", "after_it"),
    [
        ("[0, 884, 0]", (0, 0, 0), (), (-5, 999, -5)),
        ("[0, 885, 0]", (0, 0, 0), (1,), (-5, 1200, -5)),
        ("[0, 1134, 0]", (0, 250, 0), (), (-5, 1249, -5)),
        ("[0, 1135, 0]", (0, 250, 0), (1,), (-5, 1450, -5)),
        # The others reach 1000 without the 250s: theirs is the highest among those who do.
        ("[1300, 886, 1005]", (500, 0, 0), (1,), (1295, 1201, 1000)),
        ("[1300, 700, 1005]", (500, 0, 0), (2,), (1295, 815, 1200)),
        ("[1300, 700, 1255]", (250, 0, 250), (0,), (1495, 815, 1250)),
        ("[1005, 885, 0]", (0, 0, 0), (), (1000, 1000, -5)),
        ("[1255, 1135, 0]", (250, 250, 0), (), (1250, 1250, -5)),
    ],
)
def test_oklahoma_target_is_reached_without_the_250s(
    scores: str, back: tuple[int, ...], winners: tuple[int, ...], after_it: tuple[int, ...]
) -> None:
    match = ended(LATER, ("3s", "4s"), scores=scores, match=reserved(*back))
    assert match.winners == winners
    assert match.scores == after_it
    assert match.playoff == (not winners and max(after_it) >= 1000 and after_it[0] == after_it[1])


def test_oklahoma_target_the_winner_gets_200_as_a_line_of_the_match() -> None:
    match = ended(LATER, scores="[0, 900]")
    assert [(line.seat, line.points, line.rule) for line in match.lines] == [(1, 200, "oklahoma.target")]
    assert match.hands[-1].score.by_seat == (-5, 115)


@needs_partnership
def test_oklahoma_target_a_side_gets_its_200_once() -> None:
    scores = "[0, 900, 0, 900]"
    match = ended(LATER, ("3s", "4s", "4d"), scores=scores, plugins='"partnership", "oklahoma"')
    assert match.winners == (1, 3)
    assert match.scores == (-10, 1210, -10, 1210)


def test_match_tie_is_played_on_by_the_scores_as_they_stand() -> None:
    playoff = "{ playoff = true, plugin = { oklahoma = { reserved = [0, 250] } } }"
    match = ended(LATER, scores="[1005, 995]", match=playoff)
    assert match.winners == (1,)
    assert match.scores == (1000, 1310)


def test_match_target_another_target_may_be_asked_for() -> None:
    match = ended(LATER, scores="[0, 100]", options='"match.target" = 200')
    assert match.winners == (1,)
    exceeding = ended(LATER, scores="[0, 885]", options='"match.reached" = "exceed"')
    assert exceeding.winners == ()
