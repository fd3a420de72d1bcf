"""Tests of limits of input before it is parsed: size, depth, numbers, and the text that an error repeats."""

from __future__ import annotations

import random
import resource
import subprocess
import sys
import tomllib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.counted import at_most

import rummy500 as r5
from rummy500.base.errors import NotationError
from rummy500.notation.json import match_from_json, match_to_json, state_from_json
from rummy500.notation.scenario import each_scenario, parse_scenarios
from rummy500.notation.toml import MOST_DOCUMENT, MOST_ITEMS, MOST_LINES, MOST_NOTATION, Located
from rummy500.notation.transcript import Hand, match_text
from rummy500.players import play_match, player_named
from rummy500.players.drive import MAX_HANDS
from rummy500_terminal.judging import read_transcripts, replay

ROOM = MOST_DOCUMENT - 200
FEW = MOST_ITEMS - 100
LINES = MOST_LINES - 100
#: Documents that once took seconds and gigabytes, or that have the greatest allowed size.
WORST: dict[str, str] = {
    "one key of many parts": ".".join(["a"] * 24_000) + " = 1",
    "one header of many parts": "[" + ".".join(["a"] * 24_000) + "]",
    "parts in an inline table": "a = {" + ".".join(["a"] * 24_000) + " = 1}",
    "quoted parts": ".".join(['"a"'] * 24_000) + " = 1",
    "parts with spaces": " . ".join(["'a'"] * 24_000) + " = 1",
    "behind a string that looks open": "x = '''a''''\n" + ".".join(["a"] * 24_000) + " = 1",
    "deep headers": "".join(f"[k{number}{'.a' * 31}]\n" for number in range(3700)),
    "deep keys": "".join(f"k{number}{'.a' * 31} = 1\n" for number in range(3500)),
    "headers of two": "".join(f"[k{number}.a]\n" for number in range(25_000)),
    "many headers": "".join(f"[k{number}]\n" for number in range(LINES)),
    "many keys": "".join(f"k{number} = {{}}\n" for number in range(LINES)),
    "many keys of plugins": 'hands = ["5h", "6h"]\n[plugin]\n' + "".join(f"k{n} = {{}}\n" for n in range(LINES)),
    "brackets": "a = " + "[" * ROOM,
    "lists": "a = [" + "[]," * (FEW // 2) + "]",
    "cards": 'hands = ["", ""]\nstock = "' + "2c " * (ROOM // 3) + '"',
    "melds": 'hands = ["", ""]\nmelds = [' + '"0 {9s 9d 9c}",' * FEW + "]",
    "plays": 'hands = ["", ""]\nturn = { plays = [' + '"{9s 9d 9c}",' * FEW + "] }",
    "one string": f'title = "{"x" * (ROOM - 20)}"',
    "escapes": f'title = "{chr(92)}{chr(92)}{"n" * (ROOM - 20)}"',
    "comments": "#\n" * LINES + "#" * (ROOM - 2 * LINES),
    "an inline table": "a = {" + ",".join(f"k{number} = 1" for number in range(FEW // 2)) + "}",
    "steps": 'format = "rummy500 scenario 1"\nposition = {hands = ["5h", "6h"]}\nstep = ['
    + '{do = "draw"},' * (FEW // 2)
    + "]",
    "too many items": "a = [" + "[]," * (ROOM // 3) + "]",
    "too long": "#" * (MOST_DOCUMENT + 1),
}
#: Calls of functions and megabytes: twice those of the worst document.
MOST_CALLS, LARGEST = 11_000_000, 100

_MEASURED = """
import resource, sys
import rummy500 as r5
from rummy500.notation.json import state_from_json
from rummy500.notation.scenario import each_scenario
r5.parse_position('hands = ["5h", "6h"]\\nstock = "2c"')
text = sys.stdin.read()
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
for read in (state_from_json,) if sys.argv[1:] else (r5.parse_position, lambda text: [*each_scenario(text)]):
    try:
        read(text)
    except r5.Rummy500Error:
        pass
after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print((after - before) / (1 << 20 if sys.platform == "darwin" else 1 << 10))
"""


def megabytes(text: str, *words: str) -> float:
    """Measure the memory that reading a document takes, one of TOML or one of JSON."""
    program = [sys.executable, "-c", _MEASURED, *words]
    return float(subprocess.run(program, input=text, capture_output=True, text=True, check=True).stdout)


@pytest.mark.slow
@pytest.mark.parametrize("name", WORST)
def test_no_document_costs_many_steps_or_much_memory(name: str) -> None:
    assert megabytes(WORST[name]) < LARGEST
    with at_most(MOST_CALLS):
        for _ in each_scenario(WORST[name]):
            pass
        with suppress(r5.Rummy500Error):
            r5.parse_position(WORST[name])


@pytest.mark.parametrize("read", [r5.parse_position, parse_scenarios, read_transcripts, lambda text: [*replay(text)]])
def test_a_deep_key_is_refused_by_every_reader(read: Callable[[str], object]) -> None:
    with pytest.raises(NotationError, match="nested too deeply"):
        read('title = "x"\n' + "a." * 40 + "a = 1")


@pytest.mark.parametrize(
    "text",
    [
        f'title = "{"a." * 500}"',
        f"title = '{'a.' * 500}'",
        f'title = """\n{"a." * 500}\n"a" \\" {"b." * 500}"""',
        f"title = '''\n{'a.' * 500}\n{'b.' * 500}''''",
        f"# {'a.' * 500}\ntitle = 1 # {'a.' * 500}",
        "options = { " + ", ".join(f"a{number}.b = 1" for number in range(100)) + " }",
        "".join(f"a{number}.b.c = 1\n" for number in range(2000)),
        'a."b.c.d.e".f = 1',
    ],
)
def test_dots_that_nest_nothing_are_read(text: str) -> None:
    assert Located(text).data == tomllib.loads(text)


_TOKENS = (
    "a", ".", "a.a.a.a", '"', "'", '"""', "'''", "\\", "#", "\n", "=", " = 1\n", "[", "]", "{", "}", ",", " ", '"x.y"',
    "'x.y'", "\r\n", "1.5",
)  # fmt: skip


@settings(max_examples=200)
@given(st.lists(st.sampled_from(_TOKENS), max_size=12), st.integers(min_value=34, max_value=40))
def test_nothing_hides_a_deep_key_from_the_check(words: list[str], parts: int) -> None:
    text = "".join(words) + ".".join(["a"] * parts) + " = 1"
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return
    depth = _depth(data)
    if depth > 33:
        with pytest.raises(NotationError, match="nested too deeply"):
            Located(text)


def _depth(data: object) -> int:
    inner = data.values() if isinstance(data, dict) else data if isinstance(data, list) else ()
    return 1 + max(map(_depth, inner), default=0) if isinstance(data, dict | list) else 0


def test_a_file_is_read_no_further_than_it_may_go(tmp_path: Path) -> None:
    file = tmp_path / "long.toml"
    with file.open("wb") as stream:
        stream.truncate(1 << 33)
    for words in (["check"], ["perft", "--position"]):
        done = subprocess.run(
            [sys.executable, "-m", "rummy500", *words, str(file)],
            capture_output=True,
            text=True,
            check=False,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30)),
        )
        assert done.returncode == 2, done.stderr
        assert "this is too long; expected at most 1,048,576 bytes" in done.stderr


def test_a_file_of_scenarios_has_a_thousand_at_most() -> None:
    (found,) = each_scenario('format = "rummy500 scenario 1"\n' + "[[scenario]]\n" * 1001)
    assert isinstance(found, NotationError)
    assert (found.message, found.expected) == ("this file has 1001 scenarios", "at most 1000 in a file")


def test_json_is_bounded() -> None:
    with pytest.raises(NotationError, match="this is too long; expected at most 1,048,576 characters"):
        state_from_json(" " * (MOST_DOCUMENT + 1))
    keys = ",".join(f'"k{number}":1' for number in range(FEW // 2))
    for text in (
        f"{{{keys}}}",
        f'{{{keys},"k1":2}}',
        f'{{"a": [{"[]," * (FEW // 2)}1]}}',
        f'{{"a": [{"[]," * 300_000}1]}}',
        '"\\' * (MOST_DOCUMENT // 2),  # no quote closes a string
    ):
        with pytest.raises(NotationError), at_most(MOST_CALLS):
            state_from_json(text)


def test_the_place_of_an_error_behind_a_long_string_costs_little_memory() -> None:
    text = f'{{"title": "{"x" * ROOM}", "format": ""}}'
    assert megabytes(text, "json") < LARGEST / 4


def test_notation_is_bounded() -> None:
    for text in ("2c " * 1_000_000, "x" * 1_000_000):
        for read in (r5.parse_cards, r5.parse_action):
            with pytest.raises(NotationError, match=f"this is too long; expected at most {MOST_NOTATION:,} characters"):
                read(text)


LONG = "x\0" * 100_000


@pytest.mark.parametrize(
    "ask",
    [
        lambda: r5.parse_action("1: " + LONG[:9000]),
        lambda: r5.parse_action("1: " + "x" * 9000),
        lambda: r5.parse_action("1: draw " + "x" * 9000),
        lambda: r5.parse_cards("x" * 9000),
        lambda: r5.compose(LONG),
        lambda: r5.compose("pagat", [LONG]),
        lambda: r5.compose("pagat", (), {LONG: 1}),
        lambda: r5.compose("pagat", (), {"match.target": LONG}),
        lambda: r5.compose("pagat", (), {"match.target": 10**5000}),
        lambda: r5.compose("pagat", (), {"match.target": [LONG] * 1000}),
        lambda: r5.deal(r5.compose(), seed=LONG),  # type: ignore[arg-type] # what is tested
        lambda: r5.parse_position(f'{"x" * 10_000} = 1\nhands = ["", ""]'),
        lambda: r5.parse_position(f'hands = ["5h", "6h"]\nphase = "{"x" * 10_000}"'),
    ],
)
def test_an_error_repeats_no_more_than_a_line(ask: Callable[[], object]) -> None:
    with pytest.raises((r5.Rummy500Error, TypeError)) as found:
        ask()
    assert len(str(found.value)) < 900
    assert "\0" not in str(found.value)
    assert "\n" not in str(found.value)


def test_the_longest_real_transcripts_and_matches_are_within_the_limits() -> None:
    rules = r5.compose("pagat", options={"match.target": 1_000_000, "stock.empty": "reshuffle"}, seats=8)
    players = [player_named("random", random.Random(seat)) for seat in range(8)]
    record = play_match(rules, players, random.Random(1), max_hands=MAX_HANDS)
    assert len(record.hands) == MAX_HANDS
    text = match_text(rules, [Hand(hand.start, hand.actions) for hand in record.hands])
    assert len(text) > 500_000
    assert len(read_transcripts(text)) == MAX_HANDS
    assert match_from_json(match_to_json(rules, record.match)) == (rules, record.match)
