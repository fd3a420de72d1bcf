"""`rummy500 rules` and `rummy500 list`: the rules in words, and what can be composed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final

import click
from rich.table import Table

from rummy500 import Rules, diff_rules, explain, list_options, list_plugins, list_presets, sheet
from rummy500.base.inputs import clipped, quoted
from rummy500.hooks.choices import OptionChoice, PluginChoice, PresetChoice
from rummy500.hooks.compose import seats_text
from rummy500.rulebook.explain import RuleInForce
from rummy500.rulebook.sheet import Difference
from rummy500.rules.options import DEFAULT_PRESET, GREATEST
from rummy500_terminal.files import plugins_named
from rummy500_terminal.options import composed_rules, given, with_rules
from rummy500_terminal.screen import Screen

#: Longer names get a line of their own.
_LONGEST_SPEC: Final = 24

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
def rules_command(context: click.Context, *, rules: Rules, as_sheet: bool, specs: tuple[str, str] | None) -> int:
    """Show the rules one by one: the sentence, who set it, its source, and the rule that it replaced."""
    if specs is None:
        if as_sheet:
            Screen().markdown(sheet(rules).markdown())
        else:
            _explained(rules)
        return 0
    others = given(context, "as_sheet", "preset", "plugins", "options")
    if others:
        raise click.UsageError(
            f"{others[0]} does not go with --diff, which takes PRESET+PLUGIN,OPTION=VALUE twice", context
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
    if max(map(len, specs)) > _LONGEST_SPEC:
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


# ---------------------------------------------------------------- list
# `rummy500 list`.

_SUBJECTS: Final = ("presets", "plugins", "options")
_LONGEST_ABOUT: Final = 60


@click.command("list")
@click.argument("subjects", nargs=-1, type=click.Choice(_SUBJECTS), metavar="[presets] [plugins] [options]")
@click.option(
    "--preset", default=DEFAULT_PRESET, show_default=True, metavar="NAME", help="Show the options of this preset."
)
@click.option(
    "--plugin",
    "plugins",
    multiple=True,
    metavar="NAME",
    help="Show the options with this plugin; repeat it for several.",
)
def list_command(*, subjects: Sequence[str], preset: str, plugins: Sequence[str]) -> int:
    """List the presets, the installed plugins and the options of the rules, or only those that you name.

    Options are shown with their values, the value in force first, marked with *. A plugin adds options of its own.
    """
    screen = Screen(wraps=True)
    wanted = subjects or _SUBJECTS
    named = plugins_named(plugins)
    for number, subject in enumerate(dict.fromkeys(wanted)):
        if number:
            screen.line()
        screen.line(subject.capitalize(), "title")
        if subject == "presets":
            _show(screen, ((each.name, _about_preset(each)) for each in list_presets()))
        elif subject == "plugins":
            _show(screen, ((each.name, _about_plugin(each)) for each in list_plugins()))
        else:
            _show(screen, ((each.name, _about_option(each)) for each in list_options(preset, named)))
    return 0


def _show(screen: Screen, rows: Iterable[tuple[str, str]]) -> None:
    rows = tuple(rows)
    if not rows:
        screen.line("none is installed")
        return
    widest = max(len(name) for name, _ in rows)
    for name, text in rows:
        screen.line(f"  {name:{widest}}  {text}", indent=widest + 4)


def _about_preset(preset: PresetChoice) -> str:
    by = f", by the plugin {preset.plugin}" if preset.plugin else ""
    return f"{preset.title}: {preset.about} ({seats_text(*preset.seats, even=False)} seats{by})"


def _about_plugin(plugin: PluginChoice) -> str:
    facts = [f"{seats_text(*plugin.seats, even=plugin.even_seats)} seats"]
    if plugin.requires:
        facts.append(f"with {', '.join(plugin.requires)}")
    if plugin.conflicts:
        facts.append(f"not with {', '.join(sorted(plugin.conflicts))}")
    return f"{plugin.title}: {plugin.about} ({'; '.join(facts)})"


def _about_option(option: OptionChoice) -> str:
    value = _value_text(option.value)
    others = [_value_text(each.value) for each in option.values if each.value != option.value]
    if option.least is not None and option.most is not None:
        least = f"{option.least:,} or more" if option.most == GREATEST else f"{option.least:,} to {option.most:,}"
        others = [*(each for each in others if not each.isdecimal() or int(each) < option.least), least]
    return f"{clipped(option.about, _LONGEST_ABOUT)}: {', '.join((f'{value}*', *others))}"


def _value_text(value: object) -> str:
    return str(value).lower()
