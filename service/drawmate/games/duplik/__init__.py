"""Duplik: describe a scene, draw it unseen, and judge the drawings by ten criteria (3–10 seats, decisions D1)."""

from drawmate.games.duplik.happenings import View
from drawmate.games.duplik.play import Duplik
from drawmate.games.duplik.records import Config, State
from drawmate.games.duplik.scoring import portrayed, score

__all__ = ["Config", "Duplik", "State", "View", "portrayed", "score"]
