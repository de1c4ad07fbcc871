"""The flow of Dekalko: tracing, revealing, voiding, guessing, showing, scoring."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final, assert_never

from drawmate.games.clock import LAG, Milliseconds
from drawmate.games.dekalko.records import (
    COVERS,
    ROUNDS,
    Accept,
    Accepting,
    Action,
    Config,
    Dealt,
    Decline,
    Guessing,
    Inked,
    Judging,
    Revealed,
    Ruled,
    Scored,
    Showing,
    Shown,
    State,
    TakeCover,
    Taken,
    Traced,
    Tracing,
    View,
    Voiding,
    VoteOpened,
    VoteVoid,
)  # fmt: skip
from drawmate.games.dekalko.scoring import of_equals, score
from drawmate.games.dekalko.sight import view
from drawmate.games.frame import applied, expired, readied, ready_offers
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
    totals_of,
)  # fmt: skip
from drawmate.games.votes import Vote, ballots_since

TRACING: Final[Milliseconds] = 120_000
LAST_SEAT: Final[Milliseconds] = 15_000
GUESSING: Final[Milliseconds] = 30_000  # for one guess, or a pass, at each drawing (D4.12)
JUDGING: Final[Milliseconds] = 3_000
ACCEPTING: Final[Milliseconds] = 5_000
VOTING: Final[Milliseconds] = 20_000
SHOWING: Final[Milliseconds] = 8_000
AI_FLOOR: Final[Milliseconds] = 25_000

_BALLOTS: Final = (Choice(VoteVoid(True)), Choice(VoteVoid(False)))


class Dekalko(Game[State]):
    """The rules of Dekalko."""

    name = "dekalko"
    seats = range(3, 7)

    def start(self, config: Config, holders: tuple[Holder, ...], seed: int, now: Milliseconds) -> Step[State]:
        """Shuffle the pictures and deal the first round."""
        sitting = sitting_of(holders, self.seats, seed, timers=config.timers, stretch=config.stretch)
        enough(config.cards, len(holders) * ROUNDS[len(holders)])
        if not 0 <= config.void_below <= 1:
            raise ConfigError("bad_option", "an option is out of range")
        deck, chance = sitting.chance.shuffle(range(config.cards))
        state = State(sitting.turned(chance=chance), config, deck, (), Over())
        return _deal(state, now)

    def offers(self, state: State, actor: Actor) -> tuple[Offer, ...]:
        """What an actor may do now."""
        if actor == REFEREE:
            return _due(state)
        if actor not in state.sitting.seats:
            return ()
        phase = state.phase
        match phase:
            case Tracing(since, inked):
                if any(t.seat == actor for t in state.taken):
                    return ()  # locked: no ink and no erasing after the cover (D4.6)
                cover = (Choice(TakeCover(), ai_from=_floor(state, since)),) if actor in inked else ()
                return (Ink(state.canvas(actor)), *cover)
            case Judging() | Over():
                return ()
            case Voiding(vote):
                return _BALLOTS if vote.may(actor) else ()
            case Guessing(race):
                return guesses(race, actor)
            case Accepting(nears):
                if actor != state.artist:
                    return ()
                return (*(Choice(Accept(n.seat)) for n in nears), Choice(Decline()))
            case Showing(_, ready):
                return ready_offers(ready, actor)
        assert_never(phase)

    def apply(self, state: State, actor: Actor, action: Action, now: Milliseconds) -> Step[State]:
        """The state after an action."""
        return applied(state, actor, action, now, by_seat=_act, by_referee=_verdict, on_held=_held)

    def expire(self, state: State, now: Milliseconds) -> Step[State]:
        """The state after its deadline has passed."""
        return expired(state, now, _time_up)

    def view(self, state: State, seat: Seat | None) -> View:
        """What a seat, or a spectator, may know."""
        return view(state, seat, self.outcome(state))

    def outcome(self, state: State) -> Outcome | None:
        """Highest total; then more points in the last round; then shared (D0.5)."""
        if not isinstance(state.phase, Over):
            return None
        totals = totals_of(state.finished)
        return Outcome(best(totals, state.finished[-1]), totals, state.finished, "all rounds are played")


def _act(state: State, actor: Seat, action: Action, now: Milliseconds) -> Step[State]:
    match state.phase, action:
        case Tracing(since, inked), TakeCover():
            if any(t.seat == actor for t in state.taken):
                raise IllegalAction("already_done")
            if actor not in inked:
                raise IllegalAction("too_little_ink")
            state.sitting.pace(actor, now, _floor(state, since))
            return _take(state, (actor,), now)
        case Voiding() as phase, VoteVoid(void):
            return _vote(state, phase, phase.vote.cast(actor, void), now)
        case Guessing(), Guess() | Pass():
            return attempted(state, actor, action, now, _settle)
        case Accepting(nears), Accept(seat) if actor == state.artist:
            if all(near.seat != seat for near in nears):
                raise IllegalAction("not_near")
            return _show(state, seat, now)
        case Accepting(), Decline() if actor == state.artist:
            return _show(state, None, now)
        case Accepting(), Accept() | Decline():
            raise IllegalAction("not_yours")
        case Showing(_, ready), Ready():
            return _ready(state, readied(ready, actor), now)
    raise IllegalAction("not_now")


def _time_up(state: State, now: Milliseconds) -> Step[State]:
    phase = state.phase
    match phase:
        case Tracing(_, inked):
            late = [s for s in state.sitting.seats if all(t.seat != s for t in state.taken)]
            order, chance = state.sitting.chance.shuffle(late)
            order = tuple(sorted(order, key=lambda seat: seat not in inked))
            return _take(state.turned(sitting=state.sitting.turned(chance=chance)), order, now)
        case Judging():
            return Step(_open(state, now))
        case Voiding(vote):
            return _vote(state, phase, vote, now, closing=True)
        case Guessing():
            return timed_out(state, now, _settle)
        case Accepting():
            return _show(state, None, now)
        case Showing():
            return _next(state, now)
        case Over():
            return Step(state)
    assert_never(phase)


def _clock(state: State, now: Milliseconds, span: Milliseconds | None, grace: Milliseconds = 0) -> State:
    return state.turned(sitting=state.sitting.phase(now, span, grace))


def _floor(state: State, since: Milliseconds) -> Milliseconds | None:
    """An AI does not take the first cover before this time (D0.10)."""
    return None if state.taken else state.sitting.floor(since, AI_FLOOR)


def _deal(state: State, now: Milliseconds) -> Step[State]:
    """One picture to every seat, as cards have one side (D4.2)."""
    seats = len(state.sitting.holders)
    cards, deck = state.deck[:seats], state.deck[seats:]
    fresh = State(state.sitting, state.config, deck, cards, Tracing(now), finished=state.finished)
    events = tuple(Event(Dealt(card), frozenset({seat})) for seat, card in enumerate(cards))
    return Step(_clock(fresh, now, TRACING, LAG), events)


def _take(state: State, takers: tuple[Seat, ...], now: Milliseconds) -> Step[State]:
    """Covers in the order of the takers, the highest first (D4.7); the last one left gets fifteen seconds (D4.3)."""
    covers = COVERS[len(state.sitting.holders)]
    taken = tuple(Taken(*pair) for pair in zip(takers, covers[len(state.taken) :], strict=False))
    events = tuple(Event(each) for each in taken)
    state = replace(state, taken=(*state.taken, *taken))
    left = len(covers) - len(state.taken)
    if not left:
        return _reveal(state, now).after(*events)
    if left == 1:
        state = state.turned(sitting=state.sitting.sooner(now, LAST_SEAT, always=True))
    return Step(state, events)


def _reveal(state: State, now: Milliseconds) -> Step[State]:
    """Turn up the next tracing; wait a moment for how well it follows the picture, if that is not known (D4.5)."""
    event = Event(Revealed(state.artist))
    if all(t.seat != state.artist for t in state.precision):
        judging = state.turned(phase=Judging(), sitting=state.sitting.phase(now, JUDGING, always=True))
        return Step(judging, (event,))
    return _judged(state, now).after(event)


def _judged(state: State, now: Milliseconds) -> Step[State]:
    """Let the others guess; before that ask whether the cover counts if the tracing hardly is one (D4.5)."""
    artist = state.artist
    traced = next(t for t in state.precision if t.seat == artist)
    if traced.precision >= state.config.void_below:
        return Step(state if isinstance(state.phase, Guessing) else _open(state, now), (Event(traced),))
    vote = Vote(tuple(s for s in state.sitting.seats if s != artist))
    state = _clock(state.turned(phase=Voiding(vote)), now, VOTING, LAG)
    return Step(state, (Event(traced), Event(VoteOpened(artist, traced.precision, vote.electors))))


def _open(state: State, now: Milliseconds) -> State:
    race = Race(tuple(s for s in state.sitting.seats if s != state.artist))
    return _clock(state.turned(phase=Guessing(race)), now, GUESSING, LAG)


def _vote(
    state: State, phase: Voiding, vote: Vote, now: Milliseconds, *, closing: bool = False
) -> Step[State]:
    """The vote as it is now; closed when all have voted or time is up."""
    if not (closing or vote.complete):
        return Step(state.turned(phase=Voiding(vote)), ballots_since(phase.vote, vote))
    void = vote.passes(tie=False)
    if void:
        state = replace(state, voided=state.voided | {state.artist})
    return Step(_open(state, now), (Event(Ruled(state.artist, vote, void)),))


def _settle(state: State, race: Race, now: Milliseconds) -> Step[State]:
    """All have guessed, or a right guess has no rival left to come (D4.9, D4.13)."""
    leaders = race.leaders()
    if leaders:
        return _show(state, of_equals(state, leaders), now)
    if race.nears() and state.sitting.holders[state.artist].person:
        phase = Accepting(race.nears())
        nears = Event(Nears(phase.nears), frozenset({state.artist}))
        return Step(_clock(state.turned(phase=phase), now, ACCEPTING, LAG), (nears,))
    return _show(state, None, now)


def _show(state: State, winner: Seat | None, now: Milliseconds) -> Step[State]:
    """A right guess wins the picture and lets the artist keep the cover, unless it was voided.

    Without one the cover has gone back by the time the picture is shown (D4.15).
    """
    turn = state.order[state.place]
    keeps = winner is not None and turn.seat not in state.voided
    state = replace(
        state,
        kept=(*state.kept, turn) if keeps else state.kept,
        won=state.won if winner is None else (*state.won, winner),
        phase=Showing(winner),
    )
    shown = Shown(turn.seat, state.cards[turn.seat], winner, turn.cover if keeps else None)
    return Step(_clock(state, now, SHOWING), (Event(shown),))


def _ready(state: State, ready: frozenset[Seat], now: Milliseconds) -> Step[State]:
    if isinstance(state.phase, Showing):
        state = state.turned(phase=Showing(state.phase.winner, ready))
    return _next(state, now) if state.sitting.waits_for() <= ready else Step(state)


def _next(state: State, now: Milliseconds) -> Step[State]:
    """The next tracing, the next round, or the end."""
    if state.place + 1 < len(state.order):
        return _reveal(replace(state, place=state.place + 1), now)
    points = score(len(state.sitting.holders), state.kept, state.won)
    scored = Event(Scored(points))
    state = replace(state, finished=(*state.finished, points))
    if len(state.finished) < ROUNDS[len(state.sitting.holders)]:
        return _deal(state, now).after(scored)
    state = _clock(state.turned(phase=Over()), now, None)
    outcome = Dekalko().outcome(state)
    return Step(state, (scored, Event(outcome)))


def _held(state: State, seat: Seat, gone: bool, now: Milliseconds) -> Step[State]:
    """A seat has a new holder: one given up has no vote, an artist who left takes no near guess (D0.6)."""
    match state.phase:
        case Voiding(vote) as phase if gone:
            return _vote(state, phase, vote.without(seat), now)
        case Accepting() if gone and seat == state.artist:
            return _show(state, None, now)
        case Showing(_, ready):
            return _ready(state, ready, now)
    return Step(state)


def _due(state: State) -> tuple[Offer, ...]:
    """What the referee is asked: ink and precision while tracing, the matcher's word on guesses."""
    phase, due = state.phase, []
    if isinstance(phase, Tracing):
        locked = {t.seat for t in state.taken}
        open_to = [seat for seat in state.sitting.seats if seat not in locked]
        due += [Ask(Ink(state.canvas(s)), (Inked(s, s not in phase.inked),)) for s in open_to]
    due += [Ask(Ink(state.canvas(s)), (Traced(s, 0.0), Traced(s, 1.0))) for s in _unread(state)]
    if isinstance(phase, Guessing):
        due += asks(phase.race)
    return tuple(due)


def _unread(state: State) -> tuple[Seat, ...]:
    """Whose finished tracings still want their precision: until the guesses at each begin (D4.5)."""
    phase = state.phase
    if isinstance(phase, Over) or len(state.precision) == len(state.taken):
        return ()
    begun = isinstance(phase, Accepting | Showing) or (isinstance(phase, Guessing) and phase.race.attempts)
    known = {t.seat for t in state.precision}
    waiting = [t.seat for t in state.order[state.place + (1 if begun else 0) :] if t.seat not in known]
    return tuple(sorted(waiting))


def _verdict(state: State, action: Any, now: Milliseconds) -> Step[State]:
    match state.phase, action:
        case Tracing(since, inked), Inked(seat, enough):
            if seat not in state.sitting.seats or any(t.seat == seat for t in state.taken):
                raise IllegalAction("not_now")
            if (seat in inked) == enough:
                raise IllegalAction("already_done")
            changed = inked | {seat} if enough else inked - {seat}
            return Step(state.turned(phase=Tracing(since, changed)))
        case _, Traced(seat, precision):
            if not 0 <= precision <= 1 or seat not in _unread(state):
                raise IllegalAction("not_now")
            asked = not isinstance(state.phase, Tracing) and seat == state.artist
            state = replace(state, precision=(*state.precision, action))
            return _judged(state, now) if asked else Step(state)
        case Guessing(), Matched():
            return matched(state, action, now, _settle)
    raise IllegalAction("not_now")
