import { expect, test } from "vitest";
import { NO_PALM, pointerDown, pointerGone } from "../src/canvas/palm";
import { IDLE, step, type PenInput } from "../src/canvas/pen";
import type { Stroke } from "../src/canvas/stroke";

function play(inputs: PenInput[]): { finished: Stroke[]; live: Stroke | null } {
  let state = IDLE;
  const finished: Stroke[] = [];
  for (const input of inputs) {
    const next = step(state, input);
    state = next.state;
    if (next.finished) finished.push(next.finished);
  }
  return { finished, live: state.name === "inking" ? state.stroke : null };
}

const down = (hand: number, x: number, at: number): PenInput => ({ type: "down", hand, x, y: 0, at, pressure: null });
const move = (hand: number, x: number, at: number): PenInput => ({ type: "move", hand, x, y: 0, at, pressure: null });
const lift = (hand: number): PenInput => ({ type: "lift", hand });

test("down, move, lift is one stroke with the times of its points", () => {
  const { finished } = play([down(1, 0, 0), move(1, 5, 12.4), move(1, 9, 30), lift(1)]);
  expect(finished).toEqual([{ x: [0, 5, 9], y: [0, 0, 0], t: [0, 12, 30], pressure: null }]);
});

test("a tap is a stroke of one point", () => {
  expect(play([down(1, 7, 0), lift(1)]).finished).toEqual([{ x: [7], y: [0], t: [0], pressure: null }]);
});

test("a second finger that comes down early ends the first stroke and loses neither", () => {
  const { finished, live } = play([down(1, 0, 0), move(1, 5, 10), down(2, 50, 8), lift(1), move(2, 60, 20)]);
  expect(finished.map((s) => s.x)).toEqual([[0, 5]]);
  expect(live?.x).toEqual([50, 60]);
  expect(live?.t[0]).toBe(10);
});

test("times never decrease and a pen that stands still adds no points", () => {
  const { finished } = play([down(1, 0, 100), move(1, 0, 110), move(1, 4, 90), lift(1)]);
  expect(finished[0]?.t).toEqual([100, 100]);
  expect(finished[0]?.x).toEqual([0, 4]);
});

test("moves of a hand that is not down leave nothing", () => {
  expect(play([move(1, 3, 0), lift(1), down(1, 1, 5), move(2, 9, 6)]).live?.x).toEqual([1]);
});

test("a dropped stroke is gone", () => {
  expect(play([down(1, 0, 0), move(1, 5, 10), { type: "drop", hand: 1 }])).toEqual({ finished: [], live: null });
});

test("a touch draws before any pen, and between two strokes of a pen", () => {
  expect(pointerDown(NO_PALM, 1, "touch").draws).toBe(true);
  const pen = pointerDown(NO_PALM, 2, "pen").palm;
  expect(pointerDown(pointerGone(pen, 2), 3, "touch").draws).toBe(true);
});

test("while the pen is down a touch is a palm until it lifts, unless all touches are accepted", () => {
  let palm = pointerDown(NO_PALM, 1, "pen").palm;
  const touch = pointerDown(palm, 2, "touch");
  expect(touch.draws).toBe(false);
  palm = pointerGone(touch.palm, 1);
  expect(palm.ignored.has(2)).toBe(true);
  expect(pointerGone(palm, 2).ignored.size).toBe(0);
  const open = pointerDown({ ...NO_PALM, acceptAll: true }, 1, "pen").palm;
  expect(pointerDown(open, 2, "touch").draws).toBe(true);
});
