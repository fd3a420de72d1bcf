"""Tests that the package names every command."""

from __future__ import annotations

import re

import click

import rummy500.cli
from rummy500.cli.app import app


def test_the_package_names_every_command_once() -> None:
    _, told = (rummy500.cli.__doc__ or "").split("The commands are ")
    assert re.findall(r"`(?:rummy500 )?([a-z-]+)`", told) == app.list_commands(click.Context(app))
