"""A game's options as a table takes them: what the rules' config has, without what the deck decides."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

from drawmate.cards.decks import config_for
from drawmate.games.catalogue import Listing
from drawmate.games.codec import CodecError, decode, encode
from drawmate.games.rules import ConfigError, Holder
from drawmate.tables.refusals import Refusal

__all__ = ["config_of", "public_options"]


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
