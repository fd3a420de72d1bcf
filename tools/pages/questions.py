"""`docs/rules/questions.md`, what players ask at the table."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Final

from tools.pages import COMMAND, DOCS
from tools.pages.rules import owners

import rummy500 as r5
from rummy500.rulebook.core import CORE_ENTRIES, QUESTIONS
from rummy500.rulebook.explain import entries_in_force
from rummy500.rules.entry import RuleEntry
from rummy500.rules.options import DEFAULT_PRESET

PAGE: Final = DOCS / "rules" / "questions.md"
#: Every preset, with those of plugins.
PRESETS: Final = tuple(preset.name for preset in r5.list_presets())
#: Other words for a question of the rulebook, which people type into a search.
ALSO: Final[Mapping[str, str]] = MappingProxyType(
    {
        "How many play?": "How many players can play? Is it a game for two players?",
        "Which cards do you need?": "How many packs, decks and jokers are used? Do we need two packs?",
        "How are the cards dealt?": "Who gets the first card?",
        "How many cards does each player get?": "How many cards are dealt? How large is a hand of cards?",
        "What is a meld?": "What is a group, a set, a book, three of a kind? What is a run, a sequence, a straight?",
        "Can a group have two cards of the same suit?": "Do the suits in a set have to be different?",
        "Is the ace high or low in a run?": "Is the ace low or high? Can a run go around the corner, king, ace, two?",
        "What can a joker do?": "What are wild cards? Is a joker wild? Can I take a joker from the table, or swap it?",
        "Must you meld?": "Must I meld if I can?",
        "Is there a minimum for the first meld?": "Does it take points to open? Is there an opening meld?",
        "Who may lay off, and where?": "Can I lay off on others' melds, on somebody else's meld? Who scores a lay-off?",
        "How does a turn go?": "Who goes first? What do I do in my turn? Draw, meld, discard?",
        "Can you take the top discard and keep it?": "Must I use the card that I took? Must I meld the top discard?",
        "Can you take a card from deeper in the pile?": "Can I take the whole discard pile? Or two cards, or five?",
        "How must you use a card that you take?": "Must I use the card I took? Is a lay-off enough?",
        "How does a turn end?": "Must I discard? Can a turn end without a discard?",
        "Can you look through the discard pile?": "Can I look at the cards below the top discard?",
        "Which cards may you not discard?": "Can I discard the card I just took or picked up?",
        "How do you go out?": "Can I go out without a discard? Must I keep a card to discard?",
        "What if the stock runs out?": "What happens when the stock or deck is empty? Is the pile shuffled again?",
        'Who may call "Rummy!", and for what?': "When is a Rummy call allowed? Can I call Rummy on my own discard?",
        "How do you score a hand?": "How is the score counted? Can a score be negative, or below zero?",
        "What do the cards count?": "How many points is an ace, a joker, a king worth?",
        "When does the match end?": "How long is a game of 500 Rummy? Up to how many points do we play?",
        "Who wins the match?": "How do you win? Who is the winner? What if there is a tie? What if scores are equal?",
    }
)
#: Rules that a program needs and no player asks about.
_LEFT_OUT: Final = frozenset(("deck.enough", "turn.seat", "turn.phase", "turn.cards"))
#: The numbers of players that are asked about: usual, with hands of another size, with two packs.
_SEATS: Final = (4, 2, 5)
_SENTENCE_ENDS: Final = re.compile(r"(?<=\.) (?=[A-Z])")

_HEAD: Final = f"""\
# Questions at the table

<!-- Written by `{COMMAND}` from src/rummy500/rulebook: change that, or the words in the tool, not this page. -->

Frequently asked questions (FAQ) about the rules of 500 Rummy, with the answers that the engine plays by. Each answer
begins with the usual rules, `{DEFAULT_PRESET}`. Where another preset differs, its answer follows. The small link behind
a sentence leads to its rule. New to the game? [How to play](../how-to-play.md) begins at the beginning.
A [variant](../variants/index.md) may answer differently.
"""
#: What the usual rules answer by saying nothing of it, by question.
MORE: Final[Mapping[str, str]] = MappingProxyType(
    {
        "What if the stock runs out?": "The pile is not shuffled again, unless your table chooses to: set the option "
        "`stock.empty` to `reshuffle`.",
    }
)
#: Questions that no rule of the core answers.
_VARIANTS: Final = """\
## How do partners play?

*Can we play in teams, in pairs, two against two?*

- Only in a variant. In [Partnership](../variants/partnership.md) four play in two teams, or six in two or
  three; partners have one score. [Persian](../variants/persian.md) is played in pairs, too.
"""


def page() -> str:
    """Write the whole page."""
    questions: dict[str, list[RuleEntry]] = defaultdict(list)
    for entry in (*CORE_ENTRIES, *entries_of_plugins()):
        if entry.id not in _LEFT_OUT:
            questions[_question(entry)].append(entry)
    said = {seats: sentences(seats) for seats in _SEATS}
    parts = [_HEAD]
    for question, entries in questions.items():
        also = f"*{ALSO[question]}*\n\n" if question in ALSO else ""
        more = f"- {MORE[question]}\n" if question in MORE else ""
        parts.append(f"## {question}\n\n{also}{''.join(answers(entries, *(said[seats] for seats in _SEATS)))}{more}")
    return "\n".join((*parts, _VARIANTS))


def entries_of_plugins() -> Iterator[RuleEntry]:
    """List the rules that the plugins of presets add."""
    for preset in PRESETS:
        for entry, _ in entries_in_force(r5.compose(preset, seats=_SEATS[0])):
            if entry.id not in QUESTIONS:
                yield entry


def _question(entry: RuleEntry) -> str:
    """Return the question that a rule answers: its own, or that of the rule of the core that it replaces."""
    return entry.question or next(QUESTIONS[rule] for rule in entry.replaces if rule in QUESTIONS)


def sentences(seats: int) -> Mapping[str, Mapping[str, str]]:
    """Return the sentence of each rule in force, by preset and rule id."""
    presets = {name: r5.explain(r5.compose(name, seats=seats)) for name in PRESETS}
    return {name: {line.rule: line.text for line in lines} for name, lines in presets.items()}


def answers(entries: Sequence[RuleEntry], *said: Mapping[str, Mapping[str, str]]) -> Iterator[str]:
    """Write a line for each sentence of the default preset, then a line for other presets that differ.

    Args:
        entries: the rules that answer one question.
        *said: the sentences for each number of players in `_SEATS`.
    """
    found = {entry: _by_preset(entry, *said) for entry in entries}
    if not any(by_preset[DEFAULT_PRESET] for by_preset in found.values()):
        yield from (f"- Only if your table chooses to: {entry.about}{_link(entry)}\n" for entry in entries)
    own: dict[str, list[str]] = {preset: [] for preset in PRESETS}
    for entry, by_preset in found.items():
        for preset, sentence in by_preset.items():
            if sentence and sentence != by_preset[DEFAULT_PRESET]:
                own[preset].append(f"{sentence}{_link(entry)}")
    for entry, by_preset in found.items():
        if by_preset[DEFAULT_PRESET]:
            without = [preset for preset, sentence in by_preset.items() if not (sentence or own[preset])]
            unless = f" (Not in {_named(without)}.)" if without else ""
            yield f"- {by_preset[DEFAULT_PRESET]}{unless}{_link(entry)}\n"
    together: dict[str, list[str]] = defaultdict(list)
    for preset, differing in own.items():
        together[" ".join(differing)].append(preset)
    yield from (f"- {_named(presets)}: {differing}\n" for differing, presets in together.items() if differing)


def _by_preset(entry: RuleEntry, *said: Mapping[str, Mapping[str, str]]) -> Mapping[str, str]:
    """Map each preset to the sentence of a rule, as it is for all if it is another for two players."""
    four, two, five = ({preset: rules.get(entry.id, "") for preset, rules in each.items()} for each in said)
    if two != four:
        return dict.fromkeys(four, entry.about)
    return {preset: _from_five(sentence, five[preset]) for preset, sentence in four.items()}


def _from_five(usual: str, with_five: str) -> str:
    """Write the sentences of a rule, and those that are different with five players or more."""
    before = _SENTENCE_ENDS.split(usual)
    new = [sentence for sentence in _SENTENCE_ENDS.split(with_five) if sentence not in before]
    return f"{usual} With five players or more: {' '.join(new)}" if new else usual


def _link(entry: RuleEntry) -> str:
    page = f"catalogue.md#{entry.id}" if entry.id in QUESTIONS else f"../variants/{owners()[entry.id]}.md"
    return f" [{entry.id}]({page}){{.rule}}"


def _named(presets: Sequence[str]) -> str:
    return ", ".join(f"`{preset}`" for preset in presets)


def pages() -> dict[Path, str]:
    return {PAGE: page()}
