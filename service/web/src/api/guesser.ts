// Asking what a growing drawing shows: at a steady pace, one request at a time, never an answer for an earlier round.

import { toColumns, type Drawing } from "../canvas/stroke";
import { ApiFault, type Api, type Fault } from "./client";
import type { Link } from "./link";
import type { Answer } from "./messages";

/** Least time between the starts of two requests. */
export const PACE_MS = 400;
/** How long new ink waits for more before it is sent, when nothing was asked lately. */
export const SETTLE_MS = 120;
const TOP = 3;

/** A drawing to look at. */
export interface Look {
  round: number;
  drawing: Drawing;
  /** The time is up; this is the whole drawing. */
  final: boolean;
}

export interface Guesser {
  /** The ink changed: look again soon. The newest look replaces one that waits. */
  see(look: Look): void;
  /** Forget what waits and what is asked, e.g. between rounds. */
  rest(): void;
  /** The link is open again: go on with what waits. */
  resume(): void;
}

interface Ears {
  heard(look: Look, answer: Answer): void;
  /** The service will not read this drawing, and asking the same again would not help. */
  refused(look: Look, code: string): void;
}

export function createGuesser(api: Api, link: Link, ears: Ears, now: () => number): Guesser {
  let waiting: Look | null = null;
  let asked: AbortController | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let lastStart = -Infinity;

  function plan(): void {
    if (waiting === null || asked !== null || link.state().name !== "open") return;
    if (timer !== null) clearTimeout(timer);
    const soonest = lastStart + PACE_MS - now();
    timer = setTimeout(ask, waiting.final ? 0 : Math.max(SETTLE_MS, soonest));
  }

  function ask(): void {
    timer = null;
    const look = waiting;
    if (look === null || asked !== null || link.state().name !== "open") return;
    waiting = null;
    lastStart = now();
    const mine = new AbortController();
    asked = mine;
    api.recognise({ strokes: toColumns(look.drawing), top: TOP, partial: !look.final }, mine.signal).then(
      (answer) => settle(mine, () => ears.heard(look, answer)),
      (error: unknown) =>
        settle(mine, () => failed(look, error instanceof ApiFault ? error.fault : { kind: "unreachable" })),
    );
  }

  function settle(mine: AbortController, then: () => void): void {
    if (asked !== mine) return;
    asked = null;
    then();
    plan();
  }

  function failed(look: Look, fault: Fault): void {
    if (fault.kind === "refused") {
      ears.refused(look, fault.code);
    } else {
      waiting ??= look;
      link.report(fault);
    }
  }

  return {
    see(look) {
      const urgent = look.final && waiting?.final !== true;
      waiting = look;
      if (timer === null || urgent) plan();
    },
    rest() {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      waiting = null;
      asked?.abort();
      asked = null;
    },
    resume: plan,
  };
}
