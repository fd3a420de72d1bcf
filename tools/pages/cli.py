"""The commands of `docs/cli.md`, from their `--help`. The page above them is written by hand."""

from __future__ import annotations

import inspect
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import click
from tools.pages import COMMAND, DOCS

from rummy500_terminal.app import app

PAGE: Final = DOCS / "cli.md"
_HEAD: Final = f"""\
## The commands

<!-- Written by `{COMMAND}` from the help of each command: change that, not this section. -->
"""
#: The options of rules, which the page lists once.
_SHARED: Final = ("--preset", "--plugin", "--option", "--seats")
#: The range of a number, which click adds to its help.
_RANGE: Final = re.compile(r"; x>=?\d+|  \[x>=?\d+\]")
#: The page that shows a command at work.
_MORE: Final[Mapping[str, str]] = {
    "play": "[Play in a terminal](play-in-a-terminal.md) shows a game, its keys, and what you can type.",
    "simulate": "[Simulate many matches](simulate.md) explains the figures.",
    "duel": "[Who is better](who-is-better.md) answers three questions with it.",
    "check": "[Scenarios as tests](testing/scenarios.md) shows one that fails.",
    "replay": "[The text form](notation.md) describes scenarios and transcripts.",
    "legal": "[The text form](notation.md#positions) describes positions.",
    "rules": "[A rule sheet, and what differs](rules/sheet.md) shows both.",
    "laws": "[Test a house rule](testing/index.md#check-the-laws) shows how to read the report.",
    "mutate": "[Do your examples pin the rule?](testing/index.md#do-your-examples-pin-the-rule) shows a result.",
    "perft": "[Compare two implementations](testing/scenarios.md#compare-two-implementations) shows how.",
    "new-plugin": "[Test a house rule](testing/index.md#begin-with-a-package) goes on from there.",
}


def page() -> str:
    """Write the page with its last section."""
    before = PAGE.read_text("utf-8").partition(_HEAD)[0]
    group = click.Context(app, info_name="rummy500")
    shown: dict[str, str] = {}
    return "\n".join([f"{before}{_HEAD}", *(section(name, group, shown) for name in app.list_commands(group))])


def section(name: str, group: click.Context, shown: dict[str, str]) -> str:
    """Write the section of a command: its help, and the options that it does not share with others.

    Args:
        group: the context of all commands.
        shown: the commands that have listed an option, by the line of the option; this command adds its own.

    Raises:
        ValueError: for a command that is not there.
    """
    command = app.get_command(group, name)
    if command is None:
        raise ValueError(f"there is no command {name}")
    context = click.Context(command, info_name=name, parent=group)
    usage = " ".join(piece for piece in command.collect_usage_pieces(context) if piece != "[OPTIONS]")
    about = inspect.cleandoc(command.help or "").replace("\b\n", "")
    options = [each for each in command.params if isinstance(each, click.Option) and not each.hidden]
    with_rules = {each for option in options for each in option.opts} >= set(_SHARED)
    own = [option for option in options if not with_rules or option.opts[0] not in _SHARED]
    lines = {option.opts[0]: line(option, context) for option in own}
    first = {option: shown.setdefault(text, name) for option, text in lines.items()}
    listed = [f"- {text}\n" for option, text in lines.items() if first[option] == name]
    for other in dict.fromkeys(each for each in first.values() if each != name):
        alike = ", ".join(f"`{option}`" for option in lines if first[option] == other)
        listed.append(f"- {alike}: as for [`{other}`](#{other}).\n")
    if with_rules:
        listed.append("- The [options of rules](#options-of-rules).\n")
    examples = re.findall(r"^ *(rummy500 .+)$", command.epilog or "", re.MULTILINE)
    block = "```console\n" + "".join(f"$ {each}\n" for each in examples) + "```\n" if examples else ""
    more = f"{_MORE[name]}\n" if name in _MORE else ""
    head = f"### {name}\n\n`{f'rummy500 {name} {usage}'.strip()}`\n\n{about}\n"
    return "\n".join(filter(None, (head, "".join(listed), block, more)))


def line(option: click.Option, context: click.Context) -> str:
    """Write an option and its help in a line."""
    name, about = option.get_help_record(context) or ("", "")
    text = re.sub(r"\w+\[\+\S+\]", r"`\g<0>`", _RANGE.sub("", about)).replace("  [", " [")
    return f"`{name}`: {text}"


def pages() -> dict[Path, str]:
    return {PAGE: page()}
