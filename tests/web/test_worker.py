"""Tests of the host of the table in the page, without a browser: what it answers when a house rule fails."""

from __future__ import annotations

import importlib.util
import json
import random
import re
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import click.testing
import pytest

import rummy500 as r5
from rummy500.players import search
from rummy500.players.players import NAMES
from rummy500.table import deal_hand, open_table, table_to_json
from rummy500_cookbook import three_deep
from rummy500_terminal.app import app

WEB: Final = Path(__file__).parents[2] / "web"
RULE: Final = Path(three_deep.__file__).read_text("utf-8")
CAP: Final = "        if depth <= 3:"
SETUP: Final = {"preset": "pagat", "plugins": [], "options": {}, "seats": 3, "seed": "7"}
PLAYERS: Final = {"names": ["You", "Ada", "Bela"], "programs": {"1": "medium", "2": "medium"}}
SCORE: Final = """

@hookimpl
def score_lines():
    def lines(rules, sight):
        return 1 / 0

    return lines
"""


class Page:
    """Sends what a page sends, to a worker of its own."""

    def __init__(self) -> None:
        spec = importlib.util.spec_from_file_location("worker", WEB / "worker.py")
        assert spec is not None
        assert spec.loader is not None
        self.worker: Any = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(self.worker)

    def call(self, name: str, **values: object) -> tuple[str, Any]:
        """The kind of the first answer to a call, and what it says."""
        kind, text = json.loads(self.worker.receive("host", json.dumps({"call": name, **values})))[0]
        return kind, json.loads(text)

    def compose(self, code: str) -> tuple[str, Any]:
        return self.call("write-rule", code=code, setup=SETUP)

    def open(self, *, house_rule: bool) -> tuple[str, Any]:
        return self.call("open", setup={**SETUP, **PLAYERS, "house_rule": house_rule})

    def request(self, **request: object) -> tuple[str, Any]:
        """The kind of the last answer to a request of the wire, and what it says."""
        kind, text = json.loads(self.worker.receive("wire", json.dumps({"version": 1, **request})))[-1]
        return kind, json.loads(text)

    def update(self) -> Any:
        return self.request(type="ask-update")[1]

    def think(self) -> list[tuple[str, Any]] | None:
        """Let programs think for a slice of time, and return the messages after it; `None` if none thinks."""
        text = self.worker.think()
        return [(kind, json.loads(each)) for kind, each in json.loads(text)] if text else None

    def submit(self, verb: str) -> tuple[str, Any]:
        """Choose the first legal action of a kind."""
        update = self.update()
        kind = next(each for each in update["legal"]["kinds"] if each["kind"] == verb)
        return self.request(type="submit", decision=update["waiting"]["decision"], action=kind["actions"][0]["action"])


@pytest.fixture
def page() -> Page:
    return Page()


def line_of(code: str, text: str) -> int:
    """The number of the first line of a rule that has a text."""
    return next(number for number, line in enumerate(code.splitlines(), 1) if text in line)


MISTAKES: Final = {
    "a misspelt hook": ("def may()", "def mayy()", "def mayy", "there is no hook mayy"),
    "a misspelt key": ('{"take":', '{"takee":', "def may", "unknown deed 'takee'"),
    "a hook without its mark": ("@hookimpl\ndef may", "def may", "def may", "lacks the mark @hookimpl"),
    "a hook that is defined twice": ("def entries()", "def may()", "def may", "hook may is defined twice, in lines"),
    "a wrong argument": ("(rules: Rules, view: View, action: Action)", "(rules, view)", "def may", "3 arguments"),
    "an error in a hook": ("    about =", "    1 / 0\n    about =", "1 / 0", "ZeroDivisionError: division by zero"),
    "an error of rummy500": ("TOO_DEEP:", "rummy500.parse_card('3x')\nTOO_DEEP:", "parse_card", "'3x' is not a card"),
    "an error of syntax": ("TOO_DEEP: Final =", "TOO_DEEP: Final = =", "TOO_DEEP: Final =", "invalid syntax"),
}


def test_a_setup_that_cannot_be_names_its_option(page: Page) -> None:
    kind, failure = page.call("check", setup={**SETUP, "options": {"match.target": -5}})
    assert (kind, failure["option"]) == ("error", "match.target")
    assert "option match.target cannot be -5" in failure["error"]


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_in_a_rule_is_found_at_its_line(page: Page, mistake: str) -> None:
    right, wrong, line, words = MISTAKES[mistake]
    code = RULE.replace("from collections", "import rummy500\nfrom collections").replace(right, wrong, 1)
    kind, failure = page.compose(code)
    assert (kind, failure["line"]) == ("error", line_of(code, line))
    assert words in failure["error"]


@pytest.mark.parametrize("statement", ["raise SystemExit", "raise KeyboardInterrupt", "import sys; sys.exit()"])
def test_a_rule_that_ends_python_fails_as_any_other(page: Page, statement: str) -> None:
    kind, failure = page.compose(f"x = 1\n{statement}\n")
    assert (kind, failure["line"]) == ("error", 2)
    assert failure["error"] in ("SystemExit", "KeyboardInterrupt")
    code = RULE.replace(CAP, f"        {statement}\n{CAP}")
    assert page.compose(code) == ("result", "three-deep")
    kind, failure = page.call("laws", setup={**SETUP, "house_rule": True})
    assert (kind, failure["line"]) == ("error", line_of(code, statement))


def test_a_failed_rule_leaves_the_rule_that_was_composed_before(page: Page) -> None:
    assert page.compose(RULE) == ("result", "three-deep")
    assert page.compose("x = 1")[0] == "error"
    assert page.open(house_rule=True) == ("result", None)


def test_a_rule_cannot_have_the_name_of_an_installed_plugin(page: Page) -> None:
    pytest.importorskip("rummy500_floating")
    kind, failure = page.compose(RULE.replace("three-deep", "floating"))
    assert (kind, failure["line"]) == ("error", line_of(RULE, "def plugin_info"))
    assert 'a plugin named "floating" is installed already; rename your rule' in failure["error"]


def test_a_rule_that_fails_in_play_leaves_the_game_before_the_move(page: Page) -> None:
    code = RULE.replace(CAP, f"        1 / max(0, 2 - action.depth)\n{CAP}")
    page.compose(code)
    page.open(house_rule=True)
    assert page.submit("draw")[0] == "wire"
    before = page.update()
    kind, failure = page.submit("discard")
    assert (kind, failure["line"]) == ("error", line_of(code, "1 / max"))
    assert failure["error"] == "ZeroDivisionError: division by zero"
    assert page.update() == before


def test_a_rule_that_fails_in_an_update_leaves_the_game_before_it(page: Page) -> None:
    page.open(house_rule=False)
    before = page.update()
    page.compose(RULE + SCORE)
    kind, failure = page.open(house_rule=True)
    assert (kind, failure["line"]) == ("error", line_of(RULE + SCORE, "1 / 0"))
    assert page.update() == before


def test_a_game_goes_on_with_the_mended_rule(page: Page) -> None:
    page.compose(RULE.replace(CAP, f"        1 / max(0, 2 - action.depth)\n{CAP}"))
    page.open(house_rule=True)
    page.submit("draw")
    assert page.submit("discard")[0] == "error"
    hand = page.update()["view"]["hand"]
    _, text = page.call("save")
    page.compose(RULE)
    _, loaded = page.call("load", text=text, seat=None, seed="8")
    assert (loaded["kind"], loaded["setup"]["house_rule"], loaded["setup"]["plugins"]) == ("game", True, [])
    assert page.update()["view"]["hand"] == hand
    assert page.submit("discard")[0] == "wire"


def test_a_saved_game_keeps_its_options_and_the_seed_of_its_deal(page: Page) -> None:
    options = {"match.target": 250}
    page.call("open", setup={**SETUP, **PLAYERS, "options": options})
    page.submit("draw")
    _, text = page.call("save")
    _, loaded = page.call("load", text=text, seat=None, seed="8")
    assert (loaded["setup"]["options"], loaded["setup"]["seed"]) == (options, "7")
    _, position = page.call("position")
    _, loaded = page.call("load", text=position["text"], seat=0, seed="9")
    assert (loaded["setup"]["options"], loaded["setup"]["seed"]) == (options, "")
    _, text = page.call("save")
    assert page.call("load", text=text, seat=None, seed="8")[1]["setup"]["seed"] == ""


def saved_by_the_terminal(*names: str) -> str:
    """A table of the terminal at which people have the first seats, with its first hand dealt."""
    programs = dict.fromkeys(range(len(names), 3), "medium")
    table = open_table(r5.compose("classic", seats=3), [*names, *NAMES][:3], programs=programs)
    return table_to_json(deal_hand(table, random.Random(1)))


def test_a_game_that_the_terminal_saved_goes_on_in_the_page(page: Page) -> None:
    _, loaded = page.call("load", text=saved_by_the_terminal("Ina"), seat=None, seed="8")
    assert (loaded["kind"], loaded["setup"]["preset"], loaded["setup"]["names"][0]) == ("game", "classic", "Ina")
    assert page.submit("draw")[0] == "wire"
    assert json.loads(page.call("save")[1])["seed"] == "8"
    _, failure = page.call("load", text=saved_by_the_terminal("Ina", "Jo"), seat=None, seed="8")
    assert failure["error"] == "2 people play this game, and here only one can: continue it in the terminal"


def test_a_game_that_the_page_saved_goes_on_in_the_terminal(page: Page, tmp_path: Path) -> None:
    page.open(house_rule=False)
    page.submit("draw")
    hand = page.update()["view"]["hand"]
    file = tmp_path / "game.json"
    file.write_text(page.call("save")[1], "utf-8")
    args = ["play", "--interactive", "--resume", str(file)]
    done = click.testing.CliRunner(env={"COLUMNS": "80"}).invoke(app, args, input="show\nquit\n")
    assert "Begin your turn" not in done.output, "the card is drawn"
    shown = re.search(r"hand +(.*?)(?: +\(drawn: .*)?$", done.output, re.MULTILINE)
    assert shown is not None
    assert sorted(shown[1].split()) == sorted(hand)


UNKNOWN_TEXTS: Final = {
    "": "is empty",
    "\n": "is empty",
    '{"format": "ru': "damaged",
    '{"format": "x 1"}': "not a saved game",
}


@pytest.mark.parametrize("text", [*UNKNOWN_TEXTS, "a,b,c", "\x89PNG\0", "[project]\nname = 1"])
@pytest.mark.parametrize("call", ["load", "replay"])
def test_a_file_that_is_no_game_is_refused_in_a_sentence(page: Page, call: str, text: str) -> None:
    kind, failure = page.call(call, text=text, seat=None, seed="8")
    assert kind == "error"
    assert UNKNOWN_TEXTS.get(text, "not a saved game, a position or a transcript") in failure["error"]
    assert "\n" not in failure["error"]


def test_a_saved_game_needs_its_house_rule_though_another_was_composed_since(page: Page) -> None:
    page.compose(RULE)
    page.open(house_rule=True)
    page.compose(RULE.replace('"three-deep"', '"other"'))
    _, text = page.call("save")
    kind, failure = page.call("load", text=text, seat=None, seed="8")
    assert (kind, failure["needs"]) == ("error", "three-deep")


def test_each_check_of_the_laws_plays_other_hands(page: Page) -> None:
    page.worker.LAW_HANDS = 1
    page.compose(RULE)
    checks = [page.call("laws", setup={**SETUP, "house_rule": True})[1] for _ in range(2)]
    assert [check["broken"] for check in checks] == [[], []]
    assert "laws held in 1 hand." in checks[0]["line"]
    assert checks[0]["table"] != checks[1]["table"]  # how often each law was asked


def test_a_rule_that_fails_under_the_laws_is_named_once_by_its_line(page: Page) -> None:
    code = RULE.replace(CAP, f"        undefined(1)\n{CAP}")
    page.compose(code)
    kind, failure = page.call("laws", setup={**SETUP, "house_rule": True})
    assert (kind, failure["line"]) == ("error", line_of(code, "undefined"))
    assert failure["error"].startswith("NameError: name 'undefined' is not defined\n")
    assert failure["error"].count("[position]") == 1


def test_the_page_knows_every_call_of_the_host(page: Page) -> None:
    declared = (WEB / "host.d.ts").read_text("utf-8").partition("interface HostCalls {")[2].partition("\n}")[0]
    assert set(re.findall(r'^  "?([\w-]+)"?: \(', declared, re.MULTILINE)) == set(page.worker.CALLS)


def test_the_page_has_the_names_of_programs_and_the_first_rule_of_the_library() -> None:
    named = re.search(r"^const NAMES = (\[.*\]);", (WEB / "setup.js").read_text("utf-8"), re.MULTILINE)
    assert named is not None
    assert json.loads(named[1]) == ["You", *NAMES]
    first = (WEB / "editor.js").read_text("utf-8").partition("FIRST_RULE = `")[2].partition("`;")[0]
    assert first == RULE


EXPERTS: Final = {"names": ["You", "Ada", "Bela"], "programs": {"1": "expert", "2": "medium"}}


class Ticking:
    """A clock that goes on by a millisecond whenever somebody looks at it."""

    now = 0.0

    def __call__(self) -> float:
        self.now += 0.001
        return self.now


@pytest.fixture
def experts(page: Page, monkeypatch: pytest.MonkeyPatch) -> Page:
    """A page with an expert, which is quick here, and with a clock of its own, at the turn of the person."""
    monkeypatch.setattr(search, "WORLDS", 6)
    monkeypatch.setattr(page.worker, "monotonic", Ticking())
    assert page.call("open", setup={**SETUP, **EXPERTS, "house_rule": False}) == ("result", None)
    while page.think() is not None:
        pass
    return page


def test_a_search_runs_in_slices_between_which_the_page_is_answered(experts: Page) -> None:
    experts.submit("draw")
    kind, update = experts.submit("discard")
    assert (kind, update["waiting"]["kind"], update["view"]["phase"]) == ("wire", "programs", "draw")
    slices = 0
    while (answers := experts.think()) is not None:
        slices += 1
        if not answers:
            card = experts.update()["view"]["hand"][0]
            assert experts.request(type="select", cards=[card])[1]["type"] == "selected"
            assert experts.request(type="ask-why", action="draw")[1]["type"] == "why"
    assert slices > 20
    assert experts.update()["waiting"]["kind"] in ("turn", "window")


def test_slices_of_any_length_play_the_same_game_also_if_it_is_opened_again_meanwhile(experts: Page) -> None:
    saved = json.loads(experts.call("save")[1])
    games: list[Any] = []
    for seconds, breaks_off in ((0.002, 0), (10, 0), (0.01, 30)):
        experts.worker.SLICE = seconds
        assert experts.call("load", text=json.dumps(saved), seed="7")[0] == "result"
        for verb in ("draw", "discard"):
            experts.submit(verb)
            for _ in range(breaks_off):
                experts.think()
            assert experts.call("load", text=experts.call("save")[1], seed="7")[0] == "result"
            while experts.think() is not None:
                pass
        games.append(json.loads(experts.call("save")[1])["table"]["log"])
    assert games[0] == games[1] == games[2]
    assert len(games[0]) > len(saved["table"]["log"]) + 4


def test_the_moves_of_programs_show_at_a_pace_where_one_of_them_searches(experts: Page) -> None:
    experts.submit("draw")
    began = experts.worker.monotonic()
    experts.submit("discard")
    moments = [began]
    while (answers := experts.think()) is not None:
        if answers:
            moments.append(experts.worker.monotonic())
    assert len(moments) > 4
    for before, after in pairwise(moments[:-1]):
        assert 0 <= after - before - experts.worker.PACE < 0.01


def test_a_program_whose_rule_fails_while_it_thinks_is_an_error_and_the_page_goes_on(
    experts: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    experts.submit("draw")
    experts.submit("discard")

    def failing(*_: object, **__: object) -> None:
        raise SystemExit

    monkeypatch.setattr(search, "Judge", failing)
    answers: object = []
    while answers == []:
        answers = experts.think()
    error = "the player of seat 1 would end the program: SystemExit()"
    assert answers == [("error", {"error": error, "line": 0, "needs": "", "option": ""})]
    assert experts.think() is None
    assert experts.update()["waiting"]["kind"] == "programs"
    monkeypatch.undo()
    assert experts.call("go-on") == ("result", None)
    assert experts.think() is not None
