"""A journal leads to its table again: the whole of it, and every beginning of it."""

from __future__ import annotations

import asyncio
import dataclasses
from random import Random
from typing import Any

import pytest

from drawmate.games.codec import CodecError, dumps
from drawmate.games.rules import IllegalAction
from drawmate.tables.entries import (
    Acted,
    Configured,
    Drew,
    Entry,
    Expired,
    Hosted,
    Left,
    Opened,
    Paced,
    Readied,
    Reopened,
    Said,
    Sat,
    Started,
    Ticked,
    Took,
    Undid,
    read_entry,
    write_entry,
)
from drawmate.tables.refusals import Refusal
from drawmate.tables.requests import hash_of
from drawmate.tables.table import CHAT_KEPT, KEYS_KEPT, Table, replayed
from drawmate.wire.client_messages import AddAi, Again
from tests.tables.company import Company, company
from tests.tables.fast_forward import WITNESSES
from tests.tables.matches import Person, canvases_of

OPENED = Opened("f" * 32, "CODE", "quick_guess", "{}", "en", False, 0, "hash")
LOBBY: tuple[Entry, ...] = (OPENED, Sat("Fox", "fox"), Sat("Owl", "owl"))
GAME: tuple[Entry, ...] = (*LOBBY, Started(7))


def of(*entries: Entry) -> Table:
    return replayed(list(entries))


def told(table: Table) -> str:
    """All of a table, as text."""
    match = table.match
    state = None if match is None else (dumps(match.state), len(match.events), len(match.entries))
    fields = (
        state, table.phase, [dataclasses.astuple(m) for m in table.members], table.host, table.options,
        canvases_of(table.ink), list(table.chat), table.games, table.time, table.entries, list(table.keys),
    )  # fmt: skip
    return repr(fields)


@pytest.mark.parametrize("game", ["quick_guess", "dekalko"])
def test_every_beginning_of_a_journal_leads_to_the_table_as_it_was_then(game: str) -> None:
    """With people who leave, come back, are removed and take seats."""

    async def test(there: Company) -> None:
        table, seen = there.actor.table, [told(there.actor.table)]
        WITNESSES.setdefault(table.opened.id, []).append(lambda *_: seen.append(told(table)))
        fox = await there.sit("Fox")
        people = [
            Person(there.actor, None, Random(n), hash_of(name), True) for n, name in enumerate(("Owl", "Ant"))
        ]
        for name, person in zip(("Owl", "Ant"), people, strict=True):
            await there.sit(name)
            await person.come()
        await there.ask(fox, AddAi)
        for seat in (1, 2):
            await there.actor.do(lambda seat=seat: [Readied(seat, True)])
        await there.start(fox)
        lives = [asyncio.create_task(person.live()) for person in people]
        while table.phase != "over":
            await asyncio.sleep(1)
        for life in lives:
            life.cancel()
        await there.settle()
        assert (await there.ask(fox, Again))["type"] == "ack"
        entries = there.journal.entries()
        assert len(entries) > 40
        assert len(seen) == len(entries)
        again = Table.open(entries[0])  # type: ignore[arg-type]
        found = [told(again)]
        for entry in entries[1:]:
            again.fold(entry)
            found.append(told(again))
        assert [n for n, (one, other) in enumerate(zip(seen, found, strict=True)) if one != other] == []
        assert told(replayed(entries)) == seen[-1]

    company(test, game=game, **({"rounds": 4} if game == "quick_guess" else {}))


EVERY: list[Entry] = [
    OPENED,
    Sat("Fox", "fox", "k"),
    Sat("AI 1", None),
    Took(1, 5, "Owl", "owl", "k"),
    Left(1, 5, True, "k", kicked=True),
    Readied(0, True, "k"),
    Paced(0, 1.5, "k"),
    Configured('{"rounds":2}', "k"),
    Hosted(None),
    Started(2**63 - 1, "k"),
    Reopened("k"),
    Acted(-1, '{"type":"Ready"}', 5),
    Expired(5),
    Ticked(5),
    Drew(0, "1.0", 1, 0, 2, (0.1, 1e-9), (3.0, 4.25), (0, 5), True, 7),
    Drew(0, "1.0", 1, 0, 2, (0.1,), (3.0,), None, False, 7),
    Undid(0, "1.0", 1, 5),
    Said(None, "Eye", 'a "quoted" line 🎨', "k"),
]


@pytest.mark.parametrize("entry", EVERY, ids=lambda entry: type(entry).__name__)
def test_an_entry_is_read_as_it_was_written(entry: Entry) -> None:
    text = write_entry(entry)
    assert "\n" not in text
    assert read_entry(text) == entry


def test_entries_of_journals_from_before_are_read() -> None:
    assert read_entry('{"type":"Left","seat":1,"at":5,"for_good":false,"key":null}') == Left(1, 5, False)


REFUSED: list[tuple[tuple[Entry, ...], Entry]] = [
    (LOBBY, OPENED),
    (LOBBY, Readied(2, True)),
    (LOBBY, Paced(-1, 2.0)),
    (LOBBY, Configured('{"rounds":0}')),
    (LOBBY, Acted(0, '{"type":"Ready"}', 0)),
    (LOBBY, Expired(5)),
    (LOBBY, Reopened()),
    (LOBBY, Took(0, 0, "Ant", "ant")),
    (LOBBY, Left(5, 0, True)),
    (GAME, Sat("Ant", "ant")),
    (GAME, Readied(0, True)),
    (GAME, Paced(0, 2.0)),
    (GAME, Configured("{}")),
    (GAME, Started(8)),
    (GAME, Reopened()),
    (GAME, Acted(0, '{"type":"Fly"}', 0)),
    (GAME, Acted(0, '{"type":"Skip"}', 0)),
    (GAME, Undid(0, "1.0", 3, 0)),
    (GAME, Took(1, 0, "Ant", "ant")),
]


@pytest.mark.parametrize(("before", "entry"), REFUSED, ids=lambda value: type(value).__name__)
def test_what_cannot_be_is_refused_and_the_table_is_as_before(
    before: tuple[Entry, ...], entry: Entry
) -> None:
    table = of(*before)
    as_it_was = told(table)
    with pytest.raises((Refusal, IllegalAction, CodecError)):
        table.fold(entry)
    assert told(table) == as_it_was
    with pytest.raises(ValueError, match=f"entry {len(before)} cannot be folded"):
        of(*before, entry)


def test_a_journal_begins_with_the_opening() -> None:
    with pytest.raises(ValueError, match="begins"):
        of(Sat("Fox", "fox"))


def test_a_full_table_takes_nobody_else() -> None:
    table = of(OPENED)
    for n in range(table.listing.game.seats.stop - 1):
        table.fold(Sat(f"Fox {n}", f"{n}"))
    with pytest.raises(Refusal) as refused:
        table.fold(Sat("Owl", "owl"))
    assert refused.value.code == "table_full"


def test_the_chat_and_the_requests_that_are_remembered_are_bounded() -> None:
    table = of(*LOBBY)
    for n in range(KEYS_KEPT + 10):
        table.fold(Said(0, "Fox", f"{n}", f"key {n}"))
    assert (len(table.chat), len(table.keys)) == (CHAT_KEPT, KEYS_KEPT)
    assert f"key {KEYS_KEPT + 9}" in table.keys
    assert "key 9" not in table.keys


def test_new_options_make_people_say_again_that_they_are_ready() -> None:
    table = of(*LOBBY, Sat("AI 1", None), Readied(1, True), Configured('{"rounds":2}'))
    assert [member.ready for member in table.members] == [False, False, True]
    assert table.options == {"rounds": 2}


@pytest.mark.parametrize(
    ("paces", "options", "stretch"),
    [
        ((), "{}", 1.0),
        ((1.5, 3.0), "{}", 3.0),
        ((1.5,), '{"stretch":2}', 3.0),
        ((5.0,), '{"stretch":9}', 10.0),
    ],
)
def test_everybody_has_as_long_as_the_seat_that_needs_the_longest(
    paces: tuple[float, ...], options: str, stretch: float
) -> None:
    """Longer turns per seat: the times of a game are multiplied by the largest factor."""
    table = of(
        *LOBBY, Configured(options), *[Paced(seat, pace) for seat, pace in enumerate(paces)], Started(7)
    )
    sitting: Any = table.playing().state.sitting
    assert sitting.stretch == stretch
    usual: Any = of(*GAME).playing().state.sitting
    if usual.clock.deadline is not None:
        assert sitting.clock.deadline == pytest.approx(stretch * usual.clock.deadline, abs=1)
    assert [member.pace for member in table.members][: len(paces)] == list(paces)
    assert table.options.get("stretch") in (None, 2, 9), "the option itself is as it was"
