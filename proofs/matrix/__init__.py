"""Combine presets, plugins and options, and play each combination under the laws: `python -m proofs.matrix`."""
