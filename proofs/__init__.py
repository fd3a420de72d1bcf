"""Proofs, each a command and most with quick tests: agreement, the matrix, fuzzing, planted faults, mutants."""
