"""Folding the kinds of move: the core's, those that plugins put in their place, and those that stand beside them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

import attrs

from rummy500.actions import CALL, TAKE
from rummy500.engine.moves import CORE_MOVES
from rummy500.engine.moves.call import CALL_MOVE
from rummy500.errors import ComposeError
from rummy500.options import OptionValue
from rummy500.plugging.answers import Answers, Hooked
from rummy500.plugging.checks import check_move, check_suffixes, check_use
from rummy500.rules import Move, Use
from rummy500.state import PLAY_PHASE


class FoldedMoves(NamedTuple):
    """Every kind of move.

    Attributes:
        plain: those without a suffix, by verb; a plugin's in the place of the core's where they share a phase.
        phased: those of a core verb in phases in which the core's move of that verb cannot be made, by verb and phase.
        suffixed: those with a suffix, by verb and suffix.
    """

    plain: Mapping[str, Move]
    phased: Mapping[tuple[str, str], Move]
    suffixed: Mapping[tuple[str, str], Move]

    @property
    def every(self) -> tuple[Move, ...]:
        """Each kind once."""
        return (*self.plain.values(), *dict.fromkeys(self.phased.values()), *self.suffixed.values())


def fold_moves(answers: Answers, words: tuple[str, ...], options: Mapping[str, OptionValue]) -> FoldedMoves:
    """Every kind of move.

    Args:
        answers: what plugins answer.
        words: the further uses of a taken card.
        options: the options in force.

    Raises:
        ComposeError: for a move that is not as it should be, and for two plugins that claim the same one.
    """
    core = {move.verb: move for move in CORE_MOVES}
    plain = dict(core)
    phased: dict[tuple[str, str], Move] = {}
    suffixed: dict[tuple[str, str], Move] = {}
    beside: list[tuple[Hooked, Move]] = []
    claimed: dict[tuple[str, str, str], str] = {}
    for plugin, move in answers.items("moves", Move):
        check_move(plugin, move, core)
        stands_beside = not move.suffix and move.verb in core and not set(move.phases) & set(core[move.verb].phases)
        # What takes the place of a move of the core, a verb of a plugin's own, a suffix: one for all phases.
        in_core = move.verb in core and not move.suffix
        for phase in (*(() if stands_beside else ("",)), *(move.phases if in_core else ())):
            key = (move.verb, move.suffix, phase)
            if key in claimed:
                what = f"{move.verb} {move.suffix}".strip()
                raise ComposeError(
                    f"plugins {claimed[key]} and {plugin.info.name} do not go together: both have a move {what!r}"
                )
            claimed[key] = plugin.info.name
        if move.suffix:
            suffixed[move.verb, move.suffix] = move
            beside.append((plugin, move))
        elif stands_beside:
            phased.update({(move.verb, phase): move for phase in move.phases})
        else:
            plain[move.verb] = move
    check_suffixes(plain, beside, core)
    if options["call"] == "top" and plain[CALL].check is CALL_MOVE.check:
        # A caller whose turn has done nothing but call may call again.
        phased.setdefault((CALL, PLAY_PHASE), attrs.evolve(plain[CALL], phases=(PLAY_PHASE,), whose="turn"))
    suffixed = {key: _in_every_phase(move, plain, phased) for key, move in suffixed.items()}
    if words:
        plain[TAKE] = attrs.evolve(plain[TAKE], uses=(*plain[TAKE].uses, *words))
    return FoldedMoves(MappingProxyType(plain), MappingProxyType(phased), MappingProxyType(suffixed))


def _in_every_phase(move: Move, plain: Mapping[str, Move], phased: Mapping[tuple[str, str], Move]) -> Move:
    """A move that is chance goes with its decision in whatever phase that is made; any other move as it is."""
    if move.outcome is None:
        return move
    beside = (phase for verb, phase in phased if verb == move.verb)
    return attrs.evolve(move, phases=tuple(dict.fromkeys((*plain[move.verb].phases, *beside))))


def fold_uses(answers: Answers) -> dict[str, Use]:
    """Further uses of a taken card by their words.

    Raises:
        ComposeError: for a use that is not as it should be, and for two of one word.
    """
    uses: dict[str, Use] = {}
    for plugin, use in answers.items("uses", Use):
        check_use(plugin, use)
        if use.word in uses:
            raise plugin.error("uses", f"has a use {use.word!r}, and there is one of that word already")
        uses[use.word] = use
    return uses


def out_of_turn(moves: Iterable[Move], options: Mapping[str, OptionValue]) -> list[Move]:
    """The moves that may be made out of turn; the core's call is none where there are no calls."""
    return [move for move in moves if move is not CALL_MOVE or options["call"] != "none"]


def by_phase(moves: Iterable[Move], whose: str) -> Mapping[str, tuple[Move, ...]]:
    """The moves of those who make them, phase by phase."""
    phases: dict[str, tuple[Move, ...]] = {}
    for move in moves:
        if move.whose == whose:
            for phase in move.phases:
                phases[phase] = (*phases.get(phase, ()), move)
    return MappingProxyType(phases)
