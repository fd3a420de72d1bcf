"""Mutation testing: one small fault after another is put into a copy of the engine, and the tests must notice.

`python -m tests.mutation.run --area melds --mutants 300 --seed 1`; `docs/testing/mutation.md` tells the rest.
"""
