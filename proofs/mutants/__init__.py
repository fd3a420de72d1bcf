"""Mutants: small changes of the library, each of which a test should find.

`list.toml` holds 300 of them, drawn once by place with fixed seeds, each with the test that finds it. The list is the
measure of the suite: who removes tests judges it before and after.

    uv run -p 3.12 python -m proofs.mutants judge              # all; about ten minutes
    uv run -p 3.12 python -m proofs.mutants judge --sample 30  # some, quickly
    uv run -p 3.12 --group mutation python -m proofs.mutants draw --seed 1 --each 33

A mutant changes one line of one function. So the judge collects the tests once, forks for each mutant, and puts the
changed code into the functions of the fork: nothing is copied or imported anew. It asks the test that found the mutant
before, then all others that run the function, quickest first.
"""
