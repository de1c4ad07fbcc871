// Quick Guess as one plain record and one pure step: six words, a short time for each, the AI guesses.

import type { Answer, Guess, Label } from "../api/messages";
import type { Drawing, Stroke } from "../canvas/stroke";
import { fullCountdown, started, stopped, timeLeft, type Countdown } from "./countdown";

export interface QuickGuess {
  /** One entry for each word, in the order of play. */
  readonly rounds: readonly Round[];
  /** Index of the round that is announced or played. */
  readonly current: number;
  readonly phase: Phase;
  /** Whether guesses can come. The clock stands still while they cannot. */
  readonly linked: boolean;
  /** Milliseconds for each word. */
  readonly turn: number;
}

export type Phase =
  /** The word is shown and waits for the player. */
  | { readonly name: "briefing" }
  | { readonly name: "drawing"; readonly countdown: Countdown }
  /** The time is up and the AI takes a last look. */
  | { readonly name: "closing" }
  | { readonly name: "gallery" };

export interface Round {
  readonly word: Label;
  readonly drawing: Drawing;
  /** What the AI thought when it last looked, best first; empty before that and when it saw nothing. */
  readonly guesses: readonly Guess[];
  /** Why the service would not read the drawing; null when it did. */
  readonly refusal: string | null;
  /** null until the round is over. */
  readonly outcome: Outcome | null;
}

export type Outcome =
  /** `after` milliseconds of drawing time. */
  | { readonly name: "guessed"; readonly after: number }
  | { readonly name: "missed" }
  | { readonly name: "skipped" }
  /** No last look was to be had, so nobody knows. */
  | { readonly name: "unjudged" };

/** `live` is the stroke the pen is in the middle of; a round that ends keeps it. */
export type Action =
  | { type: "begin"; at: number }
  | { type: "stroke"; stroke: Stroke }
  | { type: "undo" }
  | { type: "clear" }
  | { type: "skip"; live: Stroke | null }
  | { type: "expire"; at: number; live: Stroke | null }
  | { type: "answer"; round: number; answer: Answer; final: boolean; at: number; live: Stroke | null }
  | { type: "refuse"; round: number; code: string; final: boolean }
  | { type: "link"; open: boolean; at: number };

/** A first place below this is luck, unless the service itself stands by it. */
export const SURE = 0.25;
/** And below this it is luck even then: in an all but blank drawing something is always first. */
export const HARDLY = 0.1;

export function newGame(words: readonly Label[], turn: number, linked: boolean): QuickGuess {
  const rounds = words.map((word) => ({ word, drawing: [], guesses: [], refusal: null, outcome: null }));
  return { rounds, current: 0, phase: rounds.length ? { name: "briefing" } : { name: "gallery" }, linked, turn };
}

/** The round that is announced or played; null in the gallery. */
export function currentRound(game: QuickGuess): Round | null {
  return game.phase.name === "gallery" ? null : (game.rounds[game.current] ?? null);
}

/** The round before the one announced, to be told about in the briefing. */
export function previousRound(game: QuickGuess): Round | null {
  return game.rounds[game.current - 1] ?? null;
}

/** Milliseconds left in the round. */
export function roundTimeLeft(game: QuickGuess, now: number): number {
  switch (game.phase.name) {
    case "briefing":
      return game.turn;
    case "drawing":
      return timeLeft(game.phase.countdown, now);
    default:
      return 0;
  }
}

export function isRight(answer: Answer, word: string): boolean {
  const first = answer.top[0];
  if (answer.state === "blank" || first?.label !== word) return false;
  return first.probability >= (answer.label === word ? HARDLY : SURE);
}

/** One step. An action that has no place in the phase leaves the game as it is. */
export function apply(game: QuickGuess, action: Action): QuickGuess {
  const { phase } = game;
  switch (action.type) {
    case "link":
      return linkChanged({ ...game, linked: action.open }, action.at);
    case "begin":
      if (phase.name !== "briefing" || !game.linked) return game;
      return { ...game, phase: { name: "drawing", countdown: started(fullCountdown(game.turn), action.at) } };
    case "stroke":
      return phase.name === "drawing" ? changeInk(game, (drawing) => [...drawing, action.stroke]) : game;
    case "undo":
      return phase.name === "drawing" ? changeInk(game, (drawing) => drawing.slice(0, -1)) : game;
    case "clear":
      return phase.name === "drawing" ? changeInk(game, () => []) : game;
    case "skip":
      if (phase.name === "closing") return finish(game, { name: "unjudged" }, null);
      return phase.name === "gallery" ? game : finish(game, { name: "skipped" }, action.live);
    case "expire":
      return expire(game, action.at, action.live);
    case "answer":
      return answered(game, action);
    case "refuse":
      if (action.round !== game.current) return game;
      if (phase.name === "closing" && action.final) {
        return finish(changeRound(game, { refusal: action.code }), { name: "unjudged" }, null);
      }
      return phase.name === "drawing" ? changeRound(game, { refusal: action.code }) : game;
  }
}

function linkChanged(game: QuickGuess, at: number): QuickGuess {
  if (game.phase.name !== "drawing") return game;
  const countdown = (game.linked ? started : stopped)(game.phase.countdown, at);
  return { ...game, phase: { name: "drawing", countdown } };
}

function expire(game: QuickGuess, at: number, live: Stroke | null): QuickGuess {
  if (game.phase.name !== "drawing" || timeLeft(game.phase.countdown, at) > 0) return game;
  const kept = live === null ? game : changeInk(game, (drawing) => [...drawing, live]);
  const blank = kept.rounds[kept.current]?.drawing.length === 0;
  return blank ? finish(changeRound(kept, { guesses: [] }), { name: "missed" }, null) : { ...kept, phase: { name: "closing" } };
}

function answered(game: QuickGuess, action: Action & { type: "answer" }): QuickGuess {
  const round = currentRound(game);
  const { phase } = game;
  // A late answer for an earlier round, or for ink that is gone, says nothing about this one.
  if (round === null || action.round !== game.current) return game;
  if (phase.name !== "drawing" && !(phase.name === "closing" && action.final)) return game;
  const told = changeRound(game, { guesses: action.answer.top, refusal: null });
  if (isRight(action.answer, round.word.label)) {
    const left = phase.name === "drawing" ? timeLeft(phase.countdown, action.at) : 0;
    return finish(told, { name: "guessed", after: game.turn - left }, action.live);
  }
  return action.final ? finish(told, { name: "missed" }, null) : told;
}

function finish(game: QuickGuess, outcome: Outcome, live: Stroke | null): QuickGuess {
  const kept = live === null ? game : changeInk(game, (drawing) => [...drawing, live]);
  const done = changeRound(kept, { outcome });
  const next = done.current + 1;
  if (next < done.rounds.length) return { ...done, current: next, phase: { name: "briefing" } };
  return { ...done, phase: { name: "gallery" } };
}

function changeInk(game: QuickGuess, change: (drawing: Drawing) => Drawing): QuickGuess {
  const drawing = change(game.rounds[game.current]?.drawing ?? []);
  return changeRound(game, drawing.length ? { drawing } : { drawing, guesses: [] });
}

function changeRound(game: QuickGuess, change: Partial<Round>): QuickGuess {
  return { ...game, rounds: game.rounds.map((round, i) => (i === game.current ? { ...round, ...change } : round)) };
}
