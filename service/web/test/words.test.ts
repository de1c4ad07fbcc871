import { expect, test } from "vitest";
import type { Label } from "../src/api/messages";
import { chooseWords, ROUNDS } from "../src/state/words";

const LABELS: Label[] = Array.from({ length: 60 }, (_, i) => ({
  label: `w${i}`, names: {}, playable: i % 5 !== 0, difficulty: 1 + (i % 3),
}));
const half = () => 0.5;

test("six different playable words, from easy to hard", () => {
  const chosen = chooseWords(LABELS, [], half);
  expect(new Set(chosen).size).toBe(ROUNDS);
  expect(chosen.every((word) => word.playable)).toBe(true);
  expect(chosen.map((word) => word.difficulty)).toEqual([1, 1, 2, 2, 2, 3]);
});

test("words that were on the table lately are not chosen while others are left", () => {
  const first = chooseWords(LABELS, [], half).map((word) => word.label);
  const second = chooseWords(LABELS, first, half).map((word) => word.label);
  expect(second.filter((word) => first.includes(word))).toEqual([]);
});

test("with few words it takes what there is", () => {
  expect(chooseWords(LABELS.slice(0, 4), ["w1", "w2", "w3"], half)).toHaveLength(3);
  expect(chooseWords([], [], half)).toEqual([]);
});
