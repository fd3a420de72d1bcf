"""Reads the melds of a position; `rummy500.melds.meld_text` writes them."""

from __future__ import annotations

import attrs

from rummy500.errors import Refusal
from rummy500.melds import Meld, MeldShapes
from rummy500.melds.shapes import ALL_THIRTEEN
from rummy500.notation.scanner import Scanner


def parse_meld(text: str, shapes: MeldShapes, *, seats: int = 8) -> Meld:
    """Read a meld on the table from text.

    Args:
        text: its owner and the cards: `"0 [7h 8h 9h 2:Th]"`, `"1 {9s 9d 9c}"`.
        shapes: the shape rules; their bounds on sizes are ignored, since a position need not be reachable in play.
        seats: how many play.

    Returns:
        The meld in canonical order.

    Raises:
        NotationError: if it cannot be parsed, or the cards are not a meld.
    """
    scanner = Scanner(text)
    owner = _seat(scanner, seats)
    is_run = scanner.accept("[")
    if not is_run:
        scanner.expect("{", "a run in [ ] or a group in { }")
    close = "]" if is_run else "}"
    played: list[tuple[int, int]] = []
    while not scanner.accept(close):
        by = owner
        scanner.skip()
        if scanner.text[scanner.at + 1 : scanner.at + 2] == ":":
            by = _seat(scanner, seats)
            scanner.touching(":")
        played.append((scanner.piece(), by))
    scanner.end("the meld")
    pieces = tuple(piece for piece, _ in played)
    loose = attrs.evolve(
        shapes,
        run_min=3,
        group_max=0,
        different_suits=False,
        ace_low=shapes.ace_low or len(pieces) < ALL_THIRTEEN,
        ace_high=True,
    )
    meld = loose.new_run(pieces, owner) if is_run else loose.new_group(pieces, owner)
    if isinstance(meld, Refusal):
        scanner.fail(f"this is not a meld: {meld.sentence}", "a run in [ ] or a group in { }", at=0)
    left = list(played)
    seats_by: list[int] = []
    for piece in meld.pieces:
        index = next(i for i, (other, _) in enumerate(left) if other == piece)
        seats_by.append(left.pop(index)[1])
    return Meld(meld.owner, meld.low, meld.line, meld.pieces, bytes(seats_by))


def _seat(scanner: Scanner, seats: int) -> int:
    scanner.skip()
    start = scanner.at
    seat = scanner.number("a seat")
    if seat >= seats:
        scanner.fail(f"there is no seat {seat}", f"0 to {seats - 1}", at=start)
    return seat
