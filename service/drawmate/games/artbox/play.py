"""The flow of ArtBox: choosing, rolling, drawing, matching, scoring."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final, assert_never

from drawmate.games.artbox.deck import draw_words
from drawmate.games.artbox.records import (
    CARDS_DEALT,
    FACES,
    SHAPE_CARDS,
    Action,
    Assign,
    Checked,
    Choosing,
    Config,
    Dealt,
    Drawing,
    Finish,
    Finished,
    HandIn,
    HasKept,
    Keep,
    Kept,
    Laid,
    Matching,
    Roll,
    Rolled,
    Rolling,
    Scored,
    Showing,
    State,
    Token,
    View,
    Withdrawn,
)  # fmt: skip
from drawmate.games.artbox.scoring import count, points
from drawmate.games.artbox.sight import view
from drawmate.games.clock import LAG, Milliseconds
from drawmate.games.frame import applied, expired, readied, ready_offers
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

CHOOSING: Final[Milliseconds] = 20_000
ROLLING: Final[Milliseconds] = 10_000
DRAWING: Final[Milliseconds] = 120_000
MATCHING: Final[Milliseconds] = 120_000
HOURGLASS: Final[Milliseconds] = 30_000
SHOWING: Final[Milliseconds] = 15_000
AI_FLOOR: Final[Milliseconds] = 30_000


class ArtBox(Game[State]):
    """The rules of ArtBox."""

    name = "artbox"
    seats = range(3, 9)

    def start(self, config: Config, holders: tuple[Holder, ...], seed: int, now: Milliseconds) -> Step[State]:
        """Shuffle the words, choose the start seat and deal the first round."""
        sitting = sitting_of(holders, self.seats, seed, timers=config.timers, stretch=config.stretch)
        if not 0 <= config.decoys <= 6 or len(config.groups) not in (0, config.words):
            raise ConfigError("bad_option", "an option is out of range")
        enough(config.words, CARDS_DEALT * len(holders) + config.decoys)
        deck, chance = sitting.chance.shuffle(range(config.words))
        first, chance = starting_seat(config.starter, sitting.seats, chance)
        state = State(sitting.turned(chance=chance), config, first, deck, Over())
        step = _deal(state, now)
        if isinstance(step.state.phase, Over):
            raise ConfigError("too_few_cards", "the deck is too small for one round")
        return step

    def offers(self, state: State, actor: Actor) -> tuple[Offer, ...]:
        """What an actor may do now."""
        if actor == REFEREE:
            return _due(state)
        if actor not in state.sitting.seats:
            return ()
        phase = state.phase
        match phase:
            case Choosing(dealt, kept):
                return tuple(Choice(Keep(word)) for word in dealt[actor]) if kept[actor] is None else ()
            case Rolling():
                return (Choice(Roll()),) if actor == state.start else ()
            case Drawing(valid):
                if any(token.seat == actor for token in state.tokens):
                    return ()
                ink = Ink(state.canvas(actor))
                return (ink, Choice(HandIn())) if actor in valid else (ink,)
            case Matching():
                return _matching_offers(state, phase, actor)
            case Showing(_, ready):
                return ready_offers(ready, actor)
            case Over():
                return ()
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
        """Highest total; then the drawing matched most in the last round; then its lowest token."""
        if not isinstance(state.phase, Over) or state.counts is None:
            return None
        totals = totals_of(state.finished)
        tokens = tuple(-token for token in state.counts.tokens)
        reason = "a seat has reached the target" if max(totals) >= state.target else "no words are left"
        return Outcome(best(totals, state.counts.matched, tokens), totals, state.finished, reason)


def _act(state: State, actor: Seat, action: Action, now: Milliseconds) -> Step[State]:
    match state.phase, action:
        case Choosing() as phase, Keep(word):
            if phase.kept[actor] is not None:
                raise IllegalAction("already_done")
            if word not in phase.dealt[actor]:
                raise IllegalAction("not_yours")
            kept = (*phase.kept[:actor], word, *phase.kept[actor + 1 :])
            return _keep(state, replace(phase, kept=kept), now)
        case Rolling(), Roll():
            if actor != state.start:
                raise IllegalAction("not_yours")
            return _roll(state, now)
        case Drawing(valid), HandIn():
            if any(token.seat == actor for token in state.tokens):
                raise IllegalAction("already_done")
            if actor not in valid:
                raise IllegalAction("not_valid")
            return _hand_in(state, (actor,), now)
        case Matching() as phase, Assign() | Finish():
            if actor in phase.finished:
                raise IllegalAction("already_done")
            if isinstance(action, Assign):
                return _assign(state, phase, actor, action)
            return _finish(state, phase, actor, now)
        case Showing(_, ready), Ready():
            return _ready(state, readied(ready, actor), now)
    raise IllegalAction("not_now")


def _time_up(state: State, now: Milliseconds) -> Step[State]:
    phase = state.phase
    match phase:
        case Choosing(dealt, kept):
            chosen, chance = list(kept), state.sitting.chance
            for seat in state.sitting.seats:
                if chosen[seat] is None:
                    chosen[seat], chance = chance.choose(dealt[seat])
            state = state.turned(sitting=state.sitting.turned(chance=chance))
            return _keep(state, replace(phase, kept=tuple(chosen)), now)
        case Rolling():
            return _roll(state, now)
        case Drawing(valid):
            late = sorted(valid - {token.seat for token in state.tokens})
            order, chance = state.sitting.chance.shuffle(late)
            state = state.turned(sitting=state.sitting.turned(chance=chance))
            return _hand_in(state, order, now, closing=True)
        case Matching():
            return _show(state, phase, now)
        case Showing():
            return _next(state, now)
        case Over():
            return Step(state)
    assert_never(phase)


def _deal(state: State, now: Milliseconds) -> Step[State]:
    """Two words to every seat and the decoys; if there are not enough words the game is over."""
    seats, config = len(state.sitting.holders), state.config
    number = CARDS_DEALT * seats + config.decoys
    words, deck = draw_words(config, state.deck, number)
    sitting = state.sitting
    if len(words) < number:
        return Step(state.turned(phase=Over(), sitting=sitting.phase(now, None)))
    hands = tuple(words[CARDS_DEALT * s : CARDS_DEALT * (s + 1)] for s in range(seats))
    phase = Choosing(hands, (None,) * seats)
    sitting = sitting.phase(now, CHOOSING, LAG)
    row = words[CARDS_DEALT * seats :]
    fresh = State(sitting, config, state.start, deck, phase, state.finished, state.counts, row=row)
    events = tuple(Event(Dealt(hand), frozenset({seat})) for seat, hand in enumerate(hands))
    return Step(fresh, events)


def _keep(state: State, phase: Choosing, now: Milliseconds) -> Step[State]:
    """When all have chosen, the other words go under the deck and the dice are rolled."""
    words = tuple(word for word in phase.kept if word is not None)
    events = _kept(state, phase)
    if len(words) < len(phase.kept):
        return Step(state.turned(phase=phase), events)
    under = tuple(word for hand in phase.dealt for word in hand if word not in words)
    row, chance = state.sitting.chance.shuffle((*words, *state.row))
    state = replace(state, words=words, row=row, deck=state.deck + under, phase=Rolling())
    sitting = state.sitting.turned(chance=chance).phase(now, ROLLING)
    return Step(state.turned(sitting=sitting), events)


def _kept(state: State, phase: Choosing) -> tuple[Event, ...]:
    """That seats have kept a word is public; which, only they know."""
    assert isinstance(state.phase, Choosing)
    new = [
        (seat, word)
        for seat, (word, before) in enumerate(zip(phase.kept, state.phase.kept, strict=True))
        if word is not None and before is None
    ]
    return tuple(
        event for seat, word in new for event in (Event(HasKept(seat)), Event(Kept(word), frozenset({seat})))
    )


def _roll(state: State, now: Milliseconds) -> Step[State]:
    faces, chance = [], state.sitting.chance
    for _ in range(SHAPE_CARDS):
        face, chance = chance.below(FACES)
        faces.append(face)
    sitting = state.sitting.turned(chance=chance).phase(now, DRAWING, LAG)
    state = replace(state, faces=tuple(faces), phase=Drawing(), sitting=sitting)
    return Step(state, (Event(Rolled(state.faces)),))


def _hand_in(
    state: State, seats: tuple[Seat, ...], now: Milliseconds, *, closing: bool = False
) -> Step[State]:
    """Seats take the lowest tokens left; when all are in, or time is up, the drawings are laid out (D3.8, D3.9).

    Withdrawn seats get the tokens that are left by lot: they still match, and tokens break ties.
    """
    tokens = tuple(Token(seat, number) for number, seat in enumerate(seats, start=len(state.tokens) + 1))
    state = replace(state, tokens=state.tokens + tokens)
    events = [Event(token) for token in tokens]
    if len(state.tokens) < len(state.sitting.holders) and not closing:
        return Step(state, tuple(events))
    authors = [token.seat for token in state.tokens]
    withdrawn, chance = state.sitting.chance.shuffle([s for s in state.sitting.seats if s not in authors])
    events += [Event(Withdrawn(seat)) for seat in sorted(withdrawn)]
    lots = tuple(Token(seat, number) for number, seat in enumerate(withdrawn, start=len(authors) + 1))
    events += [Event(token) for token in lots]
    places, chance = chance.shuffle(sorted(authors))
    sitting = state.sitting.turned(chance=chance).phase(now, MATCHING, LAG)
    drafts = tuple(
        tuple(state.words[author] if author == seat else None for author in places)
        for seat in state.sitting.seats
    )
    tokens = state.tokens + lots
    state = replace(state, places=places, tokens=tokens, sitting=sitting, phase=Matching(now, drafts))
    events.append(Event(Laid(len(places), state.row)))
    if not places:
        return _show(state, Matching(now, drafts), now).after(*events)
    return Step(state, tuple(events))


def _matching_offers(state: State, phase: Matching, seat: Seat) -> tuple[Offer, ...]:
    if seat in phase.finished:
        return ()
    own = state.words[seat] if seat in state.places else None
    choices: list[Offer] = [
        Choice(Assign(place, word))
        for place, author in enumerate(state.places)
        if author != seat
        for word in state.row
        if word != own
    ]
    if None not in phase.drafts[seat]:
        choices.append(Choice(Finish(), ai_from=_floor(state, phase)))
    return tuple(choices)


def _floor(state: State, phase: Matching) -> Milliseconds | None:
    """No AI turns the hourglass before people had this time (D3.14)."""
    return None if phase.finished else state.sitting.floor(phase.since, AI_FLOOR)


def _assign(state: State, phase: Matching, seat: Seat, action: Assign) -> Step[State]:
    if not 0 <= action.place < len(state.places) or state.places[action.place] == seat:
        raise IllegalAction("not_yours")
    if action.word not in state.row or (seat in state.places and action.word == state.words[seat]):
        raise IllegalAction("not_in_row")
    draft = tuple(
        action.word if place == action.place else (None if word == action.word else word)
        for place, word in enumerate(phase.drafts[seat])
    )
    drafts = (*phase.drafts[:seat], draft, *phase.drafts[seat + 1 :])
    return Step(
        state.turned(phase=Matching(phase.since, drafts, phase.finished)), (Event(action, frozenset({seat})),)
    )


def _finish(state: State, phase: Matching, seat: Seat, now: Milliseconds) -> Step[State]:
    """A complete draft becomes final; the first turns the hourglass, which runs in every game (D3.14)."""
    if None in phase.drafts[seat]:
        raise IllegalAction("not_complete")
    state.sitting.pace(seat, now, _floor(state, phase))
    phase = replace(phase, finished=(*phase.finished, seat))
    event = Event(Finished(seat))
    if len(phase.finished) == len(state.sitting.holders):
        return _show(state, phase, now).after(event)
    sitting = state.sitting
    if len(phase.finished) == 1:
        sitting = sitting.sooner(now, HOURGLASS, always=True)
    return Step(state.turned(phase=phase, sitting=sitting), (event,))


def _show(state: State, phase: Matching, now: Milliseconds) -> Step[State]:
    """Count, score, and show who drew what."""
    numbers = {token.seat: token.number for token in state.tokens}
    tokens = tuple(numbers[seat] for seat in state.sitting.seats)
    counts = count(state.words, state.places, phase.drafts, tokens)
    gained = points(counts)
    scored = Scored(state.places, state.words, counts, gained)
    state = replace(
        state,
        counts=counts,
        finished=(*state.finished, gained),
        phase=Showing(phase.drafts),
        sitting=state.sitting.phase(now, SHOWING),
    )
    return Step(state, (Event(scored),))


def _ready(state: State, ready: frozenset[Seat], now: Milliseconds) -> Step[State]:
    if isinstance(state.phase, Showing):
        state = state.turned(phase=Showing(state.phase.drafts, ready))
    return _next(state, now) if state.sitting.waits_for() <= ready else Step(state)


def _next(state: State, now: Milliseconds) -> Step[State]:
    """The end once someone has reached the target, or the next round, which the seat to the left starts (D0.4)."""
    if max(totals_of(state.finished)) >= state.target:
        step = Step(state.turned(phase=Over(), sitting=state.sitting.phase(now, None)))
    else:
        step = _deal(replace(state, start=state.sitting.left(state.start)), now)
    outcome = ArtBox().outcome(step.state)
    return Step(step.state, (*step.events, *((Event(outcome),) if outcome else ())))


def _due(state: State) -> tuple[Offer, ...]:
    if not isinstance(state.phase, Drawing):
        return ()
    handed_in = {token.seat for token in state.tokens}
    return tuple(
        Ask(Ink(state.canvas(seat)), (Checked(seat, seat not in state.phase.valid),))
        for seat in state.sitting.seats
        if seat not in handed_in
    )


def _held(state: State, seat: Seat, left: bool, now: Milliseconds) -> Step[State]:
    """A seat has a new holder, who may be the one that was waited for."""
    return _ready(state, state.phase.ready, now) if isinstance(state.phase, Showing) else Step(state)


def _verdict(state: State, action: Any, now: Milliseconds) -> Step[State]:
    match state.phase, action:
        case Drawing(valid), Checked(seat, ok):
            if seat not in state.sitting.seats or any(token.seat == seat for token in state.tokens):
                raise IllegalAction("not_now")
            if (seat in valid) == ok:
                raise IllegalAction("already_done")
            changed = valid | {seat} if ok else valid - {seat}
            return Step(state.turned(phase=Drawing(changed)), (Event(action, frozenset({seat})),))
    raise IllegalAction("not_now")
