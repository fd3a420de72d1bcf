"""`rummy500 rules`."""

from __future__ import annotations

import click

from rummy500.cli.options import with_rules
from rummy500.cli.screen import Screen
from rummy500.explain import Holding, explain
from rummy500.rules import Rules


@click.command("rules")
@with_rules
def command(*, rules: Rules) -> int:
    """Show what the rules say, rule by rule: who set it, from which source, and what it replaced."""
    screen = Screen()
    screen.line(f"{rules.preset.name}: {rules.preset.about}", "title")
    for name, about in rules.plugins.items():
        screen.line(f"with {name}: {about}", "title")
        for option, kind in rules.option_kinds.items():
            if option.startswith(f"{name}."):
                value = rules.options[option]
                meaning = f"; {kind.meaning(value)}" if kind.words else ""
                screen.line(f"  {option} = {str(value).lower()}: {kind.about}{meaning}")
    screen.line(f"{rules.seats} seats, {len(rules.pack)} cards, {rules.hand_size} each")
    screen.line()
    rows = [
        (holding.rule, _holds(holding), "\n".join(filter(None, (holding.set_by, holding.source))))
        for holding in explain(rules)
    ]
    screen.table(("rule", "holds", "set by, source"), rows, fold=(1,))
    return 0


def _holds(holding: Holding) -> str:
    return f"{holding.holds} (Instead of: {holding.replaced})" if holding.replaced else holding.holds
