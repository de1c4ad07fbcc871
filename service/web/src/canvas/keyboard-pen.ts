// The keyboard pen: where it is, and how keys move it. Pure; the events are bound in keyboard.ts.

import { STAMP_SIZES } from "./stamps";
import { CANVAS } from "./stroke";

export interface KeyboardPen {
  /** Where the pen is, in logical units. */
  x: number;
  y: number;
  /** Whether it is on the paper. */
  down: boolean;
  /** Index into STAMP_SIZES. */
  size: number;
}

export type Direction = "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown";

export const CENTRE: KeyboardPen = { x: CANVAS / 2, y: CANVAS / 2, down: false, size: 1 };

/** Logical units for one press of an arrow key, and for a second of holding it. */
export const STEP = 20;
export const SPEED = 380;
/** How many times faster with Shift. */
export const FAST = 3;

const VECTORS: Record<Direction, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export function isDirection(key: string): key is Direction {
  return key in VECTORS;
}

/** The pen after it went `distance` units in the sum of the directions held, kept on the canvas. */
export function moved(pen: KeyboardPen, held: Iterable<Direction>, distance: number): KeyboardPen {
  let dx = 0;
  let dy = 0;
  for (const direction of held) {
    dx += VECTORS[direction][0];
    dy += VECTORS[direction][1];
  }
  const length = Math.hypot(dx, dy);
  if (length === 0) return pen;
  return { ...pen, x: keep(pen.x + (dx / length) * distance), y: keep(pen.y + (dy / length) * distance) };
}

export function resized(pen: KeyboardPen, change: number): KeyboardPen {
  return { ...pen, size: Math.min(STAMP_SIZES.length - 1, Math.max(0, pen.size + change)) };
}

function keep(value: number): number {
  return Math.round(Math.min(CANVAS, Math.max(0, value)) * 10) / 10;
}
