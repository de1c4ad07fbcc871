"""How a person gets on a sheet: of one's hand, of the table, written freely, or where a pointer stops."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, assert_never

from drawmate.games.clock import Milliseconds
from drawmate.games.rules import Choice, Event, IllegalAction, Offer, Seat, Write, plain
from drawmate.games.split_personality.records import (
    HAND,
    LONGEST_PERSON,
    ChoosePerson,
    HasWritten,
    Listed,
    Person,
    Pointer,
    RunPointer,
    Seated,
    State,
    StopPointer,
    ToDraw,
    WritePerson,
    Writing,
    Written,
)  # fmt: skip

POINTER_STEP: Final[Milliseconds] = 120
"""How long a running pointer stays at one entry."""


def writing_offers(state: State, phase: Writing, seat: Seat) -> tuple[Offer, ...]:
    """What a seat may write, and whether it may stop its neighbour's pointer."""
    offers: list[Offer] = []
    right = state.sitting.left(seat, -1)
    if any(pointer.seat == right for pointer in phase.pointers):
        offers.append(Choice(StopPointer()))
    if phase.people[seat] is None and all(pointer.seat != seat for pointer in phase.pointers):
        offers += [Choice(ChoosePerson(Listed(card))) for card in state.hands[seat]]
        offers += [Choice(ChoosePerson(Seated(other))) for other in state.sitting.seats]
        offers.append(Choice(RunPointer()))
        if free_text_allowed(state, seat):
            offers.append(Write(WritePerson(""), "text", LONGEST_PERSON))
    return tuple(offers)


def write(
    state: State,
    phase: Writing,
    seat: Seat,
    action: ChoosePerson | WritePerson | RunPointer | StopPointer,
    now: Milliseconds,
) -> tuple[State, Writing]:
    """The phase after something was written; with it the state, whose chance may have been drawn on.

    Raises:
        IllegalAction: ``already_done``, ``not_guessable``, ``not_yours``, ``unknown_seat``, ``not_now``, or what
            ``plain`` raises.
    """
    if isinstance(action, StopPointer):
        return _stop_pointer(state, phase, state.sitting.left(seat, -1), now)
    if phase.people[seat] is not None or any(pointer.seat == seat for pointer in phase.pointers):
        raise IllegalAction("already_done")
    match action:
        case RunPointer():
            place, chance = state.sitting.chance.below(HAND)
            state = state.turned(sitting=state.sitting.turned(chance=chance))
            return state, replace(phase, pointers=(*phase.pointers, Pointer(seat, now, place)))
        case WritePerson(text):
            if not free_text_allowed(state, seat):
                raise IllegalAction("not_guessable")
            return state, _with_person(phase, seat, Written(plain(text, LONGEST_PERSON)))
        case ChoosePerson(person):
            if isinstance(person, Listed) and person.card not in state.hands[seat]:
                raise IllegalAction("not_yours")
            if isinstance(person, Seated) and person.seat not in state.sitting.seats:
                raise IllegalAction("unknown_seat")
            return state, _with_person(phase, seat, person)
    assert_never(action)


def written_since(before: Writing, phase: Writing) -> tuple[Event, ...]:
    """Pointers that run are public, and who has a person; which, only the seat itself knows."""
    events = [Event(pointer) for pointer in phase.pointers if pointer not in before.pointers]
    for seat, person in enumerate(phase.people):
        if person is not None and before.people[seat] is None:
            events += [Event(HasWritten(seat)), Event(ToDraw(person), frozenset({seat}))]
    return tuple(events)


def _with_person(phase: Writing, seat: Seat, person: Person) -> Writing:
    people = (*phase.people[:seat], person, *phase.people[seat + 1 :])
    return Writing(people, tuple(p for p in phase.pointers if p.seat != seat))


def _stop_pointer(state: State, phase: Writing, seat: Seat, now: Milliseconds) -> tuple[State, Writing]:
    for pointer in phase.pointers:
        if pointer.seat == seat:
            place = (pointer.place + max(0, now - pointer.since) // POINTER_STEP) % HAND
            return state, _with_person(phase, seat, Listed(state.hands[seat][place]))
    raise IllegalAction("not_now")


def free_text_allowed(state: State, seat: Seat) -> bool:
    """Whether a seat may write freely: when a person, who needs no list, can guess it (D2.2)."""
    guessers = state.sitting.persons() - set(state.artists(seat))
    return state.config.free_text and bool(guessers)
