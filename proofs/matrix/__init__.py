"""What goes together and plays by the laws: presets, plugins and options, combined. `python -m proofs.matrix`."""
