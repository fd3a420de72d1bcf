"""Count game trees to prove the lists of legal actions: `python -m rummy500_testing.perft`.

    python -m rummy500_testing.perft record FILE --preset pagat --seats 2 3 --depth 4
    python -m rummy500_testing.perft check FILE...

`record` deals the pack that `--seed` shuffles, once for each number of seats, counts the trees and writes a file.
`check` counts again and prints a line for each count that differs; the exit status is 0 if none does, 1 if one does, 2
for a file that cannot be read. `--preset`, each `--plugin NAME` and each `--option NAME=VALUE` choose the rules.

Where a count differs, `rummy500 perft --divide` shows the counts under each first action.

A file of counts is TOML:

    format = "rummy500 perft 1"
    [[perft]]
    rules = { preset = "pagat", plugins = [], options = {}, seats = 2 }
    dealer = 0
    deck = "4h 5c ..."       # the whole pack, the first card dealt first
    counts = [2, 30, 408]    # at depth 1, 2, 3
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, cast

import attrs

from rummy500 import ComposeError, DealError, Rules, Rummy500Error, State, cards_text, deal, parse_cards
from rummy500.base.inputs import require_min
from rummy500.engine.match import shuffled_pack
from rummy500.fast import perft
from rummy500.hooks.compose import FEWEST_SEATS, compose, known_options
from rummy500.notation.fields import Fields
from rummy500.notation.position import read_rules, rules_table
from rummy500.notation.toml import Located, read_toml_file, toml_lines
from rummy500.rules.options import DEFAULT_PRESET, read_option

FORMAT: Final = "rummy500 perft 1"
_KEYS: Final = ("rules", "dealer", "deck", "counts")


@attrs.frozen
class Deal:
    """The deal that a record begins with.

    Attributes:
        rules: the rules in force.
        deck: the pack in the order in which it is dealt.
        dealer: who deals.
    """

    rules: Rules
    deck: bytes
    dealer: int

    @property
    def state(self) -> State:
        """Return the state after the deal."""
        return deal(self.rules, deck=self.deck, dealer=self.dealer)

    def table(self) -> dict[str, Any]:
        """Return the deal as a TOML table; `read_deal` reads it back."""
        rules = {**rules_table(self.rules), "seats": self.rules.seats}
        return {"rules": rules, "dealer": self.dealer, "deck": cards_text(self.deck)}


def toml_fields(text: str, form: str, what: str, known: tuple[str, ...]) -> Fields:
    """Read a TOML document, and check its format and its keys."""
    document = Located(text)
    if document.data.get("format") != form:
        document.fail(("format",), f"this is not {what}", f'format = "{form}"')
    return Fields(document, (), document.data, what=what, known=known)


def read_deal(fields: Fields) -> Deal:
    """Read a deal from a table with the keys `rules`, `dealer` and `deck`."""
    rules = read_rules(fields)
    fields.text("deck")  # required
    dealer = fields.number("dealer", 0, least=0, most=rules.seats - 1)
    found = Deal(rules, bytes(fields.parsed("deck", parse_cards)), dealer)
    try:
        deal(rules, deck=found.deck, dealer=dealer)
    except DealError as error:
        fields.fail("deck", str(error), "the whole pack")
    return found


def record_perft(rules: Rules, seed: int, depths: int, dealer: int = 0) -> dict[str, Any]:
    """Count the tree under a deal.

    Args:
        rules: the rules in force.
        seed: shuffles the pack; 0 or more.
        depths: the greatest depth to count, from depth 1 on; 1 or more.
        dealer: the seat that deals.

    Returns:
        An entry of a file of counts, for `perft_text`.

    Raises:
        ValueError: if `seed` or `depths` is too small.
        DealError: if there is no such dealer.
    """
    require_min(0, seed=seed)  # -1 would shuffle like 1
    require_min(1, depths=depths)
    dealt = Deal(rules, shuffled_pack(rules, seed), dealer)
    return {**dealt.table(), "counts": [perft(rules, dealt.state, depth, fast=False) for depth in range(1, depths + 1)]}


def perft_text(entries: Iterable[Mapping[str, Any]]) -> str:
    """Write a file of entries that `record_perft` made."""
    lines = toml_lines({"format": FORMAT})
    for entry in entries:
        lines += ["", "[[perft]]", *toml_lines(entry)]
    return "\n".join(lines) + "\n"


def check_perft(text: str) -> list[str]:
    """Count the trees of a file again.

    Args:
        text: the file.

    Returns:
        A line for each difference.

    Raises:
        NotationError: with line, column and what was expected.
        ComposeError: if rules are refused.
    """
    differences: list[str] = []
    for number, (dealt, counts) in enumerate(_read(text), 1):
        for depth, expected in enumerate(counts, 1):
            got = perft(dealt.rules, dealt.state, depth, fast=False)  # these files prove the engine
            if got != expected:
                differences.append(f"entry {number} ({dealt.rules!r}), depth {depth}: expected {expected}, got {got}")
    return differences


def _read(text: str) -> list[tuple[Deal, list[int]]]:
    """Read the deals of a file, each with its counts."""
    whole = toml_fields(text, FORMAT, "a file of counts", ("format", "perft"))
    entries = whole.table.get("perft")
    if not isinstance(entries, list) or not entries:
        whole.fail("perft", "there are no counts", "[[perft]]")
    found: list[tuple[Deal, list[int]]] = []
    for index, entry in enumerate(cast("list[object]", entries)):
        fields = Fields(whole.document, ("perft", index), entry, what="an entry", known=_KEYS)
        counts = fields.numbers("counts")
        if not counts or min(counts) < 0:
            fields.fail("counts", "counts are missing", "the counts at depth 1, 2 and so on")
        found.append((read_deal(fields), counts))
    return found


def add_rules_options(parser: argparse.ArgumentParser) -> None:
    """Add options for rules and seed to a command; `asked_rules` composes the rules."""
    parser.add_argument("--preset", default=DEFAULT_PRESET)
    parser.add_argument("--plugin", action="append", default=[], metavar="NAME")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--seed", type=number_from(0), default=0)


def asked_rules(parser: argparse.ArgumentParser, asked: argparse.Namespace, seats: int) -> Rules:
    """Compose the rules of a command line; end the program if they are refused."""
    try:
        kinds = known_options(asked.preset, asked.plugin)
        options = dict(read_option(text, kinds) for text in asked.option)
        return compose(asked.preset, asked.plugin, options, seats=seats)
    except ComposeError as error:
        parser.error(str(error))


def write_file(file: Path, text: str) -> Sequence[str]:
    """Write a file, and print nothing about it."""
    file.write_text(text, encoding="utf-8")
    return ()


def each_file(files: Iterable[Path], run: Callable[[Path], Sequence[str]]) -> int:
    """Run a command on each file and print the lines that it finds."""
    status = 0
    for file in files:
        try:
            lines = run(file)
        except (OSError, UnicodeError, Rummy500Error) as error:
            sys.stderr.write(f"{file}: {error}\n")
            status = 2
        else:
            sys.stdout.writelines(f"{file}: {line}\n" for line in lines)
            status = max(status, 1 if lines else 0)
    return status


def main(arguments: Sequence[str] | None = None) -> int:
    """Record or check counts."""
    parser = argparse.ArgumentParser(prog="python -m rummy500_testing.perft", description="Counted game trees.")
    commands = parser.add_subparsers(dest="command", required=True)
    recording = commands.add_parser("record")
    recording.add_argument("files", nargs=1, type=Path, metavar="FILE")
    add_rules_options(recording)
    recording.add_argument("--seats", type=int, nargs="+", default=[FEWEST_SEATS])
    recording.add_argument("--depth", type=int, default=4, choices=range(1, 10))
    commands.add_parser("check").add_argument("files", nargs="+", type=Path, metavar="FILE")
    asked = parser.parse_args(arguments)
    if asked.command == "check":
        return each_file(asked.files, lambda file: check_perft(read_toml_file(file)))
    composed = [asked_rules(parser, asked, seats) for seats in asked.seats]
    text = perft_text(record_perft(rules, asked.seed, asked.depth) for rules in composed)
    return each_file(asked.files, lambda file: write_file(file, text))


def number_from(least: int) -> Callable[[str], int]:
    """Make a type for command-line arguments: a whole number that is not too small."""

    def read(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number") from None
        if number < least:
            raise argparse.ArgumentTypeError(f"it must be at least {least}, not {number}")
        return number

    return read


if __name__ == "__main__":
    sys.exit(main())
