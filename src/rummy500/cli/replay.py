"""`rummy500 replay`."""

from __future__ import annotations

import click

from rummy500.cli.files import Trouble, place_text, read_text
from rummy500.cli.python_files import with_plugin_files
from rummy500.cli.screen import Screen
from rummy500.cli.show import TurnLog, ending, show_notes, show_score, show_state
from rummy500.engine.scoring import score_hand
from rummy500.engine.step import is_over
from rummy500.errors import NotationError
from rummy500.match import record_hand
from rummy500.notation.actions import action_text
from rummy500.notation.transcript import ReplayError, Transcript, read_transcripts
from rummy500.rules import match_notes
from rummy500.state import State


@click.command("replay")
@with_plugin_files
@click.argument("file", metavar="FILE")
@click.option("--step", metavar="N", type=click.IntRange(0), help="Show the state after so many steps; 0 is the deal.")
@click.option("--steps", is_flag=True, help="Show the state after every step.")
def command(*, file: str, step: int | None, steps: bool) -> int:
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
    show_notes(screen, match_notes(rules, match))
    screen.line()
    if transcript.scenario.expect.table:
        screen.line("Everything is as the file says.", "good")
