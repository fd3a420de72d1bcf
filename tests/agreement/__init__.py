"""The engine against the independent oracle of `tests.oracle`, on random, exhaustive and nearly legal cases."""
