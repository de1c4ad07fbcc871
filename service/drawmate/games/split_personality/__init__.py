"""Split Personality: half a person each, unseen by the other; then guess whom it shows (3–8 seats, D2)."""

from drawmate.games.split_personality.play import SplitPersonality
from drawmate.games.split_personality.records import Action, Config, State, View
from drawmate.games.split_personality.scoring import score

__all__ = ["Action", "Config", "SplitPersonality", "State", "View", "score"]
