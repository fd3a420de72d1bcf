"""What no word of the game stands in: records, errors, checks of arguments, lazy names."""
