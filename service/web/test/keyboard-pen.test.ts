import { expect, test } from "vitest";
import { CENTRE, moved, resized, STEP } from "../src/canvas/keyboard-pen";
import { STAMP_SIZES, STAMPS, stampStroke } from "../src/canvas/stamps";

test("an arrow moves by its distance, two at once go slantwise just as far", () => {
  expect(moved(CENTRE, ["ArrowLeft"], STEP)).toMatchObject({ x: 500 - STEP, y: 500 });
  const slant = moved(CENTRE, ["ArrowRight", "ArrowDown"], 100);
  expect(Math.hypot(slant.x - 500, slant.y - 500)).toBeCloseTo(100, 0);
});

test("opposite arrows hold the pen where it is, and it never leaves the canvas", () => {
  expect(moved(CENTRE, ["ArrowLeft", "ArrowRight"], 50)).toBe(CENTRE);
  expect(moved(CENTRE, ["ArrowUp"], 9999)).toMatchObject({ x: 500, y: 0 });
});

test("stamp sizes stop at both ends", () => {
  expect(resized({ ...CENTRE, size: 0 }, -1).size).toBe(0);
  expect(resized({ ...CENTRE, size: STAMP_SIZES.length - 1 }, 1).size).toBe(STAMP_SIZES.length - 1);
});

test.each(STAMPS)("a %s begins at its time, stays on the canvas and has columns of one length", (stamp) => {
  const { x, y, t } = stampStroke(stamp, 990, 10, 260, 1234.4);
  expect(t[0]).toBe(1234);
  expect(x.length).toBe(y.length);
  expect(x.length).toBe(t.length);
  expect([...x, ...y].every((v) => v >= 0 && v <= 1000)).toBe(true);
});
