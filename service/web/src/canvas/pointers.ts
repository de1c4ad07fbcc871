// Mouse, touch and pen events of a board, as inputs for the pen.

import { toLogical } from "./logical";
import { NO_PALM, pointerDown, pointerGone, type Palm } from "./palm";
import type { PenInput } from "./pen";

/** Binds the board; returns how to let go. `acceptAll` is asked at each touch. */
export function bindPointers(
  board: HTMLElement,
  send: (input: PenInput) => void,
  acceptAll: () => boolean,
): () => void {
  let palm: Palm = NO_PALM;
  let inking: { id: number; kind: string } | null = null;

  function down(event: PointerEvent): void {
    if (event.pointerType === "mouse" && event.button !== 0) return;
    const { palm: next, draws } = pointerDown({ ...palm, acceptAll: acceptAll() }, event.pointerId, event.pointerType);
    palm = next;
    if (!draws) return;
    // A palm often lands just before its pen.
    if (event.pointerType === "pen" && inking?.kind === "touch" && !acceptAll()) send({ type: "drop", hand: inking.id });
    inking = { id: event.pointerId, kind: event.pointerType };
    board.setPointerCapture(event.pointerId);
    send(point("down", event));
  }

  function move(event: PointerEvent): void {
    if (inking?.id !== event.pointerId) return;
    if (event.pointerType === "mouse" && (event.buttons & 1) === 0) {
      gone(event);
      return;
    }
    const parts = event.getCoalescedEvents?.() ?? [];
    for (const part of parts.length ? parts : [event]) send(point("move", part));
  }

  // Also for `pointercancel`: the system took the pointer away, what was drawn is still drawn.
  function gone(event: PointerEvent): void {
    palm = pointerGone(palm, event.pointerId);
    if (inking?.id !== event.pointerId) return;
    inking = null;
    send({ type: "lift", hand: event.pointerId });
  }

  function point(type: "down" | "move", event: PointerEvent): PenInput {
    const [x, y] = toLogical(event.clientX, event.clientY, board.getBoundingClientRect());
    const pressure = event.pointerType === "pen" ? event.pressure : null;
    return { type, hand: event.pointerId, x, y, at: event.timeStamp, pressure };
  }

  const stay = (event: Event) => event.preventDefault();
  board.addEventListener("pointerdown", down);
  board.addEventListener("pointermove", move);
  board.addEventListener("pointerup", gone);
  board.addEventListener("pointercancel", gone);
  board.addEventListener("lostpointercapture", gone);
  board.addEventListener("contextmenu", stay);
  return () => {
    board.removeEventListener("pointerdown", down);
    board.removeEventListener("pointermove", move);
    board.removeEventListener("pointerup", gone);
    board.removeEventListener("pointercancel", gone);
    board.removeEventListener("lostpointercapture", gone);
    board.removeEventListener("contextmenu", stay);
  };
}
