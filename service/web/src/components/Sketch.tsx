// Strokes as SVG: the one way in which drawings are shown, live, in small and in replays.

import { finishedPath, strokePath } from "../canvas/outline";
import { CANVAS, type Drawing, type Stroke } from "../canvas/stroke";

interface Props {
  drawing: Drawing;
  /** A stroke that still grows. */
  live?: Stroke | null;
  /** What the picture is; without it the picture is decoration. */
  label?: string | undefined;
  class?: string;
}

export function Sketch({ drawing, live = null, label, class: name = "" }: Props) {
  return (
    <svg
      class={`sketch ${name}`}
      viewBox={`0 0 ${CANVAS} ${CANVAS}`}
      {...(label === undefined ? { "aria-hidden": true } : { role: "img", "aria-label": label })}
    >
      {drawing.map((stroke, i) => (
        <path key={i} d={finishedPath(stroke)} />
      ))}
      {live && <path d={strokePath(live, false)} />}
    </svg>
  );
}
