"""`rummy500 check` and `rummy500 replay`: scenarios that are judged, and transcripts that are shown."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

from rummy500 import NotationError, Rummy500Error, State, action_text, is_over, notes, record_hand, score_hand
from rummy500.notation.position import Position
from rummy500.notation.scenario import Scenario, scenario_readers
from rummy500.rules.blame import plugin_error_text
from rummy500_terminal.files import Trouble, place_text, read_text, with_plugin_files
from rummy500_terminal.judging import ReplayError, Transcript, read_transcripts, run_scenario
from rummy500_terminal.screen import Screen
from rummy500_terminal.show import TurnLog, ending, show_notes, show_score, show_state
from rummy500_terminal.time_limit import OutOfTime, still_running, watched

if TYPE_CHECKING:
    from rummy500_testing import Law


@click.command("check")
@with_plugin_files
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option(
    "--seconds",
    metavar="N",
    type=click.FloatRange(0, min_open=True),
    default=60,
    show_default=True,
    help="A scenario that takes longer has failed.",
)
@click.option(
    "--laws", multiple=True, metavar="FILE", help="A file of laws that scenarios may name; repeat it for several."
)
def check(*, files: Sequence[str], seconds: float, laws: Sequence[str]) -> int:
    """Run the scenarios of files; `-` is standard input.

    Prints a line for each scenario: whether it held, and if not, the first step that failed, the expected and the
    actual result. If a scenario names a law, as the scenario that a broken law prints does, that law is checked, too.
    If a plugin raises an error, or if the time of the scenario passes in one of its functions, the scenario has failed,
    and the line names the plugin, the file and the line. A scenario that does not parse has failed, with
    FILE:LINE:COLUMN and the error. The last line is the sum. Exit code 0 if all held, 1 if not, 2 if a file cannot be
    read.
    """
    screen = Screen()
    _read_laws(laws)  # before anything is shown
    held = failed = unreadable = 0
    for name in files:
        try:
            text = read_text(name)
        except Trouble as trouble:
            click.echo(f"rummy500: {trouble.message}", err=True)
            failed += 1
            unreadable += 1
            continue
        for title, problem in _checked(name, text, laws, seconds):
            if problem is None:
                held += 1
                screen.line(f"held    {name}: {title}")
            else:
                failed += 1
                screen.line(f"FAILED  {name}: {title}: {problem}" if title else problem)
    screen.line(f"{held} held, {failed} failed")
    return 2 if unreadable else 1 if failed else 0


def _checked(name: str, text: str, laws: Sequence[str], seconds: float) -> Iterator[tuple[str, str | None]]:
    """Run each scenario; yield its title, empty if it does not parse, and its fault, `None` if it held."""
    try:
        readers = scenario_readers(text)
    except NotationError as error:
        yield "", _one_line(place_text(name, error))
        return
    for number, (title, _, read) in enumerate(readers, 1):
        yield _checked_one(name, _one_line(title) or f"scenario {number}", read, laws, seconds)


def _checked_one(
    name: str, title: str, read: Callable[[], Scenario], laws: Sequence[str], seconds: float
) -> tuple[str, str | None]:
    ends, rules = time.monotonic() + seconds, None

    def find_problem() -> str | None:
        nonlocal rules
        scenario = read()
        rules = scenario.position.rules if isinstance(scenario.position, Position) else None
        failure = run_scenario(scenario)
        return _broken_law(scenario, laws) if failure is None else str(failure)

    try:
        problem = watched(find_problem, lambda _: time.monotonic() >= ends)
    except OutOfTime as late:
        return title, f"stopped after {seconds:g} s: {still_running(late, rules)}"
    except NotationError as error:
        return "", _one_line(place_text(name, error))
    except Rummy500Error as error:
        return title, plugin_error_text(error) or _one_line(str(error))
    except Exception as error:
        raised = plugin_error_text(error)
        if not raised:
            raise
        return title, raised
    return title, None if problem is None else _one_line(problem)


def _broken_law(scenario: Scenario, laws: Sequence[str]) -> str | None:
    if "law" not in scenario.notes:
        return None
    from rummy500_testing.checking import broken_by  # noqa: PLC0415 - the laws are loaded for those who ask them

    broken = broken_by(scenario, _read_laws(laws))
    return None if broken is None else f"the law {broken.law!r} is broken: {broken.fault.what}"


def _read_laws(files: Sequence[str]) -> list[Law[Any]]:
    """Load the laws of some files."""
    if not files:
        return []
    from rummy500_testing_cli.laws import read_laws  # noqa: PLC0415 - the laws are loaded for those who ask them

    return read_laws(files)


def _one_line(text: str) -> str:
    return " ".join(text.split())


# ---------------------------------------------------------------- replay
# `rummy500 replay`.


@click.command("replay")
@with_plugin_files
@click.argument("file", metavar="FILE")
@click.option(
    "--step", metavar="N", type=click.IntRange(0), help="Show the state after this many steps; 0 is the deal."
)
@click.option("--steps", is_flag=True, help="Show the state after every step.")
def replay(*, file: str, step: int | None, steps: bool) -> int:
    """Replay a transcript; `-` is standard input.

    Shows it turn by turn to its end and checks its scores; exit code 1 if anything differs from the file.
    """
    try:
        transcripts = read_transcripts(read_text(file))
        if step is not None:
            return _show_step(transcripts, step)
        for transcript in transcripts:
            _replay(Screen(), transcript, every=steps)
    except NotationError as error:
        raise Trouble(place_text(file, error)) from None
    except ReplayError as error:
        click.echo(f"rummy500: {file}: {error}", err=True)
        return 1
    return 0


def _show_step(transcripts: tuple[Transcript, ...], wanted: int) -> int:
    """Show the state at one step; steps are counted through all hands of the file."""
    step = 0
    for transcript in transcripts:
        before: State | None = None
        for action, state in transcript.moments():
            step += action is not None
            if step == wanted:
                screen = Screen()
                if action is not None:
                    screen.line(f"step {step}: {action_text(action, before)}", "title")
                show_state(screen, transcript.position.rules, state)
                return 0
            before = state
    raise Trouble(f"there is no step {wanted}: the transcript has {step}")


def _replay(screen: Screen, transcript: Transcript, *, every: bool) -> None:
    position = transcript.position
    rules, state = position.rules, position.state
    log, steps = TurnLog(screen, rules), 0
    screen.title(transcript.title)
    for action, after in transcript.moments():
        if action is None:
            show_state(screen, rules, after)
            screen.line()
        elif every:
            steps += 1
            screen.title(f"step {steps}: {action_text(action, state)}")
            show_state(screen, rules, after)
        else:
            log(state, action, after)
        state = after
    log.flush()
    screen.line()
    match = position.match
    if is_over(state):
        screen.line(ending(state.public))
        match = record_hand(rules, match, state)
    else:
        screen.line("The transcript ends before the hand does.")
    screen.title("Score")
    show_score(screen, score_hand(rules, state), match.scores)
    show_notes(screen, notes(rules, match))
    screen.line()
    if transcript.scenario.expect.table:
        screen.line("Everything is as the file says.", "good")
