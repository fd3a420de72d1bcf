"""Tests that the samples of rules contain every pair of choices that any preset allows."""

from itertools import permutations

from tests.catalogue.every_rules import INSTALLED, PLUGINS, PRESETS, composed, each_plugin, samples, values

from rummy500.hooks.compose import known_options
from rummy500.rules.options import OptionValue


def is_allowed(*plugins: str, **options: OptionValue) -> bool:
    return any(composed(preset, [*filter(None, plugins)], options) for preset in PRESETS)


def test_each_plugin_is_sampled_with_each_preset_that_allows_it() -> None:
    for preset in PRESETS:
        for plugin in PLUGINS:
            found = any(sample.rules.preset.name == preset for sample in samples(plugin))
            assert found or composed(preset, [plugin], {}) is None


@each_plugin
def test_each_value_of_each_option_is_sampled_with_each_plugin_that_allows_it(plugin: str) -> None:
    found = {(name, value) for sample in samples(plugin) for name, value in sample.rules.options.items()}
    for name, option in known_options(PRESETS[0], [*filter(None, [plugin])]).items():
        for value in values(option):
            assert (name, value) in found or not is_allowed(plugin, **{name: value})


def test_every_two_plugins_are_sampled_in_both_orders() -> None:
    for pair in permutations(INSTALLED, 2):
        found = any({*pair} <= {*sample.rules.plugins} for sample in samples(pair[0]))
        assert found or not is_allowed(*pair), pair
