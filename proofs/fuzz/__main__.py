"""Let atheris search for a text that a target fails on: `python -m proofs.fuzz notation --minutes 10`.

libFuzzer changes texts that reached new lines of the library, every second time by changes that know the formats. It
ends at the first finding, or at a text that takes too long or too much memory, writes the text into the folder and
exits with a status above 0. What it learned stays in the folder, and the next run begins with it.
"""

from __future__ import annotations

import argparse
import random
import sys
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parents[2]
#: Under test beside the plugins. Of the terminal, targets load only what judges scenarios.
_UNDER_TEST: Final = ["rummy500", "rummy500_terminal"]
#: Not under test: tools of tests, and many matches.
_LEFT_OUT: Final = ["rummy500.simulate", "rummy500_testing"]
#: Bytes, seconds and megabytes that one text may take; the engine's caches grow with the rules in use.
_LONGEST, _SECONDS, _MEGABYTES = 10_000, 20, 3000


def main() -> None:
    """Read the command line, and fuzz until libFuzzer ends the process."""
    parser = argparse.ArgumentParser(prog="python -m proofs.fuzz", description="Search with atheris for a finding.")
    parser.add_argument("target", choices=("notation", "json", "wire"))
    parser.add_argument("--minutes", type=float, default=10, help="10 if left out")
    parser.add_argument("--folder", type=Path, help="for what is learned and found; build/fuzz/TARGET if left out")
    asked = parser.parse_args()
    folder: Path = asked.folder or ROOT / "build" / "fuzz" / asked.target
    atheris: Any = import_module("atheris")  # it has no types, and what it watches must be imported after it
    plugins = {point.module.partition(".")[0] for point in entry_points(group="rummy500.plugins")}
    with atheris.instrument_imports(include=[*_UNDER_TEST, *sorted(plugins)], exclude=_LEFT_OUT):
        send = import_module("proofs.fuzz.targets").TARGETS[asked.target]
        samples, spoil = import_module("proofs.fuzz.samples"), import_module("proofs.fuzz.spoil")
        texts = {*samples.SAMPLES[asked.target](), *samples.corpus(asked.target)}
        for text in texts:  # modules are loaded when they are needed first, and must be watched by then
            send(text)

    def changed(data: bytes, most: int, seed: int) -> bytes:
        if seed % 2:
            return _bytes(spoil.spoiled(_text(data), random.Random(seed)))[:most]
        mutated: bytes = atheris.Mutate(data, most)
        return mutated

    begun, learned = folder / "begun", folder / "learned"
    for each in (begun, learned):
        each.mkdir(parents=True, exist_ok=True)
    for number, text in enumerate(sorted(texts)):
        (begun / f"{number:05}").write_bytes(_bytes(text))
    flags = [
        f"-max_total_time={round(asked.minutes * 60)}", f"-max_len={_LONGEST}", f"-timeout={_SECONDS}",
        f"-rss_limit_mb={_MEGABYTES}", f"-artifact_prefix={folder}/", "-detect_leaks=0",
    ]  # fmt: skip
    atheris.Setup(
        [sys.argv[0], *flags, str(learned), str(begun)],
        lambda data: send(_text(data)) and None,
        custom_mutator=changed,
    )
    atheris.Fuzz()


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def _bytes(text: str) -> bytes:
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:  # a surrogate that stands for no byte
        return text.encode("utf-8", "replace")


if __name__ == "__main__":
    main()
