// Choosing what to draw: playable words, from easy to hard, none that was on the table lately.

import type { Label } from "../api/messages";

export const ROUNDS = 6;

/** Difficulty of each round's word. */
const COURSE = [1, 1, 2, 2, 2, 3] as const;

/** The words of one game. Fewer than six only if fewer are playable at all. */
export function chooseWords(labels: readonly Label[], recent: readonly string[], random: () => number): Label[] {
  const playable = labels.filter((label) => label.playable);
  const lately = new Set(recent);
  const fresh = playable.filter((label) => !lately.has(label.label));
  const pool = shuffled(fresh.length >= ROUNDS ? fresh : playable, random);
  const chosen: Label[] = [];
  for (const difficulty of COURSE) {
    const free = pool.filter((label) => !chosen.includes(label));
    const next = free.find((label) => label.difficulty === difficulty) ?? free[0];
    if (next) chosen.push(next);
  }
  return chosen;
}

function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const out = [...items];
  for (let i = out.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [out[i], out[j]] = [out[j] as T, out[i] as T];
  }
  return out;
}
