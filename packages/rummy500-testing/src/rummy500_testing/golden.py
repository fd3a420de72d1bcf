"""Golden playthroughs, whole hands recorded as text: `python -m rummy500_testing.golden`.

    python -m rummy500_testing.golden record FILE --preset pagat --seats 3 --seed 7
    python -m rummy500_testing.golden check FILE...
    python -m rummy500_testing.golden update FILE...

`record` plays a random hand and writes it to a file. `check` replays files and prints the first difference of each;
the exit status is 0 if there is none, 1 if there is one, 2 for a file that cannot be read. `update` records a file
again, with the same rules and deck and, as far as they are legal, the same actions, so that version control shows the
change. `--preset`, each `--plugin NAME` and each `--option NAME=VALUE` choose the rules. If the hand plays the same
without a plugin, `record` says so, and looks for a seed whose hand does not.

A playthrough is TOML:

    format = "rummy500 golden 1"
    rules = { preset = "pagat", seats = 3 }
    dealer = 2
    deck = "4h 5c ..."                      # the whole pack, the first card dealt first
    max_turns = 1000                        # a hand that goes on for more turns is cut off
    steps = [
        "2 | 0: draw",                      # two actions were legal; this one was chosen
        "0 | deck: reshuffle 9c 4d ...",    # an outcome of chance, before which nobody has an action
    ]
    ended = "out"                           # as `PublicState.ended`; "cut" if cut off, "stuck" if nobody could act
    scores = ["0 | 15 | score.hand | melded, m1 | 5h 5d 5c"]    # seat, points, rule, what for, cards
    by_seat = [15, -30, -5]
    by_side = [15, -30, -5]
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, zip_longest
from pathlib import Path
from typing import Any, Final

import attrs

from rummy500 import (
    Action,
    ComposeError,
    DealError,
    NotationError,
    Rules,
    Rummy500Error,
    State,
    action_text,
    apply,
    chance,
    is_over,
    legal_actions,
    parse_action,
    resolve_chance,
    score_hand,
    why_not,
)
from rummy500.base.inputs import require_min
from rummy500.cards.cards import below, shuffled
from rummy500.hooks.compose import FEWEST_SEATS, compose
from rummy500.notation.fields import Fields
from rummy500.notation.toml import read_toml_file, toml_lines
from rummy500_testing.perft import (
    Deal,
    add_rules_options,
    asked_rules,
    check_perft,
    each_file,
    number_from,
    read_deal,
    toml_fields,
    write_file,
)
from rummy500_testing.play import MAX_TURNS, MOST_LISTED

FORMAT: Final = "rummy500 golden 1"
#: `record` looks at this many seeds for a hand in which the rules of every plugin occur.
_MOST_SEEDS: Final = 200
_KEYS: Final = ("format", "rules", "dealer", "deck", "max_turns", "steps", "ended", "scores", "by_seat", "by_side")
_STEP: Final = re.compile(r"(\d+\+?) \| (?=\S)")


@attrs.frozen
class _Golden:
    """A playthrough read from a file: the deal, the steps, and the TOML table."""

    deal: Deal
    max_turns: int
    steps: tuple[tuple[str, str], ...]
    fields: Fields


def record_golden(rules: Rules, *, seed: int, max_turns: int = MAX_TURNS) -> str:
    """Play a whole random hand, each legal action equally likely, and write it as a playthrough.

    Args:
        rules: the rules in force.
        seed: the seed of the deal and of all choices, 0 or more; one seed gives one file on every Python.
        max_turns: after this many turns, 0 or more, the hand is cut off.

    Returns:
        The playthrough as text.

    Raises:
        ValueError: if `seed` or `max_turns` is negative.
    """
    require_min(0, seed=seed, max_turns=max_turns)  # a seed of -1 would play the hand of seed 1
    source = random.Random(seed)
    dealt = Deal(rules, shuffled(rules.deal.pack, source), below(rules.seats, source))
    return _played(dealt, max_turns, source, ())


def update_golden(text: str) -> str:
    """Record a playthrough again with the same rules and deck.

    Args:
        text: the playthrough.

    Returns:
        The new playthrough: the recorded actions as far as they are legal, and random ones after that.

    Raises:
        NotationError: with line, column and what was expected.
        ComposeError: if its rules are refused.
    """
    golden = _read(text)
    return _played(golden.deal, golden.max_turns, random.Random(0), [step for _, step in golden.steps])


def compare_golden(text: str) -> str | None:
    """Replay a playthrough and find the first difference.

    Args:
        text: the playthrough.

    Returns:
        The first difference as one line, `None` if there is none.

    Raises:
        NotationError: if the text or one of its steps cannot be read, with line, column and what was expected.
        ComposeError: if its rules are refused.
    """
    return next(_differences(_read(text)), None)


def _differences(golden: _Golden) -> Iterator[str]:
    """Yield the differences from the record; play stops at the first one."""
    rules, state = golden.deal.rules, golden.deal.state
    for number, (count, text) in enumerate(golden.steps, 1):
        where = f"step {number} ({text})"
        listed = _listed(rules, state)
        if _count(listed) != count:
            yield f"{where}: expected {count} legal actions, got {_count(listed)}"
        try:
            action = parse_action(text, state, rules=rules)
        except NotationError as error:
            error.column += len(f"{count} | ")
            golden.fields.document.refail(("steps", number - 1), error)
        refusal = why_not(rules, state, action)
        if refusal is not None:
            yield f"{where}: expected a legal action, got a refusal: {refusal}"
        if action_text(action, state) != text:
            yield f"{where}: expected this text, got {action_text(action, state)!r}"
        state = apply(rules, state, action)
    for key, got in _end(rules, state).items():
        expected = golden.fields.table.get(key)
        if key == "scores":
            for number, (was, now) in enumerate(zip_longest(golden.fields.texts(key), got, fillvalue="no line"), 1):
                if was != now:
                    yield f"score line {number}: expected {was!r}, got {now!r}"
        elif expected != got:
            yield f"{key}: expected {expected!r}, got {got!r}"


def plugins_without_effect(text: str) -> list[str]:
    """Find the plugins of a playthrough whose rules do not occur in it.

    Args:
        text: the playthrough.

    Returns:
        The names of the plugins without which the same actions are legal in every step, and the score is the same.

    Raises:
        NotationError: if the text cannot be read, with line, column and what was expected.
        ComposeError: if its rules are refused.
    """
    golden = _read(text)
    return [name for name, _ in golden.deal.rules.identity.plugins if not _has_effect(name, golden)]


def _has_effect(name: str, golden: _Golden) -> bool:
    """Return whether a playthrough has a difference without a plugin."""
    identity = golden.deal.rules.identity
    others = [other for other, _ in identity.plugins if other != name]
    options = {option: value for option, value in identity.options if not option.startswith(f"{name}.")}
    try:
        without = compose(identity.preset, others, options, seats=identity.seats)
        if any(name == other for other, _ in without.identity.plugins):
            return True  # another plugin requires it
        return any(_differences(attrs.evolve(golden, deal=attrs.evolve(golden.deal, rules=without))))
    except (ComposeError, DealError, NotationError):
        return True  # nothing else allows these options, deals this pack or reads these actions


def missing_records(folder: Path, names: Iterable[str]) -> list[str]:
    """List the records that a folder lacks: each preset and plugin needs a playthrough and a file of counts.

    Args:
        folder: the folder that should have `NAME.golden.toml` and `NAME.perft.toml`.
        names: the names of the presets and plugins.

    Returns:
        The names of the missing files.
    """
    wanted = [f"{name}.{kind}.toml" for name in names for kind in ("golden", "perft")]
    return [name for name in wanted if not (folder / name).is_file()]


def _played(dealt: Deal, max_turns: int, source: random.Random, recorded: Iterable[str]) -> str:
    """Play the recorded actions as far as they are legal, and random ones after that."""
    rules, state = dealt.rules, dealt.state
    steps: list[str] = []
    remaining, turns = iter(recorded), 0
    while turns < max_turns:
        listed = _listed(rules, state)
        action = _if_legal(next(remaining, ""), rules, state)
        if action is None:
            remaining = iter(())
            action = _chosen(rules, state, listed, source)
        if action is None:
            break
        steps.append(f"{_count(listed)} | {action_text(action, state)}")
        after = apply(rules, state, action)
        turns += after.public.to_act != state.public.to_act
        state = after
    table = {"format": FORMAT, **dealt.table(), "max_turns": max_turns, "steps": steps, **_end(rules, state)}
    return "\n".join(toml_lines(table)) + "\n"


def _if_legal(text: str, rules: Rules, state: State) -> Action | None:
    try:
        action = parse_action(text, state, rules=rules)
    except NotationError:
        return None
    return action if why_not(rules, state, action) is None else None


def _chosen(rules: Rules, state: State, listed: Sequence[Action], source: random.Random) -> Action | None:
    """Choose an action or an outcome at random; `None` if the hand is over or nobody can act."""
    due = chance(rules, state)
    if due is not None:
        return due.sample(source)
    return resolve_chance(rules, state, listed[below(len(listed), source)], source) if listed else None


def _listed(rules: Rules, state: State) -> list[Action]:
    """List the legal actions, at most one more than `MOST_LISTED`."""
    return list(islice(legal_actions(rules, state), MOST_LISTED + 1))


def _count(listed: Sequence[Action]) -> str:
    return str(len(listed)) if len(listed) <= MOST_LISTED else f"{MOST_LISTED}+"


def _end(rules: Rules, state: State) -> dict[str, Any]:
    """Return how the hand ended, and its score."""
    score = score_hand(rules, state)
    if is_over(state):
        ended = state.public.ended
    else:
        ended = "cut" if chance(rules, state) is not None or legal_actions(rules, state) else "stuck"
    return {
        "ended": ended,
        "scores": [
            f"{line.seat} | {line.points} | {line.rule} | {line.about} | {line.cards}".rstrip() for line in score.lines
        ],
        "by_seat": list(score.by_seat),
        "by_side": list(score.by_side),
    }


def _read(text: str) -> _Golden:
    fields = toml_fields(text, FORMAT, "a golden playthrough", _KEYS)
    for key in _KEYS:
        if not fields.has(key):
            fields.document.fail((), f"a golden playthrough has no {key}", f"{key} = ...")
    steps = tuple(fields.parsed_each("steps", _read_step))
    dealt, max_turns = read_deal(fields), fields.number("max_turns", least=0)
    fields.text("ended")
    fields.texts("scores")
    for key in ("by_seat", "by_side"):
        fields.numbers(key)
    return _Golden(dealt, max_turns, steps, fields)


def _read_step(text: str) -> tuple[str, str]:
    found = _STEP.match(text)
    if found is None:
        raise NotationError("this is not a step", expected='a step such as "2 | 0: draw"')
    return found[1], text[found.end() :]


def main(arguments: Sequence[str] | None = None) -> int:
    """Record, check or update playthroughs."""
    parser = argparse.ArgumentParser(prog="python -m rummy500_testing.golden", description="Golden playthroughs.")
    commands = parser.add_subparsers(dest="command", required=True)
    for name in ("record", "check", "update"):
        command = commands.add_parser(name)
        command.add_argument("files", nargs=1 if name == "record" else "+", type=Path, metavar="FILE")
        if name == "record":
            add_rules_options(command)
            command.add_argument("--seats", type=int, default=FEWEST_SEATS)
            command.add_argument("--max-turns", type=number_from(0), default=MAX_TURNS)
    asked = parser.parse_args(arguments)
    if asked.command == "check":
        return each_file(asked.files, lambda file: _compared(read_toml_file(file)))
    if asked.command == "update":
        return each_file(asked.files, lambda file: write_file(file, update_golden(read_toml_file(file))))
    rules = asked_rules(parser, asked, asked.seats)
    text = record_golden(rules, seed=asked.seed, max_turns=asked.max_turns)
    status = each_file(asked.files, lambda file: write_file(file, text))
    if status == 0 and (advice := _advice(rules, text, asked.seed, asked.max_turns)):
        sys.stderr.write(f"{asked.files[0]}: {advice}\n")
    return status


def _advice(rules: Rules, text: str, seed: int, max_turns: int) -> str:
    """Name the plugins without effect on a new playthrough, and a seed for a better one; empty if there are none."""
    without = plugins_without_effect(text)
    if not without:
        return ""
    last = seed + _MOST_SEEDS - 1
    better = (
        other
        for other in range(seed + 1, last + 1)
        if not plugins_without_effect(record_golden(rules, seed=other, max_turns=max_turns))
    )
    found = next(better, None)
    tried = last if found is None else found - 1
    hands = f"the hand of seed {seed}" if tried == seed else f"the hands of seeds {seed} to {tried}"
    names = ", ".join(without)
    if found is None:
        return f"no rule of {names} occurs in {hands}; test the rule with scenarios"
    return f"no rule of {names} occurs in {hands}; record the hand of --seed {found}, in which one does"


# ---------------------------------------------------------------- folders


def record_faults(folder: Path, names: Iterable[str]) -> list[str]:
    """Compare the golden playthroughs and counted trees of a folder with the engine.

    Args:
        folder: the folder.
        names: the names that must have both `NAME.golden.toml` and `NAME.perft.toml`.

    Returns:
        A sentence for each missing file, each file that cannot be read or whose rules are refused, and each difference
        from the record; empty if there are none.

    Raises:
        NotADirectoryError: if there is no such folder.
        TypeError: if `names` is a single text.
    """
    if isinstance(names, str):
        raise TypeError(f"names is a list of names, [{names!r}] say, not {names!r}")
    if not folder.is_dir():
        raise NotADirectoryError(f"there is no folder {folder}")
    faults = [f"{name} is missing" for name in missing_records(folder, names)]
    for kind in ("golden", "perft"):
        for file in sorted(folder.glob(f"*.{kind}.toml")):
            faults += [f"{file.name}: {fault}" for fault in faults_of_record(file)]
    return faults


def faults_of_record(file: Path) -> list[str]:
    """Compare a golden playthrough or a file of counts with the engine, and list the differences as sentences."""
    check = _compared if file.name.endswith(".golden.toml") else check_perft
    try:
        return check(read_toml_file(file))
    except (OSError, UnicodeError, Rummy500Error) as error:
        return [str(error)]


def _compared(text: str) -> list[str]:
    difference = compare_golden(text)
    return [] if difference is None else [difference]


if __name__ == "__main__":
    sys.exit(main())
