// Which pointers may draw: once a pen is in use, a touch while the pen is down is a resting palm.

export interface Palm {
  /** The player has asked for every touch to draw. */
  acceptAll: boolean;
  /** Pointer id of the pen that is down now. */
  penDown: number | null;
  /** Touches that began as a palm; they stay ignored until they lift. */
  ignored: ReadonlySet<number>;
}

export const NO_PALM: Palm = { acceptAll: false, penDown: null, ignored: new Set() };

export interface PalmStep {
  palm: Palm;
  /** Whether this pointer may draw. */
  draws: boolean;
}

export function pointerDown(palm: Palm, id: number, kind: string): PalmStep {
  if (kind === "pen") return { palm: { ...palm, penDown: id }, draws: true };
  if (kind === "touch" && palm.penDown !== null && !palm.acceptAll) {
    return { palm: { ...palm, ignored: new Set([...palm.ignored, id]) }, draws: false };
  }
  return { palm, draws: true };
}

export function pointerGone(palm: Palm, id: number): Palm {
  if (palm.penDown !== id && !palm.ignored.has(id)) return palm;
  const ignored = new Set(palm.ignored);
  ignored.delete(id);
  return { ...palm, penDown: palm.penDown === id ? null : palm.penDown, ignored };
}
