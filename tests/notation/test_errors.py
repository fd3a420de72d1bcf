"""Tests of errors of text: a catalogue of what is wrong with cards, actions, melds, positions, scenarios and JSON."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Final

import pytest
from tests.errors import Errors

import rummy500 as r5
from rummy500.notation.actions import parse_action, parse_card, parse_cards
from rummy500.notation.fields import parse_meld
from rummy500.notation.json import action_from_json, match_from_json, rules_from_json, state_from_json
from rummy500.notation.scenario import parse_scenarios
from rummy500_terminal.judging import run_scenario

SAVED: Final = Path(__file__).parent / "saved"
#: The oldest card first: 4d lies there twice, the upper one second from the top.
PILE: Final = bytes(parse_cards("4d 9h 3h 7c 3h 4d Ks"))
SHAPES: Final = r5.compose("classic", options={"deck.jokers": 2}, seats=5).melding.shapes
HEAD: Final = 'format = "rummy500 scenario 1"\n'
GOOD: Final = {"rules": '{ preset = "pagat" }', "dealer": "0", "hands": '["5h 6h", "Jd Kc", "2c 3c"]', "stock": '"4h"'}
BEGUN: Final = 'hands = ["9s 2c", "5h 6h"]\nstock = "4c"\n'
SCENARIO: Final = """\
[position]
rules  = { preset = "pagat" }
dealer = 0
to_act = 1
phase  = "play"
hands  = ["Kc", "9h 2c Kd", "Th 3c"]
drawn  = ["2c"]
stock  = "4s 5s"
pile   = "8d"
melds  = ["0 [5h 6h 7h 8h]", "2 {9s 9d 9c}"]
"""


def run_all(text: str) -> None:
    list(map(run_scenario, parse_scenarios(f"{HEAD}{SCENARIO}{text}\n")))


def second_position(key: str, value: str) -> None:
    """Read a file of two scenarios, of which the second has a wrong value and the first has every key, too."""
    fine, wrong = (
        "\n".join(f"{name} = {words}" for name, words in position.items())
        for position in (GOOD, {**GOOD, "melds": '["1 {9s 9d 9c}"]', key: value})
    )
    parse_scenarios(
        f'{HEAD}[[scenario]]\ntitle = "fine"\n[scenario.position]\n{fine}\n[[scenario]]\n[scenario.position]\n{wrong}\n'
    )


#: What reads a text, and texts that it refuses.
TEXTS: Final[dict[str, tuple[Callable[[str], object], tuple[str, ...]]]] = {
    "card": (parse_card, (
        "", "9", "9x", "9H", "ah", "1h", "11h", "100h", "9♥", "\N{FULLWIDTH DIGIT NINE}h", "9hh", "9h 9s", "?", "9h,",
        "x" * 80,
    )),
    "cards": (parse_cards, (
        "9h, Td", "9h *Td", "9h **", "9h4c", "9h\n4c 5x", "9h\n\n  Zc", "9h *=9h",
    )),
    "action": (lambda text: parse_action(text, PILE), (
        "", "draw", "1 draw", "²: draw", "12345: draw", "deck reshuffle", "1: ", "1: [4h]", "1: darw", "1: draw 9h",
        "1: discard", "1: discard 9h 9s", "1: discard Kx", "1: meld 4h 5h", "1: meld []", "1: meld [4h 5h}",
        "1: meld [4h 5h", "1: meld [4h ??]", "1: meld [4h *=*]", "1: meld [4h *=]", "1: meld [4h *=1]",
        "1: meld [4h/3 5h 6h]", "1: lay 3h", "1: lay on m1", "1: lay 3h on", "1: lay 3h on m", "1: lay 3h on m0",
        "1: lay 3h on m00000", "1: take", "1: take 4d/", "1: take 4d/0", "1: take 4d with",
        "1: take 4d with [4d/2 5d 6d]", "1: take 4d 5d", "1: call", "deck: reshuffle 4h,2c", "1:\nmeld [4h\n5x]",
    )),
    "action, the pile unknown": (parse_action, ("1: take 4d", "1: call 3h on m1")),
    "meld": (lambda text: parse_meld(text, SHAPES, seats=5), (
        "5 [7h 8h 9h]", "0 [7h 5:8h 9h]", "[7h 8h 9h]", "0 7h 8h 9h", "0 [7h 8h", "0 [7h 8h 9h] x", "0 [7h 8h Th]",
        "0 {}", "0 {9s 9h *}",
    )),
    "position": (lambda text: r5.parse_position(f'dealer = 0\nhands = ["5h 6h", "Jd"]\n{text}\n'), (
        'stock = "5h"', 'pile = "2c 5h"', 'melds = ["0 {7s 7d 7c}", "0 [4h 5h 6h]"]', 'turn.gone = "5h"',
        'phase = "play"\ndrawn = ["2c 2c"]', 'phase = "play"\ntaken = ["Kh Kh"]', 'known = ["", "Kh Kh"]',
        'stock = "??"', 'stock = "*d"',
    )),
    "position that cannot go on": (lambda text: r5.parse_position(f'{BEGUN}{text}'), (
        'phase = "offer"', 'phase = "reshuffle"', 'phase = "offer"\nrules = { options = { "deal.opening" = "offer" } }',
        'phase = "reshuffle"\nrules = { options = { "stock.empty" = "reshuffle" } }\npile = "8d"',
        "plugin = { floating = { } }", 'rules = { options = { match.target = 5, "match.target" = 6 } }',
    )),
    "document": (r5.parse_position, (
        "a = " + "[" * 100 + "]" * 100,
        'rules = { preset = "clasic" }', 'rules = { preset = "classic" }',
        "", '\n[position]\nstock = "2c"', "position = 3",
    )),
    "scenario": (run_all, (
        '[[step]]\nDO = "1: draw"', '[[step]]\nrefused = "1: draw"', '[[step]]\nrule = "x"',
        '[[step]]\ndo = "1: draw"\nmay = "1: draw"', '[[step]]\ndo = "1: draw"\nrule = "x"',
        '[[step]]\nlegal = []\nstock = "x"', '[[step]]\ndo = "1: darw"', "[[step]]\ndo = 3",
        '[[step]]\nlegal = ["discard 2c", "discrd 2c"]', "[[step]]\nlegal = []\nseat = 3", '[[step]]\nsees = "3"',
        '[[step]]\nsees = "²"', '[[step]]\nsees = "01"', '[[step]]\nsees = "1"\nhands = ["??", "4x", ""]',
        '[[step]]\nsees = "1"\nstock = "? ??"', '[[step]]\nsees = "1"\nmemory = "some"', "[expect]\nover = 1",
        "[expect]\nwiner = 1", '[expect]\nwinner = "1"', "[expect]\nwinner = true", '[expect]\nhands = ["Kc", "4x"]',
        '[expect]\ntable = ["3 {9s 9d 9c}"]', '[expect]\nhand_scores = [1, "2"]', "[step]\nx = 1", "[expct]",
    )),
}  # fmt: skip
#: Keys of a position, and their wrong values.
VALUES: Final = (
    ("dealer", "9"), ("dealer", '"1"'), ("dealer", "true"), ("to_act", "-1"), ("last", "3"), ("phase", '"sleep"'),
    ("phase", "1.5"), ("hands", '["5h", 6, "2c"]'), ("hands", '["5h", "Jd Qx Kc", "2c"]'),
    ("pile", '"""\n5h\n  5x"""'), ("stock", "'4h 8'"), ("pile", '["5h"]'),
    ("melds", '["0 [7h 8h 9h]", "1 {9s 9x}"]'), ("melds", '"0 [7h 8h Th]"'), ("drawn", '["2x"]'),
    ("scores", "[1, 2]"), ("scores", '[1, 2, "3"]'), ("scores", "1"), ("turn", "1979-05-27"),
    ("turn", '{ plays = ["9h on m3"] }'), ("turn", "{ idle = -1 }"), ("turn", "{ stale = 1 }"), ("known", '["5h"]'),
    ("turn", "{ stael = true }"), ("match", "{ playof = true }"), ("rules", '{ preset = "pagat", seats = 4 }'),
    ("rules", '{ preset = ["pagat"] }'), ("rules", "{ options = 3 }"), ("rules", '{ presett = "pagat" }'),
    ("dealr", "1"), ("dealer", "0x" + "F" * 20),
)  # fmt: skip
READERS: Final = {
    "rules": rules_from_json, "state": state_from_json, "action": action_from_json, "match": match_from_json,
}  # fmt: skip
LACK: Final = object()
#: Keys of saved files, and their wrong values.
SAVES: Final[tuple[tuple[str, str, Any], ...]] = (
    ("rules", "seats", "3"), ("rules", "seats", True), ("rules", "plugins", []), ("rules", "options", []),
    ("rules", "core", LACK), ("rules", "preset", LACK),
    ("action", "action", 1), ("action", "action", "1: darw"), ("action", "action", LACK),
    ("state", "rules", None), ("state", "hands", ["5h", "6h"]), ("state", "stock", "4h 8x"),
    ("state", "phase", "sleep"),
    ("match", "dealer", 3), ("match", "scores", [1, 2]), ("match", "scores", [1, 2, 3.0]), ("match", "winners", [3]),
    ("match", "playoff", 0), ("match", "hands", {}), ("match", "hands", ""), ("match", "hands", None),
    ("match", "hands", [{"dealer": 1}]), ("match", "hand", []), ("match", "hand", {"hands": [""] * 3, "rules": {}}),
    *((kind, "wat", 1) for kind in READERS),
    ("rules", "preset", "clasic"), ("rules", "options", {"meld.ace": []}),
    ("rules", "core", 2), ("rules", "seats", 9), ("state", "rules", {"preset": "clasic"}),
)  # fmt: skip


def read_saved(kind: str, key: str, value: object) -> None:
    table = json.loads((SAVED / f"{kind}-1.json").read_text("utf-8")) | {key: value}
    if value is LACK:
        del table[key]
    READERS[kind](json.dumps(table))


ERRORS = Errors(
    __file__,
    {
        **{f"{kind} {text!r}": partial(read, text) for kind, (read, texts) in TEXTS.items() for text in texts},
        **{f"{key} = {value!r}": partial(second_position, key, value) for key, value in VALUES},
        **{
            f"saved {kind} " + (f"without {key}" if value is LACK else f"with {key} {value!r}"): partial(
                read_saved, kind, key, value
            )
            for kind, key, value in SAVES
        },
    },
)


@pytest.mark.parametrize("situation", ERRORS.names)
def test_error(situation: str) -> None:
    said = ERRORS.raised(situation)
    assert said == ERRORS.written(situation, said)


def test_an_error_has_its_place_and_what_would_be_right() -> None:
    with pytest.raises(r5.NotationError) as caught:
        parse_cards("9h\n4c 5x")
    error = caught.value
    assert (error.line, error.column, error.message) == (2, 4, "'5x' is not a card")
    assert error.expected == "a card such as 7d, Ts or *"
