"""`rummy500 rules`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final

import click
from click.core import ParameterSource
from rich.table import Table

from rummy500.cli.options import composed_rules, with_rules
from rummy500.cli.screen import Screen
from rummy500.inputs import quoted
from rummy500.rulebook.diff import Difference, diff_rules
from rummy500.rulebook.explain import RuleInForce, explain
from rummy500.rulebook.sheet import sheet
from rummy500.rules import Rules

#: The options that name one set of rules; `--diff` names two.
_OF_ONE: Final = {"preset": "--preset", "plugins": "--plugin", "options": "--option"}
#: Longer names get a line of their own.
_LONGEST: Final = 24

_EXAMPLES: Final = """\b
Examples:
  rummy500 rules --sheet --preset classic
  rummy500 rules --diff pagat classic+boathouse,match.target=250
"""


@click.command("rules", epilog=_EXAMPLES)
@click.option(
    "--sheet", "as_sheet", is_flag=True, help="Write a rule sheet for the table; in Markdown where it goes to a file."
)
@click.option(
    "--diff",
    "specs",
    nargs=2,
    metavar="RULES RULES",
    help="Show what two sets of rules do differently. Each is PRESET[+PLUGIN...][,OPTION=VALUE...].",
)
@with_rules
@click.pass_context
def command(context: click.Context, *, rules: Rules, as_sheet: bool, specs: tuple[str, str] | None) -> int:
    """Show the rules one by one: the sentence, who set it, its source, and the rule that it replaced."""
    if specs is None:
        if as_sheet:
            Screen().markdown(sheet(rules).markdown())
        else:
            _explained(rules)
        return 0
    given = [
        flag for name, flag in _OF_ONE.items() if context.get_parameter_source(name) is ParameterSource.COMMANDLINE
    ]
    if as_sheet or given:
        other = "--sheet" if as_sheet else given[0]
        raise click.UsageError(
            f"{other} does not go with --diff, which takes PRESET+PLUGIN,OPTION=VALUE twice", context
        )
    first, second = (_read(spec, rules.seats) for spec in specs)
    _differences(specs, diff_rules(first, second), rules.seats)
    return 0


def _explained(rules: Rules) -> None:
    screen = Screen(wraps=True)
    screen.line(f"{rules.preset.name}: {rules.preset.about}", "title")
    for name, about in rules.plugins.items():
        screen.line(f"with {name}: {about}", "title")
        for option, kind in rules.origin.option_kinds.items():
            if option.startswith(f"{name}."):
                value = rules.options[option]
                meaning = f"; {kind.meaning(value)}" if kind.choices or kind.words else ""
                screen.line(f"  {option} = {str(value).lower()}: {kind.about}{meaning}")
    screen.line(f"{rules.seats} seats, {len(rules.deal.pack)} cards, {rules.deal.hand_size} each")
    screen.line()
    rows = [(line.rule, _text(line), "\n".join(filter(None, (line.set_by, line.source)))) for line in explain(rules)]
    screen.table(("rule", "holds", "set by, source"), rows, fold=(1,))


def _text(line: RuleInForce) -> str:
    return f"{line.text} (Instead of: {line.replaced})" if line.replaced else line.text


def _read(spec: str, seats: int) -> Rules:
    """Compose the rules of one side, for example `classic+boathouse,match.target=250`."""
    named, *options = (part.strip() for part in spec.split(","))
    preset, *plugins = (part.strip() for part in named.split("+"))
    if not preset:
        raise click.BadParameter(f"{quoted(spec)} does not begin with a preset", param_hint="--diff")
    try:
        return composed_rules(preset, plugins, options, seats)
    except click.BadParameter as error:
        error.param_hint = "--diff"
        raise


def _differences(specs: tuple[str, str], differences: Sequence[Difference], seats: int) -> None:
    screen = Screen()
    one, other = specs
    if not differences:
        screen.line(f"{one} and {other} say the same, for {seats} players.")
        return
    screen.line(f"What {one} and {other} do differently, for {seats} players", "title")
    names = specs
    if max(map(len, specs)) > _LONGEST:
        names = ("first", "second")
        for name, spec in zip(names, specs, strict=True):
            screen.line(f"{name}: {spec}")
    for question, grouped in groupby(differences, key=lambda difference: difference.question):
        asked = tuple(grouped)
        sides = [(each.first, each) for each in asked], [(each.second, each) for each in asked]
        screen.title(question)
        table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
        table.add_column(no_wrap=True, style="quiet")
        table.add_column(overflow="fold")
        for name, answers in zip(names, sides, strict=True):
            table.add_row(name, _side_text(answers))
        screen.console.print(table, soft_wrap=False)


def _side_text(answers: Iterable[tuple[str, Difference]]) -> str:
    """Format one side's answers to a question, each sentence with the ids of its rules."""
    answers = tuple(answers)
    sentences = [f"{text} ({', '.join(difference.rules)})" for text, difference in answers if text]
    instead = dict.fromkeys(rule for _, difference in answers for rule in difference.instead)
    return "\n".join(sentences) or (f"(see {', '.join(instead)})" if instead else "(no such rule)")
