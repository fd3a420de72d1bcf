"""The group of commands, which turns every error into one line and an exit code."""

from __future__ import annotations

import contextlib
import importlib
import os
import shutil
import sys
import textwrap
from collections.abc import Generator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NoReturn

import click

import rummy500
from rummy500.base.inputs import quoted
from rummy500.rules.blame import plugin_error_text

FINE: Final = 0
WRONG_USE: Final = 2
BUG: Final = 70
INTERRUPTED: Final = 130
OUTPUT_CLOSED: Final = 141

#: Where each command is, and its help. A command is loaded when it is used, so that help is quick.
_COMMANDS: Final[Mapping[str, tuple[str, str]]] = {
    "play": ("rummy500_terminal.play:command", "Play against the computer, or watch it play."),
    "simulate": ("rummy500_terminal.simulate:command", "Let programs play many matches."),
    "duel": ("rummy500_terminal.simulate:duel_command", "Compare players, or rules, over the same decks."),
    "check": ("rummy500_terminal.check:check", "Run scenarios: do the rules do what the files say?"),
    "replay": ("rummy500_terminal.check:replay", "Replay a transcript and check its scores."),
    "legal": ("rummy500_terminal.positions:legal", "List the legal actions of a position."),
    "list": ("rummy500_terminal.rules:list_command", "List the presets, the plugins and the options of the rules."),
    "rules": ("rummy500_terminal.rules:rules_command", "Show the rules of a game, and where each comes from."),
    "laws": ("rummy500_testing_cli.laws:command", "Play random hands, and check the laws of the test kit."),
    "mutate": ("rummy500_testing_cli.mutate:command", "Change a plugin's source: do its scenarios and laws notice?"),
    "perft": ("rummy500_terminal.positions:perft_command", "Count the sequences of actions from a deal or a position."),
    "new-plugin": ("rummy500_testing_cli.new_plugin:command", "Start a plugin: a package with a rule and its tests."),
}

#: The packages of the test kit, a distribution of its own.
_OF_THE_KIT: Final = ("rummy500_testing", "rummy500_testing_cli")

_EXIT_CODES: Final = """\b
Exit codes:
  0    fine
  1    a check failed: a scenario, a transcript, a law
  2    a wrong command line, refused rules, or a file that cannot be read
  70   a bug in rummy500 or in a plugin
  130  interrupted (Ctrl-C)
  141  the reader of the output closed it
"""


#: Commands are short words, of which two that are half alike have little to do with each other.
_ALIKE: Final = 0.6
#: The words of an error that no plugin has a name, and those of a hint that another one has a similar name.
_NO_PLUGIN: Final = "there is no plugin "
_SIMILAR: Final = "did you mean"


def _nearest_command(name: str) -> str:
    from difflib import get_close_matches  # noqa: PLC0415 - needed when something has gone wrong

    similar = get_close_matches(name, _COMMANDS, n=1, cutoff=_ALIKE)
    return f'did you mean "{similar[0]}"?' if similar else f"known are {', '.join(_COMMANDS)}"


def _command_path(args: Sequence[str]) -> str:
    """The command that a command line begins with: click leaves it out of some errors."""
    return f"rummy500 {args[0]}" if args and args[0] in _COMMANDS else "rummy500"


def _interrupted() -> NoReturn:
    if sys.stderr.isatty():
        click.echo(err=True)
    click.echo("rummy500: interrupted", err=True)
    sys.exit(INTERRUPTED)


def _output_closed() -> NoReturn:
    """Exit, and discard the output that would be flushed then: nobody reads it any more."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    sys.exit(OUTPUT_CLOSED)


@contextlib.contextmanager
def _exit_codes_of_ours() -> Generator[None, None, None]:
    """Exit at the exceptions that click would report with its own line or exit code."""
    try:
        yield
    except KeyboardInterrupt:
        _interrupted()
    except BrokenPipeError:
        _output_closed()


class App(click.Group):
    """The commands, each loaded when it is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of the commands, in the order of help."""
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load a command."""
        if cmd_name not in _COMMANDS:
            raise click.UsageError(f"there is no command {quoted(cmd_name)}; {_nearest_command(cmd_name)}", ctx)
        module, _, name = _COMMANDS[cmd_name][0].partition(":")
        command = getattr(importlib.import_module(module), name)
        return command if isinstance(command, click.Command) else None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands' lines of help, without loading them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, about) for name, (_, about) in _COMMANDS.items()])

    def make_context(
        self,
        info_name: str | None,
        args: list[str],
        parent: click.Context | None = None,
        **extra: Any,
    ) -> click.Context:
        """Read the command line, and write help if it asks for help."""
        with _exit_codes_of_ours():
            return super().make_context(info_name, args, parent, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        with _exit_codes_of_ours():
            return super().invoke(ctx)

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = "rummy500",
        complete_var: str | None = None,
        standalone_mode: bool = True,  # noqa: FBT001, FBT002 - the signature is click's
        windows_expand_args: bool = True,  # noqa: FBT001, FBT002 - the signature is click's
        **extra: Any,
    ) -> NoReturn:
        """Run a command line and exit; an error is one line on the standard error stream."""
        _open_streams()
        try:
            result = super().main(
                args,
                prog_name,
                complete_var,
                standalone_mode=False,
                windows_expand_args=windows_expand_args,
                **extra,
            )
            sys.stdout.flush()
        except (click.Abort, KeyboardInterrupt):
            _interrupted()
        except click.UsageError as error:
            path = error.ctx.command_path if error.ctx else _command_path(sys.argv[1:] if args is None else args)
            _fail(path, f"{error.format_message()} (see `{path} --help`)", error.exit_code)
        except click.ClickException as error:
            _fail("rummy500", error.format_message(), error.exit_code)
        except BrokenPipeError:
            _output_closed()
        except Exception as error:  # noqa: BLE001 - every error is one line, also a bug
            _fail("rummy500", *_message(error))
        sys.exit(result if isinstance(result, int) else FINE)


def _open_streams() -> None:
    """Open all three standard streams if they are missing, and let no character cause an error."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115 - to the end
        elif mode == "w" and hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def _message(error: Exception) -> tuple[str, int]:
    """Return the line about an error, and the exit code."""
    from rummy500.base.errors import NotationError, Rummy500Error  # noqa: PLC0415 - loads attrs, which help does not need

    by_plugin = "" if isinstance(error, NotationError) else plugin_error_text(error)
    if by_plugin:
        return by_plugin, BUG
    if isinstance(error, Rummy500Error):
        return str(error), WRONG_USE
    if isinstance(error, ModuleNotFoundError) and (error.name or "").partition(".")[0] in _OF_THE_KIT:
        how = "pip install 'rummy500[testing]' (in a clone: pip install ./packages/rummy500-testing)"
        return f"this needs the package rummy500-testing: {how}", WRONG_USE
    if isinstance(error, OSError):
        return error.strerror or str(error), WRONG_USE
    if isinstance(error, MemoryError):
        return "this takes more memory than there is", WRONG_USE
    notes = "; ".join(getattr(error, "__notes__", ()))
    return f"{notes or 'a bug in rummy500'}: {type(error).__name__}: {error}", WRONG_USE if notes else BUG


def _fail(who: str, message: str, code: int) -> NoReturn:
    if _NO_PLUGIN in message and _SIMILAR not in message:
        message += "; if it is in a file: --plugin ./FILE.py"
    line = f"{who}: {' '.join(message.split())}"
    if sys.stderr.isatty():
        width = shutil.get_terminal_size().columns
        line = textwrap.fill(line, width, break_long_words=False, break_on_hyphens=False)
    click.echo(line, err=True)
    sys.exit(code)


@click.group(
    "rummy500", cls=App, invoke_without_command=True, subcommand_metavar="COMMAND [ARGS]...", epilog=_EXIT_CODES
)
@click.version_option(
    rummy500.__version__,
    package_name="rummy500",
    message=f"rummy500 %(version)s{', compiled' if rummy500.COMPILED else ''}",
)
@click.pass_context
def app(ctx: click.Context) -> None:
    """500 Rummy: play it, check its rules, look at positions.

    Cards are written 7h, Td, As; * is a joker. An action is written as `take 4d with {4d 4h 4c}`.
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())
