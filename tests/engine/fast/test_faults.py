"""The comparison of fast hands with the engine finds planted faults: small changes to the source of fast hands."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from typing import Final

import pytest
from tests.engine.fast import agreement

import rummy500.fast

FOLDER: Final = Path(rummy500.fast.__file__).parent
#: The modules in the order in which they import each other.
MODULES: Final = ("plays", "hand", "reading")

#: A file, a piece of it, and what a fault makes of it.
FAULTS: Final = (
    ("plays", "return low | low << 1 | low << 2 | high", "return low | low << 1 | low << 2"),
    ("plays", "spades & hearts & (diamonds | clubs)", "spades & hearts & diamonds"),
    ("plays", "_STARTS: Final = 0x7FF", "_STARTS: Final = 0x3FF"),
    ("plays", "places if low > self.rules.places & 1 else places & SUIT", "places"),
    ("plays", "(card % 13 == 0) << ACE_HIGH", "0"),
    ("plays", "1 << HIGH_AT, self.rules.run_min, jokers)", "1 << HIGH_AT, 3, jokers)"),
    ("plays", "use: i64 = meld >> USE_AT & uses", "use: i64 = meld >> USE_AT & 3"),
    ("plays", "if by_kind and uses & RUN:", "if False:"),
    ("plays", "            return places & SUIT\n", "            return places\n"),
    ("plays", "(low == 1 and high == 12 and places >> ACE_HIGH != 0)", "False"),
    ("plays", "_WILD if needed & place else needed", "0 if needed & place else needed"),
    ("plays", "                needed &= PLACES\n", "                pass\n"),
    ("plays", "            needed |= PLACES\n", "            pass\n"),
    ("plays", "                if mask & place:\n", "                if False:\n"),
    ("plays", "                    places &= mask\n", "                    pass\n"),
    ("plays", "must, 3, self.rules.group_cap)", "must, 3, 4)"),
    ("plays", "wild: i64 = max(fewest - size, least)", "wild: i64 = least"),
    ("plays", "if rules.after_meld and not self.melded >> seat & 1:", "if False:"),
    ("plays", "(max(0, jokers))", "0"),
    ("hand", "pile_size > 1 and not self.stale", "pile_size > 1"),
    ("hand", "deepest = 1 if rules.turn.top_may_be_kept else 0", "deepest = 1"),
    ("hand", "if not can_draw:\n            found.append(PASS)", "if False:\n            found.append(PASS)"),
    ("hand", "if self.last < 0 or seat == self.last or not self.pile:", "if self.last < 0 or not self.pile:"),
    ("hand", "return not self.rules.rules.melding.must_have_melded or", "return True or"),
    ("hand", "if not is_listed or self.rules.own_melds:", "if not is_listed:"),
    ("hand", "return self.rules.turn.melding_goes_out or self.rules.asks(self, action)", "return True"),
    ("hand", "return less(left, less(barred, play)) != 0 or self.rules.asks(self, action)", "return True"),
    ("hand", "free = hand if self.rules.asks(self, first) else 0", "free = hand"),
    ("hand", "self.barred = 0 if self.rules.turn.bar_lifts_on_use else drawn", "self.barred = drawn"),
    ("hand", "self.barred = 0 if self.rules.turn.bar_lifts_on_use and has_use else taken", "self.barred = taken"),
    ("hand", "        self.known += taken\n", ""),
    ("hand", "            self.known = less(self.known, bag)\n", "            pass\n"),
    ("plays", "low = min(low, meld >> LOW_AT & 15)", "low = meld >> LOW_AT & 15"),
    ("plays", "by = (by | by >> 26) & 0x3FFFFFF", "by = by & 0x3FFFFFF"),
    ("plays", "for place in range(4 + there, 4 + there + high):", "for place in range(4, 4 + high):"),
    ("hand", "        self.stale = False\n        if not", "        if not"),
    ("hand", "self.idle = self.idle + 1 if self.taken and not self.plays else 0", "self.idle = self.idle + 1"),
    ("hand", "            elif self.idle >= seats:\n                self._end(ENDED_CIRCLE)\n", ""),
    ("reading", "code >> fast.BY_AT + 2 * place & 3 for place in places", "code & fast.OWNER for _ in places"),
    ("reading", "counted(bag) + in_hand * (bag & fast.JOKERS)", "counted(bag)"),
    ("reading", "return [high, *places[:-1]] if", "return places if"),
    ("reading", "2 * (suit + jokers)", "2 * suit"),
)  # fmt: skip


@contextmanager
def with_fault(name: str, old: str, new: str) -> Iterator[None]:
    """Load fast hands with a fault; the engine and the rest of the library stay as they are."""
    before = {f"rummy500.fast.{each}": import_module(f"rummy500.fast.{each}") for each in MODULES}
    try:
        for each in MODULES:
            full = f"rummy500.fast.{each}"
            source = (FOLDER / f"{each}.py").read_text("utf-8")
            if each == name:
                assert source.count(old) == 1, f"{old!r} is {source.count(old)} times in {each}.py"
                source = source.replace(old, new)
            spec = spec_from_loader(full, None)
            assert spec is not None
            module = module_from_spec(spec)
            module.__file__ = str(FOLDER / f"{each}.py")
            sys.modules[full] = module
            setattr(rummy500.fast, each, module)
            exec(compile(source, f"{each}.py", "exec"), module.__dict__)
        yield
    finally:
        sys.modules.update(before)
        for full, module in before.items():
            setattr(rummy500.fast, full.rpartition(".")[2], module)


def found(hands: int) -> str:
    """Compare hands; the difference that is found, empty for none."""
    try:
        agreement.compare(hands, 3)
    except agreement.Difference as difference:
        return str(difference)
    except (IndexError, ValueError, OverflowError, AttributeError) as error:  # a fault may end in an impossible hand
        return repr(error)
    return ""


@pytest.mark.interpreted
@pytest.mark.slow
@pytest.mark.parametrize(("name", "old", "new"), FAULTS, ids=[f"{name}-{new[:40].strip()}" for name, _, new in FAULTS])
def test_a_planted_fault_is_found(name: str, old: str, new: str, monkeypatch: pytest.MonkeyPatch) -> None:
    agreement.played()  # which values are drawn, fast hands without the fault decide
    with with_fault(name, old, new):
        monkeypatch.setattr(agreement, "reading", sys.modules["rummy500.fast.reading"])
        assert found(3_000)  # it ends at the first difference
