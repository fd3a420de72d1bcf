"""Read and write a corpus: a text file of inputs that reach more code than the seeds, one a line."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from tests.fuzz.targets import Target, bytes_of, text_of

CORPUS: Final = Path(__file__).parent / "corpus"
#: The most that a target's file may hold, in bytes.
MOST_KEPT: Final = 40_000


def corpus_file(folder: Path, target: Target) -> Path:
    """Return the path of a target's corpus."""
    return folder / f"{target.name}.txt"


def read_corpus(folder: Path, target: Target) -> list[bytes]:
    """Read the inputs of a target; none if there is no file."""
    file = corpus_file(folder, target)
    if not file.exists():
        return []
    lines = file.read_text(encoding="utf-8").splitlines()
    return [bytes_of(json.loads(line)) if target.is_text else bytes.fromhex(line) for line in lines]


def write_corpus(folder: Path, target: Target, inputs: Iterable[bytes]) -> int:
    """Write inputs, the shortest first, up to the size limit; write no file if there are none.

    Returns:
        The number of written inputs.
    """
    lines: list[str] = []
    room = MOST_KEPT
    for data in sorted(set(inputs), key=lambda each: (len(each), each)):
        line = json.dumps(text_of(data)) if target.is_text else data.hex()
        room -= len(line) + 1
        if room < 0:
            break
        lines.append(line)
    file = corpus_file(folder, target)
    if lines:
        folder.mkdir(parents=True, exist_ok=True)
        file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    else:
        file.unlink(missing_ok=True)
    return len(lines)
