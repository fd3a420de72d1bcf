"""The pictures of the README, Home, How to play and the variants.

Each is a position, the moves that lead from it to what is drawn, and a text for screen readers. The moves are applied,
so a picture shows play that is legal. Pages repeat the text as the picture's alternative text.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

import attrs
from tools.pages import DOCS

import rummy500 as r5
from rummy500.notation.picture import cards_svg

FOLDER: Final = DOCS / "images"
NAMES: Final = ("Ann", "Ben", "Cat")
#: Two pictures fit beside each other on a page, and one on a phone.
_NARROW: Final = 340


@attrs.frozen
class Picture:
    """A table to draw.

    Attributes:
        text: what it shows, for those who do not see it.
        position: where it begins.
        moves: what is played before it is drawn.
        seat: who looks at it; `None` draws every hand.
        width: its width in pixels.
    """

    text: str
    position: str
    moves: tuple[str, ...] = ()
    seat: int | None = 0
    width: int = _NARROW

    def reached(self) -> r5.Position:
        """Return the position after its moves."""
        begun = r5.parse_position(self.position)
        state = begun.state
        for move in self.moves:
            state = r5.apply(begun.rules, state, r5.parse_action(move, state, rules=begun.rules))
        return attrs.evolve(begun, state=state)

    def drawn(self) -> str:
        """Draw it."""
        found = self.reached()
        rules, state = found.rules, found.state
        sight = state if self.seat is None else r5.observe(rules, state, seat=self.seat)
        return r5.svg(rules, sight, names=NAMES[: rules.seats], width=self.width, meld_numbers=False)


@attrs.frozen
class Melds:
    """Melds to draw, each under a caption.

    Attributes:
        text: what it shows, for those who do not see it.
        melds: by the caption of each its notation.
    """

    text: str
    melds: Mapping[str, str]

    def drawn(self) -> str:
        """Draw them."""
        fans = [(caption, r5.parse_action(f"0: meld {meld}").pieces) for caption, meld in self.melds.items()]
        return cards_svg("500 Rummy: melds", fans, width=_NARROW)


_TURN: Final = """
to_act = 0
hands  = ["5h 6h Jd 9c 2c", "Kc 8s 3s Td 5d 6c"]
stock  = "4h 8h 3d 7c 9d"
pile   = "Kd 3c"
melds  = ["1 {Js Jh Jc}"]
"""
_TAKE: Final = """
to_act = 0
hands  = ["8h 8s Kd 2d", "Kc 9s 3s Td 5d 6c"]
stock  = "4h 9h 3d 7c 9d"
pile   = "Ts 8d Jc 3h"
"""
_CALL: Final = """
to_act = 0
phase  = "play"
hands  = ["Qd 2c 7s", "Kd 9d 3d", "Th 5c"]
drawn  = ["Qd"]
stock  = "4h 8h 3c 7c"
pile   = "Ks"
melds  = ["2 [4s 5s 6s]"]
"""
_SWAP: Final = """
rules  = { preset = "pagat", plugins = ["oklahoma"], options = { "oklahoma.jokers" = 1 } }
dealer = 0
to_act = 1
hands  = ["5c 8d Kc", "Qs 7h 8h"]
stock  = "3s 2s 2d 6h 7c"
pile   = "Jd 4c 9h"
melds  = ["1 {9s 9d *=9}"]
"""
_SPLIT: Final = """
rules  = { preset = "pagat", plugins = ["dealers-gambit"] }
dealer = 1
to_act = 0
plugin = { dealers-gambit = { named = "split" } }
hands  = ["9s 9d * Kd", "4h 5h 6h 2c"]
stock  = "Qs Tc 2d Jc"
pile   = "3s 5c 9h Jd 4s"
"""
_STOP: Final = """
rules  = { preset = "pagat", plugins = ["michigan"] }
to_act = 1
phase  = "play"
hands  = ["4d 6c", "Th 3c 5s", "2s Ks"]
drawn  = ["Th"]
stock  = "8c Jd 4s"
pile   = "3d"
melds  = ["0 [7h 8h 9h]"]
"""
_TOSS: Final = """
rules  = { preset = "pagat", plugins = ["throw-down"] }
dealer = 0
to_act = 1
phase  = "play"
hands  = ["4s 4h 2c Kc", "2d 7d 9s"]
drawn  = ["9s"]
stock  = "8c Jd 3s"
pile   = "4d 7c Jh"
"""
SCORE: Final = Picture(
    "The end of a hand. Ann has no cards left. On the table she has the run 4, 5, 6 of hearts, three aces, and the "
    "jack of diamonds, which she laid off on Ben's jacks. Ben has three jacks and the run ace, 2, 3 of clubs on the "
    "table. The queen of spades, the 9 of diamonds and a joker are left in his hand.",
    """
to_act = 0
phase  = "play"
hands  = ["Kd", "Qs 9d *"]
drawn  = ["Kd"]
stock  = "8h 7c"
pile   = "7s Ks 4d"
melds  = ["0 [4h 5h 6h]", "0 {As Ah Ad}", "1 {Js Jh Jc 0:Jd}", "1 [Ac 2c 3c]"]
""",
    ("0: discard Kd",),
    seat=None,
)

PICTURES: Final[Mapping[str, Picture | Melds]] = {
    "game": Picture(
        "A game of three in the middle of a hand: the stock, a discard pile of five cards, Ben's and Cat's hidden "
        "hands, the hand of Ann, whose turn it is, and the melds of all three.",
        """
to_act = 0
hands  = ["7c 7d Qh 3s Ks", "9c 2d 4s Jc", "Tc 5h 8s 2h 6d 4c"]
stock  = "4h 3h 5c 8c Qc 3d Kh 6s"
pile   = "5d Th 7s Kd 2c"
melds  = ["0 {As Ah Ac}", "1 {9s 9h 9d}", "2 [8d *=9d Td 0:Jd]"]
scores = [120, 95, 145]
""",
        width=380,
    ),
    "melds": Melds(
        "Four melds. A group: the nines of spades, hearts and diamonds. A run: 4, 5, 6 and 7 of hearts. A run in which "
        "a joker is the 6 of clubs, between 5 and 7. A group of two queens and a joker.",
        {
            "A group": "{9s 9h 9d}",
            "A run": "[4h 5h 6h 7h]",
            "A run; the joker is the 6 of clubs": "[5c *=6c 7c]",
            "A group; the joker is a queen": "{Qs Qd *=Q}",
        },
    ),
    "turn-draw": Picture(
        "Ann has drawn the 4 of hearts. With it she holds 4, 5 and 6 of hearts, the jack of diamonds, the 2 and the "
        "9 of clubs. Ben has three jacks on the table.",
        _TURN,
        ("0: draw",),
    ),
    "turn-end": Picture(
        "Ann's run 4, 5, 6 of hearts lies before her. Her jack of diamonds lies with Ben's jacks, marked with an "
        "A, as she laid it off. The 9 of clubs is on the discard pile, and she has one card left. It is Ben's turn.",
        _TURN,
        ("0: draw", "0: meld [4h 5h 6h]", "0: lay Jd on m1", "0: discard 9c"),
    ),
    "take-before": Picture(
        "Ann is to draw. She holds the eights of hearts and spades, a king and a 2. The discard pile, from the bottom: "
        "10 of spades, 8 of diamonds, jack of clubs, 3 of hearts.",
        _TAKE,
    ),
    "take-after": Picture(
        "Three eights lie before Ann. The jack of clubs and the 3 of hearts are in her hand now. "
        "Only the 10 of spades is left of the discard pile.",
        _TAKE,
        ("0: take 8d with {8d 8h 8s}",),
    ),
    "call-before": Picture(
        "Ann has discarded the 7 of spades, though Cat's run 4, 5, 6 of spades lies on the table. Ben is to draw.",
        _CALL,
        ("0: discard 7s",),
        seat=2,
    ),
    "call-after": Picture(
        "Cat has called. The 7 of spades lies on her run, and she is to finish the turn.",
        _CALL,
        ("0: discard 7s", "2: call 7s on m1"),
        seat=2,
    ),
    "score": SCORE,
    "oklahoma-before": Picture(
        "Oklahoma. Ben is to draw. On the table he has the nines of spades and diamonds with a joker. The discard "
        "pile, from the bottom: jack of diamonds, 4 of clubs, 9 of hearts.",
        _SWAP,
        seat=1,
    ),
    "oklahoma-after": Picture(
        "Ben's meld is three nines now, and the joker is in his hand, with the jack and the 4 of the pile. The pile is "
        "empty.",
        _SWAP,
        ("1: take 9h with swap 9h on m1",),
        seat=1,
    ),
    "gambit-before": Picture(
        "Dealer's gambit. Ann is to draw. She holds the nines of spades and diamonds, a joker and a king. The discard "
        "pile, from the bottom: 3 of spades, 5 of clubs, 9 of hearts, jack of diamonds, 4 of spades.",
        _SPLIT,
    ),
    "gambit-after": Picture(
        "Three nines lie before Ann. The jack and the 4 are in her hand. The 3, the 5 and her joker are gone, and the "
        "pile is empty.",
        _SPLIT,
        ("0: take 9h with {9h 9s 9d} split below with *",),
    ),
    "floating": Picture(
        "Floating. Ann has no cards left: her run is 6 to 9 of hearts. Ben and Cat still hold cards, and it is Ben's "
        "turn.",
        """
rules  = { preset = "pagat", plugins = ["floating"] }
to_act = 0
phase  = "play"
hands  = ["9h", "Kc 8c 3d", "Qd 5s"]
drawn  = ["9h"]
stock  = "4c As 7d"
pile   = "2s Jc"
melds  = ["0 [6h 7h 8h]", "2 {Ts Td Tc}"]
""",
        ("0: lay 9h on m1",),
    ),
    "stop-before": Picture(
        "Michigan. Ben has discarded the 10 of hearts. Ann's run 7, 8, 9 of hearts lies on the table. Cat holds the 2 "
        "and the king of spades.",
        _STOP,
        ("1: discard Th",),
        seat=2,
    ),
    "stop-after": Picture(
        "The 10 of hearts lies at the end of Ann's run, marked with a C for Cat. Cat still holds the 2 and the king, "
        "and may discard one of them.",
        _STOP,
        ("1: discard Th", "2: call Th on m1"),
        seat=2,
    ),
    "toss-before": Picture(
        "500 Throw Down. The discards are the 4 of diamonds, the 7 of clubs, the jack of hearts and the 9 of spades. "
        "The 9 lies on the 4 and on the 7. Ann is to draw; she holds the fours of spades and hearts, a 2 and a king.",
        _TOSS,
        ("1: discard 9s over 4d 7c",),
    ),
    "toss-after": Picture(
        "Three fours lie before Ann, and the 9 of spades is in her hand. The 7 of clubs and the jack of hearts are "
        "left, and nothing lies on them.",
        _TOSS,
        ("1: discard 9s over 4d 7c", "0: take 4d with {4s 4h 4d}"),
    ),
    "persian": Melds(
        "Persian. Three groups: four sixes laid down at once, which count 48; four jokers laid down at once, which "
        "count 160; three queens, which count 30.",
        {
            "Four sixes at once: 48": "{6s 6h 6d 6c}",
            "Four jokers at once: 160": "{* * * *}",
            "Three queens: 30": "{Qs Qh Qd}",
        },
    ),
    "masters-hand": Picture(
        "The Rummy Master's Hand. Ann has no cards left. Her run is 4 to 10 of hearts, and the 2 of clubs lies on the "
        "discard pile. Ben still holds a king and an 8.",
        """
rules  = { preset = "pagat", plugins = ["masters-hand"] }
to_act = 0
phase  = "play"
hands  = ["4h 5h 6h 7h 8h 9h Th 2c", "Kc 8c"]
drawn  = ["2c"]
stock  = "Td"
pile   = "3d"
""",
        ("0: meld [4h 5h 6h 7h 8h 9h Th]", "0: discard 2c"),
        seat=None,
    ),
}


def file(name: str) -> Path:
    """Return the file of a picture."""
    return FOLDER / f"{name}.svg"


def pages() -> dict[Path, str]:
    return {file(name): f"{picture.drawn()}\n" for name, picture in PICTURES.items()}
