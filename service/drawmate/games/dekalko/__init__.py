"""Dekalko: trace a picture fast, take the highest cover left, let the others guess (3–6 seats, decisions D4)."""

from drawmate.games.dekalko.play import Dekalko
from drawmate.games.dekalko.records import Action, Config, State, View
from drawmate.games.dekalko.scoring import score

__all__ = ["Action", "Config", "Dekalko", "State", "View", "score"]
