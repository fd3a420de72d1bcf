"""Tests that texts and types elsewhere agree with the table of hooks."""

from __future__ import annotations

import inspect
import re

import pytest

from rummy500 import hooks
from rummy500.hooks.specs import SPECS, Spec
from rummy500_testing.altering import PART_OF

#: Names in annotations that are not types of rummy500.
PLAIN = {"Mapping", "None", "Options", "bool", "int", "str", "tuple"}


@pytest.mark.parametrize("spec", SPECS.values(), ids=lambda spec: spec.name)
def test_types_of_a_hook_are_exported_for_authors(spec: Spec) -> None:
    annotations = " ".join(str(hint) for hint in inspect.get_annotations(spec.declaration).values())
    assert set(re.findall(r"\w+", annotations)) - PLAIN <= set(hooks.__all__)


@pytest.mark.parametrize("name", [name for name, spec in SPECS.items() if spec.merge == "wrapped"])
def test_rule_hook__a_part_of_the_rules_has_a_field_of_its_name(name: str) -> None:
    assert name in PART_OF


def test_the_module_for_authors_shows_their_names_only() -> None:
    assert dir(hooks) == sorted(hooks.__all__)
    assert not {"build_rules", "import_module", "TYPE_CHECKING"} & set(dir(hooks))
