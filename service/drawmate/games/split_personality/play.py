"""The flow of Split Personality: writing, two halves, presenting and guessing, scoring."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final, assert_never

from drawmate.games.clock import LAG, Milliseconds
from drawmate.games.frame import applied, expired, readied, ready_offers, timed
from drawmate.games.races import (
    Guess,
    Matched,
    Nears,
    Pass,
    Race,
    asks,
    attempted,
    guesses,
    matched,
    timed_out,
)
from drawmate.games.rules import (
    REFEREE,
    Actor,
    Ask,
    Choice,
    ConfigError,
    Event,
    Game,
    Holder,
    IllegalAction,
    Ink,
    Offer,
    Outcome,
    Over,
    Ready,
    Seat,
    Step,
    best,
    enough,
    sitting_of,
    starting_seat,
    totals_of,
)  # fmt: skip
from drawmate.games.split_personality.records import (
    HAND,
    Accept,
    Accepting,
    Action,
    Banned,
    Began,
    ChoosePerson,
    Config,
    Dealt,
    Decline,
    Drawing,
    Go,
    Guessing,
    Half,
    Lettering,
    Listed,
    Portrait,
    Presented,
    Report,
    Reported,
    RunPointer,
    Scored,
    Showing,
    Shown,
    State,
    Stop,
    Stopped,
    StopPointer,
    ToDraw,
    View,
    Waiting,
    WritePerson,
    Writing,
)  # fmt: skip
from drawmate.games.split_personality.scoring import judges_of, nearest, score
from drawmate.games.split_personality.sight import view
from drawmate.games.split_personality.writing import write, writing_offers, written_since
from drawmate.games.votes import Vote

WRITING: Final[Milliseconds] = 60_000
WAITING: Final[Milliseconds] = 10_000
DRAWING: Final[Milliseconds] = 90_000
LAST_SEAT: Final[Milliseconds] = 5_000
GUESSING: Final[Milliseconds] = 45_000  # then guesses not made are wrong (D2.15)
ACCEPTING: Final[Milliseconds] = 8_000
SHOWING: Final[Milliseconds] = 8_000
AI_FLOOR: Final[Milliseconds] = 25_000


class SplitPersonality(Game[State]):
    """The rules of Split Personality."""

    name = "split_personality"
    seats = range(3, 9)  # of two, both are artists and barred from every guess (D2.1)

    def start(self, config: Config, holders: tuple[Holder, ...], seed: int, now: Milliseconds) -> Step[State]:
        """Choose the start seat and deal the first round."""
        sitting = sitting_of(holders, self.seats, seed, timers=config.timers, stretch=config.stretch)
        if not 1 <= config.rounds <= 6:
            raise ConfigError("bad_option", "a game has 1 to 6 rounds")
        enough(config.people, len(holders) * (HAND + config.rounds - 1))
        first, chance = starting_seat(config.starter, sitting.seats, sitting.chance)
        deck, chance = chance.shuffle(range(config.people))
        state = State(sitting.turned(chance=chance), config, first, deck, (), Over())
        return _deal(state, now)

    def offers(self, state: State, actor: Actor) -> tuple[Offer, ...]:
        """What an actor may do now."""
        if actor == REFEREE:
            return _due(state)
        if actor not in state.sitting.seats:
            return ()
        phase = state.phase
        match phase:
            case Writing():
                return writing_offers(state, phase, actor)
            case Waiting():
                return (Choice(Go()),) if actor == state.start else ()
            case Drawing(half, since, stopped):
                if actor in stopped:
                    return ()
                sheet = actor if half == "left" else state.sitting.left(actor, -1)
                return (Ink(state.canvas(sheet, half)), Choice(Stop(), state.sitting.floor(since, AI_FLOOR)))
            case Guessing(race):
                return (*guesses(race, actor), *_reports(state, actor))
            case Accepting(nears, accepted):
                if actor not in judges_of(state) or any(artist == actor for artist, _ in accepted):
                    return _reports(state, actor)
                return (*(Choice(Accept(near.seat)) for near in nears), Choice(Decline()))
            case Showing(_, ready):
                return (*ready_offers(ready, actor), *_reports(state, actor))
            case Over():
                return ()
        assert_never(phase)

    def apply(self, state: State, actor: Actor, action: Action, now: Milliseconds) -> Step[State]:
        """The state after an action."""
        if (
            actor != REFEREE
            and isinstance(action, Report)
            and isinstance(state.phase, Guessing | Accepting | Showing)
        ):
            return timed(state, _report(state, actor, now))
        return applied(state, actor, action, now, by_seat=_act, by_referee=_verdict, on_held=_held)

    def expire(self, state: State, now: Milliseconds) -> Step[State]:
        """The state after its deadline has passed."""
        return expired(state, now, _time_up)

    def view(self, state: State, seat: Seat | None) -> View:
        """What a seat, or a spectator, may know."""
        return view(state, seat, self.outcome(state))

    def outcome(self, state: State) -> Outcome | None:
        """The most points win; a tie is shared (D0.5). Totals may be negative (D2.20)."""
        if not isinstance(state.phase, Over):
            return None
        totals = totals_of(state.finished)
        return Outcome(best(totals), totals, state.finished, "all rounds are played")


def _act(state: State, actor: Seat, action: Action, now: Milliseconds) -> Step[State]:
    match state.phase, action:
        case Writing() as phase, ChoosePerson() | WritePerson() | RunPointer() | StopPointer():
            return _written(*write(state, phase, actor, action, now), now)
        case Waiting(half), Go():
            if actor != state.start:
                raise IllegalAction("not_yours")
            return _begin(state, half, now)
        case Drawing() as phase, Stop():
            if actor in phase.stopped:
                raise IllegalAction("already_done")
            state.sitting.pace(actor, now, state.sitting.floor(phase.since, AI_FLOOR))
            return _stop(state, phase, (actor,), now)
        case Guessing(), Guess() | Pass():
            return attempted(state, actor, action, now, _settle)
        case Accepting() as phase, Accept() | Decline():
            return _accept(state, phase, actor, action, now)
        case Showing(_, ready), Ready():
            return _ready(state, readied(ready, actor), now)
    raise IllegalAction("not_now")


def _time_up(state: State, now: Milliseconds) -> Step[State]:
    phase = state.phase
    match phase:
        case Writing(people):
            chance, chosen = state.sitting.chance, list(people)
            for seat in state.sitting.seats:
                if chosen[seat] is None:
                    card, chance = chance.choose(state.hands[seat])
                    chosen[seat] = Listed(card)
            state = state.turned(sitting=state.sitting.turned(chance=chance))
            return _written(state, Writing(tuple(chosen)), now)
        case Waiting(half):
            return _begin(state, half, now)
        case Drawing(_, _, stopped):
            late = tuple(s for s in state.sitting.seats if s not in stopped)
            return _stop(state, phase, late, now)
        case Guessing():
            return timed_out(state, now, _settle)
        case Accepting():
            return _accepted(state, phase, now)
        case Showing():
            return _next(state, now)
        case Over():
            return Step(state)
    assert_never(phase)


def _deal(state: State, now: Milliseconds) -> Step[State]:
    """Hands without replacement from the list (D2.3)."""
    seats, deck = len(state.sitting.holders), state.deck
    hands = tuple(deck[seat * HAND : (seat + 1) * HAND] for seat in range(seats))
    sitting = state.sitting.phase(now, WRITING, LAG)
    writing = Writing((None,) * seats)
    fresh = State(
        sitting, state.config, state.start, deck[seats * HAND :], hands, writing, finished=state.finished
    )
    return Step(fresh, tuple(Event(Dealt(hand), frozenset({seat})) for seat, hand in enumerate(hands)))


def _written(state: State, phase: Writing, now: Milliseconds) -> Step[State]:
    """When all have written, the others of the hands go under the deck; who was chosen leaves it (D2.3)."""
    people = tuple(person for person in phase.people if person is not None)
    events = written_since(state.phase, phase) if isinstance(state.phase, Writing) else ()
    if len(people) < len(phase.people):
        return Step(state.turned(phase=phase), events)
    under = tuple(card for hand in state.hands for card in hand if Listed(card) not in people)
    state = replace(state, people=people, deck=state.deck + under, phase=Waiting("left"))
    return Step(state.turned(sitting=state.sitting.phase(now, WAITING)), events)


def _begin(state: State, half: Half, now: Milliseconds) -> Step[State]:
    state = state.turned(phase=Drawing(half, now), sitting=state.sitting.phase(now, DRAWING, LAG))
    return Step(state, (Event(Began(half)),))


def _stop(state: State, phase: Drawing, seats: tuple[Seat, ...], now: Milliseconds) -> Step[State]:
    """Some seats stop; when one is left it has five seconds (D2.8)."""
    stopped = (*phase.stopped, *seats)
    events = tuple(Event(Stopped(seat)) for seat in seats)
    left = len(state.sitting.holders) - len(stopped)
    if left:
        sitting = state.sitting.sooner(now, LAST_SEAT, always=True) if left == 1 else state.sitting
        return Step(state.turned(phase=Drawing(phase.half, phase.since, stopped), sitting=sitting), events)
    if phase.half == "left":
        waiting = state.turned(phase=Waiting("right"), sitting=state.sitting.phase(now, WAITING))
        passed = tuple(
            Event(ToDraw(person), frozenset({state.artists(sheet)[1]}))
            for sheet, person in enumerate(state.people)
        )
        return Step(waiting, (*events, *passed))
    return _present(state, now).after(*events)


def _present(state: State, now: Milliseconds) -> Step[State]:
    artists = state.artists(state.sheet)
    race = Race(tuple(s for s in state.sitting.seats if s not in artists), sealed=state.config.sealed)
    sitting = state.sitting.phase(now, GUESSING, LAG)
    state = replace(state, phase=Guessing(race), reports=Vote(race.guessers), sitting=sitting)
    return Step(state, (Event(Presented(state.sheet)),))


def _settle(state: State, race: Race, now: Milliseconds) -> Step[State]:
    """All have guessed, or a right guess has no rival left to come (D2.14, D2.16)."""
    if race.leaders():
        return _show(state, nearest(state, race.leaders()), now)
    if race.nears() and judges_of(state):
        sitting = state.sitting.phase(now, ACCEPTING, LAG)
        nears = Event(Nears(race.nears()), frozenset(state.artists(state.sheet)))
        return Step(state.turned(phase=Accepting(race.nears()), sitting=sitting), (nears,))
    return _show(state, None, now)


def _reports(state: State, seat: Seat) -> tuple[Offer, ...]:
    return (Choice(Report()),) if state.reports.may(seat) and not state.banned else ()


def _report(state: State, seat: Seat, now: Milliseconds) -> Step[State]:
    """A portrait may be reported until the next one, however short its race was (D2.6)."""
    if seat not in state.sitting.seats:
        raise IllegalAction("unknown_seat")
    if isinstance(state.phase, Guessing) and now < state.sitting.clock.since:
        raise IllegalAction("stale")
    if state.banned:
        raise IllegalAction("already_done")
    reported = replace(state, reports=state.reports.cast(seat, True))
    return _reported(reported, now).after(Event(Reported(seat)))


def _reported(state: State, now: Milliseconds) -> Step[State]:
    """When most of those who are no artists agree, the portrait counts as guessed wrong by all (D2.6)."""
    if not state.banned:
        return Step(state)
    if not isinstance(state.phase, Showing):
        return _show(state, None, now).after(Event(Banned(state.sheet)))
    sheet = state.portraits[-1].sheet
    state = replace(
        state,
        portraits=(*state.portraits[:-1], Portrait(sheet, None)),
        phase=replace(state.phase, winner=None),
    )
    return Step(state, (Event(Banned(sheet)),))


def _accept(
    state: State, phase: Accepting, artist: Seat, action: Accept | Decline, now: Milliseconds
) -> Step[State]:
    if artist not in judges_of(state):
        raise IllegalAction("not_yours")
    if any(judge == artist for judge, _ in phase.accepted):
        raise IllegalAction("already_done")
    if isinstance(action, Decline):
        return _show(state, None, now)
    if all(near.seat != action.seat for near in phase.nears):
        raise IllegalAction("not_near")
    phase = replace(phase, accepted=(*phase.accepted, (artist, action.seat)))
    if len(phase.accepted) < len(judges_of(state)):
        return Step(state.turned(phase=phase))
    return _accepted(state, phase, now)


def _accepted(state: State, phase: Accepting, now: Milliseconds) -> Step[State]:
    """The near guess that every person among the artists accepted, if they agree (D2.16)."""
    judges = judges_of(state)
    chosen = {guesser for judge, guesser in phase.accepted if judge in judges}
    agreed = len(chosen) == 1 and judges <= {judge for judge, _ in phase.accepted}
    return _show(state, chosen.pop() if agreed else None, now)


def _show(state: State, winner: Seat | None, now: Milliseconds) -> Step[State]:
    sheet = state.sheet
    shown = Shown(sheet, state.people[sheet], winner)
    state = replace(
        state,
        portraits=(*state.portraits, Portrait(sheet, winner)),
        phase=Showing(winner),
        sitting=state.sitting.phase(now, SHOWING),
    )
    return Step(state, (Event(shown),))


def _ready(state: State, ready: frozenset[Seat], now: Milliseconds) -> Step[State]:
    if isinstance(state.phase, Showing):
        state = state.turned(phase=Showing(state.phase.winner, ready))
    return _next(state, now) if state.sitting.waits_for() <= ready else Step(state)


def _next(state: State, now: Milliseconds) -> Step[State]:
    """The next sheet, the next round, which the seat to the left starts (D0.4), or the end."""
    seats = len(state.sitting.holders)
    if len(state.portraits) < seats:
        return _present(state, now)
    points = score(seats, state.portraits)
    scored = Event(Scored(points))
    state = replace(state, finished=(*state.finished, points))
    if len(state.finished) < state.config.rounds:
        return _deal(replace(state, start=state.sitting.left(state.start)), now).after(scored)
    state = state.turned(phase=Over(), sitting=state.sitting.phase(now, None))
    return Step(state, (scored, Event(SplitPersonality().outcome(state))))


def _held(state: State, seat: Seat, gone: bool, now: Milliseconds) -> Step[State]:
    """A seat has a new holder, and keeps its halves (D2.11): who left reports nothing, an AI judges no near guess."""
    phase = state.phase
    if isinstance(phase, Guessing | Accepting | Showing) and gone and not state.banned:
        state = replace(state, reports=state.reports.without(seat))
        if state.banned:
            return _reported(state, now)
    match phase:
        case Showing(_, ready):
            return _ready(state, ready, now)
        case Accepting(_, accepted) if judges_of(state) <= {judge for judge, _ in accepted}:
            return _accepted(state, phase, now)
    return Step(state)


def _due(state: State) -> tuple[Offer, ...]:
    if not isinstance(state.phase, Guessing):
        return ()
    due = asks(state.phase.race)
    if state.phase.lettering is not None:
        return due
    half = Ink(state.canvas(state.sheet, "left"))
    return (*due, Ask(half, (Lettering(True), Lettering(False))))


def _verdict(state: State, action: Any, now: Milliseconds) -> Step[State]:
    match state.phase, action:
        case Guessing(), Matched():
            return matched(state, action, now, _settle)
        case Guessing(_, None) as phase, Lettering(seen):
            return Step(state.turned(phase=replace(phase, lettering=seen)), (Event(action),))
    raise IllegalAction("not_now")
