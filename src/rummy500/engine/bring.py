"""Bringing cards from the pile into a hand; `take` and `call` share it."""

from __future__ import annotations

from rummy500.cards import bag_of, union
from rummy500.engine.finish import can_finish, has_opened, refuse_stranding
from rummy500.engine.plays import judge_play, view_after
from rummy500.errors import Refusal
from rummy500.melds.pieces import Pieces
from rummy500.rules import Rules
from rummy500.state import PLAY_PHASE, Open, Turn, View, size_change


def view_with(view: View, depth: int) -> View:
    """What the seat would see after bringing the top of the pile into its hand, its play to come.

    Args:
        view: what it sees before.
        depth: how many cards it brings.
    """
    before = view.open
    seat = view.seat
    taken = bag_of(before.pile[-depth:])
    known = before.known
    after = Open(
        PLAY_PHASE,
        seat,
        before.last,
        before.pile[:-depth],
        before.table,
        Turn(taken),
        before.sizes + size_change(seat, depth),
        (*known[:seat], union(known[seat], taken), *known[seat + 1 :]),
        before.stock_count,
        before.dealer,
        before.gone,
        before.idle,
        before.stale,
    )
    return View(seat, after, union(view.hand, taken), 0, view.slots)


def may_finish_after(rules: Rules, view: View, depth: int, use: str, pieces: Pieces, on: int) -> bool:
    """Whether a seat that brings cards and plays some at once can still end its turn."""
    held = view.open.hand_size(view.seat)
    left = held + depth - len(pieces)
    # A use plays at least one card of the pile: where more old cards are held than it plays beside that one, one stays,
    # and no old card is barred.
    duty = rules.first_minimum and not has_opened(view.open, view.seat)
    if not duty and (held > max(0, len(pieces) - 1) or (left == 0 and rules.melding_out)):
        return True
    return refuse_after(rules, view, depth, use, pieces, on, name_rule=False) is None


def refuse_after(
    rules: Rules, view: View, depth: int, use: str, pieces: Pieces, on: int, *, name_rule: bool = True
) -> Refusal | None:
    """Why bringing cards and playing some at once strands the player, `None` if it does not.

    Args:
        rules: the rules.
        view: what the seat sees before.
        depth: how many cards it brings.
        use: how it plays `pieces`; nothing is played if empty.
        pieces: the pieces.
        on: the meld they are laid on.
        name_rule: work out the most specific rule, not only whether there is one.
    """
    after = view_with(view, depth)
    if use:
        meld = judge_play(rules, after, use, pieces, on)
        if isinstance(meld, Refusal):
            return meld
        after = view_after(after, meld, use, pieces, on)
    if name_rule:
        return refuse_stranding(rules, after)
    return None if can_finish(rules, after) else _STRANDED


_STRANDED = Refusal("turn.no-stranding", "stranded", "After this you could not end your turn.")
