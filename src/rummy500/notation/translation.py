"""Every sentence that players read, and its translation: refusals, score lines, hints, labels, words of options."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import import_module
from inspect import signature
from typing import Final, Protocol, runtime_checkable

from rummy500.base.errors import Declared, Sentence, as_pairs, declared, facts_in, filled
from rummy500.base.inputs import quoted
from rummy500.hooks.choices import list_plugins, list_presets, question_of
from rummy500.hooks.plugin import Settings
from rummy500.notation.events import every_clause, joined
from rummy500.rules.move import Move
from rummy500.rules.options import Option, OptionValue
from rummy500.rules.rules import Rules


@runtime_checkable
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


class HintReason(Declared):
    """A reason of a hint, declared as a constant; its rule is the verb of the action. Call it with its facts."""

    _use = "hint"

    def __call__(self, **facts: object) -> Sentence:
        """Make the sentence of these facts."""
        return Sentence(self.key, self.template, as_pairs(facts))


#: A text in another language: a template, or a function of the facts that returns one; numbers and seats are `int`.
Translation = str | Callable[[Mapping[str, str | int]], str]


def translated(
    said: Said, templates: Mapping[str, Translation], show: Mapping[str, Callable[[str], str]] | None = None
) -> str:
    """Say something in another language.

    Args:
        said: the refusal, the score line, the event, the action (`action_sentence`) or the words of an option
            (`option_words`). Each clause of an event or action has its own key; if one has no text, all is in English.
        templates: the text in that language for each key of `sentences`. English is used where it has none. A template
            may use any fact of the English one, in any order.
        show: shows the facts of some kinds, which `facts_in` lists: `{"seat": lambda seat: NAMES[int(seat)]}` puts
            names in. Without it a seat is shown as `seat 1`, with the text of `word:seat` for `seat`.

    Examples:
        >>> from rummy500.base.errors import Reason
        >>> refusal = Reason("turn.parts", "draw-first", "You must draw before you {verb}.")(verb="meld")
        >>> german = {
        ...     "refusal:turn.parts:draw-first": "Vor dem {verb} musst du ziehen.",
        ...     "word:meld": "Auslegen",
        ... }
        >>> translated(refusal, german)
        'Vor dem Auslegen musst du ziehen.'
    """
    kinds, typed = facts_in(said.template), dict[str, str | int](said.facts)
    typed |= {name: int(fact) for name, fact in said.facts.items() if kinds.get(name) in ("number", "seat")}
    found = [templates.get(key) for key in said.key.split("+")]
    texts = [each if isinstance(each, str) else each(typed) for each in found if each is not None]
    text = joined(texts, _word(templates, "and")) if len(texts) == len(found) else said.template
    facts = {name: _word(templates, fact) for name, fact in said.facts.items()}
    shown: dict[str, Callable[[str], str]] = {"seat": lambda seat: f"{_word(templates, 'seat')} {seat}"}
    return filled(text, facts, {**shown, **(show or {})}, said.template)


def _word(templates: Mapping[str, Translation], word: str) -> str:
    found = templates.get(f"word:{word}", word)
    return found if isinstance(found, str) else word


def move_hint(move: Move) -> Sentence:
    """Why the program proposes an action of a move that says so (`Move.hint`)."""
    return Sentence(f"hint:{move.verb} {move.suffix}".rstrip() + ":own", move.hint)


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


#: With these, every module is loaded that declares sentences.
_WHOLE: Final = ("rummy500.wire.serving", "rummy500.hooks.load", "rummy500.engine.card_moves")


def sentences(rules: Rules, packages: Iterable[str] = ()) -> tuple[Sentence, ...]:
    """List every sentence, label and word that the players of some rules may read, for a translator.

    A plugin declares its sentences as constants, a `Reason` or a `LineKind`, in modules that it imports.

    Args:
        rules: the rules, with all plugins that an app offers.
        packages: the packages of your program that declare sentences of their own, too.

    Returns:
        Each sentence once, by key.
    """
    return tuple(sorted(set(_every(rules, packages)), key=lambda sentence: (sentence.key, sentence.template)))


#: Facts for a try of a function, by what they are.
_SAMPLES: Final[Mapping[str, str | int]] = {"card": "4h", "cards": "4h 5h 6h", "meld": "m1", "seat": 1, "number": 2}


def check_texts(rules: Rules, texts: Mapping[str, Translation], packages: Iterable[str] = ()) -> tuple[str, ...]:
    """Find what is wrong with texts in another language: keys, facts, and functions that return no text.

    Args:
        rules: the rules, with all plugins that an app offers.
        texts: the texts, as for `translated`. Functions are called with facts such as `4h` for a card and 1 for a seat.
        packages: as for `sentences`.

    Returns:
        A line for each mistake, which begins with the key.
    """
    known: dict[str, dict[str, str]] = {}
    for sentence in sentences(rules, packages):
        known.setdefault(sentence.key, {}).update(sentence.kinds)
    found = ((key, _mistake(text, known.get(key))) for key, text in texts.items())
    return tuple(f"{key}: {mistake}" for key, mistake in found if mistake)


def _mistake(text: Translation, kinds: Mapping[str, str] | None) -> str:
    if kinds is None:
        return "there is no sentence with this key"
    returned: object = text
    if not isinstance(text, str):
        facts = {name: _SAMPLES.get(kind, name) for name, kind in kinds.items()}
        try:
            returned = text(facts)
        except Exception as error:  # noqa: BLE001 - a function of the app may raise any
            return f"its function raises {error!r} for the facts {facts}"
    if not isinstance(returned, str):
        return f"this must be a text, not {quoted(returned)}"
    wrong = [name for name in facts_in(returned) if name not in kinds]
    return f"there is no fact {', '.join(wrong)}; it has {', '.join(kinds) or 'none'}" if wrong else ""


def _every(rules: Rules, more: Iterable[str]) -> Iterator[Sentence]:
    for module in _WHOLE:
        import_module(module)
    functions = [function for hooks in rules.origin.hook_functions.values() for function in hooks.values()]
    packages = {getattr(function, "__module__", "").partition(".")[0] for function in functions}
    for each in declared({"rummy500", *packages, *more}):
        yield Sentence(each.key, each.template)
        yield from (Sentence(f"word:{word}", word) for word in each.words)
    yield from every_clause(rules)
    turn = rules.turn
    for move in (*turn.moves.values(), *turn.phased.values(), *turn.suffixed.values()):
        yield Sentence(f"label:{move.verb} {move.suffix}".rstrip(), move.label)
        yield from [move_hint(move)] if move.hint else ()
        yield Sentence(f"word:{move.verb}", move.verb)
        yield from (Sentence(f"word:{name}", name) for name, _ in move.blanks)
    answers = [word for step in (*rules.deal.rounds, *rules.deal.between) for word in step.answers]
    yield from (Sentence(f"word:{word}", word) for word in ("seat", "and", *answers))
    yield from (Sentence(f"preset:{each.name}", each.about) for each in list_presets())
    whys = list[str]()
    for plugin in list_plugins():
        yield Sentence(f"plugin:{plugin.name}", plugin.about)
        whys += plugin.conflicts.values()
    for hooks in rules.origin.hook_functions.values():
        whys += _whys(rules, hooks["settings"]) if "settings" in hooks else ()
    yield from (Sentence(f"word:{why}", why) for why in whys)
    for option in rules.origin.option_kinds.values():
        yield Sentence(f"option:{option.name}", option.about)
        yield Sentence(f"question:{option.name}", question_of(rules, option))
        for value, words in (*option.choices.items(), *option.words.items()):
            yield Sentence(_value_key(option, value), words)


def _whys(rules: Rules, settings: Callable[..., object]) -> Iterator[str]:
    """The reasons of a plugin why it fixes options or makes them idle."""
    given = {"options": rules.options, "seats": rules.seats, "by_preset": False}
    found = settings(**{name: given[name] for name in signature(settings).parameters})
    if isinstance(found, Settings):
        yield from (*(fix.why for fix in found.fixes.values()), *found.idle.values())
