"""`rummy500 list`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import click

from rummy500.choices import OptionChoice, PluginChoice, PresetChoice, list_options, list_plugins, list_presets
from rummy500.cli.python_files import plugins_named
from rummy500.cli.screen import Screen
from rummy500.inputs import clipped
from rummy500.options import GREATEST
from rummy500.presets import DEFAULT_PRESET

_SUBJECTS: Final = ("presets", "plugins", "options")
_LONGEST: Final = 60


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
def command(*, subjects: Sequence[str], preset: str, plugins: Sequence[str]) -> int:
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
    screen.definitions(rows)


def _seats(seats: tuple[int, int]) -> str:
    fewest, most = seats
    return f"{fewest} seats" if fewest == most else f"{fewest} to {most} seats"


def _about_preset(preset: PresetChoice) -> str:
    by = f", by the plugin {preset.plugin}" if preset.plugin else ""
    return f"{preset.about} ({_seats(preset.seats)}{by})"


def _about_plugin(plugin: PluginChoice) -> str:
    facts = [_seats(plugin.seats)]
    if plugin.requires:
        facts.append(f"with {', '.join(plugin.requires)}")
    if plugin.conflicts:
        facts.append(f"not with {', '.join(sorted(plugin.conflicts))}")
    return f"{plugin.about} ({'; '.join(facts)})"


def _about_option(option: OptionChoice) -> str:
    value = _text(option.value)
    others = [_text(each.value) for each in option.values if each.value != option.value]
    if option.least is not None and option.most is not None:
        least = f"{option.least:,} or more" if option.most == GREATEST else f"{option.least:,} to {option.most:,}"
        others = [*(each for each in others if not each.isdecimal() or int(each) < option.least), least]
    return f"{clipped(option.about, _LONGEST)}: {', '.join((f'{value}*', *others))}"


def _text(value: object) -> str:
    return str(value).lower()
