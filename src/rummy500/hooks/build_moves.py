"""Builds the kinds of move, what forbids them, their effects and the duties at the end of a turn.

A `ComposeError` names plugin and hook of a wrong answer, and both plugins that have the same move, use or duty.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple, cast

import attrs

from rummy500.base.errors import ComposeError, Refusal, nearest
from rummy500.engine.judged_move import answer_move
from rummy500.engine.moves import CORE_MOVES
from rummy500.engine.moves.call import calling_again
from rummy500.engine.opening_minimum import OPENING
from rummy500.hooks.answers import HookAnswers, check_duty, check_may, check_move, check_suffixes, check_use
from rummy500.hooks.checks import REFUSED, STATE, check_function, checked_answer, checked_move, guarded, named
from rummy500.hooks.plugin import APART, LoadedPlugin
from rummy500.hooks.specs import CORE_MAY
from rummy500.rules.actions import CALL, DRAW, TAKE
from rummy500.rules.blame import raised_text
from rummy500.rules.move import Bar, Duty, Move, NaturalTwo, Round, Use, WrapEffect, any_refusal
from rummy500.rules.options import CALLS, OptionValue
from rummy500.rules.state import PLAY_PHASE, State

_DISCARD: Final = "discard"
#: A kind of move with the plugin that adds it.
PluginMove = tuple[LoadedPlugin, Move]
_CORE: Final = {move.verb: move for move in CORE_MOVES}

Refuse = Callable[..., Refusal | None]


class Forbidden(NamedTuple):
    """The deeds that core and plugins forbid together."""

    functions: Mapping[str, list[Refuse]]
    bars: tuple[Bar, ...]

    def of(self, deed: str) -> Any:
        """The function that refuses a deed; `None` if nothing does."""
        return any_refusal(self.functions.get(deed, ()))


def build_may(answers: HookAnswers, added: Iterable[PluginMove]) -> Forbidden:
    """Join the answers to the hook `may` with what the core forbids; they may name the verbs of added moves."""
    verbs = {move.verb for _, move in added if move.whose != "deck"} - _CORE.keys()
    functions: dict[str, list[Refuse]] = {}
    bars: list[Bar] = []
    core = {deed: by_option.under(answers.options) for deed, by_option in CORE_MAY.items()}
    every: list[Mapping[str, Any]] = [{deed: forbids for deed, forbids in core.items() if forbids is not None}]
    for plugin, deeds in answers.each("may"):
        check_may(plugin, deeds, verbs)
        every.append({deed: _checked_deed(plugin, deed, forbids) for deed, forbids in deeds.items()})
    for deeds in every:
        for deed, forbids in deeds.items():
            if deed == _DISCARD:
                bars += forbids if isinstance(forbids, tuple) else (forbids,)
            else:
                functions.setdefault(deed, []).append(forbids)
    return Forbidden(functions, tuple(bars))


def _checked_deed(
    plugin: LoadedPlugin, deed: str, forbids: tuple[Bar, ...] | Bar | NaturalTwo | Callable[..., Any]
) -> Any:
    """Check during play what forbids a deed, except a `NaturalTwo`, which the engine knows."""
    if isinstance(forbids, Bar):
        return guarded(plugin, "may", "a Bar", forbids)
    if isinstance(forbids, NaturalTwo):
        return forbids
    if callable(forbids):
        must = f"must forbid {deed!r} by a function that returns {named(REFUSED)}"
        return checked_answer(plugin, "may", forbids, must, *REFUSED)
    return tuple([_checked_deed(plugin, deed, bar) for bar in forbids])


def _forbids(move: Move, forbidden: Forbidden) -> Refuse | None:
    """The function that the engine calls about each action of a plugin's move; `None` if nothing is forbidden.

    Melds, lay-offs and discards are asked about card by card, whichever move makes them.
    """
    found: Refuse | None = forbidden.of(move.verb)
    if found is None or (move.verb in _CORE and move.verb not in (DRAW, TAKE, CALL)):
        return None
    refuse = found
    return refuse if move.verb != DRAW else lambda rules, view, _: refuse(rules, view)


# ---------------------------------------------------------------- build duties


def build_duties(answers: HookAnswers, *, minimum: bool) -> tuple[Duty, ...]:
    """Join the duties of core and plugins, the core's first."""
    owners = {OPENING.name: "the core"}
    found = [OPENING] if minimum else []
    for plugin, duty in answers.joined("duties"):
        check_duty(plugin, duty)
        if duty.name in owners:
            raise plugin.error("duties", f"has a duty {duty.name!r}, which {owners[duty.name]} has already")
        owners[duty.name] = plugin.info.name
        found.append(guarded(plugin, "duties", f"a Duty {duty.name!r}", duty))
    return tuple(found)


# ---------------------------------------------------------------- build effects

#: For each verb the functions that wrap its effect, in the order of their plugins.
Wraps = Mapping[str, list[tuple[LoadedPlugin, WrapEffect]]]


def build_effects(answers: HookAnswers, verbs: Collection[str]) -> Wraps:
    """Collect the functions that wrap effects, by verb."""
    found: dict[str, list[tuple[LoadedPlugin, WrapEffect]]] = {}
    for plugin, wraps in answers.each("effects"):
        for verb, wrap in wraps.items():
            if verb not in verbs:
                raise plugin.error("effects", f"wraps an unknown verb {verb!r}; {nearest(str(verb), verbs)}")
            check_function(plugin, "effects", wrap, ("effect",), prefix=f"must wrap {verb!r} by")
            found.setdefault(verb, []).append((plugin, wrap))
    return found


def wrapped(move: Move, wraps: Wraps) -> Move:
    """A move with the effect that it has in play; that of a later plugin is outside, so it acts last."""
    effect = move.effect
    for plugin, wrap in wraps.get(move.verb, ()):
        try:
            effect = wrap(effect)
        except (Exception, SystemExit) as error:
            what = f"wraps {move.verb!r} by a function that raised {raised_text(error)}"
            raise plugin.error("effects", what) from error
        check_function(plugin, "effects", effect, STATE, prefix=f"must wrap the effect of {move.verb!r} by")
        must = f"must wrap {move.verb!r} by a function that returns a State"
        effect = checked_answer(plugin, "effects", effect, must, State)
    return move if effect is move.effect else attrs.evolve(move, wrapped_effect=effect)


# ---------------------------------------------------------------- build moves


class KindsOfMove(NamedTuple):
    """Every kind of move of a game, in three tables."""

    plain: Mapping[str, Move]
    phased: Mapping[tuple[str, str], Move]
    suffixed: Mapping[tuple[str, str], Move]

    @property
    def every(self) -> tuple[Move, ...]:
        """Each kind once."""
        return (*self.plain.values(), *dict.fromkeys(self.phased.values()), *self.suffixed.values())

    def wrapped(self, wraps: Wraps) -> KindsOfMove:
        """These kinds with the effects that they have in play."""
        now = {move: wrapped(move, wraps) for move in self.every}
        tables = cast("Iterable[Mapping[Any, Move]]", self)
        return KindsOfMove(*[MappingProxyType({key: now[move] for key, move in table.items()}) for table in tables])


def plugin_moves(answers: HookAnswers, steps: Iterable[tuple[LoadedPlugin, Round]]) -> list[PluginMove]:
    """Collect the moves that plugins add, and those by which seats answer in rounds."""
    found = answers.joined("moves")
    for plugin, move in found:
        check_move(plugin, move, _CORE)
    return [*found, *((plugin, answer_move(step)) for plugin, step in steps if step.answers)]


def build_moves(
    added: Collection[PluginMove],
    words: tuple[str, ...],
    options: Mapping[str, OptionValue],
    forbidden: Forbidden,
    duties: tuple[Duty, ...],
) -> KindsOfMove:
    """Build the table of every kind of move: the core's, and those that plugins add."""
    core = _CORE
    plain = dict(core)
    phased: dict[tuple[str, str], Move] = {}
    suffixed: dict[tuple[str, str], Move] = {}
    with_suffix: list[tuple[LoadedPlugin, Move]] = []
    claimed: dict[tuple[str, str, str], str] = {}
    for plugin, given in added:
        forbids = _forbids(given, forbidden)
        move = attrs.evolve(checked_move(plugin, given), by=plugin.info.name, forbids=forbids)
        if forbids is not None:
            move = attrs.evolve(move, follow_ups=None)  # no turn counts on a forbidden way to its end
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
                why = f"both have a move {what!r}"
                raise ComposeError(APART(plugin=claimed[key], other=plugin.info.name, why=why))
            claimed[key] = plugin.info.name
        if move.suffix:
            suffixed[move.verb, move.suffix] = move
            with_suffix.append((plugin, move))
            continue
        if is_added:
            phased.update({(move.verb, phase): move for phase in move.phases})
        else:
            plain[move.verb] = move
    check_suffixes(plain, with_suffix, core)
    if CALLS.of(options) == "top":
        # A caller whose turn has done nothing but call may call again.
        phased.setdefault((CALL, PLAY_PHASE), calling_again(plain[CALL]))
    # The opening minimum may be lifted even if the options require none.
    known = dict.fromkeys((OPENING.name, *(duty.name for duty in duties)))
    for plugin, move in added:
        for name in move.lifts:
            if name not in known:
                raise plugin.error("moves", f"has a move {move.verb!r} that lifts {name!r}; {nearest(name, known)}")
    suffixed = {key: _as_decided(move, plain, phased) for key, move in suffixed.items()}
    if words:
        plain[TAKE] = attrs.evolve(plain[TAKE], uses=(*plain[TAKE].uses, *words))
    return KindsOfMove(MappingProxyType(plain), MappingProxyType(phased), MappingProxyType(suffixed))


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
    """Collect the uses of a taken card that plugins add, by their words."""
    uses: dict[str, Use] = {}
    for plugin, use in answers.joined("uses"):
        check_use(plugin, use)
        if use.word in uses:
            raise plugin.error("uses", f"has a use {use.word!r}, which another plugin has already")
        uses[use.word] = guarded(plugin, "uses", f"a use {use.word!r}", use)
    return uses


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
