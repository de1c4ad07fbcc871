import { expect, test } from "vitest";
import { fullCountdown, secondsToShow, started, stopped, timeLeft } from "../src/state/countdown";

test("it runs down on the clock it is given and ends at zero", () => {
  const running = started(fullCountdown(20_000), 1_000);
  expect(timeLeft(running, 1_000)).toBe(20_000);
  expect(timeLeft(running, 6_000)).toBe(15_000);
  expect(timeLeft(running, 99_000)).toBe(0);
});

test("T69: after a minute nobody looked it is where it should be, and never above", () => {
  const running = started(fullCountdown(90_000), 0);
  expect(timeLeft(running, 60_000)).toBe(30_000);
});

test("a clock that goes back does not raise it", () => {
  const running = started(fullCountdown(20_000), 5_000);
  expect(timeLeft(running, 1_000)).toBe(20_000);
});

test("stopped it stands still, started again it goes on from there", () => {
  const standing = stopped(started(fullCountdown(20_000), 0), 4_000);
  expect(timeLeft(standing, 50_000)).toBe(16_000);
  expect(timeLeft(started(standing, 50_000), 51_000)).toBe(15_000);
  expect(stopped(standing, 60_000)).toBe(standing);
});

test("20 is shown at the start, 1 during the last second, 0 only at the end", () => {
  expect([20_000, 19_001, 19_000, 1, 0].map(secondsToShow)).toEqual([20, 20, 19, 1, 0]);
});
