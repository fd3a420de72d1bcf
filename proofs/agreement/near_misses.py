"""Generate near misses: legal actions of more permissive rules, each with one or two changes."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Mapping
from typing import Final

from tests.dealt import dealt_under

import rummy500 as r5
from proofs.agreement.compare import Disagreement, compare_refusals, engine_texts
from proofs.agreement.verdicts import decided
from rummy500.cards.cards import JOKER, RANKS, SUITS, card_text, cards_of, count

#: The most permissive options.
_KIND: Final[dict[str, object]] = {
    "meld.group-suits": "any",
    "meld.group-max": 0,
    "meld.run-min": 3,
    "meld.ace": "round",
    "meld.layoff": "any",
    "meld.first-minimum": 0,
    "draw.top": "free",
    "draw.deep-use": "any",
    "out.discard": "optional",
    "call": "full",
}
_MOST_LISTED: Final = 60
_NEAR: Final = 10
_CARD: Final = re.compile(r"(?:[A2-9TJQK][shdc]|\*d?)(?:=[A2-9TJQK][shdc]?)?(?:/\d+)?")
_USES: Final = ("meld", "lay", "call")


def near_misses(rules: r5.Rules, state: r5.State, chance: random.Random, wanted: int) -> list[str]:
    """Generate texts of actions that are legal or nearly so."""
    # A variant fixes its options, so its own list is used.
    kind = rules
    if not rules.identity.plugins:
        kind = r5.compose(rules.preset.name, options={**rules.options, **_KIND}, seats=rules.seats)
    near = engine_texts(kind, dealt_under(kind, state))[:_MOST_LISTED]
    near += [f"{seat}: {verb}" for seat in range(rules.seats) for verb in ("draw", "pass")]
    near += [f"{state.public.to_act}: discard {card}" for card in _cards_near(state)]
    near += [f"{state.public.to_act}: {verb} {_some(state, chance)}" for verb in ("meld", "call") for _ in "1234"]
    found = dict.fromkeys(near if len(near) <= wanted else chance.sample(near, wanted))
    if count(state.hands[state.public.to_act], JOKER) > 2:
        found[f"{state.public.to_act}: meld {{*=9 *=9 *=9}}"] = None
    while len(found) < 2 * wanted:
        text = _changed(chance.choice(near), state, chance)
        if chance.random() < 0.3:
            text = _changed(text, state, chance)
        found[text] = None
    return [text for text in found if _is_action(text)]


def wrong_refusals(
    positions: Iterable[tuple[r5.Rules, r5.State]], chance: random.Random
) -> tuple[int, Mapping[tuple[str, str], Disagreement]]:
    """Compare the refusals of near misses, and return how many were compared, with one disagreement of each kind."""
    compared = 0
    wrong: dict[tuple[str, str], Disagreement] = {}
    for rules, state in positions:
        texts = near_misses(rules, state, chance, _NEAR)
        compared += len(texts)
        for found in filter(decided, compare_refusals(rules, state, texts)):
            wrong.setdefault(found.kind, found)
    return compared, wrong


def _is_action(text: str) -> bool:
    return re.search(r"(?:meld|call|with) [\[{]\s*[\]}]|(?:lay|call|with) +on", text) is None


def _cards_near(state: r5.State) -> list[str]:
    cards = {card_text(card) for hand in state.hands for card in cards_of(hand)}
    return sorted(cards | {card_text(card) for card in state.public.pile})


def _some(state: r5.State, chance: random.Random) -> str:
    cards = chance.choices(_cards_near(state), k=chance.randint(2, 4))
    return f"[{' '.join(cards)}]" if chance.random() < 0.5 else f"{{{' '.join(cards)}}}"


def _changed(text: str, state: r5.State, chance: random.Random) -> str:
    change = chance.choice(
        (_other_seat, _other_card, _other_card, _card_less, _card_more, _other_bracket, _other_meld, _other_verb)
    )
    return change(text, state, chance)


def _other_seat(text: str, state: r5.State, chance: random.Random) -> str:
    return f"{chance.randrange(state.public.seats)}:{text.partition(':')[2]}"


def _any_card(state: r5.State, chance: random.Random) -> str:
    near = _cards_near(state)
    if near and chance.random() < 0.8:
        card = chance.choice(near)
    else:
        card = chance.choice((chance.choice(RANKS) + chance.choice(SUITS), card_text(JOKER)))
    if card == "*" and chance.random() < 0.8:
        return f"*={chance.choice(RANKS)}{chance.choice((*SUITS, ''))}"
    return card


def _other_card(text: str, state: r5.State, chance: random.Random) -> str:
    places = list(_CARD.finditer(text))
    if not places:
        return text
    place = chance.choice(places)
    card = _any_card(state, chance)
    if re.search(r"(?:take|discard) $", text[: place.start()]):
        card = card.partition("=")[0]
    return text[: place.start()] + card + text[place.end() :]


def _card_less(text: str, state: r5.State, chance: random.Random) -> str:
    head, mark, use = text.rpartition(" with ") if " with " in text else text.rpartition(" ")
    if text.partition(": ")[2].split()[0] in _USES:
        head, mark, use = text.partition(": ")
        verb, _, use = use.partition(" ")
        mark += verb + " "
    places = list(_CARD.finditer(use))
    if len(places) < 2:
        return text.partition(" with ")[0]
    place = chance.choice(places)
    return head + mark + " ".join((use[: place.start()] + use[place.end() :]).split()).replace("[ ", "[")


def _card_more(text: str, state: r5.State, chance: random.Random) -> str:
    for mark in ("]", "}", " on "):
        if mark in text:
            before, _, after = text.partition(mark)
            return f"{before} {_any_card(state, chance)}{mark}{after}"
    return text


def _other_bracket(text: str, state: r5.State, chance: random.Random) -> str:
    swapped = text.translate(str.maketrans("[]{}", "{}[]"))
    if "[" in swapped and chance.random() < 0.5:
        return re.sub(r"\*=([A2-9TJQK])(?![shdc])", rf"*=\1{chance.choice(SUITS)}", swapped)
    return re.sub(r"\*=([A2-9TJQK])[shdc]", r"*=\1", swapped) if "{" in swapped else swapped


def _other_meld(text: str, state: r5.State, chance: random.Random) -> str:
    number = chance.randint(1, len(state.public.table) + 1)
    if " on m" in text:
        return re.sub(r" on m\d+", f" on m{number}", text)
    return re.sub(r"(?:\[|\{)(.*)(?:\]|\})", rf"\1 on m{number}", text).replace("meld", "lay")


def _other_verb(text: str, state: r5.State, chance: random.Random) -> str:
    """Return a use of cards by another move: from the hand, by a take of any card of the pile, by a call."""
    seat, _, rest = text.partition(": ")
    use = rest.partition(" with ")[2] or rest.partition(" ")[2]
    verb = chance.choice(("own", "take", "call"))
    if not use or " " not in use:
        return f"{seat}: {chance.choice(('discard', 'take'))} {_any_card(state, chance).partition('=')[0]}"
    if verb == "own":
        return f"{seat}: {'lay' if ' on m' in use else 'meld'} {re.sub(r'/[0-9]+', '', use)}"
    if verb == "take" and state.public.pile:
        card = card_text(chance.choice(state.public.pile))
        return f"{seat}: take {card} with {re.sub(r'/[0-9]+', '', use)}"
    return f"{seat}: call {use}"
