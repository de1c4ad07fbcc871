"""A finished or running game in one JSON file, which plays again and proves that it is the same.

``{"format": 2, "game": …, "cards": version, "config": {…}, "holders": […], "seed": …, "begun": …, "models": […],
"entries": [[now, actor, action], …], "events": [hash, …], "outcome": {…} or null}``; an entry without an action is
a deadline that passed. The hashes are the first sixteen hex digits of the SHA-256 of each event. The version of the
cards is that of the deck: rules know cards by number only, so a game would replay equal with other pictures on them,
and prove nothing about the one that was played.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from drawmate.cards.decks import deck_of
from drawmate.games.catalogue import UnknownGameError, listing_of
from drawmate.games.codec import decode, encode
from drawmate.games.record import CLOCK, Entry, Match, digest_of
from drawmate.games.rules import Holder, IllegalAction, Outcome

FORMAT: Final = 2


class CapsuleError(ValueError):
    """A capsule that cannot be read or does not replay; ``code`` is stable."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


@dataclass(frozen=True, slots=True)
class Replay:
    """What replaying a capsule showed: the match, and how many entries and events were the same."""

    match: Match
    entries: int
    events: int


def dump_capsule(match: Match, models: Sequence[str] = ()) -> str:
    """The capsule of a match, as JSON text; ``models`` are the ids of the models that judged it."""
    entries = [
        [entry.now, entry.actor] + ([] if entry.actor == CLOCK else [encode(entry.action)])
        for entry in match.entries
    ]
    outcome = match.outcome()
    return json.dumps(
        {
            "format": FORMAT,
            "game": match.game.name,
            "cards": deck_of(match.game.name).version,
            "config": encode(match.config),
            "holders": encode(match.holders),
            "seed": match.seed,
            "begun": match.begun,
            "models": list(models),
            "entries": entries,
            "events": _hashes(match),
            "outcome": None if outcome is None else encode(outcome),
        },
        ensure_ascii=False,
        separators=(",", ":"),
    )


def replay_capsule(text: str) -> Replay:
    """Play a capsule again and check every event and the outcome.

    Raises:
        CapsuleError: ``bad_capsule``, ``other_cards``, ``illegal_entry``, ``different_events``, ``different_outcome``.
        UnknownGameError: it is of a game we do not know.
    """
    match, capsule = _read(text)
    hashes = _hashes(match)
    recorded = list(capsule["events"])
    if hashes != recorded:
        first = next(
            (n for n, pair in enumerate(zip(hashes, recorded, strict=False)) if pair[0] != pair[1]),
            min(len(hashes), len(recorded)),
        )
        raise CapsuleError("different_events", f"event {first} is not the one recorded")
    outcome = match.outcome()
    if (None if outcome is None else encode(outcome)) != capsule["outcome"]:
        raise CapsuleError("different_outcome", "the outcome is not the one recorded")
    return Replay(match, len(match.entries), len(hashes))


def _read(text: str) -> tuple[Match, dict[str, Any]]:
    """The match that a capsule's entries lead to, and the capsule."""
    try:
        capsule = json.loads(text)
        if capsule["format"] != FORMAT:
            raise CapsuleError("bad_capsule", "a capsule of another format")
        listing = listing_of(capsule["game"])
        config = decode(listing.config, capsule["config"])
        holders = decode(tuple[Holder, ...], capsule["holders"])
        outcome = capsule["outcome"]
        if outcome is not None:
            decode(Outcome, outcome)
        entries = [
            Entry(now, actor, decode(listing.action, *action) if action else None)
            for now, actor, *action in capsule["entries"]
        ]
        numbers = [capsule["seed"], capsule["begun"], *(n for e in entries for n in (e.now, e.actor))]
        if any(type(number) is not int for number in numbers):
            raise CapsuleError("bad_capsule", "a seed, a time or an actor is not a whole number")
        if any((entry.action is None) != (entry.actor == CLOCK) for entry in entries):
            raise CapsuleError("bad_capsule", "an entry lacks its action, or the clock has one")
        if not all(type(found) is str for found in capsule["events"]):
            raise CapsuleError("bad_capsule", "an event is not a hash")
        if type(capsule["cards"]) is not str:
            raise CapsuleError("bad_capsule", "the version of the cards is not a text")
        match = Match(listing.game, config, holders, capsule["seed"], capsule["begun"])
    except (CapsuleError, UnknownGameError):
        raise
    except (ValueError, LookupError, TypeError, AttributeError, OverflowError, RecursionError) as error:
        raise CapsuleError("bad_capsule", f"not a capsule: {error}") from error
    cards = deck_of(listing.game.name).version
    if capsule["cards"] != cards:
        raise CapsuleError(
            "other_cards", f"made with other cards: {capsule['cards']!r:.40}, and these are {cards!r}"
        )
    for number, entry in enumerate(entries):
        try:
            if entry.actor == CLOCK:
                match.expire(entry.now)
            else:
                match.apply(entry.actor, entry.action, entry.now)
        except IllegalAction as error:
            raise CapsuleError("illegal_entry", f"entry {number} is refused: {error.code}") from error
    return match, capsule


def _hashes(match: Match) -> list[str]:
    return [digest_of([event])[:16] for event in match.events]
