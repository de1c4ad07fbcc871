// The cat that draws itself on the start screen.

import type { Drawing, Stroke } from "../canvas/stroke";

type Point = readonly [number, number];

const MS_PER_POINT = 16;
const LIFT_MS = 180;

const CAT: readonly (readonly Point[])[] = [
  arc([500, 560], [268, 232], -70, 292),
  curve([290, 415], [262, 300], [258, 205], [300, 235], [352, 285], [402, 348]),
  curve([598, 346], [650, 288], [700, 226], [742, 205], [740, 300], [712, 420]),
  arc([398, 510], [20, 34], 0, 344),
  arc([602, 510], [20, 34], 0, 344),
  curve([470, 602], [500, 596], [532, 602], [518, 622], [500, 640], [484, 622], [470, 604]),
  curve([500, 640], [500, 680], [470, 704], [432, 690]),
  curve([500, 640], [502, 680], [534, 704], [570, 688]),
  curve([330, 610], [240, 590], [160, 586]),
  curve([332, 650], [240, 656], [164, 682]),
  curve([668, 610], [760, 588], [842, 582]),
  curve([668, 650], [760, 656], [838, 684]),
];

export function demoDrawing(): Drawing {
  let at = 0;
  return CAT.map((points): Stroke => {
    const stroke: Stroke = { x: [], y: [], t: [], pressure: null };
    for (const [x, y] of points) {
      stroke.x.push(x);
      stroke.y.push(y);
      stroke.t.push(at);
      at += MS_PER_POINT;
    }
    at += LIFT_MS;
    return stroke;
  });
}

// A turn of an ellipse, in degrees; it drifts a little, as a hand does.
function arc([cx, cy]: Point, [rx, ry]: Point, from: number, to: number): Point[] {
  const count = Math.max(10, Math.round(rx / 6));
  return Array.from({ length: count + 1 }, (_, i) => {
    const turn = ((from + ((to - from) * i) / count) * Math.PI) / 180;
    const drift = 1 + 0.018 * Math.sin(3 * turn) + 0.02 * (i / count);
    return [cx + rx * drift * Math.cos(turn), cy + ry * drift * Math.sin(turn)] as const;
  });
}

// A Catmull-Rom curve through the points.
function curve(...through: Point[]): Point[] {
  const out: Point[] = [];
  const pieces = 6;
  for (let i = 0; i + 1 < through.length; i++) {
    const [a, b, c, d] = [i - 1, i, i + 1, i + 2].map(
      (k) => through[Math.min(through.length - 1, Math.max(0, k))] as Point,
    ) as [Point, Point, Point, Point];
    for (let k = 0; k < pieces; k++) out.push([spline(k / pieces, a[0], b[0], c[0], d[0]), spline(k / pieces, a[1], b[1], c[1], d[1])]);
  }
  out.push(through.at(-1) as Point);
  return out;
}

function spline(u: number, a: number, b: number, c: number, d: number): number {
  return 0.5 * (2 * b + (c - a) * u + (2 * a - 5 * b + 4 * c - d) * u * u + (3 * b - a - 3 * c + d) * u ** 3);
}
