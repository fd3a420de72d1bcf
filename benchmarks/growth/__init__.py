"""What the questions of rummy500 cost as the work grows; `python -m benchmarks.growth` is the command."""
