"""`docs/cookbook.md` and a page for each theme, from the rules of the cookbook. The site includes their code."""

from __future__ import annotations

import importlib
from pathlib import Path
from types import ModuleType
from typing import Final

from tools.pages import COMMAND, DOCS, ROOT

import rummy500_cookbook as cookbook
from rummy500.hooks.specs import SPECS
from rummy500_testing_cli.new_plugin import KINDS

PAGE: Final = DOCS / "cookbook.md"
THEMES: Final = {
    "points": ("Points", ("What cards count", "Going out, and the end of a hand", "The match")),
    "deal": ("The deal and partners", ("The deal", "Partners")),
    "turn": ("Drawing, discarding and melds", ("Drawing and discarding", "Wild cards", "Melds")),
}
"""The title and the chapters of each page, by its name."""
_FOLDER: Final = Path(str(cookbook.__file__)).parent
#: The folder as users type it.
_FILES: Final = _FOLDER.relative_to(ROOT).as_posix()

_HEAD: Final = f"""\
# Cookbook of house rules

<!-- Written by `{COMMAND}` from packages/rummy500-testing/src/rummy500_cookbook/: change that, not this page. -->

Find your house rule, or one like it, copy its code and change it. Each rule is a whole plugin, so you can play it as it
is:

```python
import rummy500 as r5
from rummy500_cookbook import out_bonus, three_deep

rules = r5.compose("pagat", plugins=[out_bonus, three_deep], seats=3)
print(rules)  # <Rules 'pagat', plugins=['out-bonus', 'three-deep'], seats=3>
```

```console
$ uv run --extra cli --extra tui rummy500 play --plugin {_FILES}/out_bonus.py
```

Where rummy500 is installed, that is `rummy500 play --plugin ./YOUR_COPY.py`.

You can combine the rules with each other, with the presets and with the [variants](variants/index.md). If two cannot be
combined, `compose` refuses them, with the reason. [House rules you can tick](variants/house-rules.md) need no code.
[Write a house rule](write-a-house-rule.md) is the lesson.
[Make a house rule do more](house-rule-recipes.md) has recipes.

"""
_THEME_HEAD: Final = f"""\
# Cookbook: {{title}}

<!-- Written by `{COMMAND}` from {_FILES}/: change that, not this page. -->

Each rule is a whole plugin. The [cookbook](../cookbook.md) shows how to play it, and finds others.
"""
_PACKAGE: Final = """\
## Make it a package

`rummy500 new-plugin NAME` writes a [package](testing/index.md#begin-with-a-package) with one of these rules.
Choose it by `--kind`:

"""


def page() -> str:
    """Write the page that finds a rule."""
    kinds = "".join(f"- `{kind}`: [{_id(rule)}]({_address(rule)})\n" for kind, rule in KINDS.items())
    return f"{_HEAD}{_finder()}\n{_PACKAGE}{kinds}"


def theme(name: str) -> str:
    """Write the page of a theme."""
    title, chapters = THEMES[name]
    return f"{_THEME_HEAD.format(title=title)}\n" + "\n".join(map(_chapter, chapters))


def page_of(rule: str) -> str:
    """Return the name of the page with a rule."""
    chapter = next(chapter for chapter, rules in cookbook.CHAPTERS.items() if rule in rules)
    return next(name for name, (_, chapters) in THEMES.items() if chapter in chapters)


def module_of(rule: str) -> ModuleType:
    """Import the module of a rule."""
    return importlib.import_module(f"{cookbook.__name__}.{rule}")


def sentence(rule: str) -> str:
    """The first sentence of a rule's docstring, without its full stop."""
    return str(module_of(rule).__doc__).partition("\n")[0].removesuffix(".")


def _id(rule: str) -> str:
    return rule.replace("_", "-")


def _address(rule: str) -> str:
    return f"cookbook/{page_of(rule)}.md#{_id(rule)}"


def _linked(rule: str) -> str:
    return f"[{sentence(rule)}]({_address(rule)})"


def _finder() -> str:
    """List all rules, one a line, under the headings of their chapters."""
    lists = {chapter: "\n".join(f"- {_linked(rule)}" for rule in rules) for chapter, rules in cookbook.CHAPTERS.items()}
    return "\n".join(f"**{chapter}**\n\n{listed}\n" for chapter, listed in lists.items())


def _chapter(chapter: str) -> str:
    return f"## {chapter}\n\n" + "\n".join(map(_entry, cookbook.CHAPTERS[chapter]))


def _entry(rule: str) -> str:
    """Write the section of a rule: its lines of the rule sheet, its hooks, its code, its examples."""
    module = module_of(rule)
    hooks = [hook for hook in SPECS if hook in vars(module) and hook not in ("plugin_info", "entries")]
    linked = ", ".join(f"[`{hook}`](../reference/hooks.md#{hook})" for hook in hooks)
    about = " ".join(entry.about for entry in module.entries())
    return f"""\
### {sentence(rule)} {{ #{_id(rule)} }}

On the rule sheet: "{about}"
{"Its hook is" if len(hooks) == 1 else "Its hooks are"} {linked}. [Its code](../../{_FILES}/{rule}.py):

```py
--8<--
{_FILES}/{rule}.py
--8<--
```

{_example(rule)}"""


def _example(rule: str) -> str:
    """Write the scenarios of a rule; of a rule about the deal the example of its docstring."""
    file = _FOLDER / f"{rule}.scenario.toml"
    if file.exists():
        name = file.relative_to(ROOT).as_posix()
        return f"What it does, as [scenarios](../../{name}):\n\n```toml\n--8<--\n{name}\n--8<--\n```\n"
    lines = str(module_of(rule).__doc__).partition("\n\n")[2]
    return f"What it does:\n\n```pycon\n{lines}```\n"


def pages() -> dict[Path, str]:
    return {PAGE: page(), **{DOCS / "cookbook" / f"{name}.md": theme(name) for name in THEMES}}
