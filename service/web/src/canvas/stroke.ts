// Ink as data: strokes on the logical canvas and the drawing they make up. Nothing here knows the screen.

/** Width and height of the logical canvas, whatever the screen. */
export const CANVAS = 1000;

/** One stroke, as columns of equal length. Never empty once it is part of a drawing. */
export interface Stroke {
  /** 0..CANVAS, to the right. */
  x: number[];
  /** 0..CANVAS, downwards. */
  y: number[];
  /** Whole milliseconds from the first point of the drawing; never decreasing. */
  t: number[];
  /** 0..1 from a pen that reports it; null for mouse, touch and keyboard. Only for looks, never sent. */
  pressure: number[] | null;
}

/** Strokes in the order in which they were begun. */
export type Drawing = readonly Stroke[];

/** Quick, Draw! columns: `[[xs], [ys], [ts]]` for each stroke. */
export type StrokeColumns = [number[], number[], number[]];

export function toColumns(drawing: Drawing): StrokeColumns[] {
  return drawing.map((stroke) => [[...stroke.x], [...stroke.y], [...stroke.t]]);
}

export function fromColumns(columns: readonly (readonly number[][])[]): Drawing {
  return columns.map(([x = [], y = [], t]) => ({ x, y, t: t ?? x.map((_, i) => 16 * i), pressure: null }));
}

/** Milliseconds from the first point to the last. */
export function duration(drawing: Drawing): number {
  return drawing.at(-1)?.t.at(-1) ?? 0;
}

export function pointCount(drawing: Drawing): number {
  return drawing.reduce((sum, stroke) => sum + stroke.x.length, 0);
}

/** The drawing as it was `t` milliseconds after its first point. Whole strokes are the same objects as before. */
export function until(drawing: Drawing, t: number): Drawing {
  const part: Stroke[] = [];
  for (const stroke of drawing) {
    if ((stroke.t[0] ?? 0) > t) break;
    if ((stroke.t.at(-1) ?? 0) <= t) {
      part.push(stroke);
      continue;
    }
    const count = stroke.t.findIndex((time) => time > t);
    part.push({
      x: stroke.x.slice(0, count),
      y: stroke.y.slice(0, count),
      t: stroke.t.slice(0, count),
      pressure: stroke.pressure?.slice(0, count) ?? null,
    });
  }
  return part;
}
