import { expect, test } from "vitest";
import type { Answer, Label } from "../src/api/messages";
import { apply, currentRound, isRight, newGame, roundTimeLeft, type Action, type QuickGuess } from "../src/state/quick-guess";

const WORDS = ["cat", "sun", "key"].map((label): Label => ({ label, names: { en: label }, playable: true, difficulty: 1 }));
const STROKE = { x: [1, 2], y: [3, 4], t: [0, 9], pressure: null };

function answer(label: string, probability: number, sure = false): Answer {
  return { label: sure ? label : null, state: sure ? "ok" : "unknown", top: [{ label, probability }] };
}

function play(...actions: Action[]): QuickGuess {
  return actions.reduce(apply, newGame(WORDS, 20_000, true));
}

const BEGIN: Action = { type: "begin", at: 1_000 };
const INK: Action = { type: "stroke", stroke: STROKE };
const heard = (a: Answer, more: Partial<Action & { type: "answer" }> = {}): Action => ({
  type: "answer", round: 0, answer: a, final: false, at: 5_000, live: null, ...more,
});

test("the word on top wins the round, with the time it took, and the next word is announced", () => {
  const game = play(BEGIN, INK, heard(answer("cat", 0.9, true)));
  expect(game.rounds[0]?.outcome).toEqual({ name: "guessed", after: 4_000 });
  expect(game.phase.name).toBe("briefing");
  expect(game.current).toBe(1);
});

test("the word on top by luck does not win, another label never does", () => {
  expect(isRight(answer("cat", 0.1), "cat")).toBe(false);
  expect(isRight(answer("cat", 0.03, true), "cat")).toBe(false);
  expect(isRight(answer("cat", 0.12, true), "cat")).toBe(true);
  expect(isRight(answer("cat", 0.4), "cat")).toBe(true);
  expect(isRight(answer("dog", 0.99, true), "cat")).toBe(false);
  expect(isRight({ label: null, state: "blank", top: [] }, "cat")).toBe(false);
});

test("a stroke the pen is in the middle of is kept when the round ends", () => {
  const game = play(BEGIN, heard(answer("cat", 0.9, true), { live: STROKE }));
  expect(game.rounds[0]?.drawing).toEqual([STROKE]);
});

test("a late answer of an earlier round changes nothing", () => {
  const game = play(BEGIN, INK, { type: "skip", live: null }, BEGIN);
  expect(apply(game, heard(answer("sun", 0.9, true), { round: 0 }))).toBe(game);
});

test("the end of time asks for one last look, which may still win", () => {
  const over = play(BEGIN, INK, { type: "expire", at: 21_000, live: null });
  expect(over.phase.name).toBe("closing");
  expect(apply(over, heard(answer("cat", 0.9, true), { final: true })).rounds[0]?.outcome?.name).toBe("guessed");
  const missed = apply(over, heard(answer("dog", 0.9, true), { final: true }));
  expect(missed.rounds[0]?.outcome?.name).toBe("missed");
  expect(missed.rounds[0]?.guesses[0]?.label).toBe("dog");
});

test("an early or repeated end of time is nothing", () => {
  const game = play(BEGIN, INK);
  expect(apply(game, { type: "expire", at: 20_999, live: null })).toBe(game);
  const over = apply(game, { type: "expire", at: 21_000, live: null });
  expect(apply(over, { type: "expire", at: 21_001, live: null })).toBe(over);
});

test("a blank board is missed without a look", () => {
  expect(play(BEGIN, { type: "expire", at: 21_000, live: null }).rounds[0]?.outcome?.name).toBe("missed");
});

test("the clock stands still while no guesses can come, and no round begins then", () => {
  const offline = play(BEGIN, { type: "link", open: false, at: 6_000 });
  expect(roundTimeLeft(offline, 90_000)).toBe(15_000);
  expect(apply(offline, { type: "expire", at: 90_000, live: null })).toBe(offline);
  const back = apply(offline, { type: "link", open: true, at: 90_000 });
  expect(roundTimeLeft(back, 91_000)).toBe(14_000);
  const waiting = play({ type: "link", open: false, at: 0 });
  expect(apply(waiting, BEGIN)).toBe(waiting);
});

test("no last look to be had: the round is not judged, never guessed", () => {
  const over = play(BEGIN, INK, { type: "expire", at: 21_000, live: null });
  expect(apply(over, { type: "skip", live: null }).rounds[0]?.outcome?.name).toBe("unjudged");
  const refused = apply(over, { type: "refuse", round: 0, code: "too_many_points", final: true });
  expect(refused.rounds[0]).toMatchObject({ outcome: { name: "unjudged" }, refusal: "too_many_points" });
});

test("undo takes one stroke, clear all, and guesses about ink that is gone go too", () => {
  const game = play(BEGIN, INK, INK, heard(answer("dog", 0.5)));
  expect(currentRound(apply(game, { type: "undo" }))?.drawing).toHaveLength(1);
  expect(currentRound(apply(game, { type: "clear" }))).toMatchObject({ drawing: [], guesses: [] });
});

test("ink is taken only while drawing", () => {
  const briefing = play();
  expect(apply(briefing, INK)).toBe(briefing);
  const over = play(BEGIN, INK, { type: "expire", at: 21_000, live: null });
  expect(apply(over, INK)).toBe(over);
  expect(apply(over, { type: "undo" })).toBe(over);
});

test("after the last word comes the gallery, where nothing changes any more", () => {
  const skip: Action = { type: "skip", live: null };
  const game = play(skip, BEGIN, skip, skip);
  expect(game.phase.name).toBe("gallery");
  expect(game.rounds.map((round) => round.outcome?.name)).toEqual(["skipped", "skipped", "skipped"]);
  for (const action of [skip, BEGIN, INK, { type: "undo" } as const]) expect(apply(game, action)).toBe(game);
});
