"""`find_defects`: everything that is wrong with a position, each defect by name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

import attrs

from rummy500.base.errors import Refusal
from rummy500.base.inputs import quoted
from rummy500.base.records import replace
from rummy500.cards.cards import card_text, cards_of, cards_text, common, size
from rummy500.cards.pieces import Meld, is_natural, piece_role, role_rank
from rummy500.engine.observe import cards_outside_stock
from rummy500.engine.plays import CORE_USES, NEW_MELDS, places_of_plays
from rummy500.engine.turns import clockwise, drawn_elsewhere, round_of, who_acts
from rummy500.rules.actions import NONE, USE_RUN, Action
from rummy500.rules.rules import Rules
from rummy500.rules.state import CORE_PHASES, OVER_PHASE, PLAY_PHASE, RESHUFFLE_PHASE, PublicState, State

#: The highest number that a hand of a match may have.
MOST_HANDS: Final = 1_000_000


@attrs.frozen
class Defect:
    """Something that is wrong with a position.

    Attributes:
        name: a short name: `too-many-cards`, `missing-cards`, `no-meld`, `unknown-phase`, `no-such-seat`,
            `wrong-counts`, `drawn-nowhere`, `drawn-elsewhere`, `played-nowhere`, `claimed-nowhere`, `wrong-pending`,
            `wrong-seat`, `unknown-cards`, `empty-hand`, `not-over`, `other-rules`.
        about: what is wrong and where, in words.
    """

    name: str
    about: str


def find_defects(rules: Rules, state: State) -> tuple[Defect, ...]:
    """Name every defect of a position.

    A position that play reaches has none. One made by hand, for a test say, may lack cards of the pack and still be
    playable: that is the defect `missing-cards` alone.

    Args:
        rules: the rules in force.
        state: the state.

    Returns:
        The defects; empty if there is none.
    """
    return (*_seats(rules, state), *_cards(rules, state), *_melds(rules, state), *_turn(rules, state))


def _seats(rules: Rules, state: State) -> Iterator[Defect]:
    public = state.public
    if len(state.hands) != rules.seats or public.seats != rules.seats:
        yield Defect("no-such-seat", f"{len(state.hands)} hands for {rules.seats} seats")
    for name, seat, least in (
        ("to_act", public.to_act, 0),
        ("dealer", public.match.dealer, 0),
        ("last", public.last, -1),
        ("out", public.out, -1),
        *(("pending", seat, 0) for seat in public.turn.pending),
    ):
        if not least <= seat < rules.seats:
            yield Defect("no-such-seat", f"{name} is seat {seat}")
    match = public.match
    if match.rules_number not in (0, rules.number):
        yield Defect("other-rules", f"the state was dealt under other rules than {rules!r}")
    if len(match.scores) != rules.seats:
        yield Defect("wrong-counts", f"{len(match.scores)} scores for {rules.seats} seats")
    if not 1 <= match.hand_number <= MOST_HANDS:
        yield Defect("wrong-counts", f"the hand has the number {quoted(match.hand_number)}")
    if len(match.memories) != len(rules.memory.match_memory):
        yield Defect("wrong-counts", f"{len(match.memories)} records of {len(rules.memory.match_memory)} plugins")
    for number, meld in enumerate(public.table, 1):
        if any(seat >= rules.seats for seat in (meld.owner, *meld.by)):
            yield Defect("no-such-seat", f"m{number} is of a seat that does not play")


def _cards(rules: Rules, state: State) -> Iterator[Defect]:
    public = state.public
    there = Counter((*state.stock, *cards_outside_stock(rules, state, state.hands)))
    pack = Counter(rules.deal.pack + rules.deal.side_pack)
    for card, times in sorted(there.items()):
        if times > pack[card]:
            yield Defect("too-many-cards", f"{card_text(card)} is there {times} times, in the pack {pack[card]} times")
    missing = sum((pack - there).values())
    if missing:
        yield Defect("missing-cards", f"{missing} cards of the pack are nowhere")
    if public.stock_count != len(state.stock):
        yield Defect("wrong-counts", f"the stock counts {public.stock_count} cards and holds {len(state.stock)}")
    for seat, hand in enumerate(state.hands):
        if public.hand_size(seat) != size(hand):
            yield Defect("wrong-counts", f"hand {seat} counts {public.hand_size(seat)} cards and holds {size(hand)}")
        if seat < public.seats and common(public.known[seat], hand) != public.known[seat]:
            yield Defect("unknown-cards", f"hand {seat} is known to hold a card that it does not hold")


def _melds(rules: Rules, state: State) -> Iterator[Defect]:
    for number, meld in enumerate(state.public.table, 1):
        judged = rules.melding.shapes.new_meld(meld.pieces, meld.owner, is_run=meld.is_run)
        if isinstance(judged, Refusal):
            yield Defect("no-meld", f"m{number} is not a meld: {judged}")
        elif replace(judged, by=meld.by) != meld or len(meld.by) != len(meld.pieces):
            yield Defect("no-meld", f"m{number} does not lie as its cards do")


def _turn(rules: Rules, state: State) -> Iterator[Defect]:
    public = state.public
    if public.phase not in (*rules.turn.turn_moves, RESHUFFLE_PHASE, OVER_PHASE):
        yield Defect("unknown-phase", f"there is no phase {quoted(public.phase)} in these rules")
    if public.phase in CORE_PHASES and public.phase != PLAY_PHASE and (state.drawn or public.turn.taken):
        yield Defect("drawn-nowhere", f"cards were drawn in phase {public.phase}")
    elif lost := cards_text(cards_of(drawn_elsewhere(state))):
        yield Defect("drawn-elsewhere", f"{lost} drawn by seat {public.to_act}: not in its hand, played or discarded")
    yield from _plays(public)
    yield from _pending(rules, public)
    if public.turn.claimed and not _may_be_claimed(rules, state):
        yield Defect("claimed-nowhere", "the turn is marked as claimed, and these rules allow no such call here")
    if public.phase != OVER_PHASE:
        ends = "hand_emptied" not in rules.answered
        # Where an empty hand does not end the hand a seat without cards may play on, but not without a draw.
        for seat, hand in enumerate(state.hands):
            if not hand and (ends or (public.phase == PLAY_PHASE and seat == public.to_act)):
                yield Defect("empty-hand", f"hand {seat} is empty and the hand goes on")
        # Somebody may be out already in a phase of a plugin's own, which comes between that and the end.
        if public.ended or (public.out >= 0 and (ends or public.phase in CORE_PHASES)):
            yield Defect("not-over", "the hand has an end and goes on")


def _pending(rules: Rules, public: PublicState) -> Iterator[Defect]:
    """Pending seats outside a round, not all of whom act in it, or in another order; another seat on turn."""
    pending, step = public.turn.pending, round_of(rules, public.phase)
    if step is None:
        if pending and public.phase != OVER_PHASE:
            yield Defect("wrong-pending", f"seats {written(pending)} are pending in phase {public.phase}, no round")
        return
    due = who_acts(rules, step, public)
    if pending and step.again:
        due = clockwise(rules, due, pending[0])
    if not pending or pending != tuple([seat for seat in due if seat in pending]):
        found = f"seats {written(pending)} are" if pending else "no seat is"
        yield Defect(
            "wrong-pending",
            f"{found} pending in phase {public.phase}, and should be some of {written(due)}, in this order",
        )
    elif public.to_act != pending[0]:
        yield Defect("wrong-seat", f"seat {public.to_act} is on turn, and the first pending seat is {pending[0]}")


def written(numbers: Iterable[int]) -> str:
    """Write seats or scores for the text of a defect."""
    return ", ".join(map(str, numbers)) or "none"


def _may_be_claimed(rules: Rules, state: State) -> bool:
    """Whether a call may have marked the turn: of the last discard before the draw, of the top card in its own turn."""
    public = state.public
    if public.phase == PLAY_PHASE:
        # The effects of plugins may draw cards in any turn.
        every_hook = set[str]().union(*rules.origin.hook_functions.values())
        draws = not state.drawn or not every_hook.isdisjoint({"effects", "moves"})
        return rules.turn.call == "top" and bool(public.turn.taken) and draws
    return public.phase not in CORE_PHASES or rules.turn.call == "last-discard"


def _plays(public: PublicState) -> Iterator[Defect]:
    """Plays of the turn whose cards do not lie where they were played."""
    left = [list(zip(meld.pieces, meld.by, strict=False)) for meld in public.table]
    for play, place in zip(public.turn.plays, places_of_plays(public), strict=True):
        if place == NONE or not _lies_in(public.table[place], left[place], play):
            yield Defect("played-nowhere", f"{play.use_text()} was played in this turn and lies nowhere")


def _lies_in(meld: Meld, left: list[tuple[int, int]], play: Action) -> bool:
    """Whether a play lies in a meld; takes its cards out of `left`, so that no card counts for two plays.

    Where a wild card was played another card may lie in its role now: some plugins let players take wild cards back.
    The exchange is a use of the plugin's own, which only needs a meld.
    """
    if play.use not in CORE_USES:
        return True
    if play.use in NEW_MELDS and (meld.owner != play.seat or meld.is_run is not (play.use == USE_RUN)):
        return False
    for piece in play.pieces:
        if (piece, play.seat) in left:
            left.remove((piece, play.seat))
        elif is_natural(piece) or not _has_role(meld, piece):
            return False
    return True


def _has_role(meld: Meld, piece: int) -> bool:
    if not meld.is_run:
        return role_rank(piece) == meld.line
    return piece_role(piece) in map(piece_role, meld.pieces)
