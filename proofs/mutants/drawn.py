"""Draw mutants by place, with the operators of cosmic-ray that `rummy500 mutate` uses for plugins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from proofs.mutants.listed import JUDGING, SOURCE, Mutant, functions, path_of
from rummy500_testing_cli import mutants

#: What is mutated: whatever decides what is legal, what it does, what is read and what is shown.
ROOMS: Final = ("cards", "rules", "engine", "hooks", "notation", "table", "wire", "players", "simulate", JUDGING)


def draw(place: str, seed: int) -> Iterator[Mutant]:
    """Draw mutants of a room or a file: at most one of each place, places in an order of the seed.

    Args:
        place: the folder or file, below `src/rummy500`; or `JUDGING`.
        seed: the seed.
    """
    single = place.endswith(".py")
    names = [place] if single else [path.relative_to(SOURCE).as_posix() for path in path_of(place).rglob("*.py")]
    files = {name: path_of(name).read_text(encoding="utf-8") for name in names}
    every = [mutant for file in sorted(files) for mutant in mutants.mutants_of(file, files[file])]
    places: set[tuple[str, int, int, str]] = set()
    for mutant in mutants.in_order(every, seed):
        if mutant.place in places:
            continue
        places.add(mutant.place)
        code = files[mutant.file]
        changed = mutants.mutated(code, mutant)
        found = None if changed is None else _as_line(mutant.file, code, changed)
        if found is not None:
            yield found


def _as_line(file: str, code: str, changed: str) -> Mutant | None:
    """A mutant as a change of one line in the body of a function; `None` if it changes more, or a header."""
    old, new = code.splitlines(), changed.splitlines()
    differing = [place for place, (one, other) in enumerate(zip(old, new, strict=False)) if one != other]
    if len(old) != len(new) or len(differing) != 1:
        return None
    place = differing[0]
    for name, node in functions(code):
        if node.body[0].lineno - 1 <= place < (node.end_lineno or 0):
            before = old[place].strip()
            nth = sum(line.strip() == before for line in old[node.lineno - 1 : place])
            return Mutant(file, name, before, new[place].strip(), nth)
    return None
