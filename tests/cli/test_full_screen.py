"""Tests of the full screen: what it shows as text at two sizes, and play by list, cursor, mouse and typing.

`RUMMY500_WRITE_SCREENS=1 pytest tests/cli/test_full_screen.py` writes the pictures anew.
"""

from __future__ import annotations

import asyncio
import os
import random
import re
import threading
from collections.abc import Awaitable, Callable, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click.testing
import pytest

import rummy500 as r5
from rummy500.cards.cards import card_text
from rummy500.players import PlayerError
from rummy500.players.players import NAMES
from rummy500_terminal import play
from rummy500_terminal.game import Game, Opponent, seat_everybody
from rummy500_terminal.screen import marked, with_symbols

if TYPE_CHECKING:  # textual takes as long to load as hundreds of tests to collect: the first test loads it
    from textual.app import App
    from textual.pilot import Pilot
    from textual.widgets import Input

    from rummy500_terminal.full_screen.app import FullScreen

pytestmark = pytest.mark.skipif(find_spec("textual") is None, reason="needs the extra tui")

SCREENS = Path(__file__).parent / "screens"
SIZES = ((80, 24), (120, 40))
Run = Callable[..., click.testing.Result]


def game_of(
    *plugins: object,
    preset: str = "pagat",
    seats: int = 3,
    people: Mapping[int, str] | None = None,
    seed: int = 5,
    names: Sequence[str] = ("",),
    options: Mapping[str, object] | None = None,
) -> Game:
    source = random.Random(seed)
    opponents = [Opponent(name, "medium") for name in names]
    return seat_everybody(r5.compose(preset, plugins, options, seats=seats), people or {0: ""}, opponents, source)


def app_of(game: Game, title: str = "pagat", most: int | None = None, save_to: str = "") -> FullScreen:
    from rummy500_terminal.full_screen.app import FullScreen

    return FullScreen(game, title, most=most, save_to=save_to)


def field(app: App[None], name: str) -> Input:
    """The line that one types into."""
    from textual.widgets import Input

    return app.screen.query_one(name, Input)


def text_of(app: FullScreen) -> str:
    """The characters of the screen, line by line."""
    strips = app.screen._compositor.render_strips()  # pyright: ignore[reportPrivateUsage] # textual exports pictures only
    return "\n".join("".join(segment.text for segment in strip).rstrip() for strip in strips) + "\n"


def played(
    game: Game,
    steps: Callable[[Pilot[None], FullScreen], Awaitable[None]],
    size: tuple[int, int] = (80, 24),
    **more: Any,
) -> FullScreen:
    """Run the app, and do some steps in it."""
    app = app_of(game, "pagat, seed 5", **more)

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await settle(pilot)
            while not text_of(app).splitlines()[-1]:  # the keys at the bottom are drawn after the first picture
                await pilot.pause(0.01)
            await steps(pilot, app)

    asyncio.run(run())
    assert app.failure is None
    return app


async def press(pilot: Pilot[None], *keys: str) -> None:
    """Press keys, each after the programs have played."""
    for key in keys:
        await pilot.press(key)
        await settle(pilot)


async def settle(pilot: Pilot[None]) -> None:
    """Wait until the programs have played."""
    await pilot.app.workers.wait_for_complete()
    await pilot.pause()


async def type_line(pilot: Pilot[None], text: str) -> None:
    """Type a line; all but its first and last key at once, since each key takes its time here."""
    await press(pilot, "slash")
    field(pilot.app, "#typed").value = text
    await press(pilot, "enter")


def slow_game(answers: threading.Event) -> Game:
    """A game against a program that waits until it may answer."""

    class Slow:
        def choose(self, rules: r5.Rules, view: r5.View, legal: r5.LegalActions) -> r5.Action | None:
            assert answers.wait(20)  # a test that forgets to let it answer fails, rather than waits
            return next(iter(legal))

    source = random.Random(5)
    return seat_everybody(r5.compose(seats=2), {0: ""}, [Opponent("Zoe", "person", lambda _: Slow())], source)


def play_on(game: Game, turns: int) -> Game:
    """Let the person do the first that is legal, so many times."""
    if game.table.hand is None:
        game.deal()
    for _ in range(turns):
        asked = game.asked()
        assert asked is not None
        game.answer(asked, next(iter(asked.legal.plain())))
    return game


# ------------------------------------------------- what it shows


PAGES = {
    "table": (),
    "cards": ("tab", "tab", "space"),
    "marks": ("question_mark",),
    "points": ("p",),
    "rules": ("r",),
}


@pytest.mark.parametrize("size", SIZES, ids=["80x24", "120x40"])
def test_the_screen_shows(size: tuple[int, int]) -> None:
    """Four players on two sides, after six decisions of the person."""
    shown: dict[str, str] = {}

    async def steps(pilot: Pilot[None], app: FullScreen) -> None:
        for page, keys in PAGES.items():
            await press(pilot, *keys)
            shown[page] = text_of(app)
            await press(pilot, "escape")

    played(play_on(game_of("partnership", seats=4, names=("Ann", "Ben", "Cleo")), 6), steps, size)
    for page, text in shown.items():
        file = SCREENS / f"{page}-{size[0]}x{size[1]}.txt"
        if os.environ.get("RUMMY500_WRITE_SCREENS"):
            file.write_text(text, "utf-8")
        assert text == file.read_text("utf-8"), page


@pytest.mark.parametrize("seats", [2, 8])
def test_every_number_of_seats_fits(seats: int) -> None:
    async def steps(pilot: Pilot[None], app: FullScreen) -> None:
        shown = text_of(app)
        assert all(f"{name} ({seat})" in shown for seat, name in enumerate(NAMES[: seats - 1], 1))
        for part in ("1 ", "your hand", "pile", "your turn", "Leave"):
            assert part in shown
        assert not re.search("[▲▼]", shown)  # nothing is hidden before the first turn

    played(game_of(seats=seats, seed=4), steps)


def test_melds_that_do_not_fit_are_reached_by_keyboard() -> None:
    game = play_on(game_of(seats=8, seed=38), 11)
    hand = game.table.hand
    assert hand is not None
    every = {f"m{number}" for number in range(1, len(hand.public.table) + 1)}

    def melds(page: str) -> set[str]:
        return set(re.findall(r"^ +(m\d+) [\[{]", page, re.MULTILINE))

    def hidden(page: str, mark: str) -> int:
        found = re.search(rf"{mark} (\d+) more", page)
        return int(found[1]) if found else 0

    async def pages(pilot: Pilot[None], app: FullScreen, key: str) -> list[str]:
        found = [text_of(app)]
        for _ in every:
            await press(pilot, key)
            found.append(text_of(app))
        return found

    async def on_a_small_screen(pilot: Pilot[None], app: FullScreen) -> None:
        down = await pages(pilot, app, "pagedown")
        assert melds(down[0]) < every
        assert set().union(*map(melds, down)) == every
        marks = [(hidden(page, "▲"), hidden(page, "▼")) for page in down]
        assert marks[0][0] == marks[-1][1] == 0
        assert {sum(mark) for mark in marks} == {marks[0][1]}
        assert f"▼ {marks[0][1]} more: PageDown" in down[0]
        assert f"▲ {marks[0][1]} more: PageUp" in down[-1]
        assert (await pages(pilot, app, "pageup"))[-1] == down[0]

    async def on_a_large_screen(pilot: Pilot[None], app: FullScreen) -> None:
        assert melds(text_of(app)) == every
        assert " more: Page" not in text_of(app)
        await pilot.resize_terminal(120, 24)
        await settle(pilot)
        assert re.search(r"▼ \d+ more: PageDown", text_of(app))

    played(game, on_a_small_screen, (80, 24))
    played(game, on_a_large_screen, (120, 40))


def test_the_whole_log_is_on_a_key_from_its_last_turn() -> None:
    game = play_on(game_of(seats=7, seed=4), 12)

    async def steps(pilot: Pilot[None], app: FullScreen) -> None:
        assert re.search(r"▲ \d+ earlier: l", text_of(app))
        last = [line for line in text_of(app).splitlines() if ": draws a card;" in line or ": takes" in line][-1]
        await press(pilot, "l")
        assert last.strip() in text_of(app)
        await press(pilot, "home")
        assert text_of(app).splitlines()[2].startswith(f" {game.names[game.table.in_force[0].action.seat]}: ")
        await press(pilot, "escape")
        assert "your hand" in text_of(app)

    played(game, steps)


# ------------------------------------------------- play


def test_a_hand_is_played_by_the_list_alone_to_its_score() -> None:
    """Enter on the first action of each list; then the next hand begins."""

    async def steps(pilot: Pilot[None], app: FullScreen) -> None:
        for _ in range(100):
            if len(app.screen_stack) > 1:
                break
            await press(pilot, "enter")
        shown = text_of(app)
        assert "Hand 1:" in shown
        assert "this hand" in shown
        assert "Enter: next hand" in shown
        await press(pilot, "enter")
        assert "Hand 2, to more than 500" in text_of(app)

    played(game_of(), steps)


def test_cards_are_chosen_by_cursor_and_done_by_enter() -> None:
    async def steps(pilot: Pilot[None], app: FullScreen) -> None:
        await press(pilot, "tab", "space")
        assert ">J♠/1+" in text_of(app)
        await press(pilot, "enter")
        assert "you: take J♠" in text_of(app)
        await press(pilot, "tab", "right", "right", "space")  # no stop at the pile, which is empty
        assert "Enter does what uses exactly these cards." in text_of(app)
        await press(pilot, "right", "space", "w")
        assert "A run is of one suit" in text_of(app) or "has three cards or more" in text_of(app)
        await press(pilot, "escape")
        assert "+" not in text_of(app).partition("your hand")[2].partition("\n")[0]

    played(game_of(), steps)


def test_cards_and_actions_are_chosen_by_mouse() -> None:
    async def steps(pilot: Pilot[None], app: FullScreen) -> None:
        await pilot.click("#actions", offset=(3, 0))
        await settle(pilot)
        assert "you: draw 3♦" in text_of(app)
        hand = next(line for line in text_of(app).splitlines() if "your hand" in line)
        await pilot.click("#hand", offset=(hand.index("10♥"), 0))
        await settle(pilot)
        assert "10♥+" in text_of(app)
        assert "1 discard 10♥" in text_of(app)
        await pilot.click("#actions", offset=(3, 0))
        await settle(pilot)
        assert "discard 10♥" in text_of(app).partition("you: draw")[2]

    played(game_of(), steps)


def test_lines_may_be_typed(tmp_path: Path) -> None:
    file = tmp_path / "saved.json"

    async def steps(pilot: Pilot[None], app: FullScreen) -> None:
        for line, words in (
            ("why discard qs", "(turn.parts)"),
            ("hint", "Nothing on the pile beats"),
            ("js", "you: take J♠"),
            ("undo", "Taken back: take J♠."),
            ("foo", "I do not know 'foo'"),
            ("draw", "you: draw 3♦"),
            ("undo", "You cannot undo"),
            ("2c 3d 4c", "A run is of one suit. (meld.run)"),
            ("meld 2c 3d 4c", "A run is of one suit. (meld.run)"),
            ("discard", "Which of these? Type its number."),
            ("discard 9s qs", "You discard one card."),
            ("save", "Saved. To continue: rummy500 play --resume"),
            ("qs", "discard Q♠"),
        ):
            await type_line(pilot, line)
            assert words in text_of(app), line

    played(game_of(), steps, save_to=str(file))
    assert '"0: draw"' in file.read_text("utf-8")


def test_a_digit_begins_a_line_that_goes_on() -> None:
    async def steps(pilot: Pilot[None], app: FullScreen) -> None:
        await press(pilot, "1", "0", "h")
        assert field(app, "#typed").value == "10h"
        await press(pilot, "enter")
        assert "discard 10♥: You must draw before you discard." in text_of(app)

    played(game_of(), steps)


def test_letters_after_a_line_that_is_no_move_stay_in_the_line() -> None:
    """In the list the `h` would ask for a hint, and Enter would do it."""

    async def steps(pilot: Pilot[None], app: FullScreen) -> None:
        for line in ("foo", "discard", "hint"):
            await type_line(pilot, line)
            await press(pilot, "g", "h", "enter")
            assert "I do not know 'gh'" in text_of(app), line
        assert "you: " not in text_of(app)
        await type_line(pilot, "hint")
        assert "Type 1 to do it." in text_of(app)
        await press(pilot, "enter", "h")  # Enter on an empty line goes to the list
        assert "Enter does it." in text_of(app)

    played(game_of(), steps)


def test_a_line_typed_while_others_play_stays_in_the_line() -> None:
    """A line that was begun before the next question stays; a whole one waits for Enter."""
    answers = threading.Event()
    game = slow_game(answers)

    async def steps(pilot: Pilot[None], app: FullScreen) -> None:
        line = field(app, "#typed")
        await press(pilot, "enter")
        answers.clear()
        await pilot.press("end", "enter")
        await pilot.pause(0.4)
        assert "The others are playing." in text_of(app)
        await pilot.press("slash", "d", "r", "a", "x", "enter")
        assert line.value == "drax"
        await pilot.press("f", "o", "enter", "o")
        assert line.value == "o"
        await pilot.press("o", "p", "s")
        answers.set()
        await settle(pilot)
        asked, turns = app.query_one("#prompt"), len(game.table.in_force)
        assert "Begin your turn" in str(asked.render())
        await press(pilot, "h", "enter")
        assert "I do not know 'oopsh'" in text_of(app)
        assert len(game.table.in_force) == turns

    answers.set()
    played(game, steps)


def test_enter_does_what_the_hint_says() -> None:
    async def steps(pilot: Pilot[None], app: FullScreen) -> None:
        await press(pilot, "1", "enter", "tab", "tab", "space", "h")  # a card is chosen: the hint is for the whole hand
        hinted = re.search(r"Hint: (discard \S+)\. ", text_of(app))
        assert hinted is not None
        assert not re.search(rf"^.* 1 {hinted[1]}", text_of(app), re.MULTILINE)  # it is not the first of the list
        await press(pilot, "enter")
        assert f"you: draw 3♦; {hinted[1]}" in text_of(app)

    played(game_of(), steps)


def test_leaving_asks_where_the_game_would_be_lost(tmp_path: Path) -> None:
    file = tmp_path / "game.json"

    async def leave(pilot: Pilot[None], app: FullScreen) -> None:
        for key, words in (
            ("ctrl+s", "Type the name of a file"),
            *((key, "Leave the game?") for key in ("q", "ctrl+c", "ctrl+d")),
        ):
            await press(pilot, key)
            assert words in text_of(app)
            await press(pilot, "escape")
            assert "your hand" in text_of(app)
        await press(pilot, "q")
        field(app, "#file").value = str(tmp_path / "no" / "game.json")
        await press(pilot, "enter")
        assert "cannot write" in text_of(app)
        field(app, "#file").value = str(file)
        await pilot.press("enter")

    left = played(game_of(), leave)
    assert left.return_code == 0
    assert left.left_in == str(file)
    assert "rummy500" in file.read_text("utf-8")

    async def leave_saved(pilot: Pilot[None], _: FullScreen) -> None:
        await pilot.press("q")

    assert played(game_of(), leave_saved, save_to=str(tmp_path / "saved.json")).return_code == 0


async def click_on(pilot: Pilot[None], app: FullScreen, row: str, text: str) -> None:
    """Click on a text in a part of the screen."""
    at = app.query_one(row).region
    lines = text_of(app).splitlines()
    y = next(n for n in range(at.y, at.bottom) if text in lines[n])
    await pilot.click(row, offset=(lines[y].index(text) - at.x, y - at.y))
    await settle(pilot)


def test_a_click_on_a_meld_shows_it_or_lays_cards_off() -> None:
    async def steps(pilot: Pilot[None], app: FullScreen) -> None:
        await click_on(pilot, app, "#melds", "m1 [")
        assert "m1 is a run of Bela: [*=8♠ 9♠ *=10♠ J♠]." in text_of(app)
        assert "1 lay Q♠ on m1" in text_of(app)
        await click_on(pilot, app, "#hand", "10♥")
        await click_on(pilot, app, "#melds", "m1 [")
        assert "(meld.run)" in text_of(app)  # why the ten of hearts does not go there
        await click_on(pilot, app, "#hand", "10♥")
        await click_on(pilot, app, "#hand", "Q♠")
        await click_on(pilot, app, "#melds", "m1 [")
        assert "lay off Q♠ on Bela's" in text_of(app).partition("you: ")[2]

    played(play_on(game_of(), 3), steps)


def test_a_click_on_a_meld_lists_its_own_lay_offs() -> None:
    async def steps(pilot: Pilot[None], app: FullScreen) -> None:
        for meld, listed, other in (("m5 [", "1 lay 6♦ on m5", "on m3"), ("m3 [", "1 lay 2♥ on m3", "on m5")):
            assert other in text_of(app)
            await click_on(pilot, app, "#melds", meld)
            assert listed in text_of(app)
            assert other not in text_of(app)
            await press(pilot, "escape")
        await click_on(pilot, app, "#melds", "m2 {")
        assert "You cannot lay off there now." in text_of(app)

    played(play_on(game_of(seed=7), 11), steps)


def test_a_card_of_a_long_row_is_clicked_on_its_line() -> None:
    async def steps(pilot: Pilot[None], app: FullScreen) -> None:
        from rummy500_terminal.full_screen.cards import CardRow, Cell

        row = app.query_one("#pile", CardRow)
        row.show("pile", [Cell(card, marked(card_text(card)).append(f"/{40 - card}")) for card in range(40)], "empty")
        await pilot.pause()
        lines = text_of(app).splitlines()
        second = lines[next(number for number, line in enumerate(lines) if line.startswith(" pile")) + 1]
        card = re.search(r"(?:10|[A2-9JQK])[♠♥♦♣]", second)
        assert card is not None
        await pilot.click("#pile", offset=(card.start(), 1))
        assert [with_symbols(marked(card_text(each))).plain for each in row.chosen] == [card[0]]

    played(game_of(), steps)


def test_the_list_shows_what_a_card_can_grow_into() -> None:
    async def steps(pilot: Pilot[None], app: FullScreen) -> None:
        await press(pilot, "1", "enter", "tab", "tab", "right", "space")
        assert "1 discard 9♠" in text_of(app)
        assert re.search(r"2 meld \{9♠ 9♥ 9♣\} +\+ 9", text_of(app))

    played(game_of("partnership", seats=4), steps)


def test_the_hand_is_sorted_by_suit_or_rank() -> None:
    async def steps(pilot: Pilot[None], app: FullScreen) -> None:
        for cards in ("9♠ Q♠ 10♥ J♦ 2♣ 4♣ 6♣", "2♣ 4♣ 6♣ 9♠ 10♥ J♦ Q♠"):
            line = next(line for line in text_of(app).splitlines() if "your hand" in line)
            assert re.findall(r"(?:10|[A2-9JQK])[♠♥♦♣]", line) == cards.split()
            await press(pilot, "s")

    played(game_of(), steps)


def test_a_slow_player_leaves_the_screen_usable() -> None:
    """The table is drawn, pages open, and one can leave while a program thinks; nothing can be done for it."""
    answers = threading.Event()
    app = app_of(slow_game(answers))

    async def run() -> None:
        async with app.run_test() as pilot:
            answers.set()
            await settle(pilot)
            answers.clear()
            await pilot.press("enter")
            await settle(pilot)
            await pilot.press("end", "enter")
            await pilot.pause(0.6)
            assert "The others are playing." in text_of(app)
            assert "you: draw" in text_of(app)
            await pilot.press("enter", "r")
            assert "The rules of this game" in text_of(app)
            await pilot.press("escape", "q", "enter")
        answers.set()

    asyncio.run(run())
    assert app.failure is None
    assert app.return_code == 0


def test_two_people_at_one_screen_never_see_each_others_hands() -> None:
    """Between them is a curtain, and every screen shows only cards that its reader may know."""
    game = game_of(seats=2, people={0: "Ann", 1: "Bob"})
    curtains: list[str] = []

    async def steps(pilot: Pilot[None], app: FullScreen) -> None:
        for _ in range(10):
            shown = re.sub(r"[*\w]=\w\S?", "", text_of(app))  # the roles of wild cards are no cards
            hand = game.table.hand
            if hand is None:
                break
            asked = game.asked()
            assert asked is not None
            if "press Enter when nobody else is looking" in shown:
                curtains.append(shown.split(",")[0].strip().split()[0])
                hidden = [card for seat in range(2) for card in hand.cards(seat)]
            else:
                other = 1 - asked.seat
                known = r5.cards_of(hand.public.known[other])
                hidden = [card for card in hand.cards(other) if card not in known]
                hidden = [card for card in hidden if card not in hand.cards(asked.seat)]
            table = "".join(map(str, hand.public.table)) + r5.cards_text(hand.public.pile)
            for card in hidden:
                name = card_text(card)
                if name not in table and name != "*":
                    assert with_symbols(marked(name)).plain not in shown
            await press(pilot, "enter")

    played(game, steps)
    assert {"Ann", "Bob"} <= set(curtains)


def test_a_call_may_be_let_go() -> None:
    """The list has the call, and that it is let go."""
    game = next(found for seed in range(40) if (found := up_to_a_call(seed)) is not None)

    async def steps(pilot: Pilot[None], app: FullScreen) -> None:
        shown = text_of(app)
        assert 'You may call "Rummy!"' in shown
        assert re.search(r"1 call \w", shown)
        assert "0 let it go" in shown
        await press(pilot, "end", "enter")
        assert "0 let it go" not in text_of(app)

    played(game, steps)


def up_to_a_call(seed: int) -> Game | None:
    game = game_of(seed=seed)
    game.deal()
    while (asked := game.asked()) is not None:
        if asked.is_claim:
            return game
        game.answer(asked, next(iter(asked.legal.plain())))
    return None


def test_an_error_of_a_player_ends_the_screen_and_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    class Raises:
        def choose(self, rules: r5.Rules, view: r5.View, legal: r5.LegalActions) -> r5.Action | None:
            raise KeyError("no idea")

    source = random.Random(5)
    opponent = Opponent("Zoe", "person", lambda _: Raises())
    game = seat_everybody(r5.compose(seats=2), {0: ""}, [opponent], source)
    app = app_of(game)

    async def run_until_it_ends() -> None:
        async with app.run_test() as pilot:
            await press(pilot, "enter", "enter", "enter")

    asyncio.run(run_until_it_ends())
    assert str(app.failure).startswith(
        "the player of Zoe, Raises, raised an error in choose(rules, view, legal): KeyError"
    )
    monkeypatch.setattr(type(app), "run", lambda self: setattr(self, "failure", app.failure))
    with pytest.raises(PlayerError, match="no idea"):
        import_module("rummy500_terminal.full_screen").run(game, "pagat", most=None, save_to="")


@pytest.mark.parametrize("left", [0, 1], ids=["saved at its end", "played to its end"])
def test_the_end_of_a_match_shows_who_won_and_enter_leaves(left: int) -> None:
    whole, turns = play_on(game_of(options={"match.target": 1}), 0), 0
    while (asked := whole.asked()) is not None:
        whole.answer(asked, next(iter(asked.legal.plain())))
        turns += 1
    assert whole.table.match.is_over
    game = play_on(game_of(options={"match.target": 1}), turns - left)

    async def steps(pilot: Pilot[None], app: FullScreen) -> None:
        await press(pilot, *["enter"] * left)
        assert "won the match with" in text_of(app)
        assert "next hand" not in text_of(app)
        await press(pilot, "enter")

    assert played(game, steps).return_code == 0


# ------------------------------------------------- when it is used


def test_the_full_screen_is_used_at_a_terminal_that_can(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[str] = []
    monkeypatch.setattr(play, "_is_at_terminal", lambda: True)
    monkeypatch.setattr("rummy500_terminal.full_screen.run", lambda game, title, **_: begun.append(title))
    run("play", "--seed", "5")
    assert begun == []  # TERM=dumb
    monkeypatch.setattr(play, "_has_full_screen", lambda: True)
    run("play", "--seed", "5", "--plain")
    run("play", "--seed", "5", "--auto")
    assert begun == []
    run("play", "--seed", "5")
    assert begun == ["Standard, 3 seats, seed 5"]
