"""Count what random hands show of each plugin: its moves, refusals, score lines, effects and values of options.

What a plugin can show is declared: by its hooks, its options, and each `Reason` and `LineKind` with a rule of its own.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import islice
from typing import Any, Final, Literal, NamedTuple, get_args

import attrs

from rummy500.base.errors import Reason, Rummy500Error, declared, nearest
from rummy500.engine.listing import legal_actions
from rummy500.engine.moves import CORE_MOVES
from rummy500.engine.scoring import score_hand
from rummy500.engine.step import why_not
from rummy500.hooks.plugin import LoadedPlugin
from rummy500.rules.actions import TAKE, Action
from rummy500.rules.move import Deal, WrapEffect
from rummy500.rules.rules import Rules
from rummy500.rules.scores import LineKind
from rummy500.rules.state import OVER_PHASE, State
from rummy500_testing.available import setting_text, values
from rummy500_testing.laws.answers import nearly_legal
from rummy500_testing.model import hook_arguments, plugins_in_play
from rummy500_testing.play import MOST_LISTED, Counted, Snapshot, Step

Kind = Literal["move", "refusal", "score line", "effect", "option"]
_CORE: Final = frozenset(move.verb for move in CORE_MOVES)
#: A move that happened less often than this is chosen more often than others.
_RARE: Final = 3


class Thing(NamedTuple):
    """One thing that can happen in play because of a plugin.

    Attributes:
        plugin: the name of the plugin.
        kind: `move`, `refusal`, `score line`, `effect` or `option`.
        name: a verb, with its suffix or use (`take with redeem`); a rule with the reason of a refusal or the kind of a
            score line (`knock.end/points`); the verb of a changed effect; an option with a value (`knock.most=10`).
    """

    plugin: str
    kind: Kind
    name: str

    def __str__(self) -> str:
        """Name the kind and the thing: `refusal knock.end/points`."""
        return f"{self.kind} {self.name}"


class NeverSeen(Rummy500Error):  # noqa: N818 - the name says what happened
    """Raised if something of a plugin never happened in any hand; its text lists everything that did not."""


@attrs.frozen
class Pins:
    """The refusals and score lines that a scenario expects.

    Attributes:
        things: the kind and the name of each.
    """

    things: frozenset[tuple[Kind, str]]


@attrs.frozen
class Seen:
    """How often each thing of the plugins in play happened; `str` gives the lines of a report.

    Attributes:
        counts: each thing with the number of times that it happened, 0 for never.
        pinned: whether a scenario expects each refusal and score line; empty if no scenario was read.
    """

    counts: dict[Thing, int] = attrs.field(factory=dict[Thing, int], eq=dict)
    pinned: dict[Thing, bool] = attrs.field(factory=dict[Thing, bool], eq=dict)

    @property
    def never(self) -> tuple[Thing, ...]:
        """List what never happened."""
        return tuple(thing for thing, times in self.counts.items() if not times)

    @property
    def unpinned(self) -> tuple[Thing, ...]:
        """List the refusals and score lines that no scenario expects; empty if no scenario was read."""
        return tuple(thing for thing, is_pinned in self.pinned.items() if not is_pinned)

    def __str__(self) -> str:
        """Write for each plugin how often each of its things happened, which never did, which no scenario expects."""
        lines: list[str] = []
        happened = {thing: times for thing, times in self.counts.items() if times}
        for plugin in dict.fromkeys(thing.plugin for thing in self.counts):
            for head, things in (
                (plugin, happened),
                (f"{plugin}, never", dict.fromkeys(self.never, "")),
                (f"{plugin}, in no scenario", dict.fromkeys(self.unpinned, "")),
            ):
                kinds: dict[str, list[str]] = {}
                for thing, times in things.items():
                    if thing.plugin == plugin:
                        kinds.setdefault(f"{thing.kind}s", []).append(f"{thing.name} {times}".rstrip())
                if kinds:
                    lines.append(f"{head}: {'; '.join(f'{kind} ' + ', '.join(names) for kind, names in kinds.items())}")
        return "\n".join(lines)


def require_seen(*seen: Seen, plugin: str, but: Collection[str] = ()) -> None:
    """Raise an error if something of a plugin happened in none of some runs.

    Args:
        seen: what the runs have seen, `report.seen` of each; other options may make other things happen.
        plugin: the plugin.
        but: what need not happen: `refusal knock.end/points`, say, or `option` for every value of an option.

    Raises:
        NeverSeen: if something never happened.
        ValueError: if `but` names what the plugin does not have.
    """
    total = Counter[Thing]()
    for each in seen:
        total.update({thing: times for thing, times in each.counts.items() if thing.plugin == plugin})
    never = {thing for thing, times in total.items() if not times}
    known = {*get_args(Kind), *map(str, total)}
    unknown = [text for text in but if text not in known]
    if unknown:
        raise ValueError(f"the plugin {plugin} has no {unknown[0]}; {nearest(unknown[0], known)}")
    left = [str(thing) for thing in total if thing in never and not {thing.kind, str(thing)}.intersection(but)]
    if left:
        raise NeverSeen(f"of the plugin {plugin} these never happened: {', '.join(left)}")


# ---------------------------------------------------------------- declared


def _moves(plugin: LoadedPlugin, given: Mapping[str, Any]) -> Iterator[str]:
    """Name the moves, answers and uses of a plugin; a move that has a verb of the core, with its phase."""
    for move in plugin.call("moves", given) or ():
        name = f"{move.verb} {move.suffix}".strip()
        yield from (f"{name} in {phase}" for phase in move.phases) if name in _CORE else (name,)
    for step in (plugin.call("dealing", given) or Deal()).steps:
        yield from (f"{step.phase} {answer}" for answer in step.answers)
    for use in plugin.call("uses", given) or ():
        yield f"{TAKE} with {use.word}"


def _names(action: Action, phase: str) -> tuple[str, ...]:
    """List the names that the move of an action can have among those of `_moves`."""
    verb = action.verb
    return verb, f"{verb} {action.extra[0] if action.extra else ''}", f"{verb} with {action.use}", f"{verb} in {phase}"


def _sentences(plugin: LoadedPlugin, rules: Collection[str]) -> Iterator[tuple[Kind, str]]:
    """List the refusals and score lines that the package of a plugin declares with a rule of its own."""
    homes = {str(getattr(function, "__module__", "")).partition(".")[0] for function, _ in plugin.hooks.values()}
    for sentence in declared(homes):
        if sentence.rule in rules and isinstance(sentence, Reason | LineKind):
            yield "refusal" if isinstance(sentence, Reason) else "score line", f"{sentence.rule}/{sentence.reason}"


@lru_cache(maxsize=256)
def _declared(rules: Rules) -> tuple[tuple[Thing, ...], Mapping[str, Sequence[tuple[Thing, WrapEffect]]]]:
    """List what the plugins in play can show, and the effects that they change, by verb."""
    found: list[Thing] = []
    effects: dict[str, list[tuple[Thing, WrapEffect]]] = {}
    for plugin in plugins_in_play(rules):
        name, given = plugin.info.name, hook_arguments(plugin, rules)
        own = frozenset(entry.id for owner, entry in rules.origin.entries if owner == name)
        found += [Thing(name, "move", move) for move in _moves(plugin, given)]
        found += [Thing(name, kind, word) for kind, word in _sentences(plugin, own)]
        wraps: Mapping[str, WrapEffect] = plugin.call("effects", given) or {}
        for verb, wrap in wraps.items():
            found.append(Thing(name, "effect", verb))
            effects.setdefault(verb, []).append((found[-1], wrap))
        for option in plugin.info.options:
            of_rules = dict.fromkeys((*values(option), rules.options[option.name]))
            found += [Thing(name, "option", setting_text((option.name, value))) for value in of_rules]
    return tuple(dict.fromkeys(found)), effects


# ---------------------------------------------------------------- watching


class Watch:
    """Counts what the plugins in play show, and says which moves are rare so far.

    Attributes:
        seen: how often each thing has happened.
    """

    def __init__(self, rules: Rules, seen: Seen | None = None) -> None:
        """Begin to count; with `seen`, go on counting there."""
        things, self._effects = _declared(rules)
        self.seen = seen or Seen()
        for thing in things:
            self.seen.counts.setdefault(thing, 0)
        self._owners = {(thing.kind, thing.name): thing for thing in things}

    def _count(self, kind: Kind, name: str) -> None:
        thing = self._owners.get((kind, name))
        if thing is not None:
            self.seen.counts[thing] += 1

    @property
    def rare(self) -> tuple[str, ...]:
        """List the moves that have happened rarely or never."""
        return tuple(
            thing.name
            for thing, times in self.seen.counts.items()
            if thing.kind == "move" and times < _RARE and (thing.kind, thing.name) in self._owners
        )

    def step(self, step: Step) -> None:
        """Count the move and the changed effects of an action."""
        rules, before, action = step.rules, step.before, step.action
        if not self._owners:
            return
        for name in _names(action, before.public.phase):
            self._count("move", name)
        move = rules.turn.move_of(action, before.public.phase)
        if move is not None and action.verb in self._effects:
            effect, state = move.effect, move.effect(rules, before, action)
            for thing, wrap in self._effects[action.verb]:
                effect = wrap(effect)
                without, state = state, effect(rules, before, action)
                self.seen.counts[thing] += state != without

    def state(self, snapshot: Snapshot, *, costly: bool) -> None:
        """Count the refusals of actions that are nearly legal: of a plugin's bare verbs, and if costly of many."""
        if snapshot.state.public.phase == OVER_PHASE or not any(kind == "refusal" for kind, _ in self._owners):
            return
        snapshot.seed_rng(f"{snapshot.seed} refused")
        tried = [Action(snapshot.state.public.to_act, verb) for verb in snapshot.rules.turn.moves if verb not in _CORE]
        for action in (*tried, *(nearly_legal(snapshot) if costly else ())):
            self.refusal(snapshot.rules, snapshot.state, action)

    def scenario(self, pins: Pins) -> None:
        """Count the refusals that a scenario expects, and note its score lines."""
        for thing in self._owners.values():
            if thing.kind in ("refusal", "score line"):
                is_expected = (thing.kind, thing.name) in pins.things
                self.seen.pinned[thing] = is_expected or self.seen.pinned.get(thing, False)
                self.seen.counts[thing] += is_expected and thing.kind == "refusal"

    def refusal(self, rules: Rules, state: State, action: Action) -> None:
        """Count the refusal of an action, if it is refused."""
        with suppress(Exception):  # the laws of refusals report it
            refusal = why_not(rules, state, action)
            if refusal is not None:
                self._count("refusal", f"{refusal.rule}/{refusal.reason}")

    def counted(self, counted: Counted) -> None:
        """Count the score lines of a hand that is over, and those of the match after it."""
        score = score_hand(counted.rules, counted.hand).lines
        for line in (*score, *counted.after.lines[len(counted.before.lines) :]):
            self._count("score line", f"{line.rule}/{line.kind}")

    def hand(self, rules: Rules) -> None:
        """Count the values of options in a hand."""
        for name, value in rules.options.items():
            self._count("option", setting_text((name, value)))


def prefer(state: State, listed: Sequence[Action], rng: random.Random, *, wanted: frozenset[str]) -> Action:
    """Choose an action at random; one of a wanted move in half of the cases where there is one."""
    rare = [action for action in listed if _is_of(action, state, wanted)] if wanted else []
    return rng.choice(rare if rare and rng.randrange(2) else listed)


def offers(rules: Rules, state: State, wanted: Collection[str]) -> bool:
    """Return whether one of some moves can be made in a state."""
    listed = legal_actions(rules, state) if wanted else ()
    return any(_is_of(action, state, wanted) for action in islice(listed, MOST_LISTED))


def _is_of(action: Action, state: State, wanted: Collection[str]) -> bool:
    return any(name in wanted for name in _names(action, state.public.phase))
