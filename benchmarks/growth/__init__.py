"""Measure how the cost of rummy500's functions grows with the position: `python -m benchmarks.growth`."""
