"""Turns that go to another seat, and back: what the last seat drew stays hidden and is kept until it plays on."""

from __future__ import annotations

from typing import Final, TypeVar

import attrs

from rummy500.base.records import replace
from rummy500.cards.cards import EMPTY_BAG, Bag, RandomBits, minus
from rummy500.engine.observe import drawn_unseen
from rummy500.engine.plays import NEW_MELDS, places_of_plays
from rummy500.engine.turns import drawn_elsewhere
from rummy500.rules.actions import LAY, NONE, USE_LAY, Action
from rummy500.rules.memory import HandMemory, recall, remember
from rummy500.rules.rules import Rules
from rummy500.rules.state import DRAW_PHASE, NEW_TURN, OVER_PHASE, PLAY_PHASE, State, Turn, View

S = TypeVar("S", State, View)


@attrs.frozen
class KeptTurn:
    """The turn that waits until its seat is on turn again; the seat is -1 if none waits.

    Its fields are those of `Turn`, and what the seat drew, which it alone sees. A play is its seat, verb, use, place on
    the table and pieces.
    """

    seat: int = NONE
    phase: str = ""
    drawn: Bag = EMPTY_BAG
    taken: Bag = EMPTY_BAG
    plays: tuple[str, ...] = ()
    stock_only: bool = False
    claimed: bool = False


def _after(rules: Rules, _before: State, _action: Action, after: State) -> KeptTurn:
    return KeptTurn() if after.public.phase in (DRAW_PHASE, OVER_PHASE) else recall(rules, after, KeptTurn)


def _seen(_rules: Rules, record: KeptTurn, seat: int) -> KeptTurn:
    return attrs.evolve(record, drawn=EMPTY_BAG) if record.drawn and record.seat != seat else record


def _sample(rules: Rules, world: State, seat: int, _cards: bytes, random_source: RandomBits) -> KeptTurn:
    kept = recall(rules, world, KeptTurn)
    if kept.seat in (NONE, seat) or kept.phase != PLAY_PHASE or kept.taken:
        return kept
    return attrs.evolve(kept, drawn=drawn_unseen(rules, _resumed(world, kept), random_source))


#: The name of the record in positions.
KEPT: Final = "kept-turn"
#: The memory of turns that are given away and taken up again: an answer to the hook `memory`. All plugins share it.
KEPT_TURN: Final = HandMemory(KeptTurn, after=_after, seen=_seen, sample=_sample)


def give_turn(rules: Rules, sight: S, seat: int, phase: str) -> S:
    """Put another seat on turn. Nobody but the last seat sees what it drew; the new turn begins with no play.

    Where a plugin answers the hook `memory` with `KEPT_TURN`, the turn that was going on is kept for `resume_turn`,
    until a turn begins by a draw, or the hand is over. It is kept, too, if one seat after another is put on turn. To
    end the turn that waits, resume it first.

    Args:
        rules: the rules.
        sight: the state, or the view of the seat on turn.
        seat: the seat that acts next.
        phase: the phase in which it acts: one of your moves has it, or `PLAY_PHASE`, in which it need not draw.

    Raises:
        ValueError: for a seat that does not play, and in a round, where `mark_acted` says who is next.
    """
    public = sight.public
    if not 0 <= seat < rules.seats:
        raise ValueError(f"there is no seat {seat} to give the turn to: seats are 0 to {rules.seats - 1}")
    if public.turn.pending:
        raise ValueError(f"no turn is given in the round {public.phase}: mark_acted says who is next")
    if KeptTurn in rules.memory.memory_place and recall(rules, sight, KeptTurn).seat == NONE:
        turn = public.turn
        plays = [
            f"{each.seat} {each.verb} {each.use} {place} {' '.join(map(str, each.pieces))}"
            for each, place in zip(turn.plays, places_of_plays(public), strict=True)
        ]
        given = (public.to_act, public.phase, sight.drawn, turn.taken, tuple(plays), turn.stock_only, turn.claimed)
        sight = remember(rules, sight, KeptTurn(*given))
    return replace(sight, public=replace(public, phase=phase, to_act=seat, turn=NEW_TURN), drawn=EMPTY_BAG)


def resume_turn(rules: Rules, state: State) -> State:
    """Go back to the turn that `give_turn` has kept: its seat, phase and plays, and what it took and drew.

    Args:
        rules: the rules; one of the plugins answers the hook `memory` with `KEPT_TURN`.
        state: the state before.

    Raises:
        KeyError: if no plugin does.
        ValueError: if no turn waits.
    """
    kept = recall(rules, state, KeptTurn)
    if kept.seat == NONE:
        raise ValueError("no turn waits to be resumed")
    return remember(rules, _resumed(state, kept), KeptTurn())


def _resumed(state: State, kept: KeptTurn) -> State:
    """The state with the kept turn; cards that its seat has given away since no longer count as drawn."""
    plays, places = list[Action](), list[int]()
    for words in kept.plays:
        seat, verb, use, place, *pieces = words.split()
        on = NONE if use in NEW_MELDS else int(place)
        plays.append(Action(int(seat), verb, use=use, pieces=tuple(map(int, pieces)), on=on))
        places.append(int(place))
    turn = Turn(kept.taken, tuple(plays), kept.stock_only, kept.claimed)
    public = replace(state.public, phase=kept.phase, to_act=kept.seat, turn=turn)
    if places_of_plays(public) != tuple(places):
        # Others have melded since: what this turn melded is no longer last on the table, and counts as laid off there.
        laid = [
            replace(play, verb=LAY, use=USE_LAY, on=place) if play.use in NEW_MELDS else play
            for play, place in zip(plays, places, strict=True)
        ]
        public = replace(public, turn=replace(turn, plays=tuple(laid)))
    back = replace(state, public=public, drawn=kept.drawn)
    return replace(back, drawn=minus(kept.drawn, drawn_elsewhere(back, state)))
