"""The rules of a game, as data: options, presets, parts, kinds of move, points, memory."""
