"""Tools that know nothing of the game: records, errors, checks of arguments, names that load when they are used."""
