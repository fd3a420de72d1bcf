"""Check the laws of secrecy under many rules: `python -m tests.laws.kit.secrecy --seconds 600`.

The rules are tried in turn: every preset alone and with every plugin; every preset or plugin with a value of an option;
pairs of plugins with values of their options. The number of seats goes round from 2 to 8, as far as the rules allow it.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, count, cycle, islice, product

import attrs

from rummy500 import ComposeError, Rules, compose
from rummy500.hooks.compose import FEWEST_SEATS, MOST_SEATS
from rummy500.rules.options import CORE_OPTIONS
from rummy500_testing import LawRunner, check_laws
from rummy500_testing.available import Setting, own_options, plugins, presets, values
from rummy500_testing.laws.secrecy import SECRECY_LAWS
from rummy500_testing.perft import number_from

#: How many turns of a hand are played; after the first turn, one state or action in the second number is checked.
TURNS = 40
EVERY = 6
#: How many further rules are tried between two rounds of every plugin.
_FURTHER = 200


@attrs.frozen
class Asked:
    """A preset, plugins and settings.

    Attributes:
        preset: the preset.
        plugins: the plugins in their order.
        settings: the values that are set.
    """

    preset: str
    plugins: tuple[str, ...] = ()
    settings: tuple[Setting, ...] = ()

    def rules(self, seats: int) -> Rules | None:
        """Compose rules for a number of seats, or the closest one that they allow; `None` if they do not compose."""
        for many in sorted(range(FEWEST_SEATS, MOST_SEATS + 1), key=lambda number: abs(number - seats)):
            try:
                return compose(self.preset, self.plugins, dict(self.settings), seats=many)
            except ComposeError:
                continue
        return None


def every_plugin() -> list[Asked]:
    """Generate every preset alone, and with every plugin."""
    alone = [Asked(name, preset.plugins) for name, preset in presets().items()]
    return [*alone, *(Asked(preset, (name,)) for preset, name in product(presets(), plugins()))]


def further(rng: random.Random) -> Iterator[Asked]:
    """Generate option values on presets, then endless pairs of plugins with values of their options."""
    owned = [
        *(((), option) for option in CORE_OPTIONS.values()),
        *(((name,), option) for name in plugins() for option in own_options(name)),
    ]
    pairs = list(combinations(plugins(), 2))
    names = list(presets())
    while True:
        rng.shuffle(owned)
        rng.shuffle(pairs)
        for owner, option in owned:
            yield Asked(rng.choice(names), owner, ((option.name, rng.choice(values(option))),))
        for pair in pairs:
            options = [option for name in pair for option in own_options(name)]
            chosen = [(option.name, rng.choice(values(option))) for option in options if rng.random() < 0.5]
            yield Asked(rng.choice(names), tuple(rng.sample(pair, 2)), tuple(chosen))


def tables(seed: int) -> Iterator[tuple[Rules, str]]:
    """Generate rules and the name of a hand under them: all of `every_plugin`, many of `further`, and again."""
    seats = cycle(range(FEWEST_SEATS, MOST_SEATS + 1))
    more = further(random.Random(seed))
    for number in count():
        for each in (*every_plugin(), *islice(more, _FURTHER)):
            rules = each.rules(next(seats))
            if rules is not None:
                yield rules, f"{seed} {number} {each}"


def ask(rules: Rules, seed: str) -> Counter[str]:
    """Check the laws on the first states and actions of a hand, and on some later ones; count the checks."""
    report = check_laws(rules, hands=1, seed=seed, laws=SECRECY_LAWS, every=EVERY, max_turns=TURNS)
    assert report.passed, report
    first = LawRunner(rules, SECRECY_LAWS, every=1)
    first.hand(f"{seed} opening", max_turns=1)
    return Counter({row.name: row.asked for row in report.rows if row.name in first.asked}) + first.asked


def main(arguments: Sequence[str] | None = None) -> int:
    """Check until the time is up, and print how often each law was checked.

    Args:
        arguments: those of the command line; `sys.argv` if left out.
    """
    parser = argparse.ArgumentParser(prog="python -m tests.laws.kit.secrecy", description="The laws of secrecy.")
    parser.add_argument("--seconds", type=float, default=60, help="how long")
    parser.add_argument("--seed", type=number_from(0), default=0, help="the same seed asks at the same tables")
    asked = parser.parse_args(arguments)
    began = time.monotonic()
    total, hands, kinds = Counter[str](), 0, set[object]()
    for rules, seed in tables(asked.seed):
        if time.monotonic() - began > asked.seconds:
            break
        total += ask(rules, seed)
        kinds.add(rules.identity)
        hands += 1
    sys.stdout.write(f"{hands} hands under {len(kinds)} different rules in {time.monotonic() - began:.0f} s\n")
    sys.stdout.writelines(f"{name:<35}{times:>9} times\n" for name, times in total.items())
    return 0


if __name__ == "__main__":
    sys.exit(main())
