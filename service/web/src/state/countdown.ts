// Time left in a round, on a monotonic clock. It can be stopped and started again, and it never rises.

export interface Countdown {
  /** Milliseconds left at `since`, or now and until further notice while stopped. */
  readonly left: number;
  /** Reading of the monotonic clock from which `left` runs down; null while stopped. */
  readonly since: number | null;
}

export function fullCountdown(length: number): Countdown {
  return { left: length, since: null };
}

export function timeLeft(countdown: Countdown, now: number): number {
  if (countdown.since === null) return countdown.left;
  return Math.max(0, countdown.left - Math.max(0, now - countdown.since));
}

export function started(countdown: Countdown, now: number): Countdown {
  return countdown.since === null ? { left: countdown.left, since: now } : countdown;
}

export function stopped(countdown: Countdown, now: number): Countdown {
  return countdown.since === null ? countdown : { left: timeLeft(countdown, now), since: null };
}

/** Whole seconds to show: 20 at the start, 1 during the last second, 0 only at the end. */
export function secondsToShow(left: number): number {
  return Math.max(0, Math.ceil(left / 1000 - 1e-9));
}
