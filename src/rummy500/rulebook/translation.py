"""Every sentence that players read, and its translation: refusals, score lines, hints, labels, words of options."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from inspect import getsource
from itertools import product
from sys import modules
from typing import Final, NamedTuple, Protocol

import attrs

from rummy500.actions import Action
from rummy500.engine.step import refuse_verb
from rummy500.errors import IllegalActionError, facts_in, filled
from rummy500.rules.move import Move
from rummy500.rules.options import Option, OptionValue
from rummy500.rules.rules import Rules
from rummy500.state import State, View

# A template belongs to the call that makes the refusal, so the source is the one place that has them all. It is read
# when somebody asks for the list; play never needs it.

#: Each maker of sentences: the place of the rule among its arguments, and the names of that argument and the next two.
#: The reason of a hint has the verb of the action there.
_MAKERS: Final = {
    "refuse": (0, ("rule", "reason", "template")),
    "Refusal": (0, ("rule", "reason", "template")),
    "decline": (0, ("rule", "reason", "template")),
    "ScoreLine": (2, ("rule", "kind", "template")),
    "hint_reason": (0, ("rule", "reason", "template")),
}
#: Parts of the package that make no sentences of the game: examples, and tests for plugin authors.
_LEFT_OUT: Final = ("cookbook", "testing")
#: Arguments that are not facts.
_NO_FACTS: Final = frozenset(
    ("seat", "points", "rule", "reason", "kind", "template", "cards", "of_seat", "meld", "pairs")
)


#: The values that each local name of a function is given, in any branch.
_Local = Mapping[str, list[ast.expr]]


class Made(NamedTuple):
    """A call that makes a refusal, a score line or the reason of a hint.

    Attributes:
        place: the module and the line of the call.
        maker: `refuse`, `Refusal`, `decline` (of a table), `ScoreLine` or `hint_reason`.
        sentences: each rule (of a hint: verb), short name and template that it may have; empty if they are computed.
        words: the English words that its facts may be.
    """

    place: str
    maker: str
    sentences: tuple[tuple[str, str, str], ...]
    words: tuple[str, ...]


@lru_cache(maxsize=64)
def made_in(module: str) -> tuple[Made, ...]:
    """Find every call in the source of a module, of its whole package if it belongs to one.

    Args:
        module: the name of a module that has been imported. Of `rummy500` itself everything is read but the cookbook,
            and of a recipe of the cookbook that module alone.
    """
    sources = dict(_sources(module))
    trees = {name: ast.parse(source) for name, source in sources.items()}
    constants = {
        (name, target): value for name, tree in trees.items() for target, value in _assigned(tree.body) if value
    }
    return tuple(made for name, tree in trees.items() for made in _Reader(name, tree, constants).calls())


def _sources(module: str) -> Iterator[tuple[str, str]]:
    package = module.partition(".")[0]
    alone = module != package and package == __name__.partition(".")[0]
    if not alone and hasattr(modules.get(package), "__path__"):
        yield from _package_sources(package, files(package))
    elif module in modules:
        try:
            yield module, getsource(modules[module])
        except (OSError, TypeError):  # typed in, or made by a program: there is no source to read
            return


def _package_sources(name: str, folder: Traversable) -> Iterator[tuple[str, str]]:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir() and entry.name not in _LEFT_OUT:
            yield from _package_sources(f"{name}.{entry.name}", entry)
        elif entry.name.endswith(".py"):
            yield f"{name}.{entry.name.removesuffix('.py')}".removesuffix(".__init__"), entry.read_text("utf-8")


def _assigned(body: list[ast.stmt]) -> Iterator[tuple[str, ast.expr | None]]:
    for statement in body:
        if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
            yield statement.targets[0].id, statement.value
        elif isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Tuple):
            if isinstance(statement.value, ast.Tuple):
                pairs = zip(statement.targets[0].elts, statement.value.elts, strict=False)
                yield from ((target.id, value) for target, value in pairs if isinstance(target, ast.Name))
        elif isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            yield statement.target.id, statement.value


class _Reader:
    """Reads the calls of one module."""

    def __init__(self, name: str, tree: ast.Module, constants: Mapping[tuple[str, str], ast.expr]) -> None:
        self._name = name
        self._tree = tree
        self._constants = constants
        self._imported = {
            alias.asname or alias.name: (node.module, alias.name)
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom) and node.module
            for alias in node.names
        }

    def calls(self) -> Iterator[Made]:
        seen = set[ast.Call]()
        functions = [node for node in ast.walk(self._tree) if isinstance(node, ast.FunctionDef)]
        for scope in (*reversed(functions), self._tree):  # an inner function comes after the one around it
            if isinstance(scope, ast.FunctionDef) and scope.name in _MAKERS:
                seen.update(node for node in ast.walk(scope) if isinstance(node, ast.Call))
            local = dict[str, list[ast.expr]]()
            if isinstance(scope, ast.FunctionDef):
                for target, value in _assigned([node for node in ast.walk(scope) if isinstance(node, ast.stmt)]):
                    local.setdefault(target, []).extend([value] if value else [])
            for node in ast.walk(scope):
                if isinstance(node, ast.Call) and node not in seen:
                    seen.add(node)
                    maker = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
                    if maker in _MAKERS:
                        yield self._made(node, maker, local)

    def _made(self, call: ast.Call, maker: str, local: _Local) -> Made:
        given = {keyword.arg: keyword.value for keyword in call.keywords if keyword.arg}
        first, names = _MAKERS[maker]
        given.update(zip(names, call.args[first:], strict=False))
        parts = [self._texts(given[name], local) if name in given else () for name in names]
        words = tuple(
            word for name, value in given.items() if name not in _NO_FACTS for word in self._texts(value, local) if word
        )
        together = tuple((rule, short, template) for rule, short, template in product(*parts))
        return Made(f"{self._name}:{call.lineno}", maker, together, words)

    def _texts(self, value: ast.expr, local: _Local) -> tuple[str, ...]:
        """The texts that an expression may be; empty for what is computed."""
        if isinstance(value, ast.Constant):
            return (value.value,) if isinstance(value.value, str) else ()
        if isinstance(value, ast.IfExp):
            return (*self._texts(value.body, local), *self._texts(value.orelse, local))
        if isinstance(value, ast.Name):
            without = {name: values for name, values in local.items() if name != value.id}
            constant = self._constant(value.id)
            found = local.get(value.id) or ([] if constant is None else [constant])
            return tuple(text for each in found for text in self._texts(each, without))
        table: ast.expr | None = value.value if isinstance(value, ast.Subscript) else None
        if isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and value.func.attr == "get":
            table = value.func.value
        if isinstance(table, ast.Name):
            table = self._constant(table.id)
        items: list[ast.expr] = []
        if isinstance(table, ast.Dict):
            items = table.values
        elif isinstance(table, ast.Tuple):
            items = table.elts
        return tuple(text for item in items for text in self._texts(item, local))

    def _constant(self, name: str) -> ast.expr | None:
        return self._constants.get((self._name, name)) or self._constants.get(self._imported.get(name, ("", "")))


# ---------------------------------------------------------------- translation
# Every sentence that players read, and its translation: refusals, score lines, hints, labels, words of options.

#: The beginning of the key, by what makes the sentence; anything else makes refusals.
_USES: Final = {"ScoreLine": "score", "hint_reason": "hint"}


class Said(Protocol):
    """Something that players read: a `Refusal`, a `ScoreLine`, a `Sentence`, or a record of the wire like these."""

    @property
    def key(self) -> str:
        """The key of its sentence."""
        ...

    @property
    def template(self) -> str:
        """The sentence in English, with a name in braces for each fact."""
        ...

    @property
    def facts(self) -> Mapping[str, str]:
        """The facts, by name."""
        ...


@attrs.frozen
class Sentence:
    """A sentence that players may read, or a label, or a word.

    Attributes:
        key: what it is, and of what: `refusal:RULE:REASON`, `score:RULE:KIND`, `hint:VERB:REASON`, `label:VERB`
            (with the suffix, if the move has one), `option:NAME` for what an option decides, `option:NAME=VALUE` for
            one of its values, where the VALUE `{value}` is any other number, and `word:ENGLISH` for a fact that is an
            English word.
        template: the English text, with a name in braces for each fact.
        pairs: the facts, as pairs of name and text; none in a list of all sentences.
    """

    key: str
    template: str
    pairs: tuple[tuple[str, str], ...] = ()

    @property
    def facts(self) -> Mapping[str, str]:
        """The facts of the template, by name."""
        return dict(self.pairs)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the facts that the English text uses."""
        return facts_in(self.template)

    def __str__(self) -> str:
        """The English text."""
        return filled(self.template, self.facts)


def translated(said: Said, templates: Mapping[str, str]) -> str:
    """Say something in another language.

    Args:
        said: the refusal, the score line, the label (`action_label`) or the words of an option (`option_words`).
        templates: the text in that language for each key of `sentences`. English is used where it has none. A template
            may use any fact of the English one, in any order.

    Examples:
        >>> from rummy500.errors import refuse
        >>> refusal = refuse("turn.parts", "draw-first", "You must draw before you {verb}.", verb="meld")
        >>> german = {
        ...     "refusal:turn.parts:draw-first": "Vor dem {verb} musst du ziehen.",
        ...     "word:meld": "Auslegen",
        ... }
        >>> translated(refusal, german)
        'Vor dem Auslegen musst du ziehen.'
    """
    facts = {name: templates.get(f"word:{fact}", fact) for name, fact in said.facts.items()}
    return filled(templates.get(said.key, said.template), facts)


def action_label(rules: Rules, sight: State | View, action: Action) -> Sentence:
    """A few words about an action, for a button: `Draw`, `Lay off`.

    Args:
        rules: the rules in force.
        sight: the state or view before the action.
        action: the action, legal or not.

    Raises:
        IllegalActionError: for a verb that these rules do not have.

    Examples:
        >>> import rummy500 as r5
        >>> rules = r5.compose(seats=3)
        >>> hand = r5.deal(rules, seed=7)
        >>> str(action_label(rules, hand, r5.parse_action("1: draw", hand)))
        'Draw'
    """
    move = rules.turn.move_of(action, sight.public.phase)
    if move is None:
        raise IllegalActionError(refuse_verb(action))
    return _label(move)


def _label(move: Move) -> Sentence:
    return Sentence(f"label:{move.verb} {move.suffix}".rstrip(), move.label)


def option_words(option: Option, value: OptionValue) -> Sentence:
    """The words for a value of an option; in English they are `Option.meaning`.

    Args:
        option: an option of the core, or of a plugin: `rules.origin.option_kinds` has both.
        value: a value that it can have.

    Raises:
        ComposeError: for another value.

    Examples:
        >>> from rummy500.rules.options import CORE_OPTIONS
        >>> option_words(CORE_OPTIONS["match.target"], 300).key, str(option_words(CORE_OPTIONS["match.target"], 300))
        ('option:match.target={value}', 'played to 300 points')
    """
    value = option.check(value)
    facts = (("value", str(value)),)
    if isinstance(value, str) or value in option.words:
        return Sentence(_value_key(option, value), option.meaning(value), facts)
    return Sentence(_value_key(option, None), option.words.get(None, "{value}"), facts)


def _value_key(option: Option, value: OptionValue | None) -> str:
    if option.flag and value is not None:
        value = "true" if value else "false"
    return f"option:{option.name}={'{value}' if value is None else value}"


def sentences(rules: Rules) -> tuple[Sentence, ...]:
    """List every sentence, label and word that the players of some rules may read, for a translator.

    It reads the source of the core and of the plugins in play, which takes about a second the first time. A
    template that a plugin computes, instead of writing it in the call of `refuse` or `ScoreLine` or as a constant, is
    not listed.

    Args:
        rules: the rules, with all plugins that an app offers.

    Returns:
        Each sentence once, by key.
    """
    return tuple(sorted(set(_every(rules)), key=lambda sentence: (sentence.key, sentence.template)))


def made_under(rules: Rules) -> Iterator[Made]:
    """Every call in the source of the core and of the plugins in play that makes a sentence for players."""
    functions = [function for hooks in rules.origin.hook_functions.values() for function in hooks.values()]
    for module in dict.fromkeys(
        (__name__.partition(".")[0], *(getattr(function, "__module__", "") for function in functions))
    ):
        yield from made_in(module)


def _every(rules: Rules) -> Iterator[Sentence]:
    for made in made_under(rules):
        use = _USES.get(made.maker, "refusal")
        for rule, short, template in made.sentences:
            yield Sentence(f"{use}:{rule}:{short}", template)
        for word in made.words:
            yield Sentence(f"word:{word}", word)
    turn = rules.turn
    for move in (*turn.moves.values(), *turn.phased.values(), *turn.suffixed.values()):
        yield _label(move)
        yield Sentence(f"word:{move.verb}", move.verb)
        yield from (Sentence(f"word:{name}", name) for name, _ in move.blanks)
    for option in rules.origin.option_kinds.values():
        yield Sentence(f"option:{option.name}", option.about)
        for value, words in (*option.choices.items(), *option.words.items()):
            yield Sentence(_value_key(option, value), words)
