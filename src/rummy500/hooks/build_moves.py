"""Builds the kinds of move: those of the core, and those that plugins add."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

import attrs

from rummy500.actions import CALL, TAKE, Action
from rummy500.engine.facts import ViewFacts
from rummy500.engine.moves import CORE_MOVES
from rummy500.engine.moves.call import CALL_MOVE, calling_again
from rummy500.errors import ComposeError
from rummy500.hooks.build_duties import check_lifted, with_duties
from rummy500.hooks.build_effects import Wraps, wrapped
from rummy500.hooks.build_may import Forbidden, restricted
from rummy500.hooks.check import check_move, check_suffixes, check_use
from rummy500.hooks.check_in_play import checked_effect
from rummy500.hooks.merge import HookAnswers
from rummy500.hooks.plugin import LoadedPlugin
from rummy500.options import OptionValue
from rummy500.rules import Duty, Move, Use
from rummy500.state import PLAY_PHASE


class KindsOfMove(NamedTuple):
    """Every kind of move of a game, in three tables.

    Attributes:
        plain: moves without a suffix, by verb.
        phased: moves with a core verb in phases in which the core's move cannot be made, by verb and phase.
        suffixed: moves with a suffix, by verb and suffix.
    """

    plain: Mapping[str, Move]
    phased: Mapping[tuple[str, str], Move]
    suffixed: Mapping[tuple[str, str], Move]

    @property
    def every(self) -> tuple[Move, ...]:
        """Each kind once."""
        return (*self.plain.values(), *dict.fromkeys(self.phased.values()), *self.suffixed.values())

    def wrapped(self, wraps: Wraps) -> KindsOfMove:
        """These kinds with the effects that they have in play.

        Raises:
            ComposeError: for a function of a plugin that returns no effect.
        """
        if not wraps and not any(move.other_hands for move in self.every):
            return self
        now = {move: wrapped(move, wraps) for move in self.every}
        return KindsOfMove(
            MappingProxyType({verb: now[move] for verb, move in self.plain.items()}),
            MappingProxyType({key: now[move] for key, move in self.phased.items()}),
            MappingProxyType({key: now[move] for key, move in self.suffixed.items()}),
        )


#: A kind of move with the plugin that adds it.
PluginMove = tuple[LoadedPlugin, Move]
_CORE: Final = {move.verb: move for move in CORE_MOVES}


def plugin_moves(answers: HookAnswers) -> list[PluginMove]:
    """Collect the moves that plugins add.

    Raises:
        ComposeError: for a move with a wrong field.
    """
    found = answers.joined("moves")
    for plugin, move in found:
        check_move(plugin, move, _CORE)
    return found


def own_verbs(added: Iterable[PluginMove]) -> frozenset[str]:
    """The verbs of seats that plugins add to those of the core."""
    return frozenset({move.verb for _, move in added if move.whose != "deck"} - _CORE.keys())


def build_moves(
    added: Collection[PluginMove],
    words: tuple[str, ...],
    options: Mapping[str, OptionValue],
    forbidden: Forbidden,
    duties: tuple[Duty, ...],
) -> KindsOfMove:
    """Build the table of every kind of move: the core's, and those that plugins add.

    Args:
        added: the moves that plugins add.
        words: the uses of a taken card that plugins add.
        options: the options in force.
        forbidden: what core and plugins forbid.
        duties: the duties of core and plugins.

    Raises:
        ComposeError: for two plugins that have the same move, for a move in the place of the core's, and for a move
            that lifts an unknown duty.
    """
    core = _CORE
    plain = dict(core)
    phased: dict[tuple[str, str], Move] = {}
    suffixed: dict[tuple[str, str], Move] = {}
    with_suffix: list[tuple[LoadedPlugin, Move]] = []
    claimed: dict[tuple[str, str, str], str] = {}
    for plugin, given in added:
        move = restricted(_checked(plugin, given), core.get(given.verb), forbidden)
        is_added = not move.suffix and move.verb in core
        shared = [phase for phase in move.phases if is_added and phase in core[move.verb].phases]
        if shared:
            what = f"has a move {move.verb!r} in the phase {shared[0]!r}, in which the core has it"
            raise plugin.error("moves", f"{what}: change it by effects, or forbid it by may")
        # One plugin may add a verb or a suffix; in each phase one may add a verb of the core.
        for phase in move.phases if is_added else ("",):
            key = (move.verb, move.suffix, phase)
            if key in claimed:
                what = f"{move.verb} {move.suffix}".strip()
                raise ComposeError(
                    f"plugins {claimed[key]} and {plugin.info.name} do not go together: both have a move {what!r}"
                )
            claimed[key] = plugin.info.name
        if move.suffix:
            suffixed[move.verb, move.suffix] = move
            with_suffix.append((plugin, move))
            continue
        move = with_duties(move, duties)
        if is_added:
            phased.update({(move.verb, phase): move for phase in move.phases})
        else:
            plain[move.verb] = move
    check_suffixes(plain, with_suffix, core)
    if options["call"] == "top":
        # A caller whose turn has done nothing but call may call again.
        phased.setdefault((CALL, PLAY_PHASE), calling_again(plain[CALL]))
    check_lifted(added, duties)
    suffixed = {key: with_duties(_as_decided(move, plain, phased), duties) for key, move in suffixed.items()}
    if words:
        plain[TAKE] = attrs.evolve(plain[TAKE], uses=(*plain[TAKE].uses, *words))
    return KindsOfMove(MappingProxyType(plain), MappingProxyType(phased), MappingProxyType(suffixed))


def _checked(plugin: LoadedPlugin, move: Move) -> Move:
    """A move of a plugin whose effect is checked during play, unless it is the core's."""
    if any(move.effect is core.effect for core in CORE_MOVES):
        return move
    must = f"has a move {f'{move.verb} {move.suffix}'.strip()!r} whose effect must return"
    return attrs.evolve(move, effect=checked_effect(plugin, "moves", move.effect, must))


def _as_decided(move: Move, plain: Mapping[str, Move], phased: Mapping[tuple[str, str], Move]) -> Move:
    """Let a move with a suffix end what the move of its verb ends; give an outcome of chance its phases, too."""
    plainly = plain[move.verb]
    if not move.ends:
        move = attrs.evolve(move, ends=plainly.ends, lifts=plainly.lifts)
    if move.outcome is None:
        return move
    added = (phase for verb, phase in phased if verb == move.verb)
    return attrs.evolve(move, phases=tuple(dict.fromkeys((*plainly.phases, *added))))


def build_uses(answers: HookAnswers) -> dict[str, Use]:
    """Collect the uses of a taken card that plugins add, by their words.

    Raises:
        ComposeError: for a use with a wrong field, and for two uses of one word.
    """
    uses: dict[str, Use] = {}
    for plugin, use in answers.joined("uses"):
        check_use(plugin, use)
        if use.word in uses:
            raise plugin.error("uses", f"has a use {use.word!r}, which another plugin has already")
        uses[use.word] = use
    return uses


def out_of_turn(moves: Iterable[Move], options: Mapping[str, OptionValue]) -> list[Move]:
    """The moves out of turn, those of pending seats among them; without the core's call if the options allow none."""
    return [
        pending_out_of_turn(move) if move.whose == "pending" else move
        for move in moves
        if move.check is not CALL_MOVE.check or options["call"] != "none"
    ]


def pending_out_of_turn(move: Move) -> Move:
    """A move of each pending seat as one that those not on turn make out of turn."""

    def generate(facts: ViewFacts, *, plain: bool) -> Iterable[Action]:
        public = facts.view.public
        waits = facts.view.seat != public.to_act and facts.view.seat in public.turn.pending
        return move.generate(facts, plain=plain) if waits else ()

    return attrs.evolve(move, generate=generate)


def by_phase(moves: Iterable[Move], *whose: str) -> Mapping[str, tuple[Move, ...]]:
    """Collect the moves of some kinds of seats by phase; the kinds are values of `Move.whose`."""
    phases: dict[str, tuple[Move, ...]] = {}
    for move in moves:
        if move.whose in whose:
            for phase in move.phases:
                phases[phase] = (*phases.get(phase, ()), move)
    return MappingProxyType(phases)


def added_moves(turn_moves: Mapping[str, tuple[Move, ...]]) -> Mapping[str, tuple[Move, ...]]:
    """The moves of the seat on turn behind the core's, for each phase in which all of the core's list as ever."""
    added: dict[str, tuple[Move, ...]] = {}
    for phase, core in by_phase(CORE_MOVES, "turn").items():
        moves = turn_moves.get(phase, ())
        if [move.generate for move in moves[: len(core)]] == [move.generate for move in core]:
            added[phase] = moves[len(core) :]
    return MappingProxyType(added)
