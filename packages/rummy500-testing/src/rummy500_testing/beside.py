"""Compose rules again with each other plugin beside them, in both orders of names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

from rummy500.errors import ComposeError, nearest
from rummy500.hooks.compose import compose, known_seats
from rummy500.rules.rules import Rules
from rummy500_testing.available import plugins


@attrs.frozen
class Pairing:
    """Some rules with one more plugin.

    Attributes:
        plugin: the plugin that is added.
        rules: the rules with it named first and named last; empty if the two do not go together.
        reason: why they do not, as in the error of `compose`; empty if they do.
        fault: set if one order is refused and the other is not; empty otherwise.
    """

    plugin: str
    rules: tuple[Rules, ...] = ()
    reason: str = ""
    fault: str = ""


def pairings(rules: Rules, others: Sequence[str], *, any_seats: bool = False) -> Iterator[Pairing]:
    """Compose rules again with each of some plugins, before and after those in play.

    Args:
        rules: the rules; their plugins must be installed.
        others: names of plugins; those in play already are left out.
        any_seats: use another number of seats if a plugin does not allow this one.

    Raises:
        ComposeError: if there is no such plugin.
    """
    known = plugins()
    for other in others:
        if other not in known:
            raise ComposeError(f"there is no plugin {other!r}; {nearest(other, known)}")
        if other not in rules.plugins:
            yield _pairing(rules, other, _seats_with(rules, other) if any_seats else [rules.seats])


def _seats_with(rules: Rules, other: str) -> list[int]:
    """List the numbers of seats that a plugin and those in play allow, that of the rules first."""
    try:
        fewest, most = known_seats(rules.identity.preset, [other, *rules.plugins])
    except ComposeError:
        return [rules.seats]  # composing says why
    return sorted(range(fewest, most + 1), key=lambda seats: seats != rules.seats) or [rules.seats]


def _pairing(rules: Rules, other: str, seats: Sequence[int]) -> Pairing:
    names = [name for name, _ in rules.identity.plugins]
    reason = ""
    for number in seats:
        found, refusals = list[Rules](), list[str]()
        for order in ((other, *names), (*names, other)):
            try:
                found.append(compose(rules.identity.preset, order, dict(rules.identity.options), seats=number))
            except ComposeError as error:
                refusals.append(str(error))
        if found and refusals:
            return Pairing(other, fault=f"refused in one order only: {refusals[0]}")
        if found:
            return Pairing(other, tuple(found))
        reason = reason or refusals[0]
    return Pairing(other, reason=reason)
