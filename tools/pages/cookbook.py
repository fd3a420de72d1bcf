"""`docs/cookbook.md`, from the rules of the cookbook."""

from __future__ import annotations

import importlib
import re
from pathlib import Path
from types import ModuleType
from typing import Final

from tools.pages import COMMAND, DOCS, ROOT

import rummy500_cookbook as cookbook
from rummy500.hooks.specs import SPECS
from rummy500_testing_cli.new_plugin import KINDS

PAGE: Final = DOCS / "cookbook.md"
_FOLDER: Final = Path(str(cookbook.__file__)).parent
#: The folder as users type it.
_FILES: Final = _FOLDER.relative_to(ROOT).as_posix()
_DOCSTRING: Final = re.compile(r'\A""".*?"""\n\n', re.DOTALL)

_HEAD: Final = f"""\
# Cookbook of house rules

<!-- Written by `{COMMAND}` from packages/rummy500-testing/src/rummy500_cookbook/: change that, not this page. -->

Find your house rule, or one like it, copy its code and change it. Each rule is a whole plugin, so you can play it as it
is, alone or with others:

```python
import rummy500 as r5
from rummy500_cookbook import out_bonus, three_deep

rules = r5.compose("pagat", plugins=[out_bonus, three_deep], seats=3)
print(rules)  # <Rules 'pagat', plugins=['out-bonus', 'three-deep'], seats=3>
```

```console
$ uv run --extra cli --extra tui rummy500 play --plugin {_FILES}/out_bonus.py
```

You can combine the rules with each other, with the presets and with the [variants](variants/index.md). If two cannot be
combined, `compose` refuses them, with the reason. [Write a house rule](write-a-house-rule.md) is the lesson: how to
make a plugin, step by step. [Make a house rule do more](house-rule-recipes.md) has recipes, one for each purpose.

"""
_PACKAGE: Final = """\
## Make it a package

`rummy500 new-plugin NAME` writes a [package](testing/new-plugin.md) with one of these rules. Choose it by `--kind`:

"""


def page() -> str:
    """Write the whole page."""
    kinds = "".join(f"- `{kind}`: {_linked(rule)}\n" for kind, rule in KINDS.items())
    return "\n".join((_HEAD + _finder(), *map(_chapter, cookbook.CHAPTERS), _PACKAGE + kinds))


def module_of(rule: str) -> ModuleType:
    """Import the module of a rule."""
    return importlib.import_module(f"{cookbook.__name__}.{rule}")


def sentence(rule: str) -> str:
    """The first sentence of a rule's docstring, without its full stop."""
    return str(module_of(rule).__doc__).partition("\n")[0].removesuffix(".")


def _linked(rule: str) -> str:
    return f"[{sentence(rule)}](#{rule.replace('_', '-')})"


def _finder() -> str:
    """List all rules, one a line, under the headings of their chapters."""
    lists = {chapter: "\n".join(f"- {_linked(rule)}" for rule in rules) for chapter, rules in cookbook.CHAPTERS.items()}
    return "\n".join(f"**{chapter}**\n\n{listed}\n" for chapter, listed in lists.items())


def _chapter(chapter: str) -> str:
    return f"## {chapter}\n\n" + "\n".join(map(_entry, cookbook.CHAPTERS[chapter]))


def _entry(rule: str) -> str:
    """Write the section of a rule: its lines of the rule sheet, how to play it, its code, its examples."""
    module = module_of(rule)
    hooks = [hook for hook in SPECS if hook in vars(module) and hook not in ("plugin_info", "entries")]
    linked = ", ".join(f"[`{hook}`](reference/hooks.md#{hook})" for hook in hooks)
    about = " ".join(entry.about for entry in module.entries())
    code = _DOCSTRING.sub("", (_FOLDER / f"{rule}.py").read_text("utf-8"))
    return f"""\
### {sentence(rule)} {{ #{rule.replace("_", "-")} }}

On the rule sheet: "{about}" To play it, pass `plugins=[cookbook.{rule}]`, or type `--plugin {_FILES}/{rule}.py`.
{"Its hook is" if len(hooks) == 1 else "Its hooks are"} {linked}.

```py
{code}```

{_example(rule)}"""


def _example(rule: str) -> str:
    """Write the scenarios of a rule; of a rule about the deal the example of its docstring."""
    file = _FOLDER / f"{rule}.scenario.toml"
    if file.exists():
        return f"What it does, as [scenarios](testing/scenarios.md):\n\n```toml\n{file.read_text('utf-8')}```\n"
    lines = str(module_of(rule).__doc__).partition("\n\n")[2]
    return f"What it does:\n\n```pycon\n{lines}```\n"


def pages() -> dict[Path, str]:
    return {PAGE: page()}
