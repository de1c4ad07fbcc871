"""Which player sits down at which game."""

from __future__ import annotations

from drawmate.games.catalogue import UnknownGameError
from drawmate.judging.seeing import Sees
from drawmate.players.artbox import ArtBoxPlayer
from drawmate.players.dekalko import DekalkoPlayer
from drawmate.players.duplik import DuplikPlayer
from drawmate.players.player import Player
from drawmate.players.quick_guess import QuickGuessPlayer
from drawmate.players.split_personality import SplitPersonalityPlayer


def player_for(game: str, recogniser: Sees | None) -> Player:
    """An AI for a seat of a game; without a recogniser it has no idea what it sees, and plays on.

    Raises:
        UnknownGameError: there is no such game.
    """
    match game:
        case "quick_guess":
            return QuickGuessPlayer()
        case "duplik":
            return DuplikPlayer()
        case "split_personality":
            return SplitPersonalityPlayer(recogniser)
        case "artbox":
            return ArtBoxPlayer(recogniser)
        case "dekalko":
            return DekalkoPlayer(recogniser)
    raise UnknownGameError(f"nobody plays {game}")
