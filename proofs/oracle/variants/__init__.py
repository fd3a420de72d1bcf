"""The oracle's variants, each a subclass of the catalogue."""
