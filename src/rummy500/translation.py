"""Every sentence that players read, and its translation: refusals, score lines, hints, labels, words of options."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, Protocol

import attrs

from rummy500.actions import Action
from rummy500.engine.refusing import refuse_verb
from rummy500.errors import IllegalActionError, facts_in, filled
from rummy500.options import Option, OptionValue
from rummy500.rules import Rules
from rummy500.rules.move import Move
from rummy500.source_templates import Made, made_in
from rummy500.state import State, View

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
        >>> from rummy500.options import CORE_OPTIONS
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
