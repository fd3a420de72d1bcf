"""Tests of a game line by line: undo, save, several people, players by name, and words of the audit C1 to C10."""

from __future__ import annotations

import json
import re
import shlex
import sys
from collections.abc import Callable
from pathlib import Path

import click.testing
import pytest
from rich.text import Text

import rummy500 as r5
from rummy500_cookbook import look_once
from rummy500_terminal.human import prompt_of
from rummy500_terminal.screen import marked, with_symbols, wrapped

Run = Callable[..., click.testing.Result]

BOT = '''

class Slow:
    """Draws always, and discards its first card."""

    def __init__(self, random_source):
        self.source = random_source

    def choose(self, rules, view, legal):
        found = list(legal.plain())
        return next((each for each in found if each.verb in ("draw", "discard", "take")), None)


class Cheat(Slow):
    def choose(self, rules, view, legal):
        return list(legal)[0].__class__(view.seat, "discard", 52)


class Raises(Slow):
    def choose(self, rules, view, legal):
        raise KeyError("no idea")


class TakesNothing:
    def choose(self, rules, view, legal):
        return next(iter(legal))


class Sees(Slow):
    def choose(self, view):
        return None


class Chooses:
    def __init__(self, random_source):
        pass
'''


@pytest.fixture
def bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    file = tmp_path / "slow_bot_of_games.py"
    file.write_text(BOT, "utf-8")
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.delitem(sys.modules, "slow_bot_of_games", raising=False)
    return str(file)


def typed(run: Run, *lines: str, args: tuple[str, ...] = ()) -> str:
    done = run("play", "--interactive", "--seed", "5", *args, typed="".join(f"{line}\n" for line in lines))
    assert done.exit_code == 0, done.output
    return str(done.output)


def test_c1__a_partner_is_named_and_the_score_is_of_the_side(run: Run) -> None:
    pytest.importorskip("rummy500_partnership")
    out = typed(run, "score", args=("--plugin", "partnership", "--seats", "4"))
    assert re.search(r"Bela \(2\) .* your partner\n", out)
    assert re.search(r"Ada \(1\) .* with Cleo\n", out)
    assert out.count("in the match, your side") == 2
    assert out.count("in the match, of the side with") == 2


@pytest.mark.parametrize(
    ("sides", "partner", "others", "lines"),
    [("two", "Bela \\(2\\)", "Cleo and Egon", 3), ("three", "Cleo \\(3\\)", "Dana", 2)],
)
def test_c1__partners_of_six_are_named(run: Run, sides: str, partner: str, others: str, lines: int) -> None:
    pytest.importorskip("rummy500_partnership")
    given = ("--plugin", "partnership", "--seats", "6", "--option", f"partnership.sides={sides}")
    out = typed(run, "score", args=given)
    assert re.search(rf"{partner} .* your partner\n", out)
    assert re.search(rf"Ada \(1\) .* with {others}\n", out)
    assert out.count("in the match, your side") == lines


def test_c2__undo_takes_back_until_a_card_was_drawn__also_in_the_transcript(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.toml"
    out = typed(run, "js", "undo", "draw", "undo", args=("--transcript", str(file)))
    assert "Taken back: take Js." in out
    assert out.count("pile      Js/1") == 3
    assert "You cannot undo: somebody has seen a new card since." in out.replace("\n", " ")
    text = file.read_text("utf-8")
    assert "take Js" not in text
    assert "0: draw" in text
    assert run("replay", str(file)).exit_code == 0


def test_c2__a_game_that_was_left_goes_on(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / ("a folder with a long name" * 3).replace(" ", "-")
    folder.mkdir()
    file = folder / "4d.json"  # a name is not a card
    assert f"Saved. To continue:\nrummy500 play --resume {file}\n" in typed(
        run, "draw", f"save {file}", args=("--cards", "symbols")
    )
    left = typed(run, "qs", args=("--resume", str(file)))
    assert "hand      9s Qs   Th   3d Jd   2c 4c 6c   (drawn: 3d)" in left
    assert "you       discard Qs" in left
    assert "hand      9s   Th   3d Jd   2c 4c 6c\n" in typed(run, "show", args=("--resume", str(file)))


def test_c2__the_command_to_continue_begins_as_the_game_was_started(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "game.json"
    monkeypatch.setenv("UV_RUN_RECURSION_DEPTH", "1")
    assert f"\nuv run rummy500 play --resume {file}\n" in typed(run, "draw", f"save {file}")


def test_c2__leaving_a_game_that_would_be_lost_asks_for_a_file(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "saved.json"
    out = typed(run, "draw", "quit", str(file))
    assert "Not saved. A file name saves the game, Enter leaves > " in out
    assert "0: draw" in json.loads(file.read_text("utf-8"))["log"]
    assert "Not saved" not in typed(run, "quit", args=("--save", str(file)))


def test_a_saved_game_goes_with_no_rules_and_one_that_was_changed_is_one_line(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "saved.json"
    typed(run, "draw", args=("--save", str(file)))
    for args in (("--preset", "classic"), ("--seats", "4"), ("--option", "match.target=9")):
        done = run("play", "--interactive", "--resume", str(file), *args)
        assert done.exit_code == 2
        assert f"{args[0]} does not go with --resume" in done.output
    file.write_text(file.read_text("utf-8").replace('"0: draw"', '"0: discard *"'), "utf-8")
    done = run("play", "--interactive", "--resume", str(file))
    assert done.exit_code == 2
    assert done.output.startswith(
        "rummy500: cannot resume: this is not a saved game of this version, or only a part of one: "
    )
    assert f"{file}:1:" in done.output
    assert done.output.count("\n") == 1


def test_whoever_watches_a_saved_game_keeps_it(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "saved.json"
    typed(run, "draw", args=("--save", str(file)))
    before = file.read_text("utf-8")
    assert "Score" in run("play", "--auto", "--resume", str(file)).output
    assert file.read_text("utf-8") == before


def test_c3__two_people_at_one_screen_see_their_own_hands(run: Run) -> None:
    args = ("--seat", "0=Ann", "--seat", "1=Bob", "--seats", "2")
    lines = [""] + [line for _ in range(6) for line in ("draw", "1", "1", "")]
    out = typed(run, *lines, args=args)
    assert "Ann and Bob play to more than 500 points" in out
    assert "Ann, it is your turn to decide: press Enter when nobody else is looking > " in out
    assert "Bob, it is your turn to decide: press Enter when nobody else is looking > " in out
    parts = re.split(r"(Ann|Bob), it is for you to decide", out)
    for name, part in zip(parts[1::2], parts[2::2], strict=True):
        other = "Bob" if name == "Ann" else "Ann"
        assert f"\n{name} " not in part.split("\n" + "-" * 80)[0]
        if "hand      " in part:
            assert f"\n{other} " in part
        assert not re.search(rf"^{other} +draw \(", part, re.MULTILINE)


def test_c3__an_undo_needs_no_answer_of_others_at_the_screen(run: Run) -> None:
    out = typed(run, "", "2", "undo", args=("--seat", "0=Ann", "--seat", "1=Bob", "--seats", "2"))
    assert "Taken back: take " in out


def test_c3__a_name_is_for_one_seat(run: Run) -> None:
    out = typed(run, args=("--opponent", "Zoe=medium", "--seats", "4"))
    assert [line.split()[0] for line in out.splitlines() if " cards   score" in line] == ["you", "Zoe", "Ada", "Bela"]


def test_c3__a_class_of_a_file_plays_and_is_named(run: Run, bot: str) -> None:
    args = ("--opponent", f"Zoe={bot}:Slow", "--opponent", "random", "--hands", "1")
    out = typed(run, "draw", "qs", args=args)
    assert re.search(r"^Zoe +draws a card; discards ", out, re.MULTILINE)
    assert re.search(r"^Ada \(2\) +", out, re.MULTILINE)
    done = run("simulate", "--players", f"medium,{bot}:Slow", "--matches", "2", "--seats", "2", "--workers", "1")
    assert re.search(r"^Slow +2 ", done.output, re.MULTILINE)


def test_c3__a_saved_game_names_no_class(run: Run, bot: str, tmp_path: Path) -> None:
    file = tmp_path / "saved.json"
    args = ("--opponent", f"Zoe={bot}:Slow", "--seats", "2")
    left = typed(run, "draw", args=(*args, "--save", str(file)))
    command = re.search(r"^rummy500 play (.+)$", left, re.MULTILINE)
    assert command is not None
    again = shlex.split(command[1])
    assert again == ["--opponent", f"Zoe={bot}:Slow", "--resume", str(file)]
    assert "slow_bot" not in file.read_text("utf-8")
    assert "Slow" not in file.read_text("utf-8")
    out = typed(run, "qs", args=tuple(again))
    assert re.search(r"^Zoe +draws a card; discards ", out, re.MULTILINE)


def test_c3__a_seat_of_a_class_is_never_asked_of_people(run: Run, bot: str, tmp_path: Path) -> None:
    """Without the class the game is not resumed; nobody is shown its hand."""
    file = tmp_path / "saved.json"
    args = ("--opponent", f"Zoe={bot}:Slow", "--opponent", "medium", "--seats", "4")
    typed(run, "draw", args=(*args, "--save", str(file)))
    for more in ((), ("--seat", "0")):
        done = run("play", "--interactive", "--resume", str(file), *more, typed="show\n")
        assert done.exit_code == 2
        assert "seat 1 (Zoe) had a player that a saved game cannot name; give one with --opponent" in done.output
        assert "hand" not in done.output
    for player, name in ((f"{bot}:Slow", "Zoe"), ("medium", "Zoe"), (f"Max={bot}:Slow", "Max")):
        copy = tmp_path / "copy.json"
        copy.write_text(file.read_text("utf-8"), "utf-8")
        out = typed(run, "1", "1", "1", args=("--opponent", player, "--resume", str(copy)))
        assert "You are seat 0" in out
        assert re.search(rf"^{name} +(draw|take)", out, re.MULTILINE)
        assert "press Enter when nobody else is looking" not in out
    out = typed(run, "", args=("--seat", "0=Ann", "--seat", "1", "--seat", "3", "--resume", str(file)))
    assert "Ann, Zoe and Bela play to" in out


def test_c3__an_opponent_without_a_seat_is_refused(run: Run, bot: str, tmp_path: Path) -> None:
    file = tmp_path / "saved.json"
    typed(run, "", "draw", args=("--seat", "0=Ann", "--seat", "1=Bob", "--save", str(file)))
    done = run("play", "--interactive", "--resume", str(file), "--opponent", f"{bot}:Slow")
    assert done.exit_code == 2
    assert "--opponent has no seat: everybody of the saved game keeps theirs" in done.output
    out = typed(run, "show", args=("--resume", str(file), "--opponent", f"Zoe={bot}:Slow", "--seat", "0"))
    assert re.search(r"^Zoe \(1\) +7 cards", out, re.MULTILINE)


def test_c4__no_line_breaks_inside_a_word(run: Run) -> None:
    pytest.importorskip("rummy500_oklahoma")
    out = typed(run, "help", "hint", "rules", "draw", "hint", "all", "why lay Kd", args=("--plugin", "oklahoma"))
    assert all(len(line.rstrip()) <= 80 for line in out.splitlines())
    assert [line.plain for line in wrapped(Text("laid down freely here"), 10, indent=2)] == [
        "laid down",
        "  freely",
        "  here",
    ]


def test_c6__suits_are_shown_as_symbols_and_may_be_typed(run: Run) -> None:
    out = typed(run, "J♠", "q♠", args=("--cards", "symbols"))
    assert "hand      9♠ Q♠   10♥   J♦   2♣ 4♣ 6♣\n" in out
    assert "you       take J♠\n" in out
    assert "you       discard Q♠\n" in out
    assert "♠" not in typed(run, "help", args=())


def test_c6__a_ten_may_be_typed_in_digits(run: Run) -> None:
    assert "you       discard Th\n" in typed(run, "draw", "10h")
    assert with_symbols(marked("Th Ts *=T *=Tc 2s=Kh ?? *d")).plain == "10♥ 10♠ *=10 *=10♣ 2♠=K♥ ?? *d"


def test_c9__a_hint_has_a_reason_and_each_phase_a_prompt(run: Run) -> None:
    pytest.importorskip("rummy500_oklahoma")
    out = typed(run, "hint", "draw", "hint", "rules")
    assert "Hint: draw. Nothing on the pile beats a fresh card." in out
    assert re.search(r"Hint: discard (\w\w)\.(?s:.{,160}?)\b\1 (is|combines)\b", out)
    assert "Begin your turn: draw from the stock, or take cards from the pile." in out
    assert "end your turn with a discard." in out
    assert re.search(r"^The deal *\n\s*\S For the first deal everyone", out, re.MULTILINE)
    assert re.search(r"^ card +on the table +left in hand *$", out, re.MULTILINE)
    assert "|" not in out
    pytest.importorskip("rummy500_dealers_gambit")
    named = typed(run, "hint", args=("--plugin", "dealers-gambit", "--seed", "2"))
    assert "Hint: name double. Doubled melds bring the dealer the most points." in named
    offered = typed(run, args=("--plugin", "oklahoma"))
    assert "You are offered the upcard before the first turn: take it, or pass." in offered


def test_the_prompt_names_the_moves_that_can_begin_a_turn(run: Run) -> None:
    assert "\nBegin your turn: draw from the stock.\n" in typed(run, args=("--preset", "classic", "--seed", "1"))
    rules = r5.compose("pagat", [look_once], seats=4)
    hand = r5.deal(rules, seed=5)
    view = r5.observe(rules, hand, hand.public.to_act)
    words = "Begin your turn: draw from the stock, take cards from the pile, or look."
    assert prompt_of(rules, view, tuple(r5.legal_actions(rules, view).plain())) == words


def test_c10__a_lay_off_without_a_meld_is_asked_back(run: Run) -> None:
    pytest.importorskip("rummy500_partnership")
    out = typed(run, "draw", "lay Jd", "why meld 2c 3d 4c", "why discard qs")
    assert "There is no meld on the table to lay off on." in out
    assert "meld [2c 3d 4c]: A run is of one suit. (meld.run)" in out
    assert "That is allowed." in out
    out = typed(run, "draw", "1", "lay Jd", args=("--plugin", "partnership", "--seats", "4"))
    assert "On which meld? Type lay Jd on m1, for example." in out
