"""The oracle taught the variants: one subclass of the catalogue each."""
