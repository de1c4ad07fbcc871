import { expect, test } from "vitest";
import { fromColumns, toColumns, until } from "../src/canvas/stroke";
import { toLogical } from "../src/canvas/logical";
import { strokePath, LINE } from "../src/canvas/outline";
import { fileName, toRecord, toSvg } from "../src/canvas/files";

const HOUSE = fromColumns([
  [[0, 100, 100], [0, 0, 100], [0, 50, 90]],
  [[10], [10], [400]],
]);

test("columns there and back are the same drawing", () => {
  expect(fromColumns(toColumns(HOUSE))).toEqual(HOUSE);
});

test("a drawing at a moment is its prefix by time, and at its end it is whole", () => {
  expect(toColumns(until(HOUSE, 60))).toEqual([[[0, 100], [0, 0], [0, 50]]]);
  expect(until(HOUSE, 400)).toEqual(HOUSE);
  expect(until(HOUSE, 100)[0]).toBe(HOUSE[0]);
});

test("the middle of the board is 500, 500 wherever the board is and however large", () => {
  expect(toLogical(150, 250, { left: 50, top: 150, width: 200, height: 200 })).toEqual([500, 500]);
  expect(toLogical(195, 422, { left: 16, top: 243, width: 358, height: 358 })).toEqual([500, 500]);
});

test("points beyond the edge stay on the canvas, and a board without size gives numbers", () => {
  expect(toLogical(-40, 9999, { left: 0, top: 0, width: 100, height: 100 })).toEqual([0, 1000]);
  expect(toLogical(5, 5, { left: 0, top: 0, width: 0, height: 0 })).toEqual([0, 0]);
});

test("a tap is a dot as wide as the line", () => {
  const path = strokePath({ x: [500], y: [500], t: [0], pressure: null }, true);
  expect(path).toContain(`a${LINE / 2} ${LINE / 2}`);
  expect(path).not.toContain("NaN");
});

test("a stroke of few points far apart is as wide at its last side as at its first", () => {
  const sides = (path: string) => [...path.matchAll(/([\d.]+) ([\d.]+)/g)].map((m) => [Number(m[1]), Number(m[2])] as const);
  const triangle = { x: [500, 200, 800, 500], y: [100, 800, 800, 100], t: [0, 1, 2, 3], pressure: null };
  // Where the outline crosses the middle of the bottom side: its upper and its lower edge.
  const near = sides(strokePath(triangle, true)).filter(([x, y]) => Math.abs(x - 500) < 20 && y > 700).map(([, y]) => y);
  expect(Math.max(...near) - Math.min(...near)).toBeGreaterThan(LINE / 2);
});

test("many equal points still have an outline of numbers", () => {
  const path = strokePath({ x: [5, 5, 5], y: [5, 5, 5], t: [0, 1, 2], pressure: null }, true);
  expect(path.length).toBeGreaterThan(0);
  expect(path).not.toMatch(/NaN|Infinity/);
});

test("files: the record is Quick, Draw! columns, the SVG escapes its title, names are plain", () => {
  expect(JSON.parse(toRecord(HOUSE, "house", true))).toMatchObject({ word: "house", drawing: toColumns(HOUSE) });
  expect(toSvg(HOUSE, `<&"`)).toContain("<title>&#60;&#38;&#34;</title>");
  expect(fileName("The Eiffel Tower", 3, "svg")).toBe("drawmate-3-the-eiffel-tower.svg");
  expect(fileName("óra/../x", 1, "json")).toBe("drawmate-1-ra-x.json");
});
