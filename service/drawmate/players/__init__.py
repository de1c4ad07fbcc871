"""The AI seats: what a player is shown, what it does, and one player a game."""

from drawmate.players.choosing import player_for
from drawmate.players.player import Deed, Player, Sight, Strokes

__all__ = ["Deed", "Player", "Sight", "Strokes", "player_for"]
