"""All games by name, with the types of their options and actions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from drawmate.games import artbox, dekalko, duplik, quick_guess, split_personality
from drawmate.games.duplik.records import Action as DuplikAction
from drawmate.games.rules import Game


@dataclass(frozen=True, slots=True)
class Listing:
    """A game, the type of its options and the union of its actions."""

    game: Game[Any]
    config: type
    action: Any


CATALOGUE: Final = {
    listing.game.name: listing
    for listing in (
        Listing(duplik.Duplik(), duplik.Config, DuplikAction),
        Listing(split_personality.SplitPersonality(), split_personality.Config, split_personality.Action),
        Listing(artbox.ArtBox(), artbox.Config, artbox.Action),
        Listing(dekalko.Dekalko(), dekalko.Config, dekalko.Action),
        Listing(quick_guess.QuickGuess(), quick_guess.Config, quick_guess.Action),
    )
}


class UnknownGameError(ValueError):
    """No game of that name; ``code`` is ``unknown_game``."""

    code = "unknown_game"


def listing_of(name: str) -> Listing:
    """The listing of a game.

    Raises:
        UnknownGameError: there is no such game.
    """
    try:
        return CATALOGUE[name]
    except KeyError:
        raise UnknownGameError(f"no such game; there are {', '.join(sorted(CATALOGUE))}") from None
