"""ArtBox: draw a word with the four shapes that were rolled, then match words to drawings (3–8 seats, D3)."""

from drawmate.games.artbox.play import ArtBox
from drawmate.games.artbox.records import Action, Config, State, View
from drawmate.games.artbox.scoring import Counts, count, points

__all__ = ["Action", "ArtBox", "Config", "Counts", "State", "View", "count", "points"]
