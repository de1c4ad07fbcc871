"""Training the recogniser: data in, a model directory out. Never imported by the service."""
