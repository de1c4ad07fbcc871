// The paper to draw on: binds pointers and keys to the session, shows ink and the keyboard pen.

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { bindKeyboard } from "../canvas/keyboard";
import type { KeyboardPen } from "../canvas/keyboard-pen";
import { bindPointers } from "../canvas/pointers";
import { STAMP_SIZES, stampStroke, type Stamp } from "../canvas/stamps";
import { CANVAS } from "../canvas/stroke";
import type { Session } from "../state/session";
import { Sketch } from "./Sketch";

export function Board({ session }: { session: Session }) {
  const element = useRef<HTMLDivElement>(null);
  const pen = useSignal<KeyboardPen | null>(null);

  useEffect(() => {
    const board = element.current;
    if (!board) return;
    const letGo = [
      bindPointers(board, session.ink, () => session.settings.peek().acceptAll),
      bindKeyboard(board, {
        ink: session.ink,
        penChanged: (next) => {
          if (next && next.down !== (pen.peek()?.down ?? false)) {
            session.say(next.down ? "board.pen.down" : "board.pen.up");
          }
          pen.value = next;
        },
        stamp: (stamp: Stamp, { x, y, size }) =>
          session.addStroke((at) => stampStroke(stamp, x, y, STAMP_SIZES[size] ?? STAMP_SIZES[0], at)),
        command: (command) => session[command](),
      }),
    ];
    board.focus({ preventScroll: true });
    return () => letGo.forEach((let_go) => let_go());
  }, [session]);

  return (
    <div
      ref={element}
      class="board"
      data-testid="board"
      tabIndex={0}
      role="application"
      aria-label={session.t("board.label")}
      aria-describedby="board-help"
    >
      <Sketch drawing={session.drawing.value} live={session.live.value?.stroke ?? null} />
      {pen.value && <Crosshair pen={pen.value} />}
    </div>
  );
}

function Crosshair({ pen }: { pen: KeyboardPen }) {
  const reach = STAMP_SIZES[pen.size] ?? STAMP_SIZES[0];
  return (
    <svg class={`crosshair ${pen.down ? "is-down" : ""}`} viewBox={`0 0 ${CANVAS} ${CANVAS}`} aria-hidden="true">
      <circle cx={pen.x} cy={pen.y} r={reach} class="crosshair-stamp" />
      <path d={`M${pen.x - 34} ${pen.y}h68M${pen.x} ${pen.y - 34}v68`} />
      <circle cx={pen.x} cy={pen.y} r={pen.down ? 12 : 18} class="crosshair-tip" />
    </svg>
  );
}
