// Key events of a board, as moves of the keyboard pen and as commands.

import { CENTRE, FAST, isDirection, moved, resized, SPEED, STEP, type Direction, type KeyboardPen } from "./keyboard-pen";
import type { PenInput } from "./pen";
import { STAMPS, type Stamp } from "./stamps";

/** The hand of the keyboard; pointer ids are never negative. */
export const KEYBOARD_HAND = -1;

/** How long a key is held before the pen glides. */
const HOLD_MS = 160;

export type Command = "undo" | "clear" | "skip";

interface Ears {
  ink(input: PenInput): void;
  /** The pen moved, went up or down, or left the board (null). */
  penChanged(pen: KeyboardPen | null): void;
  stamp(stamp: Stamp, pen: KeyboardPen): void;
  command(command: Command): void;
}

const COMMANDS: Record<string, Command> = { u: "undo", c: "clear", s: "skip" };

/** Binds the board; returns how to let go. Keys count only while the board has the focus. */
export function bindKeyboard(board: HTMLElement, ears: Ears): () => void {
  let pen = CENTRE;
  let fast = false;
  let frame = 0;
  let last = 0;
  const held = new Map<Direction, number>();

  function put(next: KeyboardPen): void {
    pen = next;
    if (pen.down) ears.ink(point("move"));
    ears.penChanged(pen);
  }

  function glide(now: number): void {
    frame = held.size ? requestAnimationFrame(glide) : 0;
    const long = [...held].filter(([, since]) => now - since > HOLD_MS).map(([direction]) => direction);
    const elapsed = Math.min(50, now - last) / 1000;
    last = now;
    if (long.length) put(moved(pen, held.keys(), elapsed * SPEED * (fast ? FAST : 1)));
  }

  function lift(): void {
    if (!pen.down) return;
    pen = { ...pen, down: false };
    ears.ink({ type: "lift", hand: KEYBOARD_HAND });
    ears.penChanged(pen);
  }

  function keydown(event: KeyboardEvent): void {
    if (event.altKey) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (event.ctrlKey || event.metaKey) {
      if (key === "z") take(event, () => ears.command("undo"));
      return;
    }
    fast = event.shiftKey;
    if (isDirection(key)) {
      event.preventDefault();
      if (event.repeat) return;
      held.set(key, performance.now());
      put(moved(pen, [key], STEP * (fast ? FAST : 1)));
      if (!frame) {
        last = performance.now();
        frame = requestAnimationFrame(glide);
      }
    } else if (key === " ") {
      take(event, toggle);
    } else if (key === "Escape") {
      lift();
    } else if (key === "+" || key === "=" || key === "-") {
      take(event, () => put(resized(pen, key === "-" ? -1 : 1)));
    } else if (/^[1-4]$/.test(key)) {
      take(event, () => stamp(STAMPS[Number(key) - 1] as Stamp));
    } else if (key in COMMANDS) {
      take(event, () => command(COMMANDS[key] as Command));
    }
  }

  function take(event: KeyboardEvent, then: () => void): void {
    event.preventDefault();
    if (!event.repeat) then();
  }

  function toggle(): void {
    if (pen.down) {
      lift();
    } else {
      pen = { ...pen, down: true };
      ears.ink(point("down"));
      ears.penChanged(pen);
    }
  }

  function stamp(stamp: Stamp): void {
    lift();
    ears.stamp(stamp, pen);
    ears.penChanged(pen);
  }

  function command(command: Command): void {
    lift();
    ears.command(command);
  }

  function keyup(event: KeyboardEvent): void {
    fast = event.shiftKey;
    if (isDirection(event.key)) held.delete(event.key);
  }

  function blur(): void {
    held.clear();
    lift();
    ears.penChanged(null);
  }

  function point(type: "down" | "move"): PenInput {
    return { type, hand: KEYBOARD_HAND, x: pen.x, y: pen.y, at: performance.now(), pressure: null };
  }

  board.addEventListener("keydown", keydown);
  board.addEventListener("keyup", keyup);
  board.addEventListener("blur", blur);
  return () => {
    cancelAnimationFrame(frame);
    board.removeEventListener("keydown", keydown);
    board.removeEventListener("keyup", keyup);
    board.removeEventListener("blur", blur);
  };
}
