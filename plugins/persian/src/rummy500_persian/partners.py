"""The draw for partners, seats and the first deal (`persian.game`, source 003)."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from rummy500 import DealError, Rules, card_text
from rummy500.engine.match import shuffled_pack

_PLAYERS = 4


@attrs.frozen
class PartnersDraw:
    """The result of drawing for partners.

    Attributes:
        seating: the player at each seat; partners sit opposite each other, at seats 0 and 2 and at seats 1 and 3.
        dealer: the seat of the player who drew the lowest card and deals first.
        rounds: every round, as pairs of player and card; the first round has every player, later ones those that drew
            again.
    """

    seating: tuple[int, ...]
    dealer: int
    rounds: tuple[tuple[tuple[int, int], ...], ...]


@attrs.define
class _Draw:
    rules: Rules
    cards: list[int]
    rounds: list[tuple[tuple[int, int], ...]]

    def ordered(self, players: Sequence[int]) -> list[int]:
        """Order players by a draw, the lowest card first; those who tie draw again among themselves."""
        if len(players) == 1:
            return list(players)
        ranks = self._ranks(players)
        found: list[int] = []
        for rank in sorted(set(ranks.values())):
            found += self.ordered([player for player in players if ranks[player] == rank])
        return found

    def _ranks(self, players: Sequence[int]) -> dict[int, int]:
        """Let each player draw a card, and return the ranks; a player who draws a joker draws again."""
        ranks: dict[int, int] = {}
        waiting = list(players)
        while waiting:
            if len(self.cards) < len(waiting):
                raise DealError("the cards ran out before the sides and the dealer were found")
            drawn, self.cards = self.cards[: len(waiting)], self.cards[len(waiting) :]
            self.rounds.append(tuple(zip(waiting, drawn, strict=True)))
            again: list[int] = []
            for player, card in self.rounds[-1]:
                if card not in self.rules.deal.pack:
                    raise DealError(f"{card_text(card)} is not a card to draw")
                rank = self.rules.deal.cut_ranks[card]
                if rank is None:
                    again.append(player)
                else:
                    ranks[player] = rank
            waiting = again
        return ranks


def draw_for_partners(rules: Rules, *, seed: int | None = None, deck: Sequence[int] | None = None) -> PartnersDraw:
    """Draw for sides, seats and the first deal: the two highest cards play the two lowest, and the lowest deals.

    Cards rank as in the base game's draw, with the ace low. After a joker, and after a tie, the players concerned draw
    again. The lowest takes seat 0 and the second lowest sits opposite; the highest sits at the dealer's left.

    Args:
        rules: the rules in force, for four players.
        seed: shuffles the pack to draw from.
        deck: instead of a seed, the cards in the order in which they are drawn.

    Returns:
        The seating, the dealer, and every drawn card.

    Raises:
        DealError: if not four play, not exactly one of `seed` and `deck` is given, or the cards run out before all
            four have drawn different ranks.

    Examples:
        >>> import rummy500 as r5
        >>> rules = r5.compose("classic", ["persian"], seats=4)
        >>> draw = draw_for_partners(rules, deck=r5.parse_cards("Kh 3c 9d *  Ac"))
        >>> draw.seating, draw.dealer  # player 3 drew the ace and partners player 1, who drew the three
        ((3, 0, 1, 2), 0)
    """
    if rules.seats != _PLAYERS:
        raise DealError(f"partners are drawn by four players, not {rules.seats}")
    if (seed is None) == (deck is None):
        raise DealError("give either a seed or a deck")
    draw = _Draw(rules, list(shuffled_pack(rules, seed) if seed is not None else deck or ()), [])
    lowest, second, third, highest = draw.ordered(range(_PLAYERS))
    return PartnersDraw((lowest, highest, second, third), 0, tuple(draw.rounds))
