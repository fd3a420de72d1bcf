"""Fuzzing: whatever text arrives, the parsers and the wire answer it or refuse it with their documented error.

`targets` has the three targets, `samples` the valid texts, `spoil` the changes; `python -m proofs.fuzz` lets atheris
search. The tests send the samples, a corpus and some thousand changed texts, without atheris.
"""
