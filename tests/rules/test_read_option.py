"""Tests of reading an option of a command line, `NAME=VALUE`."""

from __future__ import annotations

import re

import click
import pytest

from rummy500 import ComposeError
from rummy500.rules.options import CORE_OPTIONS, CORE_PRESETS, OptionValue, read_option
from rummy500_terminal import options


@pytest.mark.parametrize("preset", CORE_PRESETS)
def test_what_a_preset_sets_is_read_from_its_text(preset: str) -> None:
    for name, value in CORE_PRESETS[preset].options.items():
        assert read_option(f"{name}={str(value).lower()}", CORE_OPTIONS) == (name, value)


@pytest.mark.parametrize(
    ("text", "pair"),
    [
        (" match.target = 250 ", ("match.target", 250)),
        ("a.name=b=c", ("a.name", "b=c")),
        ("no.option=250", ("no.option", "250")),
        ("no.option=", ("no.option", "")),
    ],
)
def test_spaces_are_ignored_and_unknown_values_are_text(text: str, pair: tuple[str, OptionValue]) -> None:
    assert read_option(text, CORE_OPTIONS) == pair


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("call", "'call' is not of the form NAME=VALUE"),
        (" =top", "' =top' is not of the form NAME=VALUE"),
        ("call=zz", "option call cannot be 'zz': it must be "),
        ("match.target=0", "option match.target cannot be '0': it must be a whole number from 1 to 1000000000"),
    ],
)
def test_an_unknown_option_is_refused_with_the_reason(text: str, said: str) -> None:
    with pytest.raises(ComposeError, match=f"^{re.escape(said)}"):
        read_option(text, CORE_OPTIONS)
    with pytest.raises(click.BadParameter, match=f"^{re.escape(said)}") as caught:
        options.read_option(text, CORE_OPTIONS)
    assert caught.value.format_message().startswith("Invalid value for --option: ")
