"""A game's options as a table takes them: what the rules' config has, without what the deck decides."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from typing import Any, Final

from drawmate.cards.decks import config_for
from drawmate.games.catalogue import Listing
from drawmate.games.codec import CodecError, decode, encode
from drawmate.games.rules import ConfigError, Holder
from drawmate.tables.refusals import Refusal

__all__ = ["config_of", "paced", "public_options"]

LONGEST_STRETCH: Final = 10.0
"""The rules stretch times no further."""


def config_of(listing: Listing, options: Mapping[str, Any], seats: int | None = None) -> Any:
    """The rules' config of some options; with ``seats``, the number of seats is checked too.

    Raises:
        Refusal: ``bad_option``, ``wrong_seats``.
    """
    derived = config_for(listing.game.name, {})
    given = set(options) & set(derived)
    if given:
        raise Refusal("bad_option", f"the cards decide {min(given)}", path=f"options.{min(given)}")
    names = {field.name for field in dataclasses.fields(listing.config)}
    unknown = set(options) - names
    if unknown:
        raise Refusal("bad_option", f"no such option: {min(unknown)[:40]}", path="options")
    try:
        config = decode(listing.config, {**options, **derived})
        tried = seats or max(listing.game.seats.start, 1)
        listing.game.start(config, tuple(Holder(f"{n}") for n in range(tried)), 1, 0)
    except CodecError as error:
        raise Refusal("bad_option", str(error), path="options") from error
    except ConfigError as error:
        code = "wrong_seats" if error.code == "wrong_seats" else "bad_option"
        raise Refusal(code, str(error), path="options") from error
    return config


def public_options(listing: Listing, options: Mapping[str, Any]) -> dict[str, Any]:
    """Every option that may be set, with its value."""
    whole: dict[str, Any] = encode(config_of(listing, options))
    derived = config_for(listing.game.name, {})
    return {name: value for name, value in whole.items() if name != "type" and name not in derived}


def paced(options: Mapping[str, Any], paces: Iterable[float]) -> dict[str, Any]:
    """The options of a game in which everybody has as long as the seat that needs the longest.

    The rules know one pace for a whole game (``stretch``): phases that all seats take part in then stay fair, and
    phases that wait for one seat are longer than they need be for the others.
    """
    slowest = max(paces, default=1.0)
    if slowest == 1.0:
        return dict(options)
    return {**options, "stretch": min(LONGEST_STRETCH, options.get("stretch", 1.0) * slowest)}
