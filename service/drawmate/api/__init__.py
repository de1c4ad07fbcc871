"""HTTP: the composition root, routers by noun, problems, limits, the static client."""
