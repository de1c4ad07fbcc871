// Ready shapes for those who draw with the keyboard: one stroke each, around a centre.

import { CANVAS, type Stroke } from "./stroke";

export const STAMPS = ["line", "circle", "square", "triangle"] as const;
export type Stamp = (typeof STAMPS)[number];

/** Half the side of a stamp, in logical units, from small to large. */
export const STAMP_SIZES = [40, 90, 160, 260] as const;

const POINTS_OF_CIRCLE = 32;
const MS_PER_POINT = 12;

/** The stamp as a stroke that begins `at` milliseconds into the drawing. Parts beyond the canvas are cut to its edge. */
export function stampStroke(stamp: Stamp, cx: number, cy: number, half: number, at: number): Stroke {
  const corners = outline(stamp).map(([u, v]) => [keep(cx + u * half), keep(cy + v * half)] as const);
  return {
    x: corners.map(([x]) => x),
    y: corners.map(([, y]) => y),
    t: corners.map((_, i) => Math.round(at) + MS_PER_POINT * i),
    pressure: null,
  };
}

function outline(stamp: Stamp): [number, number][] {
  switch (stamp) {
    case "line":
      return [[-1, 0], [1, 0]];
    case "square":
      return [[-1, -1], [1, -1], [1, 1], [-1, 1], [-1, -1]];
    case "triangle":
      return [[0, -1], [1, 1], [-1, 1], [0, -1]];
    case "circle":
      return Array.from({ length: POINTS_OF_CIRCLE + 1 }, (_, i) => {
        const angle = (2 * Math.PI * i) / POINTS_OF_CIRCLE - Math.PI / 2;
        return [Math.cos(angle), Math.sin(angle)];
      });
  }
}

function keep(value: number): number {
  return Math.round(Math.min(CANVAS, Math.max(0, value)) * 10) / 10;
}
