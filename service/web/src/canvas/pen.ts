// The pen as a small machine of two named states. Mouse, touch, pen and keyboard all drive it with the same inputs;
// it knows nothing of events, elements or rounds.

import type { Stroke } from "./stroke";

export type PenState = { name: "idle" } | { name: "inking"; hand: number; stroke: Stroke };

export type PenInput =
  | { type: "down"; hand: number; x: number; y: number; at: number; pressure: number | null }
  | { type: "move"; hand: number; x: number; y: number; at: number; pressure: number | null }
  | { type: "lift"; hand: number }
  | { type: "drop"; hand: number };

export interface PenStep {
  state: PenState;
  /** A stroke that ended with this input and is to be kept. */
  finished: Stroke | null;
}

export const IDLE: PenState = { name: "idle" };

/**
 * One step of the pen.
 *
 * `hand` tells pointers apart. A new hand coming down ends the stroke of the one before and keeps its points: with
 * quick strokes of two fingers neither is lost, and times still never decrease. `drop` throws the live stroke away.
 * The live stroke's columns grow in place, a copy for every point would make long strokes slow.
 */
export function step(state: PenState, input: PenInput): PenStep {
  switch (input.type) {
    case "down": {
      const at = Math.max(Math.round(input.at), state.name === "inking" ? (state.stroke.t.at(-1) ?? 0) : 0);
      const stroke: Stroke = {
        x: [input.x],
        y: [input.y],
        t: [at],
        pressure: input.pressure === null ? null : [input.pressure],
      };
      return {
        state: { name: "inking", hand: input.hand, stroke },
        finished: state.name === "inking" ? state.stroke : null,
      };
    }
    case "move":
      if (state.name === "inking" && state.hand === input.hand) extend(state.stroke, input);
      return { state, finished: null };
    case "lift":
      if (state.name !== "inking" || state.hand !== input.hand) return { state, finished: null };
      return { state: IDLE, finished: state.stroke };
    case "drop":
      if (state.name !== "inking" || state.hand !== input.hand) return { state, finished: null };
      return { state: IDLE, finished: null };
  }
}

function extend(stroke: Stroke, point: { x: number; y: number; at: number; pressure: number | null }): void {
  const last = stroke.x.length - 1;
  if (stroke.x[last] === point.x && stroke.y[last] === point.y) return;
  stroke.x.push(point.x);
  stroke.y.push(point.y);
  stroke.t.push(Math.max(stroke.t[last] ?? 0, Math.round(point.at)));
  stroke.pressure?.push(point.pressure ?? 0.5);
}
