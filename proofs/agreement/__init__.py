"""Compare the engine with the independent oracle of `proofs.oracle`, in random, exhaustive and near-miss cases."""
