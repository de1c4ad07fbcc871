// How a stroke looks: its outline as SVG path data, from perfect-freehand.

import { getStroke } from "perfect-freehand";
import type { Stroke } from "./stroke";

/** Width of the line in logical units. */
export const LINE = 15;

/** Logical units between points beyond which more are put in for the looks. */
const LONGEST_GAP = LINE;

const finished = new WeakMap<Stroke, string>();

/** Path data of a stroke that no longer changes; worked out once. */
export function finishedPath(stroke: Stroke): string {
  let path = finished.get(stroke);
  if (path === undefined) {
    path = strokePath(stroke, true);
    finished.set(stroke, path);
  }
  return path;
}

/** Path data of a stroke as it is now; a single point is a dot as wide as the line. */
export function strokePath(stroke: Stroke, complete: boolean): string {
  if (stroke.x.length === 1) return dot(stroke.x[0] ?? 0, stroke.y[0] ?? 0);
  const edge = getStroke(closePoints(stroke), {
    size: LINE,
    thinning: 0.35,
    smoothing: 0.6,
    streamline: 0.3,
    simulatePressure: stroke.pressure === null,
    last: complete,
  });
  return closedCurve(edge);
}

// Long gaps between points (a fast mouse, a stamp) would make hairlines: fill them in.
function closePoints(stroke: Stroke): number[][] {
  const points: number[][] = [];
  stroke.x.forEach((x, i) => {
    const here = [x, stroke.y[i] ?? 0, stroke.pressure?.[i] ?? 0.5];
    const [px = 0, py = 0, pp = 0] = points.at(-1) ?? here;
    const pieces = Math.ceil(Math.hypot(x - px, here[1]! - py) / LONGEST_GAP);
    for (let k = 1; k < pieces; k++) {
      const u = k / pieces;
      points.push([px + (x - px) * u, py + (here[1]! - py) * u, pp + (here[2]! - pp) * u]);
    }
    points.push(here);
  });
  return points;
}

function dot(x: number, y: number): string {
  const r = LINE / 2;
  return `M${x - r} ${y}a${r} ${r} 0 1 0 ${LINE} 0a${r} ${r} 0 1 0 ${-LINE} 0Z`;
}

// Quadratic curves through the middles of the edge's points.
function closedCurve(edge: number[][]): string {
  if (edge.length < 3) return "";
  const middles = edge.map(([x = 0, y = 0], i) => {
    const [nx = 0, ny = 0] = edge[(i + 1) % edge.length] ?? [];
    return `${x.toFixed(1)} ${y.toFixed(1)} ${((x + nx) / 2).toFixed(1)} ${((y + ny) / 2).toFixed(1)}`;
  });
  const [x = 0, y = 0] = edge.at(-1) ?? [];
  const [fx = 0, fy = 0] = edge[0] ?? [];
  return `M${((x + fx) / 2).toFixed(1)} ${((y + fy) / 2).toFixed(1)}Q${middles.join("Q")}Z`;
}
