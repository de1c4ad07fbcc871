"""Drawmate: drawing-and-guessing games with an AI in any seat, and a stroke API."""

__version__ = "0.1.0"
