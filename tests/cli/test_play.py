"""Tests of `rummy500 play`: hands between programs, and a person at the terminal."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from itertools import cycle
from pathlib import Path

import click.testing
import pytest
from tests.hooks.installing import forget_files

from rummy500.cards.cards import card_text, cards_text
from rummy500.engine.observe import hand_texts, observe
from rummy500.rules.options import CORE_PRESETS
from rummy500_cookbook import chips
from rummy500_terminal.files import Trouble, check_writable, write_text
from rummy500_terminal.judging import read_transcripts, replay

CARD = re.compile(r"[A2-9TJQK][shdc]\b")
Run = Callable[..., click.testing.Result]


@pytest.mark.parametrize(("seats", "preset"), list(zip(range(2, 9), cycle(CORE_PRESETS), strict=False)))
def test_auto_plays_one_hand(run: Run, seats: int, preset: str) -> None:
    done = run("play", "--auto", "--preset", preset, "--seats", str(seats), "--seed", "3")
    assert done.exit_code == 0, done.output
    assert done.output.count("\nHand ") == 1
    assert done.output.count("in the match") == seats
    assert "left in hand" in done.output
    assert "\x1b" not in done.output
    assert all(len(line.rstrip()) <= 80 for line in done.output.splitlines())


#: Each house rule with a value, as a group writes it down.
HOUSE_RULES = (
    "out-bonus=50", "at-once=double", "wild=deuces", "wild-points=as-card", "redeem=anybody", "pile-after-meld=true",
    "queen-of-spades=40", "knock=10", "buys=3",
)  # fmt: skip


@pytest.mark.parametrize("rule", [*HOUSE_RULES, "wild=deuces out-bonus=50 pile-after-meld=true"])
def test_house_rules_are_played_by_people_and_programs(run: Run, rule: str) -> None:
    pytest.importorskip("rummy500_house_rules")
    chosen = [word for each in rule.split() for word in ("--option", f"house-rules.{each}")]
    game = ("--plugin", "house-rules", *chosen, "--seats", "3")
    done = run("play", *game, "--seed", "3", "--auto")
    assert done.exit_code == 0, done.output
    assert done.output.count("in the match") == 3
    asked = run("play", *game, "--seed", "3", "--interactive", "--plain", typed="draw\nquit\n")
    assert asked.exit_code == 0, asked.output
    shown = run("rules", *game).output
    assert all(f"house-rules.{each.partition('=')[0]}" in shown for each in rule.split())


def test_without_a_terminal_it_plays_by_itself(run: Run) -> None:
    title, line, *rest = run("play", "--seed", "3", typed="draw\n").output.splitlines()
    assert line == "Nobody is at a terminal, so programs play every seat, as with --auto."
    assert [title, *rest] == run("play", "--auto", "--seed", "3").output.splitlines()


def test_a_saved_game_is_not_continued_without_a_terminal(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    run("play", "--interactive", "--save", str(file), typed="draw\n")
    saved = file.read_bytes()
    done = run("play", "--resume", str(file), "--transcript", str(tmp_path / "t.toml"), typed="draw\n")
    assert done.exit_code == 2
    assert "rummy500 play: continuing a saved game needs a terminal; with --auto programs play it" in done.output
    assert [each.name for each in tmp_path.iterdir()] == ["game.json"]
    assert file.read_bytes() == saved


def interactive(run: Run, *lines: str, args: tuple[str, ...] = ()) -> str:
    done = run("play", "--interactive", "--seed", "5", *args, typed="".join(f"{line}\n" for line in lines))
    assert done.exit_code == 0, done.output
    return str(done.output)


def test_a_person_is_shown_the_table_and_answered(run: Run) -> None:
    out = interactive(
        run,
        "help",
        "why discard Qs",
        "draw",
        "why discard Qs",
        "foo",
        "99",
        "",
        "rummy",
        "hint",
        "all",
        "show",
        "score",
    )
    assert "You are seat 0 and play to more than 500 points" in out
    assert "you       7 cards   score 0\n" in out
    assert "hand      9s Qs   Th   Jd   2c 4c 6c\n" in out
    assert "pile      Js/1" in out
    assert "(turn.parts)" in out
    assert "you       draw 3d" in out
    assert "(drawn: 3d)" in out
    assert "That is allowed." in out
    assert "I do not know 'foo'; type `help` for the commands." in out
    assert "There is no number 99 in the list." in out
    assert "There is nothing that you can call now." in out
    assert "you      -54  left in hand" in out
    assert "+0  this hand, as far as seen" in out
    assert out.endswith("You have left the table.\n")
    assert all(len(line.rstrip()) <= 120 for line in out.splitlines())


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("xyzzy", "I do not know 'xyzzy'; type `help` for the commands."),
        ("7h xyzzy", "'xyzzy' is not a card; type `help` for the commands."),
    ],
)
def test_a_word_that_begins_no_command_is_not_taken_for_a_card(run: Run, line: str, words: str) -> None:
    assert f"> {words}\n" in interactive(run, line)


def test_a_match_that_no_score_ends_has_no_target(run: Run) -> None:
    out = interactive(run, args=("--plugin", str(chips.__file__)))
    forget_files()
    assert "You are seat 0 and play without a target score; type" in out


def test_a_number_of_any_length_is_answered(run: Run) -> None:
    out = interactive(run, "9" * 5000, "0" * 5000 + "1", "00000002", "quit")
    assert out.count("There is no number of so many digits in the list.") == 2
    assert max(map(len, out.splitlines())) <= 120


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("no/such/game.toml", "No such file or directory"),
        (".", "Is a directory"),
        ("file/game.toml", "Not a directory"),
    ],
)
def test_a_transcript_that_cannot_be_written_is_refused_before_the_game(
    run: Run, tmp_path: Path, name: str, reason: str
) -> None:
    (tmp_path / "file").touch()
    file = tmp_path / name
    for args in (("--auto",), ("--interactive",)):
        assert run("play", *args, "--transcript", str(file)).output == f"rummy500: cannot write {file}: {reason}\n"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")
def test_a_check_before_the_game_leaves_no_trace(tmp_path: Path) -> None:
    (tmp_path / "old.toml").write_text("a = 1\n")
    (tmp_path / "link.toml").symlink_to(tmp_path / "old.toml")
    (tmp_path / "ahead.toml").symlink_to(tmp_path / "nowhere.toml")
    os.mkfifo(tmp_path / "pipe.toml")  # opening it would wait for a reader
    for name in ("old.toml", "link.toml", "ahead.toml", "pipe.toml", "new.toml"):
        check_writable(tmp_path / name)
    assert (tmp_path / "old.toml").read_text() == "a = 1\n"
    assert sorted(file.name for file in tmp_path.iterdir()) == ["ahead.toml", "link.toml", "old.toml", "pipe.toml"]


def test_a_person_acts_for_one_seat_only(run: Run) -> None:
    out = interactive(run, "1: draw", "2: why", "draw x", "discard 9s")
    assert "You play seat 0." in out
    assert "(turn.parts)" in out


def test_quitting_keeps_the_transcript(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.toml"
    interactive(run, "draw", "quit", args=("--transcript", str(file)))
    assert "over = false" in file.read_text(encoding="utf-8")
    assert "The transcript ends before the hand does." in run("replay", str(file)).output


@pytest.mark.parametrize(("opponent", "preset"), [("medium", "classic"), ("random", "pagat")])
def test_any_numbers_play_hands_to_their_end(run: Run, opponent: str, preset: str) -> None:
    lines = [str(number % 9 + 1) for number in range(300)]
    out = interactive(run, *lines, args=("--opponent", opponent, "--preset", preset, "--hands", "1"))
    assert "in the match" in out


def test_discard_open__hidden_cards_of_others_are_never_shown(run: Run, tmp_path: Path) -> None:
    """The output shows no card that seat 0 has not seen before the score."""
    file = tmp_path / "game.toml"
    lines = [str(number % 5 + 1) for number in range(400)]
    out = interactive(run, *lines, args=("--hands", "1", "--transcript", str(file)))
    before_score, _, _ = out.partition("\nScore")
    assert re.search(r"(Ada|Bela) +draws a card[;\n]", before_score)
    assert not re.search(r"(Ada|Bela) +draws [^a]", before_score)
    position = read_transcripts(file.read_text(encoding="utf-8"))[0].position
    seen: set[str] = set()
    for _, state in replay(file.read_text(encoding="utf-8")):
        view = observe(position.rules, state, 0)
        seen.update(card for hand in hand_texts(view) for card in hand.split())
        seen.update(cards_text(view.public.pile).split())
        seen.update(CARD.findall(" ".join(map(str, view.public.table))))
    hidden = {card_text(card) for card in position.rules.deal.pack} - seen
    assert len(hidden) >= 5
    assert not hidden & set(CARD.findall(before_score))


def test_the_window_for_calls(run: Run) -> None:
    """In this game a card can be called, and `rummy` calls it."""
    lines = ["rummy" if number % 2 else "1" for number in range(300)]
    args = ("play", "--interactive", "--seed", "0", "--opponent", "random", "--hands", "1")
    done = run(*args, typed="".join(f"{line}\n" for line in lines))
    assert "you       call" in done.output
    assert 'You may call "Rummy!": type a number or `rummy`, or Enter to let it go.' in done.output


def test_a_disk_that_fills_up_leaves_the_old_file_whole(tmp_path: Path) -> None:
    """A limit on the size of files stands for a full disk."""
    resource = pytest.importorskip("resource")
    file, link = tmp_path / "saved.json", tmp_path / "link.json"
    file.write_text("the old game", "utf-8")
    file.chmod(0o640)
    link.symlink_to(file)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, limits[1]))
    try:
        with pytest.raises(Trouble, match=re.escape(f"cannot write {file}: ")):
            write_text(str(file), "x" * 1000)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert file.read_text("utf-8") == "the old game"
    write_text(str(link), "the new game")
    assert (file.read_text("utf-8"), file.stat().st_mode & 0o777) == ("the new game", 0o640)
    assert sorted(tmp_path.iterdir()) == [link, file]
