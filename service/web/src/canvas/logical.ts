// The one way from the screen to the logical canvas.

import { CANVAS } from "./stroke";

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/**
 * A point of the viewport in logical units, to a tenth, kept on the canvas.
 *
 * `box` is where the board is at this moment: callers ask the element anew for each event, so that
 * resizing, scrolling and zooming in the middle of a stroke do no harm.
 */
export function toLogical(clientX: number, clientY: number, box: Box): [number, number] {
  return [along(clientX - box.left, box.width), along(clientY - box.top, box.height)];
}

function along(offset: number, length: number): number {
  if (!(length > 0)) return 0;
  const units = (offset / length) * CANVAS;
  return Math.round(Math.min(CANVAS, Math.max(0, units)) * 10) / 10;
}
