"""Builds the kinds of move, what forbids them, the duties at the end of a turn, effects, and rounds.

A `ComposeError` names plugin and hook of a wrong answer, and both plugins that have the same move, use or duty.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any, Final, TypeVar, cast

import attrs

from rummy500.base.errors import ComposeError, Refusal, nearest
from rummy500.base.inputs import quoted
from rummy500.base.records import field_names
from rummy500.cards.cards import EMPTY_BAG, Bag, bag_max
from rummy500.engine.judged_move import answer_move, asking
from rummy500.engine.moves import CORE_MOVES
from rummy500.engine.moves.call import calling_again
from rummy500.engine.opening_minimum import OPENING
from rummy500.hooks import checks
from rummy500.hooks.answers import HookAnswers
from rummy500.hooks.checks import CASE, CORE, REFUSED, STATE, VIEW, WORDS
from rummy500.hooks.plugin import APART, LoadedPlugin
from rummy500.hooks.specs import CORE_MAY
from rummy500.rules.actions import CALL, DRAW, TAKE, Action
from rummy500.rules.blame import raised_text
from rummy500.rules.move import Bar, Deal, Duty, Move, MoveInPlay, Round, Use, WrapEffect, first_of
from rummy500.rules.options import CALLS, DISCARD_BARRED, DRAW_DEEP_USE, DRAW_TOP, OUT_DISCARD, STOCK_EMPTY
from rummy500.rules.rules import Rules, TurnRules
from rummy500.rules.state import CORE_PHASES, OVER_PHASE, PLAY_PHASE, State, View

#: The deeds of `may` that are no moves, but one.
_DISCARD: Final = "discard"
_END: Final = "end"
_REFUSAL: Final = "refusal"
#: A kind of move with the plugin that adds it.
PluginMove = tuple[LoadedPlugin, Move]
#: The fields of actions whose text is derived for a verb of a plugin's own.
_WRITTEN: Final = ("card", "use", "pieces", "on", "extra")

B = TypeVar("B", Bar, Duty)
Refuse = Callable[..., Refusal | None]
#: The functions that refuse deeds, by deed.
Forbidden = Mapping[str, Any]

#: The arguments of the functions that forbid a deed of the core.
_OF_DEED: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "draw": VIEW,
        "take": CASE,
        "call": CASE,
        "meld": (*VIEW, "meld", "on"),
        "lay": (*VIEW, "on"),
        _REFUSAL: (*CASE, "refusal"),
    }
)


def build_may(answers: HookAnswers, added: Iterable[PluginMove]) -> tuple[Forbidden, tuple[Bar, ...], tuple[Duty, ...]]:
    """Join the answers to the hook `may` with what the core forbids; they may name the verbs of added moves."""
    verbs = {move.verb for _, move in added if move.whose != "deck"} - CORE.keys()
    deeds = {**dict.fromkeys(verbs, CASE), **_OF_DEED}
    core = {deed: by_option.under(answers.options) for deed, by_option in CORE_MAY.items()}
    bars: list[Bar] = [core[_DISCARD]]
    duties: list[Duty] = []
    functions: dict[str, list[Callable[..., Any]]] = {"lay": [core["lay"]]} if core["lay"] is not None else {}
    for plugin, forbidden in answers.each("may"):
        for deed, forbids in forbidden.items():
            if deed == _DISCARD:
                bars += _checked_items(plugin, forbids, Bar, "forbid discards")
            elif deed == _END:
                duties += _checked_items(plugin, forbids, Duty, "demand something before an end")
            elif deed in deeds:
                functions.setdefault(deed, []).append(_checked_deed(plugin, deed, forbids, deeds[deed]))
            else:
                hint = nearest(str(deed), (*deeds, _DISCARD, _END))
                raise plugin.error("may", f"forbids an unknown deed {deed!r}; {hint}")
    reword = functions.pop(_REFUSAL, [])
    joined: dict[str, Any] = {deed: first_of(refuse) for deed, refuse in functions.items()}
    if reword:
        joined[_REFUSAL] = partial(_reworded, reword)
    return joined, tuple(bars), tuple(duties)


def _checked_items(plugin: LoadedPlugin, given: object, kind: type[B], does: str) -> list[B]:
    """The bars or duties of a plugin: one, or a tuple of them."""
    found: list[B] = []
    for item in cast("tuple[object, ...]", given) if isinstance(given, tuple) else (given,):
        if not isinstance(item, kind):
            raise plugin.error("may", f"must {does} by a {kind.__name__} or a tuple of them, not {item!r}")
        checks.check_fields_of(plugin, item)
        found.append(checks.guarded(plugin, item))
    return found


def _reworded(
    reword: Iterable[Callable[..., Refusal]], rules: Rules, view: View, action: Action, refusal: Refusal
) -> Refusal:
    for function in reword:
        refusal = function(rules, view, action, refusal)
    return refusal


def _checked_deed(plugin: LoadedPlugin, deed: str, forbids: Refuse, arguments: tuple[str, ...]) -> Refuse:
    """Check during play what forbids a deed, or rewords its refusal."""
    must = f"must answer {deed!r} by" if deed == _REFUSAL else f"must forbid {deed!r} by"
    checks.check_function(plugin, "may", forbids, arguments, prefix=must)
    returns = REFUSED[:1] if deed == _REFUSAL else REFUSED
    must += f" a function that returns {checks.named(returns)}"
    return checks.checked_answer(plugin, "may", forbids, must, *returns)


def _forbids(move: Move, forbidden: Forbidden) -> Refuse | None:
    """The function that the engine calls about each action of a plugin's move; `None` if nothing is forbidden.

    Melds, lay-offs and discards are asked about card by card, whichever move makes them.
    """
    found = forbidden.get(move.verb)
    if found is None or (move.verb in CORE and move.verb not in (DRAW, TAKE, CALL)):
        return None

    def of_draw(rules: Rules, view: View, _: Action) -> Refusal | None:
        return cast("Refusal | None", found(rules, view))

    return of_draw if move.verb == DRAW else cast("Refuse", found)


#: For each verb the functions that wrap its effect, in the order of their plugins.
Wraps = Mapping[str, list[tuple[LoadedPlugin, WrapEffect]]]


def build_effects(answers: HookAnswers, verbs: Collection[str]) -> Wraps:
    """Collect the functions that wrap effects, by verb."""
    found: dict[str, list[tuple[LoadedPlugin, WrapEffect]]] = {}
    for plugin, wraps in answers.each("effects"):
        for verb, wrap in wraps.items():
            if verb not in verbs:
                raise plugin.error("effects", f"wraps an unknown verb {verb!r}; {nearest(str(verb), verbs)}")
            checks.check_function(plugin, "effects", wrap, ("effect",), prefix=f"must wrap {verb!r} by")
            found.setdefault(verb, []).append((plugin, wrap))
    return found


def wrapped(move: MoveInPlay, wraps: Wraps) -> MoveInPlay:
    """A move with the effect that it has in play; that of a later plugin is outside, so it acts last."""
    effect = move.effect
    for plugin, wrap in wraps.get(move.verb, ()):
        try:
            effect = wrap(effect)
        except (Exception, SystemExit) as error:
            what = f"wraps {move.verb!r} by a function that raised {raised_text(error)}"
            raise plugin.error("effects", what) from error
        checks.check_function(plugin, "effects", effect, STATE, prefix=f"must wrap the effect of {move.verb!r} by")
        must = f"must wrap {move.verb!r} by a function that returns a State"
        effect = checks.checked_answer(plugin, "effects", effect, must, State)
    return move if effect is move.effect else attrs.evolve(move, wrapped_effect=effect)


def plugin_moves(answers: HookAnswers, steps: Iterable[tuple[LoadedPlugin, Round]]) -> list[PluginMove]:
    """Collect the moves that plugins add, and those by which seats answer in rounds."""
    found: list[PluginMove] = answers.each("moves")
    for plugin, move in found:
        wrong = _wrong_fields(move) or _unwritten(move)
        if wrong:
            raise plugin.error("moves", f"has a move {move.verb!r} {wrong}")
    return [*found, *((plugin, answer_move(step)) for plugin, step in steps if step.answers)]


def _wrong_fields(move: Move) -> str:
    """Fields of a move that do not go together; empty if all do."""
    if OVER_PHASE in move.phases:
        return f"in the phase {OVER_PHASE!r}, in which a hand has ended"
    if move.outcome is not None and not move.suffix:
        return "with an outcome but without a suffix: the suffix is the word that its outcomes begin with"
    if move.outcome is not None and move.candidates is not None:
        return "with an outcome and candidates: chance lists nothing"
    if move.suffix and "extra" not in move.fields:
        return f"with the suffix {move.suffix!r}, whose fields must have 'extra'"
    return ""


def _unwritten(move: Move) -> str:
    """Why the actions of a move cannot be written as text and read again; empty if they can."""
    fields = set(move.fields)
    if move.verb in CORE:
        more = fields - set(CORE[move.verb].fields) - {"extra"}
        if more:
            return f"whose fields have {min(more)!r}, which the text of the core's {move.verb} does not have"
        return ""
    if unwritten := fields - set(_WRITTEN):
        return f"whose fields have {min(unwritten)!r}, which its text cannot have: it has {', '.join(_WRITTEN)}"
    if ("use" in fields) != ("pieces" in fields) or ("on" in fields and "pieces" not in fields):
        return "whose fields must have 'use' and 'pieces' together, and 'on' with these only"
    return ""


def build_moves(
    answers: HookAnswers, added: Collection[PluginMove], uses: Collection[str], forbidden: Forbidden, wraps: Wraps
) -> tuple[Mapping[str, MoveInPlay], Mapping[tuple[str, str], MoveInPlay], Mapping[tuple[str, str], MoveInPlay]]:
    """Build every kind of move, the core's and those of plugins: by verb; by verb and phase; by verb and suffix."""
    plain = {verb: wrapped(move, wraps) for verb, move in CORE.items()}
    phased: dict[tuple[str, str], MoveInPlay] = {}
    suffixed: dict[tuple[str, str], MoveInPlay] = {}
    for plugin, given in added:
        forbids = _forbids(given, forbidden)
        move = wrapped(attrs.evolve(checks.checked_move(plugin, given), forbids=forbids), wraps)
        if forbids is not None:
            move = attrs.evolve(move, follow_ups=None)  # no turn counts on a forbidden way to its end
        table: dict[Any, MoveInPlay] = suffixed if move.suffix else phased if move.verb in CORE else plain
        keys: list[object] = [(move.verb, move.suffix)] if move.suffix else [move.verb]
        if table is phased:
            shared = [phase for phase in move.phases if phase in CORE[move.verb].phases]
            if shared:
                what = f"has a move {move.verb!r} in the phase {shared[0]!r}, in which the core has it"
                raise plugin.error("moves", f"{what}: change it by effects, or forbid it by may")
            keys = [(move.verb, phase) for phase in move.phases]
        for key in keys:
            if key in table:
                why = f"both have a move {move.words!r}"
                raise ComposeError(APART(plugin=table[key].by, other=plugin.info.name, why=why))
            table[key] = move
    _check_suffixes(plain, added)
    if CALLS.of(answers.options) == "top":
        # A caller whose turn has done nothing but call may call again.
        phased.setdefault((CALL, PLAY_PHASE), calling_again(plain[CALL]))
    suffixed = {key: _as_decided(move, plain, phased) for key, move in suffixed.items()}
    if uses:
        plain[TAKE] = attrs.evolve(plain[TAKE], uses=(*plain[TAKE].uses, *uses))
    return MappingProxyType(plain), MappingProxyType(phased), MappingProxyType(suffixed)


def _check_suffixes(moves: Mapping[str, Move], added: Iterable[PluginMove]) -> None:
    """Check that each move with a suffix belongs to a move without one that has the same fields."""
    chance: dict[str, str] = {}
    for plugin, move in added:
        if not move.suffix:
            continue
        what = f"has a move {move.verb!r} with the suffix {move.suffix!r}"
        if move.outcome is not None and move.verb in chance:
            why = f"each has an outcome of {move.verb}"
            raise ComposeError(APART(plugin=chance[move.verb], other=plugin.info.name, why=why))
        if move.outcome is not None:
            chance[move.verb] = plugin.info.name
        if move.verb not in moves:
            raise plugin.error("moves", f"{what}, and there is no move {move.verb!r}; {nearest(move.verb, moves)}")
        if move.verb not in CORE and set(move.fields) - {"extra"} != set(moves[move.verb].fields) - {"extra"}:
            raise plugin.error("moves", f"{what}, whose fields must be those of the move without it, and 'extra'")


def _as_decided(
    move: MoveInPlay, plain: Mapping[str, MoveInPlay], phased: Mapping[tuple[str, str], MoveInPlay]
) -> MoveInPlay:
    """Let a move with a suffix end what the move of its verb ends; give an outcome of chance its phases, too."""
    plainly = plain[move.verb]
    if not move.ends:
        move = attrs.evolve(move, ends=plainly.ends)
    if move.outcome is None:
        return move
    added = (phase for verb, phase in phased if verb == move.verb)
    return attrs.evolve(move, phases=tuple(dict.fromkeys((*plainly.phases, *added))))


def build_rounds(declared: Iterable[tuple[LoadedPlugin, Round]], moves: Iterable[Move]) -> list[tuple[str, Round]]:
    """The steps after the deal and between two turns, with the phases of all plugins, each with its plugin's name."""
    found: list[tuple[str, Round]] = []
    taken: set[str] = set(CORE_PHASES)
    seats_move = {phase for move in moves if move.whose in ("turn", "pending") for phase in move.phases}
    for plugin, step in declared:
        if (step.again and step.asks is None) or (step.asks is not None and not step.phase):
            what = f"has a Round {step.phase!r} with asks or again: set both the phase and asks, which returns who acts"
            raise plugin.error("dealing", what)
        if step.answers or step.settle is not None or step.between or step.worth is not None:
            _check_answers(plugin, step)
        elif not step.phase and step.begin is None:
            raise plugin.error("dealing", "has a Round with neither a phase nor an effect: set phase, begin or both")
        if step.phase and step.phase not in seats_move:
            raise plugin.error("dealing", f"names the phase {step.phase!r}, in which no seat has a move")
        if step.phase and (step.phase in taken or (step.answers and step.phase in CORE)):
            what = f"has a Round with the phase {step.phase!r}, which exists already: name another"
            raise plugin.error("dealing", what)
        taken.add(step.phase)
        found.append((plugin.info.name, checks.guarded(plugin, step)))
    return found


def _check_answers(plugin: LoadedPlugin, step: Round) -> None:
    """Check a round in which seats answer with a word."""
    name, answers = f"has a Round {step.phase!r}", step.answers
    if not checks.is_verb(step.phase) or not checks.are_words(answers) or len(set(answers)) < max(2, len(answers)):
        must = f"whose phase and answers must be words, two answers or more, of {WORDS}"
        raise plugin.error("dealing", f"{name} {must}, not {quoted(answers)}")
    others = (step.begin, step.shows, step.when)
    if step.between and (others != (None, None, None) or step.blind or step.by != "all"):
        may = "which has answers and settle, perhaps asks, again and worth, and no more"
        raise plugin.error("dealing", f"{name} with between, {may}")
    checks.check_function(
        plugin, "dealing", step.settle, ("rules", "state", "answers"), prefix=f"{name} whose settle must be"
    )


def build_uses(answers: HookAnswers) -> dict[str, Use]:
    """Collect the uses of a taken card that plugins add, by their words."""
    uses: dict[str, Use] = {}
    for plugin, use in answers.each("uses"):
        if use.word in uses:
            raise plugin.error("uses", f"has a use {use.word!r}, which another plugin has already")
        uses[use.word] = checks.guarded(plugin, use)
    return uses


def by_phase(moves: Iterable[MoveInPlay], *whose: str) -> Mapping[str, tuple[MoveInPlay, ...]]:
    """Collect the moves of some kinds of seats by phase; the kinds are values of `Move.whose`."""
    phases: dict[str, tuple[MoveInPlay, ...]] = {}
    for move in moves:
        if move.whose in whose:
            for phase in move.phases:
                phases[phase] = (*phases.get(phase, ()), move)
    return MappingProxyType(phases)


def added_moves(turn_moves: Mapping[str, tuple[MoveInPlay, ...]]) -> Mapping[str, tuple[MoveInPlay, ...]]:
    """The moves of the seat on turn behind the core's, for each phase in which all of the core's list as ever."""
    added: dict[str, tuple[MoveInPlay, ...]] = {}
    for phase, core in by_phase(CORE_MOVES, "turn").items():
        moves = turn_moves.get(phase, ())
        if [move.generate for move in moves[: len(core)]] == [move.generate for move in core]:
            added[phase] = moves[len(core) :]
    return MappingProxyType(added)


def build_turn(
    answers: HookAnswers,
    functions: Mapping[str, Any],
    deals: Iterable[tuple[LoadedPlugin, Deal]],
    *,
    draw_count: int,
    has_side_cards: bool,
) -> tuple[TurnRules, Forbidden, Wraps, list[tuple[str, Round]]]:
    """Build the rules of a turn, and all that was found on the way: prohibitions, wrapped effects, rounds."""
    options, calls = answers.options, CALLS.of(answers.options)
    uses = build_uses(answers)
    declared = [(plugin, step) for plugin, deal in deals for step in deal.steps]
    added = plugin_moves(answers, declared)
    forbidden, bars, duties = build_may(answers, added)
    if functions["opening_minimum"] is not None:
        duties = (OPENING, *duties)
    wraps = build_effects(answers, {*CORE, *(move.verb for _, move in added)})
    plain, phased, suffixed = build_moves(answers, added, uses, forbidden, wraps)
    moves = (*plain.values(), *dict.fromkeys(phased.values()), *suffixed.values())
    steps = build_rounds(declared, moves)
    turn_moves = by_phase(moves, "turn", "pending")
    out_of_turn = [move for move in moves if move.by or move.verb != CALL or calls != "none"]
    own_cards_only = not has_side_cards and not uses
    own = of_part(TurnRules, functions)
    if any(step.between for _, step in steps):
        own["turn_ended"] = asking(own["turn_ended"])

    turn = TurnRules(
        draw_count=draw_count,
        may_draw=forbidden.get("draw"),
        may_take=forbidden.get("take"),
        may_call=forbidden.get("call"),
        uses=MappingProxyType(uses),
        top_may_be_kept=DRAW_TOP.of(options) == "free",
        deep_take_needs_new_meld=DRAW_DEEP_USE.of(options) == "new-meld",
        bars=bars,
        bar_lifts_on_use=all(bar.until_used for bar in bars) and own_cards_only,
        bars_only_gained=all(bar.gained_only for bar in bars) and own_cards_only,
        follow_ups=tuple(move.follow_ups for move in moves if move.follow_ups is not None),
        lone_top_barred=DISCARD_BARRED.of(options) == "lone-top" and "may.discard" not in answers.answered,
        barred=bars[0].cards if len(bars) == 1 else _joined(bars),
        duties=duties,
        refusal=forbidden.get(_REFUSAL),
        melding_goes_out=OUT_DISCARD.of(options) == "optional",
        stock_empty=STOCK_EMPTY.of(options),
        call=calls,
        moves=plain,
        phased=phased,
        suffixed=suffixed,
        turn_moves=turn_moves,
        added_moves=added_moves(turn_moves),
        other_moves=by_phase(out_of_turn, "others", "pending"),
        **own,
    )
    return turn, forbidden, wraps, steps


def of_part(part: type, functions: Mapping[str, Any]) -> dict[str, Any]:
    """Select the functions that belong to a part of the rules."""
    return {name: functions[name] for name in field_names(part) if name in functions}


def _joined(bars: Sequence[Bar]) -> Callable[[Rules, View], Bag]:
    """Make a function of all cards that any of the bars bars."""
    every = tuple(bar.cards for bar in bars)

    def barred(rules: Rules, view: View) -> Bag:
        bag = EMPTY_BAG
        for cards in every:
            if more := cards(rules, view):
                bag = bag_max(bag, more) if bag else more
        return bag

    return barred
