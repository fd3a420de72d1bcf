"""Compare the engine with the independent oracle of `tests.oracle`, in random, exhaustive and near-miss cases."""
