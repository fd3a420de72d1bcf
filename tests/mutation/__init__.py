"""Mutation testing: change a copy of the engine by one small fault at a time, and see whether the tests fail.

`python -m tests.mutation.run --area melds --mutants 300 --seed 1`; `docs/testing/mutation.md` explains it.
"""
