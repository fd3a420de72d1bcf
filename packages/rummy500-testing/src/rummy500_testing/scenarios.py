"""Run scenarios as tests, and report failures with position, step, expected and actual result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import reduce
from itertools import groupby
from pathlib import Path
from typing import Any, Final, cast

import attrs

from rummy500 import (
    Action,
    ComposeError,
    IllegalActionError,
    NotationError,
    Rules,
    ScoreLine,
    State,
    apply,
    deal,
    find_defects,
    is_over,
    score_hand,
    why_not,
)
from rummy500.cards.cards import NATURALS, bag_of, card_text, cards_of, cards_text, suit_of
from rummy500.hooks import replace
from rummy500.hooks.plugin import installed
from rummy500.notation.fields import Fields
from rummy500.notation.position import Position, position_table
from rummy500.notation.scenario import Scenario, Step, scenario_readers
from rummy500.notation.toml import toml_value
from rummy500.rules.options import CORE_PRESETS, DEFAULT_PRESET
from rummy500_terminal.judging import Failure, run_scenario
from rummy500_terminal.time_limit import OutOfTime
from rummy500_testing.available import loaded
from rummy500_testing.checking import NO_CRASH, broken_by
from rummy500_testing.law import Fault, Law, LawBroken, any_text, crash_text
from rummy500_testing.laws.scores import count_hand
from rummy500_testing.laws.steps import cards_at, lost_cards
from rummy500_testing.seen import Kind, Pins

#: The heading that names a preset or plugin which deliberately does not exist.
_UNKNOWN: Final = "unknown"


def missing(scenario: Scenario) -> tuple[str, ...]:
    """List the plugins and presets of a scenario that are not installed here.

    Args:
        scenario: the scenario. A name in its heading `unknown = "NAME"` does not exist on purpose.

    Returns:
        `plugin NAME` for each such plugin, and `preset NAME`; empty if the scenario can run.
    """
    if not isinstance(scenario.position, ComposeError):
        return ()
    rules = _rules_table(scenario)
    named = rules.get("plugins", [])
    plugins = [named] if isinstance(named, str) else cast("list[object]", named)
    absent = [f"plugin {name}" for name in plugins if isinstance(name, str) and name not in installed()]
    preset = rules.get("preset", DEFAULT_PRESET)
    if isinstance(preset, str) and _is_missing_preset(preset):
        absent.append(f"preset {preset}")
    meant = scenario.notes.get(_UNKNOWN)
    return tuple(name for name in absent if name.partition(" ")[2] != meant)


def starts(rules: Rules, *paths: Path) -> tuple[Position | Pins, ...]:
    """Read the positions of scenarios in which hands can begin, for `check_laws`.

    They are the position of each scenario and those after its steps, under its own rules, as far as these have the same
    plugins as the rules. Cards that a position leaves out lie out of play. Positions that no play can reach are left
    out, and so are scenarios that cannot be read or run: `pytest` and `rummy500 check` report those. After the
    positions of a scenario comes what it pins, under any rules.

    Args:
        rules: the rules.
        paths: files of scenarios, and folders with such files.

    Raises:
        LawBroken: if a plugin crashes while a scenario is read or played; "nothing crashes" is broken.

    Examples:
        >>> import rummy500 as r5
        >>> starts(r5.compose("classic"), Path("there is no such folder"))
        ()
    """
    found = dict.fromkeys(each_start(rules, *paths))
    for start in found:
        if isinstance(start, LawBroken):
            raise start
    return tuple(start for start in found if not isinstance(start, LawBroken))


def each_start(rules: Rules, *paths: Path) -> Iterator[Position | Pins | LawBroken]:
    """Yield the positions of `starts` one by one, so that `check_laws` can limit the time that replaying takes.

    A crash is the broken law "nothing crashes"; the next scenario follows it.
    """
    files = [file for path in paths for file in (sorted(path.rglob("*.scenario.toml")) if path.is_dir() else (path,))]
    for file in files:
        readers: Sequence[tuple[str, str, Callable[[], Scenario]]] = ()
        with suppress(NotationError):
            readers = scenario_readers(file.read_text("utf-8")) if file.is_file() else ()
        for number, (title, _, read) in enumerate(readers, 1):
            name = title or f"scenario {number}"
            try:
                yield from _starts(rules, read(), name)
            except NotationError:
                continue
            except OutOfTime as late:
                late.add_note(f"the scenario {name!r} of {file.name}")
                raise
            except Exception as error:  # noqa: BLE001 - whatever reading it raises is the fault that is reported
                yield _crash(error, name, rules, deal(rules, seed=0))


def _starts(rules: Rules, scenario: Scenario, name: str) -> Iterator[Position | Pins | LawBroken]:
    position = scenario.position
    if isinstance(position, ComposeError):
        return
    begins = set(position.rules.plugins) == set(rules.plugins)
    state = position.state
    there = Counter(cards_at(position.rules, state))
    missing = (Counter(position.rules.deal.pack + position.rules.deal.side_pack) - there).elements()
    gone = bag_of([*cards_of(state.public.gone), *missing])
    state = replace(state, public=replace(state.public, gone=gone))
    pinned: set[tuple[Kind, str]] = set()
    applied: Action | None = None
    try:
        if begins:
            yield from _start(position.rules, state)
        with suppress(NotationError, IllegalActionError):
            for step in scenario.steps:
                if step.kind not in ("do", "refuse", "may_not"):
                    continue
                action = step.action(position.rules, state)
                if step.kind == "do":
                    applied = action
                    state = apply(position.rules, state, action)
                    applied = None
                    if begins:
                        yield from _start(position.rules, state)
                elif (refusal := why_not(position.rules, state, action)) is not None:
                    pinned.add(("refusal", f"{refusal.rule}/{refusal.reason}"))
            pinned.update(("score line", f"{line.rule}/{line.kind}") for line in _compared_lines(scenario, state))
        yield Pins(frozenset(pinned))
    except Exception as error:  # noqa: BLE001 - whatever the engine raises in legal play is a fault
        yield _crash(error, name, position.rules, state, applied)


def _crash(error: Exception, name: str, rules: Rules, state: State, action: Action | None = None) -> LawBroken:
    broken = LawBroken(*NO_CRASH, Fault(f"{crash_text(error)}, in the scenario {name!r}", action), rules, state, "")
    broken.__cause__ = error
    return broken


def _compared_lines(scenario: Scenario, state: State) -> Sequence[ScoreLine]:
    """List the lines of the scores that a scenario expects at its end."""
    position, keys = cast("Position", scenario.position), scenario.expect.table.keys()
    lines = score_hand(position.rules, state).lines if keys & {"hand_scores", "side_scores", "scores"} else ()
    if "scores" in keys and is_over(state):
        counted = count_hand(position.rules, position.match, state)
        lines += counted.after.lines[len(counted.before.lines) :]
    return lines


def _start(rules: Rules, state: State) -> Iterator[Position]:
    """Return the start of a hand in a state, unless the hand is over or no play can reach it."""
    if not is_over(state) and lost_cards(rules, state) is None and not find_defects(rules, state):
        yield Position(rules, state)


def _rules_table(scenario: Scenario) -> Mapping[str, Any]:
    """Return the table of a scenario's rules, which may be refused."""
    heading: Any = reduce(lambda data, key: data[key], scenario.path, cast("Any", scenario.document.data))
    table: Mapping[str, Any] = heading["position"].get("rules", {})
    return table


def _is_missing_preset(name: str) -> bool:
    """Return whether no installed plugin has a preset; one that does not load might have it, so it is not missing."""
    found = [loaded(each) for each in installed()]
    presets = {preset.name for plugins in found for plugin in plugins for preset in plugin.info.presets}
    return name not in CORE_PRESETS.keys() | presets and all(found)


def problem(scenario: Scenario, laws: Iterable[Law[Any]] = ()) -> str | None:
    """Run a scenario, and check the law that its heading names.

    Args:
        scenario: the scenario.
        laws: laws of files that the scenario may name.

    Returns:
        `None` if it held; else a report of several lines: the place, the position there, the steps done, the failing
        step, the expected and the actual result.
    """
    try:
        failure = run_scenario(scenario)
        broken = broken_by(scenario, laws) if failure is None else None
    except NotationError as error:
        return "\n\n".join([unread(error), *account(scenario)])
    if failure is not None:
        parts = account(scenario, failure)
        compared = [*labelled("expected", failure.expected.split()), *labelled("got", failure.got.split())]
        return "\n\n".join([_headline(scenario, failure), *parts, "\n".join(compared)])
    return None if broken is None else _broken(broken)


def unread(error: NotationError) -> str:
    """Describe a file that does not parse: the place, the error, and on a line of its own what was expected."""
    place = f"line {error.line}, column {error.column}: {error.message}"
    return "\n".join([place, *labelled("expected", [error.expected])]) if error.expected else place


def account(scenario: Scenario, failure: Failure | None = None) -> list[str]:
    """Describe how far a scenario runs: the position there, the steps done, and the next step or expectation.

    Args:
        scenario: a scenario that does not run to its end, or fails there.
        failure: how it fails, if that is known.

    Returns:
        Each of them with its title, on several lines.
    """
    position = scenario.position
    if isinstance(position, ComposeError):
        return ["\n".join(labelled("rules", [toml_value(_rules_table(scenario))]))]
    state, done = _reached(scenario, position)
    steps = [f"{number:<3} {_step_text(step)}" for number, step in enumerate(scenario.steps, 1)]
    where = f"before step {done + 1}" if done < len(steps) else "at the end"
    parts = [_block(f"position {where}", _picture(attrs.evolve(position, state=state)))]
    if done:
        parts.append(_block("steps done", steps[:done]))
    if done < len(steps):
        parts.append(_block("failing step", [steps[done]]))
    elif failure is not None:
        key = failure.where.removeprefix("expect.")
        parts.append(_block("failing", [f"expect: {key} = {toml_value(scenario.expect.table[key])}"]))
    return parts


def _headline(scenario: Scenario, failure: Failure) -> str:
    """Write the line about a failing scenario in pytest's summary."""
    document = scenario.document
    if isinstance(scenario.position, ComposeError):
        return f"line {document.place((*scenario.path, 'position', 'rules'))[0]}: the rules are refused"
    expected, _, key = failure.where.partition("expect.")
    if not expected:
        return f"line {document.key_place((*scenario.expect.path, key))[0]}: {key} is not as expected"
    _, done = _reached(scenario, scenario.position)
    line, _ = document.place(scenario.steps[done].fields.path)
    return f"line {line}: step {done + 1} does not go as expected"


def _reached(scenario: Scenario, position: Position) -> tuple[State, int]:
    """Return the state after the steps that hold, each tried by itself, and their number."""
    state = position.state
    nothing = Fields(scenario.document, scenario.expect.path, {}, what="expect", known=())
    for done, step in enumerate(scenario.steps):
        here = attrs.evolve(position, state=state)
        try:
            if run_scenario(attrs.evolve(scenario, position=here, steps=(step,), expect=nothing)) is not None:
                return state, done
            if step.kind == "do":
                state = apply(position.rules, state, step.action(position.rules, state))
        except Exception:  # noqa: BLE001 - whatever ended it, the caller knows; this is how far it came
            return state, done
    return state, len(scenario.steps)


def _step_text(step: Step) -> str:
    """Write a step as in the file, its action first."""
    table = {step.kind: step.fields.table[step.kind], **step.fields.table}
    return ", ".join(f"{key} = {toml_value(value)}" for key, value in table.items())


def _broken(broken: LawBroken) -> str:
    """Describe a broken law by its fault and the position that shows it."""
    headline = f"the law {broken.law!r} is broken"
    parts = [headline, _block("position in which it is broken", _picture(broken.position))]
    told = labelled("says", broken.statement.split())
    action = broken.fault.action
    if action is not None:
        told += labelled("action", [any_text(action, broken.state)])
    parts.append("\n".join([*told, *labelled("found", broken.fault.what.split())]))
    return "\n\n".join(parts)


def _picture(position: Position) -> list[str]:
    """Draw the position, or show it as data if a plugin's memory cannot be written, which may be the fault."""
    try:
        return render(position)
    except Exception:  # noqa: BLE001 - a report must not fail
        return [repr(position.state)]


def _block(title: str, lines: Sequence[str]) -> str:
    return "\n".join([title, *(f"  {line}" for line in lines)])


# ---------------------------------------------------------------- render

_WIDTH: Final = 100
_LABEL: Final = 10
#: The keys of a position's table that are drawn; the others are written below, as in the file.
_DRAWN: Final = ("rules", "dealer", "to_act", "phase", "hands", "stock", "pile", "melds")


def render(position: Position) -> list[str]:
    """Draw a position as lines of text.

    Args:
        position: the position.

    Returns:
        The rules and who acts, hands by suit, melds by number, the pile with each card's place from the top, the stock
        from the next card on; then what else the position remembers.
    """
    rules, state = position.rules, position.state
    public = state.public
    lines = labelled("rules", [rules_text(rules)])
    acts = "nobody, the hand is over" if is_over(state) else f"seat {public.to_act}, phase {public.phase}"
    lines += labelled("to act", [f"{acts}; seat {public.match.dealer} dealt"])
    for seat, hand in enumerate(state.hands):
        acting = ["<"] if seat == public.to_act and not is_over(state) else []
        lines += labelled(f"seat {seat}", [*_by_suit(cards_of(hand)), *acting], between="   ")
    for number, meld in enumerate(public.table, 1):
        owner, _, cards = str(meld).partition(" ")
        lines += labelled(f"m{number}", [f"{cards} (seat {owner})"])
    pile = [f"{card_text(card)}/{len(public.pile) - index}" for index, card in enumerate(public.pile)]
    lines += labelled("pile", pile or ["empty"], between="  ")
    lines += labelled("stock", cards_text(state.stock).split() or ["empty"])
    for key, value in position_table(position).items():
        lines += [] if key in _DRAWN else labelled(key, toml_value(value).split(" "))
    return lines


def labelled(label: str, parts: Iterable[str], *, between: str = " ") -> list[str]:
    """Write parts after a label, as many a line as fit, the lines after the first indented."""
    lead = f"{label:<{_LABEL - 1}} "
    lines, line = list[str](), lead
    for part in parts:
        if line.strip() and line != lead and len(line) + len(part) > _WIDTH:
            lines.append(line.rstrip())
            line = " " * _LABEL
        line += part + between
    return [*lines, line.rstrip()]


def rules_text(rules: Rules) -> str:
    """Describe rules in a line: the preset, the plugins, the options set, the number of players."""
    identity = rules.identity
    plugins = [name for name, _ in identity.plugins]
    words = [f"{identity.preset} with {', '.join(plugins)}" if plugins else identity.preset]
    words += [f"{name} = {toml_value(value)}" for name, value in identity.options]
    return ", ".join([*words, f"{rules.seats} seats"])


def _by_suit(cards: Iterable[int]) -> list[str]:
    suits = groupby(cards, lambda card: suit_of(card) if card < NATURALS else card)
    return [cards_text(same) for _, same in suits] or ["(no cards)"]
